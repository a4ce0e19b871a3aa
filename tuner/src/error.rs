//! The errors of fits and of training networks.

use tradewind_files::FileError;
use tradewind_selfplay::record::RecordError;

/// Why weights cannot be fitted or a network cannot be trained.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// A file of games cannot be read or is damaged.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A file of positions cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// No folder has games of the rule set.
    #[error("there are no games of {wanted} in these folders; they have {there}")]
    NoRules {
        /// The wanted rule set.
        wanted: String,
        /// The rule sets of the folders.
        there: String,
    },
    /// The games are not suitable.
    #[error("nothing can be learnt from these games: {0}")]
    Useless(String),
    /// The plan is wrong.
    #[error("{0}")]
    Plan(String),
    /// Training diverged.
    #[error(
        "training diverged in epoch {0}: the loss is not a number; use a smaller rate, or tighter bounds"
    )]
    Diverged(u32),
}

impl FitError {
    pub(crate) fn same_results() -> FitError {
        let why = "all of them have the same result; play more games, or from more openings";
        FitError::Useless(why.to_string())
    }
}
