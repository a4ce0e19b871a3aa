//! Tables as text, Markdown and CSV.

use super::Table;
use super::column::{Cell, Column, Kind};
use crate::ReportError;
use crate::terminal::{Emphasis, Terminal};
use tradewind_files::escape;

impl Table {
    /// Aligned text with the title above and the notes below, ending in a newline. Columns that do not fit are printed below
    /// in further parts, with the first text columns repeated.
    pub fn to_text(&self, terminal: Terminal) -> String {
        let shown = self.shown("-");
        let columns: Vec<AlignedColumn> = (shown.iter())
            .map(|(column, cells)| aligned(&column.whole_heading(), column.kind, cells, terminal))
            .collect();
        // A rank may precede the first text column.
        let kinds = columns.iter().map(|column| column.kind).enumerate();
        let names = kinds
            .take_while(|&(place, kind)| kind == Kind::Text || (place == 0 && kind == Kind::Count));
        let names = names.count().max(1);
        let title = terminal.wrapped(&self.title);
        let mut text = format!("{}\n", terminal.emphasized(&title, Emphasis::Strong));
        let widths: Vec<usize> = columns.iter().map(|column| column.width).collect();
        let fitting = terminal.width.unwrap_or(MAX_WIDTH).min(MAX_WIDTH);
        for part in parts(&widths, names, fitting) {
            text.push('\n');
            let part: Vec<&AlignedColumn> = part.iter().map(|&at| &columns[at]).collect();
            let height = part.iter().map(|column| column.heading.len()).max();
            let mut own: Vec<_> = (part.iter())
                .map(|column| column.lines(height.unwrap_or(0)))
                .collect();
            for _ in 0..height.unwrap_or(0) + 1 + self.row_count() {
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
        let shown = self.shown("–");
        let rule = shown.iter().map(|(column, _)| match column.kind {
            Kind::Text => ":---".to_owned(),
            _ => "---:".to_owned(),
        });
        let rule = line(rule.collect());
        let headings = shown.iter();
        let headings = headings.map(|(column, _)| escape::markdown(&column.whole_heading()));
        let heading = line(headings.collect());
        let mut text = format!("**{}**\n\n{heading}{rule}", self.title);
        for row in 0..self.row_count() {
            let cells = shown.iter().map(|(_, cells)| match &cells[row].interval {
                Some([low, high]) => format!("{} [{low}, {high}]", cells[row].main),
                None => escape::markdown(&cells[row].main),
            });
            text += &line(cells.collect());
        }
        text.extend(self.notes.iter().map(|note| format!("\n{note}\n")));
        text
    }

    /// CSV with a header line, numbers in full precision, and empty cells for missing ones.
    ///
    /// # Errors
    /// The writer fails, which is not expected in memory.
    pub fn to_csv(&self) -> Result<String, ReportError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns.iter().flat_map(|column| {
            let key = &column.key;
            match column.kind {
                Kind::Text | Kind::CsvText | Kind::Count | Kind::Number => vec![key.clone()],
                Kind::Estimate => vec![key.clone(), format!("{key}_low"), format!("{key}_high")],
            }
        }))?;
        for row in 0..self.row_count() {
            writer.write_record((self.columns.iter()).flat_map(|one| match &one.cells[row] {
                Cell::Missing if one.kind == Kind::Estimate => vec![String::new(); 3],
                Cell::Missing => vec![String::new()],
                Cell::Text(text) | Cell::Marked(text, _) => vec![escape::csv(text).into_owned()],
                Cell::Count(count) => vec![count.to_string()],
                Cell::Number(number) => vec![number.to_string()],
                Cell::Estimate(e) => [e.value, e.low, e.high].map(|n| n.to_string()).to_vec(),
            }))?;
        }
        let bytes = writer.into_inner();
        let bytes = bytes.map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8(bytes).expect("it was written as text"))
    }
}

/// A printed cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Printed {
    /// The text, or the estimate.
    pub main: String,
    /// The ends of the interval.
    pub interval: Option<[String; 2]>,
    /// The mark of a text.
    pub mark: Option<Emphasis>,
}

/// The suffix of the heading of an estimate.
const INTERVAL: &str = "[95 % interval]";

/// A no-break space.
const NO_BREAK: &str = "\u{a0}";

impl Column {
    /// The heading, with the suffix of an estimate.
    fn whole_heading(&self) -> String {
        match self.kind {
            Kind::Estimate => format!("{} {INTERVAL}", self.heading),
            _ => self.heading.clone(),
        }
    }
}

/// The maximum width of a table, in characters.
const MAX_WIDTH: usize = 150;

/// Splits columns into parts that fit, as their indices. Each part begins with the first `names` columns.
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
        parts.last_mut().expect("a part").push(at);
    }
    parts
}

/// A column of heading, rule and cells of the same width.
struct AlignedColumn {
    kind: Kind,
    width: usize,
    heading: Vec<String>,
    cells: Vec<String>,
}

impl AlignedColumn {
    /// All lines, with the heading padded to `height` lines.
    fn lines(&self, height: usize) -> impl Iterator<Item = String> {
        let above = std::iter::repeat_n("", height - self.heading.len());
        let heading = above.chain(self.heading.iter().map(String::as_str));
        (heading.map(|text| padded(text, self.kind, self.width)))
            .chain(["-".repeat(self.width)])
            .chain(self.cells.iter().cloned())
    }
}

/// Pads a text: text on the right, numbers on the left.
fn padded(text: &str, kind: Kind, width: usize) -> String {
    match kind {
        Kind::Text => format!("{text:<width$}"),
        _ => format!("{text:>width$}"),
    }
}

/// Aligns a column, and the ends of the intervals of its estimates.
fn aligned(heading: &str, kind: Kind, cells: &[Printed], terminal: Terminal) -> AlignedColumn {
    let length = |text: &str| text.chars().count();
    let intervals = || cells.iter().filter_map(|cell| cell.interval.as_ref());
    let low_width = intervals().map(|ends| length(&ends[0])).max().unwrap_or(0);
    let high_width = intervals().map(|ends| length(&ends[1])).max().unwrap_or(0);
    let texts = cells.iter().map(|cell| match &cell.interval {
        Some([low, high]) => format!("{} [{low:>low_width$}, {high:>high_width$}]", cell.main),
        // A number without an interval among estimates.
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
            // The suffix is not broken.
            let whole = heading.replace(INTERVAL, &INTERVAL.replace(' ', NO_BREAK));
            let lines = textwrap::wrap(&whole, Terminal::wrapping(room)).into_iter();
            lines.map(|line| line.replace(NO_BREAK, " ")).collect()
        }
        None => vec![heading.to_owned()],
    };
    let width = widest(&texts).max(widest(&heading));
    let cell = |(text, cell): (&String, &Printed)| {
        let text = padded(text, kind, width);
        match cell.mark {
            Some(mark) => terminal.emphasized(&text, mark),
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
