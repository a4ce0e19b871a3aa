//! A document as text for a terminal.

use super::{Document, DocumentBlock};
use tradewind_selfplay::escape;

/// The document as text: what is played, plots, boards and how to read it are left to other media.
pub fn text(document: &Document) -> String {
    let mut parts: Vec<String> = Vec::new();
    for block in &document.blocks {
        match block {
            DocumentBlock::Heading(text) => {
                let text = escape::visible(text);
                parts.push(format!("{text}\n{}\n", "=".repeat(text.chars().count())));
            }
            DocumentBlock::Subheading(text) | DocumentBlock::FoldBegins(text) => {
                let text = escape::visible(text);
                parts.push(format!("{text}\n{}\n", "-".repeat(text.chars().count())));
            }
            DocumentBlock::Paragraph(text) => parts.push(format!("{}\n", escape::visible(text))),
            DocumentBlock::Sentences(sentences) => {
                let lines = sentences.iter().map(|one| format!("  {}\n", one.text));
                parts.push(lines.collect());
            }
            DocumentBlock::Table(table) => parts.push(table.to_text()),
            DocumentBlock::Facts(_)
            | DocumentBlock::Figure(_)
            | DocumentBlock::Guide(_)
            | DocumentBlock::FoldEnds
            | DocumentBlock::Pieces(..)
            | DocumentBlock::Games(_) => {}
        }
    }
    parts.join("\n")
}
