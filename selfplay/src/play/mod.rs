//! Playing pairs of games: who plays ([`BuiltInPlayer`], or another [`engine`]), from which [`openings`],
//! and when a game is broken off (`adjudication`). [`GameRunner`] puts them together.

mod adjudication;
mod built_in;
mod clocks;
pub mod engine;
mod engine_log;
mod game_runner;
pub(crate) mod offspring;
mod opening;
mod opening_moves;
pub mod openings;
mod player;
mod pool;

pub use built_in::{BuiltInPlayer, Choice};
pub use clocks::{ClockTime, Clocks};
pub use game_runner::GameRunner;
