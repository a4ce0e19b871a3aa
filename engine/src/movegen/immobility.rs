//! Immobilized pieces.

use super::Sink;
use crate::board::SquareSet;
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::powers::Leave;
use crate::tables::{Legality, RuleTables, Traits};

#[derive(Clone, Copy)]
pub(super) struct Immobilized<const W: usize> {
    pub all: SquareSet<W>,
    /// Those that may remove themselves.
    leaving: SquareSet<W>,
}

impl<const W: usize> RuleTables<W> {
    /// The pieces of a side that may use their own powers.
    #[inline(always)]
    pub(crate) fn active(&self, position: &Position<W>, color: Color) -> SquareSet<W> {
        let own = position.pieces(color);
        if self.has_immobilizer {
            own - self.immobilized(position, color).all
        } else {
            own
        }
    }

    /// The pieces of a side that the other side immobilizes.
    pub(super) fn immobilized(&self, position: &Position<W>, color: Color) -> Immobilized<W> {
        let own = position.pieces(color);
        let mut found = Immobilized {
            all: SquareSet::EMPTY,
            leaving: SquareSet::EMPTY,
        };
        let mut add = |held: SquareSet<W>, may_leave: Leave| {
            found.all |= held;
            found.leaving |= match may_leave {
                Leave::Any => held,
                Leave::NonRoyal => held - position.royals(color),
                Leave::None => SquareSet::EMPTY,
            };
        };
        position.auras(color.other()).for_each(|holder| {
            let powers = &self.powers[position.at(holder).index()];
            powers
                .immobilize
                .held(holder, own, &position.board, &mut add);
        });
        let immune = |square: &_| self.traits(position.at(*square)).is(Traits::IMMUNE);
        let immune: SquareSet<W> = found.all.iter().filter(immune).collect();
        found.all = found.all - immune;
        found.leaving = found.leaving - immune;
        found
    }

    /// The moves by which immobilized pieces remove themselves.
    pub(super) fn leave<S: Sink<W>>(
        &self,
        position: &Position<W>,
        immobilized: Immobilized<W>,
        sink: &mut S,
    ) {
        let mut leaving = immobilized.leaving;
        let us = position.side;
        if self.legality != Legality::Free && !position.has_regent(self, us) {
            leaving = leaving - position.royals(us);
        }
        leaving.for_each(|square| {
            sink.fixed(Move::removing(square, square, SquareSet::<W>::of(square)));
        });
    }
}
