//! Files, places in them, and faults that point at a place.

use std::fmt;
use std::ops::Range;

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
    files: Vec<(String, String)>,
}

impl Sources {
    /// Adds a file and returns its number.
    pub(super) fn add(&mut self, name: String, text: String) -> usize {
        self.files.push((name, text));
        self.files.len() - 1
    }

    /// Whether a place is a string on one line without escapes.
    pub fn is_plain_string(&self, place: &Place) -> bool {
        let text = self.files[place.file].1.get(place.span.clone());
        text.is_some_and(|text| {
            let many = text.len() > 2 && (text.starts_with("\"\"\"") || text.starts_with("'''"));
            !many && !text.contains('\\')
        })
    }

    /// Describes what is wrong at a place.
    pub fn fault(&self, place: &Place, message: String, remedy: String) -> Fault {
        let (file, text) = &self.files[place.file];
        // A fault may lie between the two bytes of a line's end, or within a letter.
        let mut start = place.span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[line_start..].lines().next().unwrap_or("");
        let column = text[line_start..start].chars().count() + 1;
        let line_end = line_start + line.len().max(1);
        let end = place.span.end.clamp(start, line_end.max(start));
        let width = text.get(start..end).map_or(1, |part| part.chars().count());
        Fault {
            file: file.clone(),
            line: text[..start].matches('\n').count() + 1,
            column,
            width: width.max(1),
            source: line.to_string(),
            message,
            remedy,
        }
    }
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
    /// How many characters the faulty text takes on its line.
    pub width: usize,
    /// The whole line of the file.
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
        let lead: String = (self.source.chars().take(self.column - 1))
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
