//! The search and the evaluation: forced wins of every kind against a plain solver, limits, the
//! same result every time, legal moves only, and weights.

// Tests leave no results: they may use the system's functions.
#![allow(clippy::disallowed_methods)]

#[path = "search/board.rs"]
mod board;
#[allow(dead_code)]
#[path = "properties/random_games.rs"]
mod random_games;

mod search {
    mod announced;
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
}
