//! Rococo: what the pieces can do, the Chameleon excepted, before looking at edge squares (R-D7,
//! R-D8), immobilization, `swap=` and promotion.

use super::board::Board;
use super::lines::follow;
use super::moves::Move;
use super::powers::Mode::{Both, MoveOnly};
use super::powers::Power::{Leap, Ride};
use super::powers::{self, K, Step, UNBOUNDED, may_land};
use super::squares::{Side, Square};

/// The moves of a piece of `side` other than the Chameleon.
pub fn moves(board: &Board, side: Side, from: Square, name: &str) -> Vec<Move> {
    match name {
        "K" => powers::moves(board, side, from, &[Leap(K, Both)]),
        "A" => advancer_or_withdrawer(board, side, from, true, false),
        "W" => advancer_or_withdrawer(board, side, from, false, true),
        "U" => advancer_or_withdrawer(board, side, from, true, true),
        "L" => long_leaper(board, side, from),
        "S" => swapper(board, side, from),
        "I" => powers::moves(board, side, from, &[Ride(K, UNBOUNDED, MoveOnly)]),
        "P" => cannon_pawn(board, side, from),
        _ => panic!("{name:?} is not a Rococo piece with moves of this kind"),
    }
}

/// R-D1: the square whose piece is captured by approach when it is an enemy: the next one in the
/// direction of a move that ends on `to`.
pub fn approached(to: Square, step: Step) -> Square {
    to.offset(step.0, step.1)
}

/// R-D1: the square whose piece is captured by withdrawal when it is an enemy: the one directly
/// behind the start.
pub fn withdrawn_from(from: Square, step: Step) -> Square {
    from.offset(-step.0, -step.1)
}

/// mQ with capture by approach, by withdrawal or both (R-D1). Neither is optional.
fn advancer_or_withdrawer(
    board: &Board,
    side: Side,
    from: Square,
    approaches: bool,
    withdraws: bool,
) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in K {
        for (to, _) in follow(board, from, step, |_| false).landings {
            let mut mv = Move::to(from, to);
            if approaches && board.holds(approached(to, step), side.other()) {
                mv.removed.push(approached(to, step));
            }
            if withdraws && board.holds(withdrawn_from(from, step), side.other()) {
                mv.removed.push(withdrawn_from(from, step));
            }
            moves.push(mv);
        }
    }
    moves
}

/// mQ with capture by overtaking (R-D2).
fn long_leaper(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in K {
        let line = follow(board, from, step, |piece| piece.side == side.other());
        for (to, removed) in line.landings {
            moves.push(Move {
                removed,
                ..Move::to(from, to)
            });
        }
    }
    moves
}

/// R-D3: mQ, swaps along a clear queen line, and mutual destruction.
fn swapper(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in K {
        let line = follow(board, from, step, |_| false);
        for (to, _) in line.landings {
            moves.push(Move::to(from, to));
        }
        if let Some((to, _)) = line.stopped_by {
            moves.push(Move {
                swaps: true,
                ..Move::to(from, to)
            });
        }
        let adjacent = from.offset(step.0, step.1);
        if board.holds(adjacent, side.other()) {
            moves.push(mutual_destruction(from, adjacent));
        }
    }
    moves
}

/// The piece on `from` removes itself and the one on `other`.
pub fn mutual_destruction(from: Square, other: Square) -> Move {
    Move {
        removed: vec![from, other],
        ..Move::to(from, from)
    }
}

/// mK; and over one adjacent piece of either side to the square just beyond, moving or capturing.
fn cannon_pawn(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = powers::moves(board, side, from, &[Leap(K, MoveOnly)]);
    for &step in K {
        let mount = from.offset(step.0, step.1);
        let to = mount.offset(step.0, step.1);
        if board.get(mount).is_some() && may_land(board, side, to, Both) {
            moves.push(Move::to(from, to));
        }
    }
    moves
}
