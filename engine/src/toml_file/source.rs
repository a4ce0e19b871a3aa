//! Files, places in them, and faults that point at a place.

use std::fmt;
use std::ops::Range;
use tradewind_files::escape::{is_hidden, visible};

/// A place in one of the files of [`Sources`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the file.
    pub file: usize,
    /// The bytes.
    pub span: Range<usize>,
}

impl Place {
    /// The part of this place that begins at byte `start` of its text and is `length` bytes long,
    /// where the place is a quoted string (so that its first byte is a quotation mark).
    pub fn within_string(&self, start: usize, length: usize) -> Place {
        let from = self.span.start + 1 + start;
        let to = (from + length.max(1)).min(self.span.end.max(from + 1));
        Place {
            file: self.file,
            span: from..to,
        }
    }
}

/// Files that were read, in the order in which they were opened.
#[derive(Default, Debug)]
pub struct Sources {
    files: Vec<SourceFile>,
}

#[derive(Debug)]
struct SourceFile {
    name: String,
    text: String,
    /// The byte at which each line starts.
    line_starts: Vec<usize>,
}

/// How many characters of a line are shown before and behind a faulty text: lines may be as long as
/// files.
const SHOWN: usize = 120;

impl Sources {
    /// Adds a file and returns its number.
    pub(super) fn add(&mut self, name: String, text: String) -> usize {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(ends).collect();
        self.files.push(SourceFile {
            name,
            text,
            line_starts,
        });
        self.files.len() - 1
    }

    /// Whether a place is a string on one line without escapes.
    pub fn is_plain_string(&self, place: &Place) -> bool {
        let text = self.files[place.file].text.get(place.span.clone());
        text.is_some_and(|text| {
            let many = text.len() > 2 && (text.starts_with("\"\"\"") || text.starts_with("'''"));
            !many && !text.contains('\\')
        })
    }

    /// Describes what is wrong at a place.
    pub fn fault(&self, place: &Place, message: String, remedy: String) -> Fault {
        let SourceFile {
            name,
            text,
            line_starts,
        } = &self.files[place.file];
        // A fault may lie between the two bytes of a line's end, or within a letter.
        let start = text.floor_char_boundary(place.span.start);
        let line = line_starts.partition_point(|&at| at <= start);
        let line_start = line_starts[line - 1];
        let line_end = line_starts.get(line).map_or(text.len(), |next| next - 1);
        let line_end = text[..line_end].trim_end_matches('\r').len().max(start);
        let end = place.span.end.clamp(start, line_end);
        let end = text.floor_char_boundary(end);
        let before = &text[line_start..start];
        let indent = before.chars().count().min(SHOWN);
        let shown_from = before.char_indices().rev().nth(SHOWN.saturating_sub(1));
        let shown_from = shown_from.map_or(line_start, |(at, _)| line_start + at);
        let shown_to = text[start..line_end].char_indices().nth(SHOWN);
        let shown_to = shown_to.map_or(line_end, |(at, _)| start + at);
        Fault {
            file: name.clone(),
            line,
            column: before.chars().count() + 1,
            indent,
            width: text[start..end.min(shown_to).max(start)]
                .chars()
                .count()
                .max(1),
            source: shown(&text[shown_from..shown_to]),
            message: visible(&message).into_owned(),
            remedy: visible(&remedy).into_owned(),
        }
    }
}

/// A line as a terminal may show it, each letter in its column.
fn shown(line: &str) -> String {
    let plain = |letter: char| {
        if is_hidden(letter) && letter != '\t' {
            char::REPLACEMENT_CHARACTER
        } else {
            letter
        }
    };
    line.chars().map(plain).collect()
}

/// One thing that is wrong in a file: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file as it was named by the user or by `extends`.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// How many characters of `source` stand before the faulty text.
    pub indent: usize,
    /// How many characters the faulty text takes on its line.
    pub width: usize,
    /// The line of the file, or what surrounds the faulty text where the line is long.
    pub source: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub remedy: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let gutter = " ".repeat(number.len());
        let lead: String = (self.source.chars().take(self.indent))
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        writeln!(
            f,
            "{}:{}:{}: {}",
            self.file, self.line, self.column, self.message
        )?;
        writeln!(f, " {number} | {}", self.source)?;
        write!(f, " {gutter} | {lead}{}", "^".repeat(self.width))?;
        if !self.remedy.is_empty() {
            write!(f, " {}", self.remedy)?;
        }
        Ok(())
    }
}
