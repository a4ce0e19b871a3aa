//! The pieces by square, and their text.

use super::squares::{Geometry, Side, Square};

/// A piece: its owner and its abbreviation as in the piece tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub side: Side,
    pub name: &'static str,
}

/// A board with its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub geometry: Geometry,
    /// In ascending order of rank, then file.
    cells: Vec<Option<Piece>>,
}

impl Board {
    /// A board without pieces.
    pub fn empty(geometry: Geometry) -> Board {
        let size = geometry.width() * geometry.ranks;
        Board {
            geometry,
            cells: vec![None; size as usize],
        }
    }

    fn index(&self, square: Square) -> usize {
        assert!(
            self.geometry.contains(square),
            "{square:?} is off the board"
        );
        (square.rank * self.geometry.width() + square.file) as usize
    }

    /// The piece on a square; None also off the board.
    pub fn get(&self, square: Square) -> Option<Piece> {
        if self.geometry.contains(square) {
            self.cells[self.index(square)]
        } else {
            None
        }
    }

    /// Puts a piece on a square of the board, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let index = self.index(square);
        self.cells[index] = piece;
    }

    /// Whether the square is on the board and holds nothing.
    pub fn is_empty(&self, square: Square) -> bool {
        self.geometry.contains(square) && self.get(square).is_none()
    }

    /// Whether a piece of that side stands on the square.
    pub fn holds(&self, square: Square, side: Side) -> bool {
        self.get(square).is_some_and(|piece| piece.side == side)
    }

    /// Whether exactly this piece stands on the square.
    pub fn holds_piece(&self, square: Square, side: Side, name: &str) -> bool {
        self.get(square)
            .is_some_and(|piece| piece.side == side && piece.name == name)
    }

    /// The pieces of one side in ascending order of rank, then file.
    pub fn pieces(&self, side: Side) -> Vec<(Square, Piece)> {
        self.geometry
            .squares()
            .filter_map(|square| self.get(square).map(|piece| (square, piece)))
            .filter(|(_, piece)| piece.side == side)
            .collect()
    }

    /// The square of a side's king, where it is called `K`.
    pub fn king(&self, side: Side) -> Option<Square> {
        let mut pieces = self.pieces(side).into_iter();
        Some(pieces.find(|(_, piece)| piece.name == "K")?.0)
    }

    /// Reads the board item of a position text. `names` are the abbreviations of the game.
    pub fn read(text: &str, geometry: Geometry, names: &[&'static str]) -> Board {
        let mut board = Board::empty(geometry);
        let rows: Vec<&str> = text.split('/').collect();
        assert_eq!(
            rows.len() as i32,
            geometry.ranks,
            "number of ranks in {text:?}"
        );
        for (row, rank) in rows.iter().zip((0..geometry.ranks).rev()) {
            let mut file = 0;
            for token in row.split(',') {
                let square = Square { rank, file };
                if let Ok(run) = token.parse::<i32>() {
                    file += run;
                } else if token == "*" {
                    assert!(geometry.holes.contains(&square), "no hole: {square:?}");
                    file += 1;
                } else {
                    board.set(square, Some(read_piece(token, names)));
                    file += 1;
                }
            }
            assert_eq!(file, geometry.width(), "number of files in {row:?}");
        }
        board
    }

    /// The board item of a position text.
    pub fn write(&self) -> String {
        let rows = (0..self.geometry.ranks)
            .rev()
            .map(|rank| self.write_rank(rank));
        rows.collect::<Vec<String>>().join("/")
    }

    fn write_rank(&self, rank: i32) -> String {
        let mut tokens: Vec<String> = Vec::new();
        let mut run = 0;
        for file in 0..self.geometry.width() {
            let square = Square { rank, file };
            let token = match self.get(square) {
                Some(piece) => write_piece(piece),
                None if self.geometry.holes.contains(&square) => "*".to_string(),
                None => {
                    run += 1;
                    continue;
                }
            };
            if run > 0 {
                tokens.push(run.to_string());
                run = 0;
            }
            tokens.push(token);
        }
        if run > 0 {
            tokens.push(run.to_string());
        }
        tokens.join(",")
    }
}

/// White's pieces are written as in the piece tables, Black's in lower case.
pub fn write_piece(piece: Piece) -> String {
    match piece.side {
        Side::White => piece.name.to_string(),
        Side::Black => piece.name.to_lowercase(),
    }
}

pub fn read_piece(token: &str, names: &[&'static str]) -> Piece {
    for &name in names {
        if token == name {
            return Piece {
                side: Side::White,
                name,
            };
        }
        if token.eq_ignore_ascii_case(name) && !token.contains(|c: char| c.is_ascii_uppercase()) {
            return Piece {
                side: Side::Black,
                name,
            };
        }
    }
    panic!("{token:?} is not a piece of this game");
}
