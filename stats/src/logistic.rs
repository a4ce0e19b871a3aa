//! Logistic fits: the regression on material and the strengths of players.
//!
//! The expected score of a row is `1 / (1 + exp(-Σ bᵢ xᵢ))`. The fit minimises the cross-entropy, in
//! which a draw counts as half a win and half a loss (quasi-likelihood: L. E. Papke and J. M.
//! Wooldridge, *Econometric methods for fractional response variables*, 1996), plus a penalty of
//! `ridge / 2 · Σ bᵢ²` on all coefficients but the first, by Newton's method.

use crate::symmetric::{CholeskyFactor, Symmetric};
use thiserror::Error;

/// Options of a fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitOptions {
    /// Strength of the penalty, the inverse of a prior variance in squared log-odds.
    pub ridge: f64,
    /// Maximum number of Newton steps, halved ones included.
    pub max_iterations: u32,
    /// The fit ends with the first step that changes no coefficient by more than this. Convergence is
    /// quadratic, so the remaining error is far smaller.
    pub tolerance: f64,
}

impl Default for FitOptions {
    /// Ridge 0.01, at most 100 steps, tolerance 1e-8.
    fn default() -> Self {
        FitOptions {
            ridge: 0.01,
            max_iterations: 100,
            tolerance: 1e-8,
        }
    }
}

/// Errors of a fit.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum FitError {
    /// There are no rows, or all of them have weight zero.
    #[error("there are no rows to fit")]
    NoData,
    /// All rows have the same result.
    #[error("every game has the same result; nothing can be learnt about piece values")]
    ConstantResult,
    /// Newton's method did not converge.
    #[error("the fit did not converge in {iterations} steps (last step {last_step:.1e})")]
    NotConverged {
        /// Steps taken.
        iterations: u32,
        /// Largest change of a coefficient in the last step.
        last_step: f64,
    },
    /// The equations have no unique solution, which the penalty prevents unless it is zero.
    #[error("the equations are singular; use a positive ridge penalty")]
    Singular,
    /// The number of weights is not the number of pairs.
    #[error("{found} weights were given for {expected} game pairs")]
    WeightCount {
        /// Pairs in the samples.
        expected: usize,
        /// Weights given.
        found: usize,
    },
    /// A weight is negative or not finite.
    #[error("the weight of a game pair must be finite and not negative, not {0}")]
    Weight(f64),
    /// The ridge penalty is negative or not finite.
    #[error("the ridge penalty must be finite and not negative, not {0}")]
    Ridge(f64),
}

/// `1 / (1 + exp(-log_odds))`, the same on every machine.
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// A row of a fit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Observation<'r> {
    /// The coefficients of the row with their factors, in rising order.
    pub entries: &'r [(usize, f64)],
    /// The weight of the row.
    pub weight: f64,
    /// The weight times the score, from 0 to 1.
    pub score: f64,
}

/// The result of a fit.
#[derive(Debug)]
pub(crate) struct Solution {
    /// The coefficients.
    pub values: Vec<f64>,
    /// The penalised information near the solution.
    pub information: CholeskyFactor,
    /// Cross-entropy per unit of weight, in nats.
    pub log_loss: f64,
    /// Steps taken.
    pub iterations: u32,
}

