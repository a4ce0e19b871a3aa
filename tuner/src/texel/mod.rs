//! Texel tuning (P. Österlund, 2014): fits evaluation weights so that quiet positions predict the results of their games.
//!
//! Data flow: games of [`Source`]s → a few quiet positions of each → blocks of coefficients, in memory or in a temporary
//! file ([`Positions`]) → loss and gradient (`loss`) → Adam with early stopping ([`fit`]) → weights with intervals
//! (`loss`) → a weights file ([`weights_file`]).

mod fit;
mod loss;
mod plan;
mod positions;
pub mod weights_file;

pub use crate::sampling::{Source, sources};
pub use fit::{Epoch, FittedWeight, TexelFit, Values, fit};
pub(crate) use plan::ParameterMap;
pub use plan::{TexelPlan, WeightBound};
pub use positions::{PositionRow, PositionTally, Positions, collect};
