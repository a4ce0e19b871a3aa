//! Errors of files of games.

use parquet::errors::ParquetError;
use std::path::PathBuf;
use tradewind_files::FileError;

/// A file of games that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The content cannot be used.
    #[error("{} {}", .0.display(), .1)]
    Content(PathBuf, DecodeError),
    /// A program with another search has played the games.
    #[error("the games in {} were played by the search with signature {theirs}, and this program's is {own}: its games would differ; continue with that program, or replay them into another folder with --out", .path.display())]
    Signature {
        /// The file.
        path: PathBuf,
        /// The signature of the games.
        theirs: String,
        /// The signature of this program.
        own: &'static str,
    },
}

impl RecordError {
    /// A file without the games that its name says.
    pub(crate) fn misnamed(path: PathBuf) -> RecordError {
        let cause = "it does not hold the games that its name says";
        DecodeError::Damaged(cause.to_string()).of(path)
    }
}

/// The reason why bytes are not games of an experiment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// They are damaged, or not games.
    #[error("is damaged or not a file of games ({0})")]
    Damaged(String),
    /// They belong to another experiment.
    #[error("holds games of another experiment")]
    Foreign,
    /// Another version of the program wrote them.
    #[error(
        "was written by tradewind {0}, whose games this version cannot continue; use that version, or another folder with --out"
    )]
    Version(String),
}

impl DecodeError {
    /// The error of a file.
    pub fn of(self, path: PathBuf) -> RecordError {
        RecordError::Content(path, self)
    }
}

impl From<ParquetError> for DecodeError {
    fn from(error: ParquetError) -> DecodeError {
        DecodeError::Damaged(error.to_string())
    }
}
