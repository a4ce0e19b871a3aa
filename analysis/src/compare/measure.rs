//! The numbers of games, summed up: the mean of every metric under every rule set.

use super::evaluated::{EvaluatedGames, GameNumbers};
use super::{MeansByStratum, Measurement, Stratum};
use crate::dataset::{Dataset, DatasetError, GAMES_AT_A_TIME, TENTHS, features_of_later};
use crate::metric::Metric;
use rayon::prelude::*;
use tradewind_stats::{Mean, MeanSums};

/// Who played, and the games of every rule set.
pub(super) type PlayedBy<'e> = (Stratum, Vec<EvaluatedGames<'e>>);

/// The sum of numbers, and how many they are.
#[derive(Clone, Copy, Default)]
struct NumberSum {
    sum: f64,
    count: f64,
}

/// The sums over the games of one rule set between players of one kind.
pub(super) struct CellSums {
    /// By metric.
    all: Vec<MeanSums>,
    /// By way to begin, where several take turns, and by metric.
    by_opening: Vec<Vec<MeanSums>>,
    /// By calibration that was drawn anew and metric of leads.
    drawn: Vec<Vec<NumberSum>>,
    /// The share of pieces that is left, by tenth.
    left: [MeanSums; TENTHS],
}

impl CellSums {
    fn new(cell: &EvaluatedGames<'_>, metrics: &[Metric]) -> CellSums {
        let (players, openings) = (cell.played.players, cell.played.openings);
        let of_metrics = |turns| vec![MeanSums::new(turns); metrics.len()];
        let of_leads = metrics.iter().filter(|one| one.is_of_leads()).count();
        CellSums {
            all: of_metrics([players, openings]),
            by_opening: match openings {
                1 => Vec::new(),
                openings => vec![of_metrics([1, 1]); openings],
            },
            drawn: vec![vec![NumberSum::default(); of_leads]; cell.draws()],
            left: std::array::from_fn(|_| MeanSums::new([1, 1])),
        }
    }

    /// Adds what a game says.
    fn add(&mut self, cell: &EvaluatedGames<'_>, game: &GameNumbers) {
        let (played, pair) = (&cell.played, game.pair);
        let player = played.experiment.training_run_of(pair, played.players);
        let opening = match played.openings {
            1 => 0,
            _ => played.experiment.opening_policy_of(pair),
        };
        add_each(&mut self.all, game, [player, opening]);
        if let Some(own) = self.by_opening.get_mut(opening) {
            add_each(own, game, [0, 0]);
        }
        for (totals, numbers) in self.drawn.iter_mut().zip(&game.drawn) {
            for (total, number) in totals.iter_mut().zip(numbers) {
                total.sum += number.unwrap_or(0.0);
                total.count += f64::from(u8::from(number.is_some()));
            }
        }
        for (sums, left) in self.left.iter_mut().zip(game.left.iter().flatten()) {
            sums.add(pair, *left, [0, 0]);
        }
    }

    /// The mean of a metric, by its place among them; one of leads has a place among those, too.
    fn mean(&self, metric: &Metric, at: usize, of_leads: Option<usize>) -> Option<Mean> {
        let mean = self.all[at].mean(metric.is_share())?;
        let Some(of_leads) = of_leads else {
            return Some(mean);
        };
        let drawn = self.drawn.iter().map(|totals| totals[of_leads]);
        let known = drawn.filter(|total| total.count > 0.0);
        let means: Vec<f64> = known.map(|total| total.sum / total.count).collect();
        Some(mean.with_further_variance(variance(&means)))
    }

    /// The share of pieces that is left after a tenth of a game, by tenth.
    pub(super) fn left(&self) -> impl Iterator<Item = Option<Mean>> {
        self.left.iter().map(|sums| sums.mean(false))
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

/// The sums of metrics over all games, by who played and by rule set: those of the first pairs, then those that are read
/// again.
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
                for game in cell.played.outcomes {
                    sums.add(cell, &cell.outcome_numbers(metrics, game));
                }
                return sums;
            }
            for some in cell.played.first.chunks(GAMES_AT_A_TIME) {
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
        // By place of the pairing: the cell that has its games and wants to know more of them than how they ended.
        let cell_at = |place: usize| {
            let selves = strata
                .iter()
                .enumerate()
                .filter(|(_, (one, _))| !one.is_gap);
            let mut all = selves.flat_map(|(stratum, (_, cells))| {
                let cells = cells.iter().enumerate();
                cells.map(move |(at, cell)| (stratum, at, cell))
            });
            all.find(|(_, _, cell)| cell.played.place == [number, place])
        };
        features_of_later(
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

/// The means of all metrics, by who played and by rule set.
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
