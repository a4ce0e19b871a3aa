//! A file of games as it was read.

use super::GameRecord;
use super::error::RecordError;
use std::path::Path;
use tradewind_engine::signature;

/// What a file of games holds.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordFile {
    /// The games.
    pub games: Vec<GameRecord>,
    /// The [signature](tradewind_engine::signature) of the search that played them; files of older builds have none.
    pub signature: Option<String>,
}

impl RecordFile {
    /// Refuses to be gone on with by another search.
    ///
    /// # Errors
    /// Another search played it, or one that is not known.
    pub fn check_signature(&self, path: &Path) -> Result<(), RecordError> {
        let own = signature();
        if self.signature.as_deref() == Some(own) {
            return Ok(());
        }
        Err(RecordError::Signature {
            path: path.to_path_buf(),
            theirs: self.signature.clone().unwrap_or("unknown".to_string()),
            own,
        })
    }
}
