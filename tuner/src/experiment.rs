//! Experiment files: what is to be played.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tradewind_engine::Game;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_engine::rules::RuleError;

/// The most pairs that an experiment may have.
const MOST_PAIRS: u64 = 1_000_000_000;
/// The most plies that a player may look ahead.
const MOST_DEPTH: u32 = 100;

/// An experiment: everything that decides its games.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// A name for tables and plots.
    pub name: String,
    /// Where all its randomness comes from.
    pub seed: u64,
    /// How many pairs of games: each opening is played twice.
    pub pairs: u64,
    /// The number of plies at which a game is stopped and recorded as unfinished.
    pub ply_cap: u32,
    /// What is played.
    pub rules: RulesPlan,
    /// Who plays, on both sides.
    pub player: PlayerPlan,
    /// How games begin.
    pub opening: OpeningPlan,
    /// What is estimated from the games.
    #[serde(default)]
    pub estimates: EstimatesPlan,
    /// The player's weights, as they were read.
    #[serde(skip)]
    pub weights: Weights,
}

/// The rule set of an experiment.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct RulesPlan {
    /// The id of a rule set, or the path of a rule file, seen from the experiment's folder.
    pub id: String,
    /// The arrays that games are drawn from; all when left out.
    #[serde(default)]
    pub arrays: Option<Vec<u32>>,
    /// Values of declared options.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
}

/// The value of an option as TOML has it.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(
    untagged,
    expecting = "an option's value must be true, false, a whole number or a word in quotes"
)]
pub enum OptionValue {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A word.
    Text(String),
}

impl OptionValue {
    /// The value as `--set` takes it.
    pub fn text(&self) -> String {
        match self {
            OptionValue::Truth(truth) => truth.to_string(),
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Text(text) => text.clone(),
        }
    }
}

/// The player of an experiment: the engine's search, with a limit of nodes, of depth or of both.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PlayerPlan {
    /// The most positions that it looks at for a move.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The most plies that it looks ahead.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The path of a weights file, seen from the experiment's folder; the weights that come with
    /// the rule set when left out.
    #[serde(default)]
    pub weights: Option<PathBuf>,
    /// Each game has its own small error in the evaluation of every position, of up to this many
    /// hundredths of a pawn, so that the two games of a pair differ.
    #[serde(default = "default_noise")]
    pub noise: u32,
}

fn default_noise() -> u32 {
    10
}

/// The openings of an experiment.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct OpeningPlan {
    /// How many random legal moves begin a game; the same for both games of a pair.
    pub plies: u32,
    /// An opening is drawn again when the player's search says that a side is ahead by more than
    /// this many hundredths of a pawn; any will do when left out.
    #[serde(default)]
    pub level: Option<u32>,
}

/// What is estimated from the games.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
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
    /// It is not what an experiment file must be.
    #[error("{}:{line}:{column}: {message}\n {line} | {source_line}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// The line itself.
        source_line: String,
        /// What is wrong and what would be right.
        message: String,
    },
    /// A value that cannot be.
    #[error("{}: `{key}`: {remedy}", .path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The key, such as `rules.arrays`.
        key: &'static str,
        /// What would be right.
        remedy: String,
    },
    /// Its weights cannot be loaded.
    #[error("{}: `player.weights`: {cause}", .path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong with the weights.
        cause: WeightsError,
    },
    /// Its rule set cannot be loaded.
    #[error("{}: `rules`: {cause}", .path.display())]
    Rules {
        /// The file.
        path: PathBuf,
        /// What is wrong with the rule set.
        cause: RuleError,
    },
}

impl Experiment {
    /// Reads an experiment and loads its rule set; everything is checked before anything is
    /// played.
    ///
    /// # Errors
    /// What is wrong, with the file and the place.
    pub fn load(path: &Path) -> Result<(Experiment, Game), ExperimentError> {
        let text = std::fs::read_to_string(path).map_err(|cause| ExperimentError::Unreadable {
            path: path.to_path_buf(),
            cause,
        })?;
        let mut experiment: Experiment =
            toml::from_str(&text).map_err(|error| syntax(path, &text, &error))?;
        let settings: Vec<(String, String)> = (experiment.rules.options.iter())
            .map(|(name, value)| (name.clone(), value.text()))
            .collect();
        let id = &experiment.rules.id;
        let is_path = id.ends_with(".toml") || id.contains('/');
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = if is_path {
            folder.join(id).display().to_string()
        } else {
            id.clone()
        };
        let game = Game::load(&name, &settings).map_err(|cause| ExperimentError::Rules {
            path: path.to_path_buf(),
            cause,
        })?;
        experiment.check(path, &game)?;
        let weights = (experiment.player.weights.as_ref()).map(|file| folder.join(file));
        let weights = Weights::chosen(game.spec(), weights.as_deref());
        experiment.weights = weights.map_err(|cause| ExperimentError::Weights {
            path: path.to_path_buf(),
            cause,
        })?;
        Ok((experiment, game))
    }

