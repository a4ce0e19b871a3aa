//! The games of a rule set with what evaluations say of them, and the means of their metrics.

use super::{MeansByStratum, Measurement, Stratum};
use crate::calibration::CrossFitted;
use crate::dataset::GameFeatures;
use crate::leads::{Leads, decided};
use crate::metric::{GameSample, Metric};
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::Mean;

/// How often the calibration of evaluations is drawn anew, to know its error.
const DRAWS: u64 = 20;

/// Who played, and the games of every rule set.
pub(super) type PlayedBy<'e> = (Stratum, Vec<EvaluatedGames<'e>>);

/// The games of one rule set between players of one kind.
pub(super) struct PlayedGames<'d> {
    pub games: &'d [GameFeatures],
    /// Whether the first player is the weaker one.
    pub is_turned: bool,
    pub spec: &'d RuleSpec,
    /// How many players of that kind take turns.
    pub players: usize,
    /// By the number of the pair, if there are several: which of them played it.
    pub turns: Vec<usize>,
    /// How many ways to begin take turns.
    pub openings: usize,
    /// By the number of the pair, if there are several: which of them it begins with.
    pub opening_turns: Vec<usize>,
}

/// What a calibration says of some games.
struct Calibrated {
    /// White's leads.
    paths: Vec<Vec<f64>>,
    leads: Vec<Option<Leads>>,
    decided: Vec<Option<f64>>,
}

impl Calibrated {
    /// Nothing, when evaluations tell nothing.
    fn of(games: &[GameFeatures], calibration: Option<&CrossFitted>) -> Calibrated {
        let path = |game| calibration.map_or_else(Vec::new, |found| found.leads(game));
        let paths: Vec<Vec<f64>> = games.iter().map(path).collect();
        let both = games.iter().zip(&paths);
        Calibrated {
            leads: both.map(|(game, path)| Leads::of(game, path)).collect(),
            decided: vec![None; games.len()],
            paths,
        }
    }

    /// The same with what was decided when; paths are needed no longer.
    fn decide(&mut self, games: &[GameFeatures], threshold: f64) {
        let both = games.iter().zip(std::mem::take(&mut self.paths));
        self.decided = both
            .map(|(game, path)| decided(game, &path, threshold))
            .collect();
    }
}

/// Games with what evaluations say of them.
pub(super) struct EvaluatedGames<'d> {
    pub played: PlayedGames<'d>,
    calibrated: Calibrated,
    /// The same by calibrations that were drawn anew.
    drawn: Vec<Calibrated>,
}

impl<'d> EvaluatedGames<'d> {
    /// The games of all rule sets between players of one kind. What evaluations are worth is calibrated for each rule
    /// set; decisions have one threshold for all.
    pub(super) fn all(played: Vec<PlayedGames<'d>>) -> Vec<EvaluatedGames<'d>> {
        let mut all: Vec<EvaluatedGames<'d>> = Vec::new();
        for played in played {
            let found = CrossFitted::of(played.games);
            // Where evaluations tell nothing, nor do draws.
            let draws = 0..if found.is_some() { DRAWS } else { 0 };
            let drawn = draws.filter_map(|draw| CrossFitted::resampled(played.games, draw));
            all.push(EvaluatedGames {
                drawn: drawn
                    .map(|drawn| Calibrated::of(played.games, Some(&drawn)))
                    .collect(),
                calibrated: Calibrated::of(played.games, found.as_ref()),
                played,
            });
        }
        let leads = all.iter().flat_map(|cell| &cell.calibrated.leads);
        let thresholds: Vec<f64> = leads
            .flatten()
            .filter_map(|leads| leads.threshold)
            .collect();
        let threshold = thresholds.iter().sum::<f64>() / thresholds.len().max(1) as f64;
        for cell in &mut all {
            let games = cell.played.games;
            cell.calibrated.decide(games, threshold);
            (cell.drawn.iter_mut()).for_each(|drawn| drawn.decide(games, threshold));
        }
        all
    }

    /// Whether evaluations say anything of any game.
    pub(super) fn has_leads(&self) -> bool {
        self.calibrated.leads.iter().any(Option::is_some)
    }

    pub(super) fn samples(&self) -> impl Iterator<Item = GameSample<'_>> + Clone {
        self.samples_by(&self.calibrated)
    }

    fn samples_by<'s>(
        &'s self,
        calibrated: &'s Calibrated,
    ) -> impl Iterator<Item = GameSample<'s>> + Clone {
        let both = calibrated.leads.iter().zip(&calibrated.decided);
        let all = self.played.games.iter().zip(both);
        all.map(|(game, (leads, decided))| GameSample {
            outcome: &game.outcome,
            features: Some(game),
            is_turned: self.played.is_turned,
            leads: leads.as_ref(),
            decided: *decided,
            spec: self.played.spec,
        })
    }

    /// The mean of a metric over the games that begin in one of the ways that take turns; none where one way has all.
    fn mean_by_opening(&self, metric: &Metric, opening: usize) -> Option<Mean> {
        let turns = &self.played.opening_turns;
        let samples = self.samples();
        let own = samples.filter(|sample| {
            let turn = turns.get(sample.outcome.pair as usize);
            turn.is_some_and(|turn| *turn == opening)
        });
        let numbers = own.filter_map(|sample| Some((sample.outcome.pair, metric.of(sample)?)));
        Mean::of(numbers, metric.is_share())
    }

    /// The mean of a metric.
    fn mean(&self, metric: &Metric) -> Option<Mean> {
        let numbers = |calibrated| {
            let samples = self.samples_by(calibrated);
            samples.filter_map(|sample| Some((sample.outcome.pair, metric.of(sample)?)))
        };
        let PlayedGames { players, turns, .. } = &self.played;
        let player_of = |pair: u64| turns[pair as usize];
        let opening_of = |pair: u64| self.played.opening_turns[pair as usize];
        let own = numbers(&self.calibrated);
        let mean = Mean::of_players(own.clone(), metric.is_share(), *players, player_of)?;
        let mean = mean.with_openings(own, self.played.openings, opening_of);
        if !metric.is_of_leads() {
            return Some(mean);
        }
        let drawn = self.drawn.iter().filter_map(|drawn| {
            let (count, sum) = numbers(drawn).fold((0.0, 0.0), |(count, sum), (_, number)| {
                (count + 1.0, sum + number)
            });
            (count > 0.0).then(|| sum / count)
        });
        Some(mean.with_further_variance(variance(&drawn.collect::<Vec<f64>>())))
    }
}

/// The variance of numbers; 0 for fewer than two.
fn variance(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
    squares / (count - 1.0).max(1.0)
}

/// The means of a metric, by who played and by rule set.
pub(super) fn measure(metric: Metric, strata: &[PlayedBy<'_>]) -> Measurement {
    let means_by = |mean: &dyn Fn(&EvaluatedGames<'_>) -> Option<Mean>| -> MeansByStratum {
        let means = strata.iter().map(|(stratum, cells)| {
            let counts = stratum.is_gap == (metric == Metric::SkillGap);
            cells
                .iter()
                .map(|cell| mean(cell).filter(|_| counts))
                .collect()
        });
        means.collect()
    };
    let cells = strata.iter().flat_map(|(_, cells)| cells);
    let openings = cells.map(|cell| cell.played.openings).min().unwrap_or(1);
    let openings = 0..if openings > 1 { openings } else { 0 };
    let by_opening =
        openings.map(|opening| means_by(&|cell| cell.mean_by_opening(&metric, opening)));
    Measurement {
        by_opening: by_opening.collect(),
        means: means_by(&|cell| cell.mean(&metric)),
        metric,
    }
}
