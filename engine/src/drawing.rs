//! Drawings of pieces: boards with a sign for each square that a piece reaches.

use crate::betza::{Betza, BetzaTerm, Mode};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;
use crate::reach::{Arena, Reach, ReachBuilder, rays};
use std::ops::RangeInclusive;

// The signs of plain moves and of several powers, each followed by its meaning.
const LEAP: &str = "● leap, to move or capture";
pub(crate) const LEAP_MOVE: &str = "○ leap, only to move";
const LEAP_CAPTURE: &str = "× leap, only to capture";
const SLIDE: &str = "◆ along an open line, to move or capture";
const SLIDE_MOVE: &str = "◇ along an open line, only to move";
const SLIDE_CAPTURE: &str = "◈ along an open line, only to capture";
const MIXED: &str = "◐ to move and to capture, one by a leap, one along an open line";
pub(crate) const CAPTURED_BY_IGUI: &str = "! captured without moving";
pub(crate) const CONVERTED: &str = "~ an enemy here changes sides";
pub(crate) const LANDING: &str = "◉ end of a plain move, for example";
pub(crate) const VICTIM: &str = "‡ an enemy here is captured by the move to ◉";

/// The maximum number of squares on each side of the piece.
const MAX_RADIUS: i32 = 6;
/// The length at which slides without a limit are drawn.
const SLIDE_RADIUS: i32 = 4;

/// A set of squares of the largest board.
pub(crate) type Squares = SquareSet<4>;

/// A drawing of White's piece on an empty board, with two characters for a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The piece, or one of its powers.
    pub title: String,
    /// The rows from the top, all of the same width in characters.
    pub rows: Vec<String>,
    /// The meanings of the signs, each with its sign first.
    pub legend: Vec<&'static str>,
}

/// The squares of each sign; the first sign of a square is drawn.
pub(crate) type Marks = Vec<(&'static str, Squares)>;

/// The content of one board.
pub(crate) struct Layer {
    /// The title.
    pub title: String,
    pub marks: Marks,
    /// The number of squares shown on each side; only the marked part when `None`.
    pub radius: Option<i32>,
    /// Whether it needs a board of its own.
    pub apart: bool,
    /// The sign in the middle, when it is not the piece.
    pub centre: Option<&'static str>,
}

impl Layer {
    pub(crate) fn new(title: impl Into<String>, marks: Marks, radius: i32) -> Layer {
        Layer {
            title: title.into(),
            marks,
            radius: Some(radius),
            apart: false,
            centre: None,
        }
    }

    /// Squares that some notation reaches.
    pub(crate) fn of(title: &str, sign: &'static str, squares: Squares, betza: &Betza) -> Layer {
        Layer::new(title, vec![(sign, squares)], radius(betza))
    }

    /// The targets of some notation; on lines, the first piece.
    pub(crate) fn first_on(title: &str, sign: &'static str, targets: &Betza) -> Layer {
        let first = if targets.slides() {
            ", first piece in line"
        } else {
            ""
        };
        Layer::of(&format!("{title}{first}"), sign, seen(targets), targets)
    }

    /// An example that shows only the marked squares.
    pub(crate) fn cropped(title: &str, marks: Marks) -> Layer {
        Layer {
            radius: None,
            apart: true,
            ..Layer::new(title, marks, 0)
        }
    }

    /// Whether no square has a sign of both.
    pub(crate) fn is_disjoint(&self, other: &Layer) -> bool {
        self.all().is_disjoint(other.all())
    }

    pub(crate) fn all(&self) -> Squares {
        let mut all = Squares::EMPTY;
        self.marks.iter().for_each(|(_, squares)| all |= *squares);
        all
    }

    pub(crate) fn join(&mut self, other: Layer) {
        self.marks.extend(other.marks);
        self.radius = self.radius.max(other.radius);
    }
}

/// A builder of the drawing of a piece.
pub(crate) struct Picture<'b> {
    /// The plain moves.
    pub plain: ReachBuilder<'b, 4>,
    /// Further marks among the moves.
    marks: Marks,
    widest: i32,
    /// The powers that are drawn separately.
    pub layers: Vec<Layer>,
}

