//! Playing pairs and counting them: matches until their test decides, and batches whose games are
//! not kept.

use super::{Control, Event, Executor, Observer, RunError, play};
use crate::experiment::Experiment;
use crate::play::GameRunner;
use crate::record::GameRecord;
use crate::record::archive::Archive;
use crate::sprt_tracker::{SprtTracker, tally};
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use tradewind_files::remove_folder;
use tradewind_stats::Tally;

/// Plays the missing pairs of a match until its test decides, a player has forfeited every game so
/// far, or all pairs are played. Returns the score; `None` if it was stopped earlier.
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
    observer.begin(experiment, archive.folder());
    let missing = play(archive, 0..experiment.all_pairs(), &control, &|happened| {
        if let Event::Found(games) | Event::Played(games) = &happened {
            let mut tracker = tracker.lock().expect("counting does not panic");
            let mut last = None;
            tracker.add(games, |tally| last = Some(*tally));
            if let Some(end) = tracker.end() {
                control.end.store(end, Ordering::Relaxed);
            }
            if let Some(tally) = last {
                observer.tally(experiment, &tally);
            }
        }
        observer.event(&happened);
    });
    observer.end();
    let tracker = tracker.into_inner().expect("counting does not panic");
    Ok((missing? == 0).then_some(tracker.tally))
}

/// Plays pairs of an experiment without keeping them, and returns a tally of each pairing; `None`
/// if it was stopped. An unfinished game counts as drawn.
///
/// An executor program needs `folder` meanwhile: it is removed before and afterwards.
///
/// # Errors
/// As [`play`], or the folder cannot be removed.
pub fn play_batch(
    experiment: &Experiment,
    pairs: Range<u64>,
    folder: &Path,
    executor: &Executor,
    event: &(impl Fn(Event<'_>) + Sync),
) -> Result<Option<Vec<Tally>>, RunError> {
    let pairings = experiment.pairings();
    let none = || vec![Tally::default(); pairings.len()];
    let count = |tallies: &mut [Tally], games: &[GameRecord; 2]| {
        let place = experiment.scheduled_pair(&pairings, games[0].pair()).place;
        tallies[place].join(&tally(games));
    };
    if executor.program.is_none() {
        let runner = GameRunner::new(experiment, executor.stop());
        let halt = || executor.is_stopped();
        let played = pairs.into_par_iter().map(|pair| runner.play(pair, &halt));
        let all = played.try_fold(none, |mut tallies, games| {
            count(&mut tallies, &games?);
            Some(tallies)
        });
        return Ok(all.try_reduce(none, |mut one, other| {
            for (tally, more) in one.iter_mut().zip(&other) {
                tally.join(more);
            }
            Some(one)
        }));
    }
    remove_folder(folder)?;
    let tallies = Mutex::new(none());
    let archive = Archive::new(experiment, folder);
    let missing = play(&archive, pairs, &Control::new(executor), &|happened| {
        match &happened {
            Event::Played(games) => {
                count(&mut tallies.lock().expect("counting does not panic"), games);
            }
            // Batches are short and numerous.
            Event::Workers(_) => return,
            _ => {}
        }
        event(happened);
    })?;
    remove_folder(folder)?;
    let tallies = tallies.into_inner().expect("counting does not panic");
    Ok((missing == 0).then_some(tallies))
}
