//! Playing on the threads of this process.

use crate::play::GameRunner;
use crate::run::course::RunCourse;
use crate::run::{Event, RunError};
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays what is missing on the threads of the current rayon pool.
pub(super) fn play(course: &RunCourse<'_, impl Fn(Event<'_>) + Sync>) -> Result<(), RunError> {
    let executor = &course.control.executor;
    let runner = GameRunner::new(course.archive().experiment(), executor.stop());
    let failure: Mutex<Option<RunError>> = Mutex::new(None);
    let failed = AtomicBool::new(false);
    let halt = || executor.is_stopped() || failed.load(Ordering::Relaxed);
    let missing = (course.missing()).take_while(|&pair| !halt() && course.is_wanted(pair));
    missing.par_bridge().for_each(|pair| {
        let is_unwanted = || halt() || !course.is_wanted(pair);
        let Some(games) = runner.play(pair, &is_unwanted) else {
            return;
        };
        if let Err(error) = course.take(games) {
            failed.store(true, Ordering::Relaxed);
            let mut failure = failure.lock().expect("noting a failure does not panic");
            failure.get_or_insert(error);
        }
    });
    match failure
        .into_inner()
        .expect("noting a failure does not panic")
    {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
