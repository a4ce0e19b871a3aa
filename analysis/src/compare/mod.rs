//! The effects of a change of rules: rule sets played by the same players from the same openings,
//! measured and compared.
//!
//! | from | by | to |
//! |---|---|---|
//! | game records | [`dataset`](crate::dataset) | outcomes and features of each game |
//! | games, evaluations | `measure`, [`leads`](crate::leads), [`metric`](crate::metric) | numbers of each game, means with intervals |
//! | rule sets with levels | `design` | effects, and the pieces and powers that they change |
//! | means, effects | `difference` | differences of metrics and piece values, tested together |
//! | games, players | `judgement` | how well the players judge positions |
//! | players | `players` | pairings that can be compared, origins of weights |
//!
//! All results are rows. `docs/reference/metrics.md` has the formulas of the metrics and their sources.

mod design;
mod difference;
mod judgement;
mod measure;
mod players;

pub use design::{Changed, Compared, Design, Factor};
pub use difference::{CHECK, DIFFERENCE, EFFECT_SIZE};
pub use judgement::TIMES_NODES;
pub use players::WeightsRow;

use crate::dataset::{Dataset, Wanted};
use crate::error::FindingsError;
use crate::estimators::regression::{self, PieceLogOdds};
use crate::metric::Metric;
use crate::outcomes::{mean_row, pairing_scores};
use crate::row::Row;
use measure::{EvaluatedGames, PlayedBy, further_rows, measure, sums};
use players::{Matchup, notes_on_players, unlike_origins, warning_of};
use std::collections::{BTreeMap, BTreeSet};
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::experiment::{Experiment, OpeningPolicy, Pairing, RulesPlan};
use tradewind_stats::{BootstrapOptions, CLUSTERS, Mean};

/// A rule set of a comparison.
#[derive(Clone, Debug)]
pub struct RulesCell {
    /// Its name.
    pub name: String,
    /// The level of every factor.
    pub levels: BTreeMap<String, String>,
    /// The rules.
    pub spec: RuleSpec,
    /// The players, and the origins of their weights.
    pub origins: Vec<(String, Origin)>,
}

/// The players whose games are pooled: one against itself, or a stronger one against a weaker one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// The name.
    pub name: String,
    /// Whether two players meet, the stronger one first.
    pub is_gap: bool,
}

/// A metric under every rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The metric.
    pub metric: Metric,
    /// The means, not in the unit of the metric.
    pub means: MeansByStratum,
    /// The means by opening policy, if several take turns.
    pub by_opening: Vec<MeansByStratum>,
}

/// Means of a metric, by stratum and rule set.
pub type MeansByStratum = Vec<Vec<Option<Mean>>>;

impl Measurement {
    /// Whether some games count, and what is counted was seen.
    fn is_about_something(&self) -> bool {
        let mut means = self.means.iter().flatten().flatten();
        means.any(|mean| self.metric.is_share() || mean.estimate.value != 0.0)
    }
}

/// The pieces of one rule set against those of another, by equal players.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadToHead {
    /// The nodes per move of the player on both sides.
    pub nodes: Option<u64>,
    /// The match score.
    pub rows: Vec<Row>,
}

/// A comparison of rule sets.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The names of the experiments.
    pub name: String,
    /// The rule sets.
    pub rules: Vec<RulesCell>,
    /// The players.
    pub strata: Vec<Stratum>,
    /// The names of the opening policies, if several take turns in all games; else none.
    pub openings: Vec<String>,
    /// The effects of the rules, in reading order.
    pub effects: Vec<Compared>,
    /// Every metric under every rule set.
    pub measurements: Vec<Measurement>,
    /// Pieces against pieces.
    pub head_to_head: Vec<HeadToHead>,
    /// All numbers: means and quantiles under every rule set, differences, piece values, match scores.
    pub rows: Vec<Row>,
    /// Notes to readers.
    pub notes: Vec<String>,
}

impl Comparison {
    pub(crate) fn rules_called(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|cell| cell.name == name)
    }

    /// The names of the players that meet themselves.
    pub fn selves(&self) -> Vec<&str> {
        let selves = self.strata.iter().filter(|stratum| !stratum.is_gap);
        selves.map(|stratum| stratum.name.as_str()).collect()
    }
}

struct FoundRules<'e> {
    dataset: usize,
    plan: &'e RulesPlan,
    at: usize,
}

