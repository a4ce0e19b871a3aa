//! Hurdling: to the second or a later square of a line, when some piece stands in between.
//!
//! A Cicada on d1 may go to d3 and d4, over the piece on d2, which stays:
//! ```text
//! 4 . (Ci) .        d1d3, d1d4
//! 3 . (Ci) .
//! 2 .  P   .
//! 1 .  Ci  .
//! ```

use super::special::Actor;
use crate::board::SquareSet;
use crate::reach::Ray;

impl<const W: usize> Actor<'_, W> {
    pub(super) fn hurdles(&self, rays: &[Ray]) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        for ray in rays {
            let mut over = false;
            for &to in ray.within_range() {
                targets.insert_if(to, over && !self.own.contains(to));
                over |= self.occupied().contains(to);
            }
        }
        targets
    }
}
