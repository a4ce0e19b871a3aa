//! Sums over the pieces of a position, updated from move to move.

use super::Evaluator;
use super::weights::Tapered;
use crate::board::Square;
use crate::moves::{Move, MoveKind};
use crate::piece::Color;
use crate::position::Position;
use crate::tables::Traits;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceSums {
    /// The placement terms, for White.
    pub(super) placement: Tapered<i32>,
    /// A Zobrist key of the pawns.
    pub pawn_key: u64,
    /// A key of the material.
    pub material_key: u64,
}

impl<const W: usize> Evaluator<W> {
    pub(crate) fn piece_sums(&self, position: &Position<W>) -> PieceSums {
        let mut sums = PieceSums::default();
        (position.occupied()).for_each(|square| self.put(position, square, &mut sums));
        sums
    }

    /// The sums of the position after a move, from those of the position before it.
    #[inline]
    pub(crate) fn piece_sums_after(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        mv: Move,
        sums: PieceSums,
    ) -> PieceSums {
        // A regent on any square may become royal, and a castling partner moves too.
        let crowns = self.rules.has_regent
            && (Color::BOTH.iter()).any(|&color| before.royals(color) != after.royals(color));
        if crowns || mv.kind == MoveKind::Castle {
            return self.piece_sums(after);
        }
        let mut sums = sums;
        if mv.kind == MoveKind::Pass {
            return sums;
        }
        let mut change = |square: Square| {
            self.take(before, square, &mut sums);
            self.put(after, square, &mut sums);
        };
        change(mv.from);
        if mv.to != mv.from {
            change(mv.to);
        }
        for &victim in mv.victims() {
            if victim != mv.from {
                change(victim);
            }
        }
        if let Some(converted) = mv.converted() {
            change(converted);
        }
        sums
    }

    #[inline(always)]
    fn put(&self, position: &Position<W>, square: Square, sums: &mut PieceSums) {
        let (rules, code) = (&*self.rules, position.at(square));
        sums.placement += self.psqt[rules.slot(code, square)];
        let material = rules.keys.piece(code, Square(0));
        sums.material_key = sums.material_key.wrapping_add(material);
        if rules.traits(code).is(Traits::PAWN) {
            sums.pawn_key ^= rules.keys.piece(code, square);
        }
    }

    #[inline(always)]
    fn take(&self, position: &Position<W>, square: Square, sums: &mut PieceSums) {
        let (rules, code) = (&*self.rules, position.at(square));
        sums.placement = sums.placement - self.psqt[rules.slot(code, square)];
        let material = rules.keys.piece(code, Square(0));
        sums.material_key = sums.material_key.wrapping_sub(material);
        if rules.traits(code).is(Traits::PAWN) {
            sums.pawn_key ^= rules.keys.piece(code, square);
        }
    }
}
