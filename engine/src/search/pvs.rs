//! Principal variation search of one node.

use super::ordering::{
    BAD_CAPTURE, GOOD_CAPTURE, MoveOrdering, OrderingContext, ScoredMove, pick_best,
};
use super::repetition::Repetition;
use super::score::{MATE, MATE_IN_MAX_PLY, MAX_PLY, mated_in};
use super::transposition::{Bound, TtData, move_key};
use super::worker::{StaticEval, Worker};
use crate::moves::Move;
use crate::position::Position;

/// Futility pruning of moves is done up to this depth.
const FUTILITY_DEPTH: i32 = 5;
/// Losing captures are pruned up to this depth.
const BAD_CAPTURE_DEPTH: i32 = 3;
/// Late moves are reduced from this depth on.
const LMR_DEPTH: i32 = 3;
/// Nodes without a hash move are reduced from this depth on.
const IIR_DEPTH: i32 = 4;

/// The arguments of a node's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArgs {
    pub depth: i32,
    /// The distance from the root.
    pub ply: usize,
    pub alpha: i32,
    pub beta: i32,
    /// Whether the previous move was a null move.
    pub after_null: bool,
    /// [`MoveOrdering::piece_to`] of the previous move.
    pub prev_piece_to: Option<usize>,
}

impl NodeArgs {
    /// Whether the window is open, so that the node belongs to the principal variation.
    fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<const W: usize> Worker<'_, W> {
    /// The score of a node for its side to move (fail-soft).
    pub(super) fn pvs(&mut self, position: &Position<W>, mut args: NodeArgs) -> i32 {
        let ply = args.ply;
        self.pv[ply].clear();
        let in_check = args.depth > 0 && self.royal_attacked(position);
        // Check extension.
        if in_check && ply < MAX_PLY / 2 {
            args.depth += 1;
        }
        if args.depth <= 0 {
            return self.quiescence(position, ply, args.alpha, args.beta);
        }
        if self.count_node(ply) {
            return 0;
        }
        if position.is_decided(self.rules) {
            return self.decided(position, ply);
        }
        if self.is_drawn_by_count(position) {
            return match self.rules.count(position) {
                0 => self.no_moves(position, ply),
                _ => 0,
            };
        }
        if ply >= MAX_PLY {
            return self
                .static_eval(position, None, args.alpha, args.beta)
                .score;
        }
        // Mate distance pruning.
        args.alpha = args.alpha.max(mated_in(ply));
        args.beta = args.beta.min(-mated_in(ply + 1));
        if args.alpha >= args.beta {
            return args.alpha;
        }
        let is_pv = args.is_pv();
        let entry = self.tt.probe(position.key());
        let deep_enough = entry.filter(|entry| !is_pv && i32::from(entry.depth) >= args.depth);
        if let Some(score) = deep_enough.and_then(|entry| entry.cutoff(ply, args.alpha, args.beta))
        {
            return score;
        }
        let static_eval = if in_check {
            StaticEval {
                score: -MATE,
                is_exact: false,
            }
        } else {
            self.static_eval(position, entry, args.alpha, args.beta)
        };
        if !is_pv
            && !in_check
            && args.beta.abs() < MATE_IN_MAX_PLY
            && let Some(score) = self.prune_node(position, args, static_eval.score)
        {
            return score;
        }
        // Internal iterative reduction.
        if args.depth >= IIR_DEPTH && entry.is_none_or(|entry| entry.best == 0) {
            args.depth -= 1;
        }
        self.search_moves(position, args, in_check, static_eval)
    }

