//! Reading values out of a tree while collecting every fault.

use super::renamed::Renamed;
use super::source::{Fault, Place, Sources};
use super::tree::{Node, Value};
use std::cell::RefCell;
use std::collections::HashSet;
use tradewind_files::escape::{is_hidden, visible};

/// Collects faults while a tree is read.
#[derive(Debug)]
pub struct Reader<'s> {
    sources: &'s Sources,
    found: RefCell<FoundFaults>,
}

/// The faults so far.
#[derive(Debug, Default)]
struct FoundFaults {
    faults: Vec<Fault>,
    /// File, byte and message of each, so that nothing is said twice.
    known: HashSet<(usize, usize, String)>,
}

/// The most bytes of a text.
const MAX_TEXT: usize = 2_000;

/// How many faults are told; where there are more, the last one says how many.
const MAX_FAULTS: usize = 100;

impl<'s> Reader<'s> {
    /// For these files.
    pub fn new(sources: &'s Sources) -> Self {
        Reader {
            sources,
            found: RefCell::default(),
        }
    }

    /// Notes a fault.
    pub fn fault(&self, place: &Place, message: impl Into<String>, remedy: impl Into<String>) {
        let message = message.into();
        let mut found = self.found.borrow_mut();
        if !(found.known).insert((place.file, place.span.start, message.clone())) {
            return;
        }
        let more = found.known.len().saturating_sub(MAX_FAULTS);
        let (message, remedy) = match more {
            0 => (message, remedy.into()),
            more => (and_more(more), String::new()),
        };
        if more > 1 {
            found.faults[MAX_FAULTS].message = message;
        } else {
            let fault = self.sources.fault(place, message, remedy);
            found.faults.push(fault);
        }
    }

    /// A part of a string of a file: the whole of it when it is written in a way that moves its
    /// letters about.
    pub fn part(&self, place: &Place, start: usize, length: usize) -> Place {
        if self.sources.is_plain_string(place) {
            place.within_string(start, length)
        } else {
            place.clone()
        }
    }

    /// The faults so far, in the order of the files.
    pub fn into_faults(self) -> Vec<Fault> {
        let mut faults = self.found.into_inner().faults;
        let told = faults.len().min(MAX_FAULTS);
        faults[..told]
            .sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        faults
    }

    /// Notes a name of an earlier version as a fault; whether it is one.
    pub fn is_renamed(&self, place: &Place, name: &str, renamed: Renamed<'_>) -> bool {
        let (Some(message), Some(new)) = (renamed.message(name), renamed.new_name(name)) else {
            return false;
        };
        self.fault(place, message, format!("write {new}"));
        true
    }

    /// A table whose keys are among `known`; unknown keys are faults.
    pub fn table<'n>(&'n self, node: &'n Node, what: &'n str, known: &[&str]) -> TableReader<'n> {
        self.table_renamed(node, what, known, Renamed::NONE)
    }

    /// A table of which some keys had other names in earlier versions. An old name is a fault too; its value is
    /// read as that of the new name, so that nothing else is said of it.
    pub fn table_renamed<'n>(
        &'n self,
        node: &'n Node,
        what: &'n str,
        known: &[&str],
        renamed: Renamed<'n>,
    ) -> TableReader<'n> {
        if !matches!(node.value, Value::Table(_)) {
            self.fault(
                &node.place,
                format!("{what} is not a table"),
                format!("its keys are {}", known.join(", ")),
            );
        }
        for entry in node.entries() {
            let is_known = known.contains(&entry.key.as_str());
            if !is_known && !self.is_renamed(&entry.key_place, &entry.key, renamed) {
                let guess = closest(&entry.key, known.iter().copied());
                let remedy = match guess {
                    Some(guess) => format!("did you mean `{guess}`?"),
                    None => format!("known here: {}", known.join(", ")),
                };
                let message = format!("{what} has no key `{}`", entry.key);
                self.fault(&entry.key_place, message, remedy);
            }
        }
        TableReader {
            reader: self,
            node,
            what,
            renamed,
        }
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, node: &Node, choices: &[(&str, T)]) -> Option<T> {
        let found = node
            .text()
            .and_then(|text| choices.iter().find(|(name, _)| *name == text));
        if found.is_none() {
            let names: Vec<_> = choices
                .iter()
                .map(|(name, _)| format!("\"{name}\""))
                .collect();
            let said = describe(node);
            self.fault(
                &node.place,
                format!("{said} is not one of the choices here"),
                format!("write {}", either(&names)),
            );
        }
        found.map(|&(_, value)| value)
    }

    /// A whole number within bounds.
    pub fn number(&self, node: &Node, low: i64, high: i64) -> Option<i64> {
        match node.value {
            Value::Number(number) if (low..=high).contains(&number) => Some(number),
            _ => {
                let said = describe(node);
                self.fault(
                    &node.place,
                    format!("{said} is not a whole number from {low} to {high}"),
                    format!("write a number from {low} to {high}"),
                );
                None
            }
        }
    }

    /// A number, whole or not, within bounds.
    pub fn fraction(&self, node: &Node, low: f64, high: f64) -> Option<f64> {
        let number = match node.value {
            Value::Number(number) => Some(number as f64),
            Value::Fraction(number) => Some(number),
            _ => None,
        };
        let number = number.filter(|number| (low..=high).contains(number));
        if number.is_none() {
            self.fault(
                &node.place,
                format!("{} is not a number from {low} to {high}", describe(node)),
                format!("write a number from {low} to {high}"),
            );
        }
        number
    }

    /// Whether nothing in a text is hidden, which is a fault: it may end up in a line for a terminal or for
    /// another program.
    pub fn is_visible(&self, text: &str, place: &Place) -> bool {
        let is_visible = !text.contains(is_hidden);
        if !is_visible {
            let message = format!("\"{}\" has hidden letters", visible(text));
            let remedy = "write it on one line, without control characters";
            self.fault(place, message, remedy);
        }
        is_visible
    }

    /// A text without hidden letters.
    pub fn text<'n>(&self, node: &'n Node) -> Option<&'n str> {
        let Some(text) = node.text() else {
            self.fault(
                &node.place,
                format!("{} is not a text", describe(node)),
                "write it in quotes",
            );
            return None;
        };
        if !self.is_visible(text, &node.place) {
            return None;
        }
        if text.len() > MAX_TEXT {
            let message = format!("a text of {} bytes is too long", text.len());
            self.fault(&node.place, message, format!("at most {MAX_TEXT}"));
            return None;
        }
        Some(text)
    }

    /// The items of a list.
    pub fn list<'n>(&self, node: &'n Node, what: &str) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            _ => {
                self.fault(
                    &node.place,
                    format!("{what} is not a list"),
                    "write [ … ], or [[…]] tables",
                );
                &[]
            }
        }
    }

    /// The items of a list of texts.
    pub fn texts(&self, node: &Node, what: &str) -> Vec<String> {
        let texts = self.list(node, what).iter();
        let texts = texts.filter_map(|node| self.text(node));
        texts.map(str::to_string).collect()
    }

    /// `true` or `false`.
    pub fn truth(&self, node: &Node) -> Option<bool> {
        match node.value {
            Value::Truth(truth) => Some(truth),
            _ => {
                self.fault(
                    &node.place,
                    format!("{} is neither true nor false", describe(node)),
                    "write true or false",
                );
                None
            }
        }
    }
}

