//! The plan of an SPSA run: an experiment in which players play against themselves, and the tuned parameters: search
//! parameters of this program, or options of another engine.

use super::optimizer::{Gains, Tuned};
use crate::match_test::MatchTest;
use serde::Serialize;
use std::path::Path;
use tradewind_engine::input::{Node, Reader, TableReader};
use tradewind_engine::search::SearchParams;
use tradewind_selfplay::experiment::{
    EngineProtocol, Experiment, ExperimentError, MAX_PLAYERS, PlayerPlan, RulesPlan, Schedule,
};
use tradewind_selfplay::play::engine;

/// The plan of an SPSA run.
#[derive(Clone, Debug, Serialize)]
pub struct SpsaPlan {
    /// The rules, players and openings. Its pairs are those of a perturbation, for each rule set and player.
    #[serde(skip)]
    pub experiment: Experiment,
    /// The number of iterations.
    pub iterations: u64,
    /// The number of perturbations of an iteration, which are played in parallel.
    #[serde(skip_serializing_if = "is_one")]
    pub directions: u64,
    /// The gain sequences.
    pub gains: Gains,
    /// The tuned parameters.
    #[serde(rename = "parameter")]
    pub tuned: Vec<Tuned>,
    /// The match of the final against the initial parameters for each rule set, if wanted.
    #[serde(skip)]
    pub verification: Option<MatchTest>,
    /// Whether that match has the limits of the first player.
    #[serde(skip)]
    pub has_own_limits: bool,
}

fn is_one(number: &u64) -> bool {
    *number == 1
}

const MORE_KEYS: [&str; 3] = ["spsa", "parameter", "verification"];
/// The default `rate`, that of fishtest.
const DEFAULT_RATE: f64 = 0.002;
const MAX_DIRECTIONS: i64 = MAX_PLAYERS as i64 / 2;
/// The default step of an engine's option is its range divided by this.
const OPTION_STEPS: f64 = 20.0;
const MIN_STEP: f64 = 0.1;
const MIN_RATE: f64 = 1e-6;
const MAX_RATE: f64 = 10.0;

impl SpsaPlan {
    /// Reads the file of an SPSA run.
    ///
    /// # Errors
    /// All errors of the file, each with its place.
    pub fn load(path: &Path) -> Result<SpsaPlan, ExperimentError> {
        let read = Experiment::load_with(path, &MORE_KEYS, |reader, top, experiment| {
            if let Some(experiment) = experiment {
                check(reader, top, experiment);
            }
            let [spsa, parameters, verification] = MORE_KEYS.map(|key| top.get(key));
            let remedy = "add [spsa] with iterations = 1000";
            let settings = top.need(MORE_KEYS[0], remedy).or(spsa);
            let settings = settings.and_then(|node| settings_of(reader, node));
            let rate = settings.map_or(DEFAULT_RATE, |(_, _, _, rate)| rate);
            let tuned = tuned(reader, top, parameters, (experiment, rate));
            let limits = ["nodes", "movetime"];
            let has_own_limits =
                verification.is_some_and(|node| limits.iter().all(|key| node.get(key).is_none()));
            let verification = verification
                .map(|node| MatchTest::read(reader, Some(node), &[], &MatchTest::default()));
            if let (Some(experiment), Some((_, directions, ..))) = (experiment, settings) {
                check_directions(reader, spsa.unwrap_or(top.node), experiment, directions);
            }
            Some((settings?, tuned?, (verification, has_own_limits)))
        });
        let (mut experiment, more) = read?;
        let ((iterations, directions, gains, _), tuned, (verification, has_own_limits)) = more;
        experiment.schedule = Schedule::Themselves;
        let pairs = iterations * directions * experiment.all_pairs();
        Ok(SpsaPlan {
            experiment,
            iterations,
            directions,
            gains: Gains { pairs, ..gains },
            tuned,
            verification,
            has_own_limits,
        })
    }

    /// The names of the parameters.
    pub fn names(&self) -> Vec<String> {
        self.tuned.iter().map(|one| one.name.clone()).collect()
    }
}

fn check(reader: &Reader<'_>, top: &TableReader<'_>, experiment: &Experiment) {
    let is_plain = |rules: &RulesPlan| rules.odds.is_empty() && rules.against.is_none();
    let of_matches = top.get("match").or(top.get("schedule"));
    if of_matches.is_some() || !experiment.rules.iter().all(is_plain) {
        reader.fault(
            &of_matches.unwrap_or(top.node).place,
            "in SPSA each player plays against itself, without odds",
            "write [rules] without odds, and neither [match] nor schedule",
        );
    }
    let place = &top.get("player").unwrap_or(top.node).place;
    let start = |player: &PlayerPlan| {
        let engine = player.engine.clone();
        (
            player.search.clone(),
            engine.map(|engine| (engine.program, engine.options)),
        )
    };
    let mut starts = experiment.players.iter().map(start);
    let first = starts.next();
    if starts.any(|start| Some(start) != first) {
        reader.fault(
            place,
            "the players start with different values of the tuned parameters",
            "give all of them the same search = { … }, or none; or the same engine and options",
        );
    }
    let mut engines = experiment
        .players
        .iter()
        .filter_map(|player| player.engine.as_ref());
    if engines.any(|engine| engine.proto != EngineProtocol::Uci) {
        let message = "only options of UCI engines can be tuned";
        reader.fault(place, message, "leave out `proto`");
    }
}

