//! What stands where.

use crate::board::Square;
use crate::piece::Code;

/// The piece on every square of a board of at most `64 * W` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement<const W: usize>([[Code; 64]; W]);

impl<const W: usize> Placement<W> {
    /// The board without pieces.
    pub(crate) const EMPTY: Self = Placement([[Code::EMPTY; 64]; W]);

    /// What stands on a square.
    #[inline(always)]
    pub(crate) fn at(&self, square: Square) -> Code {
        self.0[square.word::<W>()][square.index() % 64]
    }

    /// Puts a piece, or nothing, on a square.
    #[inline(always)]
    pub(crate) fn set(&mut self, square: Square, code: Code) {
        self.0[square.word::<W>()][square.index() % 64] = code;
    }
}