/// Fits by Newton's method from `start`; a step that increases the objective is halved. `sums_at` are
/// the sums over rows at some coefficients.
pub(crate) fn solve(
    start: Vec<f64>,
    options: &FitOptions,
    sums_at: impl Fn(&[f64]) -> LogisticSums,
) -> Result<Solution, FitError> {
    let ridge = options.ridge;
    if !(ridge >= 0.0 && ridge.is_finite()) {
        return Err(FitError::Ridge(ridge));
    }
    let mut values = start;
    let mut step = vec![0.0; values.len()];
    let mut best = f64::INFINITY;
    let mut last_step = f64::INFINITY;
    for iterations in 1..=options.max_iterations {
        let mut sums = sums_at(&values);
        if sums.weight == 0.0 {
            return Err(FitError::NoData);
        }
        if sums.score == 0.0 || sums.score == sums.weight {
            return Err(FitError::ConstantResult);
        }
        let penalty: f64 = values[1..].iter().map(|b| ridge / 2.0 * b * b).sum();
        let objective = sums.loss + penalty;
        // Not "greater than": a NaN objective is worse, too.
        let better = objective <= best * (1.0 + 1e-12);
        if !better {
            for (value, change) in values.iter_mut().zip(&mut step) {
                *change /= 2.0;
                *value -= *change;
            }
            continue;
        }
        best = objective;
        for (index, value) in values.iter().enumerate().skip(1) {
            sums.gradient[index] += ridge * value;
            sums.information.add_to_diagonal(index, ridge);
        }
        let information = sums.information.factor().ok_or(FitError::Singular)?;
        step = information.solve(&sums.gradient);
        for (value, change) in values.iter_mut().zip(&mut step) {
            *change = -*change;
            *value += *change;
        }
        last_step = step.iter().fold(0.0, |max: f64, s| max.max(s.abs()));
        if last_step <= options.tolerance {
            return Ok(Solution {
                values,
                information,
                log_loss: sums.loss / sums.weight,
                iterations,
            });
        }
    }
    Err(FitError::NotConverged {
        iterations: options.max_iterations,
        last_step,
    })
}

/// The log-odds of a row, exp(-|log-odds|), with which neither the probability nor ln(1 + it)
/// overflows, the probability of the likelier side, and the expected score.
fn expected(values: &[f64], row: &Observation<'_>) -> [f64; 4] {
    let parts = row.entries.iter();
    let log_odds: f64 = parts.map(|&(index, times)| values[index] * times).sum();
    let small = libm::exp(-log_odds.abs());
    let likely = 1.0 / (1.0 + small);
    let score = if log_odds >= 0.0 {
        likely
    } else {
        small * likely
    };
    [log_odds, small, likely, score]
}

/// The expected minus the observed score of a row, times its weight. Times the entries of the row it
/// is the row's gradient of the loss.
pub(crate) fn residual(values: &[f64], row: &Observation<'_>) -> f64 {
    let [.., score] = expected(values, row);
    row.weight * score - row.score
}

/// Sums over rows at one vector of coefficients.
#[derive(Debug, Clone)]
pub(crate) struct LogisticSums {
    /// Sum of the weights.
    pub weight: f64,
    /// Sum of weights times scores.
    pub score: f64,
    /// Sum of cross-entropies, in nats.
    pub loss: f64,
    /// Gradient of the loss.
    pub gradient: Vec<f64>,
    /// Observed information: the negative second derivative of the log-likelihood.
    pub information: Symmetric,
}

impl LogisticSums {
    pub fn new(size: usize) -> LogisticSums {
        LogisticSums {
            weight: 0.0,
            score: 0.0,
            loss: 0.0,
            gradient: vec![0.0; size],
            information: Symmetric::zeros(size),
        }
    }

    /// Adds a row.
    pub fn add_row(&mut self, values: &[f64], row: &Observation<'_>) {
        let [log_odds, small, likely, score] = expected(values, row);
        let residual = row.weight * score - row.score;
        self.weight += row.weight;
        self.score += row.score;
        self.loss += row.weight * (log_odds.max(0.0) + libm::log1p(small)) - row.score * log_odds;
        for &(index, times) in row.entries {
            self.gradient[index] += residual * times;
        }
        let curvature = row.weight * small * likely * likely;
        self.information.add_square(row.entries, curvature);
    }

    /// Adds the sums over other rows.
    pub fn add(&mut self, part: &LogisticSums) {
        self.weight += part.weight;
        self.score += part.score;
        self.loss += part.loss;
        let both = self.gradient.iter_mut().zip(&part.gradient);
        both.for_each(|(sum, part)| *sum += part);
        self.information.add(&part.information);
    }
}
