//! Edge squares: a move may end there only to capture, and of moves that capture the same only
//! the nearest.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::powers::Actor;
use crate::tables::Rules;

impl<const W: usize> Rules<W> {
    /// The edge squares on which nothing is captured by coming there.
    pub(super) fn barred(&self, position: &Position<W>) -> SquareSet<W> {
        self.edge - position.pieces(position.side().other())
    }

    /// Takes out moves that are there twice, and those that may not end where they end.
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

    /// Whether no other move makes the same capture and ends nearer.
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

    /// How many king's steps lie between two squares.
    fn distance(&self, from: Square, to: Square) -> i32 {
        let board = &self.geometry;
        let files = board.file(to) - board.file(from);
        let ranks = board.rank(to) - board.rank(from);
        files.abs().max(ranks.abs())
    }
}
