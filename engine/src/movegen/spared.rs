//! Enemies that may not be captured: iron pieces, and those that may not be traded.

use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{NoTrade, RuleTables, Traits};

impl<const W: usize> RuleTables<W> {
    /// Whether some captures are forbidden.
    #[inline(always)]
    pub(crate) fn is_sparing(&self) -> bool {
        self.has_iron || self.no_trade.is_some()
    }

    /// Whether a move, legal in all else, captures or converts an enemy that may not be.
    #[inline(always)]
    pub(super) fn takes_spared(&self, position: &Position<W>, mv: Move) -> bool {
        self.is_sparing() && self.is_spared_taken(position, mv)
    }

    /// Removes the moves that take what may not be from a list, from index `first` on.
    #[inline(never)]
    pub(super) fn spare(&self, position: &Position<W>, moves: &mut Vec<Move>, first: usize) {
        let mut at = 0;
        moves.retain(|&mv| {
            at += 1;
            at <= first || !self.is_spared_taken(position, mv)
        });
    }

    #[inline(never)]
    fn is_spared_taken(&self, position: &Position<W>, mv: Move) -> bool {
        let no_trade = self.no_trade.as_ref();
        let enemy = position.pieces(position.side.other());
        self.takes_iron(position, mv, enemy)
            || no_trade.is_some_and(|rule| self.is_trade(position, mv, rule))
    }

    /// Whether a move takes iron pieces of its enemy.
    #[inline(always)]
    pub(super) fn takes_iron(&self, position: &Position<W>, mv: Move, enemy: SquareSet<W>) -> bool {
        let is_iron =
            |square| enemy.contains(square) && self.traits(position.at(square)).is(Traits::IRON);
        self.has_iron && mv.touched().any(is_iron)
    }

    /// Whether a move trades what may not be traded.
    fn is_trade(&self, position: &Position<W>, mv: Move, rule: &NoTrade) -> bool {
        let is_traded = |square: &Square| rule.is_traded(position.at(*square));
        // Whether a royal is attacked does not depend on what else its capture takes.
        let is_royal = |square: Square| self.traits(position.at(square)).is(Traits::ROYAL);
        if position.taken(&mv).any(is_royal) {
            return false;
        }
        let mut traded = position.taken(&mv).filter(is_traded);
        if !rule.is_traded(position.mover(mv)) {
            let captor = position.captor;
            return captor.is_some_and(|captor| traded.any(|square| square != captor));
        }
        let is_beside = |square| self.geometry.distance(mv.from, square) <= 1;
        let Some(far) = traded.find(|&square| !is_beside(square)) else {
            return false;
        };
        let is_gain = |square| square != far && !rule.is_weak(position.at(square));
        !position.taken(&mv).any(is_gain) && {
            let next = position.after(self, mv);
            self.could_capture(&next, mv.to, next.side)
        }
    }
}
