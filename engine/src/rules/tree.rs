//! Rule files as trees that remember their places, and the merging behind `extends` and options.

use super::source::{Fault, Place, RuleError, Sources};
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value of a rule file and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub place: Place,
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Number(i64),
    Truth(bool),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// A kind of value that no rule uses (a fraction or a date).
    Other(&'static str),
}

/// A key of a table, its place, and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_place: Place,
    pub node: Node,
}

impl Node {
    /// The entries, when this is a table.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The value under a key, when this is a table that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let entry = self.entries().iter().find(|entry| entry.key == key);
        entry.map(|entry| &entry.node)
    }

    /// The text, when this is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The rule files that the program carries with it, by id.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in_rules.rs"));

/// The ids of the rule sets that the program carries with it, in alphabetical order.
pub fn built_in() -> Vec<String> {
    BUILT_IN.iter().map(|(id, _)| id.to_string()).collect()
}

/// Whether a rule set is named by its path and not by its id.
fn is_path(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(['/', '\\'])
}

/// Reads a rule set by id or path, and all that it extends, into one merged tree.
pub(crate) fn load(name: &str, sources: &mut Sources) -> Result<Node, RuleError> {
    load_chain(name, None, sources, &mut Vec::new())
}

fn load_chain(
    name: &str,
    base: Option<&Path>,
    sources: &mut Sources,
    opened: &mut Vec<String>,
) -> Result<Node, RuleError> {
    let (shown, path, text) = if is_path(name) {
        let path = base.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(&path).map_err(|cause| RuleError::Unreadable {
            file: shown.clone(),
            cause,
        })?;
        (shown, Some(path), text)
    } else {
        let found = BUILT_IN.iter().find(|(id, _)| *id == name);
        let (id, text) = found.ok_or_else(|| RuleError::Unknown {
            id: name.to_string(),
            known: built_in(),
        })?;
        (format!("data/rules/{id}.toml"), None, text.to_string())
    };
    let identity = path
        .as_ref()
        .and_then(|path| path.canonicalize().ok())
        .map_or_else(|| shown.clone(), |path| path.display().to_string());
    opened.push(identity.clone());
    let file = sources.add(shown, text.clone());
    let tree = parse(file, &text, sources)?;
    let Some(extends) = tree.get("extends") else {
        return Ok(tree);
    };
    let refuse = |message: String, remedy: &str| {
        let fault = sources.fault(&extends.place, message, remedy.to_string());
        Err(RuleError::Faults(vec![fault]))
    };
    let Some(parent) = extends.text() else {
        return refuse(
            "`extends` is not a text".to_string(),
            "give the id of a rule set or the path of a rule file",
        );
    };
    let folder = path.as_ref().and_then(|path| path.parent());
    let parent_identity = if is_path(parent) {
        let parent = folder.map_or_else(|| PathBuf::from(parent), |folder| folder.join(parent));
        parent
            .canonicalize()
            .unwrap_or(parent)
            .display()
            .to_string()
    } else {
        format!("data/rules/{parent}.toml")
    };
    if opened.contains(&parent_identity) {
        return refuse(
            format!("`{parent}` extends itself, by way of this file"),
            "a chain of `extends` must end in a file without it",
        );
    }
    let place = extends.place.clone();
    let mut merged = match load_chain(parent, folder, sources, opened) {
        Ok(tree) => tree,
        Err(cause @ (RuleError::Unknown { .. } | RuleError::Unreadable { .. })) => {
            let fault = sources.fault(&place, cause.to_string(), String::new());
            return Err(RuleError::Faults(vec![fault]));
        }
        Err(faults) => return Err(faults),
    };
    merge(&mut merged, tree);
    Ok(merged)
}

/// Parses one file; every syntax fault is reported.
fn parse(file: usize, text: &str, sources: &Sources) -> Result<Node, RuleError> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        let span = table.span();
        return Ok(table_node(file, span, table.into_inner()));
    }
    let faults: Vec<Fault> = errors
        .iter()
        .map(|error| {
            let span = error.span().unwrap_or(0..0);
            let message = format!("not TOML: {}", error.message());
            // The parser takes a bare word that begins with t or f for `true` or `false`.
            let remedy = match error.message().starts_with("invalid boolean") {
                true => "write true, false or a text in quotes",
                false => "",
            };
            sources.fault(&Place { file, span }, message, remedy.to_string())
        })
        .collect();
    Err(RuleError::Faults(faults))
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
        DeValue::Float(_) => Value::Other("a fraction"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node {
        place: Place { file, span },
        value,
    }
}

/// Lays `over` on top of `base`: tables are merged key by key, the pieces of `piece` by their
/// `text`, `remove_pieces` grows, and everything else is replaced.
pub(crate) fn merge(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::Table(below), Value::Table(above)) => {
            for entry in above {
                match below.iter_mut().find(|known| known.key == entry.key) {
                    None => below.push(entry),
                    Some(known) if entry.key == "piece" => {
                        merge_pieces(&mut known.node, entry.node)
                    }
                    Some(known) if entry.key == "remove_pieces" => {
                        append(&mut known.node, entry.node)
                    }
                    Some(known) => {
                        known.key_place = entry.key_place;
                        merge(&mut known.node, entry.node);
                    }
                }
            }
        }
        (below, above) => {
            *below = above;
            base.place = over.place;
        }
    }
}

/// Puts a list behind another: what has been taken away stays away.
fn append(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::List(below), Value::List(above)) => below.extend(above),
        (below, above) => {
            *below = above;
            base.place = over.place;
        }
    }
}

fn merge_pieces(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::List(below), Value::List(above)) => {
            let inherited = below.len();
            let mut seen: Vec<String> = Vec::new();
            for piece in above {
                let text = piece.get("text").and_then(Node::text).map(str::to_string);
                let known = (below[..inherited].iter_mut()).find(|known| {
                    text.is_some() && known.get("text").and_then(Node::text) == text.as_deref()
                });
                // A text that one file gives twice stays twice, so that it is refused.
                let known = known.filter(|_| text.as_ref().is_none_or(|text| !seen.contains(text)));
                seen.extend(text);
                match known {
                    Some(known) => {
                        known.place = piece.place.clone();
                        merge(known, piece);
                    }
                    None => below.push(piece),
                }
            }
        }
        (below, above) => {
            *below = above;
            base.place = over.place;
        }
    }
}