/// What stands in the place of faults that are not told.
fn and_more(count: usize) -> String {
    match count {
        1 => "here is one more fault".to_string(),
        _ => format!("here is the first of {count} more faults"),
    }
}

/// The name most like `word`, if any is alike enough to be what was meant.
pub fn closest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    names
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(alike, _)| *alike > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// A question in brackets for what was meant by `word`, with a space before it; nothing where no name is alike enough.
pub fn did_you_mean<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> String {
    closest(word, names).map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

/// Some choices as a phrase: `"a", "b" or "c"`.
fn either(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.join(""),
    }
}

/// What a value is, for messages.
pub fn describe(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => format!("\"{text}\""),
        Value::Number(number) => number.to_string(),
        Value::Truth(truth) => truth.to_string(),
        Value::List(_) => "a list".to_string(),
        Value::Table(_) => "a table".to_string(),
        Value::Fraction(_) => "a fraction".to_string(),
        Value::Other(kind) => kind.to_string(),
    }
}

/// A table that is being read.
#[derive(Clone, Copy, Debug)]
pub struct TableReader<'n> {
    /// What collects its faults.
    pub reader: &'n Reader<'n>,
    /// The table.
    pub node: &'n Node,
    what: &'n str,
    renamed: Renamed<'n>,
}

impl<'n> TableReader<'n> {
    /// The value under a key, if there is one.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        let old = || self.node.get(self.renamed.old_name(key)?);
        self.node.get(key).or_else(old)
    }

    /// The value under a key that must be there.
    pub fn need(&self, key: &str, remedy: &str) -> Option<&'n Node> {
        let found = self.get(key);
        // That it is no table at all has been said already.
        if found.is_none() && matches!(self.node.value, Value::Table(_)) {
            let message = format!("{} has no `{key}`", self.what);
            self.reader.fault(&self.node.place, message, remedy);
        }
        found
    }

    /// The text under a key.
    pub fn text(&self, key: &str) -> Option<&'n str> {
        self.get(key).and_then(|node| self.reader.text(node))
    }

    /// The whole number under a key, at least `low`, which is not negative; `default` when it is left
    /// out.
    pub fn number_or(&self, key: &str, default: u64, low: i64, high: i64) -> u64 {
        let found = self.get(key);
        let found = found.and_then(|node| self.reader.number(node, low, high));
        found.map_or(default, i64::cast_unsigned)
    }

    /// The number under a key; `default` when it is left out.
    pub fn fraction_or(&self, key: &str, default: f64, low: f64, high: f64) -> f64 {
        let found = self.get(key);
        let found = found.and_then(|node| self.reader.fraction(node, low, high));
        found.unwrap_or(default)
    }

    /// The one of a few words under a key; `default` when it is left out.
    pub fn choice_or<T: Copy>(&self, key: &str, default: T, choices: &[(&str, T)]) -> T {
        let found = self.get(key);
        let found = found.and_then(|node| self.reader.choice(node, choices));
        found.unwrap_or(default)
    }

    /// The texts of the list under a key; none when it is left out.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let what = format!("`{key}`");
        let list = self.get(key);
        list.map_or(Vec::new(), |node| self.reader.texts(node, &what))
    }

    /// The truth under a key.
    pub fn truth(&self, key: &str) -> Option<bool> {
        self.get(key).and_then(|node| self.reader.truth(node))
    }
}
