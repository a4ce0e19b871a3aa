//! Executors play the games of a run: the threads of this process, or another program.

mod program;
#[cfg(test)]
mod simulation;
mod unit;

pub use program::{ExecutorError, ExecutorProgram};
pub use unit::{check_unit, play_unit};

use super::RunError;
use super::progress::Progress;
use crate::play::GameRunner;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tradewind_files::{entries_in, remove_folder};
use unit::UnitFiles;

/// The place where games are played: threads or a program. Clones share its stop flag.
#[derive(Clone, Debug, Default)]
pub struct Executor {
    stop: Arc<AtomicBool>,
    /// When it stops by itself.
    end: Option<Instant>,
    pub(super) program: Option<Arc<ExecutorProgram>>,
}

impl Executor {
    /// The threads of this process, until `stop` is set.
    pub fn threads(stop: Arc<AtomicBool>) -> Executor {
        Executor {
            stop,
            end: None,
            program: None,
        }
    }

    /// Whether another program plays.
    pub fn is_program(&self) -> bool {
        self.program.is_some()
    }

    /// Another program, until `stop` is set.
    pub fn program(stop: Arc<AtomicBool>, program: ExecutorProgram) -> Executor {
        Executor {
            stop,
            end: None,
            program: Some(Arc::new(program)),
        }
    }

    /// The same executor, which is stopped at `end`.
    pub fn until(&self, end: Instant) -> Executor {
        Executor {
            end: Some(end),
            ..self.clone()
        }
    }

    /// The stop flag.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Whether the stop flag is set, or the time is over.
    pub fn is_stopped(&self) -> bool {
        let is_late = || self.end.is_some_and(|end| Instant::now() >= end);
        self.stop.load(Ordering::Relaxed) || is_late()
    }
}

/// Plays all missing pairs until the stop flag is set. Units that workers have finished for a run
/// that was killed are added first.
pub(super) fn play(progress: &mut Progress<'_>) -> Result<(), RunError> {
    let files = UnitFiles::new(progress.archive)?;
    for file in entries_in(&files.folder)? {
        // The pairs of a damaged file are played again.
        for games in files.read(&file).unwrap_or_default() {
            progress.adopt(games)?;
        }
        files.remove(&file);
    }
    let executor = &progress.control.executor;
    match &executor.program {
        Some(program) => program.play(progress, &files)?,
        None => play_on_threads(progress)?,
    }
    if executor.is_stopped() {
        return Ok(());
    }
    // A worker may still be about to write the file of a cancelled unit.
    Ok(remove_folder(&files.folder)?)
}

/// Plays the missing pairs on the threads of the current rayon pool.
fn play_on_threads(progress: &Progress<'_>) -> Result<(), RunError> {
    let executor = &progress.control.executor;
    let runner = GameRunner::new(progress.archive.experiment(), executor.stop());
    let failure: OnceLock<RunError> = OnceLock::new();
    let halt = || executor.is_stopped() || failure.get().is_some();
    let missing =
        (progress.missing()).take_while(|&pair| !halt() && progress.control.is_wanted(pair));
    missing.par_bridge().for_each(|pair| {
        let is_unwanted = || halt() || !progress.control.is_wanted(pair);
        if let Some(games) = runner.play(pair, &is_unwanted)
            && let Err(error) = progress.add(games)
        {
            // The first failure counts.
            let _ = failure.set(error);
        }
    });
    failure.into_inner().map_or(Ok(()), Err)
}

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

/// The work of one worker.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerTally {
    /// Its name, given by the executor.
    pub name: String,
    /// The number of units played.
    pub units: u64,
    /// The number of pairs played.
    pub pairs: u64,
    /// The time spent on them.
    pub seconds: f64,
    /// The number of failed units.
    pub failures: u64,
    /// The cause of the last failure; empty if there was none.
    pub why: String,
}

impl WorkerTally {
    /// Pairs per second of playing time; `None` before the first unit.
    pub fn pace(&self) -> Option<f64> {
        (self.units > 0).then(|| self.pairs as f64 / self.seconds.max(1e-3))
    }
}

/// The work of all workers of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Workers(BTreeMap<String, WorkerTally>);

impl Workers {
    fn done(&mut self, worker: &str, pairs: u64, seconds: f64) {
        let own = self.of(worker);
        own.units += 1;
        own.pairs += pairs;
        own.seconds += seconds;
    }

    fn failed(&mut self, worker: &str, why: &str) {
        let own = self.of(worker);
        own.failures += 1;
        own.why = why.to_string();
    }

    fn of(&mut self, worker: &str) -> &mut WorkerTally {
        let own = self.0.entry(worker.to_string()).or_default();
        own.name = worker.to_string();
        own
    }

    /// All workers, by name.
    pub fn all(&self) -> impl Iterator<Item = &WorkerTally> {
        self.0.values()
    }

    /// The median pace in pairs per second; `None` before the first unit.
    pub fn median_pace(&self) -> Option<f64> {
        let mut paces: Vec<f64> = self.all().filter_map(WorkerTally::pace).collect();
        paces.sort_by(f64::total_cmp);
        paces.get(paces.len() / 2).copied()
    }

    /// The workers with less than half of the median pace, the slowest first.
    pub fn slow(&self) -> Vec<&WorkerTally> {
        let median = self.median_pace().unwrap_or(0.0);
        let pace = |one: &WorkerTally| one.pace().unwrap_or(f64::INFINITY);
        let slow = self.all().filter(|one| pace(one) < 0.5 * median);
        let mut slow: Vec<&WorkerTally> = slow.collect();
        slow.sort_by(|one, other| pace(one).total_cmp(&pace(other)));
        slow
    }

    /// The workers that failed, the most frequent failures first.
    pub fn failing(&self) -> Vec<&WorkerTally> {
        let mut failing: Vec<&WorkerTally> = self.all().filter(|one| one.failures > 0).collect();
        failing.sort_by_key(|one| std::cmp::Reverse(one.failures));
        failing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_and_failing_workers_are_found() {
        let mut workers = Workers::default();
        assert!(workers.median_pace().is_none() && workers.slow().is_empty());
        for (name, pairs, seconds) in [
            ("a", 30, 10.0),
            ("b", 30, 11.0),
            ("c", 30, 9.0),
            ("d", 10, 9.0),
        ] {
            workers.done(name, pairs, seconds);
        }
        workers.failed("b", "no space left");
        workers.failed("e", "it was killed");
        workers.failed("e", "it is gone");
        let names = |all: Vec<&WorkerTally>| -> Vec<String> {
            all.iter().map(|one| one.name.clone()).collect()
        };
        assert_eq!(workers.median_pace(), Some(3.0));
        assert_eq!(names(workers.slow()), ["d"]);
        assert_eq!(names(workers.failing()), ["e", "b"]);
        assert_eq!(workers.failing()[0].why, "it is gone");
        assert_eq!(workers.all().count(), 5);
    }
}
