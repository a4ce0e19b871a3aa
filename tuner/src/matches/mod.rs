//! Matches: one player against another, in pairs of games from one opening with colours
//! exchanged, until a sequential test decides or a number of pairs is played.

mod pairing;
mod sprt;
mod tally;

pub use pairing::{Match, Side};
pub use sprt::{Scale, Sprt, Verdict, llr};
pub use tally::{Elo, Tally};
