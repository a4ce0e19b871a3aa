//! Experiments out of their files: everything is checked before anything is played.

mod against;
mod course;
mod levels;
mod odds;
mod players;
mod rule_sets;

pub use course::sprt;
pub use players::{MAX_MOVETIME, MAX_PLAYERS};

use super::{Experiment, ExperimentError, MAX_NAME, OpeningPlan, OptionValue, Schedule};
use std::collections::BTreeMap;
use std::path::Path;
use tradewind_engine::input::text_file;
use tradewind_engine::input::{
    Entry, Fault, Node, Reader, Renamed, Sources, TableReader, Value, describe,
};

/// How many pairs a pairing may have; one has no interval.
const MIN_PAIRS: i64 = 2;
const MAX_PAIRS: i64 = 1_000_000_000;
/// The largest number of plies.
const MAX_PLIES: i64 = 1_000_000;
/// The largest number of players of one recipe that take turns.
const MAX_REPLICATES: i64 = 100;
/// The largest difference, in centipawns.
const MAX_CENTIPAWNS: i64 = 20_000;

const KEYS: &[&str] = &[
    "name",
    "seed",
    "pairs",
    "ply_cap",
    "replicates",
    "schedule",
    "rules",
    "player",
    "match",
    "opening",
    "adjudication",
    "record",
    "estimates",
];
const RENAMED: &[(&str, &str)] = &[("meet", "schedule")];

impl Experiment {
    /// Reads an experiment, its rule sets and its weights.
    ///
    /// # Errors
    /// Every fault of the file and of the rule files that it names, each with its place.
    pub fn load(path: &Path) -> Result<Experiment, ExperimentError> {
        let read = Experiment::load_with(path, &[], &[], |_, _, _| Some(()));
        read.map(|(experiment, ())| experiment)
    }

