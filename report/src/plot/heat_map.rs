//! Numbers on the squares of boards.

use super::canvas::{Anchor, Canvas, MARGIN, SMALL, STRONG, drawn, range, with_minus};
use super::colour::{GRID, HEAT, INK, MUTED};
use super::{Drawn, PlotError};
use crate::format::fixed;

/// The space between boards.
const GAP: f64 = 20.0;
/// The space above and below a board.
const ABOVE: f64 = 24.0;
const BELOW: f64 = 30.0;
/// The space for the names of ranks.
const LEFT: f64 = 20.0;
/// The space between squares.
const LINE: f64 = 1.0;

#[derive(Clone, Debug, PartialEq)]
pub struct HeatBoard {
    pub name: String,
    /// The numbers by rank, the lowest first, then by file.
    pub numbers: Vec<Vec<Option<f64>>>,
}

/// The names of files and ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardNames {
    /// The files from left to right.
    pub files: Vec<String>,
    /// The ranks from the lowest.
    pub ranks: Vec<String>,
}

/// Boards with a number on each square, darker for larger ones. The words are title, subtitle and caption.
pub fn heat_map(
    boards: &[HeatBoard],
    names: &BoardNames,
    [title, subtitle, caption]: [&str; 3],
) -> Result<Drawn, PlotError> {
    if boards.is_empty() || names.files.is_empty() {
        return Err(PlotError::Empty("no square has a number"));
    }
    drawn(|layout| {
        let columns = layout.choose(2, 1);
        let width = (layout.width - 2.0 * MARGIN - (columns as f64 - 1.0) * GAP) / columns as f64;
        let square = (width - LEFT) / names.files.len() as f64;
        let width = LEFT + square * names.files.len() as f64;
        let step = ABOVE + square * names.ranks.len() as f64 + BELOW;
        let mut canvas = Canvas::new(layout, title, &[subtitle])?;
        for (at, board) in boards.iter().enumerate() {
            let left = MARGIN + LEFT + (at % columns) as f64 * (width + GAP);
            let row = (at / columns) as f64;
            let top = canvas.top + row * step + ABOVE;
            draw(&mut canvas, board, names, square, (left, top));
        }
        let rows = boards.len().div_ceil(columns) as f64;
        let height = canvas.top + rows * step + 26.0;
        canvas.title_below(caption, (0.0, layout.width), height - 14.0)?;
        Ok(canvas.of_height(height))
    })
}

/// Draws a board with squares of some width.
fn draw(
    canvas: &mut Canvas,
    board: &HeatBoard,
    names: &BoardNames,
    square: f64,
    (left, top): (f64, f64),
) {
    let (low, high) = range(board.numbers.iter().flatten().flatten().copied());
    canvas.text(&board.name, (left, top - 8.0), Anchor::Left, STRONG, INK);
    let bottom = top + square * names.ranks.len() as f64;
    for (rank, numbers) in board.numbers.iter().enumerate() {
        let upper = bottom - (rank + 1) as f64 * square;
        let middle = upper + square / 2.0;
        let place = (left - 6.0, middle);
        canvas.label(&names.ranks[rank], place, Anchor::Right, SMALL, MUTED);
        for (file, number) in numbers.iter().enumerate() {
            let x = left + file as f64 * square;
            let corners = [(x, upper), (x + square - LINE, upper + square - LINE)];
            let Some(number) = *number else {
                canvas.rectangle(corners, GRID);
                continue;
            };
            let share = (number - low) / (high - low).max(1e-9);
            let step = (share * HEAT.len() as f64) as usize;
            canvas.rectangle(corners, HEAT[step.min(HEAT.len() - 1)]);
            let text = with_minus(&fixed(number, 1));
            let place = (x + square / 2.0, middle);
            canvas.label(&text, place, Anchor::Center, SMALL, INK);
        }
    }
    for (file, name) in names.files.iter().enumerate() {
        let x = left + (file as f64 + 0.5) * square;
        canvas.text(name, (x, bottom + 13.0), Anchor::Center, SMALL, MUTED);
    }
}
