//! The pieces on a board, by square.

use crate::board::Square;
use crate::piece::Code;
use arrayvec::ArrayVec;

/// The piece on every square of a board of at most `64 * W` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement<const W: usize>([[Code; 64]; W]);

impl<const W: usize> Placement<W> {
    pub(crate) const EMPTY: Self = Placement([[Code::EMPTY; 64]; W]);

    #[inline(always)]
    pub(crate) fn at(&self, square: Square) -> Code {
        self.0[square.word::<W>()][square.index() % 64]
    }

    /// Puts a piece on a square, or empties it.
    #[inline(always)]
    pub(crate) fn set(&mut self, square: Square, code: Code) {
        self.0[square.word::<W>()][square.index() % 64] = code;
    }

    /// The squares on which another board differs, with both pieces; `None` for more than `N`.
    #[inline]
    pub(crate) fn changes<const N: usize>(
        &self,
        other: &Self,
    ) -> Option<ArrayVec<(Square, Code, Code), N>> {
        const GROUP: usize = 8;
        let mut changes = ArrayVec::new();
        let groups = self.0.as_flattened().chunks_exact(GROUP);
        let groups = groups.zip(other.0.as_flattened().chunks_exact(GROUP));
        for (number, (here, there)) in groups.enumerate() {
            if here == there {
                continue;
            }
            for (at, (&before, &after)) in here.iter().zip(there).enumerate() {
                if before != after {
                    let square = Square((number * GROUP + at) as u8);
                    changes.try_push((square, before, after)).ok()?;
                }
            }
        }
        Some(changes)
    }
}