    /// As [`Experiment::load`], of a file with some more keys, which `more` reads: from the table of
    /// the whole file, and the experiment unless that is wrong. Some of them had other names before.
    ///
    /// # Errors
    /// As [`Experiment::load`].
    pub fn load_with<T>(
        path: &Path,
        more_keys: &[&str],
        more_renamed: &[(&'static str, &'static str)],
        more: impl FnOnce(&Reader<'_>, &TableReader<'_>, Option<&Experiment>) -> Option<T>,
    ) -> Result<(Experiment, T), ExperimentError> {
        let text = text_file::read(path, text_file::MAX_BYTES).map_err(|cause| {
            ExperimentError::Unreadable {
                path: path.to_path_buf(),
                cause,
            }
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = path.display().to_string();
        Experiment::parse_with(&name, text, folder, (more_keys, more_renamed), more)
    }

    /// Reads the text of an experiment whose paths are seen from a folder.
    ///
    /// # Errors
    /// As [`Experiment::load`].
    pub fn parse(name: &str, text: String, folder: &Path) -> Result<Experiment, ExperimentError> {
        let read = Experiment::parse_with(name, text, folder, (&[], &[]), |_, _, _| Some(()));
        read.map(|(experiment, ())| experiment)
    }

    /// As [`Experiment::load_with`], from a text whose paths are seen from a folder.
    ///
    /// # Errors
    /// As [`Experiment::load`].
    pub fn parse_with<T>(
        name: &str,
        text: String,
        folder: &Path,
        (more_keys, more_renamed): (&[&str], &[(&'static str, &'static str)]),
        more: impl FnOnce(&Reader<'_>, &TableReader<'_>, Option<&Experiment>) -> Option<T>,
    ) -> Result<(Experiment, T), ExperimentError> {
        let mut sources = Sources::default();
        let tree = sources.parse(name.to_string(), text);
        let tree = tree.map_err(ExperimentError::Faults)?;
        let mut of_rules = ["extends", "piece"].into_iter();
        let of_rules = of_rules.find_map(|key| Some((key, &tree.get(key)?.place)));
        if let Some((key, place)) = of_rules.filter(|_| tree.get("pairs").is_none()) {
            let fault = sources.fault(
                place,
                format!("`{key}` is of a rule file, and no experiment is written here"),
                format!("`tradewind try {name}` plays a change of the rules; `tradewind new NAME --from {name}` writes an experiment"),
            );
            return Err(ExperimentError::Faults(vec![fault]));
        }
        let renamed = [RENAMED, more_renamed].concat();
        let reader = Reader::new(&sources);
        let mut parts = ReadParts {
            reader: &reader,
            folder,
            course: GamePlan::default(),
            rule_faults: Vec::new(),
        };
        let keys = [KEYS, more_keys].concat();
        let top = reader.table_renamed(&tree, "the experiment", &keys, Renamed(&renamed));
        let experiment = parts.experiment(&top);
        let more = more(&reader, &top, experiment.as_ref());
        let rule_faults = std::mem::take(&mut parts.rule_faults);
        let mut faults = reader.into_faults();
        faults.extend(rule_faults);
        match (experiment, more) {
            (Some(experiment), Some(more)) if faults.is_empty() => Ok((experiment, more)),
            _ => Err(ExperimentError::Faults(faults)),
        }
    }
}

/// Reads the parts of an experiment. What is missing has been noted as a fault.
struct ReadParts<'r> {
    reader: &'r Reader<'r>,
    folder: &'r Path,
    /// What a design of odds is made for.
    course: GamePlan,
    /// The faults of rule files.
    rule_faults: Vec<Fault>,
}

/// What a design of odds is made from: the seed, and the unit of the values.
#[derive(Clone, Default)]
struct GamePlan {
    seed: u64,
    unit: String,
    /// The share of the pieces with which they begin, if it is not that of the arrays.
    left: Option<f64>,
}

impl<'r> ReadParts<'r> {
    fn experiment(&mut self, top: &TableReader<'r>) -> Option<Experiment> {
        let name = top.need("name", "give it a name for tables and plots: name = \"…\"");
        let name = name.and_then(|node| self.name(node, false));
        let seed = top.need("seed", "say where its randomness comes from: seed = 1");
        let seed = seed.and_then(|node| self.number(node, 0, i64::MAX));
        let pairs = top.need("pairs", "say how many pairs of games: pairs = 1000");
        let pairs = pairs.and_then(|node| self.number(node, MIN_PAIRS, MAX_PAIRS));
        let ply_cap = top.need("ply_cap", "say where a game is stopped: ply_cap = 1000");
        let cap_node = ply_cap;
        let ply_cap = ply_cap.and_then(|node| self.number(node, 1, MAX_PLIES));
        let replicates = self.small_at(top, "replicates", 1, MAX_REPLICATES);
        let matched = self.matched(top);
        let players = self.players(top, matched.is_some());
        let schedule = self.schedule(top, players.len());
        let estimates = self.estimates(top);
        let opening = self.opening(top);
        self.course = GamePlan {
            seed: seed.unwrap_or_default(),
            unit: estimates.unit.clone(),
            left: opening.as_ref().and_then(|opening| opening.left),
        };
        let mut rules = self.rule_sets(top, &players);
        let book = opening.as_ref().and_then(|opening| opening.book.as_ref());
        for rules in &mut rules {
            rules.book = self.book_of(top, book, rules);
        }
        self.check_unit(top, &estimates.unit, &rules);
        if let Some(node) = top.get("match")
            && (players.len() < 2 || schedule != Some(Schedule::EachOther))
        {
            let message = "a match is between a player and one or more others";
            let remedy = "write two tables [[player]] or more, and no `schedule`";
            self.reader.fault(&node.place, message, remedy);
        }
        let plies = opening.iter().flat_map(OpeningPlan::turns);
        let books = rules.iter().flat_map(|rules| rules.book.all.iter());
        let of_book = books.map(|opening| opening.moves().count() as u64).max();
        if let (Some(node), Some(cap)) = (cap_node, ply_cap)
            && let Some(plies) = plies.map(|turn| u64::from(turn.plies)).max()
            && cap <= plies + of_book.unwrap_or(0)
        {
            let plies = plies + of_book.unwrap_or(0);
            let message = format!("a game would be stopped in its opening of {plies} plies");
            let remedy = match of_book {
                Some(1..) => "write a larger number, or play fewer `book_plies`",
                _ => "write a larger number",
            };
            self.reader.fault(&node.place, message, remedy);
        }
        let adjudication = self.adjudication(top);
        let record = self.record(top);
        // Why one is lacking has been said; whoever asks for the first one must find it.
        if rules.is_empty() || players.is_empty() {
            return None;
        }
        Some(Experiment {
            name: name?,
            seed: seed?,
            pairs: pairs?,
            ply_cap: ply_cap? as u32,
            replicates: replicates.unwrap_or(1),
            schedule: schedule?,
            matched,
            rules,
            players: players.into_iter().map(|(_, player)| player).collect(),
            opening: opening?,
            adjudication,
            record,
            estimates,
        })
    }

    fn number(&self, node: &Node, low: i64, high: i64) -> Option<u64> {
        self.reader
            .number(node, low, high)
            .map(|number| number as u64)
    }

