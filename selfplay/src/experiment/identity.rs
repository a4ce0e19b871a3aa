//! Fingerprints of experiments, and differences between them.

use super::{EstimatesPlan, Experiment, RulesPlan};
use crate::GAMES_VERSION;
use serde_json::Value;
use std::collections::BTreeSet;
use tradewind_files::sha256;

impl Experiment {
    /// A hash of everything that decides the games and their records: the plan (without its size,
    /// name and estimates, so that it can be extended), the rules, the weights, and the program's
    /// version.
    pub fn fingerprint(&self) -> String {
        let mut games = self.clone();
        games.pairs = 0;
        games.name.clear();
        games.estimates = EstimatesPlan::default();
        for rules in &mut games.rules {
            // The content of rules and weights counts, not their origin.
            rules.id.clear();
            rules.weights = None;
            (rules.further_weights.iter_mut()).for_each(|further| further.path.clear());
            // Comparisons do not affect games.
            rules.levels.clear();
            if let Some(against) = &mut rules.against {
                against.id.clear();
                against.options.clear();
            }
        }
        for player in &mut games.players {
            player.weights = None;
            // Logs do not affect games.
            if let Some(engine) = &mut player.engine {
                engine.log = None;
            }
        }
        if let Some(book) = &mut games.opening.book {
            book.path.clear();
        }
        let mut parts = vec![
            serde_json::to_string(&games).expect("a plan can be written as JSON"),
            GAMES_VERSION.to_string(),
        ];
        for rules in &self.rules {
            parts.push(rules.hash());
            parts.extend((0..self.players.len()).map(|player| rules.weights_hash(player)));
            parts.extend(rules.further_weights_hashes());
        }
        parts.extend(self.opening.book.iter().map(|book| hash(&book.text)));
        hash(&parts.join("\n"))
    }

    /// A hash of everything that decides the games, including their number.
    pub fn sized_fingerprint(&self) -> String {
        sha256([
            self.fingerprint().as_bytes(),
            self.pairs.to_string().as_bytes(),
        ])
    }

    /// The seed plus `steps`, within the range of experiment files.
    pub fn seed_after(&self, steps: u64) -> u64 {
        self.seed.wrapping_add(steps) & (i64::MAX as u64)
    }

    /// Whether the parts of the plan that are not in the fingerprint are equal.
    pub fn is_same_plan(&self, other: &Experiment) -> bool {
        let rest = |one: &Experiment| {
            let levels: Vec<_> = one.rules.iter().map(|rules| rules.levels.clone()).collect();
            (one.pairs, one.name.clone(), one.estimates.clone(), levels)
        };
        rest(self) == rest(other)
    }

    /// The first difference between two experiments, in words.
    pub fn difference(&self, other: &Experiment) -> String {
        let plan = |one: &Experiment| serde_json::to_value(one).unwrap_or_default();
        let mut paths = Vec::new();
        differing(&plan(self), &plan(other), "", &mut paths);
        // The origin of rules and weights does not matter.
        paths.retain(|path| {
            let is_source = [".id", ".weights", ".engine.log", "opening.book"]
                .iter()
                .any(|end| path.ends_with(end));
            !is_source && !path.contains(".levels") && !path.contains(".further_weights[")
        });
        // Differences that affect games come first.
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

/// Finds the paths of differing values.
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
    /// A hash of the rules.
    pub fn hash(&self) -> String {
        hash(&self.compiled.spec().fingerprint_text())
    }

    /// A hash of a player's weights.
    pub fn weights_hash(&self, player: usize) -> String {
        hash(&self.player_weights[player].fingerprint_text(self.compiled.spec()))
    }

    /// Hashes of the further weights, in order.
    pub fn further_weights_hashes(&self) -> impl Iterator<Item = String> {
        let texts = (self.further_weights.iter())
            .map(|further| further.weights.fingerprint_text(self.compiled.spec()));
        texts.map(|text| hash(&text))
    }
}

/// The first half of a SHA-256, in hexadecimal.
fn hash(text: &str) -> String {
    let mut digits = sha256([text.as_bytes()]);
    digits.truncate(32);
    digits
}
