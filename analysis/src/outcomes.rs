//! Rows about the results of games: scores, terminations and lengths for one pairing.
//!
//! An unfinished game counts with the length at which it was stopped, so that the mean length is a
//! lower bound; quantiles below the ply cap are not affected.

use crate::dataset::{Dataset, GameOutcome, PairingData};
use crate::metric::{GameSample, Metric};
use crate::row::{Row, RowCondition, Subject, Warning};
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::{OPPOSING_MARK, RuleSpec};
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_stats::{Estimate, Mean, PairSums, Tally, quantiles};

/// The reported quantiles of the length of games.
pub const LENGTH_QUANTILES: [(f64, &str); 5] = [
    (0.05, "5 % quantile"),
    (0.25, "25 % quantile"),
    (0.5, "median"),
    (0.75, "75 % quantile"),
    (0.95, "95 % quantile"),
];

/// The results by which terminations are split.
const RESULTS: [(f64, &str); 3] = [(1.0, "White wins"), (0.5, "draw"), (0.0, "Black wins")];

/// The method of means over games.
pub const MEAN: &str = "mean";

/// The method of match scores.
pub const MATCH: &str = "match";

/// The method of ratings of several players.
pub const RATINGS: &str = "Bradley-Terry";

pub(crate) fn mean_row(metric: &Metric, mean: &Mean) -> Row {
    let unit = metric.unit();
    Row {
        n: mean.games,
        pairs: mean.pairs() as u64,
        ..Row::new(MEAN, Subject::Metric(metric.clone()), unit.text())
            .with_estimate(Some(mean.estimate.scaled(unit.factor())))
    }
}

/// Rows about scores, terminations and lengths.
pub fn outcome_rows(games: &[GameOutcome], spec: &RuleSpec) -> Vec<Row> {
    let metrics = Metric::of_outcomes(games.iter());
    let row_of = |metric: &Metric| {
        let numbers = games
            .iter()
            .filter_map(|game| Some((game.pair, metric.of(GameSample::new(game, spec))?)));
        Some(mean_row(metric, &Mean::of(numbers, metric.is_share())?))
    };
    let mut rows: Vec<Row> = metrics.iter().filter_map(row_of).collect();
    rows.extend(result_rows(games, &metrics));
    rows.extend(length_quantiles(games));
    rows
}

/// The share of all games by termination and result.
pub(crate) fn result_rows(games: &[GameOutcome], metrics: &[Metric]) -> Vec<Row> {
    let mut rows = Vec::new();
    let ends = metrics
        .iter()
        .filter(|metric| matches!(metric, Metric::Ending(_)));
    for metric in ends.chain([&Metric::Decisive, &Metric::Draws]) {
        for (score, name) in RESULTS {
            let is_here = |game: &GameOutcome| {
                game.score() == Some(score)
                    && match metric {
                        Metric::Ending(end) => game.end == *end,
                        Metric::Draws => score == 0.5,
                        _ => score != 0.5,
                    }
            };
            let numbers = games
                .iter()
                .map(|game| (game.pair, f64::from(u8::from(is_here(game)))));
            if let Some(mean) = Mean::of(numbers, true)
                && mean.estimate.value > 0.0
            {
                rows.push(Row {
                    condition: RowCondition::Result(name),
                    ..mean_row(metric, &mean)
                });
            }
        }
    }
    rows
}

/// Quantiles of the length of games, in plies.
pub(crate) fn length_quantiles(games: &[GameOutcome]) -> Vec<Row> {
    let plies = games.iter().map(|game| (game.pair, game.plies));
    let pairs = games.chunk_by(|one, other| one.pair == other.pair).count();
    let estimates = quantiles(plies, LENGTH_QUANTILES.map(|(probability, _)| probability));
    let named = LENGTH_QUANTILES.into_iter().zip(estimates);
    named
        .filter_map(|((_, name), estimate)| {
            Some(Row {
                n: games.len() as u64,
                pairs: pairs as u64,
                ..Row::new(name, Subject::Metric(Metric::Length), "plies")
                    .with_estimate(Some(estimate?))
            })
        })
        .collect()
}

