//! The search and the evaluation: forced wins of every kind against a plain solver, limits,
//! determinism, legal moves only, and weights.

mod announced;
mod board;
mod claims;
mod evaluation;
mod limits;
mod mates;
mod move_count;
mod origins;
mod playable;
mod proof;
mod repetition;
mod solver;
mod stalemate;
mod suite;
mod temperature;
mod threads;
mod weak_game;
mod weights;
mod wins;
