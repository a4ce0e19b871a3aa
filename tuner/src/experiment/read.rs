//! Experiments out of their files: everything is checked before anything is played.

use super::{
    Adjudication, Arrays, DrawRule, EnginePlan, EstimatesPlan, Experiment, ExperimentError,
    MatchPlan, Meet, OpeningPlan, OptionValue, PlayerPlan, RecordPlan, RulesPlan, USUAL_NOISE,
    USUAL_PATIENCE, WinRule,
};
use crate::matches::{Scale, Sprt};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tradewind_engine::Game;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_engine::rules::{self, RuleError};
use tradewind_engine::toml_file::{Fault, Node, Reader, Sources, Table, Value, describe};

/// How many pairs a meeting may have; one has no interval.
const FEWEST_PAIRS: i64 = 2;
const MOST_PAIRS: i64 = 1_000_000_000;
/// The most plies that a player may look ahead.
const MOST_DEPTH: i64 = 100;
/// The largest number of plies, nodes and hundredths of a pawn.
const MOST_PLIES: i64 = 1_000_000;
const MOST_NODES: i64 = 1_000_000_000_000;
const MOST_PAWNS: i64 = 20_000;
/// The most chance in a player, in hundredths of a pawn.
const MOST_CHANCE: i64 = 10_000;
const MOST_MILLISECONDS: i64 = 86_400_000;

const KEYS: &[&str] = &[
    "name",
    "seed",
    "pairs",
    "ply_cap",
    "meet",
    "rules",
    "player",
    "match",
    "opening",
    "adjudication",
    "record",
    "estimates",
];

