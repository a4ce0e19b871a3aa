//! Logistic regression of the result on the difference in material.
//!
//! The expected result of a row is `1 / (1 + exp(-(a + Σ bᵢ dᵢ)))`, where `dᵢ` is White's count of
//! piece type `i` minus Black's, `bᵢ` its value in log-odds, and `a` the value of the first move.
//!
//! A penalty of `ridge / 2 · Σ bᵢ²` (not on `a`) keeps the values of pieces finite that were seen
//! rarely, never, or only among winners. The default is a prior with a standard deviation of 10
//! log-odds (1 700 Elo), as much information as one twenty-fifth of a row;
//! [`RegressionFit::penalty_share`] tells how far it decides a value.
//!
//! The rows of millions of pairs need not be kept. Near the solution the loss of many pairs is a
//! quadratic, which a [`PairSummary`] keeps. A fit to rows and a summary is, for the summary, one
//! step of Newton's method from its centre (the one-step estimator: L. Le Cam, 1956; A. W. van der
//! Vaart, *Asymptotic Statistics*, 1998, section 5.7), with an error of the order of the square of
//! the centre's own.

use crate::coefficients::Coefficients;
use crate::logistic::{FitError, FitOptions, LogisticSums, Observation, Solution, residual, solve};
use crate::samples::{Samples, Support};
use crate::symmetric::{CholeskyFactor, Symmetric};
use rayon::prelude::*;
use std::borrow::Cow;
use std::ops::Range;

/// A fitted regression.
#[derive(Debug, Clone, PartialEq)]
pub struct RegressionFit {
    /// Names of the features, as in the samples.
    pub names: Vec<String>,
    /// `a`, the value of the first move in log-odds.
    pub intercept: f64,
    /// `bᵢ`, the value of each feature in log-odds, in the order of `names`.
    pub coefficients: Vec<f64>,
    /// For each feature, the share (0 to 1) of the information about its value that comes from the
    /// penalty and not from the data: `ridge · [(H + ridge·I)⁻¹]ᵢᵢ`, with H the observed
    /// information. It is 1 for a feature never seen, one half for two features that always
    /// differ together, and near 0 for a feature that the data determine.
    pub penalty_share: Vec<f64>,
    /// The factor of the penalised information, the intercept first.
    pub(crate) information: CholeskyFactor,
    /// Cross-entropy per row in nats, without the penalty; ln 2 = 0.693 is that of a coin.
    pub log_loss: f64,
    /// Newton steps taken.
    pub iterations: u32,
}

impl RegressionFit {
    /// Intercept and coefficients in one vector.
    pub fn solution(&self) -> Vec<f64> {
        std::iter::once(self.intercept)
            .chain(self.coefficients.iter().copied())
            .collect()
    }
}

/// The pairs that a regression is fitted to.
#[derive(Clone, Debug)]
pub struct ChosenPairs<'s> {
    pub(crate) samples: &'s Samples,
    /// One per pair; `None` stands for ones.
    pub(crate) weights: Option<Cow<'s, [f64]>>,
    /// Further pairs, without their rows.
    pub(crate) summary: Option<Cow<'s, PairSummary>>,
}

impl<'s> From<&'s Samples> for ChosenPairs<'s> {
    /// All pairs of samples.
    fn from(samples: &'s Samples) -> ChosenPairs<'s> {
        ChosenPairs {
            samples,
            weights: None,
            summary: None,
        }
    }
}

