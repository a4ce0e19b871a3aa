//! Move ordering: the hash move, captures that do not lose material, killers, the countermove, quiet
//! moves by history, losing captures.

use super::transposition::move_key;
use crate::evaluation::Evaluator;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::tables::Rules;

/// The maximum of a history counter.
const MAX_HISTORY: i32 = 16_384;
/// Plies for which killers are kept.
const KILLER_PLIES: usize = 256;

/// The score of the hash move.
pub(super) const HASH_MOVE: i32 = i32::MAX;
/// Scores above this are captures that do not lose material.
pub(super) const GOOD_CAPTURE: i32 = 1_000_000;
/// Scores below this are losing captures.
pub(super) const BAD_CAPTURE: i32 = -1_000_000;

/// Statistics of quiet moves that caused cutoffs.
#[derive(Debug)]
pub(super) struct MoveOrdering {
    /// By [`MoveOrdering::piece_to`].
    history: Vec<i32>,
    /// By ply.
    killers: Vec<[Option<Move>; 2]>,
    /// By [`MoveOrdering::piece_to`] of the previous move.
    countermoves: Vec<Option<Move>>,
}

/// A node whose moves are ordered.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderingContext<'p, const W: usize> {
    pub rules: &'p Rules<W>,
    pub position: &'p Position<W>,
    pub ply: usize,
    /// [`MoveOrdering::piece_to`] of the previous move.
    pub prev_piece_to: Option<usize>,
}

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
}

impl MoveOrdering {
    /// `piece_tos` is the number of piece codes times the number of squares.
    pub(super) fn new(piece_tos: usize) -> MoveOrdering {
        MoveOrdering {
            history: vec![0; piece_tos],
            killers: vec![[None; 2]; KILLER_PLIES],
            countermoves: vec![None; piece_tos],
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.killers.fill([None; 2]);
        self.countermoves.fill(None);
    }

    /// Begins a new search: history counts a quarter, killers are cleared.
    pub(super) fn new_search(&mut self) {
        self.history.iter_mut().for_each(|history| *history /= 4);
        self.killers.fill([None; 2]);
    }

    /// The index of a move's piece and target square.
    #[inline(always)]
    pub(super) fn piece_to<const W: usize>(
        rules: &Rules<W>,
        position: &Position<W>,
        mv: Move,
    ) -> usize {
        match mv.kind {
            MoveKind::Pass => 0,
            _ => rules.slot(position.at(mv.from), mv.to),
        }
    }

    /// Gives each move its ordering score. `hash_move` is the [`move_key`] of the hash move, or 0.
    pub(super) fn score_moves<const W: usize>(
        &self,
        context: OrderingContext<'_, W>,
        evaluator: &Evaluator<W>,
        moves: &[Move],
        hash_move: u16,
        scored: &mut Vec<ScoredMove>,
    ) {
        let OrderingContext {
            rules,
            position,
            ply,
            prev_piece_to,
        } = context;
        let killers = self.killers[ply.min(KILLER_PLIES - 1)];
        let countermove = prev_piece_to.and_then(|prev| self.countermoves[prev]);
        scored.clear();
        for &mv in moves {
            let score = if hash_move != 0 && move_key(mv) == hash_move {
                HASH_MOVE
            } else if position.is_noisy(mv) {
                score_capture(rules, evaluator, position, mv)
            } else if killers[0] == Some(mv) {
                GOOD_CAPTURE - 1
            } else if killers[1] == Some(mv) {
                GOOD_CAPTURE - 2
            } else if countermove == Some(mv) {
                GOOD_CAPTURE - 3
            } else if mv.kind == MoveKind::Pass {
                0
            } else {
                // The piece-square tables order moves without history.
                let code = position.at(mv.from);
                let history = self.history[Self::piece_to(rules, position, mv)];
                history + evaluator.psqt_gain(rules, code, mv.from, mv.to)
            };
            scored.push(ScoredMove { mv, score });
        }
    }

    /// The history of a quiet move, from −[`MAX_HISTORY`] to [`MAX_HISTORY`].
    #[inline(always)]
    pub(super) fn history(&self, piece_to: usize) -> i32 {
        self.history[piece_to]
    }

    /// Updates history, killers and countermoves after the quiet move `mv` caused a cutoff and the moves
    /// `tried` before it did not.
    pub(super) fn update_quiet_stats<const W: usize>(
        &mut self,
        context: OrderingContext<'_, W>,
        mv: Move,
        tried: &[ScoredMove],
        depth: i32,
    ) {
        let OrderingContext {
            rules,
            position,
            ply,
            prev_piece_to,
        } = context;
        let bonus = (16 * depth * depth + 32 * depth).min(2_000);
        let mut update = |mv: Move, bonus: i32| {
            let history = &mut self.history[Self::piece_to(rules, position, mv)];
            *history += bonus - *history * bonus.abs() / MAX_HISTORY;
        };
        update(mv, bonus);
        for other in tried {
            if !position.is_noisy(other.mv) {
                update(other.mv, -bonus);
            }
        }
        let killers = &mut self.killers[ply.min(KILLER_PLIES - 1)];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(prev) = prev_piece_to {
            self.countermoves[prev] = Some(mv);
        }
    }
}

/// The ordering score of a capture: most valuable victim, then least valuable attacker.
pub(super) fn score_capture<const W: usize>(
    rules: &Rules<W>,
    evaluator: &Evaluator<W>,
    position: &Position<W>,
    mv: Move,
) -> i32 {
    let gain = evaluator.material_gain(rules, position, mv);
    let attacker = evaluator.victim_value(rules, position.at(mv.from));
    let order = 16 * gain - attacker / 16;
    // The capture of a more valuable piece needs no exchange evaluation.
    if gain >= attacker || evaluator.see(rules, position, mv) >= 0 {
        GOOD_CAPTURE + order
    } else {
        BAD_CAPTURE + order
    }
}

/// Moves the best of the moves from index `at` on to index `at`, and returns it.
#[inline(always)]
pub(super) fn pick_best(scored: &mut [ScoredMove], at: usize) -> ScoredMove {
    let mut best = at;
    for other in at + 1..scored.len() {
        if scored[other].score > scored[best].score {
            best = other;
        }
    }
    scored.swap(at, best);
    scored[at]
}
