//! Tables, printed as aligned text, Markdown or CSV.
//!
//! CSV has bare numbers in full precision with the unit in the name of the column, and three columns for an estimate:
//! `name`, `name_low`, `name_high`. Otherwise an estimate is one rounded cell, `3.12 [2.90, 3.35]`.

mod column;
mod print;

pub(crate) use column::Filled;
pub(crate) use column::Kind;
pub use column::{Column, Mark};
pub(crate) use print::Printed;

use column::{Cell, ColumnHeading};
use thiserror::Error;

use crate::format::{common_decimals, decimals, fixed};
use tradewind_engine::input::control_characters::visible;
use tradewind_stats::estimate::Estimate;

/// Why a table cannot be written as CSV.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The CSV writer failed.
    #[error("writing CSV: {0}")]
    Csv(#[from] csv::Error),
    /// The CSV writer did not return its buffer.
    #[error("writing CSV: {0}")]
    Buffer(#[from] std::io::Error),
    /// The output is not UTF-8.
    #[error("writing CSV: {0}")]
    Text(#[from] std::string::FromUtf8Error),
}

/// A table ready to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The title.
    pub title: String,
    /// Notes below the table.
    pub notes: Vec<String>,
    headings: Vec<ColumnHeading>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of `rows` with the given columns.
    pub fn new<R>(title: &str, columns: &[Column<R>], rows: &[R]) -> Table {
        let filled = columns.iter().map(|column| column.filled(rows));
        Table::filled(title, filled.collect())
    }

    /// A table of columns of the same length.
    pub(crate) fn filled(title: &str, columns: Vec<Filled>) -> Table {
        let rows = columns
            .iter()
            .map(|column| column.cells.len())
            .min()
            .unwrap_or(0);
        Table {
            title: title.to_owned(),
            notes: Vec::new(),
            rows: (0..rows)
                .map(|row| {
                    columns
                        .iter()
                        .map(|column| column.cells[row].clone())
                        .collect()
                })
                .collect(),
            headings: columns.into_iter().map(|column| column.heading).collect(),
        }
    }

    /// Marks the numbers of a column as of different units.
    pub(crate) fn with_mixed(mut self, key: &str) -> Table {
        for heading in self.headings.iter_mut().filter(|h| h.key == key) {
            heading.mixed = true;
        }
        self
    }

    /// Keeps the rows of which all text cells are kept, given their column key and text.
    pub(crate) fn select(&mut self, keeps: impl Fn(&str, &str) -> bool) {
        let keys: Vec<&str> = self.headings.iter().map(|one| one.key.as_str()).collect();
        self.rows.retain(|row| {
            let mut cells = keys.iter().zip(row);
            cells.all(|(key, cell)| match cell {
                Cell::Text(text) => keeps(key, text),
                _ => true,
            })
        });
    }

    /// The number of rows.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The indices of the columns that are not for CSV only.
    fn shown(&self) -> impl Iterator<Item = usize> {
        (0..self.headings.len()).filter(|&column| self.headings[column].kind != Kind::CsvText)
    }

    /// The shown headings with their kinds.
    pub(crate) fn headings(&self) -> Vec<(&str, Kind)> {
        self.shown()
            .map(|column| &self.headings[column])
            .map(|heading| (heading.text.as_str(), heading.kind))
            .collect()
    }

    /// The shown cells as text, by row; `missing` replaces missing ones.
    pub(crate) fn printed(&self, missing: &str) -> Vec<Vec<Printed>> {
        let columns: Vec<Vec<Printed>> = self
            .shown()
            .map(|column| self.printed_column(column, missing))
            .collect();
        (0..self.rows.len())
            .map(|row| columns.iter().map(|cells| cells[row].clone()).collect())
            .collect()
    }

    /// The numbers of the shown cells, by row.
    pub(crate) fn numbers(&self) -> Vec<Vec<Option<f64>>> {
        let number = |cell: &Cell| match cell {
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(number) => Some(*number),
            Cell::Estimate(estimate) => Some(estimate.value),
            Cell::Missing | Cell::Text(_) | Cell::Marked(..) => None,
        };
        let rows = self.rows.iter();
        rows.map(|row| self.shown().map(|column| number(&row[column])).collect())
            .collect()
    }

    /// The rows of a table of text only, as JSON objects; `None` if it has numbers.
    pub(crate) fn words(&self) -> Option<Vec<serde_json::Value>> {
        let is_text = |heading: &ColumnHeading| matches!(heading.kind, Kind::Text | Kind::CsvText);
        if !self.headings.iter().all(is_text) {
            return None;
        }
        let text = |cell: &Cell| match cell {
            Cell::Text(text) | Cell::Marked(text, _) => text.clone(),
            _ => String::new(),
        };
        let line = |row: &Vec<Cell>| {
            let cells = self.headings.iter().zip(row);
            let cells = cells.map(|(heading, cell)| (heading.key.clone(), text(cell).into()));
            serde_json::Value::Object(cells.collect())
        };
        Some(self.rows.iter().map(line).collect())
    }

    fn printed_column(&self, column: usize, missing: &str) -> Vec<Printed> {
        let cells = || self.rows.iter().map(|row| &row[column]);
        let estimates: Vec<Estimate> = cells()
            .filter_map(|cell| match cell {
                Cell::Estimate(estimate) => Some(*estimate),
                _ => None,
            })
            .collect();
        let common = common_decimals(&estimates);
        let mixed = self.headings[column].mixed;
        let digits = |e: &Estimate| {
            if mixed {
                decimals((e.high - e.low) / 2.0)
            } else {
                common
            }
        };
        let plain = |main: String| Printed {
            main,
            interval: None,
            mark: None,
        };
        cells()
            .map(|cell| match cell {
                Cell::Missing => plain(missing.to_owned()),
                Cell::Text(text) => plain(visible(text).into_owned()),
                Cell::Marked(text, mark) => Printed {
                    mark: Some(*mark),
                    ..plain(visible(text).into_owned())
                },
                Cell::Count(count) => plain(count.to_string()),
                Cell::Number(number) => plain(fixed(*number, self.headings[column].decimals)),
                Cell::Estimate(e) => Printed {
                    main: fixed(e.value, digits(e)),
                    // The unit of a scale has no error.
                    interval: (e.low < e.high)
                        .then(|| [e.low, e.high].map(|end| fixed(end, digits(e)))),
                    mark: None,
                },
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::Terminal;

    struct Row(&'static str, u64, Option<Estimate>);

    fn table() -> Table {
        let columns: [Column<Row>; 4] = [
            Column::text("piece", "piece", |row| row.0.to_owned()),
            Column::count("pairs", "pairs", |row| row.1),
            Column::csv_text("unit", |_| "Pawn".to_owned()),
            Column::estimate("value_pawns", "value (pawns)", |row| row.2),
        ];
        let estimate = |value, low, high| Some(Estimate { value, low, high });
        let rows = [
            Row("Queen", 120, estimate(10.123_456, 9.7, 10.5)),
            Row("Pawn|x", 4000, estimate(1.0, 1.0, 1.0)),
            Row("Bishop, dark", 7, estimate(-0.5, -1.25, 0.3)),
            Row("Zebra", 0, None),
        ];
        let mut table = Table::new("Values", &columns, &rows);
        table.notes.push("A note.".to_owned());
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
