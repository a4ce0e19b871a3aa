//! Tables as text, Markdown and CSV.

use super::column::{Cell, Kind};
use super::{Mark, Table, TableError};
use crate::terminal::{Emphasis, Terminal};
use tradewind_files::escape;

impl Table {
    /// Aligned text for a terminal, with the title above and the notes below, ending in a newline. Columns that
    /// do not fit beside each other stand below, each part with the words of its lines again.
    pub fn to_text(&self, terminal: Terminal) -> String {
        let headings = self.headings();
        let printed = self.printed("-");
        let columns = headings
            .iter()
            .enumerate()
            .map(|(column, (heading, kind))| {
                let cells: Vec<&Printed> = printed.iter().map(|row| &row[column]).collect();
                aligned(&with_interval(heading, *kind), *kind, &cells, terminal)
            });
        let columns: Vec<AlignedColumn> = columns.collect();
        // A rank may stand before the first words.
        let is_name =
            |place: usize, kind: Kind| kind == Kind::Text || (place == 0 && kind == Kind::Count);
        let names = headings.iter().enumerate();
        let names = names
            .take_while(|(place, (_, kind))| is_name(*place, *kind))
            .count();
        let title = terminal.wrapped(&self.title);
        let mut text = format!("{}\n", terminal.emphasized(&title, Emphasis::Strong));
        let widths: Vec<usize> = columns.iter().map(|column| column.width).collect();
        let fitting = terminal.width.unwrap_or(MAX_WIDTH).min(MAX_WIDTH);
        for part in parts(&widths, names.max(1), fitting) {
            text.push('\n');
            let part: Vec<&AlignedColumn> = part.iter().map(|&at| &columns[at]).collect();
            let height = part.iter().map(|column| column.heading.len()).max();
            let mut own: Vec<_> = (part.iter())
                .map(|column| column.lines(height.unwrap_or(0)))
                .collect();
            for _ in 0..height.unwrap_or(0) + 1 + printed.len() {
                let cells: Vec<String> = own.iter_mut().filter_map(Iterator::next).collect();
                text += cells.join("  ").trim_end();
                text.push('\n');
            }
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        text.extend((self.notes.iter()).map(|note| terminal.wrapped(note) + "\n"));
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

/// What is added to the heading of an estimate.
const INTERVAL: &str = "[95 % interval]";

/// A space at which no line ends.
const NO_BREAK: &str = "\u{a0}";

/// The heading of a column in which an estimate and its interval stand together.
fn with_interval(heading: &str, kind: Kind) -> String {
    match kind {
        Kind::Estimate => format!("{heading} {INTERVAL}"),
        _ => heading.to_owned(),
    }
}

/// The widest line of a table, in letters.
const MAX_WIDTH: usize = 150;

/// The columns of these widths that stand beside each other, as their places: the first few in each part, and as many
/// of the others as fit.
fn parts(widths: &[usize], names: usize, fitting: usize) -> Vec<Vec<usize>> {
    let width = |at: usize| widths[at] + 2;
    let first: Vec<usize> = (0..names.min(widths.len())).collect();
    let narrow: usize = first.iter().map(|&at| width(at)).sum();
    let mut parts = vec![first.clone()];
    let mut used = narrow;
    for at in first.len()..widths.len() {
        if used + width(at) > fitting + 2 && used > narrow {
            parts.push(first.clone());
            used = narrow;
        }
        used += width(at);
        parts.last_mut().expect("there is one").push(at);
    }
    parts
}

/// A column of text in which every line has the same width: heading, rule, cells.
struct AlignedColumn {
    kind: Kind,
    width: usize,
    heading: Vec<String>,
    cells: Vec<String>,
}

impl AlignedColumn {
    /// All lines below each other, the heading in so many.
    fn lines(&self, height: usize) -> impl Iterator<Item = String> {
        let above = std::iter::repeat_n("", height - self.heading.len());
        let heading = above.chain(self.heading.iter().map(String::as_str));
        (heading.map(|text| padded(text, self.kind, self.width)))
            .chain(["-".repeat(self.width)])
            .chain(self.cells.iter().cloned())
    }
}

/// Text of a width: words stand left, numbers right.
fn padded(text: &str, kind: Kind, width: usize) -> String {
    match kind {
        Kind::Text => format!("{text:<width$}"),
        _ => format!("{text:>width$}"),
    }
}

/// Aligns a column. The parts of estimates stand below each other.
fn aligned(heading: &str, kind: Kind, cells: &[&Printed], terminal: Terminal) -> AlignedColumn {
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
    let texts: Vec<String> = texts.collect();
    let widest = |texts: &[String]| texts.iter().map(|text| length(text)).max().unwrap_or(0);
    let room = widest(&texts).max(length(INTERVAL));
    let heading = match terminal.width {
        Some(_) => {
            // The interval stays in one piece.
            let whole = heading.replace(INTERVAL, &INTERVAL.replace(' ', NO_BREAK));
            let lines = textwrap::wrap(&whole, Terminal::broken_at(room)).into_iter();
            lines.map(|line| line.replace(NO_BREAK, " ")).collect()
        }
        None => vec![heading.to_owned()],
    };
    let width = widest(&texts).max(widest(&heading));
    let cell = |(text, cell): (&String, &&Printed)| {
        let text = padded(text, kind, width);
        match cell.mark {
            Some(mark) => terminal.emphasized(&text, mark.into()),
            None => text,
        }
    };
    AlignedColumn {
        kind,
        width,
        cells: texts.iter().zip(cells).map(cell).collect(),
        heading,
    }
}

impl From<Mark> for Emphasis {
    fn from(mark: Mark) -> Emphasis {
        match mark {
            Mark::For => Emphasis::Good,
            Mark::Against => Emphasis::Bad,
            Mark::Open => Emphasis::Open,
        }
    }
}
