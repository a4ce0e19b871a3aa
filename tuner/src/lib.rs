//! From games to a better player: [`texel`] fits evaluation weights to them, [`spsa`] finds search
//! parameters by matches, and [`generations`] plays, fits and tests again and again.

pub mod generations;
pub mod spsa;
pub mod texel;
