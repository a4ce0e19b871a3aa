//! The origin of the players' weights, as a table.

use crate::table::{Column, Table};
use tradewind_analysis::compare::{Comparison, WeightsRow};

/// The title of the table.
pub(super) const TITLE: &str = "Origin of the players' weights";

/// The origin of the weights.
pub(super) fn weights_table(comparison: &Comparison) -> Table {
    let columns: [Column<WeightsRow>; 4] = [
        Column::text("rules", "rules", |row| row.rules.clone()),
        Column::text("player", "player", |row| row.player.clone()),
        Column::text("weights", "weights", |row| row.weights.clone()),
        Column::text("warning", "warning", |row| row.warning.clone()),
    ];
    let rows = comparison.weights_rows();
    let mut table = Table::new(TITLE, &columns, &rows);
    if rows.iter().any(|row| !row.warning.is_empty()) {
        table.notes.push(
            "The weights of the players are not comparable: differences between these rule sets may be due to the players \
             and not to the rules."
                .to_string(),
        );
    }
    table
}
