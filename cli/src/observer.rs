//! An observer that shows the progress of games on the screen.

use crate::progress::Progress;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::{Event, Observer};
use tradewind_stats::estimate::fixed;
use tradewind_stats::{Sprt, Tally};

/// Shows the progress of games.
#[derive(Default)]
pub struct Screen {
    progress: Mutex<Option<Progress>>,
}

impl Screen {
    fn progress(&self) -> MutexGuard<'_, Option<Progress>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Screen {
    fn begin(&self, experiment: &Experiment, folder: &Path) {
        let games = 2 * experiment.all_pairs();
        *self.progress() = Some(Progress::begin(experiment, games, folder));
    }

    fn event(&self, event: &Event<'_>) {
        if let Some(progress) = &*self.progress() {
            progress.note(event);
        }
    }

    fn tally(&self, experiment: &Experiment, tally: &Tally) {
        if let Some(progress) = &*self.progress() {
            progress.set_more(standing(tally, experiment.sprt()));
        }
    }

    fn end(&self) {
        if let Some(progress) = self.progress().take() {
            progress.finish();
        }
    }
}

/// The Elo difference and, with an SPRT, the log-likelihood ratio of a match.
pub fn standing(tally: &Tally, sprt: Option<Sprt>) -> String {
    let llr = sprt.map_or(String::new(), |sprt| {
        let (lower, upper) = sprt.bounds();
        let llr = fixed(sprt.llr(tally), 2);
        format!(", LLR {llr} [{lower:.2}, {upper:.2}]")
    });
    format!(", Elo {}{llr}", tally.elo().text(1))
}
