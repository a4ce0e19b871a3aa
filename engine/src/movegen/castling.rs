//! Castling.

use super::Sink;
use crate::board::Square;
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{Legality, Rules};

impl<const W: usize> Rules<W> {
    /// The castling moves of a royal that is not in check; where there is no check, attacks do not
    /// matter.
    pub(super) fn castle<S: Sink<W>>(&self, position: &Position<W>, royal: Square, sink: &mut S) {
        let Some(castling) = &self.castling else {
            return;
        };
        let us = position.side();
        if !self.active(position, us).contains(royal) {
            return;
        }
        let occupied = position.occupied();
        for (bit, way) in castling.ways.iter().enumerate() {
            let Some(way) = way else {
                continue;
            };
            let right = position.castling() >> bit & 1 == 1 && bit / 2 == us.index();
            if right && way.king_from == royal && way.empty.is_disjoint(occupied) {
                let attacked = |square| {
                    self.legality != Legality::Free
                        && self.is_attacked(position, square, us.other())
                };
                let lands = !self.edge.contains(way.king_to);
                if lands && !way.crossed.iter().any(attacked) {
                    let castle = Move::castle(way.king_from, way.king_to, way.named);
                    sink.single(self, position, self.traits(position.at(royal)), castle);
                }
            }
        }
    }
}
