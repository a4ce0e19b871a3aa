//! Tables: one definition of the columns, printed as aligned text, Markdown, CSV.
//!
//! In CSV each cell is a bare number in full precision, with the unit in the name of the column,
//! and an estimate takes three columns: `name`, `name_low`, `name_high`. For readers it is one
//! cell, `3.12 [2.90, 3.35]`, with as many digits as its interval deserves.

use thiserror::Error;

use crate::format::{common_decimals, decimals, fixed};
use tradewind_selfplay::escape::{self, visible};
use tradewind_stats::estimate::Estimate;

/// Why a table could not be written as CSV.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The CSV writer failed.
    #[error("writing CSV: {0}")]
    Csv(#[from] csv::Error),
    /// The CSV writer could not hand back its buffer.
    #[error("writing CSV: {0}")]
    Buffer(#[from] std::io::Error),
    /// What was written is not text.
    #[error("writing CSV: {0}")]
    Text(#[from] std::string::FromUtf8Error),
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Words, aligned left.
    Text,
    /// Words that only CSV has.
    CsvText,
    /// Whole numbers.
    Count,
    /// Numbers that are no estimates.
    Number,
    /// Numbers with a 95 % interval.
    Estimate,
}

enum Content<R> {
    Text(fn(&R) -> String),
    CsvText(fn(&R) -> String),
    Count(fn(&R) -> u64),
    CountIf(fn(&R) -> Option<u64>),
    Number(fn(&R) -> Option<f64>),
    Estimate(fn(&R) -> Option<Estimate>),
}

/// One column of a table of rows `R`: its name in CSV (with the unit), its heading for readers, and
/// what it holds of a row.
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

    /// The same where readers see so many decimals of numbers.
    pub fn with_decimals(self, decimals: usize) -> Column<R> {
        Column { decimals, ..self }
    }

    /// Words. Where there are none, readers see a dash.
    pub fn text(key: &str, heading: &str, of: fn(&R) -> String) -> Column<R> {
        let content = Content::Text(of);
        Column::new(key, heading, content)
    }

    /// Words for programs, in CSV only: what readers find in a heading or a note.
    pub fn csv_text(key: &str, of: fn(&R) -> String) -> Column<R> {
        let content = Content::CsvText(of);
        Column::new(key, key, content)
    }

    /// Whole numbers.
    pub fn count(key: &str, heading: &str, of: fn(&R) -> u64) -> Column<R> {
        let content = Content::Count(of);
        Column::new(key, heading, content)
    }

    /// Whole numbers, where there are any.
    pub fn count_if(key: &str, heading: &str, of: fn(&R) -> Option<u64>) -> Column<R> {
        let content = Content::CountIf(of);
        Column::new(key, heading, content)
    }

    /// Numbers that are no estimates and have no interval, such as those of others; readers see two
    /// decimals unless said otherwise.
    pub fn number(key: &str, heading: &str, of: fn(&R) -> Option<f64>) -> Column<R> {
        Column::new(key, heading, Content::Number(of))
    }

    /// Numbers with a 95 % interval: three columns in CSV; for readers one, to whose heading
    /// "[95 % interval]" is added. Where there is none, readers see a dash.
    pub fn estimate(key: &str, heading: &str, of: fn(&R) -> Option<Estimate>) -> Column<R> {
        let content = Content::Estimate(of);
        Column::new(key, heading, content)
    }

    fn kind(&self) -> Kind {
        match self.content {
            Content::Text(_) => Kind::Text,
            Content::CsvText(_) => Kind::CsvText,
            Content::Count(_) | Content::CountIf(_) => Kind::Count,
            Content::Number(_) => Kind::Number,
            Content::Estimate(_) => Kind::Estimate,
        }
    }

    fn cell(&self, row: &R) -> Cell {
        match self.content {
            Content::Text(of) | Content::CsvText(of) => match of(row) {
                text if text.is_empty() => Cell::Missing,
                text => Cell::Text(text),
            },
            Content::Count(of) => Cell::Count(of(row)),
            Content::CountIf(of) => of(row).map_or(Cell::Missing, Cell::Count),
            Content::Number(of) => of(row).map_or(Cell::Missing, Cell::Number),
            Content::Estimate(of) => of(row).map_or(Cell::Missing, Cell::Estimate),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Cell {
    Missing,
    Text(String),
    Count(u64),
    Number(f64),
    Estimate(Estimate),
}

#[derive(Debug, Clone, PartialEq)]
struct ColumnHeading {
    key: String,
    text: String,
    kind: Kind,
    /// Whether each number has the decimals that its own interval deserves, because those below each
    /// other are in different units.
    mixed: bool,
    /// The decimals of numbers that are no estimates.
    decimals: usize,
}

/// A column with its cells, for tables whose columns are not known beforehand.
pub struct Filled {
    heading: ColumnHeading,
    cells: Vec<Cell>,
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

    /// Words, as [`Column::text`].
    pub fn text(key: &str, text: &str, cells: Vec<String>) -> Filled {
        let cell = |words: String| match words.is_empty() {
            true => Cell::Missing,
            false => Cell::Text(words),
        };
        Filled::new(key, text, Kind::Text, cells.into_iter().map(cell).collect())
    }

    /// Numbers with a 95 % interval in one unit.
    pub fn estimate(key: &str, text: &str, cells: Vec<Option<Estimate>>) -> Filled {
        let cell = |estimate: Option<Estimate>| estimate.map_or(Cell::Missing, Cell::Estimate);
        let cells = cells.into_iter().map(cell).collect();
        Filled::new(key, text, Kind::Estimate, cells)
    }

    /// Numbers with a 95 % interval that are in different units.
    pub fn mixed(key: &str, text: &str, cells: Vec<Option<Estimate>>) -> Filled {
        let mut filled = Filled::estimate(key, text, cells);
        filled.heading.mixed = true;
        filled
    }
}

/// A table ready to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What the table shows.
    pub title: String,
    /// Sentences printed below the table.
    pub notes: Vec<String>,
    headings: Vec<ColumnHeading>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of `rows` with the given columns.
    pub fn new<R>(title: &str, columns: &[Column<R>], rows: &[R]) -> Table {
        Table {
            title: title.to_owned(),
            notes: Vec::new(),
            headings: columns
                .iter()
                .map(|column| ColumnHeading {
                    key: column.key.clone(),
                    text: column.heading.clone(),
                    kind: column.kind(),
                    mixed: false,
                    decimals: column.decimals,
                })
                .collect(),
            rows: rows
                .iter()
                .map(|row| columns.iter().map(|column| column.cell(row)).collect())
                .collect(),
        }
    }

    /// A table of columns of the same length.
    pub fn filled(title: &str, columns: Vec<Filled>) -> Table {
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

    /// The same table with other words over the column with this key; without effect if there is
    /// no such column.
    pub fn with_heading(mut self, key: &str, text: &str) -> Table {
        for heading in self.headings.iter_mut().filter(|h| h.key == key) {
            text.clone_into(&mut heading.text);
        }
        self
    }

    /// The same table with each number of the column with this key in a unit of its own.
    pub fn with_mixed(mut self, key: &str) -> Table {
        for heading in self.headings.iter_mut().filter(|h| h.key == key) {
            heading.mixed = true;
        }
        self
    }

    /// Number of rows, without the heading.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The places of the columns that readers see.
    fn shown(&self) -> impl Iterator<Item = usize> {
        (0..self.headings.len()).filter(|&column| self.headings[column].kind != Kind::CsvText)
    }

    /// Headings for readers, each with its kind.
    pub(crate) fn headings(&self) -> Vec<(&str, Kind)> {
        self.shown()
            .map(|column| &self.headings[column])
            .map(|heading| (heading.text.as_str(), heading.kind))
            .collect()
    }

    /// The cells that readers see as text, by rows; `missing` stands for what is not known.
    pub(crate) fn printed(&self, missing: &str) -> Vec<Vec<Printed>> {
        let columns: Vec<Vec<Printed>> = self
            .shown()
            .map(|column| self.printed_column(column, missing))
            .collect();
        (0..self.rows.len())
            .map(|row| columns.iter().map(|cells| cells[row].clone()).collect())
            .collect()
    }

    /// By row and column that readers see: the number in it, if it is one.
    pub(crate) fn numbers(&self) -> Vec<Vec<Option<f64>>> {
        let number = |cell: &Cell| match cell {
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(number) => Some(*number),
            Cell::Estimate(estimate) => Some(estimate.value),
            Cell::Missing | Cell::Text(_) => None,
        };
        let rows = self.rows.iter();
        rows.map(|row| self.shown().map(|column| number(&row[column])).collect())
            .collect()
    }

    /// The table for programs: its title, the keys of its columns, its rows, its notes. An estimate is
    /// an object with `value`, `low` and `high`.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let cell = |cell: &Cell| match cell {
            Cell::Missing => serde_json::Value::Null,
            Cell::Text(text) => text.clone().into(),
            Cell::Count(count) => (*count).into(),
            Cell::Number(number) => (*number).into(),
            Cell::Estimate(estimate) => serde_json::json!(estimate),
        };
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(cell).collect::<Vec<_>>());
        serde_json::json!({
            "title": self.title,
            "columns": self.headings.iter().map(|heading| &heading.key).collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
            "notes": self.notes,
        })
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
        let digits = |e: &Estimate| match mixed {
            true => decimals((e.high - e.low) / 2.0),
            false => common,
        };
        let plain = |main: String| Printed {
            main,
            interval: None,
        };
        cells()
            .map(|cell| match cell {
                Cell::Missing => plain(missing.to_owned()),
                Cell::Text(text) => plain(visible(text).into_owned()),
                Cell::Count(count) => plain(count.to_string()),
                Cell::Number(number) => plain(fixed(*number, self.headings[column].decimals)),
                Cell::Estimate(e) => Printed {
                    main: fixed(e.value, digits(e)),
                    // The unit of a scale has no error of its own.
                    interval: (e.low < e.high)
                        .then(|| [e.low, e.high].map(|end| fixed(end, digits(e)))),
                },
            })
            .collect()
    }

    /// Aligned text for a terminal, with the title above and the notes below, ending in a newline.
    pub fn to_text(&self) -> String {
        let headings = self.headings();
        let printed = self.printed("-");
        let columns = headings
            .iter()
            .enumerate()
            .map(|(column, (heading, kind))| {
                let cells: Vec<&Printed> = printed.iter().map(|row| &row[column]).collect();
                aligned(&with_interval(heading, *kind), *kind, &cells)
            });
        let columns: Vec<Vec<String>> = columns.collect();
        let mut text = format!("{}\n\n", self.title);
        for line in 0..printed.len() + 2 {
            let cells: Vec<&str> = columns.iter().map(|cells| cells[line].as_str()).collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        text.extend(self.notes.iter().map(|note| format!("{note}\n")));
        text
    }

    /// A Markdown table (GitHub's dialect) with the title in bold above and the notes below.
    pub fn to_markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let headings = self.headings();
        let rule = headings.iter().map(|(_, kind)| match kind {
            Kind::Text => ":---".to_owned(),
            _ => "---:".to_owned(),
        });
        let rule = line(rule.collect());
        let heading = headings
            .iter()
            .map(|(heading, kind)| escape::markdown(&with_interval(heading, *kind)));
        let heading = line(heading.collect());
        let mut text = format!("**{}**\n\n{heading}{rule}", self.title);
        for row in self.printed("–") {
            let cells = row.iter().map(|cell| match &cell.interval {
                Some([low, high]) => format!("{} [{low}, {high}]", cell.main),
                None => escape::markdown(&cell.main),
            });
            text += &line(cells.collect());
        }
        text.extend(self.notes.iter().map(|note| format!("\n{note}\n")));
        text
    }

    /// CSV with a header line; numbers in full precision, empty where not known.
    ///
    /// # Errors
    /// [`TableError`], which writing to memory gives no reason to expect.
    pub fn to_csv(&self) -> Result<String, TableError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.headings.iter().flat_map(|heading| {
            let key = &heading.key;
            match heading.kind {
                Kind::Text | Kind::CsvText | Kind::Count | Kind::Number => vec![key.clone()],
                Kind::Estimate => vec![key.clone(), format!("{key}_low"), format!("{key}_high")],
            }
        }))?;
        for row in &self.rows {
            let cells = self.headings.iter().zip(row);
            writer.write_record(cells.flat_map(|(heading, cell)| match cell {
                Cell::Missing if heading.kind == Kind::Estimate => vec![String::new(); 3],
                Cell::Missing => vec![String::new()],
                Cell::Text(text) => vec![escape::csv(text).into_owned()],
                Cell::Count(count) => vec![count.to_string()],
                Cell::Number(number) => vec![number.to_string()],
                Cell::Estimate(e) => [e.value, e.low, e.high].map(|n| n.to_string()).to_vec(),
            }))?;
        }
        let bytes = writer.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8(bytes)?)
    }
}

