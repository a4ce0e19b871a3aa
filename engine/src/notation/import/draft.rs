//! The description of a game between its text and the rule file.

use super::{ImportFault, ImportNote, fault};
use crate::board::{Geometry, MAX_SQUARES};
use crate::input::control_characters::{is_hidden, visible};
use crate::piece::Color;
use crate::rules::MAX_PIECES;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of notes of either kind: more would hide the first ones.
const MAX_NOTES: usize = 1_000;

/// The part of the rule file that a note belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Game,
    Piece(usize),
    Array,
    End,
}

/// A square by file and rank, counted from 0.
pub(super) type FileRank = (usize, usize);

/// A game.
#[derive(Debug)]
pub(super) struct Draft {
    pub format: &'static str,
    pub name: String,
    pub files: usize,
    pub ranks: usize,
    /// The line that describes the board.
    pub board_line: usize,
    pub pieces: Vec<DraftPiece>,
    /// The line that describes the array.
    pub array_line: usize,
    pub array: BTreeMap<FileRank, (Color, usize)>,
    /// The squares that do not belong to the board.
    pub holes: BTreeSet<FileRank>,
    pub end_line: usize,
    pub end: DraftEnd,
    pub notes: Vec<(Part, ImportNote)>,
    /// Whether the array has rights to castle.
    pub has_castling: bool,
    /// The line that makes captures compulsory.
    pub must_capture: Option<usize>,
    pub explosion: Option<DraftExplosion>,
    pub walls: Option<DraftWalls>,
    /// The ranks from which first moves start; by default those of the array.
    pub initial_ranks: Option<Vec<usize>>,
    /// The pieces in hand.
    pub hand: Option<DraftHand>,
    /// The shuffle of the array as a diagram says it, and its line.
    pub shuffle: Option<(usize, String)>,
    /// Its groups as in a rule file.
    pub shuffled: Vec<String>,
    /// Whether Black makes the first move.
    pub black_begins: bool,
}

/// Pieces in hand.
#[derive(Debug, Default)]
pub(super) struct DraftHand {
    pub line: usize,
    pub captured: bool,
    pub must_drop: bool,
    /// Whether pieces may not be dropped where they could not move on.
    pub never_stuck: bool,
    /// At the start, White's first.
    pub begun: [Vec<usize>; 2],
}

/// A piece.
#[derive(Debug, Default)]
pub(super) struct DraftPiece {
    pub name: String,
    /// Its symbol.
    pub text: String,
    pub line: usize,
    /// Its moves in the notation of the source, and their column there.
    pub betza: String,
    pub column: usize,
    pub royal: bool,
    pub pawn: bool,
    /// The ranks from which a pawn may go two squares, if its moves do not say it.
    pub double_step: Vec<usize>,
    /// Whether it may go three squares from there, too.
    pub is_triple: bool,
    /// Those from which it can be captured in passing, if not all.
    pub passed: Option<Vec<usize>>,
    pub promotion: Option<DraftPromotion>,
    /// The squares on which its moves end, for White; all if there are none.
    pub region: BTreeSet<FileRank>,
    /// Its moves and powers as in a rule file.
    pub moves: Vec<String>,
    pub powers: Vec<String>,
    /// The piece that it is in hand, if another.
    pub hand: Option<usize>,
    /// Limits of its drops as in a rule file.
    pub drop: Vec<String>,
}

/// A promotion.
#[derive(Clone, Debug)]
pub(super) struct DraftPromotion {
    /// The new pieces, and whether each must have been lost before.
    pub to: Vec<(usize, bool)>,
    pub zone: usize,
    pub when: &'static str,
    pub choice: Choice,
}

/// Whether a piece must promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Compulsory,
    Optional,
    /// Optional, but compulsory where the piece could not move on.
    UnlessStuck,
}

