//! Experiments: plans of games to be played.
//!
//! [`Experiment::load`] reads a file and everything that it names. A [`Schedule`] has the pairings
//! of players and rule sets. [`Experiment::write_snapshot`] writes a self-contained copy.

mod book;
mod clock;
mod read;
mod schedule;
mod snapshot;
pub mod stored_text;

pub use book::{Book, BookFault, BookOpening, BookOpenings};
pub(crate) use book::{BookReader, GameText, PlayedGame, epd_lines, games, is_pgn, unfinished};
pub use clock::Clock;
pub use read::{MAX_MOVETIME, MAX_PLAYERS, sprt};
pub use schedule::{Pairing, Schedule, ScheduledPair, WeightsFile};
pub(crate) use schedule::{random_stream, shuffled};
pub use snapshot::SNAPSHOT;
pub(crate) use snapshot::{PLAYER_WEIGHTS, RULE_WEIGHTS, RULES, rules_hash, version_of};

use crate::odds::Odds;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::Fault;
use tradewind_files::FileError;
use tradewind_stats::Sprt;

/// The longest name of an experiment, rule set or player, in bytes.
pub const MAX_NAME: usize = 100;

/// A text as a name, shortened to [`MAX_NAME`].
pub fn short_name(text: &str) -> String {
    if text.len() <= MAX_NAME {
        return text.to_string();
    }
    let end = text.floor_char_boundary(MAX_NAME - '…'.len_utf8());
    format!("{}…", &text[..end])
}

/// An experiment: everything that decides its games. It is serialized in the format of the file.
#[derive(Clone, Debug, Serialize)]
pub struct Experiment {
    /// The name in tables and plots.
    pub name: String,
    /// The seed of all its randomness.
    pub seed: u64,
    /// The number of pairs of games of each pairing.
    pub pairs: u64,
    /// The number of plies after which a game is recorded as unfinished.
    pub ply_cap: u32,
    /// The recipe of its players, a name or the path of a file, unless the command names one. A
    /// snapshot names their weights instead.
    #[serde(skip)]
    pub recipe: Option<String>,
    /// The number of training runs per rule set for players that are trained by a recipe. A
    /// snapshot names their weights instead.
    #[serde(skip)]
    pub replicates: u32,
    /// The pairings of players.
    pub schedule: Schedule,
    /// The rule sets, at least one.
    pub rules: Vec<RulesPlan>,
    /// The players, at least one.
    #[serde(rename = "player")]
    pub players: Vec<PlayerPlan>,
    /// The match, if it is one.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub matched: Option<MatchPlan>,
    /// The openings.
    pub opening: OpeningPlan,
    /// The adjudication of games.
    #[serde(skip_serializing_if = "Adjudication::is_off")]
    pub adjudication: Adjudication,
    /// The parts of games that are recorded.
    pub record: RecordPlan,
    /// The estimates from the games.
    pub estimates: EstimatesPlan,
}

impl Experiment {
    /// The sequential test of a match, if there is one.
    pub fn sprt(&self) -> Option<Sprt> {
        self.matched.as_ref().and_then(|plan| plan.sprt)
    }

    /// The single matches of a match: under each rule set, those of its tournament.
    pub fn matches(&self) -> Vec<Experiment> {
        let (count, plan) = (self.players.len(), self.matched.clone().unwrap_or_default());
        let firsts = match plan.tournament {
            Tournament::Gauntlet => 1,
            Tournament::RoundRobin => count,
        };
        let one_match = |rules: usize, players: [usize; 2]| {
            let mut rules = self.rules[rules].clone();
            rules.player_weights = players
                .map(|player| rules.player_weights[player].clone())
                .to_vec();
            Experiment {
                rules: vec![rules],
                players: players.map(|at| self.players[at].clone()).to_vec(),
                matched: self.matched.as_ref().map(|_| MatchPlan {
                    sprt: plan.sprt,
                    tournament: Tournament::Gauntlet,
                }),
                ..self.clone()
            }
        };
        let mut matches = Vec::new();
        for rules in 0..self.rules.len() {
            for first in 0..firsts {
                matches.extend((first + 1..count).map(|other| one_match(rules, [first, other])));
            }
        }
        matches
    }

