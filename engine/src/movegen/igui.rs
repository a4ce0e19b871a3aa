//! Igui: capturing without moving.
//!
//! A Genie on g5 takes the enemy on h6 and stays where it is:
//! ```text
//! 6 . p .        g5g5xh6
//! 5 Ge. .
//!   g h i
//! ```

use super::Sink;
use crate::board::Square;
use crate::moves::Move;
use crate::piece::Code;
use crate::position::Position;
use crate::tables::Rules;

impl<const W: usize> Rules<W> {
    pub(super) fn igui<S: Sink<W>>(
        &self,
        position: &Position<W>,
        from: Square,
        code: Code,
        sink: &mut S,
    ) {
        if let Some(reach) = self.powers[code.index()].igui(from) {
            let enemy = position.pieces(position.side().other());
            let victims = reach.sees(&self.arena, position.occupied()) & enemy;
            victims.for_each(|victim| {
                let capture = Move::capturing(from, from, victim);
                sink.single(self, position, self.traits(code), capture);
            });
        }
    }
}
