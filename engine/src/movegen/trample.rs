//! Trampling: sliding through enemies, capturing all that are met.
//!
//! A Typhoon on d4 goes to d7 and takes what stands on d5, d6 and d7:
//! ```text
//! 7 . (p) .        d4d7xd5xd6
//! 6 .  r  .
//! 5 .  p  .
//! 4 .  Ty .
//! ```

use super::special::Actor;
use crate::board::SquareSet;
use crate::moves::Move;
use crate::reach::Ray;

impl<const W: usize> Actor<'_, W> {
    /// Returns the squares that it comes to before it has passed any enemy.
    pub(super) fn tramples(&self, rays: &[Ray], found: &mut impl FnMut(Move)) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        for ray in rays {
            let mut passed = SquareSet::<W>::EMPTY;
            for &to in ray.within_range() {
                if self.own.contains(to) {
                    break;
                }
                if passed.is_empty() {
                    targets.insert(to);
                } else {
                    found(Move::removing(self.from, to, passed));
                }
                passed.insert_if(to, self.enemy.contains(to));
            }
        }
        targets
    }
}
