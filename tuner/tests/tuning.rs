//! Tuning: known answers come back, and what is interrupted goes on to the same bytes.

// Tests leave no results: they may use the system's functions.
#![allow(clippy::disallowed_methods)]

#[path = "tuning/generations.rs"]
mod generations;
#[path = "tuning/messages.rs"]
mod messages;
#[path = "tuning/planted.rs"]
mod planted;
#[path = "tuning/recipes.rs"]
mod recipes;
#[path = "tuning/sampled.rs"]
mod sampled;
#[path = "tuning/spsa.rs"]
mod spsa;
#[path = "tuning/stopper.rs"]
mod stopper;
