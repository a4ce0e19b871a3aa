//! Runs: playing the pairs of an experiment in parallel into a folder.
//!
//! Executors play pairs in order, so that only a few chunks are open at a time. A chunk is written
//! when it is complete, and unfinished chunks are saved every ten seconds and when the run is stopped.
//! Existing pairs are not played again.

mod executor;
mod lock;
mod matches;
mod merge;
mod pilot;
mod progress;

pub use executor::{
    Executor, ExecutorError, ExecutorProgram, FromExecutor, PROTOCOL, ToExecutor, WorkerTally,
    Workers, check_unit, play_unit,
};
pub use lock::{LockError, lock_for_plan};
pub use matches::{play_batch, play_match};
pub use merge::{MergeError, merge, take_games};
pub use pilot::{Pilot, PilotScore, Scatter, pilot};

use crate::experiment::Experiment;
use crate::record::archive::Archive;
use crate::record::{GameRecord, RecordError};
use lock::lock_for_run;
use progress::{Present, Progress};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tradewind_files::FileError;
use tradewind_stats::Tally;

/// Shard `index` of `count` of an experiment, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The number of the shard.
    pub index: u64,
    /// The number of shards.
    pub count: u64,
}

impl Shard {
    /// The only shard.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// The pairs of the shard, of `all`.
    pub fn pairs(self, all: u64) -> Range<u64> {
        let bound =
            |index: u64| (u128::from(all) * u128::from(index) / u128::from(self.count)) as u64;
        bound(self.index - 1)..bound(self.index)
    }
}

/// The failure of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder cannot be taken.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file could not be written.
    #[error("{0}; the games played so far are kept: run the same command again to continue")]
    File(FileError),
    /// Files of games have disappeared: the first, and the number of others.
    #[error("{} {} disappeared during the run; run the same command again to replay these games", .0.display(), match .1 { 0 => "has".to_string(), others => format!("and {others} more have") })]
    Gone(PathBuf, usize),
    /// Another search has played part of the games.
    #[error(transparent)]
    AnotherSearch(RecordError),
    /// A file of games could not be read, or was damaged during the run.
    #[error("{0}; run the same command again")]
    Record(RecordError),
    /// The executor has failed.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
}

impl From<FileError> for RunError {
    fn from(error: FileError) -> RunError {
        RunError::File(error)
    }
}

/// An event of a run.
#[derive(Debug)]
pub enum Event<'r> {
    /// A pair exists already.
    Found(&'r [GameRecord; 2]),
    /// A pair has been played.
    Played(&'r [GameRecord; 2]),
    /// A damaged or foreign file was moved away; it will be written again.
    Quarantined {
        /// The fault of the file.
        fault: &'r str,
        /// The new path.
        to: &'r Path,
    },
    /// A unit failed and will be given out again.
    Failed {
        /// The pairs of the unit.
        pairs: &'r Range<u64>,
        /// The worker that failed.
        worker: &'r str,
        /// The cause.
        why: &'r str,
    },
    /// The work of each worker so far; reported every minute and at the end.
    Workers(&'r Workers),
}

/// Observes games while they are played, from all threads.
pub trait Observer: Sync {
    /// The games of an experiment are about to be played into a folder.
    fn begin(&self, _experiment: &Experiment, _folder: &Path) {}

    /// An event of the run.
    fn event(&self, _event: &Event<'_>) {}

    /// A new tally of a match.
    fn tally(&self, _experiment: &Experiment, _tally: &Tally) {}

    /// The run has ended: it is complete, was stopped, or failed.
    fn end(&self) {}
}

/// The executor of a run, and the pair at which it ends.
#[derive(Debug)]
pub struct Control {
    /// The place where games are played; its stop flag stops the run.
    pub executor: Executor,
    /// The first pair that is not wanted; it may be lowered during the run.
    pub end: AtomicU64,
}

impl Control {
    /// Control of a run in which every pair is wanted.
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

/// Plays the missing pairs of a range into a folder. Returns the number of pairs that are wanted
/// and still missing: not 0 if the run was stopped.
///
/// Events come from all threads, those of pairs in no particular order, each pair once.
///
/// # Errors
/// The folder cannot be locked, a file cannot be read or written, or the executor fails.
pub fn play(
    archive: &Archive<'_>,
    pairs: Range<u64>,
    control: &Control,
    event: &(impl Fn(Event<'_>) + Sync),
) -> Result<u64, RunError> {
    let (_lock, quarantined) = lock_for_run(archive)?;
    if let Some((fault, to)) = &quarantined {
        event(Event::Quarantined { fault, to });
    }
    let stop = control.executor.stop();
    let mut present = Present::read(archive, pairs.clone(), stop, event)?;
    if let Some(fault) = present.by_another_search.take() {
        let is_missing = |pair: u64| control.is_wanted(pair) && !present.has(pair);
        if !control.executor.is_stopped() && pairs.clone().any(is_missing) {
            return Err(RunError::AnotherSearch(fault));
        }
    }
    let mut progress = Progress::new(archive, pairs, present, control, event);
    let done = executor::play(&mut progress);
    // Whatever went wrong, the games played so far are kept.
    let saved = progress.save();
    done.and(saved)?;
    progress.check_files()?;
    let end = control.end.load(Ordering::Relaxed);
    if end < progress.pairs.end {
        progress::cut(archive, end)?;
        return Ok(0);
    }
    Ok(progress.missing_count())
}
