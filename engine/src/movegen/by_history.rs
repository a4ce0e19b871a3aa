//! Moves that depend on the moves before: en passant captures and castling.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::powers::Passing;
use crate::tables::{Legality, RuleTables, Traits};

impl<const W: usize> RuleTables<W> {
    /// The pawns of a side that attack a square that was passed over.
    fn en_passant_captors(
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

    /// Whether a pawn of a side attacks a square that a piece has just passed over.
    pub(crate) fn can_capture_passing(
        &self,
        position: &Position<W>,
        passing: Passing,
        color: Color,
    ) -> bool {
        let mut passed = passing.squares();
        passed.any(|square| !self.en_passant_captors(position, square, color).is_empty())
    }

    /// The next square ahead of a square that was passed over: the square of a piece that went
    /// straight ahead.
    pub(crate) fn straight_beyond(&self, passed: Square, owner: Color) -> Option<Square> {
        self.geometry.away(passed, owner.turned((0, 1)), 1)
    }

    /// The Zobrist key of the double step that a side just made.
    pub(crate) fn passing_key(&self, passing: Passing, owner: Color) -> u64 {
        if passing == Passing::NONE {
            return 0;
        }
        let is_straight = self.straight_beyond(passing.square, owner) == Some(passing.piece);
        self.keys.passing(passing, is_straight)
    }

    /// The en passant captures, and castling if `may_castle`, which is asked only if there are rights.
    pub(super) fn by_history<S: Sink<W>>(
        &self,
        position: &Position<W>,
        may_castle: impl FnOnce() -> bool,
        sink: &mut S,
    ) {
        if self.has_double_step && position.passing != Passing::NONE {
            self.en_passant(position, sink);
        }
        if position.castling != 0 && may_castle() {
            self.castle(position, sink);
        }
    }

    fn en_passant<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        let us = position.side;
        let passing = position.passing;
        let active = self.active(position, us);
        for square in passing.squares() {
            for from in self.en_passant_captors(position, square, us) & active {
                let capture = Move::capturing(from, square, passing.piece);
                // With `Legality::Trial` the capture is checked later.
                let is_legal = self.legality != Legality::Pins
                    || !self.in_check(&position.after(self, capture), us);
                if is_legal && !self.has_capture(position, capture) {
                    sink.single(self, position, self.traits(position.at(from)), capture);
                }
            }
        }
    }

    /// Whether a piece can make a capture by its own powers, other than en passant.
    fn has_capture(&self, position: &Position<W>, capture: Move) -> bool {
        if !self.traits(position.at(capture.from)).is(Traits::SPECIAL) {
            return false;
        }
        let mut found = false;
        let actor = self.actor(position, capture.from);
        self.moves_of(position, &actor, &mut |one| {
            found |= one == capture;
        });
        found
    }

    /// The castling moves of a side that is not in check. In games without check, attacks do not
    /// matter.
    fn castle<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        let Some(home) = position.homes(self) else {
            return;
        };
        let us = position.side;
        let active = self.active(position, us);
        let attacked = |king, square| match self.legality {
            Legality::Free => false,
            // Some pieces attack only what stands there.
            Legality::Trial if !position.occupied().contains(square) => {
                let there = position.with(self, square, position.at(king));
                self.is_attacked(&there, square, us.other())
            }
            _ => self.is_attacked(position, square, us.other()),
        };
        for way in home.open(us, position.castling, position.occupied()) {
            let king = way.king_from;
            let mut crossed = way.crossed.iter();
            if !active.contains(king) || crossed.any(|square| attacked(king, square)) {
                continue;
            }
            let castle = Move::castle(king, way.king_to, way.named);
            // The partner may have stood between the king and an enemy slider.
            let is_safe = self.legality != Legality::Pins
                || !self.in_check(&position.after(self, castle), us);
            if is_safe && !self.edge.contains(castle.to) {
                sink.single(self, position, self.traits(position.at(king)), castle);
            }
        }
    }
}
