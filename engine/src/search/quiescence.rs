//! Beyond the last ply: captures and promotions only, until nothing is left to win.

use super::node::Node;
use super::ordering::{BAD_CAPTURE, Candidate, pick, rank_capture};
use super::score::{self, SURE};
use super::table::{Bound, Found, short_key};
use crate::position::Position;

impl<const W: usize> Node<'_, W> {
    /// The worth of a position when only captures are looked at.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<W>,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.enter(ply) {
            return 0;
        }
        if position.is_decided(self.rules) {
            return self.decided(position, ply);
        }
        let known = self.table.get(position.key());
        if let Some(score) = known.and_then(|known| known.answer(ply, alpha, beta)) {
            return score;
        }
        let endangered = self.is_endangered(position);
        let evasive = endangered && self.has_check;
        let (standing, is_exact) = match evasive {
            true => (ply as i32 - score::WIN, false),
            false => {
                let standing = self.evaluate(position, known, alpha, beta);
                (standing.worth, standing.is_exact)
            }
        };
        if !evasive && self.is_stuck(position) {
            return self.stuck(position, ply);
        }
        if standing >= beta || self.is_too_deep(ply) {
            return standing;
        }
        let mut best = standing;
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let (mut moves, mut ranked) = self.buffers();
        match evasive {
            true => self.rules.generate(position, &mut moves),
            false => self.rules.generate_noisy(position, &mut moves),
        }
        if moves.is_empty() && evasive {
            best = score::of_outcome(position.without_moves(self.rules).0, position.side(), ply);
        }
        let known = known.map_or(0, |known| known.best);
        for &one in &moves {
            let rank = match known != 0 && short_key(one) == known {
                true => i32::MAX,
                false => rank_capture(self.rules, self.evaluator, position, one),
            };
            ranked.push(Candidate { one, rank });
        }
        let mut best_move = 0;
        for at in 0..ranked.len() {
            let Candidate { one, rank } = pick(&mut ranked, at);
            if best > -SURE && !evasive {
                if rank < BAD_CAPTURE / 2 {
                    break;
                }
                let gain = self.evaluator.gain(self.rules, position, one);
                let hoped = standing + self.parameters.quiescence_margin + gain;
                if hoped <= alpha && rank != i32::MAX {
                    best = best.max(hoped);
                    continue;
                }
            }
            let next = position.after(self.rules, one);
            let score = -self.quiescence(&next, ply + 1, -beta, -alpha);
            if self.budget.was_spent() {
                break;
            }
            if score > best {
                best = score;
                best_move = short_key(one);
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.give_back(moves, ranked);
        if !self.budget.was_spent() {
            let found = Found {
                score: best,
                standing: is_exact.then_some(standing),
                depth: 0,
                bound: Bound::of(best, first_alpha, beta),
                best: best_move,
            };
            self.table.put(position.key(), ply, found);
        }
        best
    }
}