impl<'e> FoundRules<'e> {
    /// The rule sets without odds.
    fn all(datasets: &'e [Dataset<'_>]) -> Vec<FoundRules<'e>> {
        let of = |(number, dataset): (usize, &'e Dataset<'_>)| {
            let rules = dataset.experiment().rules.iter().enumerate();
            let level = rules.filter(|(_, plan)| plan.odds.is_empty());
            level.map(move |(at, plan)| FoundRules {
                dataset: number,
                plan,
                at,
            })
        };
        datasets.iter().enumerate().flat_map(of).collect()
    }

    /// The pairing with a name, which every rule set has, and its place among the pairings of its
    /// experiment.
    fn pairing(&self, datasets: &[Dataset<'_>], name: &str) -> (usize, Matchup) {
        let experiment = datasets[self.dataset].experiment();
        let pairings = experiment.pairings().into_iter().enumerate();
        let mut own = pairings.filter(|(_, pairing)| pairing.rules == self.at);
        let found = own.find_map(|(place, pairing)| {
            let matchup = Matchup::of(experiment, pairing)?;
            (matchup.name == name).then_some((place, matchup))
        });
        found.expect("every rule set has it")
    }
}

/// The data that a comparison needs from a pairing.
pub fn wanted_by_comparison(experiment: &Experiment, pairing: Pairing) -> Wanted {
    let rules = experiment.rules_of(pairing);
    // A stronger and a weaker player are compared by their score alone.
    let is_self_play = rules.odds.is_empty() && pairing.is_self_play();
    Wanted {
        outcomes: true,
        features: if is_self_play { CLUSTERS } else { 0 },
        positions: is_self_play && rules.against.is_none(),
        ..Wanted::default()
    }
}

/// Compares the rule sets of some folders of games. Rule sets with odds are left out, except for pieces
/// that meet those of another rule set. `more` are additional metrics.
///
/// # Errors
/// A file of games is wrong.
pub fn compare(datasets: &[Dataset<'_>], more: &[Metric]) -> Result<Comparison, FindingsError> {
    let found = FoundRules::all(datasets);
    let plans = datasets
        .iter()
        .flat_map(|dataset| &dataset.experiment().rules);
    let with_odds = plans.filter(|plan| !plan.odds.is_empty() && plan.opponents().is_none());
    let mut notes: Vec<String> = with_odds
        .map(|plan| {
            format!(
                "{} begins with odds: it is not compared, and used for piece values only.",
                plan.name
            )
        })
        .collect();
    let rules = cells(datasets, &found);
    refuse_unequal(&found, &rules)?;
    let named: Vec<_> = (rules.iter())
        .map(|cell| (cell.name.clone(), cell.levels.clone()))
        .collect();
    let design = Design::of(&named);
    let openings = openings(datasets);
    let (strata, left_out) = strata(datasets, &found, openings.len().max(1))?;
    notes.extend(left_out);
    let is_played = |(_, cells): &PlayedBy<'_>| cells.iter().any(|cell| !cell.outcomes.is_empty());
    if !found.is_empty() && !strata.iter().any(is_played) {
        return Err(FindingsError::NoGames);
    }
    notes.extend(unlike_settings(datasets));
    notes.extend(notes_on_players(&rules));
    let has_leads = |(stratum, cells): &PlayedBy<'_>| {
        stratum.is_gap || cells.iter().all(EvaluatedGames::has_leads)
    };
    if !strata.iter().all(has_leads) {
        notes.push(
            "Some games were recorded without evaluations (`evaluations = true` under [record]), or \
             their evaluations tell nothing: there are no metrics of leads for them."
                .to_string(),
        );
    }
    let played = || strata.iter().flat_map(|(_, cells)| cells);
    let mut metrics = Metric::all(
        played().flat_map(|games| games.outcomes),
        played().map(|games| (games.spec, games.first)),
    );
    metrics.extend(more.iter().cloned());
    let sums = sums(datasets, &strata, &metrics)?;
    let mut measurements = measure(metrics, &strata, &sums);
    measurements.retain(Measurement::is_about_something);
    let further = further_rows(&strata, &sums, &rules, &measurements);
    let strata: Vec<Stratum> = strata.into_iter().map(|(stratum, _)| stratum).collect();
    let mut rows = mean_rows(&measurements, &strata, &rules);
    rows.extend(further);
    let effects = difference::effects(&design, &rules, &strata);
    let warning = |effect: &_| warning_of(&rules, effect);
    let differences = difference::rows(&effects, &rules, &strata, &measurements, warning);
    rows.extend(differences);
    if rules.len() > 1
        && let Some(player) = strata.iter().rfind(|stratum| !stratum.is_gap)
    {
        let values = values(datasets, &found, &player.name);
        let own = difference::value_rows(&effects, &rules, &player.name, &values, warning);
        rows.extend(own);
    }
    let head_to_head = head_to_head(datasets);
    rows.extend(head_to_head.iter().flat_map(|one| one.rows.clone()));
    let experiments: Vec<&str> = datasets
        .iter()
        .map(|one| one.experiment().name.as_str())
        .collect();
    Ok(Comparison {
        name: experiments.join("; "),
        rules,
        strata,
        openings,
        effects,
        measurements,
        head_to_head,
        rows,
        notes,
    })
}

