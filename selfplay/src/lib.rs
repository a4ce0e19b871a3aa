//! Self-play: from an experiment to the records of its games.
//!
//! An [`experiment`] is a file whose games are numbered. [`play`] plays pair `n` as a pure function
//! of the file and `n`. A [`run`] plays pairs in parallel into a folder of [`record`]s in Parquet
//! files, written atomically, and does not repeat existing ones. [`sprt_tracker`] counts the pairs
//! of a match.
//!
//! ```
//! use std::path::Path;
//! use tradewind_selfplay::experiment::Experiment;
//! use tradewind_selfplay::record::archive::Archive;
//! use tradewind_selfplay::run::{Control, Executor, play};
//!
//! let text = r#"
//! name = "ten pairs"
//! seed = 1
//! pairs = 10
//! ply_cap = 60
//! [rules]
//! id = "shatranj"
//! [player]
//! nodes = 5
//! [opening]
//! plies = 4
//! "#;
//! let experiment = Experiment::parse("ten.toml", text.to_string(), Path::new(""))?;
//! let folder = tempfile::tempdir()?;
//! let archive = Archive::new(&experiment, folder.path());
//! let missing = play(&archive, 0..10, &Control::new(&Executor::default()), &|_| {})?;
//! assert_eq!((missing, archive.count()?), (0, 20));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Tests write no results, so they may use the system's functions.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

/// The version of the program since which an experiment plays the same games, training makes the same
/// players, and records have the same form. A release that changes any of these changes it.
pub const GAMES_VERSION: &str = "0.2.0";

pub mod experiment;
pub mod odds;
pub mod play;
mod process;
pub mod record;
pub mod run;
pub mod sprt_tracker;