impl<'s> ChosenPairs<'s> {
    /// The pairs of samples with a weight each, in the order of the pairs.
    pub fn weighted(samples: &'s Samples, weights: impl Into<Cow<'s, [f64]>>) -> ChosenPairs<'s> {
        ChosenPairs {
            samples,
            weights: Some(weights.into()),
            summary: None,
        }
    }

    /// Replaces the further pairs.
    pub fn with_summary(self, summary: Option<&'s PairSummary>) -> ChosenPairs<'s> {
        ChosenPairs {
            summary: summary.map(Cow::Borrowed),
            ..self
        }
    }

    /// The samples that the pairs belong to.
    pub fn samples(&self) -> &'s Samples {
        self.samples
    }

    /// The further pairs, without their rows.
    pub fn summary(&self) -> Option<&PairSummary> {
        self.summary.as_deref()
    }

    fn weight(&self, pair: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights[pair])
    }

    /// Rows of pairs with a weight.
    pub fn row_count(&self) -> u64 {
        let further = self.summary().map_or(0, |summary| summary.rows);
        let own = match &self.weights {
            None => self.samples.row_count(),
            Some(_) => {
                let pairs = 0..self.samples.pair_count();
                let rows = pairs.filter(|&pair| self.weight(pair) > 0.0);
                rows.flat_map(|pair| self.samples.rows_of(pair))
                    .map(|(row, _)| u64::from(row.count))
                    .sum()
            }
        };
        own + further
    }

    /// Pairs with a weight.
    pub fn pair_count(&self) -> u64 {
        let further = self.summary().map_or(0, |summary| summary.pairs);
        let pairs = 0..self.samples.pair_count();
        pairs.filter(|&pair| self.weight(pair) > 0.0).count() as u64 + further
    }

    /// The summary of these pairs; `centre` are coefficients near the final ones, the intercept first.
    /// Further pairs are not included.
    pub fn summed_up(&self, centre: &[f64]) -> PairSummary {
        let own = ChosenPairs {
            summary: None,
            ..self.clone()
        };
        let blocks = own.samples.blocks();
        let mut sums = own.sums(&blocks, centre, true);
        let (scatter, pairs) = own.scatter(&blocks, centre);
        let curved = sums.information.times(centre);
        let dot = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        sums.loss = sums.loss - dot(&sums.gradient, centre) + dot(&curved, centre) / 2.0;
        let slopes = sums.gradient.iter_mut().zip(&curved);
        slopes.for_each(|(slope, curved)| *slope -= curved);
        PairSummary {
            sums,
            rows: own.row_count(),
            pairs,
            support: own.support(),
            scatter,
        }
    }

    /// For each feature, the rows and pairs in which the sides differ in it.
    pub fn support(&self) -> Vec<Support> {
        let mut own = self.samples.support(self.weights.as_deref());
        if let Some(summary) = self.summary() {
            add_support(&mut own, &summary.support);
        }
        own
    }

    /// Fits coefficients from `start`, the intercept first. `blocks` are those of the samples.
    pub(crate) fn solve(
        &self,
        blocks: &[Range<usize>],
        start: Vec<f64>,
        options: &FitOptions,
        is_parallel: bool,
    ) -> Result<Solution, FitError> {
        solve(start, options, |values| {
            self.sums(blocks, values, is_parallel)
        })
    }

    /// The sums over rows and further pairs at some coefficients. Blocks are summed separately and
    /// their sums added in order, so that every bit depends on the data alone.
    fn sums(&self, blocks: &[Range<usize>], values: &[f64], is_parallel: bool) -> LogisticSums {
        let of_block = |block: &Range<usize>| {
            let mut sums = LogisticSums::new(values.len());
            let mut entries = Vec::new();
            for pair in block.clone() {
                self.for_each_row(pair, &mut entries, |row| sums.add_row(values, &row));
            }
            sums
        };
        let mut total = LogisticSums::new(values.len());
        if is_parallel {
            let parts: Vec<LogisticSums> = blocks.par_iter().map(of_block).collect();
            parts.iter().for_each(|part| total.add(part));
        } else {
            blocks.iter().for_each(|block| total.add(&of_block(block)));
        }
        if let Some(summary) = self.summary() {
            summary.add_to(&mut total, values);
        }
        total
    }

    /// The sum over pairs with rows of the squares of their gradients at some coefficients, and the
    /// number of pairs.
    fn scatter(&self, blocks: &[Range<usize>], values: &[f64]) -> (Symmetric, u64) {
        let size = values.len();
        let parts: Vec<(Symmetric, u64)> = (blocks.par_iter())
            .map(|block| {
                let mut scatter = Symmetric::zeros(size);
                let mut slope = vec![0.0; size];
                let mut entries = Vec::new();
                let mut pairs = 0;
                for pair in block.clone().filter(|&pair| self.weight(pair) != 0.0) {
                    pairs += 1;
                    self.for_each_row(pair, &mut entries, |row| {
                        let residual = residual(values, &row);
                        for &(index, times) in row.entries {
                            slope[index] += residual * times;
                        }
                    });
                    scatter.add_dense_square(&slope);
                    slope.fill(0.0);
                }
                (scatter, pairs)
            })
            .collect();
        let mut all = (Symmetric::zeros(size), 0);
        for (part, count) in parts {
            all.0.add(&part);
            all.1 += count;
        }
        all
    }

    /// Visits the rows of a pair that has a weight. `entries` is a buffer for the entries of a row.
    fn for_each_row(
        &self,
        pair: usize,
        entries: &mut Vec<(usize, f64)>,
        mut visit: impl FnMut(Observation<'_>),
    ) {
        let pair_weight = self.weight(pair);
        if pair_weight == 0.0 {
            return;
        }
        for (row, differences) in self.samples.rows_of(pair) {
            entries.clear();
            entries.push((0, 1.0));
            entries.extend(
                (differences.iter())
                    .map(|entry| (usize::from(entry.feature) + 1, f64::from(entry.difference))),
            );
            visit(Observation {
                entries,
                weight: pair_weight * f64::from(row.weight),
                score: pair_weight * f64::from(row.score),
            });
        }
    }
}

