//! The numbers of games: leads, sums, and the mean of every metric under every rule set.

use super::{MeansByStratum, Measurement, RulesCell, Stratum};
use crate::dataset::{
    Dataset, DatasetError, GAME_BATCH, GameFeatures, GameOutcome, deferred_features,
};
use crate::leads::{CrossFitted, Leads, decided};
use crate::metric::{GameSample, Metric};
use crate::outcomes::{MEAN, length_quantiles, result_rows};
use crate::row::{Row, RowCondition, Subject};
use rayon::prelude::*;
use std::array;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::counts::TENTHS;
use tradewind_stats::{Mean, MeanSums, Total};

/// A stratum with the games of every rule set.
pub(super) type PlayedBy<'e> = (Stratum, Vec<EvaluatedGames<'e>>);

/// Sums over the games of one rule set between players of one kind.
pub(super) struct CellSums {
    all: Vec<MeanSums>,
    /// By opening policy, if several take turns, and by metric.
    by_opening: Vec<Vec<MeanSums>>,
    /// By resampled calibration and metric of leads.
    resampled: Vec<Vec<Total>>,
    left: [MeanSums; TENTHS],
}

impl CellSums {
    fn new(cell: &EvaluatedGames<'_>, metrics: &[Metric]) -> CellSums {
        let (players, openings) = (cell.players, cell.openings);
        let of_metrics = |turns| vec![MeanSums::new(turns); metrics.len()];
        let of_leads = metrics.iter().filter(|one| one.is_of_leads()).count();
        CellSums {
            all: of_metrics([players, openings]),
            by_opening: match openings {
                1 => Vec::new(),
                openings => vec![of_metrics([1, 1]); openings],
            },
            resampled: vec![vec![Total::default(); of_leads]; cell.resampled.len()],
            left: array::from_fn(|_| MeanSums::new([1, 1])),
        }
    }

    fn add(&mut self, cell: &EvaluatedGames<'_>, game: &GameNumbers) {
        let pair = game.pair;
        let player = cell.experiment.training_run_of(pair, cell.players);
        let opening = match cell.openings {
            1 => 0,
            _ => cell.experiment.opening_policy_of(pair),
        };
        add_each(&mut self.all, game, [player, opening]);
        if let Some(own) = self.by_opening.get_mut(opening) {
            add_each(own, game, [0, 0]);
        }
        for (totals, numbers) in self.resampled.iter_mut().zip(&game.resampled) {
            for (total, number) in totals.iter_mut().zip(numbers) {
                if let Some(number) = number {
                    total.add(*number, 1.0);
                }
            }
        }
        for (sums, left) in self.left.iter_mut().zip(game.left.iter().flatten()) {
            sums.add(pair, *left, [0, 0]);
        }
    }

    /// The mean of a metric by its place among all and, for leads, by its place among those.
    fn mean(&self, metric: &Metric, at: usize, of_leads: Option<usize>) -> Option<Mean> {
        let mean = self.all[at].mean(metric.is_share())?;
        let Some(of_leads) = of_leads else {
            return Some(mean);
        };
        let totals = self.resampled.iter().map(|totals| totals[of_leads]);
        let means: Vec<f64> = totals.filter_map(|total| total.mean()).collect();
        Some(mean.with_further_variance(variance(&means)))
    }
}

fn add_each(sums: &mut [MeanSums], game: &GameNumbers, turn: [usize; 2]) {
    for (sums, number) in sums.iter_mut().zip(&game.numbers) {
        if let Some(number) = number {
            sums.add(game.pair, *number, turn);
        }
    }
}

/// The variance of numbers; 0 for fewer than two.
fn variance(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
    squares / (count - 1.0).max(1.0)
}

