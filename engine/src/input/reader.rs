//! A reader that takes values out of located TOML and collects every fault.

use super::control_characters::{is_hidden, visible};
use super::document::{Entry, Fault, Node, Place, Sources, Value, table_node};
use crate::board::Geometry;
use std::cell::RefCell;
use std::collections::HashSet;
use toml::de::DeTable;

/// Reads values and collects faults.
#[derive(Debug)]
pub struct Reader<'s> {
    sources: &'s Sources,
    found: RefCell<FoundFaults>,
}

/// The faults found so far.
#[derive(Debug, Default)]
struct FoundFaults {
    faults: Vec<Fault>,
    /// File, byte and message of each fault, so that none is reported twice.
    known: HashSet<(usize, usize, String)>,
}

/// The maximum length of a text, in bytes.
const MAX_TEXT: usize = 2_000;

/// The maximum number of faults that are reported; one more says how many are left.
const MAX_FAULTS: usize = 100;

impl<'s> Reader<'s> {
    /// A reader of these files.
    pub fn new(sources: &'s Sources) -> Self {
        Reader {
            sources,
            found: RefCell::default(),
        }
    }

    /// Reports a fault.
    pub fn fault(&self, place: &Place, message: impl Into<String>, remedy: impl Into<String>) {
        let message = message.into();
        let mut found = self.found.borrow_mut();
        if !(found.known).insert((place.file, place.span.start, message.clone())) {
            return;
        }
        let more = found.known.len().saturating_sub(MAX_FAULTS);
        let (message, remedy) = match more {
            0 => (message, remedy.into()),
            1 => ("here is one more fault".to_string(), String::new()),
            _ => (
                format!("here is the first of {more} more faults"),
                String::new(),
            ),
        };
        if more > 1 {
            found.faults[MAX_FAULTS].message = message;
        } else {
            let fault = self.sources.fault(place, message, remedy);
            found.faults.push(fault);
        }
    }

    /// The place of a part of a string: `length` bytes from byte `start` of its text; that of the
    /// whole string where escapes or several lines move its characters.
    pub fn part(&self, place: &Place, start: usize, length: usize) -> Place {
        self.sources.part(place, start, length)
    }

    /// The faults, in the order of the files.
    pub fn into_faults(self) -> Vec<Fault> {
        let mut faults = self.found.into_inner().faults;
        let told = faults.len().min(MAX_FAULTS);
        let place = |fault: &Fault| (fault.file.clone(), fault.line, fault.column);
        faults[..told].sort_by_cached_key(place);
        faults
    }