/// A summary of game pairs, without their rows: the quadratic of their loss at a centre, and the sum
/// of the squares of the pairs' gradients there. Its size does not depend on the number of pairs, and
/// summaries add up whatever their centres were.
#[derive(Debug, Clone)]
pub struct PairSummary {
    /// Sums at coefficients of 0: the loss at coefficients `b` is `loss + gradient · b + ½ b · information · b`.
    sums: LogisticSums,
    rows: u64,
    pairs: u64,
    support: Vec<Support>,
    /// Sum over pairs of the squares of their gradients.
    pub(crate) scatter: Symmetric,
}

impl PairSummary {
    /// A summary of no pairs, for a number of features.
    pub fn new(features: usize) -> PairSummary {
        PairSummary {
            sums: LogisticSums::new(features + 1),
            rows: 0,
            pairs: 0,
            support: vec![Support::default(); features],
            scatter: Symmetric::zeros(features + 1),
        }
    }

    /// Adds another summary of the same features.
    pub fn join(&mut self, other: &PairSummary) {
        self.sums.add(&other.sums);
        self.rows += other.rows;
        self.pairs += other.pairs;
        add_support(&mut self.support, &other.support);
        self.scatter.add(&other.scatter);
    }

    /// A resample of the same size, whose gradient differs by a vector.
    pub(crate) fn moved(&self, by: &[f64]) -> PairSummary {
        let mut moved = self.clone();
        let gradient = moved.sums.gradient.iter_mut().zip(by);
        gradient.for_each(|(own, by)| *own += by);
        moved
    }

    /// Adds the sums of the pairs at some coefficients.
    fn add_to(&self, sums: &mut LogisticSums, values: &[f64]) {
        let own = &self.sums;
        let curved = own.information.times(values);
        sums.weight += own.weight;
        sums.score += own.score;
        sums.loss += own.loss;
        let parts = own.gradient.iter().zip(curved).zip(values);
        for (slope, ((linear, curved), value)) in sums.gradient.iter_mut().zip(parts) {
            *slope += linear + curved;
            sums.loss += (linear + curved / 2.0) * value;
        }
        sums.information.add(&own.information);
    }
}

fn add_support(support: &mut [Support], further: &[Support]) {
    for (own, further) in support.iter_mut().zip(further) {
        own.rows += further.rows;
        own.pairs += further.pairs;
    }
}

/// Fits the regression to pairs. Rows are summed in fixed blocks, and the blocks in their order, so
/// that the result is bit for bit the same on any number of threads.
pub fn fit<'s>(
    pairs: impl Into<ChosenPairs<'s>>,
    options: &FitOptions,
) -> Result<RegressionFit, FitError> {
    let pairs = pairs.into();
    let samples = pairs.samples;
    if let Some(weights) = &pairs.weights {
        if weights.len() != samples.pair_count() {
            return Err(FitError::WeightCount {
                expected: samples.pair_count(),
                found: weights.len(),
            });
        }
        if let Some(&wrong) = weights.iter().find(|w| !(w.is_finite() && **w >= 0.0)) {
            return Err(FitError::Weight(wrong));
        }
    }
    if pairs.summary.is_none() && samples.row_count() == 0 {
        return Err(FitError::NoData);
    }
    if pairs.summary.is_none() && samples.has_constant_result() {
        return Err(FitError::ConstantResult);
    }
    let start = vec![0.0; samples.names().len() + 1];
    let solution = pairs.solve(&samples.blocks(), start, options, true)?;
    let diagonal = solution.information.inverse().diagonal();
    let penalty_share = diagonal.iter().skip(1).map(|one| options.ridge * one);
    Ok(RegressionFit {
        names: samples.names().to_vec(),
        intercept: solution.values[0],
        coefficients: solution.values[1..].to_vec(),
        penalty_share: penalty_share.collect(),
        information: solution.information,
        log_loss: solution.log_loss,
        iterations: solution.iterations,
    })
}

