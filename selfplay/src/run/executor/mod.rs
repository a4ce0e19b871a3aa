//! Where the games of a run are played: on the threads of this process, or by another program.

mod here;
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

use super::course::RunCourse;
use super::{Event, RunError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where games are played, and whether they are to stop. Clones are one: to stop one stops all.
#[derive(Clone, Debug, Default)]
pub struct Executor {
    stop: Arc<AtomicBool>,
    program: Option<Arc<ExecutorProgram>>,
}

impl Executor {
    /// The threads of this process, until `stop` is set.
    pub fn here(stop: Arc<AtomicBool>) -> Executor {
        Executor {
            stop,
            program: None,
        }
    }

    /// A program that has games played elsewhere, until `stop` is set.
    pub fn program(stop: Arc<AtomicBool>, program: ExecutorProgram) -> Executor {
        Executor {
            stop,
            program: Some(Arc::new(program)),
        }
    }

    /// Whether games are played on the threads of this process.
    pub(super) fn is_here(&self) -> bool {
        self.program.is_none()
    }

    /// What is set when games are to stop.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Whether games are to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Has everything played that is missing, until it is to stop. What workers have finished for a run that was killed is
/// taken first.
pub(super) fn play(course: &mut RunCourse<'_, impl Fn(Event<'_>) + Sync>) -> Result<(), RunError> {
    let files = UnitFiles::new(course.archive())?;
    for file in files.there()? {
        // One that is wrong is played again.
        for games in files.read(&file).unwrap_or_default() {
            course.adopt(games)?;
        }
        files.remove(&file);
    }
    let executor = &course.control.executor;
    match &executor.program {
        Some(program) => program.play(course, &files)?,
        None => here::play(course)?,
    }
    if executor.is_stopped() {
        return Ok(());
    }
    Ok(files.remove_all()?)
}
