//! Castling in chess: written as the king's move of two files (e1g1, e1c1), without a mark.

use super::board::Board;
use super::moves::Move;
use super::position::Position;
use super::squares::{Side, Square, at};

/// The letters of the four rights, with their side and the file of their rook.
const RIGHTS: [(char, Side, i32); 4] = [
    ('K', Side::White, 7),
    ('Q', Side::White, 0),
    ('k', Side::Black, 7),
    ('q', Side::Black, 0),
];

const KING_FILE: i32 = 4;

fn first_rank(side: Side) -> i32 {
    match side {
        Side::White => 0,
        Side::Black => 7,
    }
}

/// The castling moves of the side to move. The right must remain, king and rook stand at home, the
/// squares between them be empty, and no square of the king's way be attacked.
pub fn moves(position: &Position, attacked: impl Fn(Square) -> bool) -> Vec<Move> {
    let board = &position.board;
    let side = position.side;
    let rank = first_rank(side);
    let king = at(KING_FILE, rank);
    let mut moves = Vec::new();
    for (letter, owner, rook_file) in RIGHTS {
        if owner != side || !position.state.castle.contains(letter) {
            continue;
        }
        let at_home =
            board.holds_piece(king, side, "K") && board.holds_piece(at(rook_file, rank), side, "R");
        let mut between = KING_FILE.min(rook_file) + 1..KING_FILE.max(rook_file);
        let free = between.all(|file| board.is_empty(at(file, rank)));
        let direction = (rook_file - KING_FILE).signum();
        let safe = (0..=2).all(|steps| !attacked(king.offset(steps * direction, 0)));
        if at_home && free && safe {
            moves.push(Move::to(king, king.offset(2 * direction, 0)));
        }
    }
    moves
}

/// Moves the rook on the board after a king's move of two files: to the square passed over.
pub fn move_rook(before: &Board, mv: &Move, after: &mut Board) {
    let is_king = before.get(mv.from).is_some_and(|piece| piece.name == "K");
    let files = mv.to.file - mv.from.file;
    if !is_king || files.abs() != 2 {
        return;
    }
    let rook_file = if files > 0 { 7 } else { 0 };
    let corner = at(rook_file, mv.from.rank);
    let rook = after.get(corner);
    after.set(corner, None);
    after.set(mv.from.offset(files.signum(), 0), rook);
}

/// The rights that remain after a move: lost when the king or that rook moves or leaves the board.
pub fn remaining(rights: &str, before: &Board, mv: &Move, after: &Board) -> String {
    let mover = before.get(mv.from).expect("a piece to move");
    let lost = |owner: Side, corner: Square| {
        let king_moves = mover.name == "K" && mover.side == owner;
        let is_home = after.holds_piece(corner, owner, "R")
            && after.holds_piece(at(KING_FILE, corner.rank), owner, "K");
        king_moves || mv.from == corner || mv.to == corner || !is_home
    };
    RIGHTS
        .into_iter()
        .filter(|(letter, _, _)| rights.contains(*letter))
        .filter(|(_, owner, file)| !lost(*owner, at(*file, first_rank(*owner))))
        .map(|(letter, _, _)| letter)
        .collect()
}
