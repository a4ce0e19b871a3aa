//! Where a rule came from: files, places in them, and faults that point at a place.

use std::fmt;
use std::ops::Range;

/// A place in one of the files that make up a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub file: usize,
    pub span: Range<usize>,
}

impl Place {
    /// The part of this place that begins at byte `start` of its text and is `length` bytes long,
    /// where the place is a quoted string (so that its first byte is a quotation mark).
    pub(crate) fn within_string(&self, start: usize, length: usize) -> Place {
        let from = self.span.start + 1 + start;
        let to = (from + length.max(1)).min(self.span.end.max(from + 1));
        Place {
            file: self.file,
            span: from..to,
        }
    }
}

/// The files that a rule set was read from, in the order in which they were opened.
#[derive(Default, Debug)]
pub(crate) struct Sources {
    files: Vec<(String, String)>,
}

impl Sources {
    /// Adds a file and returns its number.
    pub(crate) fn add(&mut self, name: String, text: String) -> usize {
        self.files.push((name, text));
        self.files.len() - 1
    }

    /// Whether a place is a string on one line without escapes.
    pub(crate) fn is_plain_string(&self, place: &Place) -> bool {
        let text = self.files[place.file].1.get(place.span.clone());
        text.is_some_and(|text| {
            let many = text.len() > 2 && (text.starts_with("\"\"\"") || text.starts_with("'''"));
            !many && !text.contains('\\')
        })
    }

    /// Describes what is wrong at a place.
    pub(crate) fn fault(&self, place: &Place, message: String, remedy: String) -> Fault {
        let (file, text) = &self.files[place.file];
        let start = place.span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[line_start..].lines().next().unwrap_or("");
        let column = text[line_start..start].chars().count() + 1;
        let end = place.span.end.clamp(start, line_start + line.len().max(1));
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

/// One thing that is wrong in a rule file: where, what, and what would be right.
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

/// Why a rule set could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// There is no rule set of this name.
    #[error("there is no rule set `{id}`; the rule sets are {}{}", .known.join(", "), nearest(.id, .known))]
    Unknown {
        /// What was asked for.
        id: String,
        /// The rule sets that exist.
        known: Vec<String>,
    },
    /// A rule file could not be read.
    #[error("cannot read the rule file {file}: {cause}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The rule files are wrong; every fault found.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
    /// An option was asked for that the rule set does not declare, or with a value it does not have.
    #[error("{0}")]
    Option(String),
}

fn nearest(id: &str, known: &[String]) -> String {
    match closest(id, known.iter().map(String::as_str)) {
        Some(name) => {
            format!(" (did you mean `{name}`?); a file is named by its path, ending in .toml")
        }
        None => "; a file is named by its path, ending in .toml".to_string(),
    }
}

/// The name most like `word`, if any is alike enough to be what was meant.
pub(crate) fn closest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    names
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(alike, _)| *alike > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
