//! Move generation: one loop over the pieces of the side to move, legality, and attacks. The moves
//! of each power are generated in its file in [`crate::powers`].
//!
//! Generated moves go to a [`Sink`], which lists or counts them: perft counts the moves of its last
//! ply with the code that lists them elsewhere.

mod attacks;
mod auras;
mod by_history;
mod drops;
mod forced;
mod legality;
mod sink;
mod spared;
mod special;
mod walls;

use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{Legality, RuleTables, Traits};
use sink::{Counter, OfSome, Sink, Split};

impl<const W: usize> RuleTables<W> {
    /// Appends every legal move of the side to move, in a fixed order and each once, even if the
    /// game is over. Repetition is ignored.
    pub fn generate(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.candidates(position, moves);
        self.keep_legal(position, moves, first);
        self.keep_forced(position, moves, first, false);
    }

    /// Appends the legal moves that capture, convert or promote; of those that differ in their walls alone, one.
    pub(crate) fn generate_noisy(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let first = moves.len();
        if let Some(walls) = self.chosen_walls() {
            self.noisy_walled(position, walls, moves);
            return self.keep_forced(position, moves, first, false);
        }
        let mut sink = Split {
            position,
            noisy: moves,
            quiets: &mut (),
        };
        self.candidates(position, &mut sink);
        self.keep_legal(position, moves, first);
        self.keep_forced(position, moves, first, self.has_to_drop(position));
    }

    /// Appends the moves that capture, convert or promote, and the quiet ones, which
    /// [`RuleTables::keep_legal`] has still to filter.
    pub(crate) fn generate_split(
        &self,
        position: &Position<W>,
        noisy: &mut Vec<Move>,
        quiets: &mut Vec<Move>,
    ) {
        let mut sink = Split {
            position,
            noisy,
            quiets,
        };
        self.candidates(position, &mut sink);
        if self.is_forcing() {
            self.keep_legal(position, noisy, 0);
            self.keep_legal(position, quiets, 0);
            let mut all = noisy.iter().chain(&*quiets);
            let is_forced = all.any(|mv| self.is_compulsory(position, *mv));
            self.keep_forced(position, noisy, 0, is_forced);
            self.keep_forced(position, quiets, 0, is_forced);
        }
    }

    /// The legal move that fits, of the piece on a square or by chance of another. `list` is
    /// scratch space.
    pub(crate) fn find_from(
        &self,
        position: &Position<W>,
        from: Square,
        list: &mut Vec<Move>,
        fits: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        list.clear();
        let movers = SquareSet::of(from);
        let moves = &mut *list;
        self.candidates(position, &mut OfSome { movers, moves });
        let found = list.iter().copied().find(|&mv| fits(mv));
        found.filter(|&mv| self.is_legal(position, mv))
    }

    /// Generates the moves that a sink wants. With [`Legality::Trial`] they are pseudo-legal, and
    /// [`RuleTables::keep_legal`] has still to filter them.
    fn candidates<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        match self.chosen_walls() {
            None => self.unwalled(position, sink),
            Some(walls) => self.walled(position, walls, sink),
        }
    }

    /// The same, without the walls that they build.
    #[inline(always)]
    fn unwalled<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        match self.legality {
            Legality::Free => {
                self.unchecked(position, sink);
                self.by_history(position, || true, sink);
            }
            Legality::Pins => return self.pinned(position, sink),
            Legality::Trial => {
                self.unchecked(position, sink);
                let may_castle = || !self.in_check(position, position.side);
                self.by_history(position, may_castle, sink);
            }
        }
        self.drops(position, SquareSet::ALL, sink);
    }

    #[inline(always)]
    pub(crate) fn is_legal(&self, position: &Position<W>, candidate: Move) -> bool {
        self.may_be_played(position, candidate)
            && (!self.is_forcing() || self.is_allowed(position, candidate))
    }

    /// Whether a candidate is legal, compulsory moves aside.
    #[inline(always)]
    fn may_be_played(&self, position: &Position<W>, candidate: Move) -> bool {
        let is_safe = self.legality != Legality::Trial
            || position.royals(position.side).is_empty()
            || self.is_safe_after(position, candidate);
        is_safe && !self.takes_spared(position, candidate)
    }

    /// Removes illegal candidates from a list, from index `first` on.
    #[inline(always)]
    pub(crate) fn keep_legal(&self, position: &Position<W>, moves: &mut Vec<Move>, first: usize) {
        if self.legality == Legality::Trial && moves.len() > first {
            self.keep_tried(position, moves, first);
        }
        if self.is_sparing() {
            self.spare(position, moves, first);
        }
    }

    pub fn count(&self, position: &Position<W>) -> u64 {
        if self.legality == Legality::Trial || self.is_forcing() || self.is_sparing() {
            let mut moves = Vec::with_capacity(64);
            self.generate(position, &mut moves);
            return moves.len() as u64;
        }
        let mut counter = Counter::default();
        self.candidates(position, &mut counter);
        counter.moves
    }

    /// Whether the side to move, which is not in check, has at least `wanted` legal moves.
    pub(crate) fn has_at_least(&self, position: &Position<W>, wanted: u32) -> bool {
        let is_limited = self.is_sparing() || self.spec.end.no_checks || self.explosion.is_some();
        if is_limited || self.is_forcing() {
            return self.count(position) >= u64::from(wanted);
        }
        let us = position.side;
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        // Pieces whose moves may expose the own royal are left to the full count.
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

    /// The squares of the pieces whose pseudo-legal moves may be illegal when the side to move is
    /// not in check: pinned pieces, royals and regents.
    fn restrained(&self, position: &Position<W>) -> SquareSet<W> {
        let us = position.side;
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
            Legality::Trial => self.pin_candidates(position) | position.regents(self, us),
        }
    }

    /// Whether the side to move may have no legal move, since too few of its pieces can move. With
    /// check, a piece may be pinned and a royal may have no safe square.
    #[inline]
    pub(crate) fn may_have_no_moves(&self, position: &Position<W>) -> bool {
        // Of several royals in check more pieces than one may be pinned.
        let are_many_pinned = self.spec.end.several_royals && self.legality == Legality::Trial;
        let is_limited = self.is_sparing() || self.spec.end.no_checks || self.explosion.is_some();
        if is_limited || are_many_pinned {
            return true;
        }
        let us = position.side;
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

    /// The pseudo-legal moves except castling and en passant.
    fn unchecked<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        if self.edge.is_empty() {
            self.pseudo_legal(position, |_, targets| targets, sink);
        } else {
            let barred = self.barred(position);
            self.pseudo_legal(position, |_, targets| targets - barred, sink);
        }
    }

    /// The same; `allow` filters the targets of a piece's plain moves.
    #[inline(always)]
    fn pseudo_legal<S: Sink<W>>(
        &self,
        position: &Position<W>,
        allow: impl Fn(Square, SquareSet<W>) -> SquareSet<W>,
        sink: &mut S,
    ) {
        let us = position.side;
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
            let lets_pass = |square| {
                let powers = &self.powers[position.at(square).index()];
                powers.pass || powers.legs.can_rest(&self.actor(position, square))
            };
            if active.iter().any(lets_pass) {
                sink.fixed(Move::pass());
            }
        }
    }
}
