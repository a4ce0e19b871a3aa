//! Principal variation search of a node: table lookup, evaluation and pruning before its moves. Beyond
//! the horizon, quiescence search: captures, conversions and promotions.

use super::history::MoveHistory;
use super::picker::{ScoredMove, Stage};
use super::score::{MATE_IN_MAX_PLY, MAX_PLY, mated_in};
use super::transposition::{Bound, TtEntry, move_key};
use super::worker::{StaticEval, Worker};
use crate::position::Position;

const IIR_DEPTH: i32 = 3;

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArgs {
    pub depth: i32,
    /// The distance from the root.
    pub ply: usize,
    pub alpha: i32,
    pub beta: i32,
    /// Whether a cutoff is expected (an expected cut node of D. Knuth and R. Moore).
    pub is_cut: bool,
    pub after_null: bool,
    /// The key of a move that is not searched, or 0: then nothing is stored.
    pub excluded: u16,
}

impl NodeArgs {
    /// Whether the window is open: a node of the principal variation.
    #[inline(always)]
    pub(super) fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The search after a move, with a window of the side to move there. A cutoff is expected there
    /// unless it is here.
    #[inline(always)]
    pub(super) fn child(&self, depth: i32, alpha: i32, beta: i32) -> NodeArgs {
        NodeArgs {
            depth,
            ply: self.ply + 1,
            alpha,
            beta,
            is_cut: !self.is_cut,
            after_null: false,
            excluded: 0,
        }
    }
}

/// A node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'p, const W: usize> {
    pub position: &'p Position<W>,
    pub args: NodeArgs,
    pub in_check: bool,
    pub static_eval: StaticEval,
    /// The static evaluation with correction history.
    pub corrected: i32,
    /// The best estimate: the table's score if it has one.
    pub estimate: i32,
    pub is_improving: bool,
    pub entry: Option<TtEntry>,
    /// Whether this is a node of the principal variation, or the table says that it was.
    pub was_pv: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// The score of a node for its side to move (fail-soft).
    pub(super) fn pvs(&mut self, position: &Position<W>, mut args: NodeArgs) -> i32 {
        let ply = args.ply;
        self.pv[ply].clear();
        if args.depth <= 0 {
            return self.quiescence(position, ply, args.alpha, args.beta);
        }
        if let Some(score) = self.without_search(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            let window = (args.alpha, args.beta);
            return self.static_eval(position, ply, None, window).score;
        }
        // Mate distance pruning.
        args.alpha = args.alpha.max(mated_in(ply));
        args.beta = args.beta.min(-mated_in(ply + 1));
        if args.alpha >= args.beta {
            return args.alpha;
        }
        let is_pv = args.is_pv();
        let entry = self.tt.probe(position.key);
        if let Some(entry) = entry
            && !is_pv
            && args.excluded == 0
            && entry.depth >= args.depth
            && let Some(score) = entry.cutoff(ply, args.alpha, args.beta)
        {
            return score;
        }
        let mut node = self.evaluated(position, args, entry);
        if !is_pv
            && !node.in_check
            && args.excluded == 0
            && args.beta.abs() < MATE_IN_MAX_PLY
            && let Some(score) = self.prune_node(&node)
        {
            return score;
        }
        // Internal iterative reduction.
        if args.depth >= IIR_DEPTH
            && args.excluded == 0
            && entry.is_none_or(|entry| entry.best == 0)
        {
            node.args.depth -= 1;
        }
        self.search_moves(&node)
    }

    #[inline(always)]
    fn evaluated<'p>(
        &mut self,
        position: &'p Position<W>,
        args: NodeArgs,
        entry: Option<TtEntry>,
    ) -> Node<'p, W> {
        let ply = args.ply;
        let in_check = self.is_in_check(position, ply);
        let (static_eval, corrected, estimate) =
            self.estimates(position, ply, entry, in_check, (args.alpha, args.beta));
        self.stack[ply].static_eval = (!in_check).then_some(corrected);
        Node {
            position,
            args,
            in_check,
            static_eval,
            corrected,
            estimate,
            is_improving: self.is_improving(ply),
            entry,
            was_pv: args.is_pv() || entry.is_some_and(|entry| entry.is_pv),
        }
    }

    /// The score of a node when only noisy moves are searched, and all evasions of check.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<W>,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(score) = self.without_search(position, ply) {
            return score;
        }
        let is_pv = beta - alpha > 1;
        let entry = self.tt.probe(position.key);
        if let Some(score) = entry.and_then(|entry| entry.cutoff(ply, alpha, beta)) {
            return score;
        }
        // One cannot stand pat either where one has to capture.
        let in_check = self.is_in_check(position, ply) || self.rules.has_to_capture(position);
        let (static_eval, stand_pat, mut best) =
            self.estimates(position, ply, entry, in_check, (alpha, beta));
        if !in_check && self.has_no_moves(position) {
            return self.no_moves(position, ply);
        }
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let hash_move = entry.map_or(0, |entry| entry.best);
        let prev = self.prev_moves(ply);
        let mut picker = self.free_pickers.pop().unwrap_or_default();
        picker.begin(!in_check, hash_move);
        let mut has_moves = false;
        let mut best_move = 0;
        loop {
            let context = self.picker_context(position, ply, prev);
            let Some((stage, ScoredMove { mv, gain, .. })) = picker.next(context) else {
                break;
            };
            has_moves = true;
            if best > -MATE_IN_MAX_PLY {
                if stage == Stage::BadNoisy || (in_check && stage == Stage::Quiets) {
                    break;
                }
                // Delta pruning.
                if !in_check && stage != Stage::Hash {
                    let enough = alpha + 1 - stand_pat - self.params.delta_margin;
                    if (self.evaluator).see_is_below(position, mv, gain, enough) {
                        let most = stand_pat + self.params.delta_margin + gain;
                        best = best.max(most.min(alpha));
                        continue;
                    }
                }
            }
            let next = position.after(self.rules, mv);
            let score = if self.gives_up_royal(&next) {
                mated_in(ply + 2)
            } else {
                let piece_to = MoveHistory::piece_to(self.rules, position, mv);
                self.enter(position, &next, ply, mv, piece_to);
                -self.quiescence(&next, ply + 1, -beta, -alpha)
            };
            if self.time.is_stopped {
                break;
            }
            if score > best {
                best = score;
                best_move = move_key(mv);
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.free_pickers.push(picker);
        if in_check && !has_moves {
            best = self.no_moves(position, ply);
        }
        if !self.time.is_stopped {
            let data = TtEntry {
                score: best,
                static_eval: static_eval.stored(),
                depth: 0,
                bound: Bound::of(best, first_alpha, beta),
                is_pv: is_pv || entry.is_some_and(|entry| entry.is_pv),
                best: best_move,
            };
            self.tt.store(position.key, ply, data);
        }
        best
    }
}
