//! Tables, printed as aligned text, Markdown or CSV.
//!
//! CSV has bare numbers in full precision with the unit in the name of the column, and three columns for an estimate:
//! `name`, `name_low`, `name_high`. Otherwise an estimate is one rounded cell, `3.12 [2.90, 3.35]`.

mod column;
mod print;

pub use column::Columns;
pub(crate) use column::{Column, Kind};
pub(crate) use print::Printed;

use column::Cell;

use crate::format::{common_decimals, decimals, fixed, half_width};
use tradewind_engine::input::control_characters::visible;
use tradewind_stats::estimate::Estimate;

/// A table ready to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The title.
    pub title: String,
    /// Notes below the table.
    pub notes: Vec<String>,
    columns: Vec<Column>,
}

impl Table {
    /// Adds a note.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// The table, unless it has no rows.
    pub(crate) fn if_any(self) -> Option<Table> {
        (self.row_count() > 0).then_some(self)
    }

    /// Keeps the rows of which all text cells are kept, given their column key and text.
    pub(crate) fn select(&mut self, keeps: impl Fn(&str, &str) -> bool) {
        let is_kept = |row: usize| {
            let mut columns = self.columns.iter();
            columns.all(|column| match &column.cells[row] {
                Cell::Text(text) => keeps(&column.key, text),
                _ => true,
            })
        };
        let kept: Vec<bool> = (0..self.row_count()).map(is_kept).collect();
        for column in &mut self.columns {
            let mut kept = kept.iter();
            column.cells.retain(|_| kept.next() == Some(&true));
        }
    }

    /// The number of rows.
    pub(crate) fn row_count(&self) -> usize {
        let first = self.columns.first();
        first.map_or(0, |column| column.cells.len())
    }

    /// The columns that are not for CSV only, with their cells as text; `missing` replaces missing ones.
    pub(crate) fn shown(&self, missing: &str) -> Vec<(&Column, Vec<Printed>)> {
        let shown = self.columns.iter().filter(|one| one.kind != Kind::CsvText);
        shown.map(|one| (one, one.printed(missing))).collect()
    }

    /// The rows of a table of text only, as JSON objects; `None` if it has numbers.
    pub(crate) fn words(&self) -> Option<Vec<serde_json::Value>> {
        let is_text = |one: &Column| matches!(one.kind, Kind::Text | Kind::CsvText);
        if !self.columns.iter().all(is_text) {
            return None;
        }
        let text = |cell: &Cell| match cell {
            Cell::Text(text) | Cell::Marked(text, _) => text.clone(),
            _ => String::new(),
        };
        let line = |row: usize| {
            let cells = self.columns.iter();
            let cells = cells.map(|one| (one.key.clone(), text(&one.cells[row]).into()));
            serde_json::Value::Object(cells.collect())
        };
        Some((0..self.row_count()).map(line).collect())
    }
}

impl Column {
    /// The number of a cell.
    pub(crate) fn number(&self, row: usize) -> Option<f64> {
        match &self.cells[row] {
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(number) => Some(*number),
            Cell::Estimate(estimate) => Some(estimate.value),
            Cell::Missing | Cell::Text(_) | Cell::Marked(..) => None,
        }
    }

    /// The cells as text; `missing` replaces missing ones.
    fn printed(&self, missing: &str) -> Vec<Printed> {
        let estimates = self.cells.iter().filter_map(|cell| match cell {
            Cell::Estimate(estimate) => Some(*estimate),
            _ => None,
        });
        let common = common_decimals(&estimates.collect::<Vec<Estimate>>());
        let digits = |e: &Estimate| match self.is_mixed {
            true => decimals(half_width(*e)),
            false => common,
        };
        let printed = |cell: &Cell| {
            let main = match cell {
                Cell::Missing => missing.to_owned(),
                Cell::Text(text) | Cell::Marked(text, _) => visible(text).into_owned(),
                Cell::Count(count) => count.to_string(),
                Cell::Number(number) => fixed(*number, self.decimals),
                Cell::Estimate(e) => fixed(e.value, digits(e)),
            };
            let interval = match cell {
                // The unit of a scale has no error.
                Cell::Estimate(e) if e.low < e.high => {
                    Some([e.low, e.high].map(|end| fixed(end, digits(e))))
                }
                _ => None,
            };
            let mark = match cell {
                Cell::Marked(_, mark) => Some(*mark),
                _ => None,
            };
            Printed {
                main,
                interval,
                mark,
            }
        };
        self.cells.iter().map(printed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::Terminal;

    struct Row(&'static str, u64, Option<Estimate>);

    fn table() -> Table {
        let estimate = |value, low, high| Some(Estimate { value, low, high });
        let rows = [
            Row("Queen", 120, estimate(10.123_456, 9.7, 10.5)),
            Row("Pawn|x", 4000, estimate(1.0, 1.0, 1.0)),
            Row("Bishop, dark", 7, estimate(-0.5, -1.25, 0.3)),
            Row("Zebra", 0, None),
        ];
        let mut table = Columns::of(&rows)
            .text("piece", "piece", |row| row.0)
            .count("pairs", "pairs", |row| row.1)
            .csv_text("unit", |_| "Pawn")
            .estimate("value_pawns", "value (pawns)", |row| row.2)
            .table("Values");
        table.note("A note.");
        table
    }

    #[test]
    fn text_is_aligned() {
        let expected = "\
Values

piece         pairs  value (pawns) [95 % interval]
------------  -----  -----------------------------
Queen           120           10.12 [ 9.70, 10.50]
Pawn|x         4000            1.00
Bishop, dark      7           -0.50 [-1.25,  0.30]
Zebra             0                              -

A note.
";
        assert_eq!(table().to_text(Terminal::default()), expected);
        let narrow = Terminal {
            width: Some(24),
            is_coloured: false,
        };
        let expected = "\
Values

piece         pairs
------------  -----
Queen           120
Pawn|x         4000
Bishop, dark      7
Zebra             0

                     value (pawns)
piece              [95 % interval]
------------  --------------------
Queen         10.12 [ 9.70, 10.50]
Pawn|x         1.00
Bishop, dark  -0.50 [-1.25,  0.30]
Zebra                            -

A note.
";
        assert_eq!(table().to_text(narrow), expected);
    }

    #[test]
    fn markdown_escapes_bars() {
        let expected = "\
**Values**

| piece | pairs | value (pawns) [95 % interval] |
| :--- | ---: | ---: |
| Queen | 120 | 10.12 [9.70, 10.50] |
| Pawn\\|x | 4000 | 1.00 |
| Bishop, dark | 7 | -0.50 [-1.25, 0.30] |
| Zebra | 0 | – |

A note.
";
        assert_eq!(table().to_markdown(), expected);
    }

    #[test]
    fn csv_has_bare_numbers() {
        let expected = "\
piece,pairs,unit,value_pawns,value_pawns_low,value_pawns_high
Queen,120,Pawn,10.123456,9.7,10.5
Pawn|x,4000,Pawn,1,1,1
\"Bishop, dark\",7,Pawn,-0.5,-1.25,0.3
Zebra,0,Pawn,,,
";
        assert_eq!(table().to_csv().expect("in memory"), expected);
    }
}
