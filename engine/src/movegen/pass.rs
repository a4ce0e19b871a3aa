//! Passing: a side may while it has an active piece that lets it.

use super::Sink;
use crate::board::SquareSet;
use crate::moves::Move;
use crate::position::Position;
use crate::tables::Rules;

impl<const W: usize> Rules<W> {
    pub(super) fn pass<S: Sink<W>>(
        &self,
        position: &Position<W>,
        active: SquareSet<W>,
        sink: &mut S,
    ) {
        let passes = |square| self.powers[position.at(square).index()].passes;
        if active.iter().any(passes) {
            sink.fixed(Move::pass());
        }
    }
}
