//! What is shown of some rows, whatever the medium: headings, sentences, tables, plots, boards.
//!
//! A [`Document`] is put together once. Each format makes files of it; what the terminal shows is
//! [`text`] of the same document.

mod games;
mod html;
mod json;
mod markdown;
mod pieces;
mod plots;
mod rows_csv;
mod text;

pub use games::{Gallery, RulesGames};
pub use html::{PAGE, page};
pub use json::json;
pub use markdown::markdown;
pub use pieces::pieces;
pub use text::{Folds, text};

use crate::plot::{Drawn, PlotError};
use crate::table::{Table, TableError};
use std::path::Path;
use tradewind_analysis::row::Row;
use tradewind_files::{FileError, Files, write_all};

/// The formats, in the order in which their files are named.
const FORMATS: [&dyn Format; 5] = [
    &html::Html,
    &rows_csv::RowsCsv,
    &json::Json,
    &markdown::Markdown,
    &plots::Plots,
];

/// A way to make files of a document.
trait Format: Sync {
    /// Its files, by their names.
    fn files(&self, document: &Document) -> Result<Files, OutputError>;
}

/// Why something cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A table cannot be written out.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Rows cannot be written out.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// A sentence about a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Its words.
    pub text: String,
    /// Whether its number's own interval leaves nothing out.
    pub is_seen: bool,
    /// Whether it tells more than chance may have made among so many numbers.
    pub is_clear: bool,
}

/// A plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The name of its files, without an ending.
    pub file: String,
    /// What it shows; also what readers hear who cannot see it.
    pub caption: String,
    /// SVG and PNG.
    pub drawn: Drawn,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq)]
enum DocumentBlock {
    Heading(String),
    Subheading(String),
    Paragraph(String),
    /// How to read the rest.
    Guide(String),
    /// What was played, as pairs of name and value.
    Facts(Vec<(String, String)>),
    Sentences(Vec<Sentence>),
    Table(Table),
    Figure(Figure),
    /// What follows is folded away under a line of text, where the medium can.
    FoldBegins(String),
    FoldEnds,
    /// How the pieces of a rule set move: what it is called, and drawings for pages.
    Pieces(String, String),
    Games(Vec<RulesGames>),
}

/// What is shown of some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    title: String,
    blocks: Vec<DocumentBlock>,
    /// Every number, shown or not.
    rows: Vec<Row>,
}

impl Document {
    /// An empty document.
    pub fn new(title: &str) -> Document {
        Document {
            title: title.to_owned(),
            blocks: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Adds numbers for programs, whether or not a table shows them.
    pub fn rows(&mut self, rows: Vec<Row>) {
        self.rows.extend(rows);
    }

    /// Adds facts, as pairs of name and value.
    pub fn facts(&mut self, facts: Vec<(String, String)>) {
        self.blocks.push(DocumentBlock::Facts(facts));
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Heading(text.to_owned()));
    }

    /// Adds a heading below the last one.
    pub fn subheading(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Subheading(text.to_owned()));
    }

    /// Adds a paragraph of plain text.
    pub fn paragraph(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Paragraph(text.to_owned()));
    }

    /// Adds a paragraph on how to read the rest, which the terminal leaves out.
    pub fn guide(&mut self, text: &str) {
        self.blocks.push(DocumentBlock::Guide(text.to_owned()));
    }

    /// So many sentences say what was found.
    pub(crate) const FOUND_AT_MOST: usize = 5;

    /// Adds what was found, which a reader wants to know first, under a heading; nothing where nothing was.
    pub(crate) fn found(&mut self, sentences: Vec<String>) {
        if sentences.is_empty() {
            return;
        }
        self.subheading("What was found");
        let kept = sentences.into_iter().take(Document::FOUND_AT_MOST);
        let sentence = |text| Sentence {
            text,
            is_seen: true,
            is_clear: true,
        };
        self.sentences(kept.map(sentence).collect());
    }

    /// Keeps lines of tables in whose cells of text, by the key of their column, `keeps` finds nothing wrong, and sentences that
    /// `mentions` what is asked for. Numbers stay what they were.
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

    /// Adds sentences as a list.
    pub fn sentences(&mut self, sentences: Vec<Sentence>) {
        self.blocks.push(DocumentBlock::Sentences(sentences));
    }

    /// Adds a table with its title and notes, if it has lines.
    pub fn table(&mut self, table: Table) {
        if table.row_count() > 0 {
            self.blocks.push(DocumentBlock::Table(table));
        }
    }

    /// Adds a plot.
    pub fn figure(&mut self, figure: Figure) {
        self.blocks.push(DocumentBlock::Figure(figure));
    }

    /// Adds what `add` adds, folded away under a line of text where the medium can; nothing when it adds
    /// nothing.
    pub fn fold(&mut self, summary: &str, add: impl FnOnce(&mut Document)) {
        let begin = self.blocks.len();
        add(self);
        if self.blocks.len() > begin {
            self.blocks
                .insert(begin, DocumentBlock::FoldBegins(summary.to_owned()));
            self.blocks.push(DocumentBlock::FoldEnds);
        }
    }

    /// Adds all that another document shows.
    pub fn append(&mut self, other: Document) {
        self.blocks.extend(other.blocks);
        self.rows.extend(other.rows);
    }

    /// Adds a board on which recorded games can be stepped through.
    pub fn games(&mut self, games: Vec<RulesGames>) {
        self.blocks.push(DocumentBlock::Games(games));
    }

    /// Adds drawings of how the pieces of a rule set move, folded away under what it is called.
    pub fn pieces(&mut self, rules: &str, html: String) {
        self.blocks
            .push(DocumentBlock::Pieces(rules.to_owned(), html));
    }

    fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().filter_map(|block| match block {
            DocumentBlock::Figure(figure) => Some(figure),
            _ => None,
        })
    }
}

/// Writes a document into a folder in every format, each file whole or not at all. Returns the names of the
/// files.
///
/// # Errors
/// A file cannot be written.
pub fn write(document: &Document, folder: &Path) -> Result<Vec<String>, OutputError> {
    let mut files: Files = Vec::new();
    for format in FORMATS {
        files.extend(format.files(document)?);
    }
    Ok(write_all(folder, &files)?)
}
