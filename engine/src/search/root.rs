//! The root: move order, aspiration window, and the search of each move.

use super::ordering::{MoveOrdering, OrderingContext};
use super::pvs::NodeArgs;
use super::repetition::Repetition;
use super::score::{MATE, MATE_IN_MAX_PLY};
use super::worker::Worker;
use crate::board::Square;
use crate::moves::Move;
use crate::piece::Color;
use crate::play::Line;
use crate::position::Position;
use std::cmp::Reverse;

/// The aspiration window is used from this depth on.
const ASPIRATION_DEPTH: u32 = 4;
/// A window of more than this half width, in centipawns, becomes the full window.
const MAX_WINDOW: i32 = 500;

impl<const W: usize> Worker<'_, W> {
    /// Orders the moves of the root for the first iteration.
    pub(super) fn order_root(&self, position: &Position<W>, moves: &mut [Move]) {
        let hash_move = self.tt.best(position.key());
        let mut scored = Vec::new();
        let context = OrderingContext {
            rules: self.rules,
            position,
            ply: 0,
            prev_piece_to: None,
        };
        self.ordering
            .score_moves(context, self.evaluator, moves, hash_move, &mut scored);
        // Ties are broken by squares seen from the mover, so that a small limit of nodes is the same
        // handicap for both sides.
        let board = self.rules.geometry();
        let seen = |square: Square| match position.side() {
            _ if square == Square::NONE => (0, 0),
            Color::White => (board.rank(square), board.file(square)),
            Color::Black => (board.ranks() - 1 - board.rank(square), board.file(square)),
        };
        scored.sort_by_key(|scored| {
            let mv = scored.mv;
            (Reverse(scored.score), seen(mv.from), seen(mv.to))
        });
        for (place, scored) in moves.iter_mut().zip(scored) {
            *place = scored.mv;
        }
    }

    /// Searches the root to a depth for the highest sum of score and bonus, with an aspiration window
    /// around the sum of the last depth. `None` if the search stops before a move is known to be best.
    pub(super) fn aspiration(
        &mut self,
        line: &Line<W>,
        moves: &mut [Move],
        depth: u32,
        last_sum: i32,
        bonus: &impl Fn(Move) -> i32,
    ) -> Option<i32> {
        let mut width = self.params.aspiration_window;
        // The maximum of a score plus a bonus.
        let max = MATE + moves.iter().map(|&mv| bonus(mv).abs()).max().unwrap_or(0);
        let (mut alpha, mut beta) = (-max, max);
        if depth >= ASPIRATION_DEPTH && last_sum.abs() < MATE_IN_MAX_PLY {
            (alpha, beta) = (last_sum - width, last_sum + width);
        }
        loop {
            let sum = self.root(line, moves, depth as i32, alpha, beta, bonus);
            if self.time.is_stopped() {
                return sum;
            }
            let sum = sum?;
            width *= 3;
            let is_wide = width > MAX_WINDOW;
            if sum <= alpha && alpha > -max {
                alpha = if is_wide { -max } else { sum - width };
            } else if sum >= beta && beta < max {
                beta = if is_wide { max } else { sum + width };
            } else {
                return Some(sum);
            }
        }
    }

    /// Searches the moves of the root and moves the best to the front. Window and result are sums of a
    /// score and the bonus of its move. `None` if the search stops at the first move.
    fn root(
        &mut self,
        line: &Line<W>,
        moves: &mut [Move],
        depth: i32,
        mut alpha: i32,
        beta: i32,
        bonus: &impl Fn(Move) -> i32,
    ) -> Option<i32> {
        let mut best = None;
        for at in 0..moves.len() {
            let mv = moves[at];
            let bonus = bonus(mv);
            let (low, high) = (alpha - bonus, beta - bonus);
            let sum = self.root_move(line, mv, depth, at == 0, low, high) + bonus;
            if self.time.is_stopped() {
                return best;
            }
            if best.is_none_or(|best| sum > best) {
                best = Some(sum);
                if sum > alpha || at == 0 {
                    self.update_pv(0, mv);
                    moves[..=at].rotate_right(1);
                }
                alpha = alpha.max(sum);
                if sum >= beta {
                    break;
                }
            }
        }
        best
    }

    fn root_move(
        &mut self,
        line: &Line<W>,
        mv: Move,
        depth: i32,
        is_first: bool,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let piece_to = MoveOrdering::piece_to(self.rules, &line.position, mv);
        let next = line.position.after(self.rules, mv);
        self.history
            .push(self.rules, &line.position, &next, Some(mv));
        let score = if let Repetition::Ends(score) = self.history.repetition(self.rules, 1) {
            self.pv[1].clear();
            score
        } else {
            let child = |alpha, beta| NodeArgs {
                depth: depth - 1,
                ply: 1,
                alpha,
                beta,
                after_null: false,
                prev_piece_to: Some(piece_to),
            };
            let mut score = alpha + 1;
            if !is_first {
                score = -self.pvs(&next, child(-alpha - 1, -alpha));
            }
            if score > alpha {
                score = -self.pvs(&next, child(-beta, -alpha));
            }
            score
        };
        self.history.pop();
        score
    }
}
