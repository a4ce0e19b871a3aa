//! Overtaking: over one or more enemies in a line, each followed by at least one empty square, to
//! an empty square beyond the last; all that are passed are captured.
//!
//! A Long Leaper on a1 takes one enemy on its way to c1 or two on its way to e1:
//! ```text
//! 1 L p (L) p (L)        a1c1xb1, a1e1xb1xd1
//!   a b  c  d  e
//! ```

use super::special::Actor;
use crate::board::SquareSet;
use crate::moves::Move;
use crate::reach::Ray;

impl<const W: usize> Actor<'_, W> {
    pub(super) fn overtakes(&self, rays: &[Ray], found: &mut impl FnMut(Move)) {
        for ray in rays {
            let mut passed = SquareSet::<W>::EMPTY;
            let mut just_passed = false;
            for &to in ray.within_range() {
                if !self.occupied().contains(to) {
                    just_passed = false;
                    if !passed.is_empty() {
                        found(Move::removing(self.from, to, passed));
                    }
                } else if just_passed || self.own.contains(to) {
                    break;
                } else {
                    just_passed = true;
                    passed.insert(to);
                }
            }
        }
    }
}
