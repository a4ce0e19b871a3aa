//! Experiment files: what is to be played.
//!
//! [`Experiment::load`] reads a file and everything it names (`read`), a [`Schedule`] says
//! who plays whom under which rules, and [`Experiment::write_snapshot`] writes a copy that needs nothing but
//! the files beside it (`keep`).

mod book;
mod clock;
mod identity;
mod read;
mod schedule;
mod snapshot;
mod turns;

pub use book::{Book, BookFault, BookOpening, BookOpenings};
pub use clock::Clock;
pub use read::{MAX_MOVETIME, MAX_PLAYERS, sprt};
pub use schedule::{Pairing, Schedule, ScheduledPair, scheduled_pair};
pub use snapshot::SNAPSHOT;
pub(crate) use snapshot::{PLAYER_WEIGHTS, RULE_WEIGHTS, RULES, version_of};
pub use turns::Replicate;

use crate::odds::Odds;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::Fault;
use tradewind_stats::Sprt;

/// The longest name of an experiment, rule set or player, in bytes.
pub const MAX_NAME: usize = 100;

/// A text as a name, cut where it is too long for one.
pub fn short_name(text: &str) -> String {
    if text.len() <= MAX_NAME {
        return text.to_string();
    }
    let end = text.floor_char_boundary(MAX_NAME - '…'.len_utf8());
    format!("{}…", &text[..end])
}

/// An experiment: everything that decides its games. It is written as the file is.
#[derive(Clone, Debug, Serialize)]
pub struct Experiment {
    /// A name for tables and plots.
    pub name: String,
    /// Where all its randomness comes from.
    pub seed: u64,
    /// How many pairs of games each pairing has: each opening is played twice.
    pub pairs: u64,
    /// The number of plies at which a game is stopped and recorded as unfinished.
    pub ply_cap: u32,
    /// How many players of a recipe take turns in the games of each rule set. They are trained before it is played, and
    /// the copy that is kept beside its games names their weights instead.
    #[serde(skip)]
    pub replicates: u32,
    /// Which players are paired.
    pub schedule: Schedule,
    /// What is played; at least one rule set.
    pub rules: Vec<RulesPlan>,
    /// Who plays; at least one player.
    #[serde(rename = "player")]
    pub players: Vec<PlayerPlan>,
    /// Whether it is a match of two players, and when that ends.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub matched: Option<MatchPlan>,
    /// How games begin.
    pub opening: OpeningPlan,
    /// When games end before the rules say so.
    #[serde(skip_serializing_if = "Adjudication::is_off")]
    pub adjudication: Adjudication,
    /// What is kept of the games.
    pub record: RecordPlan,
    /// What is estimated from the games.
    pub estimates: EstimatesPlan,
}

impl Experiment {
    /// The test of a match, if it is one and has one.
    pub fn sprt(&self) -> Option<Sprt> {
        self.matched.as_ref().and_then(|plan| plan.sprt)
    }

    /// The matches of which it consists, if it is a match: under each rule set, the first player against each of
    /// the others.
    pub fn matches(&self) -> Vec<Experiment> {
        let others = 1..self.players.len();
        let places =
            (0..self.rules.len()).flat_map(|rules| others.clone().map(move |at| (rules, at)));
        let one_match = |(rules, other): (usize, usize)| {
            let mut rules = self.rules[rules].clone();
            rules.player_weights = [0, other]
                .map(|player| rules.player_weights[player].clone())
                .to_vec();
            Experiment {
                rules: vec![rules],
                players: [0, other].map(|at| self.players[at].clone()).to_vec(),
                ..self.clone()
            }
        };
        places.map(one_match).collect()
    }

    /// Whether a player meets itself with the pieces of another rule set.
    pub fn is_head_to_head(&self, pairing: Pairing) -> bool {
        pairing.is_self_play() && self.rules_of(pairing).against.is_some()
    }

    /// Whether in all of its games one player meets itself under one rule set, with the same pieces on both
    /// sides.
    pub fn is_plain_self_play(&self) -> bool {
        let (1, [rules]) = (self.players.len(), self.rules.as_slice()) else {
            return false;
        };
        self.matched.is_none() && rules.odds.is_empty() && rules.against.is_none()
    }

    /// Whether the time of moves is recorded: where it limits a player, or another engine plays.
    pub fn is_timed(&self) -> bool {
        let mut players = self.players.iter();
        players.any(|player| player.has_time() || player.engine.is_some())
    }

    /// A report of faulty games of its book that are left out: at most a line for each rule set.
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

