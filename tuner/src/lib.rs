//! From games to a better player: [`texel`] fits evaluation weights to them, [`network`] teaches networks, [`spsa`] finds
//! search parameters by matches, [`generations`] plays, learns and tests again and again, and [`recipes`] train a
//! player for any rule set so.
//!
//! ```no_run
//! use std::path::Path;
//! use tradewind_engine::{Game, evaluation::Weights};
//! use tradewind_selfplay::record::archive::{Archive, experiment_of};
//! use tradewind_tuner::texel::{TexelPlan, collect, fit, sources};
//!
//! let game = Game::load("rococo", &[])?;
//! let begin = Weights::linear(game.spec());
//! let plan = TexelPlan::default();
//! let experiment = experiment_of(Path::new("out/rococo"))?;
//! let archives = [Archive::new(&experiment, Path::new("out/rococo"))];
//! let positions = collect(&sources(&archives, &game)?, &begin, &plan, |_| true)?;
//! let fitted = fit(&positions.expect("not stopped"), game.spec(), &begin, &plan, |_| true)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Tests leave no results: they may use the system's functions.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod generations;
mod match_test;
pub mod network;
pub mod recipes;
pub mod spsa;
pub mod texel;

pub use match_test::MatchTest;
