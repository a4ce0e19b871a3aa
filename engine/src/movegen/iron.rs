//! Iron pieces, which may not be captured or converted.

use crate::moves::Move;
use crate::position::Position;
use crate::tables::{RuleTables, Traits};

impl<const W: usize> RuleTables<W> {
    /// Whether a move captures or converts an enemy that may not be.
    #[inline(always)]
    pub(super) fn takes_iron(&self, position: &Position<W>, mv: Move) -> bool {
        self.has_iron && self.is_iron_taken(position, mv)
    }

    /// Removes the moves that take iron pieces from a list, from index `first` on.
    #[inline(never)]
    pub(super) fn spare_iron(&self, position: &Position<W>, moves: &mut Vec<Move>, first: usize) {
        let mut at = 0;
        moves.retain(|&mv| {
            at += 1;
            at <= first || !self.is_iron_taken(position, mv)
        });
    }

    #[inline(never)]
    fn is_iron_taken(&self, position: &Position<W>, mv: Move) -> bool {
        let enemy = position.pieces(position.side.other());
        let target = mv.replaces().then_some(mv.to).into_iter();
        let beside = mv.victims().iter().copied().chain(mv.converted());
        target.chain(beside).any(|square| {
            enemy.contains(square) && self.traits(position.at(square)).is(Traits::IRON)
        })
    }
}
