//! Odds games, and what they say about the pieces ([`fit()`]).
//!
//! Players of equal strength play from starts in which they have different material; colours are
//! exchanged within a pair. Each kind of odds is worth the sum of its pieces, and a little more or
//! less: how much pieces work together is no part of the model, so it is a random error of the
//! odds, whose size is estimated and goes into every interval.

mod fit;

pub use fit::{FittedOdds, OddsError, OddsFit, fit};
