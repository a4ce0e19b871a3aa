//! Statistics of pairs of games: estimates with intervals, Elo, sequential tests, and how many pairs
//! it takes.

mod bradley_terry;
pub mod cholesky;
pub mod coefficients;
pub mod estimate;
mod pair_sums;
mod power;
mod sprt;
mod tally;

pub use bradley_terry::{BradleyTerryError, Meet, bradley_terry};
pub use cholesky::{Cholesky, packed};
pub use coefficients::Coefficients;
pub use estimate::Estimate;
pub use pair_sums::PairSums;
pub use power::pairs_for_effect;
pub use sprt::{Scale, Sprt, Verdict, llr};
pub use tally::{Elo, Tally, score_of_elo};
