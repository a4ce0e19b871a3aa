//! The shape of a board and the names of its squares.

use crate::piece::Color;
use std::fmt;

/// The largest number of squares that a board may have: what four words of 64 bits hold.
pub const MAX_SQUARES: usize = 256;

/// A square, numbered from the first player's left corner, along the ranks: `rank * files + file`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub u8);

impl Square {
    /// Stands for "no square" in the packed fields of moves and positions, which say otherwise whether there is one: on a
    /// board of 256 squares it is the last square.
    pub const NONE: Square = Square(u8::MAX);

    /// The square as an index into a per-square table.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The word of a set of `W` words that holds this square. The minimum avoids a bounds check.
    #[inline(always)]
    pub(crate) fn word<const W: usize>(self) -> usize {
        (self.index() / 64).min(W - 1)
    }
}

/// The texts of the occupied squares of a rank, and the lengths of the runs of empty ones.
pub(crate) fn runs(squares: &[Option<String>]) -> impl Iterator<Item = String> {
    let runs = squares.chunk_by(|one, next| one.is_none() && next.is_none());
    runs.map(|run| run[0].clone().unwrap_or(run.len().to_string()))
}

/// The text of a hole in positions.
pub const HOLE: &str = "*";

/// The shape of a board, and the names of its files and ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    file_names: Vec<char>,
    ranks: u8,
    first_rank: u8,
    /// A bit for each square, by its number.
    holes: [u64; MAX_SQUARES / 64],
}

impl Geometry {
    /// A board with file names, left to right, and `ranks` ranks whose lowest is named `first_rank`.
    /// It has at most 256 squares.
    pub fn new(file_names: Vec<char>, ranks: u8, first_rank: u8) -> Geometry {
        debug_assert!(file_names.len() * ranks as usize <= MAX_SQUARES);
        Geometry {
            file_names,
            ranks,
            first_rank,
            holes: [0; MAX_SQUARES / 64],
        }
    }

    /// The same board with holes, by file and rank. They are numbered and named as squares are, but no piece ever stands
    /// on one or passes it.
    pub fn with_holes(mut self, holes: &[(u8, u8)]) -> Geometry {
        for &(file, rank) in holes {
            if let Some(square) = self.at(file.into(), rank.into()) {
                self.holes[square.index() / 64] |= 1 << (square.index() % 64);
            }
        }
        self
    }