    /// A table whose keys must be among `known`.
    pub fn table<'n>(&'n self, node: &'n Node, what: &'n str, known: &[&str]) -> TableReader<'n> {
        self.entries(node, what, &format!("its keys are {}", known.join(", ")));
        for Entry { key, key_place, .. } in node.entries() {
            if !known.contains(&key.as_str()) {
                let remedy = match closest(key, known.iter().copied()) {
                    Some(guess) => format!("did you mean `{guess}`?"),
                    None => format!("known here: {}", known.join(", ")),
                };
                self.fault(key_place, format!("{what} has no key `{key}`"), remedy);
            }
        }
        TableReader {
            reader: self,
            node,
            what,
        }
    }

    /// One of several words.
    pub fn choice<T: Copy>(&self, node: &Node, choices: &[(&str, T)]) -> Option<T> {
        let found = (choices.iter()).find(|(name, _)| node.text() == Some(*name));
        if found.is_none() {
            let message = format!("{} is not one of the choices here", describe(node));
            self.fault(&node.place, message, format!("write {}", either(choices)));
        }
        found.map(|&(_, value)| value)
    }

    /// An integer within bounds.
    pub fn number(&self, node: &Node, low: i64, high: i64) -> Option<i64> {
        if let Value::Number(number) = node.value
            && (low..=high).contains(&number)
        {
            return Some(number);
        }
        let range = format!("number from {low} to {high}");
        let message = format!("{} is not a whole {range}", describe(node));
        self.fault(&node.place, message, format!("write a {range}"));
        None
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
            let range = format!("number from {low} to {high}");
            let message = format!("{} is not a {range}", describe(node));
            self.fault(&node.place, message, format!("write a {range}"));
        }
        number
    }

    /// Checks that a text, which may be printed, has no control characters.
    pub fn is_visible(&self, text: &str, place: &Place) -> bool {
        let is_visible = !text.contains(is_hidden);
        if !is_visible {
            let message = format!("\"{}\" has hidden letters", visible(text));
            let remedy = "write it on one line, without control characters";
            self.fault(place, message, remedy);
        }
        is_visible
    }

    /// A text without control characters.
    pub fn text<'n>(&self, node: &'n Node) -> Option<&'n str> {
        let Some(text) = node.text() else {
            let message = format!("{} is not a text", describe(node));
            self.fault(&node.place, message, "write it in quotes");
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

    /// The entries of a table; none, which is a fault, of another kind of value.
    pub(crate) fn entries<'n>(&self, node: &'n Node, what: &str, remedy: &str) -> &'n [Entry] {
        if !node.is_table() {
            self.fault(&node.place, format!("{what} is not a table"), remedy);
        }
        node.entries()
    }

    /// At most `most` items; further ones are a fault, and `what` names them.
    pub(crate) fn at_most<'n>(&self, items: &'n [Node], most: usize, what: &str) -> &'n [Node] {
        if let Some(node) = items.get(most) {
            let message = format!("{} {what} are too many", items.len());
            self.fault(&node.place, message, format!("at most {most}"));
        }
        &items[..items.len().min(most)]
    }

    /// The items of a list.
    pub fn list<'n>(&self, node: &'n Node, what: &str) -> &'n [Node] {
        let Value::List(items) = &node.value else {
            let remedy = "write [ … ], or [[…]] tables";
            self.fault(&node.place, format!("{what} is not a list"), remedy);
            return &[];
        };
        items
    }

    /// The texts of a list.
    pub fn texts(&self, node: &Node, what: &str) -> Vec<String> {
        let texts = self.list(node, what).iter();
        let texts = texts.filter_map(|node| self.text(node));
        texts.map(str::to_string).collect()
    }

    /// The file and rank, counted from 0, of the square that a value names; reports that there is none.
    pub fn square(&self, node: &Node, board: &Geometry, remedy: &str) -> Option<(u8, u8)> {
        let square = board.parse(self.text(node)?);
        if square.is_none() {
            let message = format!("{} is not a square of the board", describe(node));
            self.fault(&node.place, message, remedy);
        }
        square.map(|square| board.place(square))
    }

    /// `true` or `false`.
    pub fn truth(&self, node: &Node) -> Option<bool> {
        let Value::Truth(truth) = node.value else {
            let message = format!("{} is neither true nor false", describe(node));
            self.fault(&node.place, message, "write true or false");
            return None;
        };
        Some(truth)
    }
}

