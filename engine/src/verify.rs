//! Checking the engine against cases from elsewhere: positions with the moves, move counts and
//! outcome that they should have.

use crate::game::{Game, Play};
use crate::perft::MAX_PERFT_DEPTH;
use crate::rules::{self, RuleError};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};

/// One case: a position and what is expected of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The id of a rule set or the path of a rule file.
    pub rules: String,
    /// Values of its options.
    pub options: Vec<(String, String)>,
    /// The position text.
    pub fen: String,
    /// The legal moves.
    pub moves: Option<Vec<String>>,
    /// The move counts for depths 1, 2, ….
    pub perft: Option<Vec<u64>>,
    /// The outcome; the inner `None` says that the game is not over.
    pub over: Option<Option<String>>,
}

/// Why a line cannot be used as a case.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// It is not a case.
    #[error("{0}")]
    Line(String),
    /// Its rule set is not one.
    #[error("{0}")]
    Rules(String),
    /// Its position is refused.
    #[error("{fen}: {cause}")]
    Position {
        /// The position text.
        fen: String,
        /// What is wrong with it.
        cause: crate::position::PositionError,
    },
}

impl Case {
    /// Reads a case from a line of JSON.
    ///
    /// # Errors
    /// What is missing or of the wrong kind.
    pub fn read(line: &str) -> Result<Case, CaseError> {
        let fault = |message: &str| CaseError::Line(message.to_string());
        let value: Value = serde_json::from_str(line)
            .map_err(|error| CaseError::Line(format!("not JSON: {error}")))?;
        let object = value
            .as_object()
            .ok_or_else(|| fault("a case is a JSON object {\"rules\", \"fen\", …}"))?;
        let case = Case {
            rules: text(object, "rules")?,
            options: options(object.get("options"))?,
            fen: text(object, "fen")?,
            moves: list(
                object,
                "moves",
                |value| value.as_str().map(str::to_string),
                "a list of move texts",
            )?,
            perft: list(
                object,
                "perft",
                Value::as_u64,
                "a list of counts for depths 1, 2, …",
            )?,
            over: match object.get("over") {
                None => None,
                Some(Value::Null) => Some(None),
                Some(Value::String(over)) if ["w", "b", "draw"].contains(&over.as_str()) => {
                    Some(Some(over.clone()))
                }
                Some(_) => return Err(fault("`over` must be null, \"w\", \"b\" or \"draw\"")),
            },
        };
        if (case.perft.as_ref()).is_some_and(|counts| counts.len() > MAX_PERFT_DEPTH as usize) {
            return Err(CaseError::Line(format!(
                "`perft` has counts for more than {MAX_PERFT_DEPTH} depths"
            )));
        }
        if case.moves.is_none() && case.perft.is_none() && case.over.is_none() {
            return Err(fault(
                "the case expects nothing: give `moves`, `perft` or `over`",
            ));
        }
        Ok(case)
    }

    /// What is wrong with the engine's answer, in lines; none when it is right.
    ///
    /// # Errors
    /// The position is refused.
    pub fn check(&self, game: &Game) -> Result<Vec<String>, CaseError> {
        let play = game.parse(&self.fen).map_err(|cause| CaseError::Position {
            fen: self.fen.clone(),
            cause,
        })?;
        let mut wrong = Vec::new();
        if let Some(expected) = &self.moves {
            wrong.extend(compare_moves(&play, expected));
        }
        for (depth, expected) in (1..=MAX_PERFT_DEPTH).zip(self.perft.iter().flatten()) {
            let found = play.perft(depth);
            if found != *expected {
                wrong.push(format!("perft {depth}: expected {expected}, found {found}"));
            }
        }
        if let Some(expected) = &self.over {
            let found = play.outcome().map(|(outcome, _)| outcome.text());
            if found != expected.as_deref() {
                let name = |over: Option<&str>| over.unwrap_or("not over").to_string();
                wrong.push(format!(
                    "over: expected {}, found {}",
                    name(expected.as_deref()),
                    name(found)
                ));
            }
        }
        Ok(wrong)
    }
}

