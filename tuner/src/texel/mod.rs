//! Texel tuning (P. Österlund, 2014): the weights with which the evaluation of quiet positions best
//! foretells the results of the games that they come from.
//!
//! `positions` takes positions out of recorded games with the coefficients of their evaluation;
//! `fit` finds the weights without knowing what they stand for.

mod fit;
mod positions;

pub use fit::{Fit, fit};
pub use positions::{Positions, collect};
