#![doc = include_str!("../README.md")]
// Some of the engine serves the search alone.
#![cfg_attr(not(feature = "search"), allow(dead_code, unused_imports))]

mod betza;
pub mod board;
mod by_width;
mod check;
mod deciding_fields;
mod drawing;
mod effects;
#[cfg(feature = "search")]
pub mod evaluation;
mod game;
pub mod input;
mod mobility;
mod movegen;
pub mod moves;
pub mod notation;
mod perft;
mod piece;
mod placement;
mod play;
mod position;
pub mod powers;
mod reach;
mod replay;
pub mod rules;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "search")]
mod search_params;
#[cfg(feature = "search")]
pub mod solve;
pub mod tables;
pub mod theory;

pub use check::{CheckError, check};
pub use effects::{MoveEffects, PowerUse};
pub use game::{Game, IllegalMove, Rules};
pub use moves::Move;
pub use perft::MAX_PERFT_DEPTH;
pub use piece::Color;
pub use position::{Ending, Outcome, PositionError};
pub use replay::{Replay, ReplayError};
#[cfg(feature = "search")]
pub use search::{searches, signature};
