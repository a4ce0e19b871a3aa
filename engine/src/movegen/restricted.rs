//! Legality besides check: compulsory captures and drops, and iron pieces.

use crate::board::SquareSet;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::tables::{Legality, RuleTables, Traits};

impl<const W: usize> RuleTables<W> {
    /// Whether captures or drops are compulsory.
    #[inline(always)]
    pub(crate) fn is_forcing(&self) -> bool {
        self.spec.must_capture || self.hands.must_drop
    }

    /// Whether moves may be illegal for another reason than check.
    #[inline(always)]
    pub(crate) fn is_restricting(&self) -> bool {
        self.is_forcing() || self.has_iron
    }

    /// Removes the moves that take iron pieces from a list of moves that check allows, from index `first` on. Where a
    /// side has to capture or drop, removes the other moves too, if it can by a move of the list or `is_forced`.
    #[inline(always)]
    pub(super) fn keep_allowed(
        &self,
        position: &Position<W>,
        moves: &mut Vec<Move>,
        first: usize,
        is_forced: bool,
    ) {
        if !self.is_restricting() {
            return;
        }
        if self.has_iron {
            keep(moves, first, |mv| !self.takes_iron(position, mv));
        }
        let is_compulsory = |mv| self.is_compulsory(position, mv);
        if is_forced || moves[first..].iter().any(|&mv| is_compulsory(mv)) {
            keep(moves, first, is_compulsory);
        }
    }

    /// Whether a move that check allows is legal: it takes no iron piece, and is one that its side has to make, or there
    /// is none.
    pub(super) fn is_allowed(&self, position: &Position<W>, mv: Move) -> bool {
        !(self.has_iron && self.takes_iron(position, mv))
            && (self.is_compulsory(position, mv)
                || !(self.has_to_capture(position) || self.has_to_drop(position)))
    }

    /// Whether a move captures or converts an enemy that may not be.
    #[inline(never)]
    fn takes_iron(&self, position: &Position<W>, mv: Move) -> bool {
        let enemy = position.pieces(position.side.other());
        let on_target = mv.replaces() && mv.kind != MoveKind::Drop;
        let target = on_target.then_some(mv.to).into_iter();
        let mut taken = target
            .chain(mv.victims().iter().copied())
            .chain(mv.converted());
        mv.kind != MoveKind::Pass
            && taken.any(|square| {
                enemy.contains(square) && self.traits(position.at(square)).is(Traits::IRON)
            })
    }

    /// Whether the side to move has a capture where captures are compulsory.
    #[inline(always)]
    pub(crate) fn has_to_capture(&self, position: &Position<W>) -> bool {
        self.spec.must_capture && self.can_capture(position)
    }

    /// Whether the side to move has a drop where drops are compulsory.
    #[inline(always)]
    pub(super) fn has_to_drop(&self, position: &Position<W>) -> bool {
        self.hands.must_drop && self.can_drop(position)
    }

    #[inline(never)]
    fn can_capture(&self, position: &Position<W>) -> bool {
        let mut moves = Vec::new();
        self.generate_noisy(position, &mut moves);
        moves.iter().any(|&mv| takes(position, mv))
    }

    #[inline(never)]
    fn can_drop(&self, position: &Position<W>) -> bool {
        let mut moves = Vec::new();
        self.drops(position, SquareSet::ALL, &mut moves);
        let has_check =
            self.legality != Legality::Free && !position.royals(position.side).is_empty();
        let is_legal = |mv: &Move| !has_check || self.is_safe_after(position, *mv);
        moves.iter().any(is_legal)
    }

    /// Whether a move that check allows is a capture or drop that its side has to make.
    pub(super) fn is_compulsory(&self, position: &Position<W>, mv: Move) -> bool {
        let is_capture =
            || takes(position, mv) && !(self.has_iron && self.takes_iron(position, mv));
        (self.spec.must_capture && is_capture())
            || (self.hands.must_drop && mv.kind == MoveKind::Drop)
    }
}

/// Keeps some moves of a list from index `first` on.
fn keep(moves: &mut Vec<Move>, first: usize, is_kept: impl Fn(Move) -> bool) {
    let mut at = 0;
    moves.retain(|&mv| {
        at += 1;
        at <= first || is_kept(mv)
    });
}

/// Whether a move captures an enemy. Swaps and conversions are not captures here.
fn takes<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    let enemy = position.pieces(position.side.other());
    let on_target = matches!(mv.kind, MoveKind::Plain | MoveKind::Castle);
    (on_target && enemy.contains(mv.to)) || mv.victims().iter().any(|&one| enemy.contains(one))
}
