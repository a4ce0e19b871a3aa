//! Explosions: the pieces that a capture removes besides its victims.

use super::Position;
use crate::board::SquareSet;
use crate::moves::{Move, MoveKind};
use crate::tables::{Explosion, RuleTables, Traits};

impl<const W: usize> Position<W> {
    /// The squares that an explosion empties, besides those of the victims; among them the target,
    /// with the captor.
    #[inline(always)]
    pub(crate) fn blast(&self, rules: &RuleTables<W>, mv: Move) -> SquareSet<W> {
        match &rules.explosion {
            None => SquareSet::EMPTY,
            Some(explosion) => self.blast_of(explosion, mv),
        }
    }

    #[inline(never)]
    fn blast_of(&self, explosion: &Explosion<W>, mv: Move) -> SquareSet<W> {
        let mut captured: SquareSet<W> = mv.victims().iter().copied().collect();
        captured.insert_if(mv.to, mv.replaces());
        if mv.kind == MoveKind::Drop || captured.is_disjoint(self.pieces(self.side.other())) {
            return SquareSet::EMPTY;
        }
        let mut near = (explosion.beside(mv.to) & self.occupied()) - captured;
        near.remove(mv.from);
        let explodes = |square: &_| !explosion.spares(self.at(*square));
        let mut blast: SquareSet<W> = near.iter().filter(explodes).collect();
        let stays = mv.removes_itself() || explosion.survives(self.after_promotion(mv));
        blast.insert_if(mv.to, !stays);
        blast
    }

    /// Removes the pieces that explode, with their castling rights; whether a royal is among them.
    #[inline(never)]
    pub(super) fn explode(&mut self, rules: &RuleTables<W>, blast: SquareSet<W>) -> bool {
        let mut has_royal = false;
        for square in blast {
            let Some((owner, _)) = self.at(square).piece() else {
                continue;
            };
            let code = self.take(rules, square, owner);
            has_royal |= rules.traits(code).is(Traits::ROYAL);
            if let Some(home) = self.homes(rules) {
                self.castling &= home.kept[square.index()];
            }
        }
        has_royal
    }
}
