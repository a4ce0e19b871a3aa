//! Legality where captures are too varied for pins: moves that could expose the own royal are made
//! and checked.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::BareRule;
use crate::tables::RuleTables;

impl<const W: usize> RuleTables<W> {
    /// Removes the moves that leave the royal attacked from a list, from index `first` on.
    pub(super) fn keep_tried(&self, position: &Position<W>, moves: &mut Vec<Move>, first: usize) {
        let us = position.side;
        let Some(royal) = position.royals(us).first() else {
            return;
        };
        let is_shielded = position.has_regent(self, us);
        let candidates = if is_shielded {
            // Only a move of the regent can matter: it leaves the board, promotes, or replaces a
            // royal that leaves.
            position.regents(self, us)
        } else {
            self.pin_candidates(position, royal)
        };
        // A regent may attack more squares as the new royal.
        let crowning = if self.has_regent && !is_shielded {
            position.royals(us.other())
        } else {
            SquareSet::EMPTY
        };
        let mut at = 0;
        moves.retain(|&mv| {
            at += 1;
            let is_plain = mv.kind == MoveKind::Plain && mv.victims().is_empty();
            let stays = !candidates.contains(mv.from) && !mv.removes_itself();
            let stays = stays && !crowning.contains_on_board(mv.to);
            let harmless = (is_plain || is_shielded) && stays;
            at <= first || harmless || self.is_safe_after(position, mv)
        });
    }

    /// The squares whose pieces may be pinned.
    pub(super) fn pin_candidates(&self, position: &Position<W>, royal: Square) -> SquareSet<W> {
        let them = position.side.other();
        let unclear = self.attacks.has_far
            || self.is_attacked(position, royal, them)
            || self.has_blockable_relay(position, them);
        if unclear {
            return SquareSet::ALL;
        }
        let mut candidates = self.attacks.danger[royal.index()];
        candidates.insert(royal);
        candidates
    }

    /// Whether a move leaves no own royal attacked, or wins at once.
    pub(super) fn is_safe_after(&self, position: &Position<W>, mv: Move) -> bool {
        let us = position.side;
        let next = position.after(self, mv);
        if self.attacks.has_far && next.royals(us).is_empty() {
            return false;
        }
        let bares = self.spec.end.bare == BareRule::Loses && next.is_bare(us.other());
        // A royal that was captured together with its regent.
        let takes_royal = self.has_regent && next.royals(us.other()).is_empty();
        bares || takes_royal || !self.in_check(&next, us)
    }
}
