//! Sides, squares and the names of squares.

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    White,
    Black,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// +1 when forward is up the board (White), -1 when it is down (Black).
    pub fn forward(self) -> i32 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// The letter of the position text.
    pub fn letter(self) -> &'static str {
        match self {
            Side::White => "w",
            Side::Black => "b",
        }
    }

    /// The side of a letter of the position text.
    pub fn from_letter(letter: &str) -> Side {
        match letter {
            "w" => Side::White,
            "b" => Side::Black,
            _ => panic!("{letter:?} is not a side"),
        }
    }
}

/// A square: file and rank, both counted from 0 at White's left corner, whatever they are called.
///
/// The derived order is ascending rank, then file, as move texts need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    pub rank: i32,
    pub file: i32,
}

/// A square from its file and rank, both from 0.
pub const fn at(file: i32, rank: i32) -> Square {
    Square { rank, file }
}

impl Square {
    /// The square this many files to the right and ranks up; it may be off the board.
    pub fn offset(self, files: i32, ranks: i32) -> Square {
        at(self.file + files, self.rank + ranks)
    }
}

/// The size of a board and the names of its files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The letters of the files from left to right.
    pub files: &'static str,
    /// The number of ranks.
    pub ranks: i32,
    /// The number of the lowest rank.
    pub lowest_rank: i32,
    /// The holes, which are not squares of the board.
    pub holes: &'static [Square],
}

impl Geometry {
    /// The number of files.
    pub fn width(&self) -> i32 {
        self.files.len() as i32
    }

    /// Whether the square is on the board.
    pub fn contains(&self, square: Square) -> bool {
        let is_inside =
            (0..self.width()).contains(&square.file) && (0..self.ranks).contains(&square.rank);
        is_inside && !self.holes.contains(&square)
    }

    /// Every square and hole in ascending order of rank, then file.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let width = self.width();
        (0..self.ranks).flat_map(move |rank| (0..width).map(move |file| at(file, rank)))
    }

    /// The name of a square, for example `a10`.
    pub fn name(&self, square: Square) -> String {
        assert!(self.contains(square), "{square:?} is off the board");
        let letter = self.files.as_bytes()[square.file as usize] as char;
        format!("{letter}{}", square.rank + self.lowest_rank)
    }

    /// Reads one square name at the beginning of a text; gives the square and the rest of the text.
    pub fn read<'a>(&self, text: &'a str) -> (Square, &'a str) {
        let mut letters = text.chars();
        let letter = letters.next().expect("a square name");
        let file = self.files.find(letter).expect("a file letter");
        let digits = letters.as_str();
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let number: i32 = digits[..end].parse().expect("a rank number");
        let square = at(file as i32, number - self.lowest_rank);
        assert!(
            self.contains(square),
            "{text:?} begins with a square off the board"
        );
        (square, &digits[end..])
    }
}
