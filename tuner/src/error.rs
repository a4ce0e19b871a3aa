//! The errors of the tuner.

use std::io;
use tradewind_engine::evaluation::WeightsError;
use tradewind_engine::rules::RuleError;
use tradewind_files::FileError;
use tradewind_selfplay::experiment::ExperimentError;
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::ArchiveError;
use tradewind_selfplay::run::{LockError, RunError};

/// Why weights cannot be fitted, a network or a player cannot be trained, or parameters cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum TunerError {
    /// A file of games cannot be read or is damaged.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A folder has no games.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A file cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A temporary file cannot be written.
    #[error("cannot write a temporary file: {0}")]
    Temporary(#[from] io::Error),
    /// Another program uses a folder, or it has other contents.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// Games cannot be played or recorded.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The file of a loop or a recipe has faults.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A rule file has faults.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// They are not weights of the rule set.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A weights file in the folder of a loop is wrong.
    #[error("{0}; remove it to make it again")]
    OwnWeights(#[source] WeightsError),
    /// The games are not suitable.
    #[error("nothing can be learnt from these games: {0}")]
    Useless(String),
    /// A plan, a recipe, a choice of players or a file is wrong.
    #[error("{0}")]
    Wrong(String),
    /// It was stopped. Public functions return `None` in its place.
    #[error("stopped")]
    Stopped,
    /// Training diverged.
    #[error(
        "training diverged in epoch {0}: the loss is not a number; use a smaller rate, or tighter bounds"
    )]
    Diverged(u32),
}

impl TunerError {
    pub(crate) fn useless(why: &str) -> TunerError {
        TunerError::Useless(why.to_string())
    }

    pub(crate) fn same_results() -> TunerError {
        TunerError::useless(
            "all of them have the same result; play more games, or from more openings",
        )
    }
}
