//! Snapshots: self-contained copies of experiments; fingerprints, and differences between
//! experiments.

use super::{EstimatesPlan, Experiment, RulesPlan};
use crate::GAMES_VERSION;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_engine::rules::RuleSpec;
use tradewind_files::{FileError, make_inside, sha256, write_whole};

/// The file name of a snapshot.
pub const SNAPSHOT: &str = "experiment.toml";

/// The first line, around the version of the program since which games are the same.
const PLAYED: [&str; 2] = [
    "# What was played into this folder. Its games are those of tradewind ",
    " and later.",
];

/// The version of the games of a snapshot.
pub(crate) fn version_of(text: &str) -> Option<&str> {
    let line = text.lines().next()?;
    line.strip_prefix(PLAYED[0])?.strip_suffix(PLAYED[1])
}

/// Folders of the files that a snapshot names.
pub(crate) const RULES: &str = "rules";
pub(crate) const RULE_WEIGHTS: &str = "weights/rules";
pub(crate) const PLAYER_WEIGHTS: &str = "weights/players";

impl Experiment {
    /// The experiment with the paths of rules and weights in its snapshot.
    pub fn snapshot(&self) -> Experiment {
        let mut copy = self.clone();
        for rules in &mut copy.rules {
            // With slashes on every system.
            rules.id = format!("{RULES}/{}.toml", rules.name);
            rules.weights = Some(PathBuf::from(format!("{RULE_WEIGHTS}/{}.toml", rules.name)));
            for (number, further) in (2..).zip(&mut rules.further_weights) {
                let file = format!("{RULE_WEIGHTS}/{}.{number}.toml", rules.name);
                further.path = PathBuf::from(file);
            }
            if let Some(against) = &mut rules.against {
                against.id = format!("{RULES}/{}.against.toml", rules.name);
                // They are derived from it.
                rules.odds.clear();
            }
        }
        for (number, player) in (1..).zip(&mut copy.players) {
            if player.weights_text.is_some() {
                player.weights = Some(PathBuf::from(format!("{PLAYER_WEIGHTS}/{number}.toml")));
            }
        }
        if let Some(book) = &mut copy.opening.book {
            book.path = PathBuf::from(book.snapshot_name());
        }
        copy
    }

    /// The paths and texts of the files of the snapshot; [`SNAPSHOT`] is the last.
    pub fn snapshot_files(&self) -> Vec<(String, String)> {
        let copy = self.snapshot();
        let mut files: Vec<(String, String)> = Vec::new();
        let path = |path: &Path| path.display().to_string();
        for rules in &copy.rules {
            files.push((rules.id.clone(), rules.text.clone()));
            let against = rules.against.iter();
            files.extend(against.map(|against| (against.id.clone(), against.text.clone())));
            let weights = rules.weights.iter();
            files.extend(weights.map(|file| (path(file), rules.weights_text.clone())));
            let further = rules.further_weights.iter();
            files.extend(further.map(|further| (path(&further.path), further.text.clone())));
        }
        for player in &copy.players {
            if let (Some(file), Some(text)) = (&player.weights, &player.weights_text) {
                files.push((path(file), text.clone()));
            }
        }
        if let Some(book) = &copy.opening.book {
            files.push((path(&book.path), book.text.to_string()));
        }
        let plan = toml::to_string(&copy).expect("a plan can be written as TOML");
        let [before, after] = PLAYED;
        let text = format!("{before}{GAMES_VERSION}{after}\n{plan}");
        files.push((SNAPSHOT.to_string(), text));
        files
    }

    /// Writes a snapshot with all rules and weights into a folder. [`Experiment::load`] reads it
    /// with the same fingerprint.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_snapshot(&self, folder: &Path) -> Result<(), FileError> {
        for own in [RULES, RULE_WEIGHTS, PLAYER_WEIGHTS] {
            make_inside(folder, Path::new(own))?;
        }
        for (file, text) in self.snapshot_files() {
            write_whole(&folder.join(file), |out| out.write_all(text.as_bytes()))?;
        }
        Ok(())
    }

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
        sha256([(self.fingerprint() + &self.pairs.to_string()).as_bytes()])
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
        let sources = [".id", ".weights", ".engine.log", "opening.book"];
        paths.retain(|path| {
            let is_source = sources.iter().any(|end| path.ends_with(end));
            !is_source && !path.contains(".levels") && !path.contains(".further_weights[")
        });
        // Differences that affect games come first.
        let is_outside =
            |path: &str| ["name", "pairs"].contains(&path) || path.starts_with("estimates");
        let differ_in = |path: &String| format!("they differ in `{path}`");
        if let Some(path) = paths.iter().find(|path| !is_outside(path)) {
            return differ_in(path);
        }
        let rules = self.rules.iter().zip(&other.rules);
        for (one, other) in rules {
            if one.hash() != other.hash() {
                return format!("the rules of {} have changed", one.name);
            }
        }
        match (&self.opening.book, &other.opening.book) {
            (Some(one), Some(other)) if one.text != other.text => {
                return format!("the book {} has changed", other.path.display());
            }
            (Some(_), None) | (None, Some(_)) => {
                return "only one of them has a book".to_string();
            }
            _ => {}
        }
        if self.fingerprint() != other.fingerprint() {
            return "they differ in the weights of a player".to_string();
        }
        let levels = || "they differ in the `levels` of a rule set".to_string();
        paths.first().map_or_else(levels, differ_in)
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
        rules_hash(self.compiled.spec())
    }

    /// A hash of a player's weights.
    pub fn weights_hash(&self, player: usize) -> String {
        hash(&self.player_weights[player].fingerprint_text(self.compiled.spec()))
    }

    /// Hashes of the further weights, in order.
    pub fn further_weights_hashes(&self) -> impl Iterator<Item = String> {
        let further = self.further_weights.iter();
        further.map(|one| hash(&one.weights.fingerprint_text(self.compiled.spec())))
    }
}

/// A hash of rules.
pub(crate) fn rules_hash(spec: &RuleSpec) -> String {
    hash(&spec.fingerprint_text())
}

/// The first half of a SHA-256, in hexadecimal.
fn hash(text: &str) -> String {
    let mut digits = sha256([text.as_bytes()]);
    digits.truncate(32);
    digits
}
