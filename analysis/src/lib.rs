//! From the records of games to estimates with intervals.
//!
//! [`dataset`] reads each file of games once and replays each game once, and gives what was asked for:
//! games, features of games, sampled positions, odds. From these come the results of an experiment
//! ([`results`]), rule sets compared ([`compare`]), piece values by several methods ([`values`]), and
//! verdicts on what authors say about their games ([`claims`]).
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
//! for difference in compare(&[games])?.differences.all {
//!     println!("{:?} p = {}", difference.estimate, difference.corrected);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod claims;
pub mod compare;
pub mod dataset;
pub mod notices;
pub mod odds;
pub mod outcomes;
pub mod piece_values;
pub mod players;
pub mod results;
pub mod values;

pub use outcomes::{GameRow, Outcomes};
pub use piece_values::{PieceValue, PieceValues, ValueOptions};
