//! Reading and checking experiment files.

mod odds;
mod players;
mod rule_sets;

pub use players::{MAX_MOVETIME, MAX_PLAYERS};

use super::{
    Adjudication, Book, BookOpenings, DrawRule, EstimatesPlan, Experiment, ExperimentError,
    MAX_NAME, MatchPlan, OpeningPlan, OpeningPolicy, OptionValue, Options, RecordPlan, RulesPlan,
    Schedule, Tournament, WinRule,
};
use crate::odds::design::measured;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tradewind_engine::input::{
    Entry, Fault, Node, Reader, Sources, TableReader, Value, describe, text_file,
};
use tradewind_engine::rules;
use tradewind_files::FileError;
use tradewind_stats::{Sprt, SprtModel};

/// Bounds of the number of pairs of a pairing. A single pair has no interval.
const MIN_PAIRS: i64 = 2;
const MAX_PAIRS: i64 = 1_000_000_000;
/// The maximum number of plies.
const MAX_PLIES: i64 = 1_000_000;
/// The maximum number of training runs per player.
const MAX_REPLICATES: i64 = 100;
/// The maximum of scores and imbalances, in centipawns.
const MAX_CENTIPAWNS: i64 = 20_000;
/// The minimum share of pieces left; few games reach less.
const MIN_LEFT: f64 = 0.2;

const DIFFERENT_NAMES: &str = "give them different names: name = \"…\"";

const KEYS: &[&str] = &[
    "name",
    "seed",
    "pairs",
    "ply_cap",
    "recipe",
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

impl Experiment {
    /// Reads an experiment with its rule sets and weights.
    ///
    /// # Errors
    /// All faults of the file and of the rule files that it names, with their places.
    pub fn load(path: &Path) -> Result<Experiment, ExperimentError> {
        let read = Experiment::load_with(path, &[], |_, _, _| Some(()));
        read.map(|(experiment, ())| experiment)
    }

    /// As [`Experiment::load`], for a file with additional keys. `more` reads them; it gets the
    /// table of the whole file, and the experiment if that is valid.
    pub fn load_with<T>(
        path: &Path,
        more_keys: &[&str],
        more: impl FnOnce(&Reader<'_>, &TableReader<'_>, Option<&Experiment>) -> Option<T>,
    ) -> Result<(Experiment, T), ExperimentError> {
        let text = text_file::read(path, text_file::MAX_BYTES);
        let text = text.map_err(FileError::new("read the experiment", path))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = path.display().to_string();
        Experiment::parse_with(&name, text, folder, more_keys, more)
    }

    /// As [`Experiment::load`], for a text whose paths are relative to a folder.
    pub fn parse(name: &str, text: String, folder: &Path) -> Result<Experiment, ExperimentError> {
        let read = Experiment::parse_with(name, text, folder, &[], |_, _, _| Some(()));
        read.map(|(experiment, ())| experiment)
    }

    /// As [`Experiment::load_with`], for a text whose paths are relative to a folder.
    pub fn parse_with<T>(
        name: &str,
        text: String,
        folder: &Path,
        more_keys: &[&str],
        more: impl FnOnce(&Reader<'_>, &TableReader<'_>, Option<&Experiment>) -> Option<T>,
    ) -> Result<(Experiment, T), ExperimentError> {
        let mut sources = Sources::default();
        let tree = sources.parse(name.to_string(), text);
        let tree = tree.map_err(ExperimentError::Faults)?;
        let mut of_rules = ["extends", "piece"].into_iter();
        let of_rules = of_rules.find_map(|key| Some((key, &tree.get(key)?.place)));
        if let Some((key, place)) = of_rules.filter(|_| tree.get("pairs").is_none()) {
            let message = format!("`{key}` belongs in a rule file; this is not an experiment");
            let remedy = format!(
                "`tradewind try {name}` plays changed rules; `tradewind new NAME --from {name}` writes an experiment"
            );
            let fault = sources.fault(place, message, remedy);
            return Err(ExperimentError::Faults(vec![fault]));
        }
        let reader = Reader::new(&sources);
        let mut parts = ExperimentReader {
            reader: &reader,
            folder,
            seed: 0,
            unit: None,
            left: None,
            rule_faults: Vec::new(),
        };
        let keys = [KEYS, more_keys].concat();
        let top = reader.table(&tree, "the experiment", &keys);
        let experiment = parts.experiment(&top);
        let more = more(&reader, &top, experiment.as_ref());
        let rule_faults = parts.rule_faults;
        let mut faults = reader.into_faults();
        faults.extend(rule_faults);
        match (experiment, more) {
            (Some(experiment), Some(more)) if faults.is_empty() => Ok((experiment, more)),
            _ => Err(ExperimentError::Faults(faults)),
        }
    }
}

/// Reads the parts of an experiment. If a method returns `None`, it has recorded a fault.
struct ExperimentReader<'r> {
    reader: &'r Reader<'r>,
    folder: &'r Path,
    // The odds of a rule set depend on these.
    seed: u64,
    /// The unit of values.
    unit: Option<String>,
    /// The share of pieces left when games begin, if not from arrays.
    left: Option<f64>,
    /// The faults of rule files.
    rule_faults: Vec<Fault>,
}