fn compare_moves(play: &Play, expected: &[String]) -> Vec<String> {
    let found: BTreeSet<String> = play
        .moves_on_board()
        .into_iter()
        .map(|one| play.move_text(one))
        .collect();
    let wanted: BTreeSet<String> = expected.iter().cloned().collect();
    let line = |what: &str, moves: Vec<&String>| {
        let list: Vec<&str> = moves.into_iter().map(String::as_str).collect();
        (!list.is_empty()).then(|| format!("{what}: {}", list.join(" ")))
    };
    let missing = line("missing", wanted.difference(&found).collect());
    let extra = line("extra", found.difference(&wanted).collect());
    let twice = (expected.len() > wanted.len()).then(|| "the case names a move twice".to_string());
    [missing, extra, twice].into_iter().flatten().collect()
}

fn text(object: &Map<String, Value>, key: &str) -> Result<String, CaseError> {
    let found = object.get(key).and_then(Value::as_str);
    found
        .map(str::to_string)
        .ok_or_else(|| CaseError::Line(format!("`{key}` must be a text")))
}

fn list<T>(
    object: &Map<String, Value>,
    key: &str,
    item: impl Fn(&Value) -> Option<T>,
    wanted: &str,
) -> Result<Option<Vec<T>>, CaseError> {
    let Some(value) = object.get(key).filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    let items = value
        .as_array()
        .and_then(|items| items.iter().map(item).collect());
    items
        .map(Some)
        .ok_or_else(|| CaseError::Line(format!("`{key}` must be {wanted}")))
}

fn options(value: Option<&Value>) -> Result<Vec<(String, String)>, CaseError> {
    let pairs = match value {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(pairs)) => pairs,
        Some(_) => {
            return Err(CaseError::Line(
                "`options` must be an object of names and values".to_string(),
            ));
        }
    };
    let pair = |(name, value): (&String, &Value)| match value {
        Value::String(text) => Ok((name.clone(), text.clone())),
        Value::Bool(_) | Value::Number(_) => Ok((name.clone(), value.to_string())),
        _ => Err(CaseError::Line(format!(
            "option `{name}` must be true, false, a number or a word"
        ))),
    };
    pairs.iter().map(pair).collect()
}

/// A rule set that a case names. Cases come from others: of a file that they name nothing is said but that
/// it is no rule file.
fn load(rules: &str, options: &[(String, String)]) -> Result<Game, CaseError> {
    if rules::is_path(rules) && !rules.ends_with(".toml") {
        let message = format!("`{rules}` is no rule file: the names of those end in .toml");
        return Err(CaseError::Rules(message));
    }
    Game::load(rules, options).map_err(|cause| {
        CaseError::Rules(match cause {
            RuleError::Faults(faults) => format!(
                "the rule file {rules} has {} faults; `tradewind rules check` shows them",
                faults.len()
            ),
            other => other.to_string(),
        })
    })
}

/// Rule sets that cases have asked for, each loaded once.
#[derive(Debug, Default)]
pub struct GameCache {
    loaded: HashMap<(String, Vec<(String, String)>), Game>,
}

impl GameCache {
    /// The rule set of a case.
    ///
    /// # Errors
    /// The rule set cannot be loaded.
    pub fn load(&mut self, case: &Case) -> Result<Game, CaseError> {
        self.named(&case.rules, &case.options)
    }

    /// The rule set with this id or path and these options.
    ///
    /// # Errors
    /// The rule set cannot be loaded.
    pub fn named(&mut self, rules: &str, options: &[(String, String)]) -> Result<Game, CaseError> {
        let key = (rules.to_string(), options.to_vec());
        if let Some(game) = self.loaded.get(&key) {
            return Ok(game.clone());
        }
        let game = load(rules, options)?;
        self.loaded.insert(key, game.clone());
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str =
        "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,B,Q,K,B,N,R w castle=KQkq 0";

    fn wrong(rest: &str) -> Vec<String> {
        let line = format!("{{\"rules\":\"chess\",\"fen\":\"{START}\",{rest}}}");
        let case = Case::read(&line).unwrap_or_else(|fault| panic!("{fault}"));
        let game = GameCache::default()
            .load(&case)
            .unwrap_or_else(|fault| panic!("{fault}"));
        case.check(&game).unwrap_or_else(|fault| panic!("{fault}"))
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
    fn lines_that_are_no_cases_are_refused() {
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
        let case = Case::read(options).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(
            case.options,
            [("no_castling".to_string(), "true".to_string())]
        );
    }
}
