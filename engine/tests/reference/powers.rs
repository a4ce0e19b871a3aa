//! The terms of the piece tables, and the moves that they give to a piece.

use super::board::Board;
use super::moves::Move;
use super::squares::{Side, Square};
use super::xbetza;

/// Files to the right and ranks forward, seen by White; ranks are reversed for Black.
pub type Step = (i32, i32);

// The atoms.
pub const W: &[Step] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const F: &[Step] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub const D: &[Step] = &[(0, 2), (2, 0), (0, -2), (-2, 0)];
pub const N: &[Step] = &[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
pub const A: &[Step] = &[(2, 2), (2, -2), (-2, -2), (-2, 2)];
pub const H: &[Step] = &[(0, 3), (3, 0), (0, -3), (-3, 0)];
pub const C: &[Step] = &[
    (1, 3),
    (3, 1),
    (3, -1),
    (1, -3),
    (-1, -3),
    (-3, -1),
    (-3, 1),
    (-1, 3),
];
pub const Z: &[Step] = &[
    (2, 3),
    (3, 2),
    (3, -2),
    (2, -3),
    (-2, -3),
    (-3, -2),
    (-3, 2),
    (-2, 3),
];
pub const G: &[Step] = &[(3, 3), (3, -3), (-3, -3), (-3, 3)];
/// K = W + F: all eight adjacent squares, and the eight queen lines.
pub const K: &[Step] = &[
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];
/// fW: one step straight ahead.
pub const FW: &[Step] = &[(0, 1)];
/// fF: one step ahead on both diagonals.
pub const FF: &[Step] = &[(1, 1), (-1, 1)];

/// The bound of a rider that has none; more than any board is wide.
pub const UNBOUNDED: i32 = 99;

/// Whether a power moves, captures or does both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// No prefix.
    Both,
    /// `m`: only without capturing.
    MoveOnly,
    /// `c`: only capturing.
    CaptureOnly,
}

