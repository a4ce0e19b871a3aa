//! Extensions of the hash move.

use super::pvs::{NodeArgs, NodeFacts};
use super::score::{MATE_IN_MAX_PLY, MAX_PLY};
use super::transposition::{Bound, move_key};
use super::worker::Worker;
use crate::moves::Move;
use crate::position::Position;

impl<const W: usize> Worker<'_, W> {
    /// By how many plies the hash move is extended: searched without it, the node tells whether it is the
    /// only good one (singular extensions of T. Anantharaman, M. Campbell and F. Hsu, 1988, in the form
    /// that Stockfish gave them). If others fail high too, the score of the whole node.
    pub(super) fn extension(
        &mut self,
        position: &Position<W>,
        args: NodeArgs,
        facts: &NodeFacts,
        mv: Move,
    ) -> Result<i32, i32> {
        let Some(entry) = facts.entry else {
            return Ok(0);
        };
        let score = entry.score_at(args.ply);
        if args.depth < self.params.singular_depth
            || args.excluded != 0
            || args.ply >= MAX_PLY / 2
            || entry.depth < args.depth - 3
            || entry.bound == Bound::Upper
            || score.abs() >= MATE_IN_MAX_PLY
        {
            return Ok(0);
        }
        let below = score - self.params.singular_margin * args.depth / 16;
        let others = NodeArgs {
            depth: (args.depth - 1) / 2,
            alpha: below - 1,
            beta: below,
            excluded: move_key(mv),
            ..args
        };
        let best = self.pvs(position, others);
        if self.time.is_stopped() {
            return Ok(0);
        }
        if best < below {
            let double = !args.is_pv() && best < below - self.params.double_margin;
            return Ok(1 + i32::from(double));
        }
        if below >= args.beta {
            return Err(below);
        }
        let reduces = score >= args.beta || args.is_cut;
        Ok(-i32::from(reduces))
    }
}
