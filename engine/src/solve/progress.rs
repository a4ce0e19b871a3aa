//! The share of the work that is done, for reports of progress.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A receiver of the share of the work that is done, from 0 to 1. It is called from all threads.
pub type Report<'r> = &'r (dyn Fn(f64) + Sync);

/// A part of the work.
pub(super) struct Stage<'r> {
    report: Report<'r>,
    /// The shares of all work at its beginning and at its end.
    ends: [f64; 2],
    /// The units of work in it, and those that are done.
    all: u64,
    done: AtomicU64,
}

impl<'r> Stage<'r> {
    /// Finding the positions. The other parts follow in this order.
    pub const POSITIONS: [f64; 2] = [0.0, 0.3];
    /// Counting the moves of all positions.
    pub const MOVES: [f64; 2] = [0.3, 0.6];
    /// Listing the predecessors of all positions.
    pub const PREDECESSORS: [f64; 2] = [0.6, 0.9];
    /// Finding the values of all positions.
    pub const VALUES: [f64; 2] = [0.9, 1.0];

    pub fn new(report: Report<'r>, ends: [f64; 2], all: u64) -> Stage<'r> {
        Stage {
            report,
            ends,
            all,
            done: AtomicU64::new(0),
        }
    }

    /// Adds finished units.
    pub fn add(&self, units: u64) {
        let done = self.done.fetch_add(units, Relaxed) + units;
        let [begin, end] = self.ends;
        let share = (done as f64 / self.all.max(1) as f64).min(1.0);
        (self.report)(begin + share * (end - begin));
    }
}
