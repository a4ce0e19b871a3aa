//! Estimates with intervals, and tests. The *pair* of games is the unit of every interval: two games
//! from one opening with colours exchanged share it, and the positions of one game share its result;
//! intervals that took them as independent would be too narrow. Nothing here knows about chess.
//!
//! Every number is a pure function of the input and of the seed, the same bit for bit on any number of
//! threads.
//!
//! ```
//! use tradewind_stats::{Samples, coefficients::Coefficients, logistic::FitOptions};
//! use tradewind_stats::{regression::fit, sandwich::sandwich};
//!
//! // White's pawns and knights less Black's, and White's result, by pairs of games.
//! let mut samples = Samples::new(vec!["pawn".into(), "knight".into()])?;
//! for pair in 0..200 {
//!     let differences = [(pair % 3) as i8 - 1, (pair % 5) as i8 - 2];
//!     let ahead = 1 * differences[0] + 3 * differences[1] + (pair % 7) as i8 - 3;
//!     samples.push(pair, if ahead > 0 { 1.0 } else { 0.0 }, &differences)?;
//! }
//! let fitted = fit(&samples, &FitOptions::default())?;
//! let known: Coefficients = sandwich(&samples, &fitted);
//! // Coefficient 0 is the first move.
//! let knight_in_pawns = known.ratio(&[(2, 1.0)], &[(1, 1.0)]).expect("a pawn is clearly worth something");
//! assert!(knight_in_pawns.covers(3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Tests leave no results: they may use the system's functions.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod bootstrap;
mod bradley_terry;
mod cluster_mean;
pub mod coefficients;
mod contrast;
pub mod estimate;
mod growth;
pub mod logistic;
mod mean_sums;
mod pair_summary;
mod pair_sums;
mod player_sample;
mod power;
mod quantiles;
pub mod regression;
pub mod samples;
pub mod sandwich;
pub mod significance;
mod sprt;
pub mod symmetric;
mod tally;

pub use bootstrap::{Bootstrap, BootstrapOptions};
pub use bradley_terry::{BradleyTerryError, MatchTally, bradley_terry};
pub use cluster_mean::{MIN_COMPARED_PAIRS, Mean};
pub use coefficients::Coefficients;
pub use contrast::{Contrast, Part};
pub use estimate::Estimate;
pub use growth::{Growth, Rung};
pub use logistic::{FitError, FitOptions, logistic};
pub use mean_sums::{CLUSTERS, MeanSums};
pub use pair_summary::PairSummary;
pub use pair_sums::PairSums;
pub use player_sample::{SampleVariance, mean_of_players};
pub use power::pairs_for_effect;
pub use quantiles::quantiles;
pub use regression::{ChosenPairs, RegressionFit};
pub use samples::Samples;
pub use sprt::{Sprt, SprtModel, SprtVerdict, llr};
pub use symmetric::{CholeskyFactor, Symmetric};
pub use tally::{Elo, Tally, score_of_elo};
