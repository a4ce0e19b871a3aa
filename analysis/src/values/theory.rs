//! What the rules alone say of the worth of pieces.

use serde::Serialize;
use tradewind_engine::rules::{PieceSpec, RuleSpec};
use tradewind_engine::theory::{in_pawns, mobility};

/// The shares of squares with a piece that mobility is given for: an ending, a middlegame, a full
/// board.
const CROWDING: [f64; 3] = [0.1, 0.3, 0.5];

/// What the rules alone say of a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theory {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The average number of its targets on boards that are 10, 30 and 50 % full.
    pub mobility: [f64; 3],
    /// Its value in pawns by the leaper law.
    pub value: f64,
}

/// What the rules alone say of every piece, the most valuable first.
pub fn theory(spec: &RuleSpec) -> Vec<Theory> {
    let values = in_pawns(spec);
    let line = |(piece, value): (&PieceSpec, f64)| Theory {
        name: piece.name.clone(),
        text: piece.text.clone(),
        mobility: CROWDING.map(|crowding| mobility(spec, piece, crowding)),
        value,
    };
    let mut lines: Vec<Theory> = spec.pieces.iter().zip(values).map(line).collect();
    lines.sort_by(|one, other| other.value.total_cmp(&one.value));
    lines
}
