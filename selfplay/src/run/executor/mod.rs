//! Executors play the games of a run: the threads of this process, or another program.

mod message;
mod program;
#[cfg(test)]
mod simulation;
mod unit;
mod workers;

pub use message::{FromExecutor, PROTOCOL, ToExecutor};
pub use program::{ExecutorError, ExecutorProgram};
pub use unit::{check_unit, play_unit};
pub use workers::{WorkerTally, Workers};

use unit::UnitFiles;

use super::progress::Progress;
use super::{Event, RunError};
use crate::play::GameRunner;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The place where games are played: threads or a program. Clones share its stop flag.
#[derive(Clone, Debug, Default)]
pub struct Executor {
    stop: Arc<AtomicBool>,
    program: Option<Arc<ExecutorProgram>>,
}

impl Executor {
    /// The threads of this process, until `stop` is set.
    pub fn threads(stop: Arc<AtomicBool>) -> Executor {
        Executor {
            stop,
            program: None,
        }
    }

    /// Another program, until `stop` is set.
    pub fn program(stop: Arc<AtomicBool>, program: ExecutorProgram) -> Executor {
        Executor {
            stop,
            program: Some(Arc::new(program)),
        }
    }

    /// Whether games are played on the threads of this process.
    pub(super) fn is_threads(&self) -> bool {
        self.program.is_none()
    }

    /// The stop flag.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Plays all missing pairs until the stop flag is set. Units that workers have finished for a run
/// that was killed are added first.
pub(super) fn play(progress: &mut Progress<'_, impl Fn(Event<'_>) + Sync>) -> Result<(), RunError> {
    let files = UnitFiles::new(progress.archive)?;
    for file in files.existing()? {
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
    Ok(files.remove_all()?)
}

/// Plays the missing pairs on the threads of the current rayon pool.
fn play_on_threads(progress: &Progress<'_, impl Fn(Event<'_>) + Sync>) -> Result<(), RunError> {
    let executor = &progress.control.executor;
    let runner = GameRunner::new(progress.archive.experiment(), executor.stop());
    let failure: Mutex<Option<RunError>> = Mutex::new(None);
    let failed = AtomicBool::new(false);
    let halt = || executor.is_stopped() || failed.load(Ordering::Relaxed);
    let missing = (progress.missing()).take_while(|&pair| !halt() && progress.is_wanted(pair));
    missing.par_bridge().for_each(|pair| {
        let is_unwanted = || halt() || !progress.is_wanted(pair);
        let Some(games) = runner.play(pair, &is_unwanted) else {
            return;
        };
        if let Err(error) = progress.add(games) {
            failed.store(true, Ordering::Relaxed);
            let mut failure = failure.lock().expect("no thread panics with it");
            failure.get_or_insert(error);
        }
    });
    let failure = failure.into_inner().expect("no thread panics with it");
    failure.map_or(Ok(()), Err)
}
