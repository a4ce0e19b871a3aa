//! Expected mobility on a board where every square is occupied with the same probability.

use crate::betza::{Betza, BetzaTerm, Mode};
use crate::board::{Geometry, Square};

/// The value of a target square to which a piece can only move, as a share of one where it can
/// also capture (H. G. Muller's rule of thumb for leapers).
pub(crate) const MOVE_ONLY: f64 = 1.0 / 3.0;
/// The same for a square on which it can only capture.
pub(crate) const CAPTURE_ONLY: f64 = 2.0 / 3.0;

/// A board and the probability that a square is occupied.
pub(crate) struct UniformOccupancy<'b> {
    pub board: &'b Geometry,
    pub occupancy: f64,
}

impl UniformOccupancy<'_> {
    /// The probability that a square is empty.
    pub(crate) fn empty(&self) -> f64 {
        1.0 - self.occupancy
    }

    /// The value of a target square by what the piece can do there.
    pub(crate) fn weight(&self, mode: Mode) -> f64 {
        match mode {
            Mode::Both => 1.0,
            Mode::Move => MOVE_ONLY,
            Mode::Capture => CAPTURE_ONLY,
        }
    }

    /// The expected number of targets of some notation, without the first `skip` squares of lines.
    pub(crate) fn targets(&self, betza: &Betza, from: Square, skip: u8) -> f64 {
        let along = |(term, leap): (&BetzaTerm, (i32, i32))| {
            self.weight(term.mode) * self.line(from, leap, term.range, skip)
        };
        betza.leaps().map(along).sum()
    }

    /// The value of captures along the plain moves of a piece.
    pub(crate) fn captures(&self, moves: Option<&Betza>, from: Square) -> f64 {
        let targets = moves.iter().map(|moves| self.targets(moves, from, 0));
        CAPTURE_ONLY * targets.sum::<f64>()
    }

    /// The expected number of squares reached on a line.
    pub(crate) fn line(&self, from: Square, step: (i32, i32), range: u8, skip: u8) -> f64 {
        let (board, empty) = (self.board, self.empty());
        let reached = (1..=range).map_while(|steps| {
            let far = i32::from(steps);
            board.away(from, step, far)?;
            Some(if steps > skip {
                empty.powi(far - 1)
            } else {
                0.0
            })
        });
        reached.sum()
    }
}
