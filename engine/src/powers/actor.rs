//! A piece that uses its powers, and what stands around it.

use crate::board::{Square, SquareSet};
use crate::placement::Placement;
use crate::reach::Arena;

/// A piece that uses its powers, and what stands around it.
#[derive(Clone, Copy)]
pub(crate) struct Actor<'p, const W: usize> {
    pub board: &'p Placement<W>,
    pub arena: &'p Arena<W>,
    /// The two squares that may not be swapped back, in ascending order.
    pub swapped: [Square; 2],
    pub from: Square,
    pub own: SquareSet<W>,
    pub enemy: SquareSet<W>,
}

impl<const W: usize> Actor<'_, W> {
    /// Every piece on the board.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> SquareSet<W> {
        self.own | self.enemy
    }

    /// Whether an exchange does not take back the one just made.
    #[inline(always)]
    pub(crate) fn may_swap(&self, to: Square) -> bool {
        let [lower, higher] = self.swapped;
        (lower, higher) != (self.from.min(to), self.from.max(to))
    }
}
