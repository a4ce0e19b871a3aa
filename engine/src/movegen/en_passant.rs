//! Capturing a pawn in passing.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::tables::{Legality, Rules, Traits};

impl<const W: usize> Rules<W> {
    /// The pawns of a side that could capture on a square passed over.
    pub(crate) fn en_passant_captors(
        &self,
        position: &Position<W>,
        passed: Square,
        color: Color,
    ) -> SquareSet<W> {
        let sources = self.attacks.leap_sources[color.index()][passed.index()];
        let is_captor = |&from: &Square| {
            let code = position.at(from);
            self.traits(code).is(Traits::PAWN)
                && self.reach(code, from).capturing_leaps().contains(passed)
        };
        (sources & position.pieces(color))
            .iter()
            .filter(is_captor)
            .collect()
    }

    /// The square of the pawn that passed over a square: the next one, seen from its side.
    pub(crate) fn passing_pawn(&self, passed: Square, owner: Color) -> Option<Square> {
        let forward = match owner {
            Color::White => 1,
            Color::Black => -1,
        };
        let board = &self.geometry;
        board.at(board.file(passed), board.rank(passed) + forward)
    }

    pub(super) fn en_passant<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        let us = position.side();
        let passed = position.en_passant();
        let Some(victim) = self.passing_pawn(passed, us.other()) else {
            return;
        };
        let active = self.active(position, us);
        for from in self.en_passant_captors(position, passed, us) & active {
            let capture = Move::capturing(from, passed, victim);
            let free = self.legality == Legality::Free;
            if free || !self.in_check(&position.after(self, capture), us) {
                sink.single(self, position, self.traits(position.at(from)), capture);
            }
        }
    }
}
