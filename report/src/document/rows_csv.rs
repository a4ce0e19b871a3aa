//! The rows of a document as one CSV file.

use super::{Document, Format, OutputError};
use crate::table::{Column, Table};
use tradewind_analysis::row::Row;
use tradewind_files::Files;

/// One line a row.
pub struct RowsCsv;

impl Format for RowsCsv {
    fn files(&self, document: &Document) -> Result<Files, OutputError> {
        let csv = Table::new("", &columns(), &document.rows).to_csv()?;
        Ok(vec![("rows.csv".to_string(), csv.into_bytes())])
    }
}

fn columns() -> [Column<Row>; 13] {
    [
        Column::text("rules", "rules", |row| row.rules.clone()),
        Column::text("player", "player", |row| row.player.clone()),
        Column::text("method", "method", |row| row.method.to_string()),
        Column::text("condition", "condition", |row| row.condition.to_string()),
        Column::text("subject", "subject", |row| row.subject.to_string()),
        Column::text("unit", "unit", |row| row.unit.to_string()),
        Column::number("value", "value", |row| row.value),
        Column::number("low", "low", |row| row.low),
        Column::number("high", "high", |row| row.high),
        Column::count("n", "n", |row| row.n),
        Column::count("pairs", "pairs", |row| row.pairs),
        Column::number("p", "p", |row| row.p),
        Column::text("warning", "warning", |row| row.warning_name()),
    ]
}
