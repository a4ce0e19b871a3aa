//! What powers compile with.

use super::bearer::Bearer;
use crate::betza::Betza;
use crate::board::{Geometry, SquareSet};
use crate::piece::Color;
use crate::reach::{self, Arena, RayTable, ReachTable};

/// A piece of one colour whose tables are made.
pub(crate) struct Making<'m, const W: usize> {
    /// Every piece type.
    pub pieces: &'m [Bearer<'m>],
    pub piece: Bearer<'m>,
    pub board: &'m Geometry,
    pub color: Color,
    pub arena: &'m mut Arena<W>,
}

impl<const W: usize> Making<'_, W> {
    /// By square: where a text of the notation leads.
    pub(crate) fn reach(&mut self, betza: &Betza) -> ReachTable<W> {
        reach::reach_table(betza, self.board, self.color, self.arena)
    }

    /// By square: where a text of the notation leads on an empty board.
    pub(crate) fn alone(&mut self, betza: &Betza) -> Vec<SquareSet<W>> {
        reach::alone_table(betza, self.board, self.color, self.arena)
    }

    /// The straight ways of a text of the notation.
    pub(crate) fn rays(&self, betza: &Betza) -> RayTable {
        reach::rays(betza, self.board, self.color)
    }
}
