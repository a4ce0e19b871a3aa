//! What is wrong with files of games.

use crate::files::FileError;
use parquet::errors::ParquetError;
use std::path::PathBuf;

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is damaged, or no file of games.
    #[error("{} is damaged or no file of games ({cause})", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        cause: String,
    },
    /// It belongs to something else.
    #[error("{} holds games of another experiment", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Another version of the program wrote it.
    #[error("{} was written by tradewind {version}, whose games this version, {}, cannot continue; use that version, or another folder with --out", .path.display(), env!("CARGO_PKG_VERSION"))]
    Version {
        /// The file.
        path: PathBuf,
        /// That version.
        version: String,
    },
    /// A program that searches in another way played it.
    #[error("the games in {} are of a search with the signature {theirs}, and this program's has {own}: further games would differ from what that one would play; go on with that program, or play all of it into another folder with --out", .path.display())]
    Signature {
        /// The file.
        path: PathBuf,
        /// The signature of its games.
        theirs: String,
        /// This program's.
        own: &'static str,
    },
}

impl RecordError {
    /// A file with other games than those that it is named after.
    pub(crate) fn misnamed(path: PathBuf) -> RecordError {
        RecordError::Damaged {
            path,
            cause: "it does not hold the games that its name says".to_string(),
        }
    }
}

/// Why bytes are not the games of an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// They are damaged, or no games at all.
    Damaged(String),
    /// They belong to another experiment.
    Foreign,
    /// Another version of the program wrote them.
    Version(String),
}

impl DecodeError {
    /// The error of a file.
    pub fn of(self, path: PathBuf) -> RecordError {
        match self {
            DecodeError::Damaged(cause) => RecordError::Damaged { path, cause },
            DecodeError::Foreign => RecordError::Foreign { path },
            DecodeError::Version(version) => RecordError::Version { path, version },
        }
    }
}

impl From<ParquetError> for DecodeError {
    fn from(error: ParquetError) -> DecodeError {
        DecodeError::Damaged(error.to_string())
    }
}
