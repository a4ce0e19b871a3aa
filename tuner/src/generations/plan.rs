//! Files of loops: an experiment of one rule set and one player, and what is done with its games.

use crate::texel::weights_file::{BUILT_IN, name_of};
use crate::texel::{ParameterMap, TexelPlan};
use serde::Serialize;
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_engine::toml_file::{Node, Place, Reader, TableReader};
use tradewind_selfplay::experiment::{Experiment, ExperimentError, RulesPlan, sprt};
use tradewind_stats::{Sprt, SprtModel};

/// Everything that decides a loop.
#[derive(Clone, Debug, Serialize)]
pub struct LoopPlan {
    /// The self-play of a generation. Its seed is that of the first; the next ones count on from it.
    #[serde(skip)]
    pub experiment: Experiment,
    /// How weights are fitted.
    pub texel: TexelPlan,
    /// The match of new weights against the present ones.
    pub test: MatchTest,
    /// The match of the last promoted weights against those that the loop began with,
    pub verification: MatchTest,
    /// or against others: what they are called, and they themselves.
    #[serde(skip)]
    pub against: Option<(String, Weights)>,
    /// The most generations.
    #[serde(skip)]
    pub generations: u32,
    /// The loop ends when so many generations in a row were rejected.
    #[serde(skip)]
    pub patience: u32,
    /// Weights are fitted to the games of so many generations, the last ones,
    pub window: u32,
    /// and to those that lie in these folders already.
    #[serde(skip)]
    pub games: Vec<PathBuf>,
}

/// A match of two sets of weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchTest {
    /// Positions that both look at for a move.
    pub nodes: u64,
    /// The most pairs of games.
    pub pairs: u64,
    /// The test that ends it before.
    pub sprt: Sprt,
}

const MORE_KEYS: [&str; 4] = ["texel", "test", "verification", "loop"];
/// The old and the new name of the match at the end.
pub(crate) const RENAMED_VERIFICATION: (&str, &str) = ("proof", "verification");

