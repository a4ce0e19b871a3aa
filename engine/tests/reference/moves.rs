//! A move, its text, and what it does to a board.

use super::board::{Board, Piece};
use super::squares::{Geometry, Side, Square};

/// A move of one piece. Passing and castling are other kinds of moves; castling is written as
/// the king's part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    /// Squares that lose their piece other than by replacement on `to`; the piece's own square where
    /// it removes itself.
    pub removed: Vec<Square>,
    /// Squares whose piece changes owner.
    pub converted: Vec<Square>,
    /// The pieces on `from` and `to` change places.
    pub swaps: bool,
    /// The promotion.
    pub promotion: Option<&'static str>,
}

impl Move {
    /// A move to a square, capturing what stands there if anything does.
    pub fn to(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            removed: Vec::new(),
            converted: Vec::new(),
            swaps: false,
            promotion: None,
        }
    }

    /// The same, and the piece on another square is captured too.
    pub fn removing(from: Square, to: Square, removed: Square) -> Move {
        Move {
            removed: vec![removed],
            ..Move::to(from, to)
        }
    }

    /// The same move with a promotion.
    pub fn promoting(&self, name: &'static str) -> Move {
        Move {
            promotion: Some(name),
            ..self.clone()
        }
    }

    /// The squares of the pieces that `side` captures with this move.
    pub fn captures(&self, board: &Board, side: Side) -> Vec<Square> {
        let mut squares = self.removed.clone();
        if !self.swaps {
            squares.push(self.to);
        }
        squares.retain(|&square| board.holds(square, side.other()));
        squares
    }

    /// The move text: from, to, `x` squares, `~` squares, `<>`, `=` promotion.
    pub fn write(&self, geometry: &Geometry) -> String {
        let mut text = geometry.name(self.from) + &geometry.name(self.to);
        for square in sorted(&self.removed) {
            text += &format!("x{}", geometry.name(square));
        }
        for square in sorted(&self.converted) {
            text += &format!("~{}", geometry.name(square));
        }
        if self.swaps {
            text += "<>";
        }
        if let Some(name) = self.promotion {
            text += &format!("={name}");
        }
        text
    }

    /// The board after the move.
    pub fn play(&self, board: &Board) -> Board {
        let mut after = board.clone();
        let mover = board.get(self.from).expect("a piece to move");
        let partner = if self.swaps { board.get(self.to) } else { None };
        let name = self.promotion.unwrap_or(mover.name);
        after.set(self.from, partner);
        after.set(self.to, Some(Piece { name, ..mover }));
        for &square in &self.removed {
            after.set(square, None);
        }
        for &square in &self.converted {
            let piece = board.get(square).expect("a piece to convert");
            after.set(
                square,
                Some(Piece {
                    side: piece.side.other(),
                    ..piece
                }),
            );
        }
        after
    }
}

fn sorted(squares: &[Square]) -> Vec<Square> {
    let mut squares = squares.to_vec();
    squares.sort();
    squares
}
