//! A board on which every square is taken with the same chance: how far pieces get on it.

use crate::betza::{Betza, BetzaTerm, Mode};
use crate::board::{Geometry, Square};

/// What a target square is worth when a piece can only move there or only capture there, as a
/// share of one where it can do both (H. G. Muller's rule of thumb for leapers).
pub(crate) const MOVE_ONLY: f64 = 1.0 / 3.0;
pub(crate) const CAPTURE_ONLY: f64 = 2.0 / 3.0;

/// A board and the chance that a square of it is taken.
pub(crate) struct Crowd<'b> {
    pub board: &'b Geometry,
    pub crowding: f64,
}

impl Crowd<'_> {
    /// The chance that a square is empty.
    pub(crate) fn open(&self) -> f64 {
        1.0 - self.crowding
    }

    /// The targets of a text of the notation from a square; the first `skip` of each line are passed
    /// over.
    pub(crate) fn targets(&self, betza: &Betza, from: Square, skip: u8) -> f64 {
        let along = |term: &BetzaTerm, leap: (i32, i32)| {
            let weight = match term.mode {
                Mode::Both => 1.0,
                Mode::Move => MOVE_ONLY,
                Mode::Capture => CAPTURE_ONLY,
            };
            weight * self.line(from, leap, term.range, skip)
        };
        let terms = betza
            .terms
            .iter()
            .flat_map(|term| term.leaps.iter().map(move |&leap| (term, leap)));
        terms.map(|(term, leap)| along(term, leap)).sum()
    }

    /// The squares of a line weighted with the chance that the way to them is open.
    pub(crate) fn line(&self, from: Square, step: (i32, i32), range: u8, skip: u8) -> f64 {
        let (board, open) = (self.board, self.open());
        let reached = (1..=range).map_while(|steps| {
            let far = i32::from(steps);
            board.at(
                board.file(from) + step.0 * far,
                board.rank(from) + step.1 * far,
            )?;
            Some(if steps > skip {
                open.powi(far - 1)
            } else {
                0.0
            })
        });
        reached.sum()
    }
}
