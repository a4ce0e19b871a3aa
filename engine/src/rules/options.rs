//! Declared options: values of a rule set that can be chosen without another file.

use super::files::{RuleError, merge};
use super::spec::OptionSpec;
use crate::toml_file::{Node, Reader, Value, closest, describe};

/// The options that a tree declares, each with its default chosen.
pub(crate) fn declared(tree: &Node, reader: &Reader<'_>) -> Vec<OptionSpec> {
    let Some(table) = tree.get("option") else {
        return Vec::new();
    };
    if !matches!(table.value, Value::Table(_)) {
        reader.fault(
            &table.place,
            "`option` is not a table",
            "write [option.NAME] with `help`, `default` and `when`",
        );
    }
    let mut options = Vec::new();
    for entry in table.entries() {
        let what = format!("option `{}`", entry.key);
        let option = reader.table(&entry.node, &what, &["help", "default", "when"]);
        let default = option.need(
            "default",
            "give the value that holds when the option is not set",
        );
        if let Some(node) = default
            && !matches!(
                node.value,
                Value::Text(_) | Value::Number(_) | Value::Truth(_)
            )
        {
            reader.fault(
                &node.place,
                format!("{} is no value of an option", describe(node)),
                "write a text, a whole number, true or false",
            );
        }
        let default = default.map(value_text).unwrap_or_default();
        let help = option.need("help", "say in a line what the option does");
        let help = help.and_then(|node| reader.text(node)).unwrap_or_default();
        let mut values = vec![default.clone()];
        match option.need("when", "say what changes: [option.NAME.when.VALUE]") {
            Some(when) => {
                if when.entries().is_empty() {
                    reader.fault(
                        &when.place,
                        format!("{what} changes nothing"),
                        "name a value and what changes: [option.NAME.when.VALUE]",
                    );
                }
                for value in when.entries() {
                    for key in ["extends", "option"] {
                        if let Some(node) = value.node.get(key) {
                            reader.fault(
                                &node.place,
                                format!("an option cannot change `{key}`"),
                                "write it outside of the option",
                            );
                        }
                    }
                    if value.key == default {
                        reader.fault(
                            &value.key_place,
                            format!("`{}` is the default, for which nothing changes", value.key),
                            "write the default into the rules themselves",
                        );
                    } else {
                        values.push(value.key.clone());
                    }
                }
            }
            None => continue,
        }
        options.push(OptionSpec {
            name: entry.key.clone(),
            help: help.to_string(),
            chosen: default.clone(),
            default,
            values,
        });
    }
    options
}

fn value_text(node: &Node) -> String {
    match node.text() {
        Some(text) => text.to_string(),
        None => describe(node),
    }
}

/// Lays the changes of the chosen values over the tree.
pub(crate) fn apply(
    tree: &mut Node,
    declared: &mut [OptionSpec],
    settings: &[(String, String)],
    rules: &str,
) -> Result<(), RuleError> {
    for (name, value) in settings {
        let names: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
        let list = names.join(", ");
        let guess =
            closest(name, names.into_iter()).map(|guess| format!(" (did you mean `{guess}`?)"));
        let Some(option) = declared.iter_mut().find(|option| option.name == *name) else {
            let known = match list.as_str() {
                "" => "it has none".to_string(),
                list => format!("it has {list}"),
            };
            let message = format!(
                "`{rules}` has no option `{name}`; {known}{}",
                guess.unwrap_or_default()
            );
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
    for option in declared
        .iter()
        .filter(|option| option.chosen != option.default)
    {
        let change = (tree.get("option"))
            .and_then(|options| options.get(&option.name))
            .and_then(|option| option.get("when"))
            .and_then(|when| when.get(&option.chosen));
        if let Some(change) = change.cloned() {
            merge(tree, change);
        }
    }
    Ok(())
}
