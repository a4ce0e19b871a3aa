//! Columns and cells of tables.

use super::Table;
use crate::terminal::Emphasis;
use tradewind_stats::estimate::Estimate;

/// The kind of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text, aligned left.
    Text,
    /// Text in CSV only.
    CsvText,
    /// Integers.
    Count,
    /// Numbers without an interval.
    Number,
    /// Numbers with a 95 % interval.
    Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Missing,
    Text(String),
    Marked(String, Emphasis),
    Count(u64),
    Number(f64),
    Estimate(Estimate),
}

/// A column: its key in CSV (with the unit), its heading, and its cells.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Column {
    pub(super) key: String,
    pub(crate) heading: String,
    pub(crate) kind: Kind,
    /// Whether numbers have different units, so that each has its own decimals.
    pub(super) is_mixed: bool,
    /// The decimals of numbers without an interval, except in CSV.
    pub(super) decimals: usize,
    pub(super) cells: Vec<Cell>,
}

/// The columns of a table with a line for each of some rows.
pub struct Columns<'r, R> {
    rows: &'r [R],
    columns: Vec<Column>,
}

impl<'r, R> Columns<'r, R> {
    /// No columns yet.
    pub fn of(rows: &'r [R]) -> Columns<'r, R> {
        let columns = Vec::new();
        Columns { rows, columns }
    }

    fn with(
        mut self,
        (key, heading): (&str, &str),
        kind: Kind,
        cell: impl Fn(&'r R) -> Cell,
    ) -> Columns<'r, R> {
        self.columns.push(Column {
            key: key.to_owned(),
            heading: heading.to_owned(),
            kind,
            is_mixed: false,
            decimals: 2,
            cells: self.rows.iter().map(cell).collect(),
        });
        self
    }

    /// Adds text. Empty text is a dash, except in CSV.
    pub fn text<T: ToString>(
        self,
        key: &str,
        heading: &str,
        of: impl Fn(&'r R) -> T,
    ) -> Columns<'r, R> {
        let cell = |row| match of(row).to_string() {
            text if text.is_empty() => Cell::Missing,
            text => Cell::Text(text),
        };
        self.with((key, heading), Kind::Text, cell)
    }

    /// Adds text in CSV only.
    pub(crate) fn csv_text<T: ToString>(
        self,
        key: &str,
        of: impl Fn(&'r R) -> T,
    ) -> Columns<'r, R> {
        let mut columns = self.text(key, key, of);
        columns.last().kind = Kind::CsvText;
        columns
    }

    /// Adds text with a mark, shown as a colour.
    pub fn marked(
        self,
        key: &str,
        heading: &str,
        of: impl Fn(&'r R) -> (String, Emphasis),
    ) -> Columns<'r, R> {
        let cell = |row| {
            let (text, mark) = of(row);
            Cell::Marked(text, mark)
        };
        self.with((key, heading), Kind::Text, cell)
    }

    /// Adds integers or dashes.
    pub fn count<T: Into<Option<u64>>>(
        self,
        key: &str,
        heading: &str,
        of: impl Fn(&'r R) -> T,
    ) -> Columns<'r, R> {
        let cell = |row| of(row).into().map_or(Cell::Missing, Cell::Count);
        self.with((key, heading), Kind::Count, cell)
    }

    /// Adds numbers without an interval, or dashes; by default with two decimals except in CSV.
    pub fn number<T: Into<Option<f64>>>(
        self,
        key: &str,
        heading: &str,
        of: impl Fn(&'r R) -> T,
    ) -> Columns<'r, R> {
        let cell = |row| of(row).into().map_or(Cell::Missing, Cell::Number);
        self.with((key, heading), Kind::Number, cell)
    }

    /// Adds numbers with a 95 % interval, or dashes: three columns in CSV, otherwise one, to whose heading
    /// "[95 % interval]" is added.
    pub fn estimate<T: Into<Option<Estimate>>>(
        self,
        key: &str,
        heading: &str,
        of: impl Fn(&'r R) -> T,
    ) -> Columns<'r, R> {
        let cell = |row| of(row).into().map_or(Cell::Missing, Cell::Estimate);
        self.with((key, heading), Kind::Estimate, cell)
    }

    /// Adds columns of other rows of the same number.
    pub(crate) fn and<S>(mut self, other: Columns<'_, S>) -> Columns<'r, R> {
        self.columns.extend(other.columns);
        self
    }

    fn last(&mut self) -> &mut Column {
        self.columns.last_mut().expect("a column")
    }

    /// Sets the decimals of the last column, except in CSV.
    pub(crate) fn decimals(mut self, decimals: usize) -> Columns<'r, R> {
        self.last().decimals = decimals;
        self
    }

    /// Marks the numbers so far as of different units.
    pub(crate) fn mixed(mut self) -> Columns<'r, R> {
        for column in &mut self.columns {
            column.is_mixed = true;
        }
        self
    }

    /// The table.
    pub fn table(self, title: &str) -> Table {
        Table {
            title: title.to_owned(),
            notes: Vec::new(),
            columns: self.columns,
        }
    }
}