impl Experiment {
    /// Reads an experiment, its rule sets and its weights.
    ///
    /// # Errors
    /// Every fault of the file and of the rule files that it names, each with its place.
    pub fn load(path: &Path) -> Result<Experiment, ExperimentError> {
        let text = std::fs::read_to_string(path).map_err(|cause| ExperimentError::Unreadable {
            path: path.to_path_buf(),
            cause,
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Experiment::parse(&path.display().to_string(), text, folder)
    }

    /// Reads the text of an experiment whose paths are seen from a folder.
    ///
    /// # Errors
    /// As [`Experiment::load`].
    pub fn parse(name: &str, text: String, folder: &Path) -> Result<Experiment, ExperimentError> {
        let mut sources = Sources::default();
        let tree = sources.parse(name.to_string(), text);
        let tree = tree.map_err(ExperimentError::Faults)?;
        let reader = Reader::new(&sources);
        let mut parts = Parts {
            reader: &reader,
            folder,
            rule_faults: Vec::new(),
        };
        let experiment = parts.experiment(&tree);
        let rule_faults = std::mem::take(&mut parts.rule_faults);
        let mut faults = reader.into_faults();
        faults.extend(rule_faults);
        match experiment {
            Some(experiment) if faults.is_empty() => Ok(experiment),
            _ => Err(ExperimentError::Faults(faults)),
        }
    }
}

/// Reads the parts of an experiment. What is missing has been noted as a fault.
struct Parts<'r> {
    reader: &'r Reader<'r>,
    folder: &'r Path,
    /// The faults of rule files.
    rule_faults: Vec<Fault>,
}

impl<'r> Parts<'r> {
    fn experiment(&mut self, tree: &'r Node) -> Option<Experiment> {
        let top = self.reader.table(tree, "the experiment", KEYS);
        let name = top.need("name", "give it a name for tables and plots: name = \"…\"");
        let name = name.and_then(|node| self.name(node, false));
        let seed = top.need("seed", "say where its randomness comes from: seed = 1");
        let seed = seed.and_then(|node| self.number(node, 0, i64::MAX));
        let pairs = top.need("pairs", "say how many pairs of games: pairs = 1000");
        let pairs = pairs.and_then(|node| self.number(node, FEWEST_PAIRS, MOST_PAIRS));
        let ply_cap = top.need("ply_cap", "say where a game is stopped: ply_cap = 1000");
        let cap_node = ply_cap;
        let ply_cap = ply_cap.and_then(|node| self.number(node, 1, MOST_PLIES));
        let matched = self.matched(&top);
        let players = self.players(&top, matched.is_some());
        let meet = self.meet(&top, players.len());
        let rules = self.rule_sets(&top, &players);
        if let Some(node) = top.get("match")
            && (rules.len() > 1 || players.len() != 2 || meet != Some(Meet::EachOther))
        {
            let message = "a match is between two players under one rule set";
            let remedy = "write one [rules] and two tables [[player]]";
            self.reader.fault(&node.place, message, remedy);
        }
        let opening = self.opening(&top);
        if let (Some(node), Some(cap), Some(opening)) = (cap_node, ply_cap, &opening)
            && cap <= u64::from(opening.plies)
        {
            self.reader.fault(
                &node.place,
                format!(
                    "a game would be stopped in its opening of {} plies",
                    opening.plies
                ),
                "write a larger number",
            );
        }
        let adjudication = self.adjudication(&top);
        let record = self.record(&top);
        let estimates = self.estimates(&top, &rules);
        Some(Experiment {
            name: name?,
            seed: seed?,
            pairs: pairs?,
            ply_cap: ply_cap? as u32,
            meet: meet?,
            matched,
            rules,
            players,
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
    fn number_at(&self, table: &Table<'_>, key: &str, low: i64, high: i64) -> Option<u64> {
        self.number(table.get(key)?, low, high)
    }

    /// A number under a key, as one that is known to fit.
    fn small_at(&self, table: &Table<'_>, key: &str, low: i64, high: i64) -> Option<u32> {
        self.number_at(table, key, low, high)
            .map(|number| number as u32)
    }

    /// A name: not empty, on one line; `plain` when it is also to name files.
    fn name(&self, node: &Node, plain: bool) -> Option<String> {
        let text = self.reader.text(node)?;
        let fits = |letter: char| match plain {
            true => letter.is_ascii_alphanumeric() || "._+=-".contains(letter),
            false => !letter.is_control(),
        };
        let remedy = match plain {
            true => "use letters, digits and . _ + = -, not beginning with a dot",
            false => "write a few words on one line",
        };
        let hidden = plain && text.starts_with('.');
        if text.trim().is_empty() || hidden || text.len() > 100 || !text.chars().all(fits) {
            let message = format!("{} is no name", describe(node));
            self.reader.fault(&node.place, message, remedy);
            return None;
        }
        Some(text.to_string())
    }

    /// The tables under a key: one as [key], or several as [[key]].
    fn tables(&self, top: &Table<'r>, key: &str, remedy: &str) -> Vec<&'r Node> {
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

    /// What makes the experiment a match.
    fn matched(&self, top: &Table<'r>) -> Option<MatchPlan> {
        let table = self.reader.table(top.get("match")?, "the match", &["sprt"]);
        let sprt = table.get("sprt").and_then(|node| self.sprt(node));
        Some(MatchPlan { sprt })
    }

    fn sprt(&self, node: &'r Node) -> Option<Sprt> {
        let keys = ["lower", "upper", "scale", "alpha", "beta"];
        let table = self.reader.table(node, "`sprt`", &keys);
        let remedy = "write sprt = { lower = 0, upper = 10 }";
        let chance = |key| match table.get(key) {
            Some(node) => self.reader.fraction(node, 1e-6, 0.5),
            None => Some(Sprt::USUAL_ERROR),
        };
        let scales = [
            ("logistic", Scale::Logistic),
            ("normalized", Scale::Normalized),
        ];
        let scale = match table.get("scale") {
            Some(node) => self.reader.choice(node, &scales),
            None => Some(Scale::Logistic),
        };
        let most = scale.map_or(0.0, Scale::most);
        let elo = |key| {
            let node = table.need(key, remedy)?;
            self.reader.fraction(node, -most, most)
        };
        let (lower, upper) = (elo("lower"), elo("upper"));
        let (alpha, beta) = (chance("alpha"), chance("beta"));
        let (lower, upper) = (lower?, upper?);
        if lower >= upper {
            let message = format!("{lower} is not below {upper}");
            self.reader.fault(
                &node.place,
                message,
                "write lower and upper the other way round",
            );
        }
        Some(Sprt {
            scale: scale?,
            lower,
            upper,
            alpha: alpha?,
            beta: beta?,
        })
    }

    fn players(&self, top: &Table<'r>, in_match: bool) -> Vec<PlayerPlan> {
        let remedy = "say who plays: [player] with nodes = 100, or several tables [[player]]";
        let mut players: Vec<PlayerPlan> = Vec::new();
        for node in self.tables(top, "player", remedy) {
            let Some(player) = self.player(node, in_match) else {
                continue;
            };
            if players.iter().any(|other| other.name == player.name) {
                self.reader.fault(
                    &node.place,
                    format!("two players are called `{}`", player.name),
                    "give them different names: name = \"…\"",
                );
            }
            players.push(player);
        }
        players
    }

    fn player(&self, node: &'r Node, in_match: bool) -> Option<PlayerPlan> {
        let keys = [
            "name",
            "nodes",
            "depth",
            "milliseconds",
            "weights",
            "noise",
            "temperature",
            "temperature_plies",
            "engine",
        ];
        let table = self.reader.table(node, "a player", &keys);
        let nodes = self.number_at(&table, "nodes", 1, MOST_NODES);
        let depth = self.small_at(&table, "depth", 1, MOST_DEPTH);
        let milliseconds = self.number_at(&table, "milliseconds", 1, MOST_MILLISECONDS);
        let is_limited = ["nodes", "depth", "milliseconds"];
        if is_limited.iter().all(|key| table.get(key).is_none()) {
            self.reader.fault(
                &node.place,
                "a player without a limit",
                "say how far it looks: nodes = 100, or depth = 3",
            );
        }
        for key in ["milliseconds", "engine"] {
            if let Some(node) = table.get(key)
                && !in_match
            {
                let message = format!("with `{key}` no game can be played again to the same end");
                let remedy = "this is for matches only: write nodes or depth, or add [match]";
                self.reader.fault(&node.place, message, remedy);
            }
        }
        if table.get("engine").is_some() {
            for key in ["weights", "noise", "temperature", "temperature_plies"] {
                if let Some(node) = table.get(key) {
                    let message = format!("`{key}` is not for another engine");
                    self.reader
                        .fault(&node.place, message, "write its own options instead");
                }
            }
        }
        let noise = self.small_at(&table, "noise", 0, MOST_CHANCE);
        let weights = table.text("weights").map(PathBuf::from);
        let mut player = PlayerPlan {
            name: String::new(),
            nodes,
            depth,
            milliseconds,
            weights_text: weights.as_deref().and_then(|file| self.weights_text(file)),
            weights,
            noise: noise.unwrap_or(USUAL_NOISE),
            temperature: self
                .small_at(&table, "temperature", 0, MOST_CHANCE)
                .unwrap_or(0),
            temperature_plies: self.small_at(&table, "temperature_plies", 0, MOST_PLIES),
            engine: table.get("engine").and_then(|node| self.engine(node)),
        };
        player.name = match (table.get("name"), &player.engine) {
            (Some(node), _) => self.name(node, false)?,
            (None, None) => player.limits(),
            (None, Some(engine)) => {
                let program = engine.program.file_stem().unwrap_or_default();
                format!("{}, {}", program.to_string_lossy(), player.limits())
            }
        };
        Some(player)
    }

    fn engine(&self, node: &'r Node) -> Option<EnginePlan> {
        let keys = ["program", "arguments", "options", "patience"];
        let table = self.reader.table(node, "an engine", &keys);
        let program = table.need("program", "name it: engine = { program = \"…\" }")?;
        let program = PathBuf::from(self.reader.text(program)?);
        // A name without a folder is found by the system.
        let program = match program.components().count() {
            1 => program,
            _ => whole_path(&self.folder.join(program)),
        };
        if program.to_str().is_none() {
            let message = format!("the path {} is not Unicode", program.display());
            self.reader
                .fault(&node.place, message, "move the engine to another folder");
            return None;
        }
        let arguments = table
            .get("arguments")
            .map(|node| self.reader.list(node, "`arguments`"));
        let arguments = arguments.unwrap_or(&[]).iter();
        let mut options = BTreeMap::new();
        if let Some(node) = table.get("options") {
            if !matches!(node.value, Value::Table(_)) {
                let remedy = "write options = { NAME = VALUE }";
                self.reader
                    .fault(&node.place, "`options` is not a table", remedy);
            }
            for entry in node.entries() {
                let value = match &entry.node.value {
                    Value::Truth(truth) => truth.to_string(),
                    Value::Number(number) => number.to_string(),
                    _ => self.reader.text(&entry.node)?.to_string(),
                };
                options.insert(entry.key.clone(), value);
            }
        }
        let patience = self.number_at(&table, "patience", 1, 86_400);
        Some(EnginePlan {
            program,
            arguments: (arguments.filter_map(|node| self.reader.text(node)))
                .map(str::to_string)
                .collect(),
            options,
            patience: patience.unwrap_or(USUAL_PATIENCE),
        })
    }

    /// The text of a weights file; that it cannot be read is said where it is used.
    fn weights_text(&self, file: &Path) -> Option<String> {
        Weights::text(&self.folder.join(file)).ok()
    }

    fn meet(&self, top: &Table<'_>, players: usize) -> Option<Meet> {
        let usual = match players {
            0 | 1 => Meet::Themselves,
            _ => Meet::EachOther,
        };
        let Some(node) = top.get("meet") else {
            return Some(usual);
        };
        let choices = [
            ("themselves", Meet::Themselves),
            ("each other", Meet::EachOther),
            ("all", Meet::All),
        ];
        let meet = self.reader.choice(node, &choices)?;
        if meet == Meet::EachOther && players == 1 {
            self.reader.fault(
                &node.place,
                "one player has no other to meet",
                "write several tables [[player]]",
            );
        }
        Some(meet)
    }

    fn rule_sets(&mut self, top: &Table<'r>, players: &[PlayerPlan]) -> Vec<RulesPlan> {
        let remedy =
            "say what is played: [rules] with id = \"scirocco-2009\", or several tables [[rules]]";
        let mut all: Vec<RulesPlan> = Vec::new();
        let player_nodes = self.player_nodes(top);
        for node in self.tables(top, "rules", remedy) {
            let Some(rules) = self.rule_set(node, players, &player_nodes) else {
                continue;
            };
            if all.iter().any(|other| other.name == rules.name) {
                self.reader.fault(
                    &node.place,
                    format!("two rule sets are called `{}`", rules.name),
                    "give them different names: name = \"…\"",
                );
            }
            all.push(rules);
        }
        all
    }

    /// The tables of the players, for faults of their weights.
    fn player_nodes(&self, top: &Table<'r>) -> Vec<&'r Node> {
        match top.get("player").map(|node| (node, &node.value)) {
            Some((_, Value::List(items))) => items.iter().collect(),
            Some((node, Value::Table(_))) => vec![node],
            _ => Vec::new(),
        }
    }

    fn rule_set(
        &mut self,
        node: &'r Node,
        players: &[PlayerPlan],
        player_nodes: &[&'r Node],
    ) -> Option<RulesPlan> {
        let keys = ["name", "id", "arrays", "options", "weights"];
        let reader = self.reader;
        let table = reader.table(node, "a rule set", &keys);
        let id_node = table.need(
            "id",
            "name a rule set or a rule file: id = \"scirocco-2009\"",
        )?;
        let id = reader.text(id_node)?.to_string();
        let options = self.options(&table);
        let settings: Vec<(String, String)> = (options.iter())
            .map(|(name, value)| (name.clone(), value.text()))
            .collect();
        let is_path = id.ends_with(".toml") || id.contains(['/', '\\']);
        let source = match is_path {
            true => self.folder.join(&id).display().to_string(),
            false => id.clone(),
        };
        let game = match Game::load(&source, &settings) {
            Ok(game) => game,
            Err(RuleError::Faults(faults)) => {
                let message = "this rule set has faults, which follow";
                reader.fault(&id_node.place, message, "");
                self.rule_faults.extend(faults);
                return None;
            }
            Err(cause @ RuleError::Option(_)) => {
                let place = table
                    .get("options")
                    .map_or(&id_node.place, |node| &node.place);
                reader.fault(place, cause.to_string(), "");
                return None;
            }
            Err(cause) => {
                reader.fault(&id_node.place, cause.to_string(), "");
                return None;
            }
        };
        let name = match table.get("name") {
            Some(node) => self.name(node, true)?,
            None => usual_name(&id, &options),
        };
        let arrays = self.arrays(&table, &game)?;
        let text = match rules::flattened(&source) {
            Ok(text) => text,
            Err(cause) => {
                reader.fault(&id_node.place, cause.to_string(), "");
                return None;
            }
        };
        let (usual, weights_text) = match self.weights(&game, table.get("weights"))? {
            Some(found) => found,
            None => {
                let weights = Weights::of(game.spec());
                let text = weights.to_toml(game.spec());
                (weights, text)
            }
        };
        let mut player_weights = Vec::new();
        for node in player_nodes.iter().take(players.len()) {
            let own = self.weights(&game, node.get("weights"))?;
            player_weights.push(own.map_or_else(|| usual.clone(), |(weights, _)| weights));
        }
        Some(RulesPlan {
            name,
            id,
            arrays,
            options,
            weights: table.text("weights").map(PathBuf::from),
            game,
            text,
            weights_text,
            player_weights,
        })
    }

    /// The weights of a file that a node names, and their text; `Some(None)` without a node.
    fn weights(&self, game: &Game, node: Option<&Node>) -> Option<Option<(Weights, String)>> {
        let Some(node) = node else {
            return Some(None);
        };
        let path = self.folder.join(self.reader.text(node)?);
        let read = || -> Result<(Weights, String), WeightsError> {
            let text = Weights::text(&path)?;
            Ok((Weights::parse(game.spec(), &path, &text)?, text))
        };
        match read() {
            Ok(found) => Some(Some(found)),
            Err(cause) => {
                self.reader.fault(&node.place, cause.to_string(), "");
                None
            }
        }
    }

    fn options(&self, table: &Table<'_>) -> BTreeMap<String, OptionValue> {
        let mut options = BTreeMap::new();
        let Some(node) = table.get("options") else {
            return options;
        };
        if !matches!(node.value, Value::Table(_)) {
            let remedy = "write options = { NAME = VALUE }";
            self.reader
                .fault(&node.place, "`options` is not a table", remedy);
        }
        for entry in node.entries() {
            let value = match &entry.node.value {
                Value::Truth(truth) => OptionValue::Truth(*truth),
                Value::Number(number) => OptionValue::Number(*number),
                Value::Text(text) => OptionValue::Text(text.clone()),
                _ => {
                    self.reader.fault(
                        &entry.node.place,
                        format!("{} is no value of an option", describe(&entry.node)),
                        "write true, false, a whole number or a word in quotes",
                    );
                    continue;
                }
            };
            options.insert(entry.key.clone(), value);
        }
        options
    }

    fn arrays(&self, table: &Table<'_>, game: &Game) -> Option<Arrays> {
        let Some(node) = table.get("arrays") else {
            return Some(Arrays::Drawn);
        };
        let known = game.spec().array_numbers();
        let last = known.last().copied().unwrap_or(0);
        let remedy = format!("write \"drawn\", \"all\", or some of the numbers from 0 to {last}");
        let wrong = |node: &Node, message: String| {
            self.reader.fault(&node.place, message, remedy.clone());
            None
        };
        match &node.value {
            Value::Text(text) if text == "drawn" => Some(Arrays::Drawn),
            Value::Text(text) if text == "all" => Some(Arrays::All),
            Value::List(items) if !items.is_empty() => {
                let mut arrays = Vec::new();
                for item in items {
                    let number = match item.value {
                        Value::Number(number) => u32::try_from(number).ok(),
                        _ => None,
                    };
                    match number.filter(|number| known.contains(number)) {
                        Some(number) if arrays.contains(&number) => {
                            return wrong(item, format!("array {number} is named twice"));
                        }
                        Some(number) => arrays.push(number),
                        None => {
                            return wrong(item, format!("there is no array {}", describe(item)));
                        }
                    }
                }
                Some(Arrays::Listed(arrays))
            }
            Value::List(_) => wrong(node, "no array is named".to_string()),
            _ => wrong(node, format!("{} names no arrays", describe(node))),
        }
    }

    fn opening(&self, top: &Table<'r>) -> Option<OpeningPlan> {
        let remedy = "say how games begin: [opening] with plies = 8";
        let node = top.need("opening", remedy)?;
        let table = self.reader.table(node, "the opening", &["plies", "level"]);
        let plies = table.need("plies", "how many random moves begin a game: plies = 8")?;
        Some(OpeningPlan {
            plies: self.number(plies, 0, 1_000)? as u32,
            level: self.small_at(&table, "level", 0, MOST_PAWNS),
        })
    }

    fn adjudication(&self, top: &Table<'r>) -> Adjudication {
        let Some(node) = top.get("adjudication") else {
            return Adjudication::default();
        };
        let table = self
            .reader
            .table(node, "the adjudication", &["win", "draw"]);
        let win = table.get("win").and_then(|node| {
            let table = self.reader.table(node, "`win`", &["score", "plies"]);
            let remedy = "write win = { score = 1000, plies = 6 }";
            let [score, plies] = ["score", "plies"].map(|key| table.need(key, remedy));
            Some(WinRule {
                score: self.number(score?, 1, MOST_PAWNS)? as u32,
                plies: self.number(plies?, 1, MOST_PLIES)? as u32,
            })
        });
        let draw = table.get("draw").and_then(|node| {
            let keys = ["score", "plies", "from"];
            let table = self.reader.table(node, "`draw`", &keys);
            let remedy = "write draw = { score = 10, plies = 20, from = 100 }";
            let [score, plies, from] = keys.map(|key| table.need(key, remedy));
            Some(DrawRule {
                score: self.number(score?, 0, MOST_PAWNS)? as u32,
                plies: self.number(plies?, 1, MOST_PLIES)? as u32,
                from: self.number(from?, 0, MOST_PLIES)? as u32,
            })
        });
        Adjudication { win, draw }
    }

    fn record(&self, top: &Table<'r>) -> RecordPlan {
        let mut record = RecordPlan::default();
        let Some(node) = top.get("record") else {
            return record;
        };
        let table = self
            .reader
            .table(node, "the record", &["evaluations", "games_per_file"]);
        if let Some(evaluations) = table.truth("evaluations") {
            record.evaluations = evaluations;
        }
        if let Some(games) = self.number_at(&table, "games_per_file", 2, 100_000) {
            record.games_per_file = games;
            if games % 2 == 1 {
                let place = table
                    .get("games_per_file")
                    .map_or(&node.place, |node| &node.place);
                let remedy = "write an even number: the games of a pair stay together";
                self.reader.fault(place, format!("{games} is odd"), remedy);
            }
        }
        record
    }

    fn estimates(&self, top: &Table<'r>, rules: &[RulesPlan]) -> EstimatesPlan {
        let mut estimates = EstimatesPlan::default();
        let mut unit_place = &top.node.place;
        if let Some(node) = top.get("estimates") {
            let keys = ["unit", "samples_per_game", "bootstrap"];
            let table = self.reader.table(node, "the estimates", &keys);
            unit_place = table.get("unit").map_or(&node.place, |node| &node.place);
            if let Some(unit) = table.text("unit") {
                estimates.unit = unit.to_string();
            }
            if let Some(samples) = self.small_at(&table, "samples_per_game", 1, 1_000) {
                estimates.samples_per_game = samples;
            }
            if let Some(bootstrap) = self.small_at(&table, "bootstrap", 40, 1_000_000) {
                estimates.bootstrap = bootstrap;
            }
        }
        for rules in rules {
            let spec = rules.game.spec();
            if spec.find(&estimates.unit).is_none() {
                let pieces = spec.pieces.iter().map(|piece| piece.text.as_str());
                let pieces = pieces.collect::<Vec<_>>().join(" ");
                self.reader.fault(
                    unit_place,
                    format!("there is no piece `{}` in {}", estimates.unit, rules.name),
                    format!("write [estimates] with a unit among the pieces {pieces}"),
                );
            }
        }
        estimates
    }
}

/// The name of a rule set when none is given: its id or the name of its file, and the options.
fn usual_name(id: &str, options: &BTreeMap<String, OptionValue>) -> String {
    let stem = Path::new(id)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let options = options
        .iter()
        .map(|(name, value)| format!("+{name}={}", value.text()));
    let name = format!("{stem}{}", options.collect::<String>());
    let plain = |letter: char| match letter.is_ascii_alphanumeric() || "._+=-".contains(letter) {
        true => letter,
        false => '-',
    };
    name.chars().map(plain).collect()
}

/// A path that is the same wherever it is named from.
fn whole_path(path: &Path) -> PathBuf {
    let whole = path.canonicalize().or_else(|_| std::path::absolute(path));
    whole.unwrap_or_else(|_| path.to_path_buf())
}
