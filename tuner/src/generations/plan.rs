//! The plan of a loop: an experiment of one rule set and one player, and how its games are used.

use crate::error::TunerError;
use crate::match_test::MatchTest;
use crate::network::NetworkPlan;
use crate::texel::weights_file::{BUILT_IN, name_of};
use crate::texel::{ParameterMap, TexelPlan};
use serde::Serialize;
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::{Node, Place, Reader, TableReader};
use tradewind_selfplay::experiment::{Experiment, RulesPlan};

/// The plan of a loop.
#[derive(Clone, Debug, Serialize)]
pub struct LoopPlan {
    /// The self-play of a generation. Its seed is that of the first generation.
    #[serde(skip)]
    pub experiment: Experiment,
    /// The fit to the games.
    #[serde(flatten)]
    pub fit: FitPlan,
    /// The match of new weights against those of their parent.
    pub test: MatchTest,
    /// The match of the last promoted weights against the starting weights,
    pub verification: MatchTest,
    /// or against these, with their name.
    #[serde(skip)]
    pub against: Option<(String, Weights)>,
    /// The maximum number of generations.
    #[serde(skip)]
    pub generations: u32,
    /// The number of consecutive rejected generations that ends the loop.
    #[serde(skip)]
    pub patience: u32,
    /// The number of latest generations whose games weights are fitted to.
    pub window: u32,
    /// Folders of additional games.
    #[serde(skip)]
    pub games: Vec<PathBuf>,
}

const MORE_KEYS: [&str; 5] = ["texel", "network", "test", "verification", "loop"];

impl LoopPlan {
    /// Reads the file of a loop.
    ///
    /// # Errors
    /// All errors of the file, each with its place.
    pub fn load(path: &Path) -> Result<LoopPlan, TunerError> {
        let read = Experiment::load_with(path, &MORE_KEYS, read_plan)?;
        complete(read.1, path.parent().unwrap_or(Path::new("")))
    }

    /// As [`LoopPlan::load`], for a text whose paths are relative to `folder`. `others` are keys to ignore.
    ///
    /// # Errors
    /// The same as for [`LoopPlan::load`].
    pub fn parse(
        name: &str,
        text: String,
        folder: &Path,
        others: &[&'static str],
    ) -> Result<LoopPlan, TunerError> {
        let keys = [&MORE_KEYS[..], others].concat();
        let read = Experiment::parse_with(name, text, folder, &keys, read_plan)?;
        complete(read.1, folder)
    }

    /// The rule set.
    pub fn rules(&self) -> &RulesPlan {
        &self.experiment.rules[0]
    }

    /// The starting weights.
    pub fn start(&self) -> &Weights {
        &self.rules().player_weights[0]
    }

    /// The name of the starting weights.
    pub fn start_name(&self) -> String {
        let own = self.experiment.players[0].weights.as_ref();
        match own.or(self.rules().weights.as_ref()) {
            Some(path) => name_of(path),
            None => BUILT_IN.to_string(),
        }
    }
}

/// A plan as it is in its file, and the weights file of the opponent of the verification.
type FilePlan = (LoopPlan, Option<String>);

fn read_plan(
    reader: &Reader<'_>,
    top: &TableReader<'_>,
    experiment: Option<&Experiment>,
) -> Option<FilePlan> {
    if let Some(experiment) = experiment {
        check(reader, top, experiment);
    }
    let [texel, network, test, verification, schedule] = MORE_KEYS.map(|key| top.get(key));
    let test = MatchTest::read(reader, test, &[], &MatchTest::default());
    let against = verification.and_then(|node| node.get("against"));
    let against = against.and_then(|node| reader.text(node).map(str::to_string));
    let verification = MatchTest::read(reader, verification, &["against"], &test);
    let keys = ["generations", "patience", "window", "games", EVALUATION];
    let schedule = schedule.map(|node| reader.table(node, "the loop", &keys));
    let schedule = schedule.as_ref();
    let fit = FitPlan::read(reader, top, schedule);
    if let Some(experiment) = experiment {
        let place = &texel.or(network).unwrap_or(top.node).place;
        fit.check(reader, place, experiment);
    }
    let count = |key, default| {
        schedule.map_or(default, |table| table.number_or(key, default, 1, 10_000)) as u32
    };
    let games = schedule.map_or(Vec::new(), |table| table.texts("games"));
    let plan = LoopPlan {
        fit,
        test,
        verification,
        against: None,
        generations: count("generations", 5),
        patience: count("patience", 2),
        window: count("window", 3),
        games: games.into_iter().map(PathBuf::from).collect(),
        experiment: experiment?.clone(),
    };
    Some((plan, against))
}

/// Loads the weights that a plan names. Its paths are relative to `folder`.
fn complete((mut plan, against): FilePlan, folder: &Path) -> Result<LoopPlan, TunerError> {
    let names_weights = plan.experiment.names_weights();
    let rules = &mut plan.experiment.rules[0];
    // A loop does not start from the network that comes with the program.
    if !names_weights && rules.player_weights[0].network.is_some() {
        let linear = Weights::linear(rules.compiled.spec());
        rules.set_weights(&[linear])?;
    }
    if let Some(name) = against {
        let file = folder.join(name);
        let weights = Weights::load(rules.compiled.spec(), &file)?;
        plan.against = Some((name_of(&file), weights));
    }
    for games in &mut plan.games {
        *games = folder.join(&*games);
    }
    Ok(plan)
}

/// The maximum length of the name of a loop, in bytes. The names of its experiments contain it.
const MAX_NAME: usize = 70;

fn check(reader: &Reader<'_>, top: &TableReader<'_>, experiment: &Experiment) {
    if experiment.name.len() > MAX_NAME
        && let Some(node) = top.get("name")
    {
        let message = format!("the name of a loop has at most {MAX_NAME} bytes");
        reader.fault(&node.place, message, "write a shorter one");
    }
    if !experiment.is_plain_self_play() {
        let place = top.get("match").or(top.get("rules"));
        let place = &place.unwrap_or(top.node).place;
        reader.fault(
            place,
            "a loop needs one rule set and one player that plays against itself",
            "write one [rules] without odds, with meetings = \"all\" if it has `against`; one [player]; and no [match]",
        );
    }
}

/// The fit of a loop.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FitPlan {
    /// Texel tuning of linear weights.
    Texel(TexelPlan),
    /// Training a network beside the linear starting weights. Each generation continues from the last promoted network.
    Network(NetworkPlan),
}

