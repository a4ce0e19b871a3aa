//! Move generation: one loop over the pieces of the side to move, legality, and what is found by looking
//! at a whole side. The moves of each power are generated in its file in [`crate::powers`].
//!
//! What a generator finds goes into a [`Sink`], which lists or counts it; so perft counts its
//! last ply without making moves, from the same code that makes them.

mod attacks;
mod castling;
mod edge;
mod en_passant;
mod immobility;
mod noisy;
mod pins;
mod relay;
mod sink;
mod special;
mod trial;

use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::powers::Passing;
use crate::tables::{Legality, Rules, Traits};
use sink::{Counter, Sink};

impl<const W: usize> Rules<W> {
    /// Appends every legal move of the side to move, in a fixed order and each once. Whether the
    /// game is over already, and what repetition forbids, is not looked at.
    pub fn generate(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        match self.legality {
            Legality::Free => self.free(position, moves),
            Legality::Pins => self.pinned(position, moves),
            Legality::Trial => self.tried(position, moves),
        }
    }

    /// The number of legal moves: what [`Rules::generate`] would list.
    pub fn count(&self, position: &Position<W>) -> u64 {
        let mut counter = Counter::default();
        match self.legality {
            Legality::Free => self.free(position, &mut counter),
            Legality::Pins => self.pinned(position, &mut counter),
            Legality::Trial => {
                let mut moves = Vec::with_capacity(64);
                self.tried(position, &mut moves);
                return moves.len() as u64;
            }
        }
        counter.moves
    }

    /// Whether it must be looked at closely if the side to move has any legal move: too few of its pieces
    /// can move at all. Where there is check, a piece may be pinned, and royals may not move anywhere.
    #[inline]
    pub(crate) fn may_be_stuck(&self, position: &Position<W>) -> bool {
        let us = position.side();
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let active = self.active(position, us);
        let (candidates, mut needed) = match self.legality {
            Legality::Free => (active, 1),
            _ => (active - position.royals(us), 2),
        };
        for from in candidates {
            let reach = self.reach(position.at(from), from);
            let targets = reach.targets(&self.arena, own, enemy) - self.edge;
            needed -= u32::from(!targets.is_empty());
            if needed == 0 {
                return false;
            }
        }
        true
    }

    /// Every move of a game without check.
    fn free<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        self.unchecked(position, sink);
        if self.has_double_step && position.passing() != Passing::NONE {
            self.en_passant(position, sink);
        }
        if position.castling() != 0 {
            let royals = position.royals(position.side());
            royals.for_each(|royal| self.castle(position, royal, sink));
        }
    }

    /// Every move that could be made if royals did not matter, but for castling and capturing in
    /// passing.
    fn unchecked<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        if self.edge.is_empty() {
            self.pseudo_legal(position, |_, targets| targets, sink);
        } else {
            let barred = self.barred(position);
            self.pseudo_legal(position, |_, targets| targets - barred, sink);
        }
    }

    /// The same; of the plain moves of a piece, those to squares that `allow` leaves of its
    /// targets.
    #[inline(always)]
    fn pseudo_legal<S: Sink<W>>(
        &self,
        position: &Position<W>,
        allow: impl Fn(Square, SquareSet<W>) -> SquareSet<W>,
        sink: &mut S,
    ) {
        let us = position.side();
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let mut active = own;
        if self.has_immobilizer {
            let immobilized = self.immobilized(position, us);
            active = own - immobilized.all;
            self.leave(position, immobilized, sink);
        }
        active.for_each(|from| {
            let code = position.at(from);
            let traits = self.traits(code);
            let targets = if traits.is(Traits::SPECIAL) {
                self.special(position, from, sink)
            } else {
                self.reach(code, from).targets(&self.arena, own, enemy)
            };
            sink.targets(self, position, from, traits, allow(from, targets));
        });
        if self.has_relay && !position.auras(us).is_empty() {
            self.relayed(position, active, sink);
        }
        if self.has_pass {
            let lets_pass = |square| self.powers[position.at(square).index()].pass;
            if active.iter().any(lets_pass) {
                sink.fixed(Move::pass());
            }
        }
    }
}
