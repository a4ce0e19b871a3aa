//! Estimates with intervals, and tests; nothing here knows about chess.
//!
//! The *pair* of games is the unit of every interval. Two games from one opening with colours
//! exchanged are correlated, and the positions of one game share its result; intervals that treat
//! them as independent would be too narrow. Every number is a pure function of the input and of the
//! seed, bit for bit the same on any number of threads.
//!
//! ```
//! use tradewind_stats::{Samples, coefficients::Coefficients, logistic::FitOptions};
//! use tradewind_stats::regression::{fit, sandwich};
//!
//! // White's pawns and knights minus Black's, and White's result, by pairs of games.
//! let mut samples = Samples::new(vec!["pawn".into(), "knight".into()])?;
//! for pair in 0..200 {
//!     let differences = [(pair % 3) as i8 - 1, (pair % 5) as i8 - 2];
//!     let ahead = 1 * differences[0] + 3 * differences[1] + (pair % 7) as i8 - 3;
//!     samples.push(pair, if ahead > 0 { 1.0 } else { 0.0 }, &differences)?;
//! }
//! let fitted = fit(&samples, &FitOptions::default())?;
//! let estimated: Coefficients = sandwich(&samples, &fitted);
//! // Coefficient 0 is the first move.
//! let knight_in_pawns = estimated.ratio(&[(2, 1.0)], &[(1, 1.0)]).expect("a pawn has a clear value");
//! assert!(knight_in_pawns.covers(3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Tests leave no results: they may use the system's functions.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod bootstrap;
mod bradley_terry;
pub mod coefficients;
pub mod estimate;
mod growth;
pub mod logistic;
mod means;
pub mod regression;
pub mod samples;
pub mod significance;
mod sprt;
pub mod symmetric;
mod tally;

pub use bootstrap::{Bootstrap, BootstrapOptions};
pub use bradley_terry::{Anchor, BradleyTerryError, MatchTally, bradley_terry};
pub use coefficients::Coefficients;
pub use estimate::Estimate;
pub use growth::{Growth, Level};
pub use logistic::{FitError, FitOptions, logistic};
pub use means::{
    CLUSTERS, Contrast, MIN_COMPARED_PAIRS, Mean, MeanSums, PairSums, Total, Variance,
    WeightedMean, mean_of_players, quantiles,
};
pub use regression::{ChosenPairs, PairSummary, RegressionFit};
pub use samples::Samples;
pub use significance::pairs_for_effect;
pub use sprt::{Sprt, SprtModel, SprtVerdict, llr};
pub use symmetric::{CholeskyFactor, Symmetric};
pub use tally::{Elo, Tally, elo_of_score, score_of_elo};