    /// Whether it says with which weights anybody plays.
    pub fn names_weights(&self) -> bool {
        self.rules.iter().any(|rules| rules.weights.is_some())
            || self.players.iter().any(|player| player.weights.is_some())
    }
}

/// A rule set of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct RulesPlan {
    /// What it is called in records, tables and file names.
    pub name: String,
    /// The id of a rule set, or the path of a rule file, seen from the experiment's folder.
    pub id: String,
    /// The arrays that games begin from.
    pub arrays: Arrays,
    /// Where it stands in a comparison: the level of each factor, by the factor's name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, String>,
    /// The rule set whose pieces the second player of each pair has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// The odds that its pairs take turns to play; none when games begin from the arrays as they
    /// are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
    /// Values of declared options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The path of the weights of players without weights of their own; those that come with the
    /// rule set when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    /// The weights of further players that take turns with that one, pair by pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further_weights: Vec<Replicate>,
    /// The rule set itself, with [non-promoting copies](tradewind_engine::rules::RuleSpec::with_copies) when its odds
    /// have some, and with [pieces of the opposing army](tradewind_engine::rules::RuleSpec::with_opposing_army) when its pieces meet
    /// those of another one.
    #[serde(skip)]
    pub game: Game,
    /// Its rule file, with all that it extends.
    #[serde(skip)]
    pub text: String,
    /// The weights file of players without weights of their own.
    #[serde(skip)]
    pub weights_text: String,
    /// The weights of each player under these rules.
    #[serde(skip)]
    pub player_weights: Vec<Weights>,
    /// What the book of the experiment has to begin games from; nothing when it has none.
    #[serde(skip)]
    pub book: BookOpenings,
}

impl RulesPlan {
    /// The arrays that are drawn from, or that take turns.
    pub fn played_arrays(&self) -> Vec<u32> {
        match &self.arrays {
            Arrays::Drawn | Arrays::All => self.game.spec().array_numbers(),
            Arrays::Listed(arrays) => arrays.clone(),
            Arrays::Family(name) => {
                let spec = self.game.spec();
                let mut arrays = spec.array_numbers();
                arrays.retain(|&array| {
                    let family = spec.array_family(array);
                    family.is_some_and(|family| spec.family_name(family) == *name)
                });
                arrays
            }
        }
    }
}

/// The rule set whose pieces meet those of another one.
#[derive(Clone, Debug, Serialize)]
pub struct Against {
    /// Its id, or the path of its rule file, seen from the experiment's folder.
    pub id: String,
    /// Values of its declared options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The rule set itself.
    #[serde(skip)]
    pub game: Game,
    /// Its rule file, with all that it extends.
    #[serde(skip)]
    pub text: String,
}

/// The arrays that the games of a rule set begin from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrays {
    /// Each pair draws one of all arrays.
    Drawn,
    /// All arrays in turn, so that each is played equally often.
    All,
    /// Some arrays in turn.
    Listed(Vec<u32>),
    /// Each pair draws one of a [family](tradewind_engine::rules::RuleSpec::family_name).
    Family(String),
}

impl Serialize for Arrays {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Arrays::Drawn => serializer.serialize_str("drawn"),
            Arrays::All => serializer.serialize_str("all"),
            Arrays::Listed(list) => list.serialize(serializer),
            Arrays::Family(name) => serializer.serialize_str(name),
        }
    }
}

/// The value of an option as TOML has it.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A word.
    Text(String),
}

impl OptionValue {
    /// The value that a text stands for, as `--set` takes it.
    pub fn of(text: &str) -> OptionValue {
        match (text.parse::<bool>(), text.parse::<i64>()) {
            (Ok(truth), _) => OptionValue::Truth(truth),
            (_, Ok(number)) => OptionValue::Number(number),
            _ => OptionValue::Text(text.to_string()),
        }
    }

    /// The value as `--set` takes it.
    pub fn text(&self) -> String {
        match self {
            OptionValue::Truth(truth) => truth.to_string(),
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Text(text) => text.clone(),
        }
    }
}