/// The ends of a game.
#[derive(Debug)]
pub(super) struct DraftEnd {
    pub royal: Option<&'static str>,
    pub bare: &'static str,
    pub stalemate: &'static str,
    /// The occurrence, its result, and whether perpetual check loses.
    pub repetition: Option<(u32, &'static str, bool)>,
    /// Plies.
    pub move_count: Option<u32>,
    pub goal: Option<DraftGoal>,
    /// Whether royals may not face each other.
    pub no_facing: bool,
    /// The number of checks that win.
    pub checks: Option<u32>,
    /// The number of pieces in a row that wins, and the names of its directions.
    pub connection: Option<(usize, Vec<&'static str>)>,
    /// Whether no move may give check.
    pub no_checks: bool,
    /// Whether a side that is checkmated wins.
    pub checkmate_wins: bool,
    pub extinction: Option<DraftExtinction>,
}

/// Captures that explode.
#[derive(Debug)]
pub(super) struct DraftExplosion {
    /// The pieces that stay beside a capture.
    pub spared: Vec<usize>,
    /// The pieces that stay even when they capture.
    pub survivors: Vec<usize>,
    pub line: usize,
}

/// Walls that are built.
#[derive(Debug)]
pub(super) struct DraftWalls {
    pub line: usize,
    /// Where moves build them, as in rule files.
    pub built: Option<&'static str>,
    /// The squares on which moves build none.
    pub open: BTreeSet<FileRank>,
    /// The pieces that become walls where they capture.
    pub petrified: Vec<usize>,
}

/// Pieces that a side loses or wins without.
#[derive(Debug)]
pub(super) struct DraftExtinction {
    pub pieces: Vec<usize>,
    /// Whether any of them is enough; else all are counted together.
    pub any: bool,
    pub left: usize,
    pub wins: bool,
    pub line: usize,
}

/// Squares that win.
#[derive(Debug)]
pub(super) struct DraftGoal {
    pub pieces: Vec<usize>,
    pub line: usize,
    pub at: GoalSquares,
    /// The number of pieces that have to stand there.
    pub count: usize,
    /// The time at which they win, as in rule files.
    pub when: &'static str,
}

/// Where goals are.
#[derive(Debug)]
pub(super) enum GoalSquares {
    /// A number of ranks at the far side.
    FarRanks(usize),
    /// Squares by side, White first.
    Squares([BTreeSet<FileRank>; 2]),
}

impl Draft {
    pub fn new(format: &'static str) -> Draft {
        Draft {
            format,
            name: "Imported game".to_string(),
            files: 8,
            ranks: 8,
            board_line: 1,
            pieces: Vec::new(),
            array_line: 1,
            array: BTreeMap::new(),
            holes: BTreeSet::new(),
            end_line: 1,
            end: DraftEnd {
                royal: None,
                bare: "nothing",
                stalemate: "draw",
                repetition: Some((3, "draw", false)),
                move_count: Some(100),
                goal: None,
                no_facing: false,
                checks: None,
                connection: None,
                no_checks: false,
                checkmate_wins: false,
                extinction: None,
            },
            notes: Vec::new(),
            has_castling: true,
            must_capture: None,
            explosion: None,
            walls: None,
            initial_ranks: None,
            hand: None,
            shuffle: None,
            shuffled: Vec::new(),
            black_begins: false,
        }
    }

    /// Notes a rule that is missing or different.
    pub fn differs(&mut self, part: Part, line: usize, message: impl Into<String>) {
        self.note(part, line, true, message.into());
    }

    /// Notes a guess.
    pub fn guess(&mut self, part: Part, line: usize, message: impl Into<String>) {
        self.note(part, line, false, message.into());
    }

    /// Notes something.
    pub fn note(&mut self, part: Part, line: usize, differs: bool, message: String) {
        let note = ImportNote {
            line,
            differs,
            message: visible(&message).into_owned(),
        };
        let alike = self.notes.iter().filter(|(_, old)| old.differs == differs);
        if alike.clone().count() < MAX_NOTES && !alike.into_iter().any(|(_, old)| *old == note) {
            self.notes.push((part, note));
        }
    }

    /// The power of a soldier that steps sideways from a rank on, counted from 1.
    pub fn steps_sideways(&self, from: usize) -> String {
        let ranks = from.saturating_sub(1)..self.ranks;
        let squares = ranks.flat_map(|rank| (0..self.files).map(move |file| (file, rank)));
        within("sW", &squares.collect(), self.files)
    }

    /// Checks the size of the board.
    pub fn check_board(&self, place: (usize, usize)) -> Result<(), ImportFault> {
        let (files, ranks) = (self.files, self.ranks);
        if files == 0 || ranks == 0 || files > 26 || ranks > 32 || files * ranks > MAX_SQUARES {
            let message = format!("a board of {files} files and {ranks} ranks cannot be played");
            let remedy = format!("at most 26 files, 32 ranks and {MAX_SQUARES} squares");
            return Err(fault(place, message, remedy));
        }
        Ok(())
    }

    /// Adds a piece; its symbol is made of the wanted one and the name.
    pub fn add(&mut self, mut piece: DraftPiece, wanted: &str) -> Result<usize, ImportFault> {
        if self.pieces.len() == MAX_PIECES {
            let message = "there are too many piece types";
            return Err(fault(
                (piece.line, 1),
                message,
                format!("at most {MAX_PIECES}"),
            ));
        }
        piece.name = plain(&piece.name);
        piece.text = self.symbol(wanted, &piece.name);
        self.pieces.push(piece);
        Ok(self.pieces.len() - 1)
    }

    /// Adds the promoted form of a piece, which is that piece in a hand, with a mark before or behind
    /// the symbol of `like`. `None` if there are too many pieces, or one has this symbol.
    pub fn add_promoted(&mut self, of: usize, like: usize, marks: [&str; 2]) -> Option<usize> {
        let [before, behind] = marks;
        let kind = &self.pieces[like];
        let letter = if before.is_empty() {
            &kind.text
        } else {
            &self.pieces[of].text
        };
        let text = format!("{before}{letter}{behind}");
        let is_free = self.pieces.iter().all(|piece| piece.text != text);
        let promoted = DraftPiece {
            name: format!("{} that was {}", kind.name, self.pieces[of].name),
            text,
            hand: Some(of),
            line: kind.line,
            column: kind.column,
            betza: kind.betza.clone(),
            ..DraftPiece::default()
        };
        (is_free && self.pieces.len() < MAX_PIECES).then(|| {
            self.pieces.push(promoted);
            self.pieces.len() - 1
        })
    }

    /// The symbol `+X`, if `X` is known and it is free.
    fn promoted_symbol(&self, wanted: &str) -> Option<String> {
        let base = wanted.strip_prefix('+')?;
        let mut pieces = self.pieces.iter();
        let base = pieces.find(|piece| piece.text.eq_ignore_ascii_case(base))?;
        let symbol = format!("+{}", base.text);
        let is_free = self.pieces.iter().all(|piece| piece.text != symbol);
        is_free.then_some(symbol)
    }

    /// A symbol that no piece has.
    fn symbol(&self, wanted: &str, name: &str) -> String {
        let letters = |text: &str| -> String {
            let letters = text.chars().filter(char::is_ascii_alphabetic);
            letters.flat_map(char::to_lowercase).collect()
        };
        if let Some(symbol) = self.promoted_symbol(wanted) {
            return symbol;
        }
        let (wanted, name) = (letters(wanted), letters(name));
        let first = |text: &str| text.get(..1).map(str::to_string);
        let begin = first(&wanted).or(first(&name)).unwrap_or("x".to_string());
        let pairs = name.chars().skip(1).chain('a'..='z');
        let pairs = pairs.map(|letter| format!("{begin}{letter}"));
        let longer = ('a'..='z').flat_map(|one| ('a'..='z').map(move |two| (one, two)));
        let longer = longer.map(|(one, two)| format!("{begin}{one}{two}"));
        let short = Some(wanted.clone()).filter(|text| (1..=3).contains(&text.len()));
        let wishes = short
            .into_iter()
            .chain(first(&name))
            .chain(pairs)
            .chain(longer);
        let is_free = |text: &String| {
            let mut pieces = self.pieces.iter();
            !pieces.any(|piece| piece.text.eq_ignore_ascii_case(text))
        };
        let text = wishes.into_iter().find(is_free).unwrap_or(wanted);
        let mut letters = text.chars();
        let capital = letters.next().map(|letter| letter.to_ascii_uppercase());
        capital.into_iter().chain(letters).collect()
    }

    /// Puts a piece on the board.
    pub fn place(&mut self, square: FileRank, color: Color, piece: usize) {
        self.array.insert(square, (color, piece));
    }

    /// The squares of a side's pieces of a type.
    pub fn squares(&self, color: Color, piece: usize) -> impl Iterator<Item = FileRank> {
        let own = self.array.iter();
        own.filter(move |(_, placed)| **placed == (color, piece))
            .map(|(square, _)| *square)
    }

    /// Whether Black's array is White's, mirrored top to bottom or rotated half a turn.
    pub fn is_mirrored(&self, rotated: bool) -> bool {
        let image = |&(file, rank): &FileRank| {
            let file = if rotated { self.files - 1 - file } else { file };
            (file, self.ranks - 1 - rank)
        };
        let mut all = self.array.iter();
        all.all(|(square, (owner, piece))| {
            self.array.get(&image(square)) == Some(&(owner.other(), *piece))
        })
    }

    /// The board.
    pub fn geometry(&self) -> Geometry {
        let letters = ('a'..='z').take(self.files).collect();
        let holes: Vec<(u8, u8)> = (self.holes.iter())
            .map(|&(file, rank)| (file as u8, rank as u8))
            .collect();
        Geometry::new(letters, self.ranks as u8, 1).with_holes(&holes)
    }

    /// The symbols of pieces as texts of TOML, joined by commas.
    pub fn texts(&self, pieces: impl IntoIterator<Item = usize>) -> String {
        let texts = pieces
            .into_iter()
            .map(|at| format!("{:?}", self.pieces[at].text));
        let texts: Vec<String> = texts.collect();
        texts.join(", ")
    }

    /// The squares on which pieces of a type start, White's first; Black's are mirrored.
    pub fn home_squares(&self, piece: usize) -> [BTreeSet<FileRank>; 2] {
        let white = self.squares(Color::White, piece);
        let black = self.squares(Color::Black, piece);
        let black = black.map(|(file, rank)| (file, self.ranks - 1 - rank));
        [white.collect(), black.collect()]
    }
}

/// A text on one short line, without characters that have an effect.
pub(super) fn plain(text: &str) -> String {
    let shown = text.chars().filter(|letter| !is_hidden(*letter));
    shown.take(100).collect::<String>().trim().to_string()
}

/// The names of squares as texts of TOML, joined by commas.
pub(super) fn square_names<'s>(squares: impl IntoIterator<Item = &'s FileRank>) -> String {
    let name =
        |&(file, rank): &FileRank| format!("\"{}{}\"", char::from(b'a' + file as u8), rank + 1);
    squares.into_iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The power of moves that end in a region.
pub(super) fn within(moves: &str, region: &BTreeSet<FileRank>, files: usize) -> String {
    let ranks: BTreeSet<usize> = region.iter().map(|(_, rank)| rank + 1).collect();
    let ends = ranks.first().zip(ranks.last());
    let place = match ends {
        Some((first, last))
            if region.len() == ranks.len() * files && last - first + 1 == ranks.len() =>
        {
            format!("ranks = [{first}, {last}]")
        }
        _ => format!("squares = [{}]", square_names(region)),
    };
    format!("{{ power = \"within\", moves = \"{moves}\", {place} }}")
}
