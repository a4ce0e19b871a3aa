//! Cases from elsewhere: positions with the moves, move counts and outcome that they should have.

use anyhow::{Context, anyhow, bail, ensure};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};
use tradewind_engine::rules::{self, RuleError};
use tradewind_engine::{Game, MAX_PERFT_DEPTH, Rules};

/// A position and what is expected of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The id of a rule set or the path of a rule file.
    pub rules: String,
    /// Values of its options.
    pub options: Vec<(String, String)>,
    pub fen: String,
    moves: Option<Vec<String>>,
    /// The move counts for depths 1, 2, ….
    perft: Option<Vec<u64>>,
    /// The outcome; the inner `None` stands for a game that goes on.
    over: Option<Option<String>>,
}

impl Case {
    /// Reads a case from a line of JSON. An error says what is missing or of the wrong type.
    pub fn read(line: &str) -> anyhow::Result<Case> {
        let value: Value =
            serde_json::from_str(line).map_err(|error| anyhow!("not JSON: {error}"))?;
        let object = value
            .as_object()
            .context("a case is a JSON object {\"rules\", \"fen\", …}")?;
        let needed = |key: &str| {
            let found = field(object, key, "a text")?;
            found.with_context(|| format!("`{key}` must be a text"))
        };
        let case = Case {
            rules: needed("rules")?,
            options: options(object)?,
            fen: needed("fen")?,
            moves: field(object, "moves", "a list of move texts")?,
            perft: field(object, "perft", "a list of counts for depths 1, 2, …")?,
            over: match object.get("over") {
                None => None,
                Some(Value::Null) => Some(None),
                Some(Value::String(over)) if ["w", "b", "draw"].contains(&over.as_str()) => {
                    Some(Some(over.clone()))
                }
                Some(_) => bail!("`over` must be null, \"w\", \"b\" or \"draw\""),
            },
        };
        ensure!(
            case.perft.iter().flatten().count() <= MAX_PERFT_DEPTH as usize,
            "`perft` has counts for more than {MAX_PERFT_DEPTH} depths"
        );
        ensure!(
            case.moves.is_some() || case.perft.is_some() || case.over.is_some(),
            "the case expects nothing: give `moves`, `perft` or `over`"
        );
        Ok(case)
    }

    /// The differences from the engine's answers, in lines. An error says why the position is
    /// refused.
    pub fn check(&self, rules: &Rules) -> anyhow::Result<Vec<String>> {
        let game = (rules.parse(&self.fen)).map_err(|cause| anyhow!("{}: {cause}", self.fen))?;
        let mut wrong = Vec::new();
        if let Some(expected) = &self.moves {
            wrong.extend(compare_moves(&game, expected));
        }
        for (depth, expected) in (1..=MAX_PERFT_DEPTH).zip(self.perft.iter().flatten()) {
            let found = game.perft(depth);
            if found != *expected {
                wrong.push(format!("perft {depth}: expected {expected}, found {found}"));
            }
        }
        if let Some(expected) = &self.over {
            let found = game.outcome().map(|(outcome, _)| outcome.text());
            if found != expected.as_deref() {
                let [expected, found] =
                    [expected.as_deref(), found].map(|over| over.unwrap_or("not over"));
                wrong.push(format!("over: expected {expected}, found {found}"));
            }
        }
        Ok(wrong)
    }
}

fn compare_moves(game: &Game, expected: &[String]) -> Vec<String> {
    let moves = game.moves_on_board().into_iter();
    let mut wrong = compare(moves.map(|one| game.move_text(one)), expected);
    if expected.len() > BTreeSet::from_iter(expected).len() {
        wrong.push("the case names a move twice".to_string());
    }
    wrong
}

/// The moves or squares that are missing, and those that are not expected.
pub(super) fn compare(found: impl IntoIterator<Item = String>, expected: &[String]) -> Vec<String> {
    let found = BTreeSet::from_iter(found);
    let expected = BTreeSet::from_iter(expected.iter().cloned());
    let listed = |what: &str, texts: Vec<&String>| {
        let texts: Vec<&str> = texts.into_iter().map(String::as_str).collect();
        (!texts.is_empty()).then(|| format!("{what}: {}", texts.join(" ")))
    };
    (listed("missing", expected.difference(&found).collect()).into_iter())
        .chain(listed("extra", found.difference(&expected).collect()))
        .collect()
}

