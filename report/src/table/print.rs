//! Tables as text, Markdown and CSV.

use super::column::{Cell, Kind};
use super::{Mark, Table, TableError};
use tradewind_selfplay::escape;

impl Table {
    /// Aligned text for a terminal, with the title above and the notes below, ending in a newline. Columns that
    /// do not fit beside each other stand below, each part with the words of its lines again.
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
        // A rank may stand before the first words.
        let is_name =
            |place: usize, kind: Kind| kind == Kind::Text || (place == 0 && kind == Kind::Count);
        let names = headings.iter().enumerate();
        let names = names
            .take_while(|(place, (_, kind))| is_name(*place, *kind))
            .count();
        let mut text = format!("{}\n", self.title);
        for part in parts(&columns, names.max(1)) {
            text.push('\n');
            let mut own: Vec<_> = part.iter().map(|&at| columns[at].iter()).collect();
            for _ in 0..printed.len() + 2 {
                let cells = own.iter_mut().filter_map(Iterator::next);
                let cells: Vec<&str> = cells.map(String::as_str).collect();
                text += cells.join("  ").trim_end();
                text.push('\n');
            }
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
                Cell::Text(text) | Cell::Marked(text, _) => vec![escape::csv(text).into_owned()],
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
    /// What its words say of something.
    pub mark: Option<Mark>,
}

/// The heading of a column in which an estimate and its interval stand together.
fn with_interval(heading: &str, kind: Kind) -> String {
    match kind {
        Kind::Estimate => format!("{heading} [95 % interval]"),
        _ => heading.to_owned(),
    }
}

/// The widest line of text, in letters.
const MAX_WIDTH: usize = 150;

/// The columns that stand beside each other, as their places: the first few in each part, and as many of the
/// others as fit.
fn parts(columns: &[Vec<String>], names: usize) -> Vec<Vec<usize>> {
    let width = |at: usize| columns[at][0].chars().count() + 2;
    let first: Vec<usize> = (0..names.min(columns.len())).collect();
    let narrow: usize = first.iter().map(|&at| width(at)).sum();
    let mut parts = vec![first.clone()];
    let mut used = narrow;
    for at in first.len()..columns.len() {
        if used + width(at) > MAX_WIDTH + 2 && used > narrow {
            parts.push(first.clone());
            used = narrow;
        }
        used += width(at);
        parts.last_mut().expect("there is one").push(at);
    }
    parts
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
