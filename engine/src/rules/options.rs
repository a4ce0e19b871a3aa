//! Merging a rule file into the one that it extends, and the options that a rule set declares.

use super::spec::OptionSpec;
use super::{RuleError, limits};
use crate::input::{Entry, Node, Place, Reader, Sources, Value, describe, did_you_mean};
use std::collections::HashMap;

/// The options that a tree declares, each with its default chosen.
pub(crate) fn declared(tree: &Node, reader: &Reader<'_>) -> Vec<OptionSpec> {
    let Some(table) = tree.get("option") else {
        return Vec::new();
    };
    let remedy = "write [option.NAME] with `help`, `default` and `when`";
    let entries = reader.entries(table, "`option`", remedy);
    let mut options = Vec::new();
    let mut values_left = limits::OPTION_VALUES;
    for (at, entry) in entries.iter().enumerate() {
        if at == limits::OPTIONS {
            let message = format!("{} options are too many", entries.len());
            let remedy = format!("at most {}", limits::OPTIONS);
            reader.fault(&entry.key_place, message, remedy);
            break;
        }
        let what = format!("option `{}`", entry.key);
        check_word(&entry.key, "an option", &entry.key_place, reader);
        let option = reader.table(&entry.node, &what, &["help", "default", "when"]);
        let remedy = "give the value that holds when the option is not set";
        let default = option.need("default", remedy);
        if let Some(node) = default {
            if let Value::Text(_) | Value::Number(_) | Value::Truth(_) = node.value {
                check_word(&value_text(node), "a value", &node.place, reader);
            } else {
                let message = format!("{} is not a value of an option", describe(node));
                let remedy = "write a text, a whole number, true or false";
                reader.fault(&node.place, message, remedy);
            }
        }
        let default = default.map(value_text).unwrap_or_default();
        let help = option.need_text("help", "describe the option in a line");
        let mut values = vec![default.clone()];
        let remedy = "give the changes: [option.NAME.when.VALUE]";
        let Some(when) = option.need("when", remedy) else {
            continue;
        };
        if when.entries().is_empty() {
            let remedy = "give the changes of a value: [option.NAME.when.VALUE]";
            reader.fault(&when.place, format!("{what} changes nothing"), remedy);
        }
        for value in when.entries() {
            if values_left == 0 {
                let message = "all options together have too many values";
                let remedy = format!("at most {}", limits::OPTION_VALUES);
                reader.fault(&value.key_place, message, remedy);
                return options;
            }
            values_left -= 1;
            check_word(&value.key, "a value", &value.key_place, reader);
            for key in ["extends", "option"] {
                if let Some(node) = value.node.get(key) {
                    let message = format!("an option cannot change `{key}`");
                    reader.fault(&node.place, message, "write it outside of the option");
                }
            }
            if value.key == default {
                let message = format!("`{default}` is the default, for which nothing changes");
                let remedy = "write the default into the rules themselves";
                reader.fault(&value.key_place, message, remedy);
            } else {
                values.push(value.key.clone());
            }
        }
        options.push(OptionSpec {
            name: entry.key.clone(),
            help: help.unwrap_or_default().to_string(),
            chosen: default.clone(),
            default,
            values,
        });
    }
    options
}

/// Checks the name of an option, value or array: command lines and file names contain it.
pub(crate) fn check_word(word: &str, of: &str, place: &Place, reader: &Reader<'_>) {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    if word.is_empty() || word.len() > 60 || !word.chars().all(plain) {
        let message = format!("`{word}` cannot be the name of {of}");
        let remedy = "write up to 60 letters a-z A-Z, digits, _, - and .";
        reader.fault(place, message, remedy);
    }
}

fn value_text(node: &Node) -> String {
    (node.text()).map_or_else(|| describe(node), str::to_string)
}

/// Merges the changes of options that `set` of an extending file fixes, and removes the options.
pub(crate) fn fix(tree: &mut Node, set: &Node, sources: &Sources) -> Result<(), RuleError> {
    let reader = Reader::new(sources);
    for entry in reader.entries(set, "`set`", "write { OPTION = VALUE }") {
        match option_change(tree, entry) {
            Err((message, remedy)) => reader.fault(&entry.key_place, message, remedy),
            Ok(change) => {
                if let Value::Table(entries) = &mut tree.value {
                    let options = entries.iter_mut().find(|entry| entry.key == "option");
                    options.and_then(|options| options.node.remove(&entry.key));
                }
                change.into_iter().for_each(|change| merge(tree, change));
            }
        }
    }
    match reader.into_faults() {
        faults if faults.is_empty() => Ok(()),
        faults => Err(RuleError::Faults(faults)),
    }
}

