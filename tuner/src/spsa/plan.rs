//! Files of SPSA runs: an experiment of one rule set and one player, and which parameters of
//! that player are tuned.

use super::optimizer::{Gains, Scale};
use crate::generations::{MatchTest, RENAMED_VERIFICATION};
use crate::texel::RENAMED_BOUNDS;
use serde::Serialize;
use std::path::Path;
use tradewind_engine::search::{RENAMED_PARAMS, SearchParam, SearchParams};
use tradewind_engine::toml_file::{Node, Reader, Renamed, TableReader};
use tradewind_selfplay::experiment::{Experiment, ExperimentError};

/// Everything that decides an SPSA run.
#[derive(Clone, Debug, Serialize)]
pub struct SpsaPlan {
    /// Who plays, what, and from which openings; its pairs are those of an iteration.
    #[serde(skip)]
    pub experiment: Experiment,
    /// How often parameters are moved.
    pub iterations: u64,
    /// How the gains fall.
    pub gains: Gains,
    /// The parameters.
    #[serde(rename = "parameter")]
    pub tuned: Vec<Tuned>,
    /// The match of the parameters found against the first ones, if one is wanted.
    #[serde(skip)]
    pub verification: Option<MatchTest>,
}

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// Its name among the search parameters.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// How far it is moved.
    #[serde(flatten)]
    pub scale: Scale,
}

const MORE_KEYS: [&str; 3] = ["spsa", "parameter", "verification"];
/// How far parameters go in the last step for a game won more than lost, in steps: the default of fishtest.
const DEFAULT_RATE: f64 = 0.002;

impl SpsaPlan {
    /// Reads the file of an SPSA run.
    ///
    /// # Errors
    /// Every fault of it, each with its place.
    pub fn load(path: &Path) -> Result<SpsaPlan, ExperimentError> {
        let read = Experiment::load_with(
            path,
            &MORE_KEYS,
            &[RENAMED_VERIFICATION],
            |reader, top, experiment| {
                if let Some(experiment) = experiment {
                    check(reader, top, experiment);
                }
                let [spsa, parameters, verification] = MORE_KEYS.map(|key| top.get(key));
                let remedy = "say how long it goes on: [spsa] with iterations = 1000";
                let course = top.need(MORE_KEYS[0], remedy).or(spsa);
                let course = course.and_then(|node| course_of(reader, node));
                let tuned = tuned(reader, top, parameters, experiment);
                let verification = verification
                    .map(|node| MatchTest::read(reader, Some(node), &[], &MatchTest::default()));
                Some((course?, tuned?, verification))
            },
        );
        let (experiment, ((iterations, gains), tuned, verification)) = read?;
        let pairs = iterations * experiment.pairs;
        Ok(SpsaPlan {
            experiment,
            iterations,
            gains: Gains { pairs, ..gains },
            tuned,
            verification,
        })
    }

    /// The names of the parameters.
    pub fn names(&self) -> Vec<String> {
        self.tuned.iter().map(|one| one.name.clone()).collect()
    }
}

fn check(reader: &Reader<'_>, top: &TableReader<'_>, experiment: &Experiment) {
    if !experiment.is_plain_self_play() {
        let place = top.get("match").or(top.get("player"));
        reader.fault(
            &place.unwrap_or(top.node).place,
            "SPSA tunes the parameters of one player under one rule set",
            "write one [rules] without odds, one [player], and no [match]",
        );
    }
}

fn course_of(reader: &Reader<'_>, node: &Node) -> Option<(u64, Gains)> {
    let keys = ["iterations", "alpha", "gamma", "a_ratio"];
    let renamed = Renamed(&[("settling", "a_ratio")]);
    let table = reader.table_renamed(node, "`spsa`", &keys, renamed);
    let remedy = "write iterations = 1000";
    let iterations = table.need("iterations", remedy);
    let iterations = iterations.and_then(|node| reader.number(node, 1, 100_000_000));
    let default = Gains::DEFAULT;
    let gains = Gains {
        pairs: default.pairs,
        alpha: table.fraction_or("alpha", default.alpha, 0.0, 2.0),
        gamma: table.fraction_or("gamma", default.gamma, 0.0, 1.0),
        a_ratio: table.fraction_or("a_ratio", default.a_ratio, 0.0, 10.0),
    };
    Some((iterations? as u64, gains))
}

/// The parameters: those that the file names, or all.
fn tuned(
    reader: &Reader<'_>,
    top: &TableReader<'_>,
    node: Option<&Node>,
    experiment: Option<&Experiment>,
) -> Option<Vec<Tuned>> {
    let own = experiment.map(|experiment| &experiment.players[0].search);
    let start = |known: &SearchParam| {
        let own = own.and_then(|own| own.get(known.name));
        f64::from(own.copied().unwrap_or(known.default))
    };
    let Some(node) = node else {
        let all = SearchParams::ALL.iter().map(|known| Tuned {
            name: known.name.to_string(),
            start: start(known),
            scale: Scale {
                step: f64::from(known.step),
                rate: DEFAULT_RATE,
                min: f64::from(known.min),
                max: f64::from(known.max),
            },
        });
        return Some(all.collect());
    };
    let mut found: Vec<Tuned> = Vec::new();
    for node in reader.list(node, "`parameter`") {
        let keys = ["name", "start", "step", "rate", "min", "max"];
        let table = reader.table_renamed(node, "a parameter", &keys, RENAMED_BOUNDS);
        let remedy = "name a search parameter: name = \"rfp_margin\"";
        let Some(name) = table.need("name", remedy) else {
            continue;
        };
        let choices: Vec<(&str, &SearchParam)> = SearchParams::ALL
            .iter()
            .map(|known| (known.name, known))
            .collect();
        let old = name.text().unwrap_or_default();
        if reader.is_renamed(&name.place, old, RENAMED_PARAMS) {
            continue;
        }
        let Some(known) = reader.choice(name, &choices) else {
            continue;
        };
        if found.iter().any(|other| other.name == known.name) {
            let message = format!("`{}` is named twice", known.name);
            reader.fault(&name.place, message, "leave one of them out");
        }
        let (low, high) = (f64::from(known.min), f64::from(known.max));
        let scale = Scale {
            step: table.fraction_or("step", f64::from(known.step), 0.1, high - low),
            rate: table.fraction_or("rate", DEFAULT_RATE, 1e-6, 10.0),
            min: table.fraction_or("min", low, low, high),
            max: table.fraction_or("max", high, low, high),
        };
        let first = table.fraction_or("start", start(known), low, high);
        if scale.min >= scale.max || !(scale.min..=scale.max).contains(&first) {
            let message = format!(
                "`{}` begins at {first}, and is to be from {} to {}",
                known.name, scale.min, scale.max
            );
            reader.fault(&node.place, message, "begin between the bounds");
        }
        found.push(Tuned {
            name: known.name.to_string(),
            start: first,
            scale,
        });
    }
    if found.is_empty() {
        let remedy = "name some, or leave [[parameter]] out to tune all";
        reader.fault(&top.node.place, "no parameter is tuned", remedy);
    }
    Some(found)
}
