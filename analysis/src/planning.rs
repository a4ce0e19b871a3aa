//! Sample sizes: how many pairs of an experiment measure something as precisely as wanted, from the
//! games of a pilot.

use crate::claims::sample_size::{smallest_effect, times_to_decide};
use crate::claims::{Claim, Claims, Evidence, Statistic, ValueStatistic, judge, measure, missing};
use crate::dataset::Dataset;
use crate::error::FindingsError;
use crate::estimators::{odds, regression};
use crate::row::{LOG_ODDS, Row, RowCondition};
use crate::values::{ValueSet, gather};
use serde::Serialize;
use std::time::Duration;
use tradewind_engine::rules::PieceType;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::{Pilot, Scatter};
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::pairs_for_effect;

/// A pilot measures values well enough when the unit is this many standard errors above 0.
const KNOWN_UNIT: f64 = 4.0;

/// Values are left out if the unit is fewer standard errors above 0.
const UNKNOWN_UNIT: f64 = 2.0;

/// The reason why there is no sample size.
#[derive(Debug, thiserror::Error)]
pub enum PlanningError {
    /// Too few pairs of a pairing were finished to estimate their variance.
    #[error(
        "only {0} pairs of {1} were finished in the pilot, too few to estimate their variance; play longer with --seconds"
    )]
    Variance(u64, String),
    /// A claim about an endgame.
    #[error("{0} is solved, not played: `tradewind claims --solve` solves it")]
    Endgame(String),
    /// A claim about two experiments.
    #[error(
        "{0} compares the values of two experiments, {1} and {2}: plan each of them with --piece"
    )]
    TwoExperiments(String, String, String),
    /// An experiment cannot measure a claim: what it lacks, and what it has.
    #[error("{0} does not measure {1}: it has no {2}")]
    Lacking(String, String, String),
}

/// The size and speed of a pilot.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PilotSummary {
    /// Number of pairs.
    pub pilot_pairs: u64,
    /// Playing time.
    pub pilot_seconds: f64,
    /// Speed.
    pub pairs_per_second: f64,
    /// Number of pairings, which share the pairs.
    #[serde(skip)]
    pairings: usize,
}

/// The number of pairs that an experiment has for each of its `pairs`: its pairings, and the turns of
/// those with priority.
fn turns(experiment: &Experiment) -> usize {
    (experiment.all_pairs() / experiment.pairs.max(1)) as usize
}

impl PilotSummary {
    fn new(pairs: u64, time: Duration, pairings: usize) -> PilotSummary {
        PilotSummary {
            pilot_pairs: pairs,
            pilot_seconds: time.as_secs_f64(),
            pairs_per_second: pairs as f64 / time.as_secs_f64().max(1e-9),
            pairings,
        }
    }

    /// Games that took some time.
    fn of(games: &Dataset<'_>, time: Duration) -> PilotSummary {
        PilotSummary::new(games.games() / 2, time, turns(games.experiment()))
    }

    /// The size of a sample `factor` times that of the pilot.
    fn times(self, factor: f64) -> PlannedPairs {
        let pairings = self.pairings.max(1) as f64;
        let pairs = (factor * self.pilot_pairs as f64 / pairings).ceil();
        PlannedPairs {
            pairs: pairs as u64,
            seconds: pairs * pairings / self.pairs_per_second,
        }
    }
}

/// The size of a sample.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlannedPairs {
    /// Pairs of each pairing: `pairs` in an experiment's file.
    pub pairs: u64,
    /// Playing time of all pairings.
    pub seconds: f64,
}

/// The sample sizes for an effect on the score.
#[derive(Debug, Serialize)]
pub struct ScorePlan {
    /// The pilot.
    #[serde(flatten)]
    pub pilot: PilotSummary,
    /// Size of a pair in a file of games.
    pub bytes_per_pair: f64,
    /// Number of pairs of the experiment's file.
    pub pairs: u64,
    /// Their playing time.
    pub seconds: f64,
    /// Their size.
    pub bytes: f64,
    /// The effect: a difference of mean scores, from 0 to 1.
    pub effect: f64,
    /// Probability of an error of the first kind.
    pub alpha: f64,
    /// Probability of an error of the second kind.
    pub beta: f64,
    /// The sample size for each pairing.
    pub pairings: Vec<PairingPlan>,
}

/// The sample size for one pairing.
#[derive(Debug, Serialize)]
pub struct PairingPlan {
    /// The pairing.
    pub pairing: String,
    /// Variance of a pair's score; with odds, within a kind of odds.
    pub variance: Estimate,
    /// Scores of the pilot, the highest first.
    pub scores: Vec<ScoreInPilot>,
    /// Half the width of the score's interval with the pairs of the file.
    pub half_interval: f64,
    /// Pairs that show the effect against a fixed score.
    pub pairs: Estimate,
    /// Their playing time.
    pub seconds: f64,
    /// Expected pairs of the experiment's SPRT under H0 and H1.
    pub sprt_pairs: Option<[f64; 2]>,
}

