//! Statistics of pairs of games: estimates with intervals, Elo, sequential tests, and how many pairs
//! it takes.

pub mod estimate;
mod pair_sums;
mod power;
mod sprt;
mod tally;

pub use estimate::Estimate;
pub use pair_sums::PairSums;
pub use power::pairs_for_effect;
pub use sprt::{Scale, Sprt, Verdict, llr};
pub use tally::{Elo, Tally, score_of_elo};
