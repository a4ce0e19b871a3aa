//! Rococo: the Chameleon (R-D6), before looking at edge squares and `swap=`.

use super::board::Board;
use super::lines::follow;
use super::moves::Move;
use super::powers::{K, Step};
use super::rococo_pieces::{approached, mutual_destruction, withdrawn_from};
use super::squares::{Side, Square};

/// The two rule options of R-D6.
#[derive(Clone, Copy, Debug)]
pub struct ChameleonOptions {
    /// Whether it may change places with a friendly Swapper.
    pub swaps_own_swapper: bool,
    /// Whether an enemy Long Leaper that it leaps on the way to a Cannon Pawn is captured too.
    pub takes_leapt_leaper: bool,
}

/// The moves of a Chameleon of `side`.
pub fn moves(board: &Board, side: Side, from: Square, options: ChameleonOptions) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in K {
        let mut along = line_moves(board, side, from, step, options);
        along.extend(king_capture(board, side, from, step));
        along.extend(pawn_capture(board, side, from, step, options));
        for mv in &mut along {
            add_approach_and_withdrawal(board, side, step, mv);
        }
        moves.extend(along);
        let adjacent = from.offset(step.0, step.1);
        if board.holds_piece(adjacent, side.other(), "S") {
            moves.push(mutual_destruction(from, adjacent));
        }
    }
    moves
}

/// To an empty square, or changing places with the Swapper at the end of the line, passing over
/// enemy Long Leapers on the way as in R-D2.
fn line_moves(
    board: &Board,
    side: Side,
    from: Square,
    step: Step,
    options: ChameleonOptions,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let line = follow(board, from, step, |piece| {
        piece.side == side.other() && piece.name == "L"
    });
    for (to, removed) in line.landings {
        moves.push(Move {
            removed,
            ..Move::to(from, to)
        });
    }
    if let Some((to, removed)) = line.stopped_by {
        let enemy_swapper = board.holds_piece(to, side.other(), "S");
        let own_swapper = board.holds_piece(to, side, "S");
        if enemy_swapper || (own_swapper && options.swaps_own_swapper) {
            moves.push(Move {
                removed,
                swaps: true,
                ..Move::to(from, to)
            });
        }
    }
    moves
}

/// Onto an adjacent enemy King.
fn king_capture(board: &Board, side: Side, from: Square, step: Step) -> Option<Move> {
    let to = from.offset(step.0, step.1);
    board
        .holds_piece(to, side.other(), "K")
        .then(|| Move::to(from, to))
}

/// Over one adjacent piece of either side onto an enemy Cannon Pawn just beyond.
fn pawn_capture(
    board: &Board,
    side: Side,
    from: Square,
    step: Step,
    options: ChameleonOptions,
) -> Option<Move> {
    let mount = from.offset(step.0, step.1);
    let to = mount.offset(step.0, step.1);
    if board.get(mount).is_none() || !board.holds_piece(to, side.other(), "P") {
        return None;
    }
    let mut mv = Move::to(from, to);
    if options.takes_leapt_leaper && board.holds_piece(mount, side.other(), "L") {
        mv.removed.push(mount);
    }
    Some(mv)
}

/// On every move along a queen line: captures an enemy Advancer or Pushme-Pullyu by approach and an
/// enemy Withdrawer or Pushme-Pullyu by withdrawal. Not optional.
fn add_approach_and_withdrawal(board: &Board, side: Side, step: Step, mv: &mut Move) {
    let ahead = approached(mv.to, step);
    let behind = withdrawn_from(mv.from, step);
    let holds = |square, name| board.holds_piece(square, side.other(), name);
    if holds(ahead, "A") || holds(ahead, "U") {
        mv.removed.push(ahead);
    }
    if holds(behind, "W") || holds(behind, "U") {
        mv.removed.push(behind);
    }
}
