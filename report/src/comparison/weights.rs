//! Where the players' weights come from, as a table.

use crate::table::{Column, Table};
use tradewind_analysis::compare::{Comparison, WeightsRow};

/// What the table is called.
pub(super) const TITLE: &str = "Where the players' weights come from";

/// Where weights come from, as a table.
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
            "Players with unlike weights know their games unequally well: what differs between \
             these rule sets may be the players and not the rules."
                .to_string(),
        );
    }
    table
}
