//! Estimates with intervals from the records of games.
//!
//! [`dataset`] reads each file of games once and replays each game once, and returns what was asked
//! for: outcomes and features of games, sampled positions, odds. Methods and metrics turn these into
//! [rows](row::Row), each of which is one number that can be read by itself.
//!
//! | rows about | from |
//! |---|---|
//! | results of games | [`outcomes`] |
//! | rule sets, by every metric, and their differences | [`compare`] |
//! | piece values, by every [method](estimators) | [`values`] |
//! | verdicts on claims of authors about their games | [`claims`] |
//! | all of it, for one folder of games | [`findings`] |
//!
//! [`planning`] estimates sample sizes, [`trial`] makes the experiment that tests a change of the rules.
//!
//! The unit of every interval is the *pair of games*; see [`tradewind_stats`]. Nothing here reads the
//! clock or prints. Every number is a pure function of the games and of the seed.
//!
//! ```no_run
//! use std::path::Path;
//! use tradewind_analysis::compare::{compare, wanted_by_comparison};
//! use tradewind_analysis::dataset;
//! use tradewind_selfplay::record::archive::{Archive, experiment_of};
//!
//! let folder = Path::new("out/scirocco-revision");
//! let experiment = experiment_of(folder)?;
//! let wanted = |pairing| wanted_by_comparison(&experiment, pairing);
//! let games = dataset::read(&Archive::new(&experiment, folder), wanted, |_| Ok(()))?;
//! for row in compare(&[games], &[])?.rows {
//!     println!("{} {} {}: {:?}", row.rules, row.condition, row.subject, row.estimate());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Tests leave no results: they may use the system's functions.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod claims;
pub mod compare;
pub mod dataset;
mod error;
pub mod estimators;
pub mod findings;
pub mod leads;
pub mod metric;
pub mod outcomes;
pub mod planning;
pub mod rounds;
pub mod row;
pub mod study;
pub mod trial;
pub mod values;
