//! What drawings of pieces are made of: squares with signs.
//!
//! - `signs`: the signs of plain moves, and those that several powers share;
//! - `squares`: the squares that a text of the notation reaches;
//! - `board`: boards as text.

mod board;
mod signs;
mod squares;

pub(crate) use board::draw;
pub(crate) use signs::*;
pub(crate) use squares::{
    Squares, away, beyond, board, doubled, example, radius, seen, unlimited, walked,
};

use crate::betza::Betza;
use crate::board::Geometry;
use crate::piece::Color;
use crate::reach::{Arena, Reach, ReachBuilder};
use squares::{centre, every_direction};

/// A drawing of White's piece on an empty board: two characters a square, the piece where it
/// stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What is drawn: the piece, or one of its powers.
    pub title: String,
    /// The rows, top down; all of the same width in characters.
    pub rows: Vec<String>,
    /// What the signs used mean, each with its sign first.
    pub legend: Vec<&'static str>,
}

/// The squares of each sign; the first sign of a square is drawn.
pub(crate) type Marks = Vec<(&'static str, Squares)>;

/// What one board shows.
pub(crate) struct Layer {
    /// What it is about.
    pub title: String,
    pub marks: Marks,
    /// How many squares on each side show what there is to see; only the marked part when
    /// `None`.
    pub radius: Option<i32>,
    /// Whether it needs a board of its own.
    pub apart: bool,
    /// What stands in the middle, when it is not the piece.
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

    /// The squares that a text of the notation reaches, on lines the first piece.
    pub(crate) fn first_on(title: &str, sign: &'static str, targets: &Betza) -> Layer {
        let first = if targets.slides() {
            ", first piece in line"
        } else {
            ""
        };
        let marks = vec![(sign, seen(targets))];
        Layer::new(format!("{title}{first}"), marks, radius(targets))
    }

    /// An example that shows no more than the squares which matter.
    pub(crate) fn cropped(title: &str, marks: Marks) -> Layer {
        Layer {
            radius: None,
            apart: true,
            ..Layer::new(title, marks, 0)
        }
    }

    /// Whether no square carries a sign of both.
    pub(crate) fn is_disjoint(&self, other: &Layer) -> bool {
        self.all().is_disjoint(other.all())
    }

    /// Every marked square.
    pub(crate) fn all(&self) -> Squares {
        let mut all = Squares::EMPTY;
        self.marks.iter().for_each(|(_, squares)| all |= *squares);
        all
    }

    /// Adds what another layer shows.
    pub(crate) fn join(&mut self, other: Layer) {
        self.marks.extend(other.marks);
        self.radius = self.radius.max(other.radius);
    }
}

/// The drawing of a piece while it is put together.
pub(crate) struct Picture<'b> {
    /// What is drawn as plain moves.
    pub plain: ReachBuilder<'b, 3>,
    /// What else is drawn among the moves.
    marks: Marks,
    widest: i32,
    /// The powers that are drawn one by one.
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

    /// Draws squares among the moves.
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

/// The reach of something from the middle of the board of drawings.
pub(crate) fn reach(add: impl FnOnce(&mut ReachBuilder<'_, 3>), arena: &mut Arena<3>) -> Reach<3> {
    let board = board();
    let mut builder = ReachBuilder::new(&board, Color::White, centre());
    add(&mut builder);
    builder.finish(arena)
}

/// The signs of plain moves and slides.
fn plain_marks(reach: &Reach<3>, arena: &Arena<3>) -> Marks {
    let [both, only_move, only_capture] = reach.lines_by_mode(arena);
    let moved = reach.move_leaps | only_move;
    let captured = reach.capture_leaps | only_capture;
    let near: Squares = (walked(&every_direction(), 0, 1)) & moved & captured;
    vec![
        (LEAP, reach.leaps | (reach.move_leaps & reach.capture_leaps)),
        (SLIDE, both | (only_move & only_capture)),
        (LEAP, near),
        (MIXED, moved & captured),
        (LEAP_MOVE, reach.move_leaps),
        (LEAP_CAPTURE, reach.capture_leaps),
        (SLIDE_MOVE, only_move),
        (SLIDE_CAPTURE, only_capture),
    ]
}