    /// Searches the moves of a node and stores the result.
    fn search_moves(
        &mut self,
        position: &Position<W>,
        args: NodeArgs,
        in_check: bool,
        static_eval: StaticEval,
    ) -> i32 {
        let NodeArgs {
            depth,
            ply,
            mut alpha,
            beta,
            prev_piece_to,
            ..
        } = args;
        let is_pv = args.is_pv();
        let hash_move = self.tt.best(position.key());
        let (mut moves, mut scored) = self.take_lists();
        self.rules.generate(position, &mut moves);
        let context = OrderingContext {
            rules: self.rules,
            position,
            ply,
            prev_piece_to,
        };
        self.ordering
            .score_moves(context, self.evaluator, &moves, hash_move, &mut scored);
        let mut best = -MATE - 1;
        let mut best_move = None;
        let mut searched = 0;
        for at in 0..scored.len() {
            let ScoredMove { mv, score: order } = pick_best(&mut scored, at);
            let is_quiet = order < GOOD_CAPTURE && !position.is_noisy(mv);
            if best > -MATE_IN_MAX_PLY && alpha < MATE_IN_MAX_PLY && !is_pv && !in_check {
                let late = searched > self.params.lmp_base + depth * depth;
                let margin = self.params.futility_base + self.params.futility_margin * depth;
                let futile = depth <= FUTILITY_DEPTH && static_eval.score + margin <= alpha;
                if is_quiet && (late || futile) && !self.gives_check(position, mv) {
                    continue;
                }
                if order < BAD_CAPTURE / 2 && depth <= BAD_CAPTURE_DEPTH {
                    break;
                }
            }
            let piece_to = MoveOrdering::piece_to(self.rules, position, mv);
            let next = position.after(self.rules, mv);
            self.history.push(self.rules, position, &next, Some(mv));
            let score = match self.history.repetition(self.rules, ply + 1) {
                Repetition::Illegal => {
                    self.history.pop();
                    continue;
                }
                Repetition::Ends(score) => {
                    self.pv[ply + 1].clear();
                    score
                }
                Repetition::None => {
                    let is_late = searched >= 2 + i32::from(is_pv);
                    let reduction = if is_quiet && depth >= LMR_DEPTH && is_late {
                        self.late_move_reduction(depth, searched, is_pv, in_check, piece_to)
                    } else {
                        0
                    };
                    let child = NodeArgs {
                        depth: depth - 1,
                        ply: ply + 1,
                        alpha: -beta,
                        beta: -alpha,
                        after_null: false,
                        prev_piece_to: Some(piece_to),
                    };
                    self.search_child(&next, child, searched == 0, reduction)
                }
            };
            self.history.pop();
            searched += 1;
            if self.time.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(mv);
                if score > alpha {
                    alpha = score;
                    if is_pv {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        if !position.is_noisy(mv) {
                            let tried = &scored[..at];
                            self.ordering.update_quiet_stats(context, mv, tried, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.return_lists(moves, scored);
        if self.time.is_stopped() {
            return best.max(args.alpha);
        }
        if searched == 0 {
            // There is no legal move, or repetition forbids them all.
            return match self.rules.count(position) {
                0 => self.no_moves(position, ply),
                _ => mated_in(ply),
            };
        }
        self.store(position, args, static_eval, best, best_move);
        best
    }

    /// Searches the node after a move: the first move with the full window; the others with a zero
    /// window and reduced, and again if they are better than alpha. `child` has the full window.
    fn search_child(
        &mut self,
        next: &Position<W>,
        child: NodeArgs,
        is_first: bool,
        reduction: i32,
    ) -> i32 {
        if is_first {
            return -self.pvs(next, child);
        }
        let (alpha, beta) = (-child.beta, -child.alpha);
        let zero_window = NodeArgs {
            alpha: -alpha - 1,
            ..child
        };
        let reduced = NodeArgs {
            depth: child.depth - reduction,
            ..zero_window
        };
        let mut score = -self.pvs(next, reduced);
        if score > alpha && reduction > 0 {
            score = -self.pvs(next, zero_window);
        }
        if score > alpha && score < beta {
            score = -self.pvs(next, child);
        }
        score
    }

    /// Stores the result of a node in the transposition table.
    fn store(
        &mut self,
        position: &Position<W>,
        args: NodeArgs,
        static_eval: StaticEval,
        best: i32,
        best_move: Option<Move>,
    ) {
        let bound = Bound::of(best, args.alpha, args.beta);
        let data = TtData {
            score: best,
            static_eval: static_eval.is_exact.then_some(static_eval.score),
            depth: args.depth,
            bound,
            best: match bound {
                Bound::Upper => 0,
                _ => best_move.map_or(0, move_key),
            },
        };
        self.tt.store(position.key(), args.ply, data);
    }
}