    /// Whether the scores and depths of moves are recorded.
    pub(crate) fn records_evaluations(&self) -> bool {
        self.record.evaluations || self.matched.is_some()
    }

    /// Whether in all pairs of a pairing a player meets itself with an opposing army.
    pub fn is_head_to_head(&self, pairing: Pairing) -> bool {
        pairing.is_self_play() && self.rules_of(pairing).opponents().is_some()
    }

    /// Whether all games are self-play of one player under one rule set, without odds; if there is an
    /// opposing army, with all meetings.
    pub fn is_plain_self_play(&self) -> bool {
        let (1, [rules]) = (self.players.len(), self.rules.as_slice()) else {
            return false;
        };
        let is_plain = match &rules.against {
            Some(against) => against.meetings == Meetings::All,
            None => rules.odds.is_empty(),
        };
        self.matched.is_none() && is_plain
    }

    /// Whether the times of moves are recorded: if a player has a time limit or is another engine.
    pub fn is_timed(&self) -> bool {
        let mut players = self.players.iter();
        players.any(|player| player.has_time() || player.engine.is_some())
    }

    /// Messages about invalid games of the book: at most one line per rule set.
    pub fn left_out_of_book(&self) -> Vec<String> {
        let Some(book) = &self.opening.book else {
            return Vec::new();
        };
        let lines = self.rules.iter().filter_map(|rules| {
            let (count, BookFault { line, message }) = rules.book.left_out.as_ref()?;
            let (path, all) = (book.path.display(), rules.book.all.len() + count);
            Some(format!(
                "{path}:{line}: {message}; left out of the book for {}: {count} of {all}",
                rules.name
            ))
        });
        lines.collect()
    }

    /// Whether it names any weights.
    pub fn names_weights(&self) -> bool {
        self.rules.iter().any(|rules| rules.weights.is_some())
            || self.players.iter().any(|player| player.weights.is_some())
    }
}

/// A rule set of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct RulesPlan {
    /// The name in records, tables and file names.
    pub name: String,
    /// The id of a rule set, or the path of a rule file relative to the experiment's folder.
    pub id: String,
    /// The arrays that games begin from.
    pub arrays: Arrays,
    /// The level of each factor in a comparison, by name of the factor.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, String>,
    /// The rule set of an opposing army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<OpposingRules>,
    /// The odds that pairs take turns to play; empty for games without odds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
    /// The number of pairs that have every second turn, before all turns go to the other rule sets;
    /// `None` without priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority_pairs: Option<u64>,
    /// The values of options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The path of the weights of players without their own; those of the rule set by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    /// The weights of further training runs that take turns with these, pair by pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further_weights: Vec<WeightsFile>,
    /// The compiled rule set, with [non-promoting
    /// copies](tradewind_engine::rules::RuleSpec::with_copies) if its odds have some, and with the
    /// [opposing army](tradewind_engine::rules::RuleSpec::with_opposing_army) if there is one.
    #[serde(skip)]
    pub compiled: Rules,
    /// The flattened rule file.
    #[serde(skip)]
    pub text: String,
    /// The text of the weights file of players without their own.
    #[serde(skip)]
    pub weights_text: String,
    /// The weights of each player under these rules.
    #[serde(skip)]
    pub player_weights: Vec<Weights>,
    /// The openings of the book; none without a book.
    #[serde(skip)]
    pub book: BookOpenings,
}

impl RulesPlan {
    /// The rule set whose pieces the second player of every pair has, if there is one.
    pub fn opponents(&self) -> Option<&OpposingRules> {
        let against = self.against.as_ref();
        against.filter(|against| against.meetings == Meetings::Opposed)
    }

    /// The arrays that are played.
    pub fn played_arrays(&self) -> Vec<u32> {
        let spec = self.compiled.spec();
        match &self.arrays {
            Arrays::Drawn | Arrays::All => spec.array_numbers(),
            Arrays::Listed(arrays) => arrays.clone(),
            Arrays::Family(name) => {
                let family = |array| Some(spec.family_name(spec.array_family(array)?));
                let mut arrays = spec.array_numbers();
                arrays.retain(|&array| family(array).as_ref() == Some(name));
                arrays
            }
        }
    }
}

