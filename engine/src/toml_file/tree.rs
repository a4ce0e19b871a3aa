//! Files as trees that remember their places.

use super::reader::Reader;
use super::source::{Fault, Place, Sources};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value of a file and where it stands.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order of the file.
    Table(Vec<Entry>),
    /// A number with a fraction.
    Fraction(f64),
    /// A kind of value that no file of ours uses (a date).
    Other(&'static str),
}

/// A key of a table, its place, and its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_place: Place,
    /// The value.
    pub node: Node,
}

impl Node {
    /// The entries, when this is a table.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The value under a key, when this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let entry = self.entries().iter().find(|entry| entry.key == key);
        entry.map(|entry| &entry.node)
    }

    /// Takes the value under a key out of a table that has it.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let Value::Table(entries) = &mut self.value else {
            return None;
        };
        let at = entries.iter().position(|entry| entry.key == key)?;
        Some(entries.remove(at).node)
    }

    /// The text, when this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Sources {
    /// Parses a file, which is then one of these.
    ///
    /// # Errors
    /// Every fault of the syntax.
    pub fn parse(&mut self, name: String, text: String) -> Result<Node, Vec<Fault>> {
        let file = self.add(name, text.clone());
        let (table, errors) = DeTable::parse_recoverable(&text);
        if errors.is_empty() {
            let span = table.span();
            return Ok(table_node(file, span, table.into_inner()));
        }
        let reader = Reader::new(self);
        for error in &errors {
            let span = error.span().unwrap_or(0..0);
            let message = format!("not TOML: {}", error.message());
            // The parser takes a bare word that begins with t or f for `true` or `false`.
            let remedy = match error.message().starts_with("invalid boolean") {
                true => "write true, false or a text in quotes",
                false => "",
            };
            reader.fault(&Place { file, span }, message, remedy);
        }
        Err(reader.into_faults())
    }
}

fn table_node(file: usize, span: std::ops::Range<usize>, table: DeTable<'_>) -> Node {
    let mut entries: Vec<Entry> = table
        .into_iter()
        .map(|(key, value)| Entry {
            key_place: Place {
                file,
                span: key.span(),
            },
            key: key.into_inner().into_owned(),
            node: node(file, value),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_place.span.start);
    Node {
        place: Place { file, span },
        value: Value::Table(entries),
    }
}

fn node(file: usize, value: Spanned<DeValue<'_>>) -> Node {
    let span = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Other("a number that is too large"),
        },
        DeValue::Boolean(truth) => Value::Truth(truth),
        DeValue::Array(list) => {
            Value::List(list.into_iter().map(|item| node(file, item)).collect())
        }
        DeValue::Table(table) => return table_node(file, span, table),
        DeValue::Float(number) => match number.as_str().replace('_', "").parse() {
            Ok(number) => Value::Fraction(number),
            Err(_) => Value::Other("a fraction"),
        },
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node {
        place: Place { file, span },
        value,
    }
}
