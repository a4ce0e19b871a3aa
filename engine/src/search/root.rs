//! The root: move order, aspiration window, and the search of each move.

use super::history::MoveHistory;
use super::pvs::NodeArgs;
use super::repetition::Repetition;
use super::score::{MATE, MATE_IN_MAX_PLY, mated_in};
use super::transposition::move_key;
use super::worker::Worker;
use crate::board::Square;
use crate::moves::Move;
use crate::play::GameState;
use crate::position::Position;
use std::cmp::Reverse;

const ASPIRATION_DEPTH: u32 = 4;
/// A window of more than this half width, in centipawns, becomes the full window.
const MAX_WINDOW: i32 = 500;
/// The ordering bonus of captures that do not lose material, and malus of those that do.
const NOISY: i32 = 1_000_000;

impl<const W: usize> Worker<'_, W> {
    /// Orders the moves of the root for the first iteration.
    pub(super) fn order_root(&self, position: &Position<W>, moves: &mut [Move]) {
        let hash_move = self.tt.best(position.key);
        let context = self.picker_context(position, 0, [None; 2]);
        let score = |mv: Move| {
            if hash_move != 0 && move_key(mv) == hash_move {
                return i32::MAX;
            }
            if !position.is_noisy(mv) {
                return context.quiet_score(mv);
            }
            let noisy = context.noisy(mv);
            if context.loses_material(noisy) {
                noisy.score - NOISY
            } else {
                noisy.score + NOISY
            }
        };
        let mut scored: Vec<(Move, i32)> = moves.iter().map(|&mv| (mv, score(mv))).collect();
        // Ties are broken by squares seen from the mover, so that a small limit of nodes is the same
        // handicap for both sides.
        let board = &self.rules.geometry;
        let seen = |square: Square| {
            if square == Square::NONE {
                return (0, 0);
            }
            let rank = board.ranks_advanced(position.side, square);
            (rank, board.file(square))
        };
        scored.sort_by_key(|&(mv, score)| (Reverse(score), seen(mv.from), seen(mv.to)));
        for (place, (mv, _)) in moves.iter_mut().zip(scored) {
            *place = mv;
        }
    }

    /// Searches the root to a depth for the highest sum of score and bonus, with an aspiration
    /// window around the sum of the last depth. `None` if the search stops at the first move.
    pub(super) fn aspiration(
        &mut self,
        line: &GameState<W>,
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
            if self.time.is_stopped {
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

    /// Searches the moves of the root and moves the best to the front. Window and result are sums
    /// of a score and the bonus of its move. `None` if the search stops at the first move.
    fn root(
        &mut self,
        line: &GameState<W>,
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
            let sum = self.root_move(line, mv, depth, at as i32, low, high) + bonus;
            if self.time.is_stopped {
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
        line: &GameState<W>,
        mv: Move,
        depth: i32,
        number: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let piece_to = MoveHistory::piece_to(self.rules, &line.position, mv);
        let next = line.position.after(self.rules, mv);
        self.history
            .push(self.rules, &line.position, &next, Some(mv));
        let score = if let Repetition::Ends(score) = self.history.repetition(self.rules, 1) {
            self.pv[1].clear();
            score
        } else if self.gives_up_royal(&next) {
            self.pv[1].clear();
            mated_in(2)
        } else {
            self.enter(&line.position, &next, 0, mv, piece_to);
            let child = |depth, alpha, beta| NodeArgs {
                depth,
                ply: 1,
                alpha,
                beta,
                is_cut: beta - alpha == 1,
                after_null: false,
                excluded: 0,
            };
            let mut score = alpha + 1;
            let mut reduction = 0;
            if number > 0 && depth >= 2 && !line.position.is_noisy(mv) {
                // One ply less than elsewhere: the root is a node of the principal variation.
                let base = self.base_reduction(depth, number) - 256;
                reduction = (base >> 8).clamp(0, depth - 2);
            }
            if reduction > 0 {
                score = -self.pvs(&next, child(depth - 1 - reduction, -alpha - 1, -alpha));
            }
            if number > 0 && score > alpha {
                score = -self.pvs(&next, child(depth - 1, -alpha - 1, -alpha));
            }
            if score > alpha {
                score = -self.pvs(&next, child(depth - 1, -beta, -alpha));
            }
            score
        };
        self.history.pop();
        score
    }
}
