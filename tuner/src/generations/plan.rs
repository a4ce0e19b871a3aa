//! Files of loops: an experiment of one rule set and one player, and what is done with its games.

use super::learning::{EVALUATION, Learning};
use crate::match_test::MatchTest;
use crate::texel::weights_file::{BUILT_IN, name_of};
use serde::Serialize;
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_engine::input::{Reader, TableReader};
use tradewind_selfplay::experiment::{Experiment, ExperimentError, RulesPlan};

/// Everything that decides a loop.
#[derive(Clone, Debug, Serialize)]
pub struct LoopPlan {
    /// The self-play of a generation. Its seed is that of the first; the next ones count on from it.
    #[serde(skip)]
    pub experiment: Experiment,
    /// What is learnt from the games, and how.
    #[serde(flatten)]
    pub learning: Learning,
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

const MORE_KEYS: [&str; 5] = ["texel", "network", "test", "verification", "loop"];

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
        let read = Experiment::load_with(path, &MORE_KEYS, read_more)?;
        LoopPlan::of(read, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads the text of a loop whose paths are seen from a folder, and which has other keys that somebody else reads.
    ///
    /// # Errors
    /// As [`LoopPlan::load`].
    pub fn parse(
        name: &str,
        text: String,
        folder: &Path,
        others: &[&'static str],
    ) -> Result<LoopPlan, LoopPlanError> {
        let keys = [&MORE_KEYS[..], others].concat();
        let read = Experiment::parse_with(name, text, folder, &keys, read_more)?;
        LoopPlan::of(read, folder)
    }

    fn of(
        (mut experiment, more): (Experiment, MoreParts),
        folder: &Path,
    ) -> Result<LoopPlan, LoopPlanError> {
        let MoreParts {
            learning,
            tests: [test, verification],
            against,
            course,
        } = more;
        let names_weights = experiment.names_weights();
        let rules = &mut experiment.rules[0];
        // A loop begins without the network that comes with the program.
        if !names_weights && rules.player_weights[0].network.is_some() {
            let linear = Weights::linear(rules.game.spec());
            rules.set_weights(&[linear])?;
        }
        let against = against.map(|name| {
            let file = folder.join(name);
            let weights = Weights::load(experiment.rules[0].game.spec(), &file)?;
            Ok::<_, WeightsError>((name_of(&file), weights))
        });
        let against = against.transpose()?;
        Ok(LoopPlan {
            experiment,
            learning,
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
    learning: Learning,
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
    let [texel, network, test, verification, course] = MORE_KEYS.map(|key| top.get(key));
    let test = MatchTest::read(reader, test, &[], &MatchTest::default());
    let against = verification.and_then(|node| node.get("against"));
    let against = against.and_then(|node| reader.text(node).map(str::to_string));
    let verification = MatchTest::read(reader, verification, &["against"], &test);
    let course = course.map(|node| reader.table(node, "the loop", &LoopSchedule::KEYS));
    let learning = Learning::read(reader, top, course.as_ref());
    if let Some(experiment) = experiment {
        let place = &texel.or(network).unwrap_or(top.node).place;
        learning.check(reader, place, experiment);
    }
    Some(MoreParts {
        learning,
        tests: [test, verification],
        against,
        course: LoopSchedule::read(course.as_ref()),
    })
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

/// How long a loop goes on.
struct LoopSchedule {
    generations: u32,
    patience: u32,
    window: u32,
    games: Vec<String>,
}

impl LoopSchedule {
    const KEYS: [&str; 5] = ["generations", "patience", "window", "games", EVALUATION];

    fn read(table: Option<&TableReader<'_>>) -> LoopSchedule {
        let keys = Self::KEYS;
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
