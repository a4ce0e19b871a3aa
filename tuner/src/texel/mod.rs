//! Texel tuning (P. Österlund, 2014): the weights with which the evaluation of quiet positions best
//! predicts the results of the games that they come from.
//!
//! Data flow one way: games of [`Source`]s → a few quiet positions of each (`sampling`) → blocks of
//! coefficients, in memory or in a temporary file (`block`, [`Positions`]) → loss and slope (`loss`) →
//! Adam with early stopping ([`fit`]) → weights with intervals (`interval`) → a weights file
//! ([`weights_file`]). What may move, and how far, is in `parameter_map`; nothing from `block` on knows what
//! a coefficient stands for.

mod adam;
mod block;
mod fit;
mod interval;
mod lazy;
mod loss;
mod names;
mod parameter_map;
mod plan;
mod positions;
mod sampling;
mod sources;
mod values;
pub mod weights_file;

pub use block::PositionRow;
pub use fit::{Epoch, FittedWeight, TexelFit, fit};
pub(crate) use parameter_map::ParameterMap;
pub(crate) use plan::RENAMED_BOUNDS;
pub use plan::{TexelPlan, WeightBound};
pub use positions::{PositionTally, Positions, collect};
pub use sources::{Source, sources};
pub use values::Values;

use tradewind_files::FileError;
use tradewind_selfplay::record::RecordError;

/// Why weights cannot be fitted.
#[derive(Debug, thiserror::Error)]
pub enum TexelError {
    /// A file of games cannot be read or is damaged.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The temporary file of positions cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// No folder has games of the rule set.
    #[error("there are no games of {wanted} in these folders; they have {there}")]
    NoRules {
        /// The rule set that was asked for.
        wanted: String,
        /// Those that are there.
        there: String,
    },
    /// There is nothing to learn from.
    #[error("nothing can be learnt from these games: {0}")]
    Useless(String),
    /// The plan names something that is not there.
    #[error("{0}")]
    Plan(String),
    /// The numbers have run away.
    #[error(
        "the loss is not a number after epoch {0}: the weights have run away; write a smaller rate, or tighter bounds"
    )]
    Diverged(u32),
}

impl TexelError {
    /// All games had the same result.
    pub(crate) fn ended_alike() -> TexelError {
        let why = "all of them ended alike; play more of them, or from more openings";
        TexelError::Useless(why.to_string())
    }
}
