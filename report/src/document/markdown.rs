//! A document as Markdown.

use super::{Document, DocumentBlock, Format, OutputError};
use tradewind_engine::input::control_characters::visible;
use tradewind_files::Files;

/// A page of Markdown (GitHub's dialect).
pub struct Markdown;

impl Format for Markdown {
    fn files(&self, document: &Document) -> Result<Files, OutputError> {
        Ok(vec![(
            "report.md".to_string(),
            markdown(document).into_bytes(),
        )])
    }
}

/// The document as Markdown: boards and games are left out.
pub fn markdown(document: &Document) -> String {
    let mut page = format!("# {}\n", visible(&document.title));
    for block in &document.blocks {
        page += &match block {
            DocumentBlock::Heading(text) => format!("\n## {}\n", visible(text)),
            DocumentBlock::Subheading(text) | DocumentBlock::FoldBegins(text) => {
                format!("\n### {}\n", visible(text))
            }
            DocumentBlock::Paragraph(text) | DocumentBlock::Guide(text) => {
                format!("\n{}\n", visible(text))
            }
            DocumentBlock::Facts(facts) => {
                let lines = facts
                    .iter()
                    .map(|(name, value)| format!("- {name}: {}\n", visible(value)));
                format!("\n{}", lines.collect::<String>())
            }
            DocumentBlock::Sentences(sentences) => {
                let lines = sentences.iter().map(|one| format!("- {}\n", one.text));
                format!("\n{}", lines.collect::<String>())
            }
            DocumentBlock::Table(table) => format!("\n{}", table.to_markdown()),
            DocumentBlock::Figure(figure) => {
                format!("\n![{}]({}.svg)\n", figure.caption, figure.file)
            }
            DocumentBlock::FoldEnds | DocumentBlock::Pieces(..) | DocumentBlock::Games(_) => {
                String::new()
            }
        };
    }
    page
}