/// The name most similar to `word`, if one is similar enough to have been meant.
pub fn closest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // One wrong, missing or exchanged letter, which counts for much in a short word.
    let is_near = |name: &str| word.len() > 2 && strsim::osa_distance(word, name) == 1;
    names
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(alike, name)| *alike > 0.8 || is_near(name))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// The suffix ` (did you mean …?)` for a mistyped word; empty where no name is similar enough.
pub fn did_you_mean<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> String {
    closest(word, names).map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

/// The words of some choices as a phrase: `"a", "b" or "c"`.
fn either<T>(choices: &[(&str, T)]) -> String {
    let words = choices.iter().map(|(word, _)| format!("\"{word}\""));
    listed(words.collect(), "or")
}

/// A list with a word before its last entry.
pub(crate) fn listed(texts: Vec<String>, word: &str) -> String {
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A value in words, for messages.
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

impl Sources {
    /// Parses a file and adds it.
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

/// A table that is being read.
#[derive(Clone, Copy, Debug)]
pub struct TableReader<'n> {
    /// The reader.
    pub reader: &'n Reader<'n>,
    /// The table.
    pub node: &'n Node,
    what: &'n str,
}

impl<'n> TableReader<'n> {
    /// The value under a key, if there is one.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        self.node.get(key)
    }

    /// The value under a key that must be there.
    pub fn need(&self, key: &str, remedy: &str) -> Option<&'n Node> {
        let found = self.get(key);
        // Another kind of value has been reported already.
        if found.is_none() && self.node.is_table() {
            let message = format!("{} has no `{key}`", self.what);
            self.reader.fault(&self.node.place, message, remedy);
        }
        found
    }

    /// The one of several words under a key that must be there.
    pub(crate) fn need_choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let node = self.need(key, &format!("write {key} = {}", either(choices)))?;
        self.reader.choice(node, choices)
    }

    /// The text under a key that must be there.
    pub(crate) fn need_text(&self, key: &str, remedy: &str) -> Option<&'n str> {
        self.need(key, remedy)
            .and_then(|node| self.reader.text(node))
    }

    /// The text under a key.
    pub fn text(&self, key: &str) -> Option<&'n str> {
        self.get(key).and_then(|node| self.reader.text(node))
    }

    /// The integer under a key.
    pub(crate) fn number(&self, key: &str, low: i64, high: i64) -> Option<i64> {
        self.get(key)
            .and_then(|node| self.reader.number(node, low, high))
    }

    /// The integer under a key, at least `low`, which is not negative; `default` without the key.
    pub fn number_or(&self, key: &str, default: u64, low: i64, high: i64) -> u64 {
        self.number(key, low, high)
            .map_or(default, i64::cast_unsigned)
    }

    /// The number under a key; `default` without the key.
    pub fn fraction_or(&self, key: &str, default: f64, low: f64, high: f64) -> f64 {
        self.get(key)
            .and_then(|node| self.reader.fraction(node, low, high))
            .unwrap_or(default)
    }

    /// The one of several words under a key.
    pub(crate) fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.get(key)
            .and_then(|node| self.reader.choice(node, choices))
    }

    /// The one of several words under a key; `default` without the key, `None` for a fault.
    pub(crate) fn choice_or_fault<T: Copy>(
        &self,
        key: &str,
        default: T,
        choices: &[(&str, T)],
    ) -> Option<T> {
        self.get(key)
            .map_or(Some(default), |node| self.reader.choice(node, choices))
    }

    /// The one of several words under a key; `default` without the key.
    pub fn choice_or<T: Copy>(&self, key: &str, default: T, choices: &[(&str, T)]) -> T {
        self.choice(key, choices).unwrap_or(default)
    }

    /// The items of the list under a key; none without the key.
    pub(crate) fn list(&self, key: &str) -> &'n [Node] {
        self.get(key)
            .map_or(&[], |node| self.reader.list(node, &format!("`{key}`")))
    }

    /// The texts of the list under a key; none without the key.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let texts = |node| self.reader.texts(node, &format!("`{key}`"));
        self.get(key).map_or(Vec::new(), texts)
    }

    /// The squares of the list under a key, none without the key; `None` after a fault. Faults of all squares are reported.
    pub fn squares(&self, key: &str, board: &Geometry, remedy: &str) -> Option<Vec<(u8, u8)>> {
        let square = |node| self.reader.square(node, board, remedy);
        let squares: Vec<_> = self.list(key).iter().map(square).collect();
        squares.into_iter().collect()
    }

    /// The boolean under a key.
    pub fn truth(&self, key: &str) -> Option<bool> {
        self.get(key).and_then(|node| self.reader.truth(node))
    }
}