    fn check(&self, path: &Path, game: &Game) -> Result<(), ExperimentError> {
        let fault = |key, remedy: String| {
            Err(ExperimentError::Value {
                path: path.to_path_buf(),
                key,
                remedy,
            })
        };
        let known = game.spec().array_numbers();
        if let Some(arrays) = &self.rules.arrays {
            if let Some(wrong) = arrays.iter().find(|array| !known.contains(array)) {
                let last = known.last().copied().unwrap_or(0);
                return fault(
                    "rules.arrays",
                    format!("there is no array {wrong}; they go from 0 to {last}"),
                );
            }
            if arrays.is_empty() {
                return fault(
                    "rules.arrays",
                    "name at least one array, or leave it out for all".to_string(),
                );
            }
        }
        if self.pairs == 0 {
            return fault("pairs", "at least 1 pair must be played".to_string());
        }
        if self.pairs > MOST_PAIRS {
            return fault("pairs", format!("at most {MOST_PAIRS} pairs can be played"));
        }
        if self.ply_cap <= self.opening.plies {
            return fault(
                "ply_cap",
                format!(
                    "it must be more than the {} plies of the opening",
                    self.opening.plies
                ),
            );
        }
        match (self.player.nodes, self.player.depth) {
            (None, None) => {
                return fault(
                    "player",
                    "say how far it looks: nodes = 100, or depth = 3".to_string(),
                );
            }
            (Some(0), _) => return fault("player.nodes", "write 1 or more".to_string()),
            (_, Some(depth)) if !(1..=MOST_DEPTH).contains(&depth) => {
                return fault(
                    "player.depth",
                    format!("write a number from 1 to {MOST_DEPTH}"),
                );
            }
            _ => {}
        }
        if game.spec().find(&self.estimates.unit).is_none() {
            let pieces: Vec<_> = game
                .spec()
                .pieces
                .iter()
                .map(|piece| piece.text.as_str())
                .collect();
            let remedy = format!(
                "there is no piece `{}`; the pieces are {}",
                self.estimates.unit,
                pieces.join(" ")
            );
            return fault("estimates.unit", remedy);
        }
        if self.estimates.bootstrap < 40 {
            return fault(
                "estimates.bootstrap",
                "at least 40 resamplings are needed for an interval".to_string(),
            );
        }
        if self.estimates.samples_per_game == 0 {
            return fault(
                "estimates.samples_per_game",
                "at least 1 position of a game is needed".to_string(),
            );
        }
        Ok(())
    }

    /// The arrays that games are drawn from.
    pub fn arrays(&self, game: &Game) -> Vec<u32> {
        self.rules
            .arrays
            .clone()
            .unwrap_or_else(|| game.spec().array_numbers())
    }

    /// A number that changes when anything changes that decides the games: the plan (its size and
    /// estimates aside, so that a plan can be made longer), the rules, and the program's version.
    pub fn fingerprint(&self, game: &Game) -> String {
        let mut games = self.clone();
        games.pairs = 0;
        games.estimates = EstimatesPlan::default();
        let plan = serde_json::to_string(&games).unwrap_or_default();
        let parts = [
            plan,
            self.weights.to_toml(game.spec()),
            game.spec().fingerprint_text(),
            env!("CARGO_PKG_VERSION").to_string(),
        ];
        let digest = Sha256::digest(parts.join("\n"));
        digest
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

fn syntax(path: &Path, text: &str, error: &toml::de::Error) -> ExperimentError {
    let start = error.span().map_or(0, |span| span.start.min(text.len()));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    ExperimentError::Syntax {
        path: path.to_path_buf(),
        line: text[..start].matches('\n').count() + 1,
        column: text[line_start..start].chars().count() + 1,
        source_line: text[line_start..].lines().next().unwrap_or("").to_string(),
        message: in_words(error.message()),
    }
}

/// A message without the names that the program has for kinds of numbers.
fn in_words(message: &str) -> String {
    [
        ("expected u8", "expected a whole number from 0 to 255"),
        (
            "expected u32",
            "expected a whole number from 0 to 4294967295",
        ),
        ("expected u64", "expected a whole number of 0 or more"),
        ("expected f64", "expected a number"),
    ]
    .into_iter()
    .fold(message.to_string(), |text, (kind, words)| {
        text.replace(kind, words)
    })
}