/// The rule set of an opposing army.
#[derive(Clone, Debug, Serialize)]
pub struct OpposingRules {
    /// The id, or the path of a rule file relative to the experiment's folder.
    pub id: String,
    /// The values of options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The meetings of the two armies.
    #[serde(skip_serializing_if = "Meetings::is_opposed")]
    pub meetings: Meetings,
    /// The compiled rule set.
    #[serde(skip)]
    pub compiled: Rules,
    /// The flattened rule file.
    #[serde(skip)]
    pub text: String,
}

/// The meetings of two armies in the pairs of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Meetings {
    /// The second player has the opposing army in every pair.
    #[default]
    Opposed,
    /// Pairs take turns to play each combination of armies, so that a player learns all of them.
    All,
}

impl Meetings {
    /// All values, with their names.
    pub(crate) const ALL: [(&str, Meetings); 2] =
        [("opposed", Meetings::Opposed), ("all", Meetings::All)];

    fn is_opposed(&self) -> bool {
        *self == Meetings::Opposed
    }
}

/// The arrays from which games begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrays {
    /// Each pair draws any array.
    Drawn,
    /// All arrays in turn.
    All,
    /// Some arrays in turn.
    #[serde(untagged)]
    Listed(Vec<u32>),
    /// Each pair draws an array of a [family](tradewind_engine::rules::RuleSpec::family_name).
    #[serde(untagged)]
    Family(String),
}

/// The values of options, by name.
pub(crate) type Options = BTreeMap<String, OptionValue>;

/// The value of an option.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Truth(bool),
    /// An integer.
    Number(i64),
    /// A word.
    Text(String),
}

impl OptionValue {
    /// Parses the value of a `--set` argument.
    pub fn of(text: &str) -> OptionValue {
        match (text.parse::<bool>(), text.parse::<i64>()) {
            (Ok(truth), _) => OptionValue::Truth(truth),
            (_, Ok(number)) => OptionValue::Number(number),
            _ => OptionValue::Text(text.to_string()),
        }
    }

    /// The value as a `--set` argument.
    pub fn text(&self) -> String {
        match self {
            OptionValue::Truth(truth) => truth.to_string(),
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Text(text) => text.clone(),
        }
    }
}

/// A player: a search with one or more limits.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct PlayerPlan {
    /// The name in records and tables.
    pub name: String,
    /// The maximum number of nodes per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The maximum depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time per move in milliseconds. Such games are not reproducible: only for matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// The time control. Only for matches, too.
    #[serde(rename = "tc", skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The path of a weights file, relative to the experiment's folder; the weights of the rule set
    /// by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    /// The text of that file.
    #[serde(skip)]
    pub weights_text: Option<String>,
    /// The maximum random error of evaluations, in centipawns. It differs between the games of a
    /// pair.
    #[serde(skip_serializing_if = "is_default_noise")]
    pub noise: u32,
    /// The temperature at which moves are drawn, in centipawns; at 0 the best is played.
    #[serde(skip_serializing_if = "is_zero")]
    pub temperature: u32,
    /// The number of plies in which moves are drawn; all by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature_plies: Option<u32>,
    /// Search parameters that differ from their defaults, by
    /// [name](tradewind_engine::search::SearchParams).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub search: BTreeMap<String, i32>,
    /// Another engine as the player. Only for matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EnginePlan>,
}

impl PlayerPlan {
    /// The time per move.
    pub fn time(&self) -> Option<Duration> {
        self.movetime.map(Duration::from_millis)
    }

    /// Whether it has a time limit.
    pub(crate) fn has_time(&self) -> bool {
        self.movetime.is_some() || self.clock.is_some()
    }

    /// The time margin in milliseconds.
    pub fn time_margin(&self) -> u64 {
        let engine = self.engine.as_ref();
        engine.map_or(DEFAULT_TIME_MARGIN, |engine| engine.time_margin)
    }

    /// Its limits in words.
    pub fn limits(&self) -> String {
        let limits = [
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.movetime.map(|time| format!("{time} ms")),
            self.clock.map(|clock| format!("{clock} s")),
        ];
        limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// XBoard's Chess Engine Communication Protocol, version 2.
    Xboard,
}

fn is_uci(protocol: &EngineProtocol) -> bool {
    *protocol == EngineProtocol::Uci
}

/// Another engine.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct EnginePlan {
    /// The program: a path, or a name in PATH.
    pub program: PathBuf,
    /// Its protocol.
    #[serde(skip_serializing_if = "is_uci")]
    pub proto: EngineProtocol,
    /// Its command-line arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// Its options, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Its working folder, relative to the experiment's folder; that of this process by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// A log file of its input and output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<PathBuf>,
    /// The milliseconds by which it may exceed its time. Without a time limit, the permitted
    /// silence; the total time is limited to sixty times as much.
    pub time_margin: u64,
}