/// One term of a piece table.
#[derive(Clone, Copy, Debug)]
pub enum Power {
    /// Leaps straight to a square, ignoring what it leaps over.
    Leap(&'static [Step], Mode),
    /// Any number of equal steps up to the bound, over empty squares.
    Ride(&'static [Step], i32, Mode),
    /// Along a line over exactly one piece of either side, to any square beyond it.
    Cannon(&'static [Step], Mode),
    /// Along a line to the square right behind the first piece of either side.
    Grasshopper(&'static [Step]),
    /// skip-R: as a rider, but not to the adjacent square, which must be empty.
    SkipRide(&'static [Step]),
    /// Bent riders: one step to an empty square, where it may stop without capturing; from there on
    /// as a rider of the other kind, moving or capturing, in the two directions that lead away.
    Bent(&'static [Step]),
    /// Captures an adjacent enemy by leaping to the square just beyond it, which must be empty.
    Hop(&'static [Step]),
    /// Captures an enemy on one of the squares without moving.
    Igui(&'static [Step]),
    /// Moves of several legs in XBetza, without passes.
    Legs(&'static str),
}

/// The moves that the powers give to a piece of `side` on `from`.
pub fn moves(board: &Board, side: Side, from: Square, powers: &[Power]) -> Vec<Move> {
    let mut moves = Vec::new();
    for power in powers {
        add_moves(board, side, from, power, &mut moves);
    }
    moves
}

/// Whether a piece of `side` may land on the square in this mode.
pub fn may_land(board: &Board, side: Side, to: Square, mode: Mode) -> bool {
    match mode {
        Mode::Both => board.is_empty(to) || board.holds(to, side.other()),
        Mode::MoveOnly => board.is_empty(to),
        Mode::CaptureOnly => board.holds(to, side.other()),
    }
}

fn add_moves(board: &Board, side: Side, from: Square, power: &Power, moves: &mut Vec<Move>) {
    let turned = |step: &Step| (step.0, step.1 * side.forward());
    match *power {
        Power::Leap(steps, mode) => {
            for (files, ranks) in steps.iter().map(turned) {
                let to = from.offset(files, ranks);
                if may_land(board, side, to, mode) {
                    moves.push(Move::to(from, to));
                }
            }
        }
        Power::Ride(steps, bound, mode) => {
            for step in steps.iter().map(turned) {
                for to in ride(board, side, from, step, bound, mode) {
                    moves.push(Move::to(from, to));
                }
            }
        }
        Power::Cannon(steps, mode) => {
            for step in steps.iter().map(turned) {
                if let Some(hurdle) = first_piece(board, from, step) {
                    for to in ride(board, side, hurdle, step, UNBOUNDED, mode) {
                        moves.push(Move::to(from, to));
                    }
                }
            }
        }
        Power::Grasshopper(steps) => {
            for step in steps.iter().map(turned) {
                if let Some(hurdle) = first_piece(board, from, step) {
                    for to in ride(board, side, hurdle, step, 1, Mode::Both) {
                        moves.push(Move::to(from, to));
                    }
                }
            }
        }
        Power::SkipRide(steps) => {
            for step in steps.iter().map(turned) {
                let adjacent = from.offset(step.0, step.1);
                if board.is_empty(adjacent) {
                    for to in ride(board, side, adjacent, step, UNBOUNDED, Mode::Both) {
                        moves.push(Move::to(from, to));
                    }
                }
            }
        }
        Power::Bent(steps) => {
            for step in steps.iter().map(turned) {
                let corner = from.offset(step.0, step.1);
                if board.is_empty(corner) {
                    moves.push(Move::to(from, corner));
                    for onward in outward(step) {
                        for to in ride(board, side, corner, onward, UNBOUNDED, Mode::Both) {
                            moves.push(Move::to(from, to));
                        }
                    }
                }
            }
        }
        Power::Hop(steps) => {
            for (files, ranks) in steps.iter().map(turned) {
                let over = from.offset(files, ranks);
                let to = over.offset(files, ranks);
                if board.holds(over, side.other()) && board.is_empty(to) {
                    moves.push(Move::removing(from, to, over));
                }
            }
        }
        Power::Legs(text) => {
            let is_move = |one: &Move| one.to != one.from || !one.removed.is_empty();
            let found = xbetza::moves(board, side, from, text);
            moves.extend(found.into_iter().filter(is_move));
        }
        Power::Igui(steps) => {
            for (files, ranks) in steps.iter().map(turned) {
                let target = from.offset(files, ranks);
                if board.holds(target, side.other()) {
                    moves.push(Move::removing(from, from, target));
                }
            }
        }
    }
}

/// The square of the first piece along a line.
fn first_piece(board: &Board, from: Square, step: Step) -> Option<Square> {
    let mut at = from.offset(step.0, step.1);
    while board.is_empty(at) {
        at = at.offset(step.0, step.1);
    }
    [Side::White, Side::Black]
        .into_iter()
        .any(|side| board.holds(at, side))
        .then_some(at)
}

/// The squares that a rider reaches along one line.
fn ride(
    board: &Board,
    side: Side,
    from: Square,
    step: Step,
    bound: i32,
    mode: Mode,
) -> Vec<Square> {
    let mut reached = Vec::new();
    let mut to = from;
    for _ in 0..bound {
        to = to.offset(step.0, step.1);
        if may_land(board, side, to, mode) {
            reached.push(to);
        }
        if !board.is_empty(to) {
            break;
        }
    }
    reached
}

/// The two directions in which a bent rider continues after its first step: after a diagonal step the
/// two orthogonal parts of it, after an orthogonal step the two diagonals that contain it.
fn outward(step: Step) -> [Step; 2] {
    match step {
        (files, 0) => [(files, 1), (files, -1)],
        (0, ranks) => [(1, ranks), (-1, ranks)],
        (files, ranks) => [(files, 0), (0, ranks)],
    }
}
