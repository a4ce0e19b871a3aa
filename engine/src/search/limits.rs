//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search; without any it goes on to the largest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most positions to look at.
    pub nodes: Option<u64>,
    /// The most plies to search.
    pub depth: Option<u32>,
    /// How long to think. Results then differ from machine to machine.
    pub time: Option<Duration>,
    /// Set from elsewhere to stop at once.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The largest depth of a search.
pub(super) const MOST_DEPTH: u32 = 100;

/// How often the clock and the stop flag are looked at, in nodes.
const LOOK_EVERY: u64 = 1024;

/// Limits while a search is on.
#[derive(Debug)]
pub(super) struct Budget {
    nodes: u64,
    pub depth: u32,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    spent: bool,
}

impl Budget {
    pub(super) fn new(limits: &Limits) -> Budget {
        Budget {
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH),
            deadline: limits.time.map(|time| Instant::now() + time),
            stop: limits.stop.clone(),
            spent: false,
        }
    }

    /// Whether the search must end, after so many nodes.
    #[inline(always)]
    pub(super) fn is_spent(&mut self, nodes: u64) -> bool {
        if nodes >= self.nodes {
            self.spent = true;
        } else if nodes.is_multiple_of(LOOK_EVERY) {
            self.look();
        }
        self.spent
    }

    /// Looks at the clock and the stop flag.
    pub(super) fn look(&mut self) {
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let told = (self.stop.as_ref()).is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.spent |= late || told;
    }

    pub(super) fn was_spent(&self) -> bool {
        self.spent
    }
}
