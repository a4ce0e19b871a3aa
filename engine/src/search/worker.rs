//! The state of a running search.

use super::history::{Corrections, MoveHistory, PieceTo, PrevMoves, correction_keys};
use super::picker::MovePicker;
use super::randomness::Randomness;
use super::repetition::PositionHistory;
use super::score::{self, MAX_PLY};
use super::time::TimeManager;
use super::transposition::{TranspositionTable, TtEntry};
use crate::evaluation::{Accumulator, Evaluator, PieceSums};
use crate::moves::Move;
use crate::piece::Color;
use crate::play::GameState;
use crate::position::Position;
use crate::rules::RoyalRule;
use crate::search_params::SearchParams;
use crate::tables::RuleTables;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    pub params: SearchParams,
    pub noise: Randomness,
    pub temperature: Randomness,
}

/// Statistics that a search collects, for its later nodes and later searches.
#[derive(Debug)]
pub(super) struct Learned {
    pub moves: MoveHistory,
    pub corrections: Corrections,
}

impl Learned {
    /// `piece_tos` is the number of piece codes times the number of squares.
    pub(super) fn new(piece_tos: usize) -> Learned {
        Learned {
            moves: MoveHistory::new(piece_tos),
            corrections: Corrections::new(),
        }
    }
}

pub(super) struct Worker<'s, const W: usize> {
    pub rules: &'s RuleTables<W>,
    pub evaluator: &'s Evaluator<W>,
    pub tt: &'s TranspositionTable,
    pub learned: &'s mut Learned,
    pub noise: Randomness,
    pub temperature: Randomness,
    pub params: SearchParams,
    pub time: TimeManager,
    pub history: PositionHistory,
    pub nodes: u64,
    /// The maximum ply of a node so far.
    pub seldepth: usize,
    /// Whether the rules forbid leaving a royal in check.
    pub has_check: bool,
    /// Whether it is cheap to find every attack on a royal.
    detects_attacks: bool,
    /// Pickers that no node uses.
    pub free_pickers: Vec<MovePicker>,
    /// By ply.
    pub stack: Vec<StackEntry>,
    /// The network's accumulators by ply, as far as they were needed.
    accumulators: Vec<Accumulator<W>>,
    /// By ply: the principal variation from there.
    pub pv: Vec<Vec<Move>>,
}

/// A node on the path from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    pub sums: PieceSums,
    /// Whether a royal of the side to move is attacked, if known.
    pub in_check: Option<bool>,
    /// The corrected static evaluation; `None` in check.
    pub static_eval: Option<i32>,
    /// The move made there; `None` for a null move.
    pub piece_to: Option<PieceTo>,
    /// Whether that move was quiet; meaningless for a null move.
    pub is_quiet: bool,
    /// Nodes of this ply that failed high since the node two plies before was entered.
    pub cutoffs: i32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct StaticEval {
    pub score: i32,
    /// Whether lazy evaluation omitted nothing, so that the score may be stored.
    pub is_exact: bool,
}

impl StaticEval {
    /// The score, if it may be stored.
    pub(super) fn stored(self) -> Option<i32> {
        self.is_exact.then_some(self.score)
    }
}

