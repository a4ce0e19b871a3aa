//! Positions and the position text `<board> <side> <state> <ply>`.

use super::board::{Board, Piece, read_piece, write_piece};
use super::squares::{Geometry, Side, Square};

/// The state of a position besides its pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The two squares just swapped, which may not swap back (Rococo).
    pub swap: Option<(Square, Square)>,
    /// The letters of `KQkq` that remain, in that order (chess).
    pub castle: String,
    /// The square passed over by a double step that can be captured en passant (chess).
    pub ep: Option<Square>,
    /// Plies since the last capture or pawn move, or what else the game counts from.
    pub clock: u32,
    /// The pieces that removed themselves, where that matters (Rococo).
    pub left: Vec<Piece>,
    /// The checks that White and Black have still to give, where they are counted.
    pub checks: Option<[u32; 2]>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub board: Board,
    /// The side to move.
    pub side: Side,
    pub state: State,
    /// Plies played so far; a count only.
    pub ply: u32,
}

impl Position {
    /// White begins from a board.
    pub fn first(board: Board) -> Position {
        Position {
            board,
            side: Side::White,
            state: State::default(),
            ply: 0,
        }
    }

    /// The position after a move that leaves this board and nothing else to remember.
    pub fn next(&self, board: Board) -> Position {
        Position {
            board,
            side: self.side.other(),
            state: State::default(),
            ply: self.ply + 1,
        }
    }

    /// Reads a position text. `names` are the abbreviations of the game.
    pub fn read(text: &str, geometry: Geometry, names: &[&'static str]) -> Position {
        let items: Vec<&str> = text.split(' ').collect();
        assert_eq!(items.len(), 4, "items of the position text {text:?}");
        Position {
            board: Board::read(items[0], geometry, names),
            side: Side::from_letter(items[1]),
            state: State::read(items[2], geometry, names),
            ply: items[3].parse().expect("a ply count"),
        }
    }

    /// The position text.
    pub fn write(&self) -> String {
        let board = self.board.write();
        let state = self.state.write(&self.board.geometry);
        format!("{board} {} {state} {}", self.side.letter(), self.ply)
    }

    /// Whether the two are the same position for repetition: board, side to move and state; not
    /// the clock and not the ply.
    pub fn same(&self, other: &Position) -> bool {
        self.side == other.side
            && self.state.swap == other.state.swap
            && self.state.castle == other.state.castle
            && self.state.ep == other.state.ep
            && self.state.left == other.state.left
            && self.state.checks == other.state.checks
            && self.board == other.board
    }
}

impl State {
    fn read(text: &str, geometry: Geometry, names: &[&'static str]) -> State {
        let mut state = State::default();
        if text == "-" {
            return state;
        }
        for item in text.split(';') {
            let (key, value) = item.split_once('=').expect("key=value in the state");
            match key {
                "swap" => {
                    let (first, rest) = geometry.read(value);
                    let (second, _) = geometry.read(rest);
                    state.swap = Some((first, second));
                }
                "castle" => state.castle = value.to_string(),
                "ep" => state.ep = Some(geometry.read(value).0),
                "left" => {
                    state.left = value
                        .split(',')
                        .map(|token| read_piece(token, names))
                        .collect();
                }
                "checks" => {
                    let (white, black) = value.split_once(',').expect("two numbers");
                    let number = |text: &str| text.parse().expect("a number of checks");
                    state.checks = Some([number(white), number(black)]);
                }
                "clock" => state.clock = value.parse().expect("a number of plies"),
                _ => panic!("{key:?} is not a state item"),
            }
        }
        state
    }

    /// The items in the order swap, castle, ep, clock, left, checks; `-` when there are none.
    fn write(&self, geometry: &Geometry) -> String {
        let mut items = Vec::new();
        if let Some((first, second)) = self.swap {
            items.push(format!(
                "swap={}{}",
                geometry.name(first),
                geometry.name(second)
            ));
        }
        if !self.castle.is_empty() {
            items.push(format!("castle={}", self.castle));
        }
        if let Some(square) = self.ep {
            items.push(format!("ep={}", geometry.name(square)));
        }
        if self.clock > 0 {
            items.push(format!("clock={}", self.clock));
        }
        if !self.left.is_empty() {
            let pieces: Vec<String> = self.left.iter().map(|piece| write_piece(*piece)).collect();
            items.push(format!("left={}", pieces.join(",")));
        }
        if let Some([white, black]) = self.checks {
            items.push(format!("checks={white},{black}"));
        }
        if items.is_empty() {
            "-".to_string()
        } else {
            items.join(";")
        }
    }
}
