//! Compulsory captures and drops.

use crate::board::SquareSet;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::tables::{Legality, RuleTables};

impl<const W: usize> RuleTables<W> {
    /// Whether captures or drops are compulsory.
    #[inline(always)]
    pub(crate) fn is_forcing(&self) -> bool {
        self.spec.must_capture || self.hands.must_drop
    }

    /// Where a side has to capture or drop, removes the other moves of a list of legal moves, from
    /// index `first` on, if it can by a move of the list or `is_forced`.
    #[inline(always)]
    pub(super) fn keep_forced(
        &self,
        position: &Position<W>,
        moves: &mut Vec<Move>,
        first: usize,
        is_forced: bool,
    ) {
        if !self.is_forcing() {
            return;
        }
        let is_compulsory = |mv: &Move| self.is_compulsory(position, *mv);
        if is_forced || moves[first..].iter().any(is_compulsory) {
            let mut at = 0;
            moves.retain(|mv| {
                at += 1;
                at <= first || is_compulsory(mv)
            });
        }
    }

    /// Whether a legal move is one that its side has to make, or there is none.
    pub(super) fn is_allowed(&self, position: &Position<W>, mv: Move) -> bool {
        self.is_compulsory(position, mv)
            || !(self.has_to_capture(position) || self.has_to_drop(position))
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

    /// Whether a legal move is a capture or drop that its side has to make.
    pub(super) fn is_compulsory(&self, position: &Position<W>, mv: Move) -> bool {
        (self.spec.must_capture && takes(position, mv))
            || (self.hands.must_drop && mv.kind == MoveKind::Drop)
    }
}

/// Whether a move captures an enemy. Swaps and conversions are not captures here.
fn takes<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    let enemy = position.pieces(position.side.other());
    let on_target = matches!(mv.kind, MoveKind::Plain | MoveKind::Castle);
    (on_target && enemy.contains(mv.to)) || mv.victims().iter().any(|&one| enemy.contains(one))
}
