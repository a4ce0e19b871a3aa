//! From folders of games to a comparison: which rule sets, which players, what the games came to.

use super::design::Design;
use super::leads::{Leads, decided, scale};
use super::mean::Mean;
use super::metric::{GameSample, Metric};
use super::pairing::PlayerPairing;
use super::values::{PieceChanges, ValuesOf};
use super::weights::head_to_head_warning;
use super::{
    Comparison, Differences, HeadToHead, Lengths, Measurement, RulesCell, Stratum, difference,
};
use crate::dataset::{Dataset, GameFeatures, PairingData, TENTHS, Wanted};
use crate::outcomes::LENGTH_QUANTILES;
use crate::players::Players;
use crate::results::piece_values_of;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::experiment::{Experiment, Pairing, RulesPlan};
use tradewind_stats::Estimate;
use tradewind_stats::pair_estimates::{ByPair, quantile};

/// At how many plies it is counted which games are still going on.
const RUNNING_STEPS: u32 = 24;

/// Why games cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// Nothing was played.
    #[error("there are no games to compare; `tradewind run` plays them")]
    NoGames,
    /// Two players have one name.
    #[error(
        "the folders have different players who are both called “{0}”; give them different names"
    )]
    Players(String),
}

/// Who played, and the games of every rule set.
type PlayedBy<'e> = (Stratum, Vec<EvaluatedGames<'e>>);

/// A rule set of one of the folders.
struct FoundRules<'e> {
    dataset: usize,
    plan: &'e RulesPlan,
    at: usize,
}

impl FoundRules<'_> {
    /// The pairing of the player pairing that is called so, which every rule set has, and its place among the
    /// pairings of its experiment.
    fn pairing(&self, datasets: &[Dataset<'_>], name: &str) -> (usize, PlayerPairing) {
        let experiment = datasets[self.dataset].experiment();
        let pairings = experiment.pairings().into_iter().enumerate();
        let mut own = pairings.filter(|(_, pairing)| pairing.rules == self.at);
        let found = own.find_map(|(place, pairing)| {
            let player_pairing = PlayerPairing::of(experiment, pairing)?;
            (player_pairing.name == name).then_some((place, player_pairing))
        });
        found.expect("every rule set has it")
    }
}

/// What a comparison asks of the games of a pairing.
pub fn wanted_by_comparison(experiment: &Experiment, pairing: Pairing) -> Wanted {
    let rules = experiment.rules_of(pairing);
    let is_compared = rules.odds.is_empty() && rules.against.is_none();
    Wanted {
        features: rules.odds.is_empty(),
        positions: is_compared && pairing.players[0] == pairing.players[1],
        ..Wanted::default()
    }
}

/// Compares the rule sets whose games lie in some folders. Those that begin with odds say nothing
/// about a game and are left out, but for pieces that meet those of another rule set.
///
/// # Errors
/// A file of games is wrong.
pub fn compare(datasets: &[Dataset<'_>]) -> Result<Comparison, CompareError> {
    let mut notes = Vec::new();
    let mut found: Vec<FoundRules<'_>> = Vec::new();
    for (number, dataset) in datasets.iter().enumerate() {
        for (at, plan) in dataset.experiment().rules.iter().enumerate() {
            if plan.odds.is_empty() {
                found.push(FoundRules {
                    dataset: number,
                    plan,
                    at,
                });
            } else if plan.against.is_none() {
                notes.push(format!(
                    "{} begins with odds and is left out; `tradewind values` says what odds tell.",
                    plan.name
                ));
            }
        }
    }
    let rules = cells(datasets, &found);
    let named: Vec<_> = (rules.iter())
        .map(|cell| (cell.name.clone(), cell.levels.clone()))
        .collect();
    let design = Design::of(&named);
    let (strata, left_out) = strata(datasets, &found)?;
    notes.extend(left_out);
    let is_played =
        |(_, cells): &PlayedBy<'_>| cells.iter().any(|cell| !cell.played.games.is_empty());
    if !found.is_empty() && !strata.iter().any(is_played) {
        return Err(CompareError::NoGames);
    }
    notes.extend(unlike_settings(datasets));
    let has_leads = |(stratum, cells): &PlayedBy<'_>| {
        stratum.is_gap
            || cells
                .iter()
                .all(|cell| cell.leads.iter().any(Option::is_some))
    };
    if !strata.iter().all(has_leads) {
        notes.push(
            "Some games were recorded without evaluations (`evaluations = true` under [record]), or \
             their evaluations tell nothing: there are no metrics of leads for them."
                .to_string(),
        );
    }
    let cells = strata.iter().flat_map(|(_, cells)| cells);
    let metrics = Metric::all(cells.flat_map(EvaluatedGames::samples));
    let measurements: Vec<Measurement> = (metrics.into_iter())
        .map(|metric| measure(metric, &strata))
        .filter(|one| one.is_about_something())
        .collect();
    let strata_only: Vec<Stratum> = strata.iter().map(|(stratum, _)| stratum.clone()).collect();
    let differences: Differences = difference::all(&design, &strata_only, &measurements);
    let head_to_head = head_to_head(datasets);
    let values = values(datasets, &found, &strata_only);
    let experiments: Vec<&str> = datasets
        .iter()
        .map(|one| one.experiment().name.as_str())
        .collect();
    Ok(Comparison {
        name: experiments.join("; "),
        lengths: lengths(&strata),
        left: left(&strata),
        values: PieceChanges::of(&design, &rules, values),
        rules,
        design,
        strata: strata_only,
        measurements,
        differences,
        head_to_head,
        notes,
    })
}

