//! TOML documents as trees of located values, and faults that point at a place.

use super::control_characters::{is_hidden, visible};
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value of a document and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The place.
    pub place: Place,
    /// The value.
    pub value: Value,
}

/// The kind and content of a value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string.
    Text(String),
    /// An integer.
    Number(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order of the file.
    Table(Vec<Entry>),
    /// A number with a fraction.
    Fraction(f64),
    /// A kind of value that no file of this program uses, such as a date.
    Other(&'static str),
}

/// A key of a table with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The place of the key.
    pub key_place: Place,
    /// The value.
    pub node: Node,
}

impl Node {
    /// The entries of a table; none for other values.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.value, Value::Table(_))
    }

    /// The value under a key of a table.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let entry = self.entries().iter().find(|entry| entry.key == key);
        entry.map(|entry| &entry.node)
    }

    /// Removes a key from a table and returns its value.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let Value::Table(entries) = &mut self.value else {
            return None;
        };
        let at = entries.iter().position(|entry| entry.key == key)?;
        Some(entries.remove(at).node)
    }

    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A place in one of the files of [`Sources`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the file.
    pub file: usize,
    /// The range of bytes.
    pub span: Range<usize>,
}

/// The files of a document, in the order in which they were opened.
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

/// The most characters of a line that are shown before and behind a faulty text.
const SHOWN: usize = 120;

impl Sources {
    /// Adds a file and returns its index.
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

    /// See [`Reader::part`](super::Reader::part).
    pub(super) fn part(&self, place: &Place, start: usize, length: usize) -> Place {
        let file = place.file;
        let text = self.files[file].text.get(place.span.clone());
        let is_plain = text.is_some_and(|text| {
            let many = text.len() > 2 && (text.starts_with("\"\"\"") || text.starts_with("'''"));
            !many && !text.contains('\\')
        });
        if !is_plain {
            return place.clone();
        }
        let from = place.span.start + 1 + start;
        let to = (from + length.max(1)).min(place.span.end.max(from + 1));
        let span = from..to;
        Place { file, span }
    }

    /// A fault at a place.
    pub fn fault(&self, place: &Place, message: String, remedy: String) -> Fault {
        let file = &self.files[place.file];
        let (text, line_starts) = (&file.text, &file.line_starts);
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
        // The line must be safe to print, with each character in its column.
        let hides = |letter: char| is_hidden(letter) && letter != '\t';
        let marked = &text[start..end.min(shown_to).max(start)];
        Fault {
            file: file.name.clone(),
            line,
            column: before.chars().count() + 1,
            indent,
            width: marked.chars().count().max(1),
            source: text[shown_from..shown_to].replace(hides, "\u{fffd}"),
            message: visible(&message).into_owned(),
            remedy: visible(&remedy).into_owned(),
        }
    }
}

/// An integer in any base; `None` for another kind of value, and for one beyond 64 bits.
pub(crate) fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A number, whole or not; `None` for another kind of value.
pub(crate) fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(number) => number.as_str().replace('_', "").parse().ok(),
        value => integer(value).map(|number| number as f64),
    }
}

pub(super) fn table_node(file: usize, span: Range<usize>, table: DeTable<'_>) -> Node {
    let place = |span| Place { file, span };
    let entries = table.into_iter().map(|(key, value)| Entry {
        key_place: place(key.span()),
        key: key.into_inner().into_owned(),
        node: node(file, value),
    });
    let mut entries: Vec<Entry> = entries.collect();
    entries.sort_by_key(|entry| entry.key_place.span.start);
    Node {
        place: place(span),
        value: Value::Table(entries),
    }
}

fn node(file: usize, value: Spanned<DeValue<'_>>) -> Node {
    let span = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        value @ DeValue::Integer(_) => match integer(&value) {
            Some(number) => Value::Number(number),
            None => Value::Other("a number that is too large"),
        },
        DeValue::Boolean(truth) => Value::Truth(truth),
        DeValue::Array(list) => {
            Value::List(list.into_iter().map(|item| node(file, item)).collect())
        }
        DeValue::Table(table) => return table_node(file, span, table),
        value @ DeValue::Float(_) => match number(&value) {
            Some(number) => Value::Fraction(number),
            None => Value::Other("a fraction"),
        },
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node {
        place: Place { file, span },
        value,
    }
}

/// An error in a file: its place, what is wrong, and a remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as the user or `extends` names it.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// The number of characters of `source` before the faulty text.
    pub indent: usize,
    /// The number of characters of the faulty text on its line.
    pub width: usize,
    /// The line of the file; of a long line, the part around the faulty text.
    pub source: String,
    /// The message.
    pub message: String,
    /// The remedy; empty when there is none.
    pub remedy: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let gutter = " ".repeat(number.len());
        let lead: String = (self.source.chars().take(self.indent))
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let (line, column) = (self.line, self.column);
        writeln!(f, "{}:{line}:{column}: {}", self.file, self.message)?;
        writeln!(f, " {number} | {}", self.source)?;
        write!(f, " {gutter} | {lead}{}", "^".repeat(self.width))?;
        if !self.remedy.is_empty() {
            write!(f, " {}", self.remedy)?;
        }
        Ok(())
    }
}
