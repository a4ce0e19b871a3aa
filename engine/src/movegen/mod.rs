//! Move generation: one loop over the pieces of the side to move, and a file for each power.
//!
//! What a generator finds goes into a [`Sink`], which lists or counts it; so perft counts its
//! last ply without making moves, from the same code that makes them.

mod attacks;
mod castling;
mod en_passant;
mod hop;
mod igui;
mod pins;
mod relay;
mod sink;
mod trial;

use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{Legality, Rules, Traits};
use sink::{Counter, Sink};

impl<const W: usize> Rules<W> {
    /// Appends every legal move of the side to move, in a fixed order and each once. Whether the
    /// game is over already, and what repetition forbids, is not looked at.
    pub fn generate(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        match self.legality {
            Legality::Free => self.pseudo_legal(position, |_, targets| targets, moves),
            Legality::Pins => self.pinned(position, moves),
            Legality::Trial => self.tried(position, moves),
        }
    }

    /// The number of legal moves: what [`Rules::generate`] would list.
    pub fn count(&self, position: &Position<W>) -> u64 {
        let mut counter = Counter::default();
        match self.legality {
            Legality::Free => self.pseudo_legal(position, |_, targets| targets, &mut counter),
            Legality::Pins => self.pinned(position, &mut counter),
            Legality::Trial => {
                let mut moves = Vec::with_capacity(64);
                self.tried(position, &mut moves);
                return moves.len() as u64;
            }
        }
        counter.moves
    }

    /// Every move that could be made if royals did not matter; of the plain moves of a piece, those
    /// to squares that `allow` leaves of its targets.
    #[inline(always)]
    fn pseudo_legal<S: Sink<W>>(
        &self,
        position: &Position<W>,
        allow: impl Fn(Square, SquareSet<W>) -> SquareSet<W>,
        sink: &mut S,
    ) {
        let us = position.side();
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        own.for_each(|from| {
            let code = position.at(from);
            let targets = self.reach(code, from).targets(&self.arena, own, enemy);
            let traits = self.traits(code);
            sink.targets(self, position, from, traits, allow(from, targets));
            if traits.is(Traits::SPECIAL) {
                self.hops(position, from, code, sink);
                self.igui(position, from, code, sink);
            }
        });
        if self.has_relay && !position.relays(us).is_empty() {
            self.relayed(position, sink);
        }
    }
}
