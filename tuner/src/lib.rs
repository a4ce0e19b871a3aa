//! Tuning from games: [`texel`] fits evaluation weights, [`network`] trains networks, [`spsa`] tunes search parameters by
//! matches, [`generations`] is the loop of self-play, fit and match, and [`recipes`] train a player for any rule set.
//!
//! ```no_run
//! use std::path::Path;
//! use tradewind_engine::{Rules, evaluation::Weights};
//! use tradewind_selfplay::record::archive::{Archive, experiment_of};
//! use tradewind_tuner::texel::{TexelPlan, collect, fit, sources};
//!
//! let rules = Rules::load("rococo", &[])?;
//! let begin = Weights::linear(rules.spec());
//! let plan = TexelPlan::DEFAULT;
//! let experiment = experiment_of(Path::new("out/rococo"))?;
//! let archives = [Archive::new(&experiment, Path::new("out/rococo"))];
//! let positions = collect(&sources(&archives, &[], &rules)?, &begin, &plan, |_| true)?;
//! let fitted = fit(&positions.expect("not stopped"), rules.spec(), &begin, &plan, |_| true)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Tests write no results, so that they may use `std::fs`.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod adam;
mod error;
pub mod generations;
mod match_test;
pub mod network;
pub mod recipes;
mod sampling;
pub mod spsa;
pub mod texel;

pub use error::TunerError;
pub use match_test::MatchTest;
