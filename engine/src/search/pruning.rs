//! Pruning of whole nodes (reverse futility pruning, razoring, null-move pruning and ProbCut) and
//! of single moves (late, futile, with a bad history, or losing material).

use super::picker::{ScoredMove, Stage};
use super::pvs::{Node, NodeArgs};
use super::score::MATE_IN_MAX_PLY;
use super::transposition::{Bound, TtEntry, move_key};
use super::worker::Worker;
use crate::moves::Move;
use crate::search_params::SearchParams;

const RFP_DEPTH: i32 = 8;
const NMP_DEPTH: i32 = 3;
const RAZOR_DEPTH: i32 = 3;
const PROBCUT_DEPTH: i32 = 5;

const FUTILITY_DEPTH: i32 = 7;
const SEE_DEPTH: i32 = 7;
const HISTORY_DEPTH: i32 = 4;

/// The moves that are pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pruned {
    No,
    Move,
    /// The move and the quiet moves after it.
    Quiets,
}

impl<const W: usize> Worker<'_, W> {
    /// Prunes a whole node that is not of the principal variation and not in check.
    #[inline]
    pub(super) fn prune_node(&mut self, node: &Node<'_, W>) -> Option<i32> {
        let (position, estimate) = (node.position, node.estimate);
        let NodeArgs {
            depth,
            ply,
            alpha,
            beta,
            ..
        } = node.args;
        if self.has_no_moves(position) {
            return Some(self.no_moves(position, ply));
        }
        let improving = i32::from(node.is_improving);
        let margin = self.params.rfp_margin * depth - self.params.rfp_improving * improving;
        if depth <= RFP_DEPTH && estimate - margin.max(0) >= beta {
            return Some(estimate);
        }
        if depth <= RAZOR_DEPTH && estimate + self.params.razor_margin * depth <= alpha {
            let score = self.quiescence(position, ply, alpha, alpha + 1);
            if score <= alpha || self.time.is_stopped {
                return Some(score);
            }
        }
        self.null_move(node).or_else(|| self.probcut(node))
    }

    /// Null-move pruning: fails high if even passing does.
    fn null_move(&mut self, node: &Node<'_, W>) -> Option<i32> {
        let (position, args) = (node.position, node.args);
        let (depth, beta) = (args.depth, args.beta);
        if depth < NMP_DEPTH || args.after_null || node.estimate < beta {
            return None;
        }
        let improving = i32::from(node.is_improving);
        let needed = beta + self.params.nmp_margin - 20 * depth - 30 * improving;
        if node.corrected < needed {
            return None;
        }
        // With few pieces or few moves, or where captures are forced, zugzwang is likely.
        let few_pieces = position.pieces(position.side).count() < 4;
        if self.rules.is_forcing() || few_pieces || !self.rules.has_at_least(position, 6) {
            return None;
        }
        let SearchParams {
            nmp_base,
            nmp_depth_divisor,
            nmp_eval_divisor,
            ..
        } = self.params;
        let by_eval = ((node.estimate - beta) / nmp_eval_divisor).min(3);
        let next = position.null(self.rules);
        self.history.push(self.rules, position, &next, None);
        self.enter_null(args.ply);
        let depth = depth - nmp_base - depth / nmp_depth_divisor - by_eval;
        let after = NodeArgs {
            after_null: true,
            ..args.child(depth, -beta, 1 - beta)
        };
        let score = -self.pvs(&next, after);
        self.history.pop();
        let fails_high = score >= beta && !self.time.is_stopped;
        // A win after a null move is not proven.
        fails_high.then_some(if score > MATE_IN_MAX_PLY { beta } else { score })
    }

    /// ProbCut: fails high if a capture is so good that a shallow search of it is above beta by a
    /// margin (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
    /// 1995).
    fn probcut(&mut self, node: &Node<'_, W>) -> Option<i32> {
        let (position, args) = (node.position, node.args);
        let (depth, ply) = (args.depth, args.ply);
        let high = args.beta + self.params.probcut_margin;
        let refuted = node.entry.is_some_and(|entry| {
            entry.depth >= depth - 3 && entry.score_at(ply) < high && entry.bound != Bound::Lower
        });
        if depth < PROBCUT_DEPTH || refuted || high >= MATE_IN_MAX_PLY {
            return None;
        }
        let mut picker = self.free_pickers.pop().unwrap_or_default();
        let prev = self.prev_moves(ply);
        let hash_move = node.entry.map_or(0, |entry| entry.best);
        let mut found = None;
        picker.begin(true, hash_move);
        loop {
            let context = self.picker_context(position, ply, prev);
            let Some((_, ScoredMove { mv, .. })) = picker.next(context) else {
                break;
            };
            let gain = self.evaluator.material_gain(position, mv);
            let needed = high - node.corrected;
            if (self.evaluator).see_is_below(position, mv, gain, needed) {
                continue;
            }
            let next = position.after(self.rules, mv);
            if self.gives_up_royal(&next) {
                continue;
            }
            let piece_to = context.piece_to(mv);
            self.enter(position, &next, ply, mv, piece_to);
            self.history.push(self.rules, position, &next, Some(mv));
            let mut score = -self.quiescence(&next, ply + 1, -high, 1 - high);
            if score >= high && !self.time.is_stopped {
                score = -self.pvs(&next, args.child(depth - 4, -high, 1 - high));
            }
            self.history.pop();
            if self.time.is_stopped {
                break;
            }
            if score >= high {
                found = Some((mv, score));
                break;
            }
        }
        self.free_pickers.push(picker);
        let (mv, score) = found?;
        let data = TtEntry {
            score,
            static_eval: node.static_eval.stored(),
            depth: depth - 3,
            bound: Bound::Lower,
            is_pv: node.was_pv,
            best: move_key(mv),
        };
        self.tt.store(position.key, ply, data);
        Some(score)
    }

    /// Whether to prune a quiet move, given with the number of moves before it and its history.
    /// Moves that give check are not pruned: short mates would be missed without them.
    pub(super) fn prune_quiet(
        &self,
        node: &Node<'_, W>,
        alpha: i32,
        (mv, number, history): (Move, i32, i32),
    ) -> Pruned {
        let (params, depth) = (&self.params, node.args.depth);
        let improving = i32::from(node.is_improving);
        let late = number > (params.lmp_base + depth * depth) / (2 - improving);
        // The depth after the reduction of the move.
        let reduced = (depth - (self.base_reduction(depth, number) >> 8)).max(1);
        let margin = params.futility_base + params.futility_margin * reduced;
        let futile =
            !node.in_check && reduced <= FUTILITY_DEPTH && node.corrected + margin <= alpha;
        let bad = reduced <= HISTORY_DEPTH && history < -params.history_margin * reduced;
        if late || futile || bad {
            if self.gives_check(node.position, mv) {
                return Pruned::No;
            }
            if (late || futile) && !self.has_check {
                return Pruned::Quiets;
            }
            return Pruned::Move;
        }
        let loses = reduced <= SEE_DEPTH
            && self.evaluator.see(node.position, mv) < -params.see_quiet_margin * reduced * reduced;
        if loses { Pruned::Move } else { Pruned::No }
    }

    /// Whether to prune a capture, conversion or promotion.
    pub(super) fn prune_noisy(
        &self,
        node: &Node<'_, W>,
        (stage, ScoredMove { mv, gain, .. }): (Stage, ScoredMove),
    ) -> Pruned {
        let bound = -self.params.see_noisy_margin * (node.args.depth - 1);
        let loses = stage == Stage::BadNoisy
            && node.args.depth <= SEE_DEPTH
            && (self.evaluator).see_is_below(node.position, mv, gain, bound);
        if loses { Pruned::Move } else { Pruned::No }
    }
}