/// What is wrong with the file of a loop.
#[derive(Debug, thiserror::Error)]
pub enum LoopPlanError {
    /// The file itself.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The opponent of the last ones.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl LoopPlan {
    /// Reads the file of a loop.
    ///
    /// # Errors
    /// Every fault of it, each with its place.
    pub fn load(path: &Path) -> Result<LoopPlan, LoopPlanError> {
        let read = Experiment::load_with(path, &MORE_KEYS, &[RENAMED_VERIFICATION], read_more)?;
        LoopPlan::of(read, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads the text of a loop whose paths are seen from a folder.
    ///
    /// # Errors
    /// As [`LoopPlan::load`].
    pub fn parse(name: &str, text: String, folder: &Path) -> Result<LoopPlan, LoopPlanError> {
        let keys = (&MORE_KEYS[..], &[RENAMED_VERIFICATION][..]);
        let read = Experiment::parse_with(name, text, folder, keys, read_more)?;
        LoopPlan::of(read, folder)
    }

    fn of(
        (experiment, more): (Experiment, MoreParts),
        folder: &Path,
    ) -> Result<LoopPlan, LoopPlanError> {
        let MoreParts {
            texel,
            tests: [test, verification],
            against,
            course,
        } = more;
        let against = against.map(|name| {
            let file = folder.join(name);
            let weights = Weights::load(experiment.rules[0].game.spec(), &file)?;
            Ok::<_, WeightsError>((name_of(&file), weights))
        });
        let against = against.transpose()?;
        Ok(LoopPlan {
            experiment,
            texel,
            test,
            verification,
            against,
            generations: course.generations,
            patience: course.patience,
            window: course.window,
            games: (course.games.iter())
                .map(|games| folder.join(games))
                .collect(),
        })
    }

    /// The rule set.
    pub fn rules(&self) -> &RulesPlan {
        &self.experiment.rules[0]
    }

    /// The weights that the loop begins with.
    pub fn start(&self) -> &Weights {
        &self.rules().player_weights[0]
    }

    /// What they are called.
    pub fn start_name(&self) -> String {
        let own = self.experiment.players[0].weights.as_ref();
        match own.or(self.rules().weights.as_ref()) {
            Some(path) => name_of(path),
            None => BUILT_IN.to_string(),
        }
    }
}

/// What the file of a loop has beside the experiment.
struct MoreParts {
    texel: TexelPlan,
    /// That of each generation, and that at the end.
    tests: [MatchTest; 2],
    /// The weights file of the opponent at the end.
    against: Option<String>,
    course: LoopSchedule,
}

fn read_more(
    reader: &Reader<'_>,
    top: &TableReader<'_>,
    experiment: Option<&Experiment>,
) -> Option<MoreParts> {
    if let Some(experiment) = experiment {
        check(reader, top, experiment);
    }
    let [texel, test, verification, course] = MORE_KEYS.map(|key| top.get(key));
    let test = MatchTest::read(reader, test, &[], &MatchTest::default());
    let against = verification.and_then(|node| node.get("against"));
    let against = against.and_then(|node| reader.text(node).map(str::to_string));
    let verification = MatchTest::read(reader, verification, &["against"], &test);
    let plan = texel.map_or_else(TexelPlan::default, |node| TexelPlan::read(reader, node));
    if let Some(experiment) = experiment {
        let place = &texel.unwrap_or(top.node).place;
        check_texel(reader, place, experiment, &plan);
    }
    Some(MoreParts {
        texel: plan,
        tests: [test, verification],
        against,
        course: LoopSchedule::read(reader, course),
    })
}

/// Finds before anything is played what the fit would refuse after.
fn check_texel(reader: &Reader<'_>, place: &Place, experiment: &Experiment, plan: &TexelPlan) {
    let rules = &experiment.rules[0];
    let (spec, begin) = (rules.game.spec(), &rules.player_weights[0]);
    let seen = vec![1; begin.terms.len()];
    if let Err(fault) = ParameterMap::new(spec, begin, plan, &seen) {
        reader.fault(place, fault.to_string(), "");
    }
    if plan.lambda < 1.0 && !experiment.record.evaluations {
        let message = "a lambda below 1 needs scores that are not recorded";
        reader.fault(place, message, "add [record] with evaluations = true");
    }
}

/// The longest name of a loop, in bytes: those of its experiments are made from it.
const LONGEST_NAME: usize = 70;

fn check(reader: &Reader<'_>, top: &TableReader<'_>, experiment: &Experiment) {
    if experiment.name.len() > LONGEST_NAME
        && let Some(node) = top.get("name")
    {
        let message = format!("the name of a loop has at most {LONGEST_NAME} letters");
        reader.fault(&node.place, message, "write a shorter one");
    }
    if !experiment.is_plain_self_play() {
        let place = top.get("match").or(top.get("rules"));
        let place = &place.unwrap_or(top.node).place;
        reader.fault(
            place,
            "a loop tunes the weights of one rule set by the games of one player with itself",
            "write one [rules] without odds, one [player], and no [match]",
        );
    }
}

impl Default for MatchTest {
    /// 1 000 nodes, and whether the new weights are 0 or 5 Elo stronger.
    fn default() -> MatchTest {
        MatchTest {
            nodes: 1_000,
            pairs: 1_000,
            sprt: Sprt {
                model: SprtModel::Logistic,
                elo0: 0.0,
                elo1: 5.0,
                alpha: Sprt::DEFAULT_ERROR,
                beta: Sprt::DEFAULT_ERROR,
            },
        }
    }
}

impl MatchTest {
    /// A match, whose table may have some more keys; what is left out is as in another one.
    pub(crate) fn read(
        reader: &Reader<'_>,
        node: Option<&Node>,
        more_keys: &[&str],
        default: &MatchTest,
    ) -> MatchTest {
        let Some(node) = node else {
            return default.clone();
        };
        let keys = [&["nodes", "pairs", "sprt"], more_keys].concat();
        let table = reader.table(node, "the match", &keys);
        MatchTest {
            nodes: table.number_or("nodes", default.nodes, 1, 1_000_000_000_000),
            pairs: table.number_or("pairs", default.pairs, 2, 1_000_000_000),
            sprt: (table.get("sprt"))
                .and_then(|node| sprt(reader, node))
                .unwrap_or(default.sprt),
        }
    }
}

/// How long a loop goes on.
struct LoopSchedule {
    generations: u32,
    patience: u32,
    window: u32,
    games: Vec<String>,
}

impl LoopSchedule {
    fn read(reader: &Reader<'_>, node: Option<&Node>) -> LoopSchedule {
        let keys = ["generations", "patience", "window", "games"];
        let table = node.map(|node| reader.table(node, "the loop", &keys));
        let [generations, patience, window] =
            [(keys[0], 5), (keys[1], 2), (keys[2], 3)].map(|(key, default)| {
                table.map_or(default, |table| table.number_or(key, default, 1, 10_000)) as u32
            });
        LoopSchedule {
            generations,
            patience,
            window,
            games: table.map_or(Vec::new(), |table| table.texts(keys[3])),
        }
    }
}
