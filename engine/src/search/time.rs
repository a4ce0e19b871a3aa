//! When a search stops: limits of nodes, depth and time, and the stop flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search. Without any, it goes on to the maximum depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Time for the move. With it, results differ from machine to machine.
    pub time: Option<Duration>,
    /// Another thread sets this to stop the search at once.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The maximum depth of a search.
const MAX_DEPTH: u32 = 100;

/// The clock and the stop flag are polled once in this many nodes.
const POLL_INTERVAL: u64 = 1024;

/// The limits of a running search.
#[derive(Debug)]
pub(super) struct TimeManager {
    max_nodes: u64,
    pub max_depth: u32,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    stopped: bool,
}

impl TimeManager {
    pub(super) fn new(limits: &Limits) -> TimeManager {
        TimeManager {
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            max_depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            deadline: limits.time.map(|time| Instant::now() + time),
            stop: limits.stop.clone(),
            stopped: false,
        }
    }

    /// Whether the search must stop after this many nodes.
    #[inline(always)]
    pub(super) fn must_stop(&mut self, nodes: u64) -> bool {
        if nodes >= self.max_nodes {
            self.stopped = true;
        } else if nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped
    }

    /// Polls the clock and the stop flag.
    pub(super) fn poll(&mut self) {
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let told = (self.stop.as_ref()).is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.stopped |= late || told;
    }

    /// Whether a limit was reached.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }
}
