//! What is said between a run and the program that has its games played: a JSON object a line.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The version of these messages.
pub const PROTOCOL: u32 = 2;

/// What a run says to its executor, on standard input. Its end means that no more is wanted: whatever is being played
/// is dropped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ToExecutor {
    /// The first line. It may come again when nothing is being played any more: units are then those of another folder.
    Begin {
        /// The version of these messages.
        protocol: u32,
        /// The folder of the experiment, which workers read.
        folder: PathBuf,
        /// The program that runs `work`, where it is on this machine.
        program: PathBuf,
        /// The signature of its search, which workers must have as well.
        signature: String,
    },
    /// A unit is to be played.
    Play {
        /// Its number.
        unit: u64,
        /// Its pairs: from the first one up to, and without, the second.
        pairs: [u64; 2],
        /// The file for its games.
        file: PathBuf,
    },
    /// A unit is not wanted any more; nothing needs to be said about it.
    Cancel {
        /// Its number.
        unit: u64,
    },
}

/// What an executor says, on standard output.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FromExecutor {
    /// How many units it wants to have at a time, from now on.
    Room {
        /// So many.
        units: u64,
    },
    /// The file of a unit is there.
    Done {
        /// Its number.
        unit: u64,
        /// How long it was played, without what it takes to start.
        seconds: f64,
        /// Who played it.
        worker: String,
    },
    /// A unit could not be played. It may be given out again.
    Failed {
        /// Its number.
        unit: u64,
        /// Why.
        why: String,
        /// Who tried.
        worker: String,
    },
}
