//! Hop captures: over an adjacent enemy to the empty square just beyond it.
//!
//! A Zag on e5 takes the enemy on e6 and lands on e7:
//! ```text
//! 7 . .(Za). .        e5e7xe6
//! 6 . . p . .
//! 5 . . Za. .
//!   c d e f g
//! ```

use super::Sink;
use crate::board::Square;
use crate::moves::Move;
use crate::piece::Code;
use crate::position::Position;
use crate::tables::Rules;

impl<const W: usize> Rules<W> {
    pub(super) fn hops<S: Sink<W>>(
        &self,
        position: &Position<W>,
        from: Square,
        code: Code,
        sink: &mut S,
    ) {
        let enemy = position.pieces(position.side().other());
        let occupied = position.occupied();
        for hop in self.powers[code.index()].hops(from) {
            if enemy.contains(hop.victim) && !occupied.contains(hop.landing) {
                let capture = Move::capturing(from, hop.landing, hop.victim);
                sink.single(self, position, self.traits(code), capture);
            }
        }
    }
}
