//! Swapping: changing places with another piece.
//!
//! A Swapper on a1 that sees the piece on d1 stands on d1 after the move, and that piece on a1:
//! ```text
//! 1 S . . n        a1d1<>
//!   a b c d
//! ```

use super::special::Actor;
use crate::board::{Square, SquareSet};
use crate::moves::Move;

impl<const W: usize> Actor<'_, W> {
    /// `seen` are the squares that it reaches.
    pub(super) fn swaps(&self, seen: SquareSet<W>, found: &mut impl FnMut(Move)) {
        let mut partners = seen & self.occupied();
        partners.remove(self.from);
        partners.for_each(|to| {
            if self.may_swap(to) {
                found(Move::swap(self.from, to, SquareSet::<W>::EMPTY));
            }
        });
    }

    /// Whether the exchange does not take back the one just made.
    #[inline(always)]
    pub(super) fn may_swap(&self, to: Square) -> bool {
        let [lower, higher] = self.position.swapped();
        (lower, higher) != (self.from.min(to), self.from.max(to))
    }
}
