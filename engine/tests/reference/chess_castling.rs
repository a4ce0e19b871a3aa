//! Castling in chess and Chess960. In chess it is written as the king's move of two files (e1g1, e1c1), in Chess960 as the
//! king's move to its rook. Wherever they come from, the king goes to the file g or c and the rook to f or d.

use super::board::Board;
use super::moves::Move;
use super::position::Position;
use super::squares::{Side, Square, at};

/// The side of a right's letter, and the file of its rook: `KQkq`, or in Chess960 the file itself.
fn owner_and_file(letter: char) -> (Side, i32) {
    let owner = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let file = match letter.to_ascii_lowercase() {
        'k' => 7,
        'q' => 0,
        file => file as i32 - 'a' as i32,
    };
    (owner, file)
}

fn first_rank(side: Side) -> i32 {
    match side {
        Side::White => 0,
        Side::Black => 7,
    }
}

/// The squares that king and rook go to.
fn targets(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook.file > king.file {
        (6, 5)
    } else {
        (2, 3)
    };
    (at(king_file, king.rank), at(rook_file, king.rank))
}

/// The castling moves of the side to move. The right must remain, the squares that king and rook cross and go to be
/// empty, and no square of the king's way be attacked. `kings` is whether a side may have several kings.
pub fn moves(position: &Position, kings: bool, attacked: impl Fn(Square) -> bool) -> Vec<Move> {
    let board = &position.board;
    let side = position.side;
    let rank = first_rank(side);
    let mut moves = Vec::new();
    for letter in position.state.castle.chars() {
        let (owner, rook_file) = owner_and_file(letter);
        let home = if kings {
            Some(at(4, rank))
        } else {
            board.king(side)
        };
        let Some(king) = home.filter(|_| owner == side) else {
            continue;
        };
        let rook = at(rook_file, rank);
        let at_home = board.holds_piece(king, side, "K") && board.holds_piece(rook, side, "R");
        let (king_to, rook_to) = targets(king, rook);
        let way = |from: Square, to: Square| {
            let files = from.file.min(to.file)..=from.file.max(to.file);
            files.map(move |file| at(file, rank))
        };
        let mut crossed = way(king, king_to).chain(way(rook, rook_to));
        let free = crossed.all(|square| [king, rook].contains(&square) || board.is_empty(square));
        let safe = way(king, king_to).all(|square| !attacked(square));
        if at_home && free && safe {
            let is_by_file = !"KQkq".contains(letter);
            moves.push(Move::to(king, if is_by_file { rook } else { king_to }));
        }
    }
    moves
}

/// Completes a castling move on the board after it: a king's move of two files, or to its own rook.
pub fn move_rook(before: &Board, mv: &Move, after: &mut Board) {
    let Some(king) = before.get(mv.from).filter(|piece| piece.name == "K") else {
        return;
    };
    let files = mv.to.file - mv.from.file;
    let rook = if before.holds_piece(mv.to, king.side, "R") {
        mv.to
    } else if files.abs() == 2 {
        at(if files > 0 { 7 } else { 0 }, mv.from.rank)
    } else {
        return;
    };
    let (king_to, rook_to) = targets(mv.from, rook);
    let partner = before.get(rook);
    for square in [mv.from, mv.to, rook] {
        after.set(square, None);
    }
    after.set(king_to, Some(king));
    after.set(rook_to, partner);
}

/// The rights that remain after a move: lost when the king or that rook moves or leaves the board.
pub fn remaining(rights: &str, before: &Board, mv: &Move, after: &Board) -> String {
    let mover = before.get(mv.from).expect("a piece to move");
    let lost = |letter: char| {
        let (owner, file) = owner_and_file(letter);
        let rook = at(file, first_rank(owner));
        let king = if "KQkq".contains(letter) {
            Some(at(4, rook.rank))
        } else {
            before.king(owner)
        };
        let king_moves = mover.name == "K" && mover.side == owner;
        let is_home = after.holds_piece(rook, owner, "R")
            && king.is_some_and(|king| after.holds_piece(king, owner, "K"));
        king_moves || mv.from == rook || mv.to == rook || !is_home
    };
    rights.chars().filter(|letter| !lost(*letter)).collect()
}
