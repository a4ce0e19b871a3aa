//! The additive model of odds games.
//!
//! With `x` the difference in material of odds `j`, the first player's expected share of the points is
//! `[σ(η + a) + σ(η - a)] / 2`, `η = x·b + δ`, with `σ` the logistic function, `a` the value of the
//! first move, `b` the values of pieces in log-odds, and `δ` the value of the odds beyond the sum of
//! their pieces: random, with mean 0 and variance τ²·n/2 where the sides differ in `n` pieces.
//!
//! Given τ², the values are fitted by iteratively reweighted least squares to the shares of the odds,
//! whose variances come from their pairs. τ² is that of R. C. Paule and J. Mandel (*Consensus values
//! and weighting factors*, 1982), with which the weighted squares of the residuals have their
//! expectation. Intervals are Student's with the number of odds minus that of pieces as degrees of
//! df (G. Knapp and J. Hartung, *Improved tests for a random effects meta-regression*, 2003).

use crate::dataset::{OddsGames, OddsTally, SHRUNK_BY};
use crate::row::{MIN_PAIRS, Warning};
use nalgebra::DMatrix;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use tradewind_stats::coefficients::Coefficients;
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::{CholeskyFactor, Symmetric, logistic};

/// The penalty on the squares of values, as in [`tradewind_stats::FitOptions`].
const RIDGE: f64 = 0.01;

const MAX_ROUNDS: u32 = 300;

/// The fit ends when no coefficient changes by more than this.
const TOLERANCE: f64 = 1e-9;

/// The fit to odds games.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsFit {
    /// The pieces' values in log-odds, by column.
    pub coefficients: Coefficients,
    /// The part of their covariance that comes from τ², which all players share.
    pub of_odds: DMatrix<f64>,
    /// Degrees of freedom.
    pub df: f64,
    /// By column: the warning of the value.
    pub warnings: Vec<Option<Warning>>,
    /// By column: the penalty's share of the information (0 to 1).
    pub penalty_shares: Vec<f64>,
    /// By column: pairs in which the players differ in the piece.
    pub support: Vec<u64>,
    /// The value of the first move, in log-odds.
    pub first_move: Estimate,
    /// Standard deviation of the value of odds of two pieces beyond their sum, in log-odds.
    pub tau: f64,
    /// p-value of heterogeneity: of the scatter of odds around the sums of their pieces when τ² is 0.
    pub heterogeneity: f64,
    /// The odds that were played.
    pub odds: Vec<FittedOdds>,
}

/// Observed and expected score of odds.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedOdds {
    /// In the notation of experiments.
    pub text: String,
    /// Pairs whose games were both finished.
    pub pairs: u64,
    /// The first player's share of the points, in percent.
    pub share: Estimate,
    /// The share expected by the sum of the pieces, in percent.
    pub expected: f64,
    /// Standardised residual, heterogeneity included.
    pub residual: f64,
}

/// Errors of the fit.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OddsError {
    /// Too few kinds of odds with a finished pair for the pieces in which they differ.
    #[error("{0} kinds of odds were played; {1} pieces need at least {least}", least = .1 + 2)]
    TooFewOdds(usize, usize),
    /// Every pair had the same score.
    #[error("every pair of odds games had the same score; nothing can be learnt about values")]
    ConstantResult,
    /// The fit did not converge.
    #[error("the fit to the odds games did not converge in {MAX_ROUNDS} rounds")]
    NotConverged,
}

struct ObservedOdds {
    /// The first player's surplus, by column.
    difference: Vec<(usize, f64)>,
    /// The variance of their value beyond the sum of their pieces, in units of τ².
    tau2s: f64,
    tally: OddsTally,
    share: f64,
}

impl ObservedOdds {
    fn log_odds(&self, values: &[f64]) -> f64 {
        let parts = self.difference.iter();
        parts.map(|&(column, often)| values[column] * often).sum()
    }
}

/// The apparent value of odds in a round, in log-odds, with its variance: the linear problem.
struct Apparent {
    log_odds: f64,
    variance: f64,
}

