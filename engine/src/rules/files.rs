//! The files of a rule set: which there are, and the merging behind `extends` and options.

use crate::toml_file::{Fault, Node, Sources, Value, closest};
use std::path::{Path, PathBuf};

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

/// The rule files that the program carries with it, by id.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in_rules.rs"));

/// The ids of the rule sets that the program carries with it, in alphabetical order.
pub fn built_in() -> Vec<String> {
    BUILT_IN.iter().map(|(id, _)| id.to_string()).collect()
}

/// Whether a rule set is named by its path and not by its id.
pub fn is_path(name: &str) -> bool {
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
    let tree = sources.parse(shown, text).map_err(RuleError::Faults)?;
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

/// A rule set with all that it extends as one file that extends nothing.
///
/// # Errors
/// As [`crate::rules::load`], but only the syntax of the files is looked at.
pub fn flattened(name: &str) -> Result<String, RuleError> {
    let tree = load(name, &mut Sources::default())?;
    let mut table = toml::Table::new();
    for entry in tree.entries() {
        if entry.key != "extends"
            && let Some(value) = plain(&entry.node)
        {
            table.insert(entry.key.clone(), value);
        }
    }
    Ok(table.to_string())
}

/// A value without its place; `None` for a kind that no rule uses.
fn plain(node: &Node) -> Option<toml::Value> {
    Some(match &node.value {
        Value::Text(text) => toml::Value::String(text.clone()),
        Value::Number(number) => toml::Value::Integer(*number),
        Value::Truth(truth) => toml::Value::Boolean(*truth),
        Value::List(items) => toml::Value::Array(items.iter().filter_map(plain).collect()),
        Value::Table(entries) => toml::Value::Table(
            (entries.iter())
                .filter_map(|entry| Some((entry.key.clone(), plain(&entry.node)?)))
                .collect(),
        ),
        Value::Fraction(number) => toml::Value::Float(*number),
        Value::Other(_) => return None,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flattened_rule_set_is_the_same_rule_set() {
        let folder = std::env::temp_dir().join(format!("tradewind-flat-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for id in built_in() {
            let text = flattened(&id).expect("a built-in rule set");
            let file = folder.join(format!("{id}.toml"));
            std::fs::write(&file, text).expect("the file");
            let again = crate::rules::load(&file.display().to_string(), &[]);
            let again = again.unwrap_or_else(|fault| panic!("{fault}"));
            let first = crate::rules::load(&id, &[]).expect("a built-in rule set");
            assert_eq!(again.fingerprint_text(), first.fingerprint_text(), "{id}");
            for option in &first.options {
                let known = again.options.iter().find(|one| one.name == option.name);
                assert_eq!(known.map(|one| &one.default), Some(&option.default), "{id}");
            }
        }
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