fn mean_rows(measurements: &[Measurement], strata: &[Stratum], rules: &[RulesCell]) -> Vec<Row> {
    let mut rows = Vec::new();
    for measurement in measurements {
        for (stratum, means) in strata.iter().zip(&measurement.means) {
            for (cell, mean) in rules.iter().zip(means) {
                rows.extend(mean.as_ref().map(|mean| {
                    mean_row(&measurement.metric, mean).of_games(&cell.name, &stratum.name)
                }));
            }
        }
    }
    rows
}

/// The games of every rule set by stratum: each player with itself, the weakest first, then stronger
/// against weaker players; and notes on what is left out. `openings` policies take turns.
fn strata<'e>(
    datasets: &'e [Dataset<'_>],
    found: &[FoundRules<'e>],
    openings: usize,
) -> Result<(Vec<PlayedBy<'e>>, Vec<String>), FindingsError> {
    let mut strata = Vec::new();
    let mut notes = Vec::new();
    for is_gap in [false, true] {
        let (names, left_out) = common(datasets, found, is_gap)?;
        notes.extend(left_out);
        for name in names {
            let mut played = Vec::new();
            for one in found {
                let (place, matchup) = one.pairing(datasets, &name);
                let dataset = &datasets[one.dataset];
                let games = &dataset.pairings[place];
                played.push(EvaluatedGames {
                    place: [one.dataset, place],
                    outcomes: &games.games,
                    first: &games.features,
                    is_turned: matchup.is_turned,
                    spec: one.plan.compiled.spec(),
                    experiment: dataset.experiment(),
                    players: one.plan.training_runs(),
                    openings,
                    calibration: None,
                    resampled: Vec::new(),
                    threshold: 0.0,
                });
            }
            EvaluatedGames::calibrate(&mut played);
            strata.push((Stratum { name, is_gap }, played));
        }
    }
    Ok((strata, notes))
}

/// The names of the opening policies that take turns; none unless all folders share several.
fn openings(datasets: &[Dataset<'_>]) -> Vec<String> {
    let of = |dataset: &Dataset<'_>| -> Vec<String> {
        let turns = dataset.experiment().opening.policies();
        turns.iter().map(OpeningPolicy::name).collect()
    };
    let first = datasets.first().map(of).unwrap_or_default();
    let is_shared = first.len() > 1 && datasets.iter().all(|other| of(other) == first);
    if is_shared { first } else { Vec::new() }
}