/// The sums of metrics over all games, by stratum and rule set: those of the first pairs, then those
/// whose features are deferred.
pub(super) fn sums(
    datasets: &[Dataset<'_>],
    strata: &[PlayedBy<'_>],
    metrics: &[Metric],
) -> Result<Vec<Vec<CellSums>>, DatasetError> {
    let mut sums: Vec<Vec<CellSums>> = Vec::new();
    for (stratum, cells) in strata {
        let of_cell = |cell: &EvaluatedGames<'_>| {
            let mut sums = CellSums::new(cell, metrics);
            if stratum.is_gap {
                for game in cell.outcomes {
                    sums.add(cell, &cell.outcome_numbers(metrics, game));
                }
                return sums;
            }
            for some in cell.first.chunks(GAME_BATCH) {
                let numbers: Vec<GameNumbers> = (some.par_iter())
                    .map(|game| cell.numbers(metrics, game))
                    .collect();
                numbers.iter().for_each(|game| sums.add(cell, game));
            }
            sums
        };
        sums.push(cells.iter().map(of_cell).collect());
    }
    for (number, dataset) in datasets.iter().enumerate() {
        // The cell of a pairing, if it needs features.
        let cell_at = |place: usize| {
            let selves = strata
                .iter()
                .enumerate()
                .filter(|(_, (one, _))| !one.is_gap);
            let mut all = selves.flat_map(|(stratum, (_, cells))| {
                let cells = cells.iter().enumerate();
                cells.map(move |(at, cell)| (stratum, at, cell))
            });
            all.find(|(_, _, cell)| cell.place == [number, place])
        };
        deferred_features(
            dataset,
            |place, game| {
                let (stratum, at, cell) = cell_at(place)?;
                Some((stratum, at, cell.numbers(metrics, game)))
            },
            |found| {
                if let Some((stratum, at, numbers)) = found {
                    sums[stratum][at].add(&strata[stratum].1[at], &numbers);
                }
            },
        )?;
    }
    Ok(sums)
}

pub(super) fn measure(
    metrics: Vec<Metric>,
    strata: &[PlayedBy<'_>],
    sums: &[Vec<CellSums>],
) -> Vec<Measurement> {
    let openings = sums.iter().flatten().map(|cell| cell.by_opening.len());
    let openings = openings.min().unwrap_or(0);
    let mut leads = 0..;
    let mut of_metric = |at: usize, metric: Metric| {
        let of_leads = if metric.is_of_leads() {
            leads.next()
        } else {
            None
        };
        let means_by = |mean: &dyn Fn(&CellSums) -> Option<Mean>| -> MeansByStratum {
            let means = strata.iter().zip(sums).map(|((stratum, _), cells)| {
                let counts = stratum.is_gap == (metric == Metric::SkillGap);
                let means = cells.iter().map(|cell| mean(cell).filter(|_| counts));
                means.collect()
            });
            means.collect()
        };
        let by_opening = (0..openings)
            .map(|opening| means_by(&|cell| cell.by_opening[opening][at].mean(metric.is_share())));
        Measurement {
            by_opening: by_opening.collect(),
            means: means_by(&|cell| cell.mean(&metric, at, of_leads)),
            metric,
        }
    };
    let all = metrics.into_iter().enumerate();
    all.map(|(at, metric)| of_metric(at, metric)).collect()
}

/// The number of resamples of the calibration of evaluations, which give its variance.
const RESAMPLES: u64 = 20;

/// The games of one rule set between players of one kind, with their leads, calibrated by the games of
/// the first pairs.
pub(super) struct EvaluatedGames<'d> {
    /// The number of the dataset, and the place of the pairing in it.
    pub place: [usize; 2],
    pub outcomes: &'d [GameOutcome],
    /// The games of the first pairs.
    pub first: &'d [GameFeatures],
    /// Whether the first player is the weaker one.
    pub is_turned: bool,
    pub spec: &'d RuleSpec,
    pub experiment: &'d Experiment,
    /// Numbers of players and of opening policies that take turns.
    pub players: usize,
    pub openings: usize,
    pub calibration: Option<CrossFitted>,
    /// The calibrations by resamples.
    pub resampled: Vec<CrossFitted>,
    /// The lead that counts as decisive.
    pub threshold: f64,
}

struct GameNumbers {
    pair: u64,
    /// By metric; `None` where the metric does not apply.
    numbers: Vec<Option<f64>>,
    /// By resampled calibration and metric of leads.
    resampled: Vec<Vec<Option<f64>>>,
    /// The share of pieces left after each tenth, if it was replayed.
    left: Option<[f64; TENTHS]>,
}

impl EvaluatedGames<'_> {
    /// Calibrates the evaluations of the games of all rule sets between players of one kind, for each
    /// rule set; the decisive lead is one for all.
    pub(super) fn calibrate(all: &mut [EvaluatedGames<'_>]) {
        for cell in &mut *all {
            let games = cell.first;
            cell.calibration = CrossFitted::of(games);
            // Where evaluations tell nothing, nor do resamples.
            let draws = if cell.calibration.is_some() {
                RESAMPLES
            } else {
                0
            };
            let resampled: Vec<_> = (0..draws)
                .into_par_iter()
                .map(|draw| CrossFitted::resampled(games, draw))
                .collect();
            cell.resampled = resampled.into_iter().flatten().collect();
        }
        let thresholds: Vec<f64> = (all.iter())
            .flat_map(EvaluatedGames::leads)
            .filter_map(|leads| leads.threshold)
            .collect();
        let threshold = thresholds.iter().sum::<f64>() / thresholds.len().max(1) as f64;
        for cell in all {
            cell.threshold = threshold;
        }
    }

    fn leads(&self) -> impl Iterator<Item = Leads> {
        let calibrated = self.calibration.iter();
        calibrated.flat_map(|calibration| {
            let games = self.first.iter();
            games.filter_map(|game| Leads::of(game, &calibration.leads(game)))
        })
    }

    pub(super) fn has_leads(&self) -> bool {
        self.leads().next().is_some()
    }

    fn numbers(&self, metrics: &[Metric], game: &GameFeatures) -> GameNumbers {
        let of_leads: Vec<&Metric> = metrics.iter().filter(|one| one.is_of_leads()).collect();
        let by = |calibration: Option<&CrossFitted>, metrics: &[&Metric]| {
            let path = calibration.map_or_else(Vec::new, |found| found.leads(game));
            let leads = Leads::of(game, &path);
            let sample = GameSample {
                features: Some(game),
                leads: leads.as_ref(),
                decided: decided(game, &path, self.threshold),
                ..self.sample(&game.outcome)
            };
            metrics.iter().map(|metric| metric.of(sample)).collect()
        };
        let all: Vec<&Metric> = metrics.iter().collect();
        GameNumbers {
            pair: game.outcome.pair,
            numbers: by(self.calibration.as_ref(), &all),
            resampled: (self.resampled.iter())
                .map(|calibration| by(Some(calibration), &of_leads))
                .collect(),
            left: Some(array::from_fn(|tenth| game.counts.left(tenth))),
        }
    }

    /// The numbers of a game of which only the outcome is known.
    fn outcome_numbers(&self, metrics: &[Metric], game: &GameOutcome) -> GameNumbers {
        let sample = self.sample(game);
        GameNumbers {
            pair: game.pair,
            numbers: metrics.iter().map(|metric| metric.of(sample)).collect(),
            resampled: Vec::new(),
            left: None,
        }
    }

    fn sample<'s>(&'s self, outcome: &'s GameOutcome) -> GameSample<'s> {
        GameSample {
            is_turned: self.is_turned,
            ..GameSample::new(outcome, self.spec)
        }
    }
}

/// Number of steps at which running games are counted.
const RUNNING_STEPS: u32 = 24;

const SHARE: &str = "share";

/// Rows besides the means of metrics, from the games of players against themselves: results by
/// termination, lengths, running games, pieces left.
pub(super) fn further_rows(
    strata: &[PlayedBy<'_>],
    sums: &[Vec<CellSums>],
    rules: &[RulesCell],
    measurements: &[Measurement],
) -> Vec<Row> {
    let all = strata.iter().zip(sums);
    let selves = all.filter(|((stratum, _), _)| !stratum.is_gap);
    let cells = selves.clone().flat_map(|((_, cells), _)| cells);
    let longest = longest_shown(cells.flat_map(|cell| cell.outcomes));
    let metrics: Vec<Metric> = measurements.iter().map(|one| one.metric.clone()).collect();
    let mut rows = Vec::new();
    for ((stratum, cells), sums) in selves {
        for ((cell, games), sums) in rules.iter().zip(cells).zip(sums) {
            let mut own = rows_of_games(games.outcomes, &metrics, longest);
            let left = sums.left.iter().zip((0..).step_by(10));
            own.extend(left.filter_map(|(sums, percent)| {
                let condition = RowCondition::Played(percent);
                let mean = sums.mean(false)?;
                Some(share_row(MEAN, Subject::PiecesLeft, condition, &mean))
            }));
            let own = own.into_iter();
            rows.extend(own.map(|row| row.of_games(&cell.name, &stratum.name)));
        }
    }
    rows
}

/// The last ply at which running games are counted: the few longest games would squeeze all others into
/// a corner of a plot.
fn longest_shown<'g>(games: impl Iterator<Item = &'g GameOutcome>) -> u32 {
    let mut plies: Vec<u32> = games.map(|game| game.plies).collect();
    plies.sort_unstable();
    plies.get(plies.len() * 98 / 100).copied().unwrap_or(0)
}

fn share_row(method: &'static str, subject: Subject, condition: RowCondition, mean: &Mean) -> Row {
    Row {
        condition,
        n: mean.games,
        pairs: mean.pairs() as u64,
        ..Row::new(method, subject, "%").with_estimate(Some(mean.estimate.scaled(100.0)))
    }
}

/// Results by termination, quantiles of the length, and the share of games running after some plies.
fn rows_of_games(outcomes: &[GameOutcome], metrics: &[Metric], longest: u32) -> Vec<Row> {
    let mut rows = result_rows(outcomes, metrics);
    rows.extend(length_quantiles(outcomes));
    rows.extend((0..=RUNNING_STEPS).filter_map(|step| {
        let ply = longest * step / RUNNING_STEPS;
        let still = outcomes
            .iter()
            .map(|game| (game.pair, f64::from(u8::from(game.plies > ply))));
        let mean = Mean::of(still, true)?;
        Some(share_row(
            SHARE,
            Subject::Running,
            RowCondition::Ply(ply),
            &mean,
        ))
    }));
    rows
}
