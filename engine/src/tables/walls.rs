//! Walls, compiled.

use super::codes_of;
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::rules::{RuleSpec, WallSquares};

/// The walls of a game.
#[derive(Debug)]
pub(crate) struct Walls<const W: usize> {
    /// A wall on the board.
    pub code: Code,
    pub built: Option<WallSquares>,
    /// By code: whether it becomes a wall where it captures.
    pub petrified: Vec<bool>,
    /// The squares on which moves may build them.
    pub squares: SquareSet<W>,
    /// The squares on the border of the board.
    pub border: SquareSet<W>,
    /// By square: those beside it along its rank or file.
    pub beside: Vec<SquareSet<W>>,
}

impl<const W: usize> Walls<W> {
    pub(super) fn compile(spec: &RuleSpec, board: &Geometry) -> Option<Walls<W>> {
        let walls = spec.walls.as_ref()?;
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let beside = |square: Square| -> SquareSet<W> {
            let ends = steps.iter().filter_map(|&step| board.away(square, step, 1));
            ends.collect()
        };
        let is_built_on = |square: &Square| !walls.open.contains(&board.place(*square));
        Some(Walls {
            code: Code::new(Color::White, walls.wall),
            built: walls.built,
            petrified: codes_of(spec, &walls.petrified),
            squares: board.without_holes().filter(is_built_on).collect(),
            border: board
                .all()
                .filter(|square| board.is_border(*square))
                .collect(),
            beside: board.all().map(beside).collect(),
        })
    }
}
