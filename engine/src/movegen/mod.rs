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
mod kinds;
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
        let first = moves.len();
        self.candidates(position, moves);
        self.keep_legal(position, moves, first);
    }

    /// Every legal move that a sink wants; where moves are made and looked at, [`Rules::keep_legal`] has
    /// still to do so.
    fn candidates<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        match self.legality {
            Legality::Free => self.free(position, sink),
            Legality::Pins => self.pinned(position, sink),
            Legality::Trial => self.untried(position, sink),
        }
    }

    /// Whether such a move is legal.
    #[inline(always)]
    pub(crate) fn is_legal(&self, position: &Position<W>, candidate: Move) -> bool {
        self.legality != Legality::Trial
            || position.royals(position.side()).is_empty()
            || self.is_safe_after(position, candidate)
    }

    /// Takes out of a list of such moves, from place `first` on, those that are not legal.
    #[inline(always)]
    pub(crate) fn keep_legal(&self, position: &Position<W>, moves: &mut Vec<Move>, first: usize) {
        if self.legality == Legality::Trial && moves.len() > first {
            self.keep_tried(position, moves, first);
        }
    }

    /// The number of legal moves: what [`Rules::generate`] would list.
    pub fn count(&self, position: &Position<W>) -> u64 {
        if self.legality == Legality::Trial {
            let mut moves = Vec::with_capacity(64);
            self.generate(position, &mut moves);
            return moves.len() as u64;
        }
        let mut counter = Counter::default();
        self.candidates(position, &mut counter);
        counter.moves
    }

    /// Whether the side to move, which is not in check, has at least so many legal moves.
    pub(crate) fn has_at_least(&self, position: &Position<W>, wanted: u32) -> bool {
        let us = position.side();
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        // Those whose moves need a look at the own royal are left to the full count.
        let free = self.active(position, us) - self.restrained(position);
        let lost = self.edge | position.royals(us.other());
        let mut found = 0;
        for from in free {
            let reach = self.reach(position.at(from), from);
            found += (reach.targets(&self.arena, own, enemy) - lost).count();
            if found >= wanted {
                return true;
            }
        }
        self.count(position) >= u64::from(wanted)
    }

    /// The squares of the pieces of the side to move, not in check, of whose moves not all are legal for sure:
    /// pinned ones, royals, regents.
    fn restrained(&self, position: &Position<W>) -> SquareSet<W> {
        let us = position.side();
        let royals = position.royals(us);
        let Some(royal) = royals.first() else {
            return SquareSet::EMPTY;
        };
        match self.legality {
            Legality::Free => SquareSet::EMPTY,
            Legality::Pins => {
                let mut restrained = royals;
                self.find_pins(position, royal, &mut |square, _| restrained.insert(square));
                restrained
            }
            Legality::Trial => self.touchy_squares(position, royal) | position.regents(self, us),
        }
    }

    /// Whether it must be looked at closely if the side to move has any legal move: too few of its pieces
    /// can move at all. Where there is check, a piece may be pinned, and royals may not move anywhere.
    #[inline]
    pub(crate) fn may_have_no_moves(&self, position: &Position<W>) -> bool {
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
        (active & sink.movers()).for_each(|from| {
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