/// Fits the model; with `paired`, a place in [`OddsGames::paired`], there is an additional last column:
/// the value of two or more of that piece beyond the sum of single ones.
///
/// # Errors
/// See [`OddsError`].
pub fn fit(games: &OddsGames, paired: Option<usize>) -> Result<OddsFit, OddsError> {
    let size = games.pieces.len() + usize::from(paired.is_some());
    let observed: Vec<ObservedOdds> = (games.groups.iter())
        .filter(|group| group.tally.pairs > 0)
        .map(|group| {
            let pairs = group.pairs.iter().filter(|(at, _)| Some(*at) == paired);
            let of_pair = pairs.map(|&(_, often)| (size - 1, often));
            ObservedOdds {
                difference: group.difference.iter().copied().chain(of_pair).collect(),
                tau2s: group
                    .difference
                    .iter()
                    .map(|(_, often)| often.abs())
                    .sum::<f64>()
                    / 2.0,
                tally: group.tally,
                share: group.tally.share(),
            }
        })
        .collect();
    let mut support = vec![0; size];
    for one in &observed {
        for &(column, _) in &one.difference {
            support[column] += one.tally.pairs;
        }
    }
    let seen = support.iter().filter(|pairs| **pairs > 0).count();
    if observed.len() < seen + 2 {
        return Err(OddsError::TooFewOdds(observed.len(), seen));
    }
    if observed.iter().all(|one| one.share == observed[0].share) && squares_within(&observed) == 0.0
    {
        return Err(OddsError::ConstantResult);
    }
    let mut state = OddsState {
        values: vec![0.0; size],
        first_move: 0.0,
        tau2: 0.0,
    };
    for _ in 0..MAX_ROUNDS {
        let round = state.round(&observed);
        let df = df(&observed, &round, size);
        let tau2 = paule_mandel(&observed, &round, size, df);
        let (values, _) = least_squares(&observed, &round, tau2, size);
        let first_move = state.first_move + state.first_move_step(&observed);
        let change = (values.iter().zip(&state.values))
            .map(|(new, old)| (new - old).abs())
            .fold((first_move - state.first_move).abs(), f64::max);
        state = OddsState {
            values,
            first_move,
            tau2,
        };
        if change < TOLERANCE {
            return Ok(state.finish(games, &observed, support, df));
        }
    }
    Err(OddsError::NotConverged)
}

struct OddsState {
    values: Vec<f64>,
    first_move: f64,
    /// τ².
    tau2: f64,
}

impl OddsState {
    /// The first player's expected scores with White and with Black at some log-odds, and the sum of
    /// their slopes.
    fn scores(&self, log_odds: f64) -> ([f64; 2], f64) {
        let [white, black] = [log_odds + self.first_move, log_odds - self.first_move].map(logistic);
        let slopes = white * (1.0 - white) + black * (1.0 - black);
        ([white, black], slopes)
    }

    /// The expected share at some log-odds, and its slope.
    fn expected(&self, log_odds: f64) -> (f64, f64) {
        let ([white, black], slopes) = self.scores(log_odds);
        ((white + black) / 2.0, (slopes / 2.0).max(1e-4))
    }

    /// The variance of a pair's share if its games were independent and without draws.
    fn of_coins(expected: f64) -> f64 {
        (expected * (1.0 - expected) / 2.0).max(1e-6)
    }

    fn round(&self, observed: &[ObservedOdds]) -> Vec<Apparent> {
        // Draws and the correlation within pairs change the scatter of pairs.
        let coins: f64 = observed
            .iter()
            .map(|one| {
                let (expected, _) = self.expected(one.log_odds(&self.values));
                (one.tally.pairs - 1) as f64 * OddsState::of_coins(expected)
            })
            .sum();
        let within = squares_within(observed);
        let dispersion = if coins > 0.0 && within > 0.0 {
            within / coins
        } else {
            1.0
        };
        let apparent = |one: &ObservedOdds| {
            let log_odds = one.log_odds(&self.values);
            let (expected, slope) = self.expected(log_odds);
            let pairs = one.tally.pairs as f64;
            let typical = dispersion * OddsState::of_coins(expected);
            let own = squares_of(&one.tally) + SHRUNK_BY * typical;
            let variance = own / (pairs - 1.0 + SHRUNK_BY);
            Apparent {
                log_odds: log_odds + (one.share - expected) / slope,
                variance: variance / (pairs * slope * slope),
            }
        };
        observed.iter().map(apparent).collect()
    }

    /// Newton's step for the first move, by the players' points with White and with Black.
    fn first_move_step(&self, observed: &[ObservedOdds]) -> f64 {
        let (mut gap, mut slope) = (0.0, 0.0);
        for one in observed {
            let ([white, black], slopes) = self.scores(one.log_odds(&self.values));
            let pairs = one.tally.pairs as f64;
            gap += one.tally.points[0] - one.tally.points[1] - pairs * (white - black);
            slope += pairs * slopes;
        }
        (gap / slope.max(1e-9)).clamp(-1.0, 1.0)
    }

