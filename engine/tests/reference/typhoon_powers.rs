//! Typhoon: the powers that only its pieces have: `strike` and T-D1 to T-D14, without the relays.

use super::board::Board;
use super::lines::follow;
use super::moves::Move;
use super::powers::Mode::{Both, MoveOnly};
use super::powers::Power::{Leap, Ride};
use super::powers::{self, F, FF, FW, K, Step, W, may_land};
use super::squares::{Side, Square};
use super::typhoon_pieces::{BD, FD, SW};

/// The moves that a piece has besides those of `typhoon_pieces::powers`.
pub fn special_moves(board: &Board, side: Side, from: Square, name: &str) -> Vec<Move> {
    match name {
        "Ci" => cicada(board, side, from),
        "Ty" => typhoon(board, side, from),
        "HO" => strike(board, side, from, FW),
        "DO" => strike(board, side, from, FF),
        "Pa" => strike(board, side, from, W),
        "Ra" => strike(board, side, from, F),
        "Cu" => cuckoo(board, side, from),
        "Hu" => hummingbird(board, side, from),
        "Lo" => longleaper(board, side, from),
        "Mi" => missionary(board, side, from),
        "So" => sorcerer(board, side, from),
        "Un" => undertaker(board, side, from),
        "EE" => shots(board, side, from),
        _ => Vec::new(),
    }
}

/// The square at a step seen by the side.
fn ahead(side: Side, from: Square, step: Step) -> Square {
    from.offset(step.0, step.1 * side.forward())
}

/// The square that many steps away, as seen by White.
fn steps_away(from: Square, step: Step, steps: i32) -> Square {
    from.offset(step.0 * steps, step.1 * steps)
}

/// `strike`: an enemy on the adjacent square is captured without moving, or on the way to the
/// square beyond, where another enemy may be captured.
fn strike(board: &Board, side: Side, from: Square, directions: &[Step]) -> Vec<Move> {
    let mut moves = Vec::new();
    for &direction in directions {
        let adjacent = ahead(side, from, direction);
        let beyond = ahead(side, adjacent, direction);
        if board.holds(adjacent, side.other()) {
            moves.push(Move::removing(from, from, adjacent));
            if may_land(board, side, beyond, Both) {
                moves.push(Move::removing(from, beyond, adjacent));
            }
        }
    }
    moves
}

/// T-D1: along queen lines to a square 2 or 3 steps away with at least one piece between.
fn cicada(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in K {
        for steps in 2..=3 {
            let to = steps_away(from, step, steps);
            let hops = (1..steps).any(|n| board.get(steps_away(from, step, n)).is_some());
            if hops && may_land(board, side, to, Both) {
                moves.push(Move::to(from, to));
            }
        }
    }
    moves
}

/// T-D2: orthogonally 1 to 3 steps, capturing every enemy on the way; a friendly piece stops it.
fn typhoon(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in W {
        let mut removed = Vec::new();
        for steps in 1..=3 {
            let to = steps_away(from, step, steps);
            if !may_land(board, side, to, Both) {
                break;
            }
            moves.push(Move {
                removed: removed.clone(),
                ..Move::to(from, to)
            });
            if board.holds(to, side.other()) {
                removed.push(to);
            }
        }
    }
    moves
}

/// T-D5: changes the owner of an enemy on its fW, sW or bD square.
fn cuckoo(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in [FW, SW, BD].into_iter().flatten() {
        let target = ahead(side, from, step);
        if board.holds(target, side.other()) {
            moves.push(Move {
                converted: vec![target],
                ..Move::to(from, from)
            });
        }
    }
    moves
}

/// T-D6: mQ, and over enemies that each have an empty square behind them.
fn longleaper(board: &Board, side: Side, from: Square) -> Vec<Move> {
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

/// T-D7: changes places with any piece on its W, fD and bD squares. T-D20: when that is a friendly
/// Hummingbird, the other one has the same exchange as a move of its own.
fn hummingbird(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in [W, FD, BD].into_iter().flatten() {
        let to = ahead(side, from, step);
        if board.get(to).is_some() {
            moves.push(Move {
                swaps: true,
                ..Move::to(from, to)
            });
        }
    }
    moves
}

/// The moves that the Missionary and the Sorcerer share: mW + mB2.
fn approaches(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let powers = [Leap(W, MoveOnly), Ride(F, 2, MoveOnly)];
    powers::moves(board, side, from, &powers)
}

/// One step in the direction of a move along a queen line.
fn direction(mv: &Move) -> Step {
    let files = mv.to.file - mv.from.file;
    let ranks = mv.to.rank - mv.from.rank;
    (files.signum(), ranks.signum())
}

/// T-D9: may change the owner of an enemy on the next square in the direction moved.
fn missionary(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for mv in approaches(board, side, from) {
        let target = steps_away(mv.to, direction(&mv), 1);
        if board.holds(target, side.other()) {
            moves.push(Move {
                converted: vec![target],
                ..mv.clone()
            });
        }
        moves.push(mv);
    }
    moves
}

/// T-D10: may capture the whole unbroken line of enemies that begins on the next square in the
/// direction moved.
fn sorcerer(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for mv in approaches(board, side, from) {
        let step = direction(&mv);
        let mut removed = Vec::new();
        let mut target = steps_away(mv.to, step, 1);
        while board.holds(target, side.other()) {
            removed.push(target);
            target = steps_away(target, step, 1);
        }
        if !removed.is_empty() {
            moves.push(Move {
                removed,
                ..mv.clone()
            });
        }
        moves.push(mv);
    }
    moves
}

/// T-D11: mK; an adjacent enemy that it moves directly away from is captured.
fn undertaker(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = powers::moves(board, side, from, &[Leap(K, MoveOnly)]);
    for mv in &mut moves {
        let behind = steps_away(from, direction(mv), -1);
        if board.holds(behind, side.other()) {
            mv.removed.push(behind);
        }
    }
    moves
}

/// T-D14: captures the first piece on any queen line without moving, if it is an enemy.
fn shots(board: &Board, side: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in K {
        let line = follow(board, from, step, |_| false);
        if let Some((target, _)) = line.stopped_by
            && board.holds(target, side.other())
        {
            moves.push(Move::removing(from, from, target));
        }
    }
    moves
}
