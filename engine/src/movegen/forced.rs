//! Compulsory captures.

use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::tables::RuleTables;

impl<const W: usize> RuleTables<W> {
    /// Where captures are compulsory, removes the other moves of a list of legal moves, from index
    /// `first` on, if it has a capture. Returns whether captures are compulsory and it has one.
    #[inline(always)]
    pub(super) fn keep_forced(
        &self,
        position: &Position<W>,
        moves: &mut Vec<Move>,
        first: usize,
    ) -> bool {
        let is_capture = |mv: &Move| takes(position, *mv);
        let is_forced = self.spec.must_capture && moves[first..].iter().any(is_capture);
        if is_forced {
            let mut at = 0;
            moves.retain(|mv| {
                at += 1;
                at <= first || is_capture(mv)
            });
        }
        is_forced
    }

    /// Whether a legal move is a capture, or there is none.
    pub(super) fn is_allowed(&self, position: &Position<W>, mv: Move) -> bool {
        takes(position, mv) || !self.has_to_capture(position)
    }

    /// Whether the side to move has a capture where captures are compulsory.
    #[inline(always)]
    pub(crate) fn has_to_capture(&self, position: &Position<W>) -> bool {
        self.spec.must_capture && self.can_capture(position)
    }

    #[inline(never)]
    fn can_capture(&self, position: &Position<W>) -> bool {
        let mut moves = Vec::new();
        self.generate_noisy(position, &mut moves);
        moves.iter().any(|&mv| takes(position, mv))
    }
}

/// Whether a move captures an enemy. Swaps and conversions are not captures here.
fn takes<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    let enemy = position.pieces(position.side.other());
    let on_target = matches!(mv.kind, MoveKind::Plain | MoveKind::Castle);
    (on_target && enemy.contains(mv.to)) || mv.victims().iter().any(|&one| enemy.contains(one))
}
