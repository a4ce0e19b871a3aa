//! Playing a match until its test decides.

use super::{Control, Event, Executor, Observer, RunError, play};
use crate::record::archive::Archive;
use crate::sprt_tracker::SprtTracker;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use tradewind_stats::Tally;

/// Plays what is missing of a match into its folder until its test decides, a player has forfeited both games of the first pair,
/// or all of its pairs are played, by an executor. Returns what was counted; `None` when it was
/// stopped before.
///
/// # Errors
/// As [`play`].
pub fn play_match(
    archive: &Archive<'_>,
    executor: &Executor,
    observer: &impl Observer,
) -> Result<Option<Tally>, RunError> {
    let experiment = archive.experiment();
    let sprt = experiment.sprt();
    let tracker = Mutex::new(SprtTracker::new(sprt));
    let control = Control::new(executor);
    observer.begins(experiment, archive.folder());
    let missing = play(archive, 0..experiment.all_pairs(), &control, &|happened| {
        if let Event::Found(games) | Event::Played(games) = &happened {
            let mut tracker = tracker.lock().expect("counting does not panic");
            let mut last = None;
            tracker.take(games, |tally| last = Some(*tally));
            if let Some(end) = tracker.end() {
                control.end.store(end, Ordering::Relaxed);
            }
            if let Some(tally) = last {
                observer.stands(experiment, &tally);
            }
        }
        observer.event(&happened);
    });
    observer.ends();
    let tracker = tracker.into_inner().expect("counting does not panic");
    Ok((missing? == 0).then(|| *tracker.tally()))
}