/// Checks the number of players: the sets of an iteration are players of one experiment.
fn check_directions(reader: &Reader<'_>, node: &Node, experiment: &Experiment, directions: u64) {
    let players = experiment.players.len();
    let max = MAX_PLAYERS / (2 * players);
    if directions > max as u64 {
        let message = format!(
            "{directions} directions times {players} players need {} players in an iteration, and at most {MAX_PLAYERS} are supported",
            2 * directions * players as u64
        );
        let remedy = format!("write at most directions = {max}, or fewer players");
        reader.fault(&node.place, message, remedy);
    }
}

/// The number of iterations and of directions, the gains, and the default rate of parameters.
fn settings_of(reader: &Reader<'_>, node: &Node) -> Option<(u64, u64, Gains, f64)> {
    let keys = [
        "iterations",
        "directions",
        "alpha",
        "gamma",
        "a_ratio",
        "rate",
    ];
    let table = reader.table(node, "`spsa`", &keys);
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
    let rate = table.fraction_or("rate", DEFAULT_RATE, MIN_RATE, MAX_RATE);
    let directions = table.number_or("directions", 1, 1, MAX_DIRECTIONS);
    Some((iterations? as u64, directions, gains, rate))
}

/// The parameters that can be tuned, with their defaults: search parameters, or the integer options of an engine. An error
/// is about the engine.
fn known(experiment: &Experiment, rate: f64) -> Result<Vec<Tuned>, String> {
    let player = &experiment.players[0];
    let Some(engine) = &player.engine else {
        let all = SearchParams::ALL.iter().map(|known| Tuned {
            name: known.name.to_string(),
            start: f64::from(*player.search.get(known.name).unwrap_or(&known.default)),
            step: f64::from(known.step),
            rate,
            min: f64::from(known.min),
            max: f64::from(known.max),
        });
        return Ok(all.collect());
    };
    let options = engine::spin_options(&experiment.rules[0].compiled, player, engine)?;
    let all = options.into_iter().filter(|option| option.min < option.max);
    let all = all.map(|option| {
        let own = engine.options.get(&option.name);
        let (min, max) = (f64::from(option.min), f64::from(option.max));
        Tuned {
            start: own
                .and_then(|own| own.parse().ok())
                .unwrap_or(f64::from(option.default)),
            step: ((max - min) / OPTION_STEPS).max(MIN_STEP),
            rate,
            min,
            max,
            name: option.name,
        }
    });
    Ok(all.collect())
}

/// The tuned parameters: those that the file names, or all search parameters that do not start at their minimum, which
/// disables some.
fn tuned(
    reader: &Reader<'_>,
    top: &TableReader<'_>,
    node: Option<&Node>,
    (experiment, default_rate): (Option<&Experiment>, f64),
) -> Option<Vec<Tuned>> {
    let experiment = experiment?;
    let known = known(experiment, default_rate).map_err(|fault| {
        let player = top.get("player").unwrap_or(top.node);
        let message = format!("{} {fault}", experiment.players[0].name);
        reader.fault(&player.place, message, "");
    });
    let known = known.ok()?;
    let Some(node) = node else {
        if experiment.players[0].engine.is_some() {
            let remedy = "name options of the engine: [[parameter]] with name = \"…\"";
            reader.fault(&top.node.place, "no parameter is tuned", remedy);
        }
        return Some(
            known
                .into_iter()
                .filter(|one| one.start > one.min)
                .collect(),
        );
    };
    let mut found: Vec<Tuned> = Vec::new();
    let nodes = reader.list(node, "`parameter`");
    for node in nodes {
        let keys = ["name", "start", "step", "rate", "min", "max"];
        let table = reader.table(node, "a parameter", &keys);
        let remedy = "name a search parameter, name = \"rfp_margin\", or an option of the engine";
        let Some(named) = table.need("name", remedy) else {
            continue;
        };
        let choices: Vec<(&str, &Tuned)> =
            known.iter().map(|one| (one.name.as_str(), one)).collect();
        let Some(known) = reader.choice(named, &choices) else {
            continue;
        };
        if found.iter().any(|other| other.name == known.name) {
            let message = format!("`{}` is named twice", known.name);
            reader.fault(&named.place, message, "leave one of them out");
        }
        let known = known.clone();
        let (low, high) = (known.min, known.max);
        let one = Tuned {
            step: table.fraction_or("step", known.step, MIN_STEP, high - low),
            rate: table.fraction_or("rate", default_rate, MIN_RATE, MAX_RATE),
            min: table.fraction_or("min", low, low, high),
            max: table.fraction_or("max", high, low, high),
            start: table.fraction_or("start", known.start, low, high),
            name: known.name,
        };
        if one.min >= one.max || !(one.min..=one.max).contains(&one.start) {
            let message = format!(
                "`{}` starts at {}, outside its bounds {} to {}",
                one.name, one.start, one.min, one.max
            );
            reader.fault(&node.place, message, "write a start between the bounds");
        }
        found.push(one);
    }
    if nodes.is_empty() {
        let remedy = "name some, or leave [[parameter]] out to tune all";
        reader.fault(&top.node.place, "no parameter is tuned", remedy);
    }
    Some(found)
}