    /// Whether a square is a hole.
    #[inline]
    pub fn is_hole(&self, square: Square) -> bool {
        self.holes[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// The holes, in ascending order.
    pub fn holes(&self) -> impl Iterator<Item = Square> {
        self.all().filter(|square| self.is_hole(*square))
    }

    /// Number of files.
    #[inline]
    pub fn files(&self) -> i32 {
        self.file_names.len() as i32
    }

    /// Number of ranks.
    #[inline]
    pub fn ranks(&self) -> i32 {
        i32::from(self.ranks)
    }

    /// Number of squares, holes included.
    #[inline]
    pub fn squares(&self) -> usize {
        self.file_names.len() * self.ranks as usize
    }

    /// The square or hole on a file and rank, both counted from 0; `None` off the board.
    #[inline]
    pub fn at(&self, file: i32, rank: i32) -> Option<Square> {
        let on_board = (0..self.files()).contains(&file) && (0..self.ranks()).contains(&rank);
        on_board.then(|| Square((rank * self.files() + file) as u8))
    }

    /// The square some steps away; `None` off the board and for a hole.
    pub(crate) fn away(&self, from: Square, step: (i32, i32), far: i32) -> Option<Square> {
        let (file, rank) = (self.file(from), self.rank(from));
        let square = self.at(file + far * step.0, rank + far * step.1);
        square.filter(|square| !self.is_hole(*square))
    }

    /// The files to the right and the ranks up from one square to another.
    pub(crate) fn offset(&self, from: Square, to: Square) -> (i32, i32) {
        let (file, rank) = (self.file(from), self.rank(from));
        (self.file(to) - file, self.rank(to) - rank)
    }

    /// File of a square, counted from 0 at the left.
    #[inline]
    pub fn file(&self, square: Square) -> i32 {
        i32::from(square.0) % self.files()
    }

    /// Rank of a square, counted from 0 at the first player's side.
    #[inline]
    pub fn rank(&self, square: Square) -> i32 {
        i32::from(square.0) / self.files()
    }

    /// The file and rank of a square, both counted from 0.
    pub(crate) fn place(&self, square: Square) -> (u8, u8) {
        (self.file(square) as u8, self.rank(square) as u8)
    }

    /// The distance of a square from the first rank of a side.
    pub(crate) fn ranks_advanced(&self, color: Color, square: Square) -> i32 {
        match color {
            Color::White => self.rank(square),
            Color::Black => self.ranks() - 1 - self.rank(square),
        }
    }

    /// The distance of two squares in king's steps.
    pub(crate) fn distance(&self, one: Square, other: Square) -> i32 {
        let (files, ranks) = self.offset(one, other);
        files.abs().max(ranks.abs())
    }

    /// Whether a square is on the border of the board: its first or last file or rank.
    pub fn is_border(&self, square: Square) -> bool {
        let (file, rank) = (self.file(square), self.rank(square));
        file == 0 || rank == 0 || file == self.files() - 1 || rank == self.ranks() - 1
    }

    /// Every square but the holes, in ascending order.
    pub fn without_holes(&self) -> impl Iterator<Item = Square> {
        self.all().filter(|square| !self.is_hole(*square))
    }

    /// The texts of a rank's squares, from the left: of pieces by `on`, and of holes; `None` for empty squares.
    pub(crate) fn rank_texts(
        &self,
        rank: i32,
        on: impl Fn(Square) -> Option<String>,
    ) -> Vec<Option<String>> {
        let squares = (0..self.files()).filter_map(|file| self.at(file, rank));
        let text = |square| on(square).or_else(|| self.is_hole(square).then(|| HOLE.to_string()));
        squares.map(text).collect()
    }

    /// Every square and hole, in ascending order.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.squares()).map(|number| Square(number as u8))
    }

    /// The name of a file counted from 0.
    pub fn file_name(&self, file: i32) -> char {
        self.file_names[file as usize]
    }

    /// The number printed for a rank counted from 0.
    pub fn rank_name(&self, rank: i32) -> i32 {
        rank + i32::from(self.first_rank)
    }

    /// The name of a square, such as `a1` or `x0`, ready for printing.
    pub fn name(&self, square: Square) -> impl fmt::Display + use<> {
        let (file, rank) = (self.file(square), self.rank(square));
        SquareName(self.file_name(file), self.rank_name(rank))
    }

    /// The square at the beginning of a text, and the rest of the text. Takes as many digits as
    /// make a rank of the board.
    pub fn read<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let letter = text.chars().next()?;
        let file = self.file_names.iter().position(|&name| name == letter)? as i32;
        let digits = &text[letter.len_utf8()..];
        let width = digits.bytes().take_while(u8::is_ascii_digit).count();
        (1..=width.min(2)).rev().find_map(|width| {
            let (number, rest) = digits.split_at(width);
            let plain = width == 1 || !number.starts_with('0');
            let rank = number.parse::<i32>().ok()? - i32::from(self.first_rank);
            plain
                .then(|| self.at(file, rank))?
                .map(|square| (square, rest))
        })
    }

    /// The square with this name.
    pub fn parse(&self, text: &str) -> Option<Square> {
        self.read(text)
            .and_then(|(square, rest)| rest.is_empty().then_some(square))
    }
}

struct SquareName(char, i32);

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let ring = Geometry::new("xabcdefghy".chars().collect(), 10, 0);
        let plain = Geometry::new(('a'..='l').collect(), 12, 1);
        for board in [ring, plain] {
            for square in board.all() {
                let name = board.name(square).to_string();
                assert_eq!(board.parse(&name), Some(square), "{name}");
            }
        }
    }

    #[test]
    fn wrong_names_are_refused() {
        let board = Geometry::new(('a'..='j').collect(), 10, 1);
        for text in ["", "a", "a0", "a11", "k1", "a01", "1a", "a-1", "é4", "a１"] {
            assert_eq!(board.parse(text), None, "{text}");
        }
        assert_eq!(
            board.read("a10b2").map(|(s, rest)| (s.0, rest)),
            Some((90, "b2"))
        );
    }
}
