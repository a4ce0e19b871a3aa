//! Newton's method for the logistic regression: sums over rows, steps, convergence.

use std::ops::Range;

use rayon::prelude::*;

use crate::logistic::{FitError, FitOptions};
use crate::samples::{Entry, Samples};
use crate::{Cholesky, packed};

/// One regression to be solved: the data, a weight for each pair, and how.
pub(crate) struct Newton<'a> {
    pub samples: &'a Samples,
    /// One per pair; `None` stands for ones.
    pub weights: Option<&'a [f64]>,
    /// [`Samples::blocks`], computed once for many solutions.
    pub blocks: &'a [Range<usize>],
    pub options: &'a FitOptions,
    /// Whether blocks are summed on several threads. The result is the same.
    pub parallel: bool,
}

/// What Newton's method arrived at.
pub(crate) struct Solution {
    /// Intercept first, then the coefficients.
    pub values: Vec<f64>,
    /// Factor of the penalised information near the solution.
    pub information: Cholesky,
    /// Cross-entropy per unit of weight, in nats.
    pub log_loss: f64,
    /// Steps taken.
    pub iterations: u32,
}

impl Newton<'_> {
    /// Newton's method from `start`; a step that makes the objective worse is halved.
    pub fn solve(&self, start: Vec<f64>) -> Result<Solution, FitError> {
        let FitOptions {
            ridge,
            max_iterations,
            tolerance,
        } = *self.options;
        if !(ridge >= 0.0 && ridge.is_finite()) {
            return Err(FitError::Ridge(ridge));
        }
        let size = start.len();
        let mut values = start;
        let mut step = vec![0.0; size];
        let mut best = f64::INFINITY;
        let mut last_step = f64::INFINITY;
        for iterations in 1..=max_iterations {
            let mut sums = self.sums(&values);
            if sums.weight == 0.0 {
                return Err(FitError::NoData);
            }
            if sums.score == 0.0 || sums.score == sums.weight {
                return Err(FitError::ConstantResult);
            }
            let penalty: f64 = values[1..].iter().map(|b| ridge / 2.0 * b * b).sum();
            let objective = sums.loss + penalty;
            // Not "greater than": an objective that is no number is worse, too.
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
                sums.information[packed(index, index)] += ridge;
            }
            let information = Cholesky::new(sums.information, size).ok_or(FitError::Singular)?;
            step = information.solve(&sums.gradient);
            for (value, change) in values.iter_mut().zip(&mut step) {
                *change = -*change;
                *value += *change;
            }
            last_step = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
            if last_step <= tolerance {
                return Ok(Solution {
                    values,
                    information,
                    log_loss: sums.loss / sums.weight,
                    iterations,
                });
            }
        }
        Err(FitError::NotConverged {
            iterations: max_iterations,
            last_step,
        })
    }

    fn sums(&self, values: &[f64]) -> Sums {
        let mut total = Sums::new(values.len());
        if self.parallel {
            let parts: Vec<Sums> = self
                .blocks
                .par_iter()
                .map(|block| self.block_sums(block, values))
                .collect();
            parts.iter().for_each(|part| total.add(part));
        } else {
            for block in self.blocks {
                total.add(&self.block_sums(block, values));
            }
        }
        total
    }

    fn block_sums(&self, block: &Range<usize>, values: &[f64]) -> Sums {
        let mut sums = Sums::new(values.len());
        for pair in block.clone() {
            let pair_weight = self.weights.map_or(1.0, |weights| weights[pair]);
            if pair_weight == 0.0 {
                continue;
            }
            for (row, entries) in self.samples.rows_of(pair) {
                let weight = pair_weight * f64::from(row.weight);
                let score = pair_weight * f64::from(row.score);
                let Expected {
                    log_odds,
                    small,
                    likely,
                    probability,
                } = Expected::of(values, entries);
                let residual = weight * probability - score;
                let curvature = weight * small * likely * likely;
                sums.weight += weight;
                sums.score += score;
                sums.loss += weight * (log_odds.max(0.0) + small.ln_1p()) - score * log_odds;
                sums.gradient[0] += residual;
                sums.information[0] += curvature;
                for (place, entry) in entries.iter().enumerate() {
                    let index = usize::from(entry.feature) + 1;
                    let difference = f64::from(entry.difference);
                    sums.gradient[index] += residual * difference;
                    let scaled = curvature * difference;
                    let first = packed(index, 0);
                    let row_of_matrix = &mut sums.information[first..=first + index];
                    row_of_matrix[0] += scaled;
                    for other in &entries[..=place] {
                        row_of_matrix[usize::from(other.feature) + 1] +=
                            scaled * f64::from(other.difference);
                    }
                }
            }
        }
        sums
    }
}

/// What a row's result is expected to be.
struct Expected {
    log_odds: f64,
    /// exp(-|log-odds|), with which neither the probability nor ln(1 + it) overflows.
    small: f64,
    likely: f64,
    probability: f64,
}

impl Expected {
    fn of(values: &[f64], entries: &[Entry]) -> Expected {
        let sum: f64 = (entries.iter())
            .map(|e| values[usize::from(e.feature) + 1] * f64::from(e.difference))
            .sum();
        let log_odds = values[0] + sum;
        let small = (-log_odds.abs()).exp();
        let likely = 1.0 / (1.0 + small);
        Expected {
            log_odds,
            small,
            likely,
            probability: match log_odds >= 0.0 {
                true => likely,
                false => small * likely,
            },
        }
    }
}

/// The gradient of the loss of one pair's rows, at some coefficients (the intercept first).
pub(crate) fn pair_gradient(samples: &Samples, pair: usize, values: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; values.len()];
    for (row, entries) in samples.rows_of(pair) {
        let probability = Expected::of(values, entries).probability;
        let residual = f64::from(row.weight) * probability - f64::from(row.score);
        gradient[0] += residual;
        for entry in entries {
            gradient[usize::from(entry.feature) + 1] += residual * f64::from(entry.difference);
        }
    }
    gradient
}

/// Sums over rows at one vector of coefficients.
struct Sums {
    weight: f64,
    score: f64,
    loss: f64,
    gradient: Vec<f64>,
    /// Packed lower triangle of the negative second derivative of the log-likelihood.
    information: Vec<f64>,
}

impl Sums {
    fn new(size: usize) -> Sums {
        Sums {
            weight: 0.0,
            score: 0.0,
            loss: 0.0,
            gradient: vec![0.0; size],
            information: vec![0.0; packed(size, 0)],
        }
    }

    fn add(&mut self, part: &Sums) {
        self.weight += part.weight;
        self.score += part.score;
        self.loss += part.loss;
        let sums = self.gradient.iter_mut().chain(&mut self.information);
        let parts = part.gradient.iter().chain(&part.information);
        sums.zip(parts).for_each(|(sum, part)| *sum += part);
    }
}
