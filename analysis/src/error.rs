//! Errors of analyses of games.

use crate::dataset::DatasetError;
use std::path::PathBuf;
use tradewind_stats::samples::SamplesError;

/// Errors of findings: of comparisons, piece values and claims.
#[derive(Debug, thiserror::Error)]
pub enum FindingsError {
    /// Nothing was played.
    #[error("there are no games to compare; `tradewind run` plays them")]
    NoGames,
    /// Two different players have one name.
    #[error(
        "the folders have different players who are both called “{0}”; give them different names"
    )]
    Players(String),
    /// The players of two folders were trained or tuned to different degrees: a rule set of each, with
    /// the origin of its players' weights.
    #[error(
        "the players of {0} and {2} know their games unequally well ({0}: {1}; {2}: {3}): play \
         both with players of one recipe (`tradewind compare FILE.toml --recipe NAME`), or name the weights in the \
         experiments"
    )]
    Unequal(String, String, String, String),
    /// The same games, in two folders, would count twice.
    #[error(
        "{} and {} hold games of the same experiment, which would count twice; name one of them (`tradewind merge` joins shards)", .0.display(), .1.display()
    )]
    Twice(PathBuf, PathBuf),
    /// Two folders give the values of a rule set in different units.
    #[error(
        "the experiments give the values of {0} in different units, {1} and {2}; set the same `unit` under [estimates]"
    )]
    Units(String, String, String),
    /// The games cannot be read.
    #[error(transparent)]
    Games(#[from] DatasetError),
    /// The games do not fit together.
    #[error(transparent)]
    Samples(#[from] SamplesError),
}
