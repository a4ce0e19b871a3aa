//! Documents of headings, sentences, tables, plots and boards, independent of the output format.
//!
//! A [`Document`] is written as HTML, CSV, JSON, Markdown and plots, and printed as [`text`].

mod games;
mod html;
mod pieces;
mod text;

pub(crate) use games::{Gallery, RulesGames};
pub use html::{BOARD, FIGURES, PAGE, page};
pub(crate) use pieces::{piece_drawing, pieces};
pub use text::{Folds, text};

use crate::ReportError;
use crate::plot::{Drawn, PlotError, add_files};
use crate::table::{Columns, Table};
use serde_json::json;
use std::path::Path;
use tradewind_analysis::row::Row;
use tradewind_engine::input::control_characters::visible;
use tradewind_files::{Files, write_all};

/// Writes a document as text.
type Format = fn(&Document) -> Result<String, ReportError>;

/// The text formats and the names of their files. Plots follow as SVG and PNG.
const FORMATS: [(&str, Format); 4] = [
    (PAGE, |document| Ok(page(document)?)),
    ("rows.csv", rows_csv),
    ("rows.json", json),
    ("report.md", |document| Ok(markdown(document))),
];

/// A sentence about a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    /// Whether the interval of its number excludes 0.
    pub(crate) is_seen: bool,
    /// Whether it is significant after correction.
    pub(crate) is_clear: bool,
}

/// A plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The name of its files without extension.
    pub file: String,
    /// The caption, which is also the alternative text.
    pub caption: String,
    /// The drawing.
    pub drawn: Drawn,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq)]
enum DocumentBlock {
    Heading(String),
    Subheading(String),
    Paragraph(String),
    /// A paragraph on how to read the rest.
    Guide(String),
    /// Pairs of name and value.
    Facts(Vec<(String, String)>),
    Sentences(Vec<Sentence>),
    Table(Table),
    Figure(Figure),
    /// The beginning of a collapsed part, with its summary.
    FoldBegins(String),
    FoldEnds,
    /// The moves of the pieces of a rule set: its name, and drawings in HTML.
    Pieces(String, String),
    Games(Vec<RulesGames>),
    /// The moves of a piece: drawings in HTML, and the same in lines of characters.
    Diagram(String, Vec<String>),
}

/// A document about some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    title: String,
    blocks: Vec<DocumentBlock>,
    /// All rows, shown or not.
    rows: Vec<Row>,
}

impl Figure {
    /// A figure, if there is anything to draw.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub(crate) fn if_any(
        file: impl Into<String>,
        caption: impl Into<String>,
        drawn: Result<Drawn, PlotError>,
    ) -> Result<Option<Figure>, PlotError> {
        if let Err(PlotError::Empty(_)) = drawn {
            return Ok(None);
        }
        Ok(Some(Figure {
            file: file.into(),
            caption: caption.into(),
            drawn: drawn?,
        }))
    }
}

impl Document {
    pub(crate) fn new(title: &str) -> Document {
        Document {
            title: title.to_owned(),
            blocks: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Adds rows for CSV and JSON, whether or not a table shows them.
    pub(crate) fn rows(&mut self, rows: Vec<Row>) {
        self.rows.extend(rows);
    }

    /// Adds facts, as pairs of name and value.
    pub(crate) fn facts(&mut self, facts: Vec<(String, String)>) {
        self.blocks.push(DocumentBlock::Facts(facts));
    }

    pub(crate) fn heading(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Heading(text.to_owned()));
    }

    /// Adds a heading of the second level.
    pub(crate) fn subheading(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Subheading(text.to_owned()));
    }

