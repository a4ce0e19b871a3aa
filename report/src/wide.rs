//! Pivoted rows: one category by line, another by column.

use crate::plot::Series;
use crate::table::{Columns, Table};
use tradewind_analysis::row::Row;
use tradewind_stats::Estimate;

/// A pivot table of rows.
pub struct Wide<'r> {
    /// The names of the lines.
    pub lines: Vec<String>,
    /// The columns: their names, and their row in each line.
    pub columns: Vec<(String, Vec<Option<&'r Row>>)>,
}

impl<'r> Wide<'r> {
    /// Arranges rows by the names of their line and column, in order of first appearance. Of two rows in one cell the first
    /// is kept.
    pub fn of(
        rows: impl IntoIterator<Item = &'r Row>,
        line: impl Fn(&Row) -> String,
        column: impl Fn(&Row) -> String,
    ) -> Wide<'r> {
        let mut wide = Wide {
            lines: Vec::new(),
            columns: Vec::new(),
        };
        for row in rows {
            let (line, column) = (line(row), column(row));
            let at = wide.line(&line).unwrap_or_else(|| {
                wide.lines.push(line);
                wide.lines.len() - 1
            });
            let known = wide.columns.iter().position(|(name, _)| *name == column);
            let place = known.unwrap_or_else(|| {
                wide.columns.push((column, Vec::new()));
                wide.columns.len() - 1
            });
            let cells = &mut wide.columns[place].1;
            cells.resize(cells.len().max(at + 1), None);
            cells[at].get_or_insert(row);
        }
        let count = wide.lines.len();
        for (_, cells) in &mut wide.columns {
            cells.resize(count, None);
        }
        wide
    }

    /// Selects and orders the lines by name.
    pub fn in_order(self, order: &[String]) -> Wide<'r> {
        let places: Vec<usize> = order.iter().filter_map(|name| self.line(name)).collect();
        let columns = self.columns.into_iter().map(|(name, cells)| {
            let cells = places.iter().map(|&at| cells[at]).collect();
            (name, cells)
        });
        Wide {
            lines: places.iter().map(|&at| self.lines[at].clone()).collect(),
            columns: columns.collect(),
        }
    }

    fn line(&self, name: &str) -> Option<usize> {
        self.lines.iter().position(|known| known == name)
    }

    /// The first row of each line.
    pub(crate) fn some_rows(&self) -> Vec<&'r Row> {
        let of_line = |at: usize| {
            let mut cells = self.columns.iter().filter_map(|(_, cells)| cells[at]);
            cells.next().expect("every line has a row")
        };
        (0..self.lines.len()).map(of_line).collect()
    }

    /// A table of lines in different units, with a unit column. `what` is the heading of the names.
    pub(crate) fn table_with_units(&self, title: &str, what: &str) -> Table {
        (self.names(what))
            .and(Columns::of(&self.some_rows()).text("unit", "unit", |row| &row.unit))
            .and(self.numbers())
            .mixed()
            .table(title)
    }

    /// The columns as series of a plot.
    pub fn series(&self) -> Vec<Series> {
        let drawn = |row: &Row| {
            let alone = || row.value.map(Estimate::exactly);
            row.estimate().or_else(alone)
        };
        let columns = self.columns.iter();
        columns
            .map(|(name, cells)| Series::new(name, cells.iter().map(|cell| cell.and_then(drawn))))
            .collect()
    }

    /// The column of the names of the lines, with its heading.
    pub fn names(&self, what: &str) -> Columns<'_, String> {
        Columns::of(&self.lines).text(what, what, |line| line)
    }

    /// The columns of numbers.
    pub fn numbers(&self) -> Columns<'_, String> {
        let numbers = self
            .columns
            .iter()
            .map(|(name, cells)| numbers(name, cells));
        numbers.fold(Columns::of(&self.lines), Columns::and)
    }

    /// A table of the lines. `what` is the heading of their names.
    pub fn table(&self, title: &str, what: &str) -> Table {
        self.names(what).and(self.numbers()).table(title)
    }
}

/// A column of a table, with intervals if any row has one.
pub(crate) fn numbers<'c, 'r>(
    name: &str,
    cells: &'c [Option<&'r Row>],
) -> Columns<'c, Option<&'r Row>> {
    let has_interval = cells.iter().flatten().any(|row| row.estimate().is_some());
    let columns = Columns::of(cells);
    if has_interval {
        columns.estimate(name, name, |cell| cell.and_then(Row::estimate))
    } else {
        columns.number(name, name, |cell| cell.and_then(|row| row.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_analysis::row::Subject;

    #[test]
    fn rows_are_arranged_by_line_and_column() {
        let row = |rules: &str, subject: &str, value: f64| Row {
            rules: rules.to_string(),
            value: Some(value),
            ..Row::new("mean", Subject::Claim(subject.to_string()), "plies")
        };
        let rows = [row("a", "x", 1.0), row("b", "y", 2.0), row("a", "y", 3.0)];
        let wide = Wide::of(
            &rows,
            |row| row.subject.to_string(),
            |row| row.rules.clone(),
        );
        assert_eq!(wide.lines, ["x", "y"]);
        let values = |at: usize| -> Vec<Option<f64>> {
            let cells = wide.columns[at].1.iter();
            cells.map(|cell| cell.and_then(|row| row.value)).collect()
        };
        assert_eq!(
            (wide.columns[0].0.as_str(), values(0)),
            ("a", vec![Some(1.0), Some(3.0)])
        );
        assert_eq!(
            (wide.columns[1].0.as_str(), values(1)),
            ("b", vec![None, Some(2.0)])
        );
        let turned = wide.in_order(&["y".to_string(), "x".to_string()]);
        assert_eq!(turned.lines, ["y", "x"]);
        assert_eq!(turned.some_rows()[0].value, Some(3.0));
    }
}