/// Match score: the first side's score, Elo, normalized Elo and LOS.
pub fn score_rows(tally: &Tally, [first, second]: [&str; 2]) -> Vec<Row> {
    let elo = tally.elo();
    let row = |unit: &'static str, estimate: Option<Estimate>| Row {
        condition: RowCondition::Against(format!("{first} against {second}")),
        n: 2 * tally.count(),
        pairs: tally.count(),
        ..Row::new(MATCH, Subject::Score, unit).with_estimate(estimate)
    };
    let normalized = (elo.normalized.zip(elo.normalized_error))
        .map(|(value, half)| Estimate::around(value, half));
    // Where all points or none were won there is one bound and no estimate.
    let bounded = Row {
        value: elo.elo,
        low: elo.low,
        high: elo.high,
        ..row("Elo", None)
    };
    vec![
        row("%", percent(tally)),
        bounded,
        row("normalized Elo", normalized),
        Row {
            value: Some(100.0 * elo.los),
            ..row("LOS, %", None)
        },
    ]
}

/// The first side's score in percent, with unfinished games as draws; `None` for fewer than two pairs.
fn percent(tally: &Tally) -> Option<Estimate> {
    let mut sums = PairSums::default();
    for (points, &pairs) in tally.pairs.iter().enumerate() {
        for _ in 0..pairs {
            sums.add(points as f64 / 2.0, 2.0);
        }
    }
    sums.share().map(|share| share.scaled(100.0))
}

/// The two sides of a pairing; `None` when one player meets itself with the same pieces.
fn sides(experiment: &Experiment, pairing: Pairing) -> Option<[String; 2]> {
    let rules = experiment.rules_of(pairing);
    let names = match &rules.against {
        // One player met itself: with the pieces of these rules, and of those.
        Some(against) if pairing.is_self_play() => [
            rules.compiled.spec().title(),
            against.compiled.spec().title(),
        ],
        _ => experiment
            .players_of(pairing)
            .map(|player| player.name.clone()),
    };
    (names[0] != names[1]).then_some(names)
}

pub(crate) fn pairing_outcomes(dataset: &Dataset<'_>, data: &PairingData) -> Vec<Row> {
    let experiment = dataset.experiment();
    let rules = experiment.rules_of(data.pairing);
    let rows = outcome_rows(&data.games, rules.compiled.spec()).into_iter();
    let player = players(experiment, data.pairing);
    rows.map(|row| row.of_games(&rules.name, &player)).collect()
}

/// The match score of a pairing; none when both sides are the same.
pub(crate) fn pairing_scores(dataset: &Dataset<'_>, data: &PairingData) -> Vec<Row> {
    let experiment = dataset.experiment();
    let rules = experiment.rules_of(data.pairing);
    let Some([first, second]) = sides(experiment, data.pairing) else {
        return Vec::new();
    };
    let warning = pieces_warning(&rules.player_weights[data.pairing.players[0]].origin);
    let player = players(experiment, data.pairing);
    let rows = score_rows(&data.tally, [&first, &second]).into_iter();
    rows.map(|row| Row {
        warning,
        ..row.of_games(&rules.name, &player)
    })
    .collect()
}

/// The player of a pairing, or the first one against the second.
fn players(experiment: &Experiment, pairing: Pairing) -> String {
    let [first, second] = experiment.players_of(pairing).map(|player| &player.name);
    if first == second {
        first.clone()
    } else {
        format!("{first} against {second}")
    }
}

/// The warning for pieces that met those of another rule set, if only one side has tuned weights.
fn pieces_warning(origin: &Origin) -> Option<Warning> {
    match origin {
        Origin::Inherited { by_theory, .. }
            if by_theory.iter().any(|text| text.ends_with(OPPOSING_MARK)) =>
        {
            Some(Warning::UnlikeWeights)
        }
        _ => None,
    }
}
