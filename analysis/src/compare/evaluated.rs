//! The games of a rule set with what evaluations say of them: the number that each metric has for a game.

use crate::calibration::CrossFitted;
use crate::dataset::{GameFeatures, GameOutcome, TENTHS};
use crate::leads::{Leads, decided};
use crate::metric::{GameSample, Metric};
use rayon::prelude::*;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::experiment::Experiment;

/// How often the calibration of evaluations is drawn anew, to know its error.
const DRAWS: u64 = 20;

/// The games of one rule set between players of one kind.
pub(super) struct PlayedGames<'d> {
    /// The number of the dataset, and the place of the pairing in it.
    pub place: [usize; 2],
    pub outcomes: &'d [GameOutcome],
    /// The games of the first pairs.
    pub first: &'d [GameFeatures],
    /// Whether the first player is the weaker one.
    pub is_turned: bool,
    pub spec: &'d RuleSpec,
    pub experiment: &'d Experiment,
    /// How many players of that kind take turns.
    pub players: usize,
    /// How many ways to begin take turns.
    pub openings: usize,
}

/// Games with what evaluations say of them, which is calibrated by those of the first pairs.
pub(super) struct EvaluatedGames<'d> {
    pub played: PlayedGames<'d>,
    calibration: Option<CrossFitted>,
    /// The same drawn anew.
    drawn: Vec<CrossFitted>,
    /// The lead that decides games.
    threshold: f64,
}

/// What a game adds to the sums of a rule set.
pub(super) struct GameNumbers {
    /// The number of its pair.
    pub pair: u64,
    /// By metric: its number, if it has one.
    pub numbers: Vec<Option<f64>>,
    /// By calibration that was drawn anew and metric of leads.
    pub drawn: Vec<Vec<Option<f64>>>,
    /// The share of pieces that is left after each tenth, where it was replayed.
    pub left: Option<[f64; TENTHS]>,
}

impl<'d> EvaluatedGames<'d> {
    /// The games of all rule sets between players of one kind. What evaluations are worth is calibrated for each rule
    /// set; decisions have one threshold for all.
    pub(super) fn all(played: Vec<PlayedGames<'d>>) -> Vec<EvaluatedGames<'d>> {
        let calibrated = played.into_iter().map(|played| {
            let calibration = CrossFitted::of(played.first);
            // Where evaluations tell nothing, nor do draws.
            let draws = 0..if calibration.is_some() { DRAWS } else { 0 };
            let drawn: Vec<_> = (draws.into_par_iter())
                .map(|draw| CrossFitted::resampled(played.first, draw))
                .collect();
            EvaluatedGames {
                drawn: drawn.into_iter().flatten().collect(),
                calibration,
                played,
                threshold: 0.0,
            }
        });
        let mut all: Vec<EvaluatedGames<'d>> = calibrated.collect();
        let thresholds: Vec<f64> = (all.iter())
            .flat_map(EvaluatedGames::leads)
            .filter_map(|leads| leads.threshold)
            .collect();
        let threshold = thresholds.iter().sum::<f64>() / thresholds.len().max(1) as f64;
        for cell in &mut all {
            cell.threshold = threshold;
        }
        all
    }

    /// The leads in the games of the first pairs that have some.
    fn leads(&self) -> impl Iterator<Item = Leads> {
        let calibrated = self.calibration.iter();
        calibrated.flat_map(|calibration| {
            let games = self.played.first.iter();
            games.filter_map(|game| Leads::of(game, &calibration.leads(game)))
        })
    }

    /// Whether evaluations say anything of any game.
    pub(super) fn has_leads(&self) -> bool {
        self.leads().next().is_some()
    }

    /// How many calibrations were drawn anew.
    pub(super) fn draws(&self) -> usize {
        self.drawn.len()
    }

    /// What a game adds to the sums of metrics.
    pub(super) fn numbers(&self, metrics: &[Metric], game: &GameFeatures) -> GameNumbers {
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
            drawn: (self.drawn.iter())
                .map(|drawn| by(Some(drawn), &of_leads))
                .collect(),
            left: Some(game.left),
        }
    }

    /// What a game adds of which nothing is known but how it ended.
    pub(super) fn outcome_numbers(&self, metrics: &[Metric], game: &GameOutcome) -> GameNumbers {
        let sample = self.sample(game);
        GameNumbers {
            pair: game.pair,
            numbers: metrics.iter().map(|metric| metric.of(sample)).collect(),
            drawn: Vec::new(),
            left: None,
        }
    }

    fn sample<'s>(&'s self, outcome: &'s GameOutcome) -> GameSample<'s> {
        GameSample {
            outcome,
            features: None,
            is_turned: self.played.is_turned,
            leads: None,
            decided: None,
            spec: self.played.spec,
        }
    }
}
