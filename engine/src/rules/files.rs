//! The files of a rule set: built-in rule files, and the chain of `extends`.

use super::{RuleError, limits, options};
use crate::input::{Entry, Node, Sources, Value, text_file};
use std::path::{Path, PathBuf};

/// The built-in rule files by id.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in_rules.rs"));

/// The ids of the built-in rule sets, in alphabetical order.
pub fn built_in() -> Vec<String> {
    BUILT_IN.iter().map(|(id, _)| id.to_string()).collect()
}

/// Whether a rule set is named by a path and not by an id.
pub fn is_path(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(['/', '\\'])
}

/// Reads a rule set by id or path with everything that it extends: the merged tree, and the nearest
/// built-in rule set among the files. A draft is read in the place of the file.
pub(crate) fn load(
    name: &str,
    draft: Option<&str>,
    sources: &mut Sources,
) -> Result<(Node, Option<String>), RuleError> {
    let mut file = RuleFile::first(name, draft)?;
    let mut opened: Vec<String> = Vec::new();
    let mut ancestor = None;
    // The named file first, then the files that it extends.
    let mut layers: Vec<Node> = Vec::new();
    loop {
        let tree = file.parse(sources)?;
        if let Some(pairs) = tree.get("pairs") {
            let fault = sources.fault(
                &pairs.place,
                "`pairs` is of an experiment, and no rules are written here".to_string(),
                "name a rule file here; `tradewind run FILE` plays an experiment".to_string(),
            );
            return Err(RuleError::Faults(vec![fault]));
        }
        opened.push(file.identity);
        ancestor = ancestor.or(file.id);
        let extends = tree.get("extends").cloned();
        layers.push(tree);
        let Some(extends) = extends else {
            break;
        };
        let folder = file.path.as_ref().and_then(|path| path.parent());
        let refuse = |message: String, remedy: &str| {
            let fault = sources.fault(&extends.place, message, remedy.to_string());
            RuleError::Faults(vec![fault])
        };
        let Some(parent) = extends.text() else {
            return Err(refuse(
                "`extends` is not a text".to_string(),
                "give the id of a rule set or the path of a rule file",
            ));
        };
        if opened.len() == limits::CHAIN {
            let most = limits::CHAIN;
            return Err(refuse(
                format!("this is the {most}th file in a chain of `extends`"),
                &format!("let a chain have at most {most} files"),
            ));
        }
        file = RuleFile::open(parent, folder).map_err(|cause| refuse(cause.to_string(), ""))?;
        if opened.contains(&file.identity) {
            return Err(refuse(
                format!("`{parent}` extends itself, by way of this file"),
                "a chain of `extends` must end in a file without it",
            ));
        }
    }
    let mut layers = layers.into_iter().rev();
    let mut tree = layers.next().expect("one file has been read");
    for mut layer in layers {
        if let Some(chosen) = layer.remove("set") {
            options::fix(&mut tree, &chosen, sources)?;
        }
        options::merge(&mut tree, layer);
    }
    Ok((tree, ancestor))
}

/// An opened rule file.
struct RuleFile {
    /// Its name in messages.
    shown: String,
    /// Its canonical path.
    identity: String,
    /// The id of a built-in rule set.
    id: Option<String>,
    path: Option<PathBuf>,
    text: String,
}

impl RuleFile {
    /// Parses the text, which moves to the sources.
    fn parse(&mut self, sources: &mut Sources) -> Result<Node, RuleError> {
        let text = std::mem::take(&mut self.text);
        let parsed = sources.parse(self.shown.clone(), text);
        parsed.map_err(RuleError::Faults)
    }

    /// The file that is named first, with the text of a draft if there is one.
    fn first(name: &str, draft: Option<&str>) -> Result<RuleFile, RuleError> {
        let Some(text) = draft else {
            return RuleFile::open(name, None);
        };
        Ok(RuleFile::of_text(PathBuf::from(name), text.to_string()))
    }

    fn of_text(path: PathBuf, text: String) -> RuleFile {
        let identity = path.canonicalize().unwrap_or_else(|_| path.clone());
        RuleFile {
            shown: path.display().to_string(),
            identity: identity.display().to_string(),
            id: None,
            path: Some(path),
            text,
        }
    }

    /// Opens a built-in rule set by id, or a file by its path relative to a folder.
    fn open(name: &str, folder: Option<&Path>) -> Result<RuleFile, RuleError> {
        if !is_path(name) {
            let text = built_in_text(name).ok_or_else(|| RuleError::Unknown {
                id: name.to_string(),
                known: built_in(),
            })?;
            let shown = format!("data/rules/{name}.toml");
            return Ok(RuleFile {
                identity: shown.clone(),
                shown,
                id: Some(name.to_string()),
                path: None,
                text: text.to_string(),
            });
        }
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        let text = text_file::read(&path, limits::FILE_BYTES);
        let text = text.map_err(|cause| RuleError::Unreadable {
            file: path.display().to_string(),
            cause,
        })?;
        Ok(RuleFile::of_text(path, text))
    }
}

/// The text of a built-in rule file; `None` for an unknown id.
pub fn built_in_text(id: &str) -> Option<&'static str> {
    let mut known = BUILT_IN.iter();
    known.find(|(known, _)| *known == id).map(|(_, text)| *text)
}

/// The id or path of the rule set that another extends, if any.
///
/// # Errors
/// The file cannot be read, or is not TOML.
pub fn parent(name: &str) -> Result<Option<String>, RuleError> {
    parent_of(RuleFile::open(name, None)?)
}

/// The same for the draft of a file.
///
/// # Errors
/// The draft is not TOML.
pub fn parent_of_draft(path: &str, text: &str) -> Result<Option<String>, RuleError> {
    parent_of(RuleFile::first(path, Some(text))?)
}

fn parent_of(mut file: RuleFile) -> Result<Option<String>, RuleError> {
    let tree = file.parse(&mut Sources::default())?;
    let Some(parent) = tree.get("extends").and_then(Node::text) else {
        return Ok(None);
    };
    let folder = file.path.as_ref().and_then(|path| path.parent());
    Ok(Some(match folder {
        Some(folder) if is_path(parent) => folder.join(parent).display().to_string(),
        _ => parent.to_string(),
    }))
}

/// A rule set and everything that it extends as one file that extends nothing.
///
/// # Errors
/// As [`crate::rules::load`], but only the syntax of the files is checked.
pub fn flattened(name: &str) -> Result<String, RuleError> {
    let (tree, _) = load(name, None, &mut Sources::default())?;
    let entries = tree.entries().iter();
    let entries = entries.filter(|entry| entry.key != "extends");
    Ok(plain_table(entries).to_string())
}

/// A table without places and without kinds of values that no rule uses.
fn plain_table<'e>(entries: impl Iterator<Item = &'e Entry>) -> toml::Table {
    let plain = entries.map(|entry| Some((entry.key.clone(), plain(&entry.node)?)));
    plain.flatten().collect()
}

/// A value without its place; `None` for a kind of value that no rule uses.
fn plain(node: &Node) -> Option<toml::Value> {
    Some(match &node.value {
        Value::Text(text) => toml::Value::String(text.clone()),
        Value::Number(number) => toml::Value::Integer(*number),
        Value::Truth(truth) => toml::Value::Boolean(*truth),
        Value::List(items) => toml::Value::Array(items.iter().filter_map(plain).collect()),
        Value::Table(entries) => toml::Value::Table(plain_table(entries.iter())),
        Value::Fraction(number) => toml::Value::Float(*number),
        Value::Other(_) => return None,
    })
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
