//! A method is shown to recover a known answer before it is used.

// Tests leave no results: they may use the system's functions.
#![allow(clippy::disallowed_methods)]

mod calibration;
mod comparison;
mod coverage;
mod ladders;
mod ledger;
mod many_games;
mod odds;
mod pairs;
mod phases;
mod played;
mod players;
mod quietness;
mod recovery;
mod settings;
mod simulation;