/// The coefficients of a fit, the intercept first, with their covariance by pairs: `A⁻¹·B·A⁻¹`, with
/// `A` the penalised information and `B` the sum over pairs of the squares of their gradients, times
/// `P/(P - 1)` for `P` pairs (K.-Y. Liang and S. L. Zeger, *Longitudinal data analysis using
/// generalized linear models*, 1986). `pairs` are those of the fit.
pub fn sandwich<'s>(pairs: impl Into<ChosenPairs<'s>>, fit: &RegressionFit) -> Coefficients {
    let pairs = pairs.into();
    let values = fit.solution();
    let (mut scatter, mut count) = pairs.scatter(&pairs.samples.blocks(), &values);
    if let Some(summary) = pairs.summary() {
        scatter.add(&summary.scatter);
        count += summary.pairs;
    }
    if count > 1 {
        scatter.scale(count as f64 / (count - 1) as f64);
    }
    Coefficients::new(values, fit.information.sandwich(scatter), f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coefficients::Sum;

    fn samples(features: usize, rows: &[(u64, f32, &[i8])]) -> Samples {
        let names = (0..features).map(|i| format!("piece {i}")).collect();
        let mut samples = Samples::new(names).expect("distinct names");
        for (pair, result, differences) in rows {
            samples.push(*pair, *result, differences).expect("valid");
        }
        samples
    }

    /// Without the penalty a saturated model reproduces the observed log-odds exactly.
    #[test]
    fn a_saturated_model_is_solved_in_closed_form() {
        let mut rows: Vec<(u64, f32, &[i8])> = Vec::new();
        // Level: 3 of 5. One up: 9 of 12, of which 2 draws.
        rows.extend((0..5).map(|i| (i, if i < 3 { 1.0 } else { 0.0 }, &[0i8] as &[i8])));
        rows.extend((5..17).map(|i| {
            let result = match i {
                5..13 => 1.0,
                13..15 => 0.5,
                _ => 0.0,
            };
            (i, result, &[1i8] as &[i8])
        }));
        let options = FitOptions {
            ridge: 0.0,
            ..FitOptions::default()
        };
        let fit = fit(&samples(1, &rows), &options).expect("enough data");
        let level = (3.0f64 / 2.0).ln();
        assert!((fit.intercept - level).abs() < 1e-10);
        assert!((fit.coefficients[0] - ((9.0f64 / 3.0).ln() - level)).abs() < 1e-10);
        assert_eq!(fit.penalty_share, [0.0]);
    }

    /// With the penalty, the gradient condition Σ (p - y) d + ridge·b = 0 must hold.
    #[test]
    fn a_piece_seen_only_among_winners_stays_finite() {
        let rows: Vec<(u64, f32, &[i8])> = (0..40)
            .map(|i| {
                let up = i % 4 == 0;
                let result = if up || i % 2 == 0 { 1.0 } else { 0.0 };
                (i, result, if up { &[1i8] as &[i8] } else { &[0] })
            })
            .collect();
        let fit = fit(&samples(1, &rows), &FitOptions::default()).expect("finite");
        let value = fit.coefficients[0];
        let probability = 1.0 / (1.0 + (-(fit.intercept + value)).exp());
        assert!((10.0 * (probability - 1.0) + 0.01 * value).abs() < 1e-9);
        assert!(value > 3.0 && fit.penalty_share[0] > 0.05);
    }

    #[test]
    fn the_penalty_share_shows_pieces_that_are_never_seen_or_inseparable() {
        let rows: Vec<(u64, f32, &[i8])> = (0..400)
            .map(|i| {
                let differences: &[i8] = [&[1i8, 1, 1, 0], &[1, 1, -1, 0], &[0, 0, 1, 0]][i % 3];
                (
                    (i / 2) as u64,
                    if i % 5 < 3 { 1.0 } else { 0.0 },
                    differences,
                )
            })
            .collect();
        let fit = fit(&samples(4, &rows), &FitOptions::default()).expect("penalised");
        assert!((fit.penalty_share[0] - 0.5).abs() < 0.01);
        assert!((fit.penalty_share[1] - 0.5).abs() < 0.01);
        assert!(fit.penalty_share[2] < 0.001);
        assert!((fit.penalty_share[3] - 1.0).abs() < 1e-12);
        assert_eq!(fit.coefficients[3], 0.0);
        let unpenalised = FitOptions {
            ridge: 0.0,
            ..FitOptions::default()
        };
        assert_eq!(
            super::fit(&samples(4, &rows), &unpenalised),
            Err(FitError::Singular)
        );
    }

    #[test]
    fn integer_weights_equal_repeated_pairs() {
        let data: [(u64, f32, &[i8]); 5] = [
            (0, 1.0, &[1, 0]),
            (1, 0.0, &[0, 1]),
            (2, 0.5, &[-1, 2]),
            (3, 1.0, &[0, 0]),
            (4, 0.0, &[1, 1]),
        ];
        let weights = [2.0, 1.0, 3.0, 0.0, 1.0];
        let mut repeated = Vec::new();
        for (row, weight) in data.iter().zip(weights) {
            for _ in 0..weight as usize {
                repeated.push((repeated.len() as u64, row.1, row.2));
            }
        }
        let options = FitOptions::default();
        let weighted = fit(
            ChosenPairs::weighted(&samples(2, &data), &weights[..]),
            &options,
        )
        .expect("fit");
        let plain = fit(&samples(2, &repeated), &options).expect("fit");
        for (one, other) in weighted.solution().iter().zip(plain.solution()) {
            assert!((one - other).abs() < 1e-9);
        }
    }

    #[test]
    fn every_fault_has_its_error() {
        let options = FitOptions::default();
        assert_eq!(fit(&samples(1, &[]), &options), Err(FitError::NoData));
        let won = samples(1, &[(0, 1.0, &[1]), (1, 1.0, &[0])]);
        assert_eq!(fit(&won, &options), Err(FitError::ConstantResult));
        let drawn = samples(1, &[(0, 0.5, &[1]), (1, 0.5, &[0])]);
        assert_eq!(fit(&drawn, &options), Err(FitError::ConstantResult));
        let good = samples(1, &[(0, 1.0, &[1]), (1, 0.0, &[0]), (2, 0.0, &[1])]);
        let hasty = FitOptions {
            max_iterations: 1,
            ..options
        };
        assert!(matches!(
            fit(&good, &hasty),
            Err(FitError::NotConverged { iterations: 1, .. })
        ));
        let count = FitError::WeightCount {
            expected: 3,
            found: 1,
        };
        assert_eq!(
            fit(ChosenPairs::weighted(&good, &[1.0][..]), &options),
            Err(count)
        );
        let negative = [1.0, -1.0, 1.0];
        assert_eq!(
            fit(ChosenPairs::weighted(&good, &negative[..]), &options),
            Err(FitError::Weight(-1.0))
        );
        let nothing = [0.0; 3];
        assert_eq!(
            fit(ChosenPairs::weighted(&good, &nothing[..]), &options),
            Err(FitError::NoData)
        );
        let lost = [0.0, 1.0, 1.0];
        assert_eq!(
            fit(ChosenPairs::weighted(&good, &lost[..]), &options),
            Err(FitError::ConstantResult)
        );
        let negative_ridge = FitOptions {
            ridge: -1.0,
            ..options
        };
        assert_eq!(fit(&good, &negative_ridge), Err(FitError::Ridge(-1.0)));
    }
    /// Rows agree within their pair: the variance is twice that of independent rows.
    #[test]
    fn pairs_are_the_unit_of_the_sandwich() {
        let mut together = Samples::new(vec!["Pawn".into()]).expect("a name");
        let mut apart = together.clone();
        for pair in 0..400u64 {
            let result = if pair % 3 == 0 { 0.0 } else { 1.0 };
            for row in 0..2 {
                let difference = [if pair % 2 == 0 { 1i8 } else { -1 }];
                let pushed = [
                    together.push(pair, result, &difference),
                    apart.push(2 * pair + row, result, &difference),
                ];
                assert_eq!(pushed, [Ok(()), Ok(())]);
            }
        }
        let variance = |samples: &Samples| {
            let fit = fit(samples, &FitOptions::default()).expect("a fit");
            let pawn: Sum<'_> = &[(1, 1.0)];
            sandwich(samples, &fit).sums(&[pawn.to_vec()]).1[(0, 0)]
        };
        let ratio = variance(&together) / variance(&apart);
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
    }
}
