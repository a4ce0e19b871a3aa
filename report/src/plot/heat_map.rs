//! Numbers on the squares of boards, a board for each piece.

use plotters::prelude::DrawingBackend;

use super::PlotError;
use super::canvas::{Anchor, Canvas, MARGIN, WIDTH};
use super::colour::{GRID, HEAT, INK, MUTED};
use super::file::Plot;
use super::heading::PlotHeading;
use super::text::{LABEL, SMALL, STRONG, with_minus};
use crate::format::fixed;

/// Boards beside each other.
const COLUMNS: usize = 2;
/// Between boards.
const GAP: f64 = 20.0;
/// What stands above a board, and below it.
const ABOVE: f64 = 24.0;
const BELOW: f64 = 30.0;
/// Room for the names of ranks.
const LEFT: f64 = 20.0;
/// Between squares.
const LINE: f64 = 1.0;

/// A board with numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatBoard {
    /// What it is called.
    pub name: String,
    /// By rank, the lowest first, then by file: the number; `None` where none is known.
    pub numbers: Vec<Vec<Option<f64>>>,
}

/// What the files and ranks of all boards are called.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardNames {
    /// From left to right.
    pub files: Vec<String>,
    /// From the lowest up.
    pub ranks: Vec<String>,
}

/// What is drawn.
pub(super) struct HeatMapPlot<'p> {
    heading: PlotHeading,
    caption: &'p str,
    names: &'p BoardNames,
    boards: &'p [HeatBoard],
    /// The width of a square.
    square: f64,
}

impl<'p> HeatMapPlot<'p> {
    pub fn new(
        boards: &'p [HeatBoard],
        names: &'p BoardNames,
        [title, subtitle, caption]: [&'p str; 3],
    ) -> Result<Self, PlotError> {
        if boards.is_empty() || names.files.is_empty() {
            return Err(PlotError::Empty("no square has a number"));
        }
        let width = (WIDTH - 2.0 * MARGIN - (COLUMNS as f64 - 1.0) * GAP) / COLUMNS as f64;
        Ok(HeatMapPlot {
            heading: PlotHeading::new(title, &[subtitle.to_string()])?,
            caption,
            names,
            boards,
            square: (width - LEFT) / names.files.len() as f64,
        })
    }

    fn board_height(&self) -> f64 {
        self.square * self.names.ranks.len() as f64
    }

    fn draw_board<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        board: &HeatBoard,
        (left, top): (f64, f64),
    ) -> Result<(), PlotError> {
        let known = || board.numbers.iter().flatten().flatten().copied();
        let (low, high) = (
            known().fold(f64::MAX, f64::min),
            known().fold(f64::MIN, f64::max),
        );
        canvas.text(&board.name, (left, top - 8.0), Anchor::Left, STRONG, INK)?;
        let bottom = top + self.board_height();
        for (rank, numbers) in board.numbers.iter().enumerate() {
            let upper = bottom - (rank + 1) as f64 * self.square;
            let middle = upper + self.square / 2.0 + 0.355 * SMALL.em;
            let name = &self.names.ranks[rank];
            canvas.text(name, (left - 6.0, middle), Anchor::Right, SMALL, MUTED)?;
            for (file, number) in numbers.iter().enumerate() {
                let x = left + file as f64 * self.square;
                let corners = [
                    (x, upper),
                    (x + self.square - LINE, upper + self.square - LINE),
                ];
                let Some(number) = *number else {
                    canvas.rectangle(corners, GRID)?;
                    continue;
                };
                let share = (number - low) / (high - low).max(1e-9);
                let step = (share * HEAT.len() as f64) as usize;
                canvas.rectangle(corners, HEAT[step.min(HEAT.len() - 1)])?;
                let text = with_minus(&fixed(number, 1));
                let place = (x + self.square / 2.0, middle);
                canvas.text(&text, place, Anchor::Center, SMALL, INK)?;
            }
        }
        for (file, name) in self.names.files.iter().enumerate() {
            let x = left + (file as f64 + 0.5) * self.square;
            canvas.text(name, (x, bottom + 13.0), Anchor::Center, SMALL, MUTED)?;
        }
        Ok(())
    }
}

impl Plot for HeatMapPlot<'_> {
    fn height(&self) -> f64 {
        let rows = self.boards.len().div_ceil(COLUMNS) as f64;
        self.heading.height() + rows * (ABOVE + self.board_height() + BELOW) + 26.0
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        let width = LEFT + self.square * self.names.files.len() as f64;
        for (at, board) in self.boards.iter().enumerate() {
            let left = MARGIN + LEFT + (at % COLUMNS) as f64 * (width + GAP);
            let row = (at / COLUMNS) as f64;
            let step = ABOVE + self.board_height() + BELOW;
            let top = self.heading.height() + row * step + ABOVE;
            self.draw_board(canvas, board, (left, top))?;
        }
        let below = (WIDTH / 2.0, self.height() - 14.0);
        canvas.text(self.caption, below, Anchor::Center, LABEL, INK)
    }
}
