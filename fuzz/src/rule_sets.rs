//! The built-in rule sets, compiled when they are first needed.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex};
use tradewind_engine::{Rules, rules};

static KNOWN: LazyLock<Mutex<HashMap<String, Rules>>> = LazyLock::new(Mutex::default);

/// Splits an input after its first line.
pub fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// The rule set of a line `ID NAME=VALUE …`, with values of its options. Any other line means an arbitrary rule set.
pub fn load(line: &str) -> Rules {
    let ids = rules::built_in();
    let mut words = line.split_ascii_whitespace();
    let id = words.next().unwrap_or_default();
    let id = match ids.iter().find(|known| *known == id) {
        Some(id) => id,
        None => {
            let mut hasher = DefaultHasher::new();
            line.hash(&mut hasher);
            &ids[hasher.finish() as usize % ids.len()]
        }
    };
    let setting = |word: &str| {
        let (name, value) = word.split_once('=')?;
        Some((name.to_string(), value.to_string()))
    };
    let settings: Vec<(String, String)> = words.filter_map(setting).collect();
    with(id, &settings).unwrap_or_else(|| with(id, &[]).expect("built-in rule sets are valid"))
}

/// A rule set with options; `None` if the options are invalid.
fn with(id: &str, settings: &[(String, String)]) -> Option<Rules> {
    let mut known = KNOWN.lock().expect("no thread panics");
    let name = format!("{id} {settings:?}");
    if let Some(rules) = known.get(&name) {
        return Some(rules.clone());
    }
    let rules = Rules::load(id, settings).ok()?;
    known.insert(name, rules.clone());
    Some(rules)
}
