//! Pieces with powers beyond leaps and slides, and edge squares: only captures may end there, and of
//! moves with equal captures only the shortest.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::powers::Actor;
use crate::tables::RuleTables;

impl<const W: usize> RuleTables<W> {
    /// The piece on an occupied square and its surroundings.
    #[inline(always)]
    pub(super) fn actor<'p>(&'p self, position: &'p Position<W>, from: Square) -> Actor<'p, W> {
        let [own, other] = [position.side, position.side.other()].map(|us| position.pieces(us));
        let (own, enemy) = if own.contains(from) {
            (own, other)
        } else {
            (other, own)
        };
        Actor {
            board: &position.board,
            arena: &self.arena,
            swapped: position.swapped,
            from,
            own,
            enemy,
        }
    }

    /// Generates the moves of a special piece, except plain moves to squares, whose targets it
    /// returns.
    #[inline(never)]
    pub(super) fn special<S: Sink<W>>(
        &self,
        position: &Position<W>,
        from: Square,
        sink: &mut S,
    ) -> SquareSet<W> {
        let actor = self.actor(position, from);
        let code = position.at(from);
        let powers = &self.powers[code.index()];
        let traits = self.traits(code);
        let mut single = |one| sink.single(self, position, traits, one);
        let targets = if powers.may_coincide || !self.edge.is_empty() {
            let mut found = Vec::new();
            let targets = self.moves_of(position, &actor, &mut |one| found.push(one));
            found.retain(|one| *one != Move::plain(from, one.to) || !targets.contains(one.to));
            self.settle(&actor, &mut found);
            found.into_iter().for_each(single);
            targets
        } else {
            self.moves_of(position, &actor, &mut single)
        };
        powers.staying(&actor, &mut |one| sink.fixed(one));
        targets
    }

    /// Finds the moves of a special piece that remove or swap pieces beside their target square;
    /// returns the targets of its plain moves.
    #[inline(always)]
    pub(super) fn moves_of(
        &self,
        position: &Position<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let code = position.at(actor.from);
        self.powers[code.index()].moves(actor, self.reach(code, actor.from), found)
    }

    /// The target squares of a special piece's moves without side effects.
    pub(crate) fn plain_targets(&self, position: &Position<W>, from: Square) -> SquareSet<W> {
        let actor = self.actor(position, from);
        let mut plain = SquareSet::EMPTY;
        let targets = self.moves_of(position, &actor, &mut |one| {
            plain.insert_if(one.to, one == Move::plain(from, one.to));
        });
        plain | targets
    }

    /// The edge squares without an enemy piece.
    pub(super) fn barred(&self, position: &Position<W>) -> SquareSet<W> {
        self.edge - position.pieces(position.side.other())
    }

    /// Removes duplicate moves, and those that may not end on an edge square.
    pub(super) fn settle(&self, actor: &Actor<'_, W>, moves: &mut Vec<Move>) {
        for at in (0..moves.len()).rev() {
            if moves[..at].contains(&moves[at]) {
                moves.swap_remove(at);
            }
        }
        if !moves.iter().any(|one| self.edge.contains(one.to)) {
            return;
        }
        let all = moves.clone();
        moves.retain(|one| !self.edge.contains(one.to) || self.is_nearest(actor, one, &all));
    }

    /// Whether no move with the same capture is shorter.
    fn is_nearest(&self, actor: &Actor<'_, W>, one: &Move, all: &[Move]) -> bool {
        let capture = |one: &Move| {
            let mut removed: SquareSet<W> = one.victims().iter().copied().collect();
            let swaps = one.kind == MoveKind::Swap;
            let is_taken = actor.occupied().contains(one.to) && one.to != actor.from;
            removed.insert_if(one.to, !swaps && is_taken);
            (removed, swaps.then_some(one.to), one.converted())
        };
        let (this, board) = (capture(one), &self.geometry);
        (all.iter()).all(|other| {
            board.distance(one.from, one.to) <= board.distance(other.from, other.to)
                || this != capture(other)
        })
    }
}