/// A player of an experiment: a search with one limit or several.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct PlayerPlan {
    /// What it is called in records and tables.
    pub name: String,
    /// The most positions that it looks at for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The most plies that it looks ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// For how many milliseconds it thinks about a move. Games then differ from run to run: only for matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Its clock. Games then differ from run to run, too.
    #[serde(rename = "tc", skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The path of a weights file, seen from the experiment's folder; the weights of the rule set
    /// when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    /// That file.
    #[serde(skip)]
    pub weights_text: Option<String>,
    /// Each game has its own small error in the evaluation of every position, of up to this many
    /// centipawns, so that the two games of a pair differ.
    #[serde(skip_serializing_if = "is_default_noise")]
    pub noise: u32,
    /// Moves are drawn at this temperature, in centipawns; the best is played at 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub temperature: u32,
    /// Up to which ply of a game moves are drawn; to its end when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature_plies: Option<u32>,
    /// Search parameters that differ from their defaults, by
    /// [name](tradewind_engine::search::SearchParams).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub search: BTreeMap<String, i32>,
    /// Another engine that plays instead of this program's: only for matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EnginePlan>,
}

impl PlayerPlan {
    /// How long it thinks about a move.
    pub fn time(&self) -> Option<Duration> {
        self.movetime.map(Duration::from_millis)
    }

    /// Whether its moves are limited by time.
    pub fn has_time(&self) -> bool {
        self.movetime.is_some() || self.clock.is_some()
    }

    /// By how many milliseconds it may exceed its time.
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

/// An engine that speaks the Universal Chess Interface.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct EnginePlan {
    /// The program: a path, or a name that the system finds.
    pub program: PathBuf,
    /// What it is called with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// Its options, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The folder that it is started in, as seen from the experiment's folder; where the program was called when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// A file to which is added what it is told and what it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<PathBuf>,
    /// By how many milliseconds it may exceed the time for its moves before it loses the game; without such a time, how long it
    /// may be silent, of which sixty times as long is the most that it may take in all.
    pub time_margin: u64,
}

/// The default time margin of players whose moves are limited by time, in milliseconds: less than a busy machine keeps them waiting.
pub const DEFAULT_TIME_MARGIN: u64 = 100;
/// The default time margin of engines without a time for their moves, in milliseconds.
pub const DEFAULT_SILENCE: u64 = 10_000;

/// A match: when it ends.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct MatchPlan {
    /// The test that may end it before all of its pairs are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// The default noise of players.
pub const DEFAULT_NOISE: u32 = 10;

/// Another engine has no noise of ours, and its table must not say so.
fn is_default_noise(noise: &u32) -> bool {
    *noise == DEFAULT_NOISE
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The openings of an experiment.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct OpeningPlan {
    /// How many random legal moves begin a game; the same for both games of a pair.
    pub plies: u32,
    /// An opening is drawn again when the first player's search says that a side is ahead by more
    /// than this many centipawns; any will do when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_imbalance_cp: Option<u32>,
    /// Other ways to begin that take turns with that one, pair by pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<OpeningTurn>,
    /// After these moves the first player plays both sides until this share of the pieces is left and nothing was taken for
    /// two plies; there the game begins, with its odds if it has any. At the end of the random moves when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// A book whose openings are played before the random moves.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub book: Option<Book>,
}

/// A way to begin that takes turns with others.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct OpeningTurn {
    /// As [`OpeningPlan::plies`].
    pub plies: u32,
    /// As [`OpeningPlan::max_imbalance_cp`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_imbalance_cp: Option<u32>,
}

/// When games end before the rules say so; never when both are left out.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct Adjudication {
    /// A game is given to a side that is far ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// An even game is called a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

impl Adjudication {
    /// Whether all games are played to their end.
    pub fn is_off(&self) -> bool {
        *self == Adjudication::default()
    }
}

/// A game is given to a side when every search of both players, over some plies in a row, says that
/// it is far ahead.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct WinRule {
    /// How far ahead at least, in centipawns.
    pub score: u32,
    /// For how many plies in a row.
    pub plies: u32,
}

/// A game is called a draw when every search of both players, over some plies in a row, calls it
/// even.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct DrawRule {
    /// How far ahead a side may be at most, in centipawns.
    pub score: u32,
    /// For how many plies in a row.
    pub plies: u32,
    /// The first ply of the game at which this may happen.
    pub from: u32,
}

/// What is kept of the games.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct RecordPlan {
    /// Whether the score that each search ended with is kept.
    pub evaluations: bool,
    /// How many games a file of games holds.
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

/// What is estimated from the games.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct EstimatesPlan {
    /// The piece that values are given in.
    pub unit: String,
    /// How many positions of a game go into the regression.
    pub samples_per_game: u32,
    /// How many resamplings the intervals come from.
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

/// What is wrong with an experiment file.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// It cannot be read.
    #[error("cannot read the experiment {}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// It is wrong; every fault found, those of the rule files that it names included.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
}
