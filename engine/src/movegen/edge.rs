//! Edge squares: only captures may end there, and of moves with equal captures only the shortest.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::powers::Actor;
use crate::tables::RuleTables;

impl<const W: usize> RuleTables<W> {
    /// The edge squares without an enemy piece.
    pub(super) fn barred(&self, position: &Position<W>) -> SquareSet<W> {
        self.edge - position.pieces(position.side().other())
    }

    /// Removes duplicate moves, and those that may not end on an edge square.
    pub(super) fn settle(&self, actor: &Actor<'_, W>, moves: &mut Vec<Move>) {
        for at in (0..moves.len()).rev() {
            if moves[..at].contains(&moves[at]) {
                moves.swap_remove(at);
            }
        }
        if !moves.iter().any(|one| self.edge.contains(one.to)) {
            return;
        }
        let all = moves.clone();
        moves.retain(|one| !self.edge.contains(one.to) || self.is_nearest(actor, one, &all));
    }

    /// Whether no move with the same capture is shorter.
    fn is_nearest(&self, actor: &Actor<'_, W>, one: &Move, all: &[Move]) -> bool {
        let capture = |one: &Move| {
            let mut removed: SquareSet<W> = one.victims().iter().copied().collect();
            let swaps = one.kind == MoveKind::Swap;
            removed.insert_if(one.to, !swaps && actor.enemy.contains(one.to));
            (removed, swaps.then_some(one.to), one.converted())
        };
        let this = capture(one);
        (all.iter()).all(|other| {
            self.distance(one.from, one.to) <= self.distance(other.from, other.to)
                || this != capture(other)
        })
    }

    /// The distance of two squares in king's steps.
    fn distance(&self, from: Square, to: Square) -> i32 {
        let board = &self.geometry;
        let files = board.file(to) - board.file(from);
        let ranks = board.rank(to) - board.rank(from);
        files.abs().max(ranks.abs())
    }
}