/// The piece values under every rule set, by regression on the games of a player against itself.
fn values(
    datasets: &[Dataset<'_>],
    found: &[FoundRules<'_>],
    player: &str,
) -> Vec<Vec<PieceLogOdds>> {
    let by_rules = found.iter().map(|one| {
        let dataset = &datasets[one.dataset];
        let (place, _) = one.pairing(datasets, player);
        let resampling = BootstrapOptions {
            replicates: dataset.experiment().estimates.bootstrap,
            seed: dataset.experiment().seed,
        };
        let samples = dataset.pairings[place].positions.as_ref();
        let spec = one.plan.compiled.spec();
        let values = samples.map(|samples| regression::log_odds(samples, spec, &resampling));
        let values = values.and_then(Result::ok);
        values.unwrap_or_default()
    });
    by_rules.collect()
}

/// The names of the players that every rule set has games of, the weakest first; and notes on what is
/// left out.
fn common(
    datasets: &[Dataset<'_>],
    found: &[FoundRules<'_>],
    is_gap: bool,
) -> Result<(Vec<String>, Vec<String>), FindingsError> {
    let mut known: Vec<Matchup> = Vec::new();
    let mut by_rules: Vec<Vec<String>> = Vec::new();
    let mut left_out: Vec<String> = Vec::new();
    for one in found {
        let experiment = datasets[one.dataset].experiment();
        let mut own = Vec::new();
        for pairing in experiment.pairings() {
            if pairing.rules != one.at || pairing.is_self_play() == is_gap {
                continue;
            }
            let Some(matchup) = Matchup::of(experiment, pairing) else {
                let [first, second] = experiment.players_of(pairing).map(|player| &player.name);
                left_out.push(format!(
                    "{first} against {second} is left out: players of different strength may differ only in their \
                     limits."
                ));
                continue;
            };
            own.push(matchup.name.clone());
            match known.iter().find(|other| other.name == matchup.name) {
                Some(other) if (&other.limits, &other.plan) != (&matchup.limits, &matchup.plan) => {
                    return Err(FindingsError::Players(matchup.name));
                }
                Some(_) => {}
                None => known.push(matchup),
            }
        }
        by_rules.push(own);
    }
    known.sort_by_key(|matchup| matchup.limits);
    let (names, missing): (Vec<String>, Vec<String>) = (known.into_iter())
        .map(|matchup| matchup.name)
        .partition(|name| by_rules.iter().all(|own| own.contains(name)));
    left_out.extend(
        missing
            .into_iter()
            .map(|name| format!("{name} did not play under every rule set and is left out.")),
    );
    left_out.sort_unstable();
    left_out.dedup();
    Ok((names, left_out))
}

/// Rejects rule sets of two folders whose players have unlike weights, unless an experiment names them.
fn refuse_unequal(found: &[FoundRules<'_>], rules: &[RulesCell]) -> Result<(), FindingsError> {
    let cells = || found.iter().zip(rules);
    for (one, cell) in cells() {
        for (_, other_cell) in cells().filter(|(other, _)| other.dataset > one.dataset) {
            let unlike = unlike_origins(cell, other_cell);
            let is_named = |origin: &Origin| matches!(origin, Origin::File(_));
            let Some((of_one, of_other)) =
                unlike.filter(|(one, other)| !is_named(one) && !is_named(other))
            else {
                continue;
            };
            return Err(FindingsError::Unequal(
                cell.name.clone(),
                of_one.to_string(),
                other_cell.name.clone(),
                of_other.to_string(),
            ));
        }
    }
    Ok(())
}

/// The note on settings in which folders differ besides rules and players.
fn unlike_settings(datasets: &[Dataset<'_>]) -> Option<String> {
    let [first, rest @ ..] = datasets else {
        return None;
    };
    let first = first.experiment();
    let mut unlike: BTreeSet<&str> = BTreeSet::new();
    for other in rest.iter().map(Dataset::experiment) {
        let settings = [
            ("the ply cap", first.ply_cap == other.ply_cap),
            ("the openings", first.opening == other.opening),
            ("adjudication", first.adjudication == other.adjudication),
        ];
        let other = settings.iter().filter(|(_, same)| !same);
        unlike.extend(other.map(|(what, _)| *what));
    }
    (!unlike.is_empty()).then(|| {
        format!(
            "The folders differ in {} too, which is part of every difference.",
            Vec::from_iter(unlike).join(" and ")
        )
    })
}

fn cells(datasets: &[Dataset<'_>], found: &[FoundRules<'_>]) -> Vec<RulesCell> {
    let cell = |one: &FoundRules<'_>| {
        let (dataset, plan) = (&datasets[one.dataset], one.plan);
        let mut name = plan.name.clone();
        if found.iter().filter(|other| other.plan.name == name).count() > 1 {
            name += &format!(" ({})", dataset.archive.folder().display());
        }
        let players = &dataset.experiment().players;
        let own = players.iter().zip(&plan.player_weights);
        let own = own.map(|(player, weights)| (player.name.clone(), weights.origin.clone()));
        let taking_turns = players.iter().filter(|player| player.weights.is_none());
        let further = taking_turns.flat_map(|player| {
            let further = (2..).zip(&plan.further_weights);
            further.map(|(number, further)| {
                let name = format!("{}, {number}", player.name);
                (name, further.weights.origin.clone())
            })
        });
        RulesCell {
            name,
            levels: plan.levels.clone(),
            spec: plan.compiled.spec().clone(),
            origins: own.chain(further).collect(),
        }
    };
    found.iter().map(cell).collect()
}

fn head_to_head(datasets: &[Dataset<'_>]) -> Vec<HeadToHead> {
    let mut all = Vec::new();
    for dataset in datasets {
        let experiment = dataset.experiment();
        let met = (dataset.pairings.iter()).filter(|data| experiment.is_head_to_head(data.pairing));
        all.extend(met.map(|data| {
            let [player, _] = experiment.players_of(data.pairing);
            HeadToHead {
                nodes: player.nodes,
                rows: pairing_scores(dataset, data),
            }
        }));
    }
    all
}