impl<'r> ExperimentReader<'r> {
    fn experiment(&mut self, top: &TableReader<'r>) -> Option<Experiment> {
        let name = top.need("name", "write a name for tables and plots: name = \"…\"");
        let name = name.and_then(|node| self.name(node, false));
        let seed = top.need("seed", "write the seed of its randomness: seed = 1");
        let seed = seed.and_then(|node| self.number(node, 0, i64::MAX));
        let pairs = top.need("pairs", "write the number of pairs of games: pairs = 1000");
        let pairs = pairs.and_then(|node| self.number(node, MIN_PAIRS, MAX_PAIRS));
        let remedy = "write the maximum length of a game: ply_cap = 1000";
        let cap_node = top.need("ply_cap", remedy);
        let ply_cap: Option<u32> = cap_node.and_then(|node| self.number(node, 1, MAX_PLIES));
        // A path is relative to the experiment's folder.
        let recipe = top.text("recipe").map(|name| match rules::is_path(name) {
            true => self.folder.join(name).display().to_string(),
            false => name.to_string(),
        });
        let replicates = self.number_at(top, "replicates", 1, MAX_REPLICATES);
        let matched = self.matched(top);
        let may_have_time = matched.is_some() || top.get("spsa").is_some();
        let players = self.players(top, may_have_time);
        let schedule = self.schedule(top, players.len());
        let mut estimates = self.estimates(top);
        let opening = self.opening(top);
        self.seed = seed.unwrap_or_default();
        let named = top.get("estimates").and_then(|node| node.get("unit"));
        self.unit = named.map(|_| estimates.unit.clone());
        self.left = opening.as_ref().and_then(|opening| opening.left);
        let mut rules = self.rule_sets(top, &players);
        let book = opening.as_ref().and_then(|opening| opening.book.as_ref());
        for rules in &mut rules {
            rules.book = self.book_of(top, book, rules);
        }
        if let Some(first) = rules.first().filter(|_| named.is_none()) {
            let spec = first.compiled.spec();
            estimates
                .unit
                .clone_from(&spec.piece(spec.default_unit()).text);
        }
        self.check_unit(top, &estimates.unit, &rules);
        if let Some(node) = top.get("match")
            && (players.len() < 2 || schedule != Some(Schedule::EachOther))
        {
            let message = "a match needs a player and one or more opponents";
            let remedy = "write two or more tables [[player]], and no `schedule`";
            self.fault(node, message, remedy);
        }
        let plies = opening.iter().flat_map(OpeningPlan::policies);
        let books = rules.iter().flat_map(|rules| rules.book.all.iter());
        let of_book = books.map(|opening| opening.moves().count() as u32).max();
        let of_book = of_book.unwrap_or(0);
        if let (Some(node), Some(cap)) = (cap_node, ply_cap)
            && let Some(plies) = plies.map(|policy| policy.plies + of_book).max()
            && cap <= plies
        {
            let message = format!("a game would be stopped in its opening of {plies} plies");
            let remedy = match of_book {
                0 => "write a larger number",
                _ => "write a larger number, or play fewer `book_plies`",
            };
            self.fault(node, message, remedy);
        }
        let adjudication = self.adjudication(top);
        let record = self.record(top);
        // An experiment has at least one of each.
        if rules.is_empty() || players.is_empty() {
            return None;
        }
        Some(Experiment {
            name: name?,
            seed: seed?,
            pairs: pairs?,
            ply_cap: ply_cap?,
            recipe,
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

    fn matched(&self, top: &TableReader<'r>) -> Option<MatchPlan> {
        let keys = ["sprt", "tournament"];
        let table = self.reader.table(top.get("match")?, "the match", &keys);
        let sprt = table.get("sprt").and_then(|node| sprt(self.reader, node));
        let named = table.get("tournament");
        let tournament = named.and_then(|node| self.reader.choice(node, &Tournament::ALL));
        let tournament = tournament.unwrap_or_default();
        if let Some(node) = table.get("sprt")
            && tournament == Tournament::RoundRobin
        {
            let message = "an SPRT compares two players, not those of a round-robin";
            self.fault(node, message, "leave out `sprt` or `tournament`");
        }
        Some(MatchPlan { sprt, tournament })
    }

    fn opening(&self, top: &TableReader<'r>) -> Option<OpeningPlan> {
        let remedy = "add the openings: [opening] with plies = 8";
        let node = top.need("opening", remedy)?;
        if let Some(book) = node.get("book") {
            return self.book_opening(node, book);
        }
        let keys = ["plies", "max_imbalance_cp", "further", "left", "book"];
        let table = self.reader.table(node, "the opening", &keys);
        let first = self.opening_policy(&table)?;
        let further = table.get("further");
        let further = further.map_or(&[][..], |node| self.reader.list(node, "openings"));
        let further = further.iter().map(|node| {
            let keys = ["plies", "max_imbalance_cp"];
            self.opening_policy(&self.reader.table(node, "a further opening", &keys))
        });
        Some(OpeningPlan {
            first,
            further: further.collect::<Option<_>>()?,
            left: (table.get("left")).and_then(|node| self.reader.fraction(node, MIN_LEFT, 1.0)),
            book: None,
        })
    }

    /// Openings of a book, with or without random moves.
    fn book_opening(&self, node: &'r Node, named: &'r Node) -> Option<OpeningPlan> {
        let keys = ["book", "book_plies", "plies"];
        let table = self.reader.table(node, "an opening by a book", &keys);
        let plies = self.number_at(&table, "book_plies", 1, MAX_PLIES);
        let random = table.get("plies").map(|node| self.number(node, 0, 1_000));
        let path = self.folder.join(self.reader.text(named)?);
        let text = text_file::read_latin(&path, Book::MAX_BYTES);
        let text = text.map_err(|cause| {
            let message = format!("cannot read the book {}: {cause}", path.display());
            self.fault(named, message, "");
        });
        Some(OpeningPlan {
            first: OpeningPolicy {
                plies: random.unwrap_or(Some(0))?,
                max_imbalance_cp: None,
            },
            further: Vec::new(),
            left: None,
            book: Some(Book {
                path: PathBuf::from(named.text()?),
                plies,
                text: text.ok()?.into(),
            }),
        })
    }

    /// The openings of the book for a rule set; none without a book.
    fn book_of(
        &self,
        top: &TableReader<'r>,
        book: Option<&Book>,
        rules: &RulesPlan,
    ) -> BookOpenings {
        let Some(book) = book else {
            return BookOpenings::default();
        };
        let node = top.get("opening").unwrap_or(top.node);
        if !rules.odds.is_empty() || rules.against.is_some() {
            let message = "a book cannot be combined with odds or an opposing army";
            self.fault(node, message, "leave out `odds` and `against`, or the book");
        }
        book.openings(&rules.compiled).unwrap_or_else(|fault| {
            let (path, line) = (book.path.display(), fault.line);
            let message = format!("{path}:{line}: {}", fault.message);
            let remedy = format!("write positions and moves of {}", rules.name);
            self.fault(node, message, remedy);
            BookOpenings::default()
        })
    }

    fn opening_policy(&self, table: &TableReader<'_>) -> Option<OpeningPolicy> {
        let plies = table.need("plies", "write the number of random moves: plies = 8")?;
        Some(OpeningPolicy {
            plies: self.number(plies, 0, 1_000)?,
            max_imbalance_cp: self.number_at(table, "max_imbalance_cp", 0, MAX_CENTIPAWNS),
        })
    }

    fn adjudication(&self, top: &TableReader<'r>) -> Adjudication {
        let Some(node) = top.get("adjudication") else {
            return Adjudication::default();
        };
        let keys = ["win", "draw"];
        let table = self.reader.table(node, "the adjudication", &keys);
        let win = table.get("win").and_then(|node| {
            let keys = ["score", "plies", "one_sided"];
            let table = self.reader.table(node, "`win`", &keys);
            let remedy = "write win = { score = 1000, plies = 6 }";
            let [score, plies] = ["score", "plies"].map(|key| table.need(key, remedy));
            Some(WinRule {
                score: self.number(score?, 1, MAX_CENTIPAWNS)?,
                plies: self.number(plies?, 1, MAX_PLIES)?,
                one_sided: table.truth("one_sided").unwrap_or(false),
            })
        });
        let draw = table.get("draw").and_then(|node| {
            let keys = ["score", "plies", "from"];
            let table = self.reader.table(node, "`draw`", &keys);
            let remedy = "write draw = { score = 10, plies = 20, from = 100 }";
            let [score, plies, from] = keys.map(|key| table.need(key, remedy));
            Some(DrawRule {
                score: self.number(score?, 0, MAX_CENTIPAWNS)?,
                plies: self.number(plies?, 1, MAX_PLIES)?,
                from: self.number(from?, 0, MAX_PLIES)?,
            })
        });
        Adjudication { win, draw }
    }

    fn record(&self, top: &TableReader<'r>) -> RecordPlan {
        let default = RecordPlan::default();
        let Some(node) = top.get("record") else {
            return default;
        };
        let keys = ["evaluations", "games_per_file"];
        let table = self.reader.table(node, "the record", &keys);
        let games_per_file = table.number_or("games_per_file", default.games_per_file, 2, 100_000);
        if games_per_file % 2 == 1
            && let Some(node) = table.get("games_per_file")
        {
            let remedy = "write an even number: the games of a pair stay together";
            self.fault(node, format!("{games_per_file} is odd"), remedy);
        }
        RecordPlan {
            evaluations: table.truth("evaluations").unwrap_or(default.evaluations),
            games_per_file,
        }
    }

    fn estimates(&self, top: &TableReader<'r>) -> EstimatesPlan {
        let default = EstimatesPlan::default();
        let Some(node) = top.get("estimates") else {
            return default;
        };
        let keys = ["unit", "samples_per_game", "bootstrap"];
        let table = self.reader.table(node, "the estimates", &keys);
        let samples = self.number_at(&table, "samples_per_game", 1, 1_000);
        let bootstrap = self.number_at(&table, "bootstrap", 40, 1_000_000);
        EstimatesPlan {
            unit: table.text("unit").map_or(default.unit, str::to_string),
            samples_per_game: samples.unwrap_or(default.samples_per_game),
            bootstrap: bootstrap.unwrap_or(default.bootstrap),
        }
    }

    /// Checks that every rule set has the unit, and that it is not royal where other pieces are measured.
    fn check_unit(&self, top: &TableReader<'r>, unit: &str, rules: &[RulesPlan]) {
        let node = top.get("estimates");
        let named = node.and_then(|node| node.get("unit"));
        let node = named.or(node).unwrap_or(top.node);
        for rules in rules {
            let spec = rules.compiled.spec();
            let found = spec.find(unit);
            let measured = measured(spec);
            // In a game of royals alone nothing has a value.
            if found.is_some_and(|piece| !measured.is_empty() && !measured.contains(&piece)) {
                let message = format!("`{unit}` is royal in {} and has no value", rules.name);
                self.fault(node, message, "write [estimates] with another unit");
            }
            if found.is_none() {
                let pieces = spec.pieces.iter().map(|piece| piece.text.as_str());
                let pieces = pieces.collect::<Vec<_>>().join(" ");
                let message = format!("there is no piece `{unit}` in {}", rules.name);
                let remedy = format!("write [estimates] with a unit among the pieces {pieces}");
                self.fault(node, message, remedy);
            }
        }
    }

    /// Records a fault of a value.
    fn fault(&self, node: &Node, message: impl Into<String>, remedy: impl Into<String>) {
        self.reader.fault(&node.place, message, remedy);
    }

    /// Records a fault of a value for which there is no other.
    fn refuse<T>(
        &self,
        node: &Node,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Option<T> {
        self.fault(node, message, remedy);
        None
    }

    fn number<N: TryFrom<i64>>(&self, node: &Node, low: i64, high: i64) -> Option<N> {
        N::try_from(self.reader.number(node, low, high)?).ok()
    }

    fn number_at<N: TryFrom<i64>>(
        &self,
        table: &TableReader<'_>,
        key: &str,
        low: i64,
        high: i64,
    ) -> Option<N> {
        self.number(table.get(key)?, low, high)
    }

    /// A name: not empty, on one line, and suitable for files if `is_file`.
    fn name(&self, node: &Node, is_file: bool) -> Option<String> {
        let text = self.reader.text(node)?;
        let fits =
            |letter: char| !is_file || letter.is_ascii_alphanumeric() || "._+=-".contains(letter);
        let remedy = if is_file {
            "use letters, digits and . _ + = -, not beginning with a dot"
        } else {
            "write a few words on one line"
        };
        let is_hidden = is_file && text.starts_with('.');
        if text.len() > MAX_NAME {
            let message = format!("a name of {} bytes is too long", text.len());
            return self.refuse(node, message, format!("at most {MAX_NAME}"));
        }
        if text.trim().is_empty() || is_hidden || !text.chars().all(fits) {
            return self.refuse(node, format!("{} is not a name", describe(node)), remedy);
        }
        Some(text.to_string())
    }

    /// The tables under a key: one `[key]`, or several `[[key]]`.
    fn tables(&self, top: &TableReader<'r>, key: &str, remedy: &str) -> Vec<&'r Node> {
        let Some(node) = top.need(key, remedy) else {
            return Vec::new();
        };
        match &node.value {
            Value::List(items) if !items.is_empty() => items.iter().collect(),
            Value::Table(_) => vec![node],
            _ => {
                self.fault(node, format!("`{key}` is {}", describe(node)), remedy);
                Vec::new()
            }
        }
    }

    /// The key `options`.
    fn options(&self, table: &TableReader<'_>) -> Options {
        let entries = self.option_entries(table).iter();
        let read = entries.filter_map(|one| Some((one.key.clone(), self.option_value(&one.node)?)));
        read.collect()
    }

    /// The key `options` of a rule set, where lists are several values to be played.
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
        if !node.is_table() {
            let remedy = "write options = { NAME = VALUE }";
            self.fault(node, "`options` is not a table", remedy);
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
            Value::Text(_) => Some(OptionValue::Text(self.reader.text(node)?.to_string())),
            _ => {
                let message = format!("{} is not a value of an option", describe(node));
                let remedy = "write true, false, a whole number or a word in quotes";
                self.refuse(node, message, remedy)
            }
        }
    }
}

/// Reads the key `sprt`.
pub fn sprt(reader: &Reader<'_>, node: &Node) -> Option<Sprt> {
    let keys = ["elo0", "elo1", "model", "alpha", "beta"];
    let table = reader.table(node, "`sprt`", &keys);
    let remedy = "write sprt = { elo0 = 0, elo1 = 10 }";
    let error_rate = |key| match table.get(key) {
        Some(node) => reader.fraction(node, 1e-6, 0.5),
        None => Some(Sprt::DEFAULT_ERROR),
    };
    let models = [
        ("logistic", SprtModel::Logistic),
        ("normalized", SprtModel::Normalized),
    ];
    let model = match table.get("model") {
        Some(node) => reader.choice(node, &models),
        None => Some(SprtModel::Logistic),
    };
    let max = model.map_or(0.0, SprtModel::max_elo);
    let elo = |key| reader.fraction(table.need(key, remedy)?, -max, max);
    let (elo0, elo1) = (elo("elo0"), elo("elo1"));
    let (alpha, beta) = (error_rate("alpha"), error_rate("beta"));
    let (elo0, elo1) = (elo0?, elo1?);
    if elo0 >= elo1 {
        let message = format!("{elo0} is not below {elo1}");
        reader.fault(&node.place, message, "exchange elo0 and elo1");
    }
    Some(Sprt {
        model: model?,
        elo0,
        elo1,
        alpha: alpha?,
        beta: beta?,
    })
}