/// The changes of an option's value; `None` for the default. An error is a message and a remedy.
fn option_change(tree: &Node, chosen: &Entry) -> Result<Option<Node>, (String, String)> {
    let options = tree.get("option").map_or(&[][..], Node::entries);
    let Some(option) = options.iter().find(|option| option.key == chosen.key) else {
        let message = format!("what is extended has no option `{}`", chosen.key);
        return Err((message, it_has(&keys(options))));
    };
    let value = value_text(&chosen.node);
    if option.node.get("default").map(value_text).as_ref() == Some(&value) {
        return Ok(None);
    }
    let when = option.node.get("when");
    let change = when.and_then(|when| when.get(&value)).cloned();
    change.map(Some).ok_or_else(|| {
        let values = keys(when.map_or(&[][..], Node::entries));
        let message = format!("option `{}` has no value `{value}`", chosen.key);
        (message, format!("its values are its default and {values}"))
    })
}

fn keys(entries: &[Entry]) -> String {
    let keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    keys.join(", ")
}

/// The options that there are, in words.
fn it_has(options: &str) -> String {
    match options {
        "" => "it has none".to_string(),
        options => format!("it has {options}"),
    }
}

/// Merges the changes of the chosen values into the tree.
pub(crate) fn apply(
    tree: &mut Node,
    declared: &mut [OptionSpec],
    settings: &[(String, String)],
    rules: &str,
) -> Result<(), RuleError> {
    for (name, value) in settings {
        let names: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
        let list = names.join(", ");
        let guess = did_you_mean(name, names.into_iter());
        let Some(option) = declared.iter_mut().find(|option| option.name == *name) else {
            let known = it_has(&list);
            let message = format!("`{rules}` has no option `{name}`; {known}{guess}");
            return Err(RuleError::Option(message));
        };
        if !option.values.contains(value) {
            let values = option.values.join(", ");
            let message = format!(
                "option `{name}` of `{rules}` has no value `{value}`; its values are {values}"
            );
            return Err(RuleError::Option(message));
        }
        option.chosen.clone_from(value);
    }
    for option in (declared.iter()).filter(|option| option.chosen != option.default) {
        let keys = ["option", &option.name, "when", &option.chosen];
        let change = keys.into_iter().try_fold(&*tree, |node, key| node.get(key));
        if let Some(change) = change.cloned() {
            merge(tree, change);
        }
    }
    Ok(())
}

/// Merges `over` into `base`: tables key by key, the pieces of `piece` by their `text`. The list
/// `remove_pieces` is appended to; `replace` also applies to the values of the `replace` before it.
/// Everything else is replaced.
pub(crate) fn merge(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::Table(below), Value::Table(above)) => {
            for entry in above {
                match below.iter_mut().find(|known| known.key == entry.key) {
                    None => below.push(entry),
                    Some(known) if ["piece", "remove_pieces"].contains(&&*entry.key) => {
                        extend(&mut known.node, entry.node)
                    }
                    Some(known) if entry.key == "replace" => {
                        replace_again(&mut known.node, &entry.node);
                        merge(&mut known.node, entry.node);
                    }
                    Some(known) => {
                        known.key_place = entry.key_place;
                        merge(&mut known.node, entry.node);
                    }
                }
            }
        }
        (below, above) => *below = above,
    }
    // A fault of the whole follows from `over`.
    base.place = over.place;
}

/// Applies `over` to the replacing pieces of `base`.
fn replace_again(base: &mut Node, over: &Node) {
    if let Value::Table(below) = &mut base.value {
        for entry in below {
            let further = entry.node.text().and_then(|text| over.get(text));
            if let Some(further) = further.cloned() {
                entry.node = further;
            }
        }
    }
}

/// Appends a list to another; a piece with the text of an inherited one is merged into that.
fn extend(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::List(below), Value::List(above)) => {
            let text = |piece: &Node| piece.get("text").and_then(Node::text).map(str::to_string);
            // Each inherited piece is merged once, so that a text twice in one file is found later.
            let inherited = below.iter().enumerate().rev();
            let inherited = inherited.filter_map(|(at, piece)| Some((text(piece)?, at)));
            let mut inherited: HashMap<String, usize> = inherited.collect();
            for piece in above {
                match text(&piece).and_then(|text| inherited.remove(&text)) {
                    Some(known) => merge(&mut below[known], piece),
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
