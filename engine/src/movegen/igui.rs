//! Igui: capturing without moving.
//!
//! A Genie on g5 takes the enemy on h6 and stays where it is:
//! ```text
//! 6 . p .        g5g5xh6
//! 5 Ge. .
//!   g h i
//! ```

use super::special::Actor;
use crate::board::SquareSet;
use crate::moves::Move;

impl<const W: usize> Actor<'_, W> {
    /// `seen` are the squares that it reaches.
    pub(super) fn igui(&self, seen: SquareSet<W>, found: &mut impl FnMut(Move)) {
        (seen & self.enemy).for_each(|victim| {
            found(Move::capturing(self.from, self.from, victim));
        });
    }
}
