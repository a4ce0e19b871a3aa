//! Tuning recovers known parameters, and interrupted runs resume to the same bytes.

// Tests write no results, so that they may use `std::fs`.
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