/// A score of the pilot.
#[derive(Debug, Serialize)]
pub struct ScoreInPilot {
    /// The side that it is the score of, or the kind of odds.
    pub of: String,
    /// Number of pairs.
    pub pairs: u64,
    /// From 0 to 1; `None` for fewer than two pairs.
    pub score: Option<Estimate>,
}

/// The sample sizes that show an effect on the score, with error probabilities alpha and beta.
///
/// # Errors
/// The pilot of a pairing was too short.
pub fn plan_scores(
    experiment: &Experiment,
    pilot: &Pilot,
    effect: f64,
    [alpha, beta]: [f64; 2],
) -> Result<ScorePlan, PlanningError> {
    let summary = PilotSummary::new(pilot.pairs, pilot.time, turns(experiment));
    let rate = summary.pairs_per_second;
    let plan = |scatter: &Scatter| {
        let pairing = experiment.pairing_name(scatter.pairing);
        let Some(variance) = scatter.variance else {
            return Err(PlanningError::Variance(scatter.pairs, pairing));
        };
        let pairs_for = |variance| pairs_for_effect(variance, effect, alpha, beta);
        let pairs = Estimate {
            value: pairs_for(variance.value),
            low: pairs_for(variance.low),
            high: pairs_for(variance.high),
        };
        Ok(PairingPlan {
            pairing,
            variance,
            scores: scores(experiment, scatter),
            half_interval: Z
                * (variance.value / experiment.pairs_of(scatter.pairing) as f64).sqrt(),
            pairs,
            seconds: pairs.value / rate,
            sprt_pairs: experiment
                .sprt()
                .map(|sprt| sprt.expected_pairs(variance.value)),
        })
    };
    let pairs = experiment.all_pairs();
    Ok(ScorePlan {
        pilot: summary,
        bytes_per_pair: pilot.bytes_per_pair,
        pairs,
        seconds: pairs as f64 / rate,
        bytes: pairs as f64 * pilot.bytes_per_pair,
        effect,
        alpha,
        beta,
        pairings: pilot.pairings.iter().map(plan).collect::<Result<_, _>>()?,
    })
}

fn scores(experiment: &Experiment, scatter: &Scatter) -> Vec<ScoreInPilot> {
    let [first, second] = experiment.players_of(scatter.pairing);
    let odds = &experiment.rules_of(scatter.pairing).odds;
    let of = |number: Option<usize>| match number {
        Some(number) => odds[number].text.clone(),
        None if scatter.pairing.is_self_play() => "White".to_string(),
        None => format!("{} against {}", first.name, second.name),
    };
    let mut scores: Vec<ScoreInPilot> = (scatter.scores.iter())
        .map(|one| ScoreInPilot {
            of: of(one.odds),
            pairs: one.pairs,
            score: one.score,
        })
        .collect();
    let height = |one: &ScoreInPilot| one.score.map_or(f64::NEG_INFINITY, |score| score.value);
    scores.sort_by(|one, other| height(other).total_cmp(&height(one)));
    scores
}

/// The sample sizes for a piece's value.
#[derive(Debug, Serialize)]
pub struct PiecePlan {
    /// The piece's symbol.
    pub piece: String,
    /// Half the width of the interval that is wanted, in units.
    pub within: f64,
    /// The pilot.
    #[serde(flatten)]
    pub pilot: PilotSummary,
    /// Pairs of each pairing in the experiment's file.
    pub pairs: u64,
    /// The sample size for each method.
    pub answers: Vec<MethodPlan>,
}

/// The sample size for a method.
#[derive(Debug, Serialize)]
pub struct MethodPlan {
    /// The rule set.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The method.
    pub method: &'static str,
    /// The unit.
    pub unit: String,
    /// The value in the pilot.
    pub value: Estimate,
    /// The size of the sample.
    #[serde(flatten)]
    pub needed: PlannedPairs,
    /// Half the width of the interval with the pairs of the file.
    pub half_interval: f64,
    /// The standard errors between the unit's value and 0. The relative error of the number of pairs is
    /// about four times the inverse: it depends on the fourth power of the unit where a piece is worth
    /// much more.
    pub unit_errors: f64,
}

impl PiecePlan {
    /// Whether the pilot was long enough.
    pub fn is_known(&self) -> bool {
        (self.answers.iter()).any(|answer| answer.unit_errors >= KNOWN_UNIT)
    }
}

/// The sample sizes that measure the value of a piece to `within` units, from the games of a pilot that
/// took some time; without answers if the games do not measure it.
///
/// # Errors
/// The games cannot be analysed.
pub fn plan_piece(
    games: Dataset<'_>,
    time: Duration,
    piece: &str,
    within: f64,
) -> Result<PiecePlan, FindingsError> {
    let (pairs, pilot) = (games.experiment().pairs, PilotSummary::of(&games, time));
    let mut answers = Vec::new();
    for set in gather(&[games])?.measured {
        let Some(own) = set.spec.find(piece) else {
            continue;
        };
        let methods = [odds::NAME, regression::NAME].into_iter();
        answers.extend(
            methods.filter_map(|method| method_plan(&set, own, within, method, pilot, pairs)),
        );
    }
    Ok(PiecePlan {
        piece: piece.to_string(),
        within,
        pilot,
        pairs,
        answers,
    })
}

