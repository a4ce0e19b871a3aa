//! The result files of an experiment: its document in every format, the list of its games, and a manifest.

pub(crate) mod games_csv;
mod manifest;

use crate::document::{self, Document, OutputError};
use crate::folder::{self, Folder, ReportError};
use tradewind_analysis::dataset::DatasetError;
use tradewind_selfplay::files::FileError;
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::Archive;

/// The number of games of each rule set that a page can replay.
const SHOWN_GAMES: usize = 6;

/// Why results cannot be computed or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The document cannot be made.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The games cannot be read.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The document cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The manifest cannot be serialized.
    #[error("cannot write the manifest: {0}")]
    Manifest(#[from] serde_json::Error),
}

/// Analyses the games of a finished experiment and writes the results into their folder. Returns the document, the names of
/// the files, and the games with their results.
///
/// # Errors
/// Games cannot be read, or a file cannot be written.
pub fn write_all<'e>(
    archive: &Archive<'e>,
) -> Result<(Document, Vec<String>, Folder<'e>), ResultsError> {
    let (folder, list) =
        games_csv::write(archive, |visit| Folder::read(archive, SHOWN_GAMES, visit))?;
    let document = folder::document(std::slice::from_ref(&folder), &[])?;
    let mut files = document::write(&document, archive.folder())?;
    files.push(list);
    manifest::write(&folder.dataset, &files)?;
    files.push(manifest::FILE.to_string());
    Ok((document, files, folder))
}
