//! Castling.

use super::Sink;
use crate::board::Square;
use crate::position::Position;
use crate::tables::{Legality, RuleTables};

impl<const W: usize> RuleTables<W> {
    /// The castling moves of a royal that is not in check. In games without check, attacks do not
    /// matter.
    pub(super) fn castle<S: Sink<W>>(&self, position: &Position<W>, royal: Square, sink: &mut S) {
        let Some(castling) = &self.castling else {
            return;
        };
        let us = position.side();
        if !self.active(position, us).contains(royal) {
            return;
        }
        let attacked = |square| {
            self.legality != Legality::Free && self.is_attacked(position, square, us.other())
        };
        castling.moves(
            royal,
            us,
            position.castling(),
            position.occupied(),
            attacked,
            |castle| {
                // The partner may have stood between the king and an enemy slider.
                let is_safe = self.legality != Legality::Pins
                    || !self.in_check(&position.after(self, castle), us);
                if is_safe && !self.edge.contains(castle.to) {
                    sink.single(self, position, self.traits(position.at(royal)), castle);
                }
            },
        );
    }
}
