//! Rays: the squares of lines in order, for powers that walk along them.

use crate::betza::{Betza, Mode};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;

/// A ray from a square.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    /// The squares in order, to the end of the board.
    pub squares: Box<[Square]>,
    /// The number of squares within range.
    pub range: usize,
    /// The square behind the start, or [`Square::NONE`].
    pub behind: Square,
    /// Whether plain moves and captures along it are possible.
    pub mode: Mode,
}

/// The rays from every square; an empty table for a piece without rays.
pub(crate) type RayTable = Vec<Box<[Ray]>>;

impl Ray {
    /// The squares within range.
    #[inline(always)]
    pub(crate) fn within_range(&self) -> &[Square] {
        &self.squares[..self.range]
    }

    /// The square after the one numbered `at`, or [`Square::NONE`].
    #[inline(always)]
    pub(crate) fn next(&self, at: usize) -> Square {
        self.squares.get(at + 1).copied().unwrap_or(Square::NONE)
    }
}

/// The rays of some notation.
pub(crate) fn rays(betza: &Betza, board: &Geometry, color: Color) -> RayTable {
    let from_square = |from: Square| {
        let steps = (betza.terms.iter())
            .flat_map(|term| term.steps(color).into_iter().map(move |step| (term, step)));
        let all = steps.map(|(term, step)| {
            let squares: Box<[Square]> =
                (1..).map_while(|far| at(board, from, step, far)).collect();
            Ray {
                range: squares.len().min(usize::from(term.range)),
                squares,
                behind: at(board, from, step, -1).unwrap_or(Square::NONE),
                mode: term.mode,
            }
        });
        all.filter(|ray| ray.range > 0).collect()
    };
    board.all().map(from_square).collect()
}

/// The squares within range of all rays from a square.
pub(crate) fn ray_ends<const W: usize>(table: &RayTable, from: Square) -> SquareSet<W> {
    let rays = table.get(from.index()).into_iter().flatten();
    rays.flat_map(Ray::within_range).copied().collect()
}

/// The square some steps away.
fn at(board: &Geometry, from: Square, step: (i32, i32), far: i32) -> Option<Square> {
    board.at(
        board.file(from) + far * step.0,
        board.rank(from) + far * step.1,
    )
}
