//! The shares of the starting pieces on the board for which values by phase are given.

/// The standard one is the mean of all from two tenths to all pieces: values are standardised to it so that they do not
/// change with how long games last.
pub const STANDARD: f64 = 0.6;
/// The middlegame.
pub const MIDDLEGAME: f64 = 0.8;
/// The endgame.
pub const ENDGAME: f64 = 0.3;
