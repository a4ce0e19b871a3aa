//! Estimates with intervals, and tests. The *pair* of games is the unit of every interval: two games
//! from one opening with colours exchanged share it, and the positions of one game share its result;
//! intervals that took them as independent would be too narrow. Nothing here knows about chess.
//!
//! Every number is a pure function of the input and of the seed, the same bit for bit on any number of
//! threads.

pub mod bootstrap;
mod bradley_terry;
pub mod coefficients;
pub mod estimate;
pub mod logistic;
pub mod pair_estimates;
mod pair_sums;
mod power;
pub mod regression;
pub mod samples;
pub mod sandwich;
mod sprt;
pub mod symmetric;
mod tally;

pub use bootstrap::{Bootstrap, BootstrapOptions};
pub use bradley_terry::{BradleyTerryError, Meet, bradley_terry};
pub use coefficients::Coefficients;
pub use estimate::Estimate;
pub use logistic::{FitError, FitOptions, logistic};
pub use pair_sums::PairSums;
pub use power::pairs_for_effect;
pub use regression::Fit;
pub use samples::Samples;
pub use sprt::{Scale, Sprt, Verdict, llr};
pub use symmetric::{Factor, Symmetric};
pub use tally::{Elo, Tally, score_of_elo};
