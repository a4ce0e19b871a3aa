//! Xiangqi without its rules on perpetual chases.

use super::board::{Board, Piece};
use super::moves::Move;
use super::position::Position;
use super::powers::{F, W};
use super::rules::{Outcome, ReferenceRules, occurrences};
use super::squares::{Geometry, Side, Square};

const GEOMETRY: Geometry = Geometry {
    files: "abcdefghi",
    ranks: 10,
    lowest_rank: 1,
    holes: &[],
};

const NAMES: &[&str] = &["K", "A", "B", "N", "R", "C", "P"];

const START: &str = "r,n,b,a,k,a,b,n,r/9/1,c,5,c,1/p,1,p,1,p,1,p,1,p/9/9/P,1,P,1,P,1,P,1,P/1,C,5,C,1/9/R,N,B,A,K,A,B,N,R";

/// Xiangqi.
pub struct Xiangqi;

/// The rank counted from the owner's side, from 0.
fn own_rank(side: Side, square: Square) -> i32 {
    match side {
        Side::White => square.rank,
        Side::Black => GEOMETRY.ranks - 1 - square.rank,
    }
}

fn is_in_palace(side: Side, square: Square) -> bool {
    (3..=5).contains(&square.file) && own_rank(side, square) <= 2
}

/// The squares that a piece goes to or captures on.
fn targets(board: &Board, from: Square, piece: Piece) -> Vec<Square> {
    let side = piece.side;
    let mut found = Vec::new();
    let mut add = |square: Square| {
        if GEOMETRY.contains(square) && !board.holds(square, side) {
            found.push(square);
        }
    };
    match piece.name {
        "K" | "A" => {
            let steps = if piece.name == "K" { W } else { F };
            let ends = steps
                .iter()
                .map(|&(files, ranks)| from.offset(files, ranks));
            ends.filter(|&to| is_in_palace(side, to)).for_each(add);
        }
        "B" => {
            for &(files, ranks) in F {
                let to = from.offset(2 * files, 2 * ranks);
                if board.is_empty(from.offset(files, ranks)) && own_rank(side, to) <= 4 {
                    add(to);
                }
            }
        }
        "N" => {
            for &(files, ranks) in W {
                if board.is_empty(from.offset(files, ranks)) {
                    for turn in [-1, 1] {
                        add(from.offset(2 * files + turn * ranks, 2 * ranks + turn * files));
                    }
                }
            }
        }
        "P" => {
            add(from.offset(0, side.forward()));
            if own_rank(side, from) >= 5 {
                add(from.offset(1, 0));
                add(from.offset(-1, 0));
            }
        }
        _ => {
            for &(files, ranks) in W {
                let line = (1..).map(|far| from.offset(far * files, far * ranks));
                let mut screens = 0;
                for to in line.take_while(|&to| GEOMETRY.contains(to)) {
                    let is_free = board.is_empty(to);
                    match (piece.name, screens) {
                        ("R", 0) => add(to),
                        ("C", 0) if is_free => add(to),
                        ("C", 1) if !is_free => add(to),
                        _ => {}
                    }
                    screens += i32::from(!is_free);
                }
            }
        }
    }
    found
}

/// Whether two squares are on a rank or file with nothing between them.
fn faces(board: &Board, own: Square, other: Square) -> bool {
    W.iter().any(|&(files, ranks)| {
        let line = (1..).map(|far| own.offset(far * files, far * ranks));
        let mut line = line.take_while(|&square| GEOMETRY.contains(square));
        line.find(|&square| !board.is_empty(square)) == Some(other)
    })
}

/// Whether a general is attacked, or both face each other.
fn is_in_check(board: &Board, side: Side) -> bool {
    let (Some(own), Some(other)) = (board.king(side), board.king(side.other())) else {
        return false;
    };
    let mut enemies = board.pieces(side.other()).into_iter();
    let is_attacked = enemies.any(|(from, piece)| targets(board, from, piece).contains(&own));
    is_attacked || faces(board, own, other)
}

impl ReferenceRules for Xiangqi {
    fn geometry(&self) -> Geometry {
        GEOMETRY
    }

    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn start(&self, array: u32) -> Position {
        assert_eq!(array, 0, "xiangqi has one array");
        Position::first(Board::read(START, GEOMETRY, NAMES))
    }

    fn decided(&self, _position: &Position) -> Option<Outcome> {
        None
    }

    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let side = position.side;
        let mut legal = Vec::new();
        for (from, piece) in position.board.pieces(side) {
            for to in targets(&position.board, from, piece) {
                let mv = Move::to(from, to);
                let board = mv.play(&position.board);
                if !is_in_check(&board, side) {
                    legal.push((mv.write(&GEOMETRY), position.next(board)));
                }
            }
        }
        legal
    }

    fn without_a_move(&self, position: &Position) -> Outcome {
        Outcome::Wins(position.side.other())
    }

    /// Who alone gave check by each move since the first occurrence loses.
    fn repeated(&self, game: &[Position], _played: &[String]) -> Option<Outcome> {
        let last = game.last().expect("a position");
        if occurrences(game) < 3 {
            return None;
        }
        let first = game.iter().position(|position| position.same(last))?;
        let since = &game[first + 1..];
        let always = |side: Side| {
            let mut after_own = since.iter().filter(|position| position.side != side);
            after_own.all(|position| is_in_check(&position.board, position.side))
        };
        let [white, black] = [Side::White, Side::Black].map(always);
        Some(match (white, black) {
            (true, false) => Outcome::Wins(Side::Black),
            (false, true) => Outcome::Wins(Side::White),
            _ => Outcome::Draw,
        })
    }
}