/// The key of `[loop]` that chooses the evaluation, and its values.
const EVALUATION: &str = "evaluation";
const LINEAR: &str = "linear";
const NETWORK: &str = "network";

impl FitPlan {
    /// Reads the evaluation named in `[loop]` and its table.
    fn read(
        reader: &Reader<'_>,
        top: &TableReader<'_>,
        schedule: Option<&TableReader<'_>>,
    ) -> FitPlan {
        let evaluation = schedule.and_then(|table| table.get(EVALUATION));
        let named = evaluation.and_then(|node| reader.text(node));
        if let (Some(node), Some(other)) = (evaluation, named)
            && ![LINEAR, NETWORK].contains(&other)
        {
            let message = format!("there is no evaluation {other:?}");
            reader.fault(&node.place, message, "write \"linear\" or \"network\"");
        }
        let [texel, network] = ["texel", "network"].map(|key| top.get(key));
        let misplaced = |node: Option<&Node>, remedy: &str| {
            if let Some(node) = node {
                let message = "this table is for another evaluation than that of the loop";
                reader.fault(&node.place, message, remedy);
            }
        };
        if named == Some(NETWORK) {
            let remedy = "leave it out, or write evaluation = \"linear\" under [loop]";
            misplaced(texel, remedy);
            let read = |node| NetworkPlan::read(reader, node);
            FitPlan::Network(network.map_or(NetworkPlan::DEFAULT, read))
        } else {
            misplaced(network, "add evaluation = \"network\" under [loop]");
            let read = |node| TexelPlan::read(reader, node);
            FitPlan::Texel(texel.map_or(TexelPlan::DEFAULT, read))
        }
    }

    /// Checks before self-play what the fit needs.
    fn check(&self, reader: &Reader<'_>, place: &Place, experiment: &Experiment) {
        let rules = &experiment.rules[0];
        let (spec, begin) = (rules.compiled.spec(), &rules.player_weights[0]);
        if let FitPlan::Texel(plan) = self {
            let seen = vec![1; begin.terms.len()];
            if let Err(fault) = ParameterMap::new(spec, begin, plan, &seen) {
                reader.fault(place, fault.to_string(), "");
            }
            if begin.network.is_some() && experiment.names_weights() {
                let message = "linear weights cannot be fitted to the games of a network";
                let remedy =
                    "name weights without one, or add evaluation = \"network\" under [loop]";
                reader.fault(place, message, remedy);
            }
        }
        // Without scores the targets of its own games would be results alone, whatever the plan says.
        let lambda = match self {
            FitPlan::Texel(plan) => plan.lambda,
            FitPlan::Network(plan) => plan.lambda,
        };
        if lambda < 1.0 && !experiment.record.evaluations {
            reader.fault(
                place,
                format!("lambda = {lambda} needs scores that are not recorded"),
                "add [record] with evaluations = true, or write lambda = 1",
            );
        }
    }

    /// The same plan with another seed.
    pub(crate) fn reseeded(&self, by: u64) -> FitPlan {
        let mut own = self.clone();
        let seed = match &mut own {
            FitPlan::Texel(plan) => &mut plan.seed,
            FitPlan::Network(plan) => &mut plan.seed,
        };
        *seed = seed.wrapping_add(by);
        own
    }
}
