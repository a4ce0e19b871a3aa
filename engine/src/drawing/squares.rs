//! The squares that texts of the notation reach from the middle of an empty board.

use crate::betza::{Betza, BetzaTerm, Mode};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;
use crate::reach::{Arena, Ray, rays};

/// The most squares that a drawing shows on each side of the piece.
pub(crate) const MAX_RADIUS: i32 = 6;
/// How far slides without a limit are drawn.
const SLIDE_RADIUS: i32 = 4;

/// The squares of one board of the size that is drawn at most.
pub(crate) type Squares = SquareSet<3>;

/// The board on which everything is worked out.
pub(crate) fn board() -> Geometry {
    let size = 2 * MAX_RADIUS as u8 + 1;
    let files = (0..size).map(|file| (b'a' + file) as char).collect();
    Geometry::new(files, size, 1)
}

/// The square of the board in the middle.
pub(crate) fn centre() -> Square {
    let size = 2 * MAX_RADIUS + 1;
    Square((size * size / 2) as u8)
}

/// The squares that a text of the notation reaches on an empty board.
pub(crate) fn seen(betza: &Betza) -> Squares {
    let mut arena = Arena::default();
    super::reach(|builder| builder.betza(betza), &mut arena).alone(&arena)
}

/// The squares of the lines, without those before the one numbered `from` and those from `to` on.
pub(crate) fn walked(along: &Betza, from: usize, to: usize) -> Squares {
    let rays = rays(along, &board(), Color::White);
    let walk = |ray: &Ray| {
        let squares = ray.within_range();
        squares[from.min(squares.len())..to.min(squares.len())].to_vec()
    };
    rays[centre().index()].iter().flat_map(walk).collect()
}

/// The squares twice as far as those that a text of leaps reaches.
pub(crate) fn beyond(over: &Betza) -> Squares {
    let leaps = over.terms.iter().flat_map(|term| &term.leaps);
    leaps.filter_map(|&leap| away(leap, 2)).collect()
}

/// The square some steps away from the middle.
pub(crate) fn away(step: (i32, i32), far: i32) -> Option<Square> {
    board().at(MAX_RADIUS + far * step.0, MAX_RADIUS + far * step.1)
}

fn lines(leaps: Vec<(i32, i32)>, range: u8) -> Betza {
    let (mode, lame) = (Mode::Move, false);
    let terms = vec![BetzaTerm {
        mode,
        leaps,
        range,
        lame,
    }];
    Betza {
        terms,
        text: String::new(),
    }
}

/// Twice each single step.
pub(crate) fn doubled(steps: &Betza) -> Betza {
    let leaps = steps.terms.iter().flat_map(|term| &term.leaps);
    lines(leaps.copied().collect(), 2)
}

/// Single steps.
pub(crate) fn every_direction() -> Betza {
    let all = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
    lines(all.filter(|step| *step != (0, 0)).collect(), 1)
}

/// A plain move without capturing, to the right if there is one: its step and how many of them.
pub(crate) fn example(moves: &Betza) -> Option<((i32, i32), i32)> {
    let steps: Vec<_> = (moves.leaps())
        .filter(|(term, _)| term.mode != Mode::Capture)
        .map(|(term, leap)| (leap, i32::from(term.range.min(2))))
        .collect();
    let right = steps.iter().find(|(step, _)| *step == (1, 0));
    right.or(steps.first()).copied()
}

/// Whether only the edge of the board ends it.
pub(crate) fn unlimited(betza: &Betza) -> bool {
    betza
        .terms
        .iter()
        .any(|term| term.range == BetzaTerm::UNLIMITED)
}

/// How many squares on each side show what a text of the notation reaches, and that a slide ends.
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
