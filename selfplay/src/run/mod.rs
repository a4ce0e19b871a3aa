//! Playing the pairs of an experiment in parallel into a folder.
//!
//! Executors take pairs in the order of their numbers, so only a few chunks are open at a time; a chunk
//! is written when its last pair is done, and what is open is saved from time to time and when the
//! run is stopped. What is there already is not played again.

mod batch;
mod chunks;
mod course;
mod executor;
mod lock;
mod matched;
mod merge;
mod observer;
mod pilot;

pub use batch::play_batch;
pub use executor::{
    Executor, ExecutorError, ExecutorProgram, FromExecutor, PROTOCOL, ToExecutor, WorkerTally,
    Workers, check_unit, play_unit,
};
pub use lock::{LockError, RunLock};
pub use lock::{clean, folders_in, lock_for_plan};
pub use matched::play_match;
pub use merge::{MergeError, merge};
pub use observer::Observer;
pub use pilot::{Pilot, PilotScore, Scatter, pilot};

use crate::files::FileError;
use crate::record::archive::Archive;
use crate::record::{GameRecord, RecordError};
use chunks::{OpenChunks, Present};
use course::RunCourse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A part of an experiment: shard `index` of `count`, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which one.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Shard {
    /// The only shard.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Its pairs, of so many.
    pub fn pairs(self, all: u64) -> Range<u64> {
        let bound =
            |index: u64| (u128::from(all) * u128::from(index) / u128::from(self.count)) as u64;
        bound(self.index - 1)..bound(self.index)
    }
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder cannot be taken.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file could not be written.
    #[error("{0}; what was played before is kept: run the same command again to go on")]
    File(FileError),
    /// Files of games are not there any more.
    #[error("{} {} gone while the run was on; run the same command again, and the games are played again", .first.display(), match .others { 0 => "has".to_string(), others => format!("and {others} more have") })]
    Gone {
        /// The first of them.
        first: PathBuf,
        /// How many others.
        others: usize,
    },
    /// Another search has played a part of the games.
    #[error(transparent)]
    AnotherSearch(RecordError),
    /// A file of games could not be read, or was damaged while the run was on.
    #[error("{0}; run the same command again")]
    Record(RecordError),
    /// The program that was to have them played has not.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
}

impl From<FileError> for RunError {
    fn from(error: FileError) -> RunError {
        RunError::File(error)
    }
}

/// What happens during a run.
#[derive(Debug)]
pub enum Event<'r> {
    /// A pair was there already.
    Found(&'r [GameRecord; 2]),
    /// A pair has been played.
    Played(&'r [GameRecord; 2]),
    /// A file was not what it should be and has been moved; it is made again.
    Quarantined {
        /// What was wrong with it.
        fault: &'r str,
        /// Where it is now.
        to: &'r Path,
    },
    /// Pairs could not be played where they were sent; they are sent out again.
    Failed {
        /// The pairs.
        pairs: &'r Range<u64>,
        /// Who tried.
        worker: &'r str,
        /// What went wrong.
        why: &'r str,
    },
    /// How much each worker has done by now; told now and then, and at the end.
    Workers(&'r Workers),
}

/// When a run ends before all of its pairs are played.
#[derive(Debug)]
pub struct Control {
    /// Where its games are played, and whether they are to stop, to be continued later.
    pub executor: Executor,
    /// Pairs from this one on are not wanted; it may be lowered during the run.
    pub end: AtomicU64,
}

impl Control {
    /// Every pair is wanted until the executor is to stop.
    pub fn new(executor: &Executor) -> Control {
        Control {
            executor: executor.clone(),
            end: AtomicU64::new(u64::MAX),
        }
    }

    fn is_wanted(&self, pair: u64) -> bool {
        pair < self.end.load(Ordering::Relaxed)
    }
}

/// Plays what is missing of a range of pairs into a folder, by the executor of `control`. Returns the number of pairs
/// that are wanted and still missing: not 0 when it was stopped.
///
/// Events come from all threads, those of pairs in no particular order, each pair once.
///
/// # Errors
/// The folder cannot be taken, or a file could not be read or written.
pub fn play(
    archive: &Archive<'_>,
    pairs: Range<u64>,
    control: &Control,
    event: &(impl Fn(Event<'_>) + Sync),
) -> Result<u64, RunError> {
    let lock = RunLock::new(archive)?;
    if let Some((fault, to)) = &lock.quarantined {
        event(Event::Quarantined {
            fault: fault.as_str(),
            to,
        });
    }
    let stop = control.executor.stop();
    let mut present = Present::look(archive, pairs.clone(), stop, event)?;
    let is_missing = |pair: u64| control.is_wanted(pair) && !present.has(pair);
    if present.by_another_search.is_some()
        && !control.executor.is_stopped()
        && pairs.clone().any(is_missing)
    {
        let fault = present.by_another_search.take();
        return Err(RunError::AnotherSearch(fault.expect("it is there")));
    }
    let mut course = RunCourse {
        open: OpenChunks::new(archive, &present, pairs.clone()),
        present: &present,
        pairs: pairs.clone(),
        control,
        event,
        adopted: BTreeSet::new(),
        played: AtomicU64::new(0),
    };
    let done = executor::play(&mut course);
    let RunCourse { open, played, .. } = course;
    // Whatever went wrong, what was played before is kept.
    let saved = open.save();
    done.and(saved)?;
    open.check()?;
    let end = control.end.load(Ordering::Relaxed);
    if end < pairs.end {
        chunks::cut(archive, end)?;
        return Ok(0);
    }
    let there = present.count() + played.into_inner();
    Ok(pairs.end - pairs.start - there)
}