/// The value under a key; `None` without the key.
fn field<T: DeserializeOwned>(
    object: &Map<String, Value>,
    key: &str,
    wanted: &str,
) -> anyhow::Result<Option<T>> {
    let value = object.get(key).filter(|value| !value.is_null());
    let value = value.map(T::deserialize).transpose();
    value.map_err(|_| anyhow!("`{key}` must be {wanted}"))
}

fn options(object: &Map<String, Value>) -> anyhow::Result<Vec<(String, String)>> {
    const WANTED: &str = "an object of names and values";
    let options: Option<Map<String, Value>> = field(object, "options", WANTED)?;
    let options = options
        .into_iter()
        .flatten()
        .map(|(name, value)| match value {
            Value::String(text) => Ok((name, text)),
            Value::Bool(_) | Value::Number(_) => Ok((name, value.to_string())),
            _ => Err(anyhow!("`options` must be {WANTED}")),
        });
    options.collect()
}

/// The rule sets of cases and examples, each loaded once.
#[derive(Debug, Default)]
pub struct GameCache {
    loaded: HashMap<(String, Vec<(String, String)>), Rules>,
}

impl GameCache {
    /// The rule set with this id or path and these options. An error says why it cannot be loaded.
    pub fn load(&mut self, rules: &str, options: &[(String, String)]) -> anyhow::Result<Rules> {
        let key = (rules.to_string(), options.to_vec());
        if let Some(known) = self.loaded.get(&key) {
            return Ok(known.clone());
        }
        ensure!(
            !rules::is_path(rules) || rules.ends_with(".toml"),
            "`{rules}` is not a rule file: its name does not end in .toml"
        );
        let loaded = match Rules::load(rules, options) {
            // Cases come from untrusted sources, so messages do not quote the named file.
            Err(RuleError::Faults(faults)) => bail!(
                "the rule file {rules} has {} faults; `tradewind rules check` shows them",
                faults.len()
            ),
            loaded => loaded?,
        };
        self.loaded.insert(key, loaded.clone());
        Ok(loaded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str =
        "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,B,Q,K,B,N,R w castle=KQkq 0";

    fn wrong(rest: &str) -> Vec<String> {
        let line = format!("{{\"rules\":\"chess\",\"fen\":\"{START}\",{rest}}}");
        let case = Case::read(&line).expect("a case");
        let rules = GameCache::default().load(&case.rules, &case.options);
        case.check(&rules.expect("chess")).expect("a position")
    }

    #[test]
    fn right_answers_pass_and_wrong_ones_are_named() {
        assert!(wrong("\"perft\":[20,400],\"over\":null").is_empty());
        assert_eq!(
            wrong("\"perft\":[20,401]"),
            ["perft 2: expected 401, found 400"]
        );
        assert_eq!(
            wrong("\"over\":\"draw\""),
            ["over: expected draw, found not over"]
        );
        let moves = wrong("\"moves\":[\"a2a3\",\"e1e2\"]");
        assert_eq!(moves[0], "missing: e1e2");
        assert!(moves[1].starts_with("extra: a2a4 b1a3 "));
    }

    #[test]
    fn other_lines_are_refused() {
        for line in [
            "",
            "[]",
            "{}",
            "{\"rules\":1}",
            "{\"rules\":\"chess\",\"fen\":\"x\"}",
        ] {
            assert!(Case::read(line).is_err(), "{line}");
        }
        let options =
            "{\"rules\":\"chess\",\"fen\":\"x\",\"over\":null,\"options\":{\"no_castling\":true}}";
        let case = Case::read(options).expect("a case");
        assert_eq!(
            case.options,
            [("no_castling".to_string(), "true".to_string())]
        );
    }
}
