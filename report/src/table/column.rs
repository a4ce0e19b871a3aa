//! Columns and cells of tables.

use tradewind_stats::estimate::Estimate;

/// A mark of a text, shown as a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// For it.
    For,
    /// Against it.
    Against,
    /// Neither.
    Open,
}

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

enum Content<R> {
    Text(fn(&R) -> String),
    CsvText(fn(&R) -> String),
    Marked(fn(&R) -> (String, Mark)),
    Count(fn(&R) -> u64),
    CountIf(fn(&R) -> Option<u64>),
    Number(fn(&R) -> Option<f64>),
    Estimate(fn(&R) -> Option<Estimate>),
}

/// A column of a table of rows `R`: its key in CSV (with the unit), its heading, and its cell of a row.
pub struct Column<R> {
    key: String,
    heading: String,
    content: Content<R>,
    decimals: usize,
}

impl<R> Column<R> {
    fn new(key: &str, heading: &str, content: Content<R>) -> Column<R> {
        Column {
            key: key.to_owned(),
            heading: heading.to_owned(),
            content,
            decimals: 2,
        }
    }

    /// Sets the decimals of numbers, except in CSV.
    pub(crate) fn with_decimals(self, decimals: usize) -> Column<R> {
        Column { decimals, ..self }
    }

    /// Text. Empty text is a dash, except in CSV.
    pub fn text(key: &str, heading: &str, of: fn(&R) -> String) -> Column<R> {
        let content = Content::Text(of);
        Column::new(key, heading, content)
    }

    /// Text in CSV only.
    pub(crate) fn csv_text(key: &str, of: fn(&R) -> String) -> Column<R> {
        let content = Content::CsvText(of);
        Column::new(key, key, content)
    }

    /// Text with a mark.
    pub fn marked(key: &str, heading: &str, of: fn(&R) -> (String, Mark)) -> Column<R> {
        Column::new(key, heading, Content::Marked(of))
    }

    /// Integers.
    pub fn count(key: &str, heading: &str, of: fn(&R) -> u64) -> Column<R> {
        let content = Content::Count(of);
        Column::new(key, heading, content)
    }

    /// Integers, or a dash.
    pub(crate) fn count_if(key: &str, heading: &str, of: fn(&R) -> Option<u64>) -> Column<R> {
        let content = Content::CountIf(of);
        Column::new(key, heading, content)
    }

    /// Numbers without an interval, by default with two decimals except in CSV.
    pub fn number(key: &str, heading: &str, of: fn(&R) -> Option<f64>) -> Column<R> {
        Column::new(key, heading, Content::Number(of))
    }

    /// Numbers with a 95 % interval: three columns in CSV, otherwise one, to whose heading "[95 % interval]" is added.
    pub fn estimate(key: &str, heading: &str, of: fn(&R) -> Option<Estimate>) -> Column<R> {
        let content = Content::Estimate(of);
        Column::new(key, heading, content)
    }

    /// The column with its cells of some rows.
    pub(super) fn filled(&self, rows: &[R]) -> Filled {
        let cells = rows.iter().map(|row| self.cell(row)).collect();
        let mut filled = Filled::new(&self.key, &self.heading, self.kind(), cells);
        filled.heading.decimals = self.decimals;
        filled
    }

    fn kind(&self) -> Kind {
        match self.content {
            Content::Text(_) | Content::Marked(_) => Kind::Text,
            Content::CsvText(_) => Kind::CsvText,
            Content::Count(_) | Content::CountIf(_) => Kind::Count,
            Content::Number(_) => Kind::Number,
            Content::Estimate(_) => Kind::Estimate,
        }
    }

    fn cell(&self, row: &R) -> Cell {
        match self.content {
            Content::Text(of) | Content::CsvText(of) => Cell::of_text(of(row)),
            Content::Marked(of) => {
                let (text, mark) = of(row);
                Cell::Marked(text, mark)
            }
            Content::Count(of) => Cell::Count(of(row)),
            Content::CountIf(of) => of(row).map_or(Cell::Missing, Cell::Count),
            Content::Number(of) => of(row).map_or(Cell::Missing, Cell::Number),
            Content::Estimate(of) => of(row).map_or(Cell::Missing, Cell::Estimate),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Missing,
    Text(String),
    Marked(String, Mark),
    Count(u64),
    Number(f64),
    Estimate(Estimate),
}

impl Cell {
    fn of_text(text: String) -> Cell {
        if text.is_empty() {
            Cell::Missing
        } else {
            Cell::Text(text)
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct ColumnHeading {
    pub key: String,
    pub text: String,
    pub kind: Kind,
    /// Whether numbers have different units, so that each has its own decimals.
    pub mixed: bool,
    /// The decimals of numbers without an interval.
    pub decimals: usize,
}

/// A column with its cells, for tables with a variable set of columns.
pub struct Filled {
    pub(super) heading: ColumnHeading,
    pub(super) cells: Vec<Cell>,
}

impl Filled {
    fn new(key: &str, text: &str, kind: Kind, cells: Vec<Cell>) -> Filled {
        let heading = ColumnHeading {
            key: key.to_owned(),
            text: text.to_owned(),
            kind,
            mixed: false,
            decimals: 2,
        };
        Filled { heading, cells }
    }

    /// Text, as [`Column::text`].
    pub fn text(key: &str, text: &str, cells: Vec<String>) -> Filled {
        let cells = cells.into_iter().map(Cell::of_text).collect();
        Filled::new(key, text, Kind::Text, cells)
    }

    /// Integers.
    pub fn count(key: &str, text: &str, cells: Vec<u64>) -> Filled {
        let cells = cells.into_iter().map(Cell::Count).collect();
        Filled::new(key, text, Kind::Count, cells)
    }

    /// Numbers without an interval.
    pub fn number(key: &str, text: &str, cells: Vec<Option<f64>>) -> Filled {
        let cell = |number: Option<f64>| number.map_or(Cell::Missing, Cell::Number);
        Filled::new(
            key,
            text,
            Kind::Number,
            cells.into_iter().map(cell).collect(),
        )
    }

    /// Numbers with a 95 % interval in one unit.
    pub fn estimate(key: &str, text: &str, cells: Vec<Option<Estimate>>) -> Filled {
        let cell = |estimate: Option<Estimate>| estimate.map_or(Cell::Missing, Cell::Estimate);
        let cells = cells.into_iter().map(cell).collect();
        Filled::new(key, text, Kind::Estimate, cells)
    }

    /// Marks the numbers as of different units.
    pub fn mixed(self) -> Filled {
        let heading = ColumnHeading {
            mixed: true,
            ..self.heading
        };
        Filled { heading, ..self }
    }
}
