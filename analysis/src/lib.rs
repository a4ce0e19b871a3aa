//! From the records of games to estimates with intervals.
//!
//! [`dataset`] reads each file of games once and replays each game once, and gives what was asked for:
//! outcomes and features of games, sampled positions, odds. Methods and metrics make rows of these: one
//! [number](row::Row) each with all that is needed to read it alone.
//!
//! | rows of | from |
//! |---|---|
//! | how games end | [`outcomes`] |
//! | rule sets, by every metric, and what differs between them | [`compare`] |
//! | piece values, by every [method](estimators) | [`values`] |
//! | verdicts on what authors say about their games | [`claims`] |
//!
//! [`findings`] is all of it for one folder of games. [`planning`] has the sample sizes, [`trial`] the experiment that tests a
//! change of the rules.
//!
//! The unit of every interval is the *pair of games*; see [`tradewind_stats`]. Nothing here reads the
//! clock, prints, or writes files. Every number is a pure function of the games and of the seed.
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

pub mod calibration;
pub mod claims;
pub mod compare;
pub mod dataset;
pub mod estimators;
pub mod findings;
pub mod leads;
pub mod metric;
pub mod outcomes;
pub mod planning;
pub mod row;
pub mod study;
pub mod trial;
pub mod values;