    /// Adds a paragraph of plain text.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Paragraph(text.to_owned()));
    }

    /// Adds a paragraph on how to read the rest, which the terminal omits.
    pub(crate) fn guide(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Guide(text.to_owned()));
    }

    /// The maximum number of sentences of the main results.
    pub(crate) const MAX_FOUND: usize = 5;

    /// The heading of the main results.
    const FOUND: &str = "What was found";

    /// Puts the blocks of another document first, in place of the main results.
    pub(crate) fn lead_with(&mut self, other: Document) {
        let is_found = |block: &DocumentBlock| matches!(block, DocumentBlock::Subheading(text) if text == Document::FOUND);
        if let Some(at) = self.blocks.iter().position(is_found) {
            // The heading is followed by its sentences.
            self.blocks.drain(at..at + 2);
        }
        self.blocks.splice(0..0, other.blocks);
    }

    /// Adds the main results under a heading, if there are any.
    pub(crate) fn found(&mut self, sentences: Vec<String>) {
        if sentences.is_empty() {
            return;
        }
        self.subheading(Document::FOUND);
        self.statements(sentences.into_iter().take(Document::MAX_FOUND));
    }

    /// Adds sentences that are not in doubt.
    pub(crate) fn statements(&mut self, texts: impl IntoIterator<Item = String>) {
        let sentence = |text| Sentence {
            text,
            is_seen: true,
            is_clear: true,
        };
        self.sentences(texts.into_iter().map(sentence).collect());
    }

    /// Filters the document: rows of tables by `keeps` of the column key and text of every cell, sentences and data rows by
    /// `mentions`.
    pub fn select(&mut self, keeps: impl Fn(&str, &str) -> bool, mentions: impl Fn(&str) -> bool) {
        for block in &mut self.blocks {
            match block {
                DocumentBlock::Table(table) => table.select(&keeps),
                DocumentBlock::Sentences(all) => all.retain(|one| mentions(&one.text)),
                _ => {}
            }
        }
        self.blocks.retain(|block| match block {
            DocumentBlock::Table(table) => table.row_count() > 0,
            DocumentBlock::Sentences(all) => !all.is_empty(),
            _ => true,
        });
        self.rows.retain(|row| mentions(&row.subject.name()));
    }

    pub(crate) fn sentences(&mut self, sentences: Vec<Sentence>) {
        self.blocks.push(DocumentBlock::Sentences(sentences));
    }

    /// Adds a table, if it has rows.
    pub(crate) fn table(&mut self, table: Table) {
        self.tables([table]);
    }

    /// Adds the tables that have rows.
    pub(crate) fn tables(&mut self, tables: impl IntoIterator<Item = Table>) {
        let tables = tables.into_iter().filter_map(Table::if_any);
        self.blocks.extend(tables.map(DocumentBlock::Table));
    }

    pub(crate) fn figures(&mut self, figures: impl IntoIterator<Item = Figure>) {
        let figures = figures.into_iter().map(DocumentBlock::Figure);
        self.blocks.extend(figures);
    }

    /// Adds the blocks of `add`, if any, as a collapsed part.
    pub(crate) fn fold(&mut self, summary: &str, add: impl FnOnce(&mut Document)) {
        let begin = self.blocks.len();
        add(self);
        if self.blocks.len() > begin {
            self.blocks
                .insert(begin, DocumentBlock::FoldBegins(summary.to_owned()));
            self.blocks.push(DocumentBlock::FoldEnds);
        }
    }

    /// Adds the blocks and rows of another document.
    pub(crate) fn append(&mut self, other: Document) {
        self.blocks.extend(other.blocks);
        self.rows.extend(other.rows);
    }

    /// Adds a board for replaying recorded games.
    pub(crate) fn games(&mut self, games: Vec<RulesGames>) {
        self.blocks.push(DocumentBlock::Games(games));
    }

    /// Adds the moves of a piece, as drawings in HTML and in lines of characters.
    pub(crate) fn diagram(&mut self, html: String, lines: Vec<String>) {
        self.blocks.push(DocumentBlock::Diagram(html, lines));
    }

    /// Adds drawings of the moves of the pieces of a rule set, collapsed.
    pub(crate) fn pieces(&mut self, rules: &str, html: String) {
        self.blocks
            .push(DocumentBlock::Pieces(rules.to_owned(), html));
    }
}

/// Writes a document into a folder in every format, each file whole or not at all. Returns the names of the files.
///
/// # Errors
/// A plot cannot be drawn, or a file cannot be written.
pub fn write(document: &Document, folder: &Path) -> Result<Vec<String>, ReportError> {
    let mut files: Files = Vec::new();
    for (name, format) in FORMATS {
        files.push((name.to_string(), format(document)?.into_bytes()));
    }
    for block in &document.blocks {
        if let DocumentBlock::Figure(figure) = block {
            add_files(&mut files, &figure.file, &figure.drawn)?;
        }
    }
    Ok(write_all(folder, &files)?)
}

/// The document as Markdown (GitHub's dialect), without boards and games.
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
            DocumentBlock::Diagram(_, lines) => {
                format!("\n```text\n{}\n```\n", lines.join("\n"))
            }
            DocumentBlock::FoldEnds | DocumentBlock::Pieces(..) | DocumentBlock::Games(_) => {
                String::new()
            }
        };
    }
    page
}

/// The title, rows, text-only tables and notes of a document as JSON.
///
/// # Errors
/// Serialisation fails, which is not expected.
pub fn json(document: &Document) -> Result<String, ReportError> {
    let notes: Vec<&str> = (document.blocks.iter())
        .flat_map(|block| match block {
            DocumentBlock::Table(table) => table.notes.iter().map(String::as_str).collect(),
            DocumentBlock::Paragraph(text) => vec![text.as_str()],
            _ => Vec::new(),
        })
        .collect();
    let words = document.blocks.iter().filter_map(|block| match block {
        DocumentBlock::Table(table) => {
            Some(json!({ "title": table.title, "lines": table.words()? }))
        }
        _ => None,
    });
    let all = json!({
        "title": document.title,
        "rows": document.rows,
        "words": words.collect::<Vec<_>>(),
        "notes": notes,
    });
    serde_json::to_string_pretty(&all).map_err(ReportError::Json)
}

/// The rows as CSV, one line each.
fn rows_csv(document: &Document) -> Result<String, ReportError> {
    Columns::of(&document.rows)
        .text("rules", "rules", |row| &row.rules)
        .text("player", "player", |row| &row.player)
        .text("method", "method", |row| &row.method)
        .text("condition", "condition", |row| &row.condition)
        .text("subject", "subject", |row| &row.subject)
        .text("unit", "unit", |row| &row.unit)
        .number("value", "value", |row| row.value)
        .number("low", "low", |row| row.low)
        .number("high", "high", |row| row.high)
        .count("n", "n", |row| row.n)
        .count("pairs", "pairs", |row| row.pairs)
        .number("p", "p", |row| row.p)
        .text("warning", "warning", Row::warning_name)
        .table("")
        .to_csv()
}