/// The sample size that measures a piece's value to `within` units by a method, from its precision in
/// the pilot; `None` if the unit is hardly known. The experiment's file has `pairs` pairs. The error of
/// the ratio of two log-odds is `√(σ² + v²·σᵤ²) / u` for a value of `v` and a unit of `u`, taken as
/// independent (the delta method); it is inversely proportional to the square root of the number of
/// pairs.
fn method_plan(
    set: &ValueSet,
    piece: PieceType,
    within: f64,
    method: &'static str,
    pilot: PilotSummary,
    pairs: u64,
) -> Option<MethodPlan> {
    let log_odds = |piece| {
        let row = set.find(method, &RowCondition::All, piece, LOG_ODDS)?;
        let found = row.estimate()?;
        Some((found.value, found.standard_error()))
    };
    let ((own, own_error), (unit, unit_error)) = (log_odds(piece)?, log_odds(set.unit)?);
    let value = own / unit;
    let of_unit = if piece == set.unit {
        0.0
    } else {
        value * unit_error
    };
    let half = Z * libm::hypot(own_error, of_unit) / unit;
    let unit_errors = unit / unit_error;
    let is_known = unit > 0.0 && half.is_finite() && half > 0.0 && unit_errors >= UNKNOWN_UNIT;
    let needed = pilot.times((half / within).powi(2));
    is_known.then(|| MethodPlan {
        rules: set.rules.clone(),
        player: set.player.clone(),
        method,
        unit: set.unit_name(),
        value: Estimate::around(value, half),
        needed,
        half_interval: within * (needed.pairs as f64 / pairs as f64).sqrt(),
        unit_errors,
    })
}

/// The sample sizes for a claim.
#[derive(Debug, Serialize)]
pub struct ClaimPlan {
    /// The claim's id.
    pub claim: String,
    /// The pilot.
    #[serde(flatten)]
    pub pilot: PilotSummary,
    /// Pairs of each pairing in the experiment's file.
    pub pairs: u64,
    /// The number in the pilot; the deciding one of several.
    pub measured: Row,
    /// Its standard errors inside the claim's region; negative outside.
    pub distance: f64,
    /// The distance of the true number from the bound, in its unit.
    pub away: f64,
    /// Probability of an error of the first kind.
    pub alpha: f64,
    /// Probability of an error of the second kind.
    pub beta: f64,
    /// For a single test.
    pub alone: PlannedPairs,
    /// For a test among all claims of the file, by Holm's correction.
    pub among_all: PlannedPairs,
    /// The number of claims of the file.
    pub claims: usize,
}

/// Checks that an experiment can measure a claim.
///
/// # Errors
/// It cannot.
pub fn check_claim(claim: &Claim, experiment: &Experiment) -> Result<(), PlanningError> {
    let id = claim.id.clone();
    match &claim.statistic {
        Statistic::Endgame(_) => Err(PlanningError::Endgame(id)),
        Statistic::Value(ValueStatistic {
            than: Some(than), ..
        }) => {
            let (one, other) = (claim.experiment.clone(), than.clone());
            Err(PlanningError::TwoExperiments(id, one, other))
        }
        statistic => match missing(statistic, experiment) {
            Some(lacking) => Err(PlanningError::Lacking(experiment.name.clone(), id, lacking)),
            None => Ok(()),
        },
    }
}

/// The sample sizes that decide a claim with error probabilities alpha and beta, if the true number
/// is `away` from the bound, by default the smallest effect of interest, from the games of a pilot that
/// took some time; a reason if the games do not measure it.
///
/// # Errors
/// The games cannot be analysed.
pub fn plan_claim(
    games: &Dataset<'_>,
    time: Duration,
    claim: &Claim,
    claims: &Claims,
    away: Option<f64>,
    [alpha, beta]: [f64; 2],
) -> Result<Result<ClaimPlan, String>, FindingsError> {
    let evidence = [Evidence::new(&claim.experiment, games, claims)];
    let measured = match measure(claim, &evidence)? {
        Ok(measured) => measured,
        Err(reason) => return Ok(Err(reason)),
    };
    let unit = measured.first().map_or("", |row| &row.unit);
    let away = away.unwrap_or_else(|| smallest_effect(claim, unit));
    let tests = claims.claims.len();
    let Some(judgement) = judge(&[(claim, measured.clone())]).pop() else {
        return Ok(Err("no number".to_string()));
    };
    let pilot = PilotSummary::of(games, time);
    let planned = |tests| pilot.times(times_to_decide(&measured, tests, [alpha, beta], away));
    Ok(Ok(ClaimPlan {
        claim: claim.id.clone(),
        pilot,
        pairs: games.experiment().pairs,
        distance: judgement.distance,
        away,
        alpha,
        beta,
        alone: planned(1),
        among_all: planned(tests),
        claims: tests,
        measured: judgement.measured,
    }))
}
