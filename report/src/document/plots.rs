//! The plots of a document as files.

use super::{Document, Format, OutputError};
use crate::plot::add_files;
use tradewind_files::Files;

/// SVG and PNG.
pub struct Plots;

impl Format for Plots {
    fn files(&self, document: &Document) -> Result<Files, OutputError> {
        let mut files: Files = Vec::new();
        for figure in document.figures() {
            add_files(&mut files, &figure.file, figure.drawn.clone());
        }
        Ok(files)
    }
}
