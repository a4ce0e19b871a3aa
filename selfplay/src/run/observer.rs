//! Telling somebody how games go.

use super::Event;
use crate::experiment::Experiment;
use std::path::Path;
use tradewind_stats::Tally;

/// Hears of games while they are played, from all threads.
pub trait Observer: Sync {
    /// The games of an experiment are about to be played into a folder.
    fn begins(&self, _experiment: &Experiment, _folder: &Path) {}

    /// Something has happened to them.
    fn event(&self, _event: &Event<'_>) {}

    /// The tally of a match has grown.
    fn stands(&self, _experiment: &Experiment, _tally: &Tally) {}

    /// No more are played: all are there, it was stopped, or it failed.
    fn ends(&self) {}
}
