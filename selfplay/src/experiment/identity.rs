//! Whether two experiments play the same games, and in what they differ.

use super::{EstimatesPlan, Experiment, RulesPlan};
use serde_json::Value;
use std::collections::BTreeSet;
use tradewind_files::sha256;

impl Experiment {
    /// A number that changes when anything changes that decides the games or their records: the
    /// plan (its size, name and estimates aside, so that a plan can be made longer), the rules, the
    /// weights, and the program's version.
    pub fn fingerprint(&self) -> String {
        let mut games = self.clone();
        games.pairs = 0;
        games.name.clear();
        games.estimates = EstimatesPlan::default();
        for rules in &mut games.rules {
            // The rules and weights themselves count, wherever they come from.
            rules.id.clear();
            rules.weights = None;
            (rules.further_weights.iter_mut()).for_each(|further| further.path.clear());
            // What is compared with what decides no game.
            rules.levels.clear();
            if let Some(against) = &mut rules.against {
                against.id.clear();
                against.options.clear();
            }
        }
        for player in &mut games.players {
            player.weights = None;
            // Who listens decides no game.
            if let Some(engine) = &mut player.engine {
                engine.log = None;
            }
        }
        if let Some(book) = &mut games.opening.book {
            book.path.clear();
        }
        let mut parts = vec![
            serde_json::to_string(&games).expect("a plan is made of texts and numbers"),
            env!("CARGO_PKG_VERSION").to_string(),
        ];
        for rules in &self.rules {
            parts.push(rules.hash());
            parts.extend((0..self.players.len()).map(|player| rules.weights_hash(player)));
            parts.extend(rules.further_weights_hashes());
        }
        parts.extend(self.opening.book.iter().map(|book| hash(&book.text)));
        hash(&parts.join("\n"))
    }

    /// A number that changes when anything changes that decides the games, or how many there are.
    pub fn sized_fingerprint(&self) -> String {
        sha256([
            self.fingerprint().as_bytes(),
            self.pairs.to_string().as_bytes(),
        ])
    }

    /// A seed so much further on, such as an experiment file may hold.
    pub fn seed_after(&self, steps: u64) -> u64 {
        self.seed.wrapping_add(steps) & (i64::MAX as u64)
    }

    /// Whether the plans are the same in size, name and estimates too.
    pub fn is_same_plan(&self, other: &Experiment) -> bool {
        let rest = |one: &Experiment| {
            let levels: Vec<_> = one.rules.iter().map(|rules| rules.levels.clone()).collect();
            (one.pairs, one.name.clone(), one.estimates.clone(), levels)
        };
        rest(self) == rest(other)
    }

    /// The first thing in which two experiments differ, in words.
    pub fn difference(&self, other: &Experiment) -> String {
        let plan = |one: &Experiment| serde_json::to_value(one).unwrap_or_default();
        let mut paths = Vec::new();
        differing(&plan(self), &plan(other), "", &mut paths);
        // Where rules and weights come from does not matter, only what they are.
        paths.retain(|path| {
            let is_source = [".id", ".weights", ".log", "opening.book"]
                .iter()
                .any(|end| path.ends_with(end));
            !is_source && !path.contains(".levels") && !path.contains(".further_weights[")
        });
        // What decides games first.
        let (outside, deciding): (Vec<String>, Vec<String>) = paths.into_iter().partition(|path| {
            ["name", "pairs"].contains(&path.as_str()) || path.starts_with("estimates")
        });
        let differ_in = |path: &String| format!("they differ in `{path}`");
        if let Some(path) = deciding.first() {
            return differ_in(path);
        }
        let rules = self.rules.iter().zip(&other.rules);
        for (one, other) in rules {
            if one.hash() != other.hash() {
                return format!("the rules of {} have changed", one.name);
            }
        }
        match [self, other].map(|one| one.opening.book.as_ref()) {
            [Some(one), Some(other)] if one.text != other.text => {
                return format!("the book {} has changed", other.path.display());
            }
            [Some(_), None] | [None, Some(_)] => {
                return "only one of them has a book".to_string();
            }
            _ => {}
        }
        if self.fingerprint() != other.fingerprint() {
            return "they differ in the weights of a player".to_string();
        }
        let levels = || "they differ in the `levels` of a rule set".to_string();
        outside.first().map_or_else(levels, differ_in)
    }
}

/// The paths of the values in which two trees differ.
fn differing(one: &Value, other: &Value, path: &str, found: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for key in keys {
                let path = match path {
                    "" => key.clone(),
                    _ => format!("{path}.{key}"),
                };
                let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned();
                let [one, other] = [of(one), of(other)].map(Option::unwrap_or_default);
                differing(&one, &other, &path, found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (at, (one, other)) in (1..).zip(one.iter().zip(other)) {
                differing(one, other, &format!("{path}[{at}]"), found);
            }
        }
        _ if one != other => found.push(path.to_string()),
        _ => {}
    }
}

impl RulesPlan {
    /// A number that changes when the rules do.
    pub fn hash(&self) -> String {
        hash(&self.game.spec().fingerprint_text())
    }

    /// A number that changes when the weights of a player do.
    pub fn weights_hash(&self, player: usize) -> String {
        hash(&self.player_weights[player].fingerprint_text(self.game.spec()))
    }

    /// The same numbers of the further weights, in their order.
    pub fn further_weights_hashes(&self) -> impl Iterator<Item = String> {
        let texts = (self.further_weights.iter())
            .map(|further| further.weights.fingerprint_text(self.game.spec()));
        texts.map(|text| hash(&text))
    }
}

/// The first half of a SHA-256, in hexadecimal digits.
fn hash(text: &str) -> String {
    let mut digits = sha256([text.as_bytes()]);
    digits.truncate(32);
    digits
}