    fn finish(
        self,
        games: &OddsGames,
        observed: &[ObservedOdds],
        support: Vec<u64>,
        df: f64,
    ) -> OddsFit {
        let size = self.values.len();
        let round = self.round(observed);
        let (_, information) = least_squares(observed, &round, self.tau2, size);
        let inverse = information.inverse();
        let penalty_shares: Vec<f64> = (0..size).map(|at| RIDGE * inverse[(at, at)]).collect();
        let mut scatter_of_odds = DMatrix::zeros(size, size);
        for (one, apparent) in observed.iter().zip(&round) {
            let tau2 = self.tau2 * one.tau2s;
            let weight = 1.0 / (apparent.variance + tau2);
            for &(a, often) in &one.difference {
                for &(b, times) in &one.difference {
                    scatter_of_odds[(a, b)] += weight * weight * tau2 * often * times;
                }
            }
        }
        let both = support.iter().zip(&penalty_shares);
        let warnings = both.map(|(&pairs, &share)| Warning::of_value(pairs, MIN_PAIRS, share));
        // The scatter of the odds without heterogeneity.
        let scatter = weighted_squares(observed, &round, 0.0, size);
        let heterogeneity = ChiSquared::new(df).map_or(1.0, |chi| chi.sf(scatter));
        let played = games.groups.iter().filter(|group| group.tally.pairs > 0);
        let odds = played.zip(observed).enumerate().map(|(at, (group, one))| {
            let (expected, slope) = self.expected(one.log_odds(&self.values));
            let variance = round[at].variance * slope * slope;
            let half = Z * variance.sqrt();
            let all = variance + self.tau2 * one.tau2s * slope * slope;
            FittedOdds {
                text: group.text.clone(),
                pairs: one.tally.pairs,
                share: Estimate {
                    value: one.share,
                    low: (one.share - half).max(0.0),
                    high: (one.share + half).min(1.0),
                }
                .scaled(100.0),
                expected: 100.0 * expected,
                residual: (one.share - expected) / all.sqrt(),
            }
        });
        OddsFit {
            of_odds: &inverse * scatter_of_odds * &inverse,
            df,
            warnings: warnings.collect(),
            penalty_shares,
            odds: odds.collect(),
            first_move: self.first_move_estimate(observed),
            tau: self.tau2.sqrt(),
            heterogeneity,
            support,
            coefficients: Coefficients::new(self.values, inverse, df),
        }
    }

    fn first_move_estimate(&self, observed: &[ObservedOdds]) -> Estimate {
        let (mut squares, mut slope) = (0.0, 0.0);
        for one in observed {
            let (_, slopes) = self.scores(one.log_odds(&self.values));
            let pairs = one.tally.pairs as f64;
            let mean = (one.tally.points[0] - one.tally.points[1]) / pairs;
            let own = one.tally.contrast_squares - pairs * mean * mean;
            // A single pair has no scatter; its square stands for it.
            squares += match one.tally.pairs {
                1 => one.tally.contrast_squares,
                _ => own.max(0.0) * pairs / (pairs - 1.0),
            };
            slope += pairs * slopes;
        }
        let half = Z * squares.max(0.0).sqrt() / slope.max(1e-9);
        Estimate::around(self.first_move, half)
    }
}

/// The squares of the pairs' shares around their mean.
fn squares_of(tally: &OddsTally) -> f64 {
    let share = tally.share();
    (tally.share_squares - tally.pairs as f64 * share * share).max(0.0)
}

fn squares_within(observed: &[ObservedOdds]) -> f64 {
    observed.iter().map(|one| squares_of(&one.tally)).sum()
}

/// The number of odds minus that of the values that they determine, at least 1. A value that only the
/// penalty decides does not count.
fn df(observed: &[ObservedOdds], round: &[Apparent], size: usize) -> f64 {
    let (_, information) = least_squares(observed, round, 0.0, size);
    let inverse = information.inverse();
    let determined: f64 = (0..size).map(|at| 1.0 - RIDGE * inverse[(at, at)]).sum();
    (observed.len() as f64 - determined.round()).max(1.0)
}

/// The best values when odds of two pieces scatter by `tau2` (τ²) around them, and the information.
fn least_squares(
    observed: &[ObservedOdds],
    round: &[Apparent],
    tau2: f64,
    size: usize,
) -> (Vec<f64>, CholeskyFactor) {
    let mut matrix = Symmetric::zeros(size);
    let mut right = vec![0.0; size];
    for at in 0..size {
        matrix.add_to_diagonal(at, RIDGE);
    }
    for (one, Apparent { log_odds, variance }) in observed.iter().zip(round) {
        let weight = 1.0 / (variance + tau2 * one.tau2s);
        for &(column, often) in &one.difference {
            right[column] += weight * often * log_odds;
        }
        matrix.add_square(&one.difference, weight);
    }
    let information = matrix.factor().expect("the penalty makes it definite");
    (information.solve(&right), information)
}

/// The sum of the squared standardised residuals.
fn weighted_squares(observed: &[ObservedOdds], round: &[Apparent], tau2: f64, size: usize) -> f64 {
    let (values, _) = least_squares(observed, round, tau2, size);
    let rows = observed.iter().zip(round);
    rows.map(|(one, Apparent { log_odds, variance })| {
        let rest = log_odds - one.log_odds(&values);
        rest * rest / (variance + tau2 * one.tau2s)
    })
    .sum()
}

/// The τ² with which the residuals have their expected scatter; 0 when they scatter less.
fn paule_mandel(observed: &[ObservedOdds], round: &[Apparent], size: usize, df: f64) -> f64 {
    let excess = |tau2: f64| weighted_squares(observed, round, tau2, size) - df;
    if excess(0.0) <= 0.0 {
        return 0.0;
    }
    let mut high = 0.01;
    while excess(high) > 0.0 && high < 100.0 {
        high *= 2.0;
    }
    let mut low = 0.0;
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle
        } else {
            high = middle
        }
    }
    (low + high) / 2.0
}
