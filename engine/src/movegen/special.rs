//! Pieces that do more than go where their reach says: all their powers together.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::Code;
use crate::position::Position;
use crate::tables::Rules;

/// A piece that uses its powers, and what stands around it.
#[derive(Clone, Copy)]
pub(super) struct Actor<'p, const W: usize> {
    pub position: &'p Position<W>,
    pub from: Square,
    pub code: Code,
    pub own: SquareSet<W>,
    pub enemy: SquareSet<W>,
}

impl<'p, const W: usize> Actor<'p, W> {
    /// The piece on a square, which must hold one.
    #[inline(always)]
    pub(super) fn new(position: &'p Position<W>, from: Square) -> Self {
        let code = position.at(from);
        let [own, other] = [position.side(), position.side().other()].map(|us| position.pieces(us));
        let (own, enemy) = match own.contains(from) {
            true => (own, other),
            false => (other, own),
        };
        Actor {
            position,
            from,
            code,
            own,
            enemy,
        }
    }

    /// Every piece on the board.
    #[inline(always)]
    pub(super) fn occupied(&self) -> SquareSet<W> {
        self.own | self.enemy
    }
}

impl<const W: usize> Rules<W> {
    /// Gives the sink everything that a piece can do but moving to an empty square and capturing
    /// there alone; the squares for these are returned.
    #[inline(never)]
    pub(super) fn special<S: Sink<W>>(
        &self,
        position: &Position<W>,
        from: Square,
        sink: &mut S,
    ) -> SquareSet<W> {
        let actor = Actor::new(position, from);
        let powers = &self.powers[actor.code.index()];
        let traits = self.traits(actor.code);
        let mut single = |one| sink.single(self, position, traits, one);
        let targets = if powers.overlaps || !self.edge.is_empty() {
            let mut found = Vec::new();
            let targets = self.captures_of(&actor, &mut |one| found.push(one));
            found.retain(|one| *one != Move::plain(from, one.to) || !targets.contains(one.to));
            self.settle(&actor, &mut found);
            found.into_iter().for_each(single);
            targets
        } else {
            self.captures_of(&actor, &mut single)
        };
        actor.ends_nowhere(self, &mut |one| sink.fixed(one));
        targets
    }

    /// Finds the moves of a special piece that remove or swap something where they do not end;
    /// the squares that it can move to or capture on besides are returned.
    #[inline(always)]
    pub(super) fn captures_of(
        &self,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let powers = &self.powers[actor.code.index()];
        let from = actor.from.index();
        let mut targets = if let Some(lines) = &powers.lines {
            actor.lines(lines, found)
        } else if let Some(chameleon) = &powers.chameleon {
            actor.chameleon(chameleon, found)
        } else {
            let reach = self.reach(actor.code, actor.from);
            reach.targets(&self.arena, actor.own, actor.enemy)
        };
        actor.hops(powers.hops(actor.from), found);
        if let Some(reach) = powers.igui.get(from) {
            actor.igui(reach.sees(&self.arena, actor.occupied()), found);
        }
        if let Some(rays) = powers.hurdles.get(from) {
            targets |= actor.hurdles(rays);
        }
        if let Some(rays) = powers.tramples.get(from) {
            targets |= actor.tramples(rays, found);
        }
        if let Some(rays) = powers.overtakes.get(from) {
            actor.overtakes(rays, found);
        }
        if let Some(reach) = powers.swaps.get(from) {
            actor.swaps(reach.sees(&self.arena, actor.occupied()), found);
        }
        targets
    }

    /// The squares to which a special piece can move, or on which it can capture, by its own powers and
    /// with nothing else happening.
    pub(crate) fn plain_targets(&self, position: &Position<W>, from: Square) -> SquareSet<W> {
        let actor = Actor::new(position, from);
        let mut plain = SquareSet::EMPTY;
        let targets = self.captures_of(&actor, &mut |one| {
            plain.insert_if(one.to, one == Move::plain(from, one.to));
        });
        plain | targets
    }
}
