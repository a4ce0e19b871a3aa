//! Hop captures: over an adjacent enemy to the square just beyond it, which must be empty; a piece
//! that strikes may capture there too.
//!
//! A Zag on e5 takes the enemy on e6 and lands on e7:
//! ```text
//! 7 . .(Za). .        e5e7xe6
//! 6 . . p . .
//! 5 . . Za. .
//!   c d e f g
//! ```

use super::special::Actor;
use crate::moves::Move;
use crate::tables::Hop;

impl<const W: usize> Actor<'_, W> {
    pub(super) fn hops(&self, hops: &[Hop], found: &mut impl FnMut(Move)) {
        for hop in hops {
            let open = match hop.strikes {
                true => !self.own.contains(hop.landing),
                false => !self.occupied().contains(hop.landing),
            };
            if self.enemy.contains(hop.victim) && open {
                found(Move::capturing(self.from, hop.landing, hop.victim));
            }
        }
    }
}
