//! Methods recover known answers.

// Tests leave no results: they may use the system's functions.
#![allow(clippy::disallowed_methods)]

mod comparison;
mod coverage;
mod in_hand;
mod judgement;
mod leads;
mod ledger;
mod many_games;
mod odds;
mod pairs;
mod phases;
mod played;
mod players;
mod quietness;
mod recovery;
mod simulation;
mod skill;
