//! Legal moves where captures are too varied for pins: moves that could matter to the own royal
//! are made and looked at.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::powers::Passing;
use crate::rules::BareRule;
use crate::tables::Rules;

impl<const W: usize> Rules<W> {
    /// Every move that could be made if royals did not matter.
    pub(super) fn untried<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        let us = position.side();
        self.unchecked(position, sink);
        if self.has_double_step && position.passing() != Passing::NONE {
            self.en_passant(position, sink);
        }
        if position.castling() != 0
            && let Some(royal) = position.royals(us).first()
            && !self.in_check(position, us)
        {
            self.castle(position, royal, sink);
        }
    }

    /// Takes out of a list of such moves, from place `first` on, those that leave the royal to be captured.
    pub(super) fn keep_tried(&self, position: &Position<W>, moves: &mut Vec<Move>, first: usize) {
        let us = position.side();
        let Some(royal) = position.royals(us).first() else {
            return;
        };
        let is_shielded = position.has_regent(self, us);
        let touchy = if is_shielded {
            // Nothing matters unless the regent itself leaves the board or promotes, or takes the place
            // of a royal that leaves.
            position.regents(self, us)
        } else {
            self.touchy_squares(position, royal)
        };
        // What becomes the new royal may attack more than it did as a regent.
        let crowning = if self.has_regent && !is_shielded {
            position.royals(us.other())
        } else {
            SquareSet::EMPTY
        };
        let mut at = 0;
        moves.retain(|&one| {
            at += 1;
            let is_plain = one.kind == MoveKind::Plain && one.victims().is_empty();
            let stays = !touchy.contains(one.from) && !one.removes_itself();
            let stays = stays && !crowning.contains_on_board(one.to);
            let harmless = (is_plain || is_shielded) && stays;
            at <= first || harmless || self.is_safe_after(position, one)
        });
    }

    /// The squares whose pieces cannot be moved without looking at the own royal.
    pub(super) fn touchy_squares(&self, position: &Position<W>, royal: Square) -> SquareSet<W> {
        let them = position.side().other();
        let unclear = self.attacks.has_far
            || self.is_attacked(position, royal, them)
            || self.has_blockable_relay(position, them);
        if unclear {
            return SquareSet::ALL;
        }
        let mut touchy = self.attacks.danger[royal.index()];
        touchy.insert(royal);
        touchy
    }

    pub(super) fn is_safe_after(&self, position: &Position<W>, one: Move) -> bool {
        let us = position.side();
        let next = position.after(self, one);
        if self.attacks.has_far && next.royals(us).is_empty() {
            return false;
        }
        let bares = self.spec.end.bare == BareRule::Loses && next.is_bare(us.other());
        // A royal that was captured together with its regent.
        let takes_royal = self.has_regent && next.royals(us.other()).is_empty();
        bares || takes_royal || !self.in_check(&next, us)
    }
}
