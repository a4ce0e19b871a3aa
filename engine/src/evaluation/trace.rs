//! The coefficients of an evaluation, for tuning.

use super::Evaluator;
use super::features::{FeatureSink, placement_terms};
use super::weights::{PositionTerm, Term};
use crate::piece::{Code, Color, PieceType};
use crate::position::Position;

/// A term in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coefficient {
    /// The term.
    pub term: Term,
    /// Its occurrences for White minus those for Black.
    pub count: f64,
}

struct Trace {
    /// 1 for the features of White, −1 for those of Black.
    sign: f64,
    coefficients: Vec<Coefficient>,
}

impl Trace {
    fn count(&mut self, term: Term, count: f64) {
        if count != 0.0 {
            self.add_signed(term, self.sign * count);
        }
    }

    /// Adds to a coefficient, seen from White.
    fn add_signed(&mut self, term: Term, count: f64) {
        match self.coefficients.iter_mut().find(|old| old.term == term) {
            Some(old) => old.count += count,
            None => self.coefficients.push(Coefficient { term, count }),
        }
    }
}

impl FeatureSink for Trace {
    fn mobility(&mut self, code: Code, count: i32) {
        if let Some((_, piece)) = code.piece() {
            self.count(Term::Mobility(piece), f64::from(count));
        }
    }

    fn hand(&mut self, piece: PieceType, count: i32) {
        self.count(Term::Hand(piece), f64::from(count));
    }

    fn add(&mut self, term: PositionTerm, count: i32) {
        self.count(Term::Position(term), f64::from(count));
    }
}

impl<const W: usize> Evaluator<W> {
    /// See [`Searcher::trace`](crate::search::Searcher::trace).
    pub(crate) fn trace(&self, position: &Position<W>) -> (Vec<Coefficient>, f64) {
        let sign = |color| if color == Color::White { 1.0 } else { -1.0 };
        let us = position.side;
        let [mut ours, mut theirs] = [us, us.other()].map(|color| {
            let mut trace = Trace {
                sign: sign(color),
                coefficients: Vec::new(),
            };
            for square in position.pieces(color) {
                if let Some((color, piece)) = position.at(square).piece() {
                    for (term, count) in placement_terms(&self.rules, color, piece, square) {
                        trace.count(term, count);
                    }
                }
            }
            (self.features).counts(&self.rules, position, color, &mut trace);
            trace
        });
        (self.features).activity(&self.rules, position, [&mut ours, &mut theirs]);
        for Coefficient { term, count } in theirs.coefficients {
            ours.add_signed(term, count);
        }
        let (pieces, full) = self.features.phase(position);
        (ours.coefficients, f64::from(pieces) / f64::from(full))
    }
}