/// The games of every rule set, by who played them: each player with itself, the weakest first, then
/// the stronger ones with the weaker ones; and what is left out, in words.
fn strata<'e>(
    datasets: &'e [Dataset<'_>],
    found: &[FoundRules<'e>],
) -> Result<(Vec<PlayedBy<'e>>, Vec<String>), CompareError> {
    let mut strata = Vec::new();
    let mut notes = Vec::new();
    for is_gap in [false, true] {
        let (names, left_out) = common(datasets, found, is_gap)?;
        notes.extend(left_out);
        for name in names {
            let mut played = Vec::new();
            for one in found {
                let (place, player_pairing) = one.pairing(datasets, &name);
                played.push(PlayedGames {
                    games: &datasets[one.dataset].pairings[place].features,
                    is_turned: player_pairing.is_turned,
                    spec: one.plan.game.spec(),
                });
            }
            strata.push((Stratum { name, is_gap }, EvaluatedGames::all(played)));
        }
    }
    Ok((strata, notes))
}

/// The piece values under every rule set, by regression on the games of the strongest player that met
/// itself.
fn values(
    datasets: &[Dataset<'_>],
    found: &[FoundRules<'_>],
    strata: &[Stratum],
) -> Option<ValuesOf> {
    let player = strata.iter().rfind(|stratum| !stratum.is_gap)?;
    let by_rules = found.iter().map(|one| {
        let dataset = &datasets[one.dataset];
        let (place, _) = one.pairing(datasets, &player.name);
        piece_values_of(&dataset.pairings[place], dataset.experiment()).ok()
    });
    Some(ValuesOf {
        player: player.name.clone(),
        by_rules: by_rules.collect(),
    })
}

/// The names of the player pairings that every rule set has games of, the weakest first; and what is left
/// out, in words.
fn common(
    datasets: &[Dataset<'_>],
    found: &[FoundRules<'_>],
    is_gap: bool,
) -> Result<(Vec<String>, Vec<String>), CompareError> {
    let mut known: Vec<PlayerPairing> = Vec::new();
    let mut by_rules: Vec<Vec<String>> = Vec::new();
    let mut left_out: Vec<String> = Vec::new();
    for one in found {
        let experiment = datasets[one.dataset].experiment();
        let mut own = Vec::new();
        for pairing in experiment.pairings() {
            let is_pair = pairing.players[0] != pairing.players[1];
            if pairing.rules != one.at || is_pair != is_gap {
                continue;
            }
            let Some(player_pairing) = PlayerPairing::of(experiment, pairing) else {
                let [first, second] = experiment.players_of(pairing).map(|player| &player.name);
                left_out.push(format!(
                    "{first} against {second} is left out: nothing but how far they look may differ \
                     between players of whom one is the stronger."
                ));
                continue;
            };
            own.push(player_pairing.name.clone());
            match known.iter().find(|other| other.name == player_pairing.name) {
                Some(other)
                    if (&other.limits, &other.plan)
                        != (&player_pairing.limits, &player_pairing.plan) =>
                {
                    return Err(CompareError::Players(player_pairing.name));
                }
                Some(_) => {}
                None => known.push(player_pairing),
            }
        }
        by_rules.push(own);
    }
    known.sort_by_key(|player_pairing| player_pairing.limits);
    let (names, missing): (Vec<String>, Vec<String>) = (known.into_iter())
        .map(|player_pairing| player_pairing.name)
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

/// What folders differ in besides rules and players.
fn unlike_settings(datasets: &[Dataset<'_>]) -> Option<String> {
    let [first, rest @ ..] = datasets else {
        return None;
    };
    let first = first.experiment();
    let mut unlike: Vec<&str> = Vec::new();
    for other in rest.iter().map(Dataset::experiment) {
        let settings = [
            ("the ply cap", first.ply_cap == other.ply_cap),
            ("the openings", first.opening == other.opening),
            ("adjudication", first.adjudication == other.adjudication),
        ];
        unlike.extend(
            settings
                .iter()
                .filter(|(_, same)| !same)
                .map(|(what, _)| *what),
        );
    }
    unlike.sort_unstable();
    unlike.dedup();
    (!unlike.is_empty()).then(|| {
        format!(
            "The folders differ in {} too, which is part of every difference.",
            unlike.join(" and ")
        )
    })
}

/// The rule sets by names that differ.
fn cells(datasets: &[Dataset<'_>], found: &[FoundRules<'_>]) -> Vec<RulesCell> {
    let cell = |one: &FoundRules<'_>| {
        let alike = found
            .iter()
            .filter(|other| other.plan.name == one.plan.name)
            .count();
        let name = match alike {
            1 => one.plan.name.clone(),
            _ => format!(
                "{} ({})",
                one.plan.name,
                datasets[one.dataset].archive.folder().display()
            ),
        };
        RulesCell {
            name,
            levels: one.plan.levels.clone(),
            spec: one.plan.game.spec().clone(),
            origins: {
                let players = &datasets[one.dataset].experiment().players;
                let weights = players.iter().zip(&one.plan.player_weights);
                weights
                    .map(|(player, weights)| (player.name.clone(), weights.origin.clone()))
                    .collect()
            },
        }
    };
    found.iter().map(cell).collect()
}

/// The games of one rule set between players of one kind.
#[derive(Clone, Copy)]
struct PlayedGames<'d> {
    games: &'d [GameFeatures],
    /// Whether the first player is the weaker one.
    is_turned: bool,
    spec: &'d RuleSpec,
}

/// The same with what evaluations say of them.
struct EvaluatedGames<'d> {
    played: PlayedGames<'d>,
    leads: Vec<Option<Leads>>,
    decided: Vec<Option<f64>>,
}

impl<'d> EvaluatedGames<'d> {
    /// The games of all rule sets between players of one kind. Evaluations have one scale, and
    /// decisions one threshold, for all of them: what these are off by is then no difference between
    /// rule sets.
    fn all(played: Vec<PlayedGames<'d>>) -> Vec<EvaluatedGames<'d>> {
        let scale = scale(played.iter().flat_map(|played| played.games));
        let leads = |played: &PlayedGames<'_>| -> Vec<Option<Leads>> {
            let games = played.games.iter();
            games.map(|game| Leads::of(game, scale?)).collect()
        };
        let all: Vec<Vec<Option<Leads>>> = played.iter().map(leads).collect();
        let thresholds: Vec<f64> = (all.iter().flatten().flatten())
            .filter_map(|leads| leads.threshold)
            .collect();
        let threshold = thresholds.iter().sum::<f64>() / thresholds.len().max(1) as f64;
        let cells = played.into_iter().zip(all).map(|(played, leads)| {
            let games = played.games.iter();
            EvaluatedGames {
                decided: games.map(|game| decided(game, scale?, threshold)).collect(),
                leads,
                played,
            }
        });
        cells.collect()
    }

    fn samples(&self) -> impl Iterator<Item = GameSample<'_>> {
        let both = self.leads.iter().zip(&self.decided);
        let all = self.played.games.iter().zip(both);
        all.map(|(game, (leads, decided))| GameSample {
            game,
            is_turned: self.played.is_turned,
            leads: leads.as_ref(),
            decided: *decided,
            spec: self.played.spec,
        })
    }
}

fn measure(metric: Metric, strata: &[PlayedBy<'_>]) -> Measurement {
    let means = strata.iter().map(|(stratum, cells)| {
        let counts = stratum.is_gap == (metric == Metric::SkillGap);
        let mean = |cell: &EvaluatedGames<'_>| {
            let numbers = cell
                .samples()
                .filter_map(|sample| Some((sample.game.pair, metric.of(sample)?)));
            Mean::of(numbers, metric.is_share()).filter(|_| counts)
        };
        cells.iter().map(mean).collect()
    });
    Measurement {
        means: means.collect(),
        metric,
    }
}

/// By stratum and rule set: how long games last.
fn lengths(strata: &[PlayedBy<'_>]) -> Vec<Vec<Lengths>> {
    let selves: Vec<_> = strata
        .iter()
        .filter(|(stratum, _)| !stratum.is_gap)
        .collect();
    let mut all: Vec<u32> = (selves.iter())
        .flat_map(|(_, cells)| cells.iter().flat_map(|cell| cell.played.games))
        .map(|game| game.plies)
        .collect();
    all.sort_unstable();
    // The few longest games would squeeze all others into a corner of a plot.
    let most = all.get(all.len() * 98 / 100).copied().unwrap_or(0);
    let of_cell = |cell: &EvaluatedGames<'_>| {
        let plies: Vec<(u64, f64)> = (cell.played.games.iter())
            .map(|game| (game.pair, f64::from(game.plies)))
            .collect();
        let running = (0..=RUNNING_STEPS).map(|step| {
            let ply = most * step / RUNNING_STEPS;
            let still = plies
                .iter()
                .map(|&(pair, plies)| (pair, f64::from(u8::from(plies > f64::from(ply)))));
            Some((ply, still.collect::<ByPair>().share()?))
        });
        Lengths {
            quantiles: (LENGTH_QUANTILES.iter())
                .map(|&(probability, name)| (name, quantile(&plies, probability)))
                .collect(),
            running: running.flatten().collect(),
        }
    };
    (selves.iter())
        .map(|(_, cells)| cells.iter().map(of_cell).collect())
        .collect()
}

/// By stratum, rule set and tenth of the game: the share of the pieces that is left.
fn left(strata: &[PlayedBy<'_>]) -> Vec<Vec<Vec<Option<Estimate>>>> {
    let of_cell = |cell: &EvaluatedGames<'_>| {
        let tenth = |at: usize| {
            let games = cell.played.games.iter();
            let shares = games.map(|game| (game.pair, game.left[at]));
            shares.collect::<ByPair>().mean()
        };
        (0..TENTHS).map(tenth).collect()
    };
    let selves = strata.iter().filter(|(stratum, _)| !stratum.is_gap);
    selves
        .map(|(_, cells)| cells.iter().map(of_cell).collect())
        .collect()
}

/// How the pieces of rule sets did against those of others.
fn head_to_head(datasets: &[Dataset<'_>]) -> Vec<HeadToHead> {
    let mut all = Vec::new();
    for dataset in datasets {
        let experiment = dataset.experiment();
        for PairingData { pairing, tally, .. } in &dataset.pairings {
            let rules = experiment.rules_of(*pairing);
            let Some(against) = &rules.against else {
                continue;
            };
            if pairing.players[0] != pairing.players[1] {
                continue;
            }
            let [player, _] = experiment.players_of(*pairing);
            let own = rules.game.spec().title();
            all.push(HeadToHead {
                rules: rules.name.clone(),
                player: player.name.clone(),
                nodes: player.nodes,
                players: Players::of([own, against.title.clone()], *tally),
                warning: head_to_head_warning(&rules.player_weights[pairing.players[0]].origin),
            });
        }
    }
    all
}
