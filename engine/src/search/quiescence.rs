//! Quiescence search: captures, conversions and promotions beyond the horizon.

use super::history::MoveHistory;
use super::picker::{ScoredMove, Stage};
use super::score::{MATE_IN_MAX_PLY, MAX_PLY, mated_in};
use super::transposition::{Bound, TtEntry, move_key};
use super::worker::Worker;
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
        if let Some(score) = self.without_search(position, ply) {
            return score;
        }
        let is_pv = beta - alpha > 1;
        let entry = self.tt.probe(position.key);
        if let Some(score) = entry.and_then(|entry| entry.cutoff(ply, alpha, beta)) {
            return score;
        }
        let in_check = self.is_in_check(position, ply);
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