    /// A number under a key.
    fn number_at(&self, table: &TableReader<'_>, key: &str, low: i64, high: i64) -> Option<u64> {
        self.number(table.get(key)?, low, high)
    }

    /// A number under a key, as one that is known to fit.
    fn small_at(&self, table: &TableReader<'_>, key: &str, low: i64, high: i64) -> Option<u32> {
        self.number_at(table, key, low, high)
            .map(|number| number as u32)
    }

    /// A name: not empty, on one line; `plain` when it is also to name files.
    fn name(&self, node: &Node, plain: bool) -> Option<String> {
        let text = self.reader.text(node)?;
        let fits = |letter: char| {
            if plain {
                letter.is_ascii_alphanumeric() || "._+=-".contains(letter)
            } else {
                true
            }
        };
        let remedy = if plain {
            "use letters, digits and . _ + = -, not beginning with a dot"
        } else {
            "write a few words on one line"
        };
        let hidden = plain && text.starts_with('.');
        if text.len() > MAX_NAME {
            let message = format!("a name of {} bytes is too long", text.len());
            (self.reader).fault(&node.place, message, format!("at most {MAX_NAME}"));
            return None;
        }
        if text.trim().is_empty() || hidden || !text.chars().all(fits) {
            let message = format!("{} is no name", describe(node));
            self.reader.fault(&node.place, message, remedy);
            return None;
        }
        Some(text.to_string())
    }

    /// The tables under a key: one as [key], or several as [[key]].
    fn tables(&self, top: &TableReader<'r>, key: &str, remedy: &str) -> Vec<&'r Node> {
        let Some(node) = top.need(key, remedy) else {
            return Vec::new();
        };
        match &node.value {
            Value::List(items) if !items.is_empty() => items.iter().collect(),
            Value::Table(_) => vec![node],
            _ => {
                let message = format!("`{key}` is {}", describe(node));
                self.reader.fault(&node.place, message, remedy);
                Vec::new()
            }
        }
    }

    /// The options under a key `options`.
    fn options(&self, table: &TableReader<'_>) -> BTreeMap<String, OptionValue> {
        let entries = self.option_entries(table).iter();
        let read = entries.filter_map(|entry| {
            let value = self.option_value(&entry.node)?;
            Some((entry.key.clone(), value))
        });
        read.collect()
    }

    /// The same where an option may have several values, all of which are played.
    fn varied_options(&self, table: &TableReader<'_>) -> BTreeMap<String, Vec<OptionValue>> {
        let entries = self.option_entries(table).iter();
        let read = entries.map(|entry| {
            let nodes = match &entry.node.value {
                Value::List(items) if !items.is_empty() => items.iter().collect(),
                _ => vec![&entry.node],
            };
            let values = nodes.into_iter().filter_map(|node| self.option_value(node));
            (entry.key.clone(), values.collect())
        });
        read.collect()
    }

    fn option_entries<'t>(&self, table: &TableReader<'t>) -> &'t [Entry] {
        let Some(node) = table.get("options") else {
            return &[];
        };
        if !matches!(node.value, Value::Table(_)) {
            let remedy = "write options = { NAME = VALUE }";
            self.reader
                .fault(&node.place, "`options` is not a table", remedy);
        }
        for entry in node.entries() {
            self.reader.is_visible(&entry.key, &entry.key_place);
        }
        node.entries()
    }

    fn option_value(&self, node: &Node) -> Option<OptionValue> {
        match &node.value {
            Value::Truth(truth) => Some(OptionValue::Truth(*truth)),
            Value::Number(number) => Some(OptionValue::Number(*number)),
            Value::Text(_) => {
                let text = self.reader.text(node)?;
                Some(OptionValue::Text(text.to_string()))
            }
            _ => {
                self.reader.fault(
                    &node.place,
                    format!("{} is no value of an option", describe(node)),
                    "write true, false, a whole number or a word in quotes",
                );
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_that_comes_with_the_program_is_right() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/experiments");
        let mut read = 0;
        for folder in [
            folder.clone(),
            folder.join("values"),
            folder.join("compare"),
        ] {
            for entry in std::fs::read_dir(folder).expect("the folder of experiments") {
                let path = entry.expect("an entry").path();
                if path.is_file() {
                    let experiment = Experiment::load(&path);
                    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
                    assert!(experiment.all_pairs() > 0);
                    read += 1;
                }
            }
        }
        assert!(read >= 23, "only {read} were found");
    }
}
