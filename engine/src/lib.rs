//! The engine of Tradewind: rules of large chess variants as data, compiled to bitboard tables,
//! and the positions, moves and endings that follow from them.
//!
//! Data flow one way: [`powers`] say what pieces do beyond plain moves, [`rules`] reads and checks a rule file, [`tables`] compiles it for a board
//! of one, two or three words, [`position`] and the move generator play by the tables, and
//! [`Game`] and [`Play`] hide the size of the board from everything above.

mod betza;
pub mod board;
mod check;
mod drawing;
mod each_size;
mod effects;
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
pub mod position;
pub mod powers;
mod reach;
mod replay;
pub mod rules;
pub mod search;
mod search_params;
mod signature;
pub mod solve;
pub mod tables;
pub mod theory;

pub use check::{CheckError, check};
pub use effects::{MoveEffects, PowerUse};
pub use game::{Game, Play};
pub use moves::Move;
pub use perft::MAX_PERFT_DEPTH;
pub use piece::{Code, Color};
pub use position::{Ending, Outcome, PositionError};
pub use replay::{Replay, ReplayError};
pub use signature::{searches, signature};
