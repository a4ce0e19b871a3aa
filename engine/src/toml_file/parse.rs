//! Parsing a file into a tree.

use super::reader::Reader;
use super::source::{Fault, Place, Sources};
use super::tree::{Entry, Node, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

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
            let remedy = if error.message().starts_with("invalid boolean") {
                "write true, false or a text in quotes"
            } else {
                ""
            };
            reader.fault(&Place { file, span }, message, remedy);
        }
        Err(reader.into_faults())
    }
}

/// A whole number, in whichever base it is written; `None` for another kind of value, and for one beyond 64 bits.
pub fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A number, whole or not; `None` for another kind of value.
pub fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(number) => number.as_str().replace('_', "").parse().ok(),
        value => integer(value).map(|number| number as f64),
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
