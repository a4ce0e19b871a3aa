//! The rows of a document as JSON.

use super::{Document, DocumentBlock, Format, OutputError};
use serde_json::json;
use tradewind_files::Files;

/// An object with the title, the rows, the tables that hold nothing but words, and what a reader should know.
pub struct Json;

impl Format for Json {
    fn files(&self, document: &Document) -> Result<Files, OutputError> {
        Ok(vec![(
            "rows.json".to_string(),
            json(document)?.into_bytes(),
        )])
    }
}

/// The rows as JSON.
///
/// # Errors
/// Serialisation fails, which numbers and texts give no reason to expect.
pub fn json(document: &Document) -> Result<String, OutputError> {
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
    Ok(serde_json::to_string_pretty(&all)?)
}
