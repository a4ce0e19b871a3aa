//! The two sides, and pieces as one byte.

/// The number of a piece type within its rule set, counted from 0 in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The type as an index into a table.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The side that moves first; Blue in the documents of Scirocco and Typhoon.
    White,
    /// The other side; Tan there.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// The other side.
    #[inline(always)]
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// Converts a step (files to the right, ranks forward) between the views of this side and of
    /// White. Black sees the board from the other end.
    pub(crate) fn turned(self, (file, rank): (i32, i32)) -> (i32, i32) {
        match self {
            Color::White => (file, rank),
            Color::Black => (-file, -rank),
        }
    }

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side's letter in position texts.
    pub fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

/// The content of a square in one byte: a piece (type and colour) or nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Code(pub(crate) u8);

impl Code {
    /// No piece.
    pub const EMPTY: Code = Code(0);

    /// The code of a piece.
    #[inline(always)]
    pub fn new(color: Color, piece: PieceType) -> Code {
        Code(1 + piece.0 * 2 + color as u8)
    }

    /// Whether there is no piece.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The code as an index into a table with one entry more than there are pieces.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece's side and type, or `None` for no piece.
    #[inline(always)]
    pub fn piece(self) -> Option<(Color, PieceType)> {
        let number = self.0.checked_sub(1)?;
        let color = if number & 1 == 0 {
            Color::White
        } else {
            Color::Black
        };
        Some((color, PieceType(number >> 1)))
    }

    /// The same type of piece with this owner; no piece stays no piece.
    #[inline(always)]
    pub(crate) fn of(self, owner: Color) -> Code {
        match self.piece() {
            Some((_, piece)) => Code::new(owner, piece),
            None => Code::EMPTY,
        }
    }

    /// Every code of a rule set with this many piece types, that for no piece first.
    pub(crate) fn all(types: usize) -> impl Iterator<Item = Code> {
        (0..=2 * types as u8).map(Code)
    }
}
