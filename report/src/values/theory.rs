//! What the rules alone say of the worth of pieces, as a table.

use crate::table::{Column, Table};
use tradewind_analysis::values::{Theory, theory};
use tradewind_engine::rules::RuleSpec;

/// What the rules alone say of every piece, the most valuable first.
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
