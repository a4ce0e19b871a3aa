//! Pruning of single moves: late moves, futile ones, and those that lose material.

use super::picker::{PickedMove, Stage};
use super::pvs::{NodeArgs, NodeFacts};
use super::worker::Worker;
use crate::moves::Move;
use crate::position::Position;

/// Futility pruning of moves is done up to this depth.
const FUTILITY_DEPTH: i32 = 7;
/// Moves that lose material are pruned up to this depth.
const SEE_DEPTH: i32 = 7;
/// Quiet moves are pruned by history up to this depth.
const HISTORY_DEPTH: i32 = 4;

/// What is not searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pruned {
    /// The move is searched.
    No,
    /// The move is not.
    Move,
    /// Nor are the quiet moves after it.
    Quiets,
}

impl<const W: usize> Worker<'_, W> {
    /// Whether to search a quiet move, given with the number of moves before it and its history.
    /// Moves that give check are searched: short mates would be missed without them.
    pub(super) fn prune_quiet(
        &self,
        position: &Position<W>,
        args: NodeArgs,
        facts: &NodeFacts,
        (mv, number, history): (Move, i32, i32),
    ) -> Pruned {
        let (params, depth) = (&self.params, args.depth);
        let improving = i32::from(facts.is_improving);
        let late = number > (params.lmp_base + depth * depth) / (2 - improving);
        // The depth to which the move would be searched.
        let reduced = (depth - (self.base_reduction(depth, number) >> 8)).max(1);
        let margin = params.futility_base + params.futility_margin * reduced;
        let futile =
            !facts.in_check && reduced <= FUTILITY_DEPTH && facts.corrected + margin <= args.alpha;
        let bad = reduced <= HISTORY_DEPTH && history < -params.history_margin * reduced;
        let loses = || {
            reduced <= SEE_DEPTH
                && self.evaluator.see(self.rules, position, mv)
                    < -params.see_quiet_margin * reduced * reduced
        };
        if late || futile || bad {
            if self.gives_check(position, mv) {
                return Pruned::No;
            }
            if (late || futile) && !self.has_check {
                return Pruned::Quiets;
            }
            return Pruned::Move;
        }
        if loses() { Pruned::Move } else { Pruned::No }
    }

    /// Whether to search a capture, conversion or promotion.
    pub(super) fn prune_noisy(
        &self,
        position: &Position<W>,
        args: NodeArgs,
        PickedMove { mv, stage, gain }: PickedMove,
    ) -> Pruned {
        let bound = -self.params.see_noisy_margin * (args.depth - 1);
        let loses = stage == Stage::BadNoisy
            && args.depth <= SEE_DEPTH
            && (self.evaluator).see_is_below(self.rules, position, mv, gain, bound);
        if loses { Pruned::Move } else { Pruned::No }
    }
}