/// A cell as readers see it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Printed {
    /// The text, or the estimate.
    pub main: String,
    /// The ends of the estimate's interval.
    pub interval: Option<[String; 2]>,
}

/// The heading of a column in which an estimate and its interval stand together.
fn with_interval(heading: &str, kind: Kind) -> String {
    match kind {
        Kind::Estimate => format!("{heading} [95 % interval]"),
        _ => heading.to_owned(),
    }
}

/// A column of text in which every line has the same width: heading, rule, cells. The parts of
/// estimates stand below each other.
fn aligned(heading: &str, kind: Kind, cells: &[&Printed]) -> Vec<String> {
    let length = |text: &str| text.chars().count();
    let intervals = || cells.iter().filter_map(|cell| cell.interval.as_ref());
    let low_width = intervals().map(|ends| length(&ends[0])).max().unwrap_or(0);
    let high_width = intervals().map(|ends| length(&ends[1])).max().unwrap_or(0);
    let texts = cells.iter().map(|cell| match &cell.interval {
        Some([low, high]) => format!("{} [{low:>low_width$}, {high:>high_width$}]", cell.main),
        // A number without an interval among numbers with one.
        None if high_width > 0 && cell.main.ends_with(|c: char| c.is_ascii_digit()) => {
            let width = " [, ]".len() + low_width + high_width;
            format!("{}{:width$}", cell.main, "")
        }
        None => cell.main.clone(),
    });
    let texts: Vec<String> = std::iter::once(heading.to_owned()).chain(texts).collect();
    let width = texts.iter().map(|text| length(text)).max().unwrap_or(0);
    let mut lines: Vec<String> = texts
        .iter()
        .map(|text| match kind {
            Kind::Text => format!("{text:<width$}"),
            _ => format!("{text:>width$}"),
        })
        .collect();
    lines.insert(1, "-".repeat(width));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(table().to_text(), expected);
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
