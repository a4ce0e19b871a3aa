//! The state of a running search, and what all of its nodes share.

use super::ordering::{MoveOrdering, ScoredMove};
use super::params::SearchParams;
use super::randomness::Noise;
use super::repetition::PositionHistory;
use super::score::{self, MATE_IN_MAX_PLY, MAX_PLY};
use super::time::TimeManager;
use super::transposition::{TranspositionTable, TtEntry};
use crate::evaluation::Evaluator;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::RoyalRule;
use crate::tables::Rules;

/// A running search.
pub(super) struct Worker<'s, const W: usize> {
    pub rules: &'s Rules<W>,
    pub evaluator: &'s Evaluator<W>,
    pub tt: &'s mut TranspositionTable,
    pub ordering: &'s mut MoveOrdering,
    pub noise: Noise,
    pub params: SearchParams,
    pub time: TimeManager,
    pub history: PositionHistory,
    pub nodes: u64,
    /// The maximum ply of a node so far.
    pub seldepth: usize,
    /// Whether the rules forbid leaving a royal in check.
    pub has_check: bool,
    /// Whether it is cheap to find out if a royal is attacked.
    detects_attacks: bool,
    /// Move lists that are not in use.
    free_lists: Vec<(Vec<Move>, Vec<ScoredMove>)>,
    /// By ply: the principal variation from there.
    pub pv: Vec<Vec<Move>>,
}

/// The static evaluation of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticEval {
    pub score: i32,
    /// Whether lazy evaluation left nothing out, so that the score may be stored.
    pub is_exact: bool,
}

impl<'s, const W: usize> Worker<'s, W> {
    pub(super) fn new(
        rules: &'s Rules<W>,
        evaluator: &'s Evaluator<W>,
        tt: &'s mut TranspositionTable,
        ordering: &'s mut MoveOrdering,
        params: SearchParams,
        time: TimeManager,
        history: PositionHistory,
    ) -> Self {
        Worker {
            has_check: rules.spec.end.royal == RoyalRule::Check,
            detects_attacks: !rules.attacks.has_far,
            rules,
            evaluator,
            tt,
            ordering,
            noise: Noise::default(),
            params,
            time,
            history,
            nodes: 0,
            seldepth: 0,
            free_lists: Vec::new(),
            pv: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Counts a node. Returns whether the search must stop instead.
    #[inline(always)]
    pub(super) fn count_node(&mut self, ply: usize) -> bool {
        if self.time.must_stop(self.nodes) {
            return true;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        false
    }

    /// Empty lists for the moves of a node.
    pub(super) fn take_lists(&mut self) -> (Vec<Move>, Vec<ScoredMove>) {
        let (mut moves, mut scored) = self.free_lists.pop().unwrap_or_default();
        moves.clear();
        scored.clear();
        (moves, scored)
    }

    pub(super) fn return_lists(&mut self, moves: Vec<Move>, scored: Vec<ScoredMove>) {
        self.free_lists.push((moves, scored));
    }

    /// The static evaluation, from the transposition table if it is there.
    #[inline(always)]
    pub(super) fn static_eval(
        &self,
        position: &Position<W>,
        entry: Option<TtEntry>,
        alpha: i32,
        beta: i32,
    ) -> StaticEval {
        if let Some(score) = entry.and_then(|entry| entry.static_eval()) {
            return StaticEval {
                score,
                is_exact: true,
            };
        }
        let evaluator = self.evaluator;
        let (score, is_exact) = evaluator.evaluate_within(self.rules, position, alpha, beta);
        let score = score + self.noise.of(position.key());
        StaticEval {
            score: score.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1),
            is_exact,
        }
    }

    /// Whether a royal of the side to move is attacked; always false in games without check where
    /// this is expensive to find out.
    #[inline(always)]
    pub(super) fn royal_attacked(&self, position: &Position<W>) -> bool {
        (self.has_check || self.detects_attacks) && self.rules.in_check(position, position.side())
    }

    /// The score of a game that is decided by the pieces on the board.
    pub(super) fn decided(&self, position: &Position<W>, ply: usize) -> i32 {
        match position.decision(self.rules) {
            Some((outcome, _)) => score::of_outcome(outcome, position.side(), ply),
            None => 0,
        }
    }

    /// Whether the side to move, which is not in check, has no legal moves.
    #[inline]
    pub(super) fn has_no_moves(&self, position: &Position<W>) -> bool {
        self.rules.may_be_stuck(position) && self.rules.count(position) == 0
    }

    /// The score of a side without legal moves.
    pub(super) fn no_moves(&self, position: &Position<W>, ply: usize) -> i32 {
        let (outcome, _) = position.without_moves(self.rules);
        score::of_outcome(outcome, position.side(), ply)
    }

    /// Whether the move-count rule draws a position that has legal moves.
    #[inline(always)]
    pub(super) fn is_drawn_by_count(&self, position: &Position<W>) -> bool {
        let rule = self.rules.spec.end.move_count;
        rule.is_some_and(|rule| position.clock() >= rule.plies)
    }

    /// Whether a move gives check, in games that have check.
    pub(super) fn gives_check(&self, position: &Position<W>, mv: Move) -> bool {
        self.has_check && {
            let next = position.after(self.rules, mv);
            self.rules.in_check(&next, next.side())
        }
    }

    /// Sets the principal variation of a ply to a move and the variation after it.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
        let pv = &mut before[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&after[0]);
    }
}
