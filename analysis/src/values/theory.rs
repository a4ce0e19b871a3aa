//! What the rules alone say of the worth of pieces.

use crate::table::{Column, Table};
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

/// The same as a table.
pub fn theory_table(spec: &RuleSpec) -> Table {
    let columns: [Column<Theory>; 6] = [
        Column::text("piece", "piece", |line| line.name.clone()),
        Column::text("text", "text", |line| line.text.clone()),
        Column::number("mobility_10_percent", "targets, 10 % full", |line| {
            Some(line.mobility[0])
        }),
        Column::number("mobility_30_percent", "30 % full", |line| {
            Some(line.mobility[1])
        }),
        Column::number("mobility_50_percent", "50 % full", |line| {
            Some(line.mobility[2])
        }),
        Column::number("leaper_law_pawns", "value in pawns", |line| {
            Some(line.value)
        }),
    ];
    let title = format!("{}: what the rules alone say", spec.name);
    let mut table = Table::new(&title, &columns, &theory(spec));
    table.notes.push(
        "Targets: how many squares the piece can go to on average when each other square is taken \
         with the given chance; where it can only move it counts a third, where it can only capture \
         two thirds. Value: 1.1 · N · (30 + 5N/8) for N targets at 30 % (H. G. Muller's law for \
         leapers), in pawns: 1.3 times the least that it gives to a pawn, for what a pawn may become. A \
         rule of thumb, and no estimate: it has no interval."
            .to_string(),
    );
    table
}
