//! Playing pairs that are counted and not kept.

use super::{Control, Event, Executor, RunError, play};
use crate::experiment::{Experiment, scheduled_pair};
use crate::files::remove_folder;
use crate::play::GameRunner;
use crate::record::GameRecord;
use crate::record::archive::Archive;
use crate::sprt_tracker::tally;
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use tradewind_stats::Tally;

/// Plays some pairs of an experiment and counts them: a tally for each pairing. `None` when it was stopped before.
/// An unfinished game counts as drawn.
///
/// Threads of this process keep nothing. Where another program has the games played, `folder` is there meanwhile: what
/// it held before is lost.
///
/// # Errors
/// As [`play`]. The folder cannot be removed.
pub fn play_batch(
    experiment: &Experiment,
    pairs: Range<u64>,
    folder: &Path,
    executor: &Executor,
    event: &(impl Fn(Event<'_>) + Sync),
) -> Result<Option<Vec<Tally>>, RunError> {
    let pairings = experiment.pairings();
    let none = || vec![Tally::default(); pairings.len()];
    let count = |tallies: &mut Vec<Tally>, games: &[GameRecord; 2]| {
        let place = scheduled_pair(&pairings, games[0].pair()).place;
        tallies[place].join(&tally(games));
    };
    if executor.is_here() {
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
            // A batch is short, and another one follows.
            Event::Workers(_) => return,
            _ => {}
        }
        event(happened);
    })?;
    remove_folder(folder)?;
    let tallies = tallies.into_inner().expect("counting does not panic");
    Ok((missing == 0).then_some(tallies))
}
