//! Relays: moves that a piece lends to its friends.
//!
//! Which friends receive what is worked out once for a position, before their own moves are
//! subtracted: a move that a piece can make by itself it makes by itself, and only such a move
//! can promote.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::piece::Color;
use crate::position::Position;
use crate::tables::Rules;
use arrayvec::ArrayVec;

/// The receivers of relays with the squares that the moves lent to them reach.
type Grants<const W: usize> = ArrayVec<(Square, SquareSet<W>), 192>;

impl<const W: usize> Rules<W> {
    #[inline(never)]
    pub(super) fn relayed<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        let us = position.side();
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let mut grants = Grants::new();
        self.grants(position, us, &mut grants);
        for &(receiver, targets) in &grants {
            let reach = self.reach(position.at(receiver), receiver);
            let by_itself = reach.targets(&self.arena, own, enemy);
            sink.relayed(receiver, targets - by_itself);
        }
    }

    /// What the relays of a side lend, each receiver once.
    fn grants(&self, position: &Position<W>, color: Color, grants: &mut Grants<W>) {
        let (own, enemy) = (position.pieces(color), position.pieces(color.other()));
        position.relays(color).for_each(|relayer| {
            for relay in &self.powers[position.at(relayer).index()].relays {
                let seen = relay.to[relayer.index()].sees(&self.arena, own | enemy);
                let mut receivers = seen & own;
                receivers.remove(relayer);
                let landing = relay.landing[relayer.index()];
                receivers.for_each(|receiver| {
                    let lent =
                        relay.moves[receiver.index()].targets(&self.arena, own, enemy) & landing;
                    match grants.iter_mut().find(|(known, _)| *known == receiver) {
                        Some((_, targets)) => *targets |= lent,
                        None => grants.push((receiver, lent)),
                    }
                });
            }
        });
    }

    /// The squares on which a side can capture by relayed moves.
    pub(super) fn relayed_captures(&self, position: &Position<W>, color: Color) -> SquareSet<W> {
        let mut grants = Grants::new();
        self.grants(position, color, &mut grants);
        let reached = grants
            .iter()
            .fold(SquareSet::EMPTY, |all, (_, targets)| all | *targets);
        reached & position.pieces(color.other())
    }

    /// The squares that moves lent to one piece reach.
    pub(crate) fn granted_to(
        &self,
        position: &Position<W>,
        receiver: Square,
        color: Color,
    ) -> SquareSet<W> {
        let mut grants = Grants::new();
        self.grants(position, color, &mut grants);
        let grant = grants.iter().find(|(square, _)| *square == receiver);
        grant.map_or(SquareSet::EMPTY, |(_, targets)| *targets)
    }

    /// Whether a side has a relay that pieces in between can stop.
    pub(super) fn has_blockable_relay(&self, position: &Position<W>, color: Color) -> bool {
        position.relays(color).iter().any(|relayer| {
            let powers = &self.powers[position.at(relayer).index()];
            powers.relays.iter().any(|relay| relay.blockable)
        })
    }
}
