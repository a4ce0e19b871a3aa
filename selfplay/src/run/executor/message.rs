//! The executor protocol: messages between a run and its executor, one JSON object per line.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The version of the executor protocol.
pub const PROTOCOL: u32 = 2;

/// A message to an executor, on its standard input. The end of input means that all units are
/// cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ToExecutor {
    /// The first message. It is repeated when the units of another folder follow.
    Begin {
        /// The version of the protocol.
        protocol: u32,
        /// The folder of the run, which workers read.
        folder: PathBuf,
        /// The path on this machine of the executable whose command `work` plays units.
        program: PathBuf,
        /// The signature of its search, which must be that of all workers.
        signature: String,
    },
    /// Requests a unit.
    Play {
        /// The number of the unit.
        unit: u64,
        /// The first pair, and the one after the last.
        pairs: [u64; 2],
        /// The file for its games.
        file: PathBuf,
    },
    /// Cancels a unit, which needs no answer.
    Cancel {
        /// The number of the unit.
        unit: u64,
    },
}

/// A message of an executor, on its standard output.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FromExecutor {
    /// The number of units that it wants at a time, from now on.
    Room {
        /// The number of units.
        units: u64,
    },
    /// A unit is done: its file exists.
    Done {
        /// The number of the unit.
        unit: u64,
        /// The playing time, without the start of the worker.
        seconds: f64,
        /// The worker that played it.
        worker: String,
    },
    /// A unit failed. It may be requested again.
    Failed {
        /// The number of the unit.
        unit: u64,
        /// The cause.
        why: String,
        /// The worker that failed.
        worker: String,
    },
}
