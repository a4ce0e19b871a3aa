//! Limits of a search: nodes, depth, time, and the stop flag.

use crate::moves::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The default overhead per move between two programs, in milliseconds.
pub const MOVE_OVERHEAD: u64 = 30;
/// The number of moves that the time left must last, by default.
const MOVES: u64 = 30;
/// The maximum time, in milliseconds: a year.
const LONGEST: u64 = 365 * 24 * 3600 * 1000;

fn milliseconds(time: u64) -> Duration {
    Duration::from_millis(time.clamp(1, LONGEST))
}

/// The limits of a search. Without any, it ends at the maximum depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum time. With it, results differ from machine to machine.
    pub time: Option<Duration>,
    /// Time after which no new depth begins; less if the best move is stable, more if it changes or
    /// its score falls.
    pub soft_time: Option<Duration>,
    /// Stops the search when another thread sets it.
    pub stop: Option<Arc<AtomicBool>>,
    /// The root moves to search; all legal moves if empty.
    pub root_moves: Vec<Move>,
}

impl Limits {
    /// A fixed number of milliseconds.
    pub fn of_time(time: u64) -> Limits {
        Limits {
            time: Some(milliseconds(time)),
            ..Limits::default()
        }
    }

    /// The time for a move by the clock: time left, increment and overhead per move, in milliseconds,
    /// and the moves to go to the next time control, if known.
    pub fn of_clock(left: u64, increment: u64, moves_to_go: Option<u64>, overhead: u64) -> Limits {
        let left = left.min(LONGEST).saturating_sub(overhead);
        let moves = moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        // Some time must remain for later moves.
        let share = if moves == 1 { left } else { left / 2 };
        let share_of_move = left / moves + increment.min(LONGEST) / 4 * 3;
        Limits {
            // The last depth ends after it.
            soft_time: Some(milliseconds(share_of_move.min(share) * 6 / 10)),
            time: Some(milliseconds((share_of_move * 3).min(share))),
            ..Limits::default()
        }
    }

    pub(super) fn of_root(&self, legal: &[Move]) -> Vec<Move> {
        let is_wanted = |one: &&Move| self.root_moves.is_empty() || self.root_moves.contains(one);
        legal.iter().filter(is_wanted).copied().collect()
    }
}

/// The percentage of the soft time to use, by the number of depths for which the best move has been
/// stable.
const BY_STABILITY: [u32; 6] = [160, 130, 110, 90, 80, 70];

const MAX_DEPTH: u32 = 100;

/// The clock and the stop flag are polled once in this many nodes.
const POLL_INTERVAL: u64 = 1024;

#[derive(Debug, Default)]
pub(super) struct TimeManager {
    max_nodes: u64,
    pub max_depth: u32,
    deadline: Option<Instant>,
    soft_time: Option<Duration>,
    best_move: Option<Move>,
    /// Depths for which the best move has been the same.
    stability: usize,
    last_score: i32,
    /// The fall of the score at the last depth, in centipawns.
    score_drop: i32,
    stop: Option<Arc<AtomicBool>>,
    pub is_stopped: bool,
}

impl TimeManager {
    pub(super) fn new(limits: &Limits) -> TimeManager {
        TimeManager {
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            max_depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            deadline: limits.time.map(|time| Instant::now() + time),
            soft_time: limits.soft_time,
            stop: limits.stop.clone(),
            ..TimeManager::default()
        }
    }

    /// Whether the search must stop after this many nodes.
    #[inline(always)]
    pub(super) fn must_stop(&mut self, nodes: u64) -> bool {
        if nodes >= self.max_nodes {
            self.is_stopped = true;
        } else if nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.is_stopped
    }

    pub(super) fn poll(&mut self) {
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let is_stopped = (self.stop.as_ref()).is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.is_stopped |= late || is_stopped;
    }

    /// Records the best move of a depth and its score.
    pub(super) fn note_best(&mut self, best: Move, score: i32) {
        if self.best_move == Some(best) {
            self.stability += 1;
            self.score_drop = self.last_score - score;
        } else {
            self.stability = 0;
            self.score_drop = 0;
        }
        self.best_move = Some(best);
        self.last_score = score;
    }

    /// Whether no new depth should begin.
    pub(super) fn is_enough(&self, elapsed: Duration) -> bool {
        let Some(soft_time) = self.soft_time else {
            return false;
        };
        let last = BY_STABILITY.len() - 1;
        let percent = BY_STABILITY[self.stability.min(last)] + self.score_drop.clamp(0, 60) as u32;
        elapsed >= soft_time * percent / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_never_overdrawn() {
        for left in [0, 1, 29, 40, 100, 1000, 60_000, u64::MAX] {
            for increment in [0, 100, 10_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let limits = Limits::of_clock(left, increment, moves_to_go, MOVE_OVERHEAD);
                    let [optimum, maximum] =
                        [limits.soft_time, limits.time].map(|time| time.expect("a limit"));
                    let bound = milliseconds(left.saturating_sub(MOVE_OVERHEAD));
                    assert!(optimum <= maximum && maximum <= bound, "{left}");
                }
            }
        }
    }
}
