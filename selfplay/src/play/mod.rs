//! Playing pairs of games: who plays ([`Player`], or another [`engine`]), from which [`openings`],
//! and when a game is broken off (`adjudication`). [`Table`] puts them together.

mod adjudication;
mod contestant;
pub mod engine;
mod offspring;
pub mod openings;
mod player;
mod pool;
mod table;

pub use player::{Choice, Player};
pub use table::Table;