impl<'s, const W: usize> Worker<'s, W> {
    pub(super) fn new(
        (evaluator, tt): (&'s Evaluator<W>, &'s TranspositionTable),
        learned: &'s mut Learned,
        settings: Settings,
        time: TimeManager,
        line: &GameState<W>,
    ) -> Self {
        let rules = &*evaluator.rules;
        let pieces = line.position.total_pieces(rules);
        Worker {
            has_check: rules.spec.end.royal == RoyalRule::Check,
            detects_attacks: !rules.attacks.has_far,
            rules,
            evaluator,
            tt,
            learned,
            noise: settings.noise,
            temperature: settings.temperature,
            params: settings.params,
            time,
            history: PositionHistory::new(&line.keys, &line.attacks, pieces),
            nodes: 0,
            seldepth: 0,
            free_pickers: Vec::new(),
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            accumulators: Vec::new(),
            pv: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    pub(super) fn begin(&mut self, position: &Position<W>) {
        self.stack[0].sums = self.evaluator.piece_sums(position);
    }

    /// The moves one and two plies before a node.
    #[inline(always)]
    pub(super) fn prev_moves(&self, ply: usize) -> PrevMoves {
        [1, 2].map(|back| self.stack[ply.checked_sub(back)?].piece_to)
    }

    /// Records the move that leads from a node to the next.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        before: &Position<W>,
        after: &Position<W>,
        ply: usize,
        mv: Move,
        piece_to: PieceTo,
    ) {
        let sums = self.stack[ply].sums;
        self.stack[ply].piece_to = Some(piece_to);
        self.stack[ply].is_quiet = !before.is_noisy(mv);
        self.stack[ply + 1].sums = (self.evaluator).piece_sums_after(before, after, mv, sums);
        self.stack[ply + 1].in_check = None;
    }

    pub(super) fn enter_null(&mut self, ply: usize) {
        self.stack[ply].piece_to = None;
        self.stack[ply + 1].sums = self.stack[ply].sums;
        self.stack[ply + 1].in_check = None;
    }

    /// Whether the static evaluation of a node is better than at its side's previous node.
    #[inline(always)]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |back: usize| self.stack[ply.checked_sub(back)?].static_eval;
        match (eval(0), eval(2).or(eval(4))) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    #[inline(always)]
    pub(super) fn correction_keys(&self, position: &Position<W>, ply: usize) -> [usize; 3] {
        let prev = self.prev_moves(ply)[0];
        correction_keys(position.side, &self.stack[ply].sums, prev)
    }

    #[inline(always)]
    pub(super) fn corrected(&self, position: &Position<W>, ply: usize, static_eval: i32) -> i32 {
        let keys = self.correction_keys(position, ply);
        let weight = self.params.correction_weight;
        (self.learned.corrections).corrected(keys, static_eval, weight)
    }

    /// Counts a node. The score of one that needs no search: the search must stop, or the game is
    /// over.
    #[inline(always)]
    pub(super) fn without_search(&mut self, position: &Position<W>, ply: usize) -> Option<i32> {
        if self.time.must_stop(self.nodes) {
            return Some(0);
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if position.is_over(self.rules) {
            return Some(self.decided(position, ply));
        }
        let is_drawn = self.is_drawn_by_count(position);
        is_drawn.then(|| self.drawn_by_count(position, ply))
    }

    /// The static evaluation, from the transposition table if stored there.
    #[inline(always)]
    pub(super) fn static_eval(
        &mut self,
        position: &Position<W>,
        ply: usize,
        entry: Option<TtEntry>,
        window: (i32, i32),
    ) -> StaticEval {
        if let Some(score) = entry.and_then(|entry| entry.static_eval) {
            return StaticEval {
                score,
                is_exact: true,
            };
        }
        let evaluator = self.evaluator;
        let sums = self.stack[ply].sums;
        let kept = (&mut self.accumulators, ply);
        let (score, is_exact) = evaluator.evaluate_within(position, sums, kept, window);
        let score = score + self.noise.error(position.key);
        StaticEval {
            score: score::bounded(score),
            is_exact,
        }
    }

    /// The static evaluation of a node; the same with the correction history; and the best
    /// estimate, which is the table's score if it has one. In check, all are the score of a mate.
    #[inline(always)]
    pub(super) fn estimates(
        &mut self,
        position: &Position<W>,
        ply: usize,
        entry: Option<TtEntry>,
        in_check: bool,
        window: (i32, i32),
    ) -> (StaticEval, i32, i32) {
        if in_check {
            let score = score::mated_in(ply);
            let is_exact = false;
            return (StaticEval { score, is_exact }, score, score);
        }
        let static_eval = self.static_eval(position, ply, entry, window);
        let corrected = self.corrected(position, ply, static_eval.score);
        let known = entry.and_then(|entry| entry.estimate(ply, corrected));
        (static_eval, corrected, known.unwrap_or(corrected))
    }

    /// Whether a royal of a side is attacked. In games without check where it is expensive to find
    /// every attack, only attacks by pieces on a line with it or near it count.
    #[inline(always)]
    pub(super) fn royal_attacked(&self, position: &Position<W>, color: Color) -> bool {
        if self.has_check || self.detects_attacks {
            self.rules.in_check(position, color)
        } else {
            self.rules.is_seen_in_check(position, color)
        }
    }

    /// Whether a royal of the side to move of a node is attacked.
    #[inline(always)]
    pub(super) fn is_in_check(&mut self, position: &Position<W>, ply: usize) -> bool {
        let known = self.stack[ply].in_check;
        let in_check = known.unwrap_or_else(|| self.royal_attacked(position, position.side));
        self.stack[ply].in_check = Some(in_check);
        in_check
    }

    /// Whether the side to move can win at once by capturing the opponent's only royal. In games
    /// with check no legal move allows that.
    #[inline(always)]
    pub(super) fn gives_up_royal(&self, position: &Position<W>) -> bool {
        let other = position.side.other();
        !self.has_check
            && !position.royals(other).is_many()
            && self.royal_attacked(position, other)
            && !position.is_over(self.rules)
            && !self.is_drawn_by_count(position)
    }

    /// The score of a game that is decided by the pieces on the board.
    pub(super) fn decided(&self, position: &Position<W>, ply: usize) -> i32 {
        match position.decision(self.rules) {
            Some((outcome, _)) => score::of_outcome(outcome, position.side, ply),
            None => 0,
        }
    }

    /// Whether the side to move, which is not in check, has no legal moves.
    #[inline]
    pub(super) fn has_no_moves(&self, position: &Position<W>) -> bool {
        self.rules.may_have_no_moves(position) && self.rules.count(position) == 0
    }

    /// The score of a side without legal moves.
    pub(super) fn no_moves(&self, position: &Position<W>, ply: usize) -> i32 {
        let (outcome, _) = position.without_moves(self.rules);
        score::of_outcome(outcome, position.side, ply)
    }

    /// Whether the move-count rule draws a position if it has legal moves.
    #[inline(always)]
    pub(super) fn is_drawn_by_count(&self, position: &Position<W>) -> bool {
        let rule = self.rules.spec.end.move_count;
        rule.is_some_and(|rule| position.clock >= rule.plies)
    }

    /// The score of a node that the move-count rule draws unless there is no legal move.
    #[cold]
    pub(super) fn drawn_by_count(&self, position: &Position<W>, ply: usize) -> i32 {
        if self.rules.count(position) == 0 {
            self.no_moves(position, ply)
        } else {
            0
        }
    }

    /// Whether a move gives check, in games that have check.
    pub(super) fn gives_check(&self, position: &Position<W>, mv: Move) -> bool {
        self.has_check && self.rules.gives_check(position, mv)
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
