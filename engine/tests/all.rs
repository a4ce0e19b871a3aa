//! The tests of the engine in one program, which is compiled and linked once.

// Tests leave no results: they may use the system's functions.
#![allow(clippy::disallowed_methods)]

mod diagrams;
mod differential;
mod effects;
mod examples;
mod faults;
mod perft;
mod properties;
mod reference;
mod search;
mod solved;
mod standard_perft;
