//! Playing pairs of games: [`GameRunner`] brings together the players (this program's search, or
//! another [`engine`]), their openings and clocks, and adjudication.

mod built_in;
mod clocks;
pub mod engine;
mod game_runner;
mod openings;

pub use game_runner::GameRunner;
