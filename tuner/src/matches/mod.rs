//! Matches: one player against another, in pairs of games from one opening with colours
//! exchanged, until a sequential test decides or a number of pairs is played.

mod power;
mod referee;
mod sprt;
mod tally;

pub use power::{normal_quantile, pairs_for_effect, score_of_elo};
pub use referee::{LlrPath, Referee, llr_path};
pub use sprt::{Scale, Sprt, Verdict, llr};
pub use tally::{Elo, Tally};
