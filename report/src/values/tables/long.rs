//! Values for programs.

use crate::table::{Column, Table};
use tradewind_analysis::values::{MethodValue, ValueSet};
use tradewind_engine::theory::in_pawns;

/// All values as one long table: a row for each piece, method and aspect.
pub fn long_table(measured: &[&ValueSet]) -> Table {
    struct Row<'m> {
        of: &'m ValueSet,
        value: &'m MethodValue,
        theory: f64,
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    for of in measured {
        let theory = in_pawns(&of.spec);
        rows.extend(of.values.iter().map(|value| Row {
            of,
            value,
            theory: theory[value.piece.index()],
        }));
    }
    let columns: [Column<Row<'_>>; 14] = [
        Column::text("rules", "rules", |row| row.of.rules.clone()),
        Column::text("player", "player", |row| row.of.player.clone()),
        Column::text("method", "method", |row| {
            row.value.method.name().to_string()
        }),
        Column::text("aspect", "aspect", |row| row.value.aspect.to_string()),
        Column::text("piece", "piece", |row| row.value.name.clone()),
        Column::text("text", "text", |row| row.value.text.clone()),
        Column::text("unit", "unit", |row| row.of.unit_name().to_string()),
        Column::estimate("value", "value", |row| row.value.units),
        Column::estimate("knights", "knights", |row| row.value.knights),
        Column::estimate("log_odds", "log-odds", |row| row.value.log_odds),
        Column::count("games", "games", |row| row.value.games),
        Column::count("pairs", "pairs", |row| row.value.pairs),
        Column::text("flag", "flag", |row| {
            row.value.flag.map_or("", |flag| flag.name()).to_string()
        }),
        Column::number("theory", "theory", |row| Some(row.theory)),
    ];
    Table::new("Piece values", &columns, &rows)
}
