//! The order in which moves are tried: the one remembered, good captures, killers, and quiet moves
//! by their history.

use super::table::short_key;
use crate::evaluation::Evaluator;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::tables::Rules;

/// The largest history of a move.
const MOST_HISTORY: i32 = 16_384;
/// Plies for which killers are kept.
const KILLER_PLIES: usize = 256;

/// What earlier cut-offs tell about quiet moves.
#[derive(Debug)]
pub(super) struct Ordering {
    /// By slot of the piece and its target square.
    history: Vec<i32>,
    killers: Vec<[Option<Move>; 2]>,
    /// By slot of the move before.
    answers: Vec<Option<Move>>,
}

/// Moves above this are captures that lose nothing.
pub(super) const GOOD_CAPTURE: i32 = 1_000_000;
/// Moves below this are captures that lose something.
pub(super) const BAD_CAPTURE: i32 = -1_000_000;

/// A node whose moves are put in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'p, const W: usize> {
    pub rules: &'p Rules<W>,
    pub position: &'p Position<W>,
    pub ply: usize,
    /// The slot of the move that led to it.
    pub before: Option<usize>,
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub one: Move,
    pub rank: i32,
}

impl Ordering {
    /// `slots` is the number of codes times that of squares.
    pub(super) fn new(slots: usize) -> Ordering {
        Ordering {
            history: vec![0; slots],
            killers: vec![[None; 2]; KILLER_PLIES],
            answers: vec![None; slots],
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.killers.fill([None; 2]);
        self.answers.fill(None);
    }

    /// Begins another search: old histories count for less.
    pub(super) fn grow_older(&mut self) {
        self.history.iter_mut().for_each(|history| *history /= 4);
        self.killers.fill([None; 2]);
    }

    /// The slot of a move, which stands for its piece and target.
    #[inline(always)]
    pub(super) fn slot<const W: usize>(
        rules: &Rules<W>,
        position: &Position<W>,
        one: Move,
    ) -> usize {
        match one.kind {
            MoveKind::Pass => 0,
            _ => rules.slot(position.at(one.from), one.to),
        }
    }

    /// Gives each move its place in the order; the one with the short key `known` comes first.
    pub(super) fn rank<const W: usize>(
        &self,
        spot: Spot<'_, W>,
        evaluator: &Evaluator<W>,
        moves: &[Move],
        known: u16,
        ranked: &mut Vec<Candidate>,
    ) {
        let Spot {
            rules,
            position,
            ply,
            before,
        } = spot;
        let killers = self.killers[ply.min(KILLER_PLIES - 1)];
        let answer = before.and_then(|before| self.answers[before]);
        ranked.clear();
        for &one in moves {
            let rank = if known != 0 && short_key(one) == known {
                i32::MAX
            } else if position.is_noisy(one) {
                rank_capture(rules, evaluator, position, one)
            } else if killers[0] == Some(one) {
                GOOD_CAPTURE - 1
            } else if killers[1] == Some(one) {
                GOOD_CAPTURE - 2
            } else if answer == Some(one) {
                GOOD_CAPTURE - 3
            } else if one.kind == MoveKind::Pass {
                0
            } else {
                // Where history is silent, better squares come first.
                let code = position.at(one.from);
                let history = self.history[Self::slot(rules, position, one)];
                history + evaluator.placement_gain(rules, code, one.from, one.to)
            };
            ranked.push(Candidate { one, rank });
        }
    }

    /// The history of a quiet move, from −1 to 1 in parts of `MOST_HISTORY`.
    #[inline(always)]
    pub(super) fn history(&self, slot: usize) -> i32 {
        self.history[slot]
    }

    /// Notes that a quiet move was too good for the other side, after others had not been.
    pub(super) fn reward<const W: usize>(
        &mut self,
        spot: Spot<'_, W>,
        one: Move,
        tried: &[Candidate],
        depth: i32,
    ) {
        let Spot {
            rules,
            position,
            ply,
            before,
        } = spot;
        let bonus = (16 * depth * depth + 32 * depth).min(2_000);
        let mut change = |one: Move, bonus: i32| {
            let history = &mut self.history[Self::slot(rules, position, one)];
            *history += bonus - *history * bonus.abs() / MOST_HISTORY;
        };
        change(one, bonus);
        for other in tried {
            if !position.is_noisy(other.one) {
                change(other.one, -bonus);
            }
        }
        let killers = &mut self.killers[ply.min(KILLER_PLIES - 1)];
        if killers[0] != Some(one) {
            *killers = [Some(one), killers[0]];
        }
        if let Some(before) = before {
            self.answers[before] = Some(one);
        }
    }
}

/// The place of a capture: what it takes first, then what it is taken with.
pub(super) fn rank_capture<const W: usize>(
    rules: &Rules<W>,
    evaluator: &Evaluator<W>,
    position: &Position<W>,
    one: Move,
) -> i32 {
    let gain = evaluator.gain(rules, position, one);
    let mover = evaluator.prey(rules, position.at(one.from));
    let order = 16 * gain - mover / 16;
    // A capture of something dearer needs no look at what follows.
    if gain >= mover || evaluator.exchange(rules, position, one) >= 0 {
        GOOD_CAPTURE + order
    } else {
        BAD_CAPTURE + order
    }
}

/// Brings the best of the moves from `at` on to place `at`.
#[inline(always)]
pub(super) fn pick(ranked: &mut [Candidate], at: usize) -> Candidate {
    let mut best = at;
    for other in at + 1..ranked.len() {
        if ranked[other].rank > ranked[best].rank {
            best = other;
        }
    }
    ranked.swap(at, best);
    ranked[at]
}