/// The default time margin of players with a time limit, in milliseconds.
const DEFAULT_TIME_MARGIN: u64 = 100;
/// The default time margin of engines without a time limit, in milliseconds.
const DEFAULT_SILENCE: u64 = 10_000;

/// A match.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct MatchPlan {
    /// The sequential test that may end it early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The pairings of three or more players.
    #[serde(skip_serializing_if = "Tournament::is_gauntlet")]
    pub tournament: Tournament,
}

/// The pairings of the players of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// The first player meets each of the others.
    #[default]
    Gauntlet,
    /// Each player meets each of the others.
    RoundRobin,
}

impl Tournament {
    /// All tournaments, with their names.
    pub const ALL: [(&str, Tournament); 2] = [
        ("gauntlet", Tournament::Gauntlet),
        ("round-robin", Tournament::RoundRobin),
    ];

    fn is_gauntlet(&self) -> bool {
        *self == Tournament::Gauntlet
    }
}

/// The default noise of players.
const DEFAULT_NOISE: u32 = 10;

/// Whether noise is not written: tables of other engines must not have it.
fn is_default_noise(noise: &u32) -> bool {
    *noise == DEFAULT_NOISE
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(truth: &bool) -> bool {
    !truth
}

/// The openings of an experiment.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct OpeningPlan {
    /// The first opening policy.
    #[serde(flatten)]
    pub first: OpeningPolicy,
    /// Further opening policies that take turns with it, pair by pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<OpeningPolicy>,
    /// The share of pieces left when the recorded game begins: after the random moves the first
    /// player plays both sides until then, and until two plies without capture. Odds are applied
    /// there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// The book whose openings precede the random moves.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub book: Option<Book>,
}

/// An opening policy that takes turns with others.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct OpeningPolicy {
    /// The number of random legal moves, the same in both games of a pair.
    pub plies: u32,
    /// The maximum imbalance of an opening by the first player's search, in centipawns; unlimited
    /// by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_imbalance_cp: Option<u32>,
}

/// Adjudication of games; none by default.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct Adjudication {
    /// Adjudication of wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// Adjudication of draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

impl Adjudication {
    /// Whether there is no adjudication.
    pub fn is_off(&self) -> bool {
        *self == Adjudication::default()
    }
}

/// A game is won when the searches of both players agree on a decisive score over consecutive
/// plies.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct WinRule {
    /// The minimum score in centipawns.
    pub score: u32,
    /// The number of consecutive plies.
    pub plies: u32,
    /// Whether only the scores of the losing side count, as if it resigned.
    #[serde(skip_serializing_if = "is_false")]
    pub one_sided: bool,
}

/// A game is drawn when the searches of both players agree on an even score over consecutive plies.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct DrawRule {
    /// The maximum absolute score in centipawns.
    pub score: u32,
    /// The number of consecutive plies.
    pub plies: u32,
    /// The first ply that counts.
    pub from: u32,
}

/// The recorded parts of games.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct RecordPlan {
    /// Whether the scores of moves are recorded.
    pub evaluations: bool,
    /// The number of games per file.
    pub games_per_file: u64,
}

impl Default for RecordPlan {
    fn default() -> Self {
        RecordPlan {
            evaluations: false,
            games_per_file: 1_000,
        }
    }
}

/// Parameters of estimates.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct EstimatesPlan {
    /// The piece in which values are expressed.
    pub unit: String,
    /// The number of positions per game in the regression.
    pub samples_per_game: u32,
    /// The number of bootstrap samples for intervals.
    pub bootstrap: u32,
}

impl Default for EstimatesPlan {
    fn default() -> Self {
        EstimatesPlan {
            unit: "P".to_string(),
            samples_per_game: 4,
            bootstrap: 200,
        }
    }
}

/// The error of an experiment file.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// All faults of the file and of the rule files that it names.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
}
