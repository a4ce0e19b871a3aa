//! Pieces that act on others: immobilizers, and relays, which lend moves to their friends.
//!
//! A move that a piece can make by its own powers is not a lent move; only own moves can promote.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::powers::{Grants, Leave};
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
        if let Some(frozen) = position.entered[color.index()] {
            found.all.insert(frozen);
            found.leaving.remove(frozen);
        }
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

    /// The moves that relayers lend; `active` are the pieces that are not immobilized.
    #[inline(never)]
    pub(super) fn relayed<S: Sink<W>>(
        &self,
        position: &Position<W>,
        active: SquareSet<W>,
        sink: &mut S,
    ) {
        let us = position.side;
        let barred = self.barred(position);
        let mut grants = Grants::new();
        self.grants(position, us, position.auras(us) & active, &mut grants);
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        for &(receiver, targets) in &grants {
            let code = position.at(receiver);
            let by_itself = if !active.contains(receiver) {
                SquareSet::EMPTY
            } else if self.traits(code).is(Traits::SPECIAL) {
                self.plain_targets(position, receiver)
            } else {
                let reach = self.reach(code, receiver);
                reach.targets(&self.arena, own, enemy)
            };
            sink.plain(receiver, targets - by_itself - barred);
        }
    }

    /// The moves that some relayers of a side lend, by receiver.
    fn grants(
        &self,
        position: &Position<W>,
        color: Color,
        relayers: SquareSet<W>,
        grants: &mut Grants<W>,
    ) {
        let (own, enemy) = (position.pieces(color), position.pieces(color.other()));
        relayers.for_each(|relayer| {
            for relay in &self.powers[position.at(relayer).index()].relay {
                relay.lend(&self.arena, relayer, own, enemy, grants);
            }
        });
    }

    /// Whether a side attacks the enemy piece on `target` by moves that some of its relayers lend.
    pub(super) fn attacks_by_relay(
        &self,
        position: &Position<W>,
        relayers: SquareSet<W>,
        target: Square,
        color: Color,
    ) -> bool {
        let (own, enemy) = (position.pieces(color), position.pieces(color.other()));
        relayers.iter().any(|relayer| {
            let relays = &self.powers[position.at(relayer).index()].relay;
            (relays.iter()).any(|relay| relay.attacks(&self.arena, relayer, target, own, enemy))
        })
    }

    /// The target squares of the moves lent to a piece.
    pub(crate) fn granted_to(
        &self,
        position: &Position<W>,
        receiver: Square,
        color: Color,
    ) -> SquareSet<W> {
        let relayers = position.auras(color) & self.active(position, color);
        self.granted_by(position, relayers, receiver, color)
    }

    /// The target squares of the moves that some active relayers lend to a piece.
    pub(crate) fn granted_by(
        &self,
        position: &Position<W>,
        relayers: SquareSet<W>,
        receiver: Square,
        color: Color,
    ) -> SquareSet<W> {
        let mut grants = Grants::new();
        self.grants(position, color, relayers, &mut grants);
        let grant = grants.iter().find(|(square, _)| *square == receiver);
        grant.map_or(SquareSet::EMPTY, |(_, targets)| *targets)
    }

    /// Whether a side has a relay that can be blocked.
    pub(super) fn has_blockable_relay(&self, position: &Position<W>, color: Color) -> bool {
        position.auras(color).iter().any(|relayer| {
            let powers = &self.powers[position.at(relayer).index()];
            powers.relay.iter().any(|relay| relay.blockable)
        })
    }
}
