//! The course of a run: which pairs are still to come, and where those go that have been played.

use super::chunks::{OpenChunks, Present};
use super::{Control, Event, RunError};
use crate::record::GameRecord;
use crate::record::archive::Archive;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// What an executor needs to know of a run, and where its games go.
pub(super) struct RunCourse<'r, E> {
    pub(super) pairs: Range<u64>,
    pub(super) present: &'r Present,
    pub(super) open: OpenChunks<'r, 'r>,
    pub(super) control: &'r Control,
    pub(super) event: &'r E,
    /// Pairs that workers had finished for an earlier run.
    pub(super) adopted: BTreeSet<u64>,
    pub(super) played: AtomicU64,
}

impl<'r, E: Fn(Event<'_>) + Sync> RunCourse<'r, E> {
    /// The folder of games and its experiment.
    pub(super) fn archive(&self) -> &'r Archive<'r> {
        self.open.archive()
    }

    /// The pairs that are to be played, in their order.
    pub(super) fn missing(&self) -> impl Iterator<Item = u64> + Send + '_ {
        let is_there = |&pair: &u64| self.present.has(pair) || self.adopted.contains(&pair);
        self.pairs.clone().filter(move |pair| !is_there(pair))
    }

    /// Whether a pair is still wanted.
    pub(super) fn is_wanted(&self, pair: u64) -> bool {
        self.control.is_wanted(pair)
    }

    /// Takes a pair that has been played, each but once.
    pub(super) fn take(&self, games: [GameRecord; 2]) -> Result<(), RunError> {
        self.tell(Event::Played(&games));
        self.played.fetch_add(1, Ordering::Relaxed);
        self.open.add(games)
    }

    /// Takes a pair that was played for an earlier run, if it is missing here.
    pub(super) fn adopt(&mut self, games: [GameRecord; 2]) -> Result<(), RunError> {
        let pair = games[0].pair();
        let is_missing = self.pairs.contains(&pair) && !self.present.has(pair);
        if is_missing && self.is_wanted(pair) && self.adopted.insert(pair) {
            self.take(games)?;
        }
        Ok(())
    }

    /// Tells what happened.
    pub(super) fn tell(&self, event: Event<'_>) {
        (self.event)(event);
    }
}
