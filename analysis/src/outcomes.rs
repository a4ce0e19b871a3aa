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
use tradewind_stats::{Estimate, Mean, PairSums, Tally, elo_of_score, mean_of_players, quantiles};

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

/// A row about the score of the first side in some pairs.
fn score_row(
    [first, second]: [&str; 2],
    pairs: u64,
    unit: &'static str,
    estimate: Option<Estimate>,
) -> Row {
    Row {
        condition: RowCondition::Against(format!("{first} against {second}")),
        n: 2 * pairs,
        pairs,
        ..Row::new(MATCH, Subject::Score, unit).with_estimate(estimate)
    }
}

/// Match score over training runs: the mean of their scores, with the variance between them (Student's t); its Elo; and the
/// standard deviation of the scores of training runs, without that of their games.
fn score_rows_of_runs(tallies: &[Tally], sides: [&str; 2]) -> Vec<Row> {
    let pairs = tallies.iter().map(Tally::count).sum();
    let row = |unit, estimate| score_row(sides, pairs, unit, estimate);
    let scores: Vec<Estimate> = tallies.iter().map(Tally::score).collect();
    let values: Vec<f64> = scores.iter().map(|score| score.value).collect();
    let is_played = tallies.iter().all(|tally| tally.count() > 1);
    let mean = mean_of_players(&values).filter(|_| is_played);
    let elo = mean.and_then(|mean| {
        Some(Estimate {
            value: elo_of_score(mean.value)?,
            low: elo_of_score(mean.low)?,
            high: elo_of_score(mean.high)?,
        })
    });
    let count = scores.len() as f64;
    let spread = mean.map(|mean| {
        let squares = values.iter().map(|value| (value - mean.value).powi(2));
        let of_games = scores.iter().map(|score| score.standard_error().powi(2));
        let between = squares.sum::<f64>() / (count - 1.0) - of_games.sum::<f64>() / count;
        100.0 * between.max(0.0).sqrt()
    });
    vec![
        row("%", mean.map(|mean| mean.scaled(100.0))),
        row("Elo", elo),
        Row {
            value: spread,
            ..row("SD of training runs, %", None)
        },
    ]
}

/// Match score: the first side's score, Elo, normalized Elo and LOS.
pub fn score_rows(tally: &Tally, sides: [&str; 2]) -> Vec<Row> {
    let elo = tally.elo();
    let row = |unit, estimate| score_row(sides, tally.count(), unit, estimate);
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
    let names = match rules.opponents() {
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
    let names = [first.as_str(), &second];
    let rows = match data.tallies.as_slice() {
        [tally] => score_rows(tally, names),
        tallies => score_rows_of_runs(tallies, names),
    };
    rows.into_iter()
        .map(|row| Row {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: scores of 50, 54, 52 and 56 % have the mean 53 % with a standard error of 1.29 points, and Student's t of
    /// three degrees of freedom is 3.18.
    #[test]
    fn training_runs_are_the_unit_of_scores() {
        // All pairs were won or lost 2-0 or drawn, so that the games of a training run vary much or little.
        let run = |won: u64, even: u64, lost: u64| Tally {
            pairs: [lost, 0, even, 0, won],
            ..Tally::default()
        };
        let varied = [(250, 0, 250), (270, 0, 230), (260, 0, 240), (280, 0, 220)];
        let even = [(0, 500, 0), (40, 460, 0), (20, 480, 0), (60, 440, 0)];
        for (runs, is_spread) in [(varied, false), (even, true)] {
            let tallies = runs.map(|(won, even, lost)| run(won, even, lost));
            let rows = score_rows_of_runs(&tallies, ["one", "other"]);
            let units: Vec<&str> = rows.iter().map(|row| row.unit.as_ref()).collect();
            assert_eq!(units, ["%", "Elo", "SD of training runs, %"]);
            let score = rows[0].estimate().expect("a score");
            let expected = [53.0, 53.0 - 4.108, 53.0 + 4.108];
            for (found, expected) in [score.value, score.low, score.high].iter().zip(expected) {
                assert!((found - expected).abs() < 0.01, "{score:?}");
            }
            assert_eq!(rows[0].pairs, 2_000);
            let elo = rows[1].estimate().expect("an interval");
            assert!((elo.value - 20.87).abs() < 0.01 && elo.low < 0.0, "{elo:?}");
            // Scores that vary no more than those of the games show no difference between training runs.
            let spread = rows[2].value.expect("a number");
            let expected = if is_spread { 2.5 } else { 1.3 };
            assert!((spread - expected).abs() < 0.15, "{spread}");
        }
    }
}
