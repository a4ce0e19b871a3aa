//! Quiescence search: captures, conversions and promotions beyond the horizon.

use super::ordering::{BAD_CAPTURE, HASH_MOVE, ScoredMove, pick_best, score_capture};
use super::score::{MATE_IN_MAX_PLY, MAX_PLY, mated_in};
use super::transposition::{Bound, TtData, move_key};
use super::worker::{StaticEval, Worker};
use crate::position::Position;

impl<const W: usize> Worker<'_, W> {
    /// The score of a node when only noisy moves are searched, and all evasions of check.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<W>,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.count_node(ply) {
            return 0;
        }
        if position.is_decided(self.rules) {
            return self.decided(position, ply);
        }
        let entry = self.tt.probe(position.key());
        if let Some(score) = entry.and_then(|entry| entry.cutoff(ply, alpha, beta)) {
            return score;
        }
        let in_check = self.has_check && self.royal_attacked(position);
        let stand_pat = if in_check {
            StaticEval {
                score: mated_in(ply),
                is_exact: false,
            }
        } else {
            self.static_eval(position, entry, alpha, beta)
        };
        if !in_check && self.has_no_moves(position) {
            return self.no_moves(position, ply);
        }
        let mut best = stand_pat.score;
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let (mut moves, mut scored) = self.take_lists();
        if in_check {
            self.rules.generate(position, &mut moves);
            if moves.is_empty() {
                best = self.no_moves(position, ply);
            }
        } else {
            self.rules.generate_noisy(position, &mut moves);
        }
        let hash_move = entry.map_or(0, |entry| entry.best);
        for &mv in &moves {
            let score = if hash_move != 0 && move_key(mv) == hash_move {
                HASH_MOVE
            } else {
                score_capture(self.rules, self.evaluator, position, mv)
            };
            scored.push(ScoredMove { mv, score });
        }
        let mut best_move = 0;
        for at in 0..scored.len() {
            let ScoredMove { mv, score: order } = pick_best(&mut scored, at);
            if best > -MATE_IN_MAX_PLY && !in_check {
                if order < BAD_CAPTURE / 2 {
                    break;
                }
                // Delta pruning.
                let gain = self.evaluator.material_gain(self.rules, position, mv);
                let optimistic = stand_pat.score + self.params.delta_margin + gain;
                if optimistic <= alpha && order != HASH_MOVE {
                    best = best.max(optimistic);
                    continue;
                }
            }
            let next = position.after(self.rules, mv);
            let score = -self.quiescence(&next, ply + 1, -beta, -alpha);
            if self.time.is_stopped() {
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
        self.return_lists(moves, scored);
        if !self.time.is_stopped() {
            let data = TtData {
                score: best,
                static_eval: stand_pat.is_exact.then_some(stand_pat.score),
                depth: 0,
                bound: Bound::of(best, first_alpha, beta),
                best: best_move,
            };
            self.tt.store(position.key(), ply, data);
        }
        best
    }
}
