//! The squares that a piece meets on a line of the board.

use super::board::{Board, Piece};
use super::powers::Step;
use super::squares::Square;

/// One line from a square outward, as far as a piece can follow it that passes over some of the
/// pieces it meets.
pub struct StraightLine {
    /// The empty squares it comes to, nearest first, each with the squares of the pieces passed
    /// over before it.
    pub landings: Vec<(Square, Vec<Square>)>,
    /// The first piece that it does not pass over, with the squares of the pieces passed over
    /// before it; None when the board ends first.
    pub stopped_by: Option<(Square, Vec<Square>)>,
}

/// Follows a line. A piece is passed over when `passable` says so and the next square of the line
/// is an empty square; empty squares are passed freely.
pub fn follow(
    board: &Board,
    from: Square,
    step: Step,
    passable: impl Fn(Piece) -> bool,
) -> StraightLine {
    let mut line = StraightLine {
        landings: Vec::new(),
        stopped_by: None,
    };
    let mut passed = Vec::new();
    let mut square = from.offset(step.0, step.1);
    while board.geometry.contains(square) {
        let next = square.offset(step.0, step.1);
        match board.get(square) {
            None => line.landings.push((square, passed.clone())),
            Some(piece) if passable(piece) && board.is_empty(next) => passed.push(square),
            Some(_) => {
                line.stopped_by = Some((square, passed));
                break;
            }
        }
        square = next;
    }
    line
}
