//! Selectivity: reverse futility pruning, null-move pruning and late move reductions.

use super::params::SearchParams;
use super::pvs::NodeArgs;
use super::score::MATE_IN_MAX_PLY;
use super::worker::Worker;
use crate::position::Position;

/// Reverse futility pruning is done up to this depth.
const RFP_DEPTH: i32 = 6;
/// Null-move pruning is done from this depth on.
const NMP_DEPTH: i32 = 3;

impl<const W: usize> Worker<'_, W> {
    /// Prunes a whole node that is not of the principal variation and not in check.
    #[inline]
    pub(super) fn prune_node(
        &mut self,
        position: &Position<W>,
        args: NodeArgs,
        static_eval: i32,
    ) -> Option<i32> {
        if self.has_no_moves(position) {
            return Some(self.no_moves(position, args.ply));
        }
        let margin = self.params.rfp_margin * args.depth;
        if args.depth <= RFP_DEPTH && static_eval - margin >= args.beta {
            return Some(static_eval);
        }
        self.null_move(position, args, static_eval)
    }

    /// Null-move pruning: fails high if even passing does.
    fn null_move(
        &mut self,
        position: &Position<W>,
        args: NodeArgs,
        static_eval: i32,
    ) -> Option<i32> {
        let NodeArgs {
            depth, ply, beta, ..
        } = args;
        if depth < NMP_DEPTH || args.after_null || static_eval < beta {
            return None;
        }
        // With few pieces or few moves, zugzwang is likely.
        let few_pieces = position.pieces(position.side()).count() < 4;
        if few_pieces || self.rules.count(position) < 6 {
            return None;
        }
        let SearchParams {
            nmp_base,
            nmp_depth_divisor,
            nmp_eval_divisor,
            ..
        } = self.params;
        let by_eval = ((static_eval - beta) / nmp_eval_divisor).min(2);
        let next = position.null(self.rules);
        self.history.push(self.rules, position, &next, None);
        let score = -self.pvs(
            &next,
            NodeArgs {
                depth: depth - nmp_base - depth / nmp_depth_divisor - by_eval,
                ply: ply + 1,
                alpha: -beta,
                beta: 1 - beta,
                after_null: true,
                prev_piece_to: None,
            },
        );
        self.history.pop();
        let fails_high = score >= beta && !self.time.is_stopped();
        // A win after a null move is not proven.
        fails_high.then_some(if score > MATE_IN_MAX_PLY { beta } else { score })
    }

    /// The late move reduction of a quiet move, in plies. `move_number` counts from 0.
    pub(super) fn late_move_reduction(
        &self,
        depth: i32,
        move_number: i32,
        is_pv: bool,
        in_check: bool,
        piece_to: usize,
    ) -> i32 {
        let logs = log2(depth) * log2(move_number) * self.params.lmr_slope / 256;
        let mut reduction = (self.params.lmr_base + logs) / 256;
        reduction -= i32::from(is_pv) + i32::from(in_check);
        reduction -= self.ordering.history(piece_to) / self.params.lmr_history_divisor;
        reduction.clamp(0, depth - 2)
    }
}

/// The binary logarithm of a positive number, in sixteenths. It is linear between powers of two, and
/// the same on every machine.
fn log2(number: i32) -> i32 {
    let whole = number.max(1).ilog2();
    let rest = ((number.max(1) << 4) >> whole) - 16;
    16 * whole as i32 + rest
}