impl<'b> Picture<'b> {
    /// A piece with these plain moves on the [`board`] of drawings.
    pub(crate) fn new(board: &'b Geometry, moves: Option<&Betza>) -> Picture<'b> {
        let mut plain = ReachBuilder::new(board, Color::White, centre());
        moves.iter().for_each(|moves| plain.betza(moves));
        Picture {
            plain,
            marks: Vec::new(),
            widest: moves.map_or(1, radius),
            layers: Vec::new(),
        }
    }

    /// Adds a power that is drawn separately.
    pub(crate) fn add(&mut self, layer: Layer) {
        self.layers.push(layer);
    }

    /// Marks squares among the moves.
    pub(crate) fn mark(&mut self, sign: &'static str, squares: Squares, radius: i32) {
        self.marks.push((sign, squares));
        self.widest = self.widest.max(radius);
    }

    /// The layer of the moves, and those of the powers.
    pub(crate) fn finish(self) -> (Layer, Vec<Layer>) {
        let mut arena = Arena::default();
        let reach = self.plain.finish(&mut arena);
        let mut marks = plain_marks(&reach, &arena);
        marks.extend(self.marks);
        (Layer::new("", marks, self.widest), self.layers)
    }
}

/// The layer of plain moves.
pub(crate) fn moves(moves: &Betza) -> Layer {
    Picture::new(&board(), Some(moves)).finish().0
}

/// The reach from the middle of the board.
pub(crate) fn reach(add: impl FnOnce(&mut ReachBuilder<'_, 4>), arena: &mut Arena<4>) -> Reach<4> {
    let board = board();
    let mut builder = ReachBuilder::new(&board, Color::White, centre());
    add(&mut builder);
    builder.finish(arena)
}

/// The signs of plain moves and slides.
fn plain_marks(reach: &Reach<4>, arena: &Arena<4>) -> Marks {
    let [both, only_move, only_capture] = reach.lines_by_mode(arena);
    let moved = reach.move_leaps | only_move;
    let captured = reach.capture_leaps | only_capture;
    let steps = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
    let adjacent: Squares = steps.filter_map(|step| away(step, 1)).collect();
    vec![
        (LEAP, reach.leaps | (reach.move_leaps & reach.capture_leaps)),
        (SLIDE, both | (only_move & only_capture)),
        (LEAP, adjacent & moved & captured),
        (MIXED, moved & captured),
        (LEAP_MOVE, reach.move_leaps),
        (LEAP_CAPTURE, reach.capture_leaps),
        (SLIDE_MOVE, only_move),
        (SLIDE_CAPTURE, only_capture),
    ]
}

/// The largest board that is drawn.
pub(crate) fn board() -> Geometry {
    let size = 2 * MAX_RADIUS as u8 + 1;
    let files = (0..size).map(|file| (b'a' + file) as char).collect();
    Geometry::new(files, size, 1)
}

/// Its middle.
pub(crate) fn centre() -> Square {
    let size = 2 * MAX_RADIUS + 1;
    Square((size * size / 2) as u8)
}

/// The targets of some notation on an empty board.
pub(crate) fn seen(betza: &Betza) -> Squares {
    let mut arena = Arena::default();
    reach(|builder| builder.betza(betza), &mut arena).alone(&arena)
}

/// The squares `from..to` of each line.
pub(crate) fn walked(along: &Betza, from: usize, to: usize) -> Squares {
    let rays = &rays(along, &board(), Color::White)[centre().index()];
    let walk = rays
        .iter()
        .flat_map(|ray| ray.within_range().iter().take(to).skip(from));
    walk.copied().collect()
}

/// The squares twice as far as the targets of leaps.
pub(crate) fn beyond(over: &Betza) -> Squares {
    let leaps = over.terms.iter().flat_map(|term| &term.leaps);
    leaps.filter_map(|&leap| away(leap, 2)).collect()
}

/// The square some steps away from the middle.
pub(crate) fn away(step: (i32, i32), far: i32) -> Option<Square> {
    board().at(MAX_RADIUS + far * step.0, MAX_RADIUS + far * step.1)
}

/// A plain move without capturing, to the right if possible: its step and the number of steps.
pub(crate) fn example(moves: &Betza) -> Option<((i32, i32), i32)> {
    let steps: Vec<_> = (moves.leaps())
        .filter(|(term, _)| term.mode != Mode::Capture)
        .map(|(term, leap)| (leap, i32::from(term.range.min(2))))
        .collect();
    let right = steps.iter().find(|(step, _)| *step == (1, 0));
    right.or(steps.first()).copied()
}

/// Whether it has a rider without a limit.
pub(crate) fn unlimited(betza: &Betza) -> bool {
    (betza.terms.iter()).any(|term| term.range == BetzaTerm::UNLIMITED)
}

/// The number of squares on each side that shows the targets, and the end of slides.
pub(crate) fn radius(betza: &Betza) -> i32 {
    let of_term = |term: &BetzaTerm| {
        let lengths = term.leaps.iter().map(|leap| leap.0.abs().max(leap.1.abs()));
        let longest = lengths.max().unwrap_or(1);
        match term.range {
            1 => longest,
            BetzaTerm::UNLIMITED => SLIDE_RADIUS.max(longest * 2),
            range => longest * i32::from(range) + 1,
        }
    };
    let widest = betza.terms.iter().map(of_term).max().unwrap_or(1);
    widest.min(MAX_RADIUS)
}

/// Draws a layer around the first three characters of a text.
pub(crate) fn draw(layer: &Layer, title: String, text: &str) -> Diagram {
    let board = board();
    let (files, ranks) = frame(layer, text);
    let mut legend = Vec::new();
    let mut rows = Vec::new();
    for rank in ranks.rev() {
        let mut row = Vec::new();
        for file in files.clone() {
            let square = board.at(file, rank);
            if square == Some(centre()) {
                write_text(&mut row, text);
                continue;
            }
            let mut marks = layer.marks.iter();
            let is_here = |squares: &Squares| square.is_some_and(|at| squares.contains(at));
            let mark = marks.find(|(_, squares)| is_here(squares));
            let sign = mark.map(|(sign, _)| *sign);
            legend.extend(sign);
            row.push(sign.and_then(|sign| sign.chars().next()).unwrap_or('·'));
            row.push(' ');
        }
        rows.push(row.into_iter().collect());
    }
    let order = |sign: &&'static str| layer.marks.iter().position(|(known, _)| known == sign);
    legend.sort_by_key(order);
    legend.dedup();
    Diagram {
        title,
        rows,
        legend,
    }
}

/// The files and ranks that are drawn.
fn frame(layer: &Layer, text: &str) -> (RangeInclusive<i32>, RangeInclusive<i32>) {
    if let Some(radius) = layer.radius {
        let radius = radius.min(MAX_RADIUS);
        let range = MAX_RADIUS - radius..=MAX_RADIUS + radius;
        return (range.clone(), range);
    }
    let board = board();
    let (mut files, mut ranks) = ((MAX_RADIUS, MAX_RADIUS), (MAX_RADIUS, MAX_RADIUS));
    layer.all().for_each(|square| {
        let (file, rank) = (board.file(square), board.rank(square));
        files = (files.0.min(file), files.1.max(file));
        ranks = (ranks.0.min(rank), ranks.1.max(rank));
    });
    // A long text needs the gap after the square on its left.
    if text.chars().count() > 2 {
        files.0 = files.0.min(MAX_RADIUS - 1);
    }
    (files.0..=files.1, ranks.0..=ranks.1)
}

/// Writes the piece: a text of three characters begins in the gap before its square.
fn write_text(row: &mut Vec<char>, text: &str) {
    let letters: Vec<char> = text.chars().take(3).collect();
    if letters.len() > 2 {
        row.pop();
    }
    row.extend(&letters);
    if letters.len() < 2 {
        row.push(' ');
    }
}
