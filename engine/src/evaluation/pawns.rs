//! The structure of pawns: which are passed, isolated or doubled.

use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;

/// The squares that decide the structure of pawns.
#[derive(Debug)]
pub(super) struct PawnMasks<const W: usize> {
    /// By colour and square: the squares before it on its file.
    before: [Vec<SquareSet<W>>; 2],
    /// By colour and square: the squares before it on its file and the next ones.
    front: [Vec<SquareSet<W>>; 2],
    /// By square: the next files.
    beside: Vec<SquareSet<W>>,
    /// By colour and square: the square of the ranks advanced, divided by the ranks of the board.
    advance: [Vec<i32>; 2],
}

/// How many pawns of a side are special.
#[derive(Default)]
pub(super) struct PawnCounts {
    /// As in the terms of these names.
    pub passed: i32,
    pub passed_advance: i32,
    pub isolated: i32,
    pub doubled: i32,
}

impl<const W: usize> PawnMasks<W> {
    pub(super) fn new(board: &Geometry) -> PawnMasks<W> {
        let advanced = |color, square| board.ranks_advanced(color, square);
        let files_apart = |one, other| (board.file(one) - board.file(other)).abs();
        let squares = |from: Square, is_in: &dyn Fn(Square) -> bool| -> SquareSet<W> {
            board
                .all()
                .filter(|&square| square != from && is_in(square))
                .collect()
        };
        let masks = |color, files| -> Vec<SquareSet<W>> {
            let of = |from| {
                squares(from, &|square| {
                    files_apart(from, square) <= files
                        && advanced(color, square) > advanced(color, from)
                })
            };
            board.all().map(of).collect()
        };
        let beside = |from| squares(from, &|square| files_apart(from, square) == 1);
        let advance = |color| {
            let of = |square| advanced(color, square).pow(2) / board.ranks();
            board.all().map(of).collect()
        };
        PawnMasks {
            before: Color::BOTH.map(|color| masks(color, 0)),
            front: Color::BOTH.map(|color| masks(color, 1)),
            beside: board.all().map(beside).collect(),
            advance: Color::BOTH.map(advance),
        }
    }

    /// Counts the pawns of a side.
    #[inline(always)]
    pub(super) fn count(&self, us: Color, own: SquareSet<W>, enemy: SquareSet<W>) -> PawnCounts {
        let mut counts = PawnCounts::default();
        let us = us.index();
        own.for_each(|square| {
            let at = square.index();
            if self.front[us][at].is_disjoint(enemy) {
                counts.passed += 1;
                counts.passed_advance += self.advance[us][at];
            }
            counts.isolated += i32::from(self.beside[at].is_disjoint(own));
            counts.doubled += i32::from(!self.before[us][at].is_disjoint(own));
        });
        counts
    }
}
