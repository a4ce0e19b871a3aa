//! Bootstrap over game pairs: refits the regression to resampled pairs.
//!
//! Each replicate draws as many pairs as there are, with replacement, and refits all values from the
//! full fit (B. Efron, *Bootstrap methods: another look at the jackknife*, 1979; the pair is the
//! unit because the games of a pair are correlated). Replicate `n` draws from stream `n` of a ChaCha8
//! generator, so that a seed gives the same replicates on any number of threads.

use std::borrow::Cow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use thiserror::Error;

use crate::estimate::{Estimate, percentile_interval};
use crate::logistic::{FitError, FitOptions};
use crate::regression::{ChosenPairs, PairSummary, RegressionFit};
use crate::symmetric::CholeskyFactor;

/// The minimum number of replicates with which both ends of a 95 % interval lie inside them.
pub const MIN_REPLICATES: u32 = 40;

/// The maximum share of replicates that may fail to give a fit.
pub const MAX_FAILED_SHARE: f64 = 0.01;

/// A replicate ends with the first Newton step not larger than this, in log-odds. The next step would
/// be about its square, 1e-8, far below the width of any interval.
const REPLICATE_TOLERANCE: f64 = 1e-4;

/// Options of a bootstrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BootstrapOptions {
    /// Number of replicates, at least [`MIN_REPLICATES`].
    pub replicates: u32,
    /// Seed of the generator.
    pub seed: u64,
}

impl Default for BootstrapOptions {
    /// 1000 replicates from seed 1.
    fn default() -> Self {
        BootstrapOptions {
            replicates: 1000,
            seed: 1,
        }
    }
}

/// Errors of a bootstrap.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum BootstrapError {
    /// Fewer replicates than [`MIN_REPLICATES`].
    #[error("a 95 % interval needs at least {MIN_REPLICATES} replicates, not {0}")]
    TooFewReplicates(u32),
    /// A single pair cannot be resampled.
    #[error("an interval needs at least two game pairs, not {0}")]
    TooFewPairs(usize),
    /// The fit was made from other features.
    #[error("the fit and the samples have different features")]
    DifferentFeatures,
    /// More than [`MAX_FAILED_SHARE`] of the replicates could not be fitted.
    #[error("{failed} of {replicates} replicates could not be fitted, the first because: {first}")]
    Failed {
        /// Replicates without a fit.
        failed: usize,
        /// Replicates tried.
        replicates: u32,
        /// Cause of the first failure.
        first: FitError,
    },
}

/// The refitted values of all replicates.
#[derive(Debug, Clone, PartialEq)]
pub struct Bootstrap {
    /// One vector per replicate that could be fitted: the intercept, then the coefficients in the
    /// order of the features, in log-odds.
    pub replicates: Vec<Vec<f64>>,
    /// Replicates that could not be fitted and are left out, at most [`MAX_FAILED_SHARE`].
    pub failed: usize,
}

impl Bootstrap {
    /// The 95 % percentile interval of a function of the values (intercept first), around the
    /// function of the full fit; `None` without replicates, which [`bootstrap`] does not return.
    pub fn interval(
        &self,
        fit: &RegressionFit,
        statistic: impl Fn(&[f64]) -> f64,
    ) -> Option<Estimate> {
        let replicates = self.replicates.iter().map(|values| statistic(values));
        percentile_interval(statistic(&fit.solution()), replicates.collect())
    }
}

/// Resamples the pairs and refits, in parallel over replicates. For pairs of which only a
/// [summary](PairSummary) is kept, which are many, the sum of gradients is drawn from the normal
/// distribution with their scatter.
///
/// `fit_options` are those of the full fit; only the tolerance is wider, 1e-4 log-odds, which two or
/// three steps from the full fit reach.
pub fn bootstrap<'s>(
    pairs: impl Into<ChosenPairs<'s>>,
    fit: &RegressionFit,
    fit_options: &FitOptions,
    options: &BootstrapOptions,
) -> Result<Bootstrap, BootstrapError> {
    let pairs = pairs.into();
    let samples = pairs.samples();
    if options.replicates < MIN_REPLICATES {
        return Err(BootstrapError::TooFewReplicates(options.replicates));
    }
    if samples.pair_count() < 2 {
        return Err(BootstrapError::TooFewPairs(samples.pair_count()));
    }
    if fit.names != samples.names() || fit.coefficients.len() != fit.names.len() {
        return Err(BootstrapError::DifferentFeatures);
    }
    let blocks = samples.blocks();
    let start = fit.solution();
    let refit_options = FitOptions {
        tolerance: fit_options.tolerance.max(REPLICATE_TOLERANCE),
        ..*fit_options
    };
    let factor = pairs.summary();
    let factor = factor.and_then(|summary| scatter_factor(summary, start.len()));
    let refits: Vec<Result<Vec<f64>, FitError>> = (0..options.replicates)
        .into_par_iter()
        .map(|replicate| {
            let mut random = ChaCha8Rng::seed_from_u64(options.seed);
            random.set_stream(u64::from(replicate));
            let weights = resampled(samples.pair_count(), &mut random);
            let summary = pairs.summary().map(|summary| match &factor {
                Some(factor) => {
                    let drawn: Vec<f64> = start.iter().map(|_| normal(&mut random)).collect();
                    summary.moved(&factor.lower_times(&drawn))
                }
                None => summary.clone(),
            });
            let pairs = ChosenPairs {
                samples,
                weights: Some(weights.into()),
                summary: summary.map(Cow::Owned),
            };
            let found = pairs.solve(&blocks, start.clone(), &refit_options, false)?;
            Ok(found.values)
        })
        .collect();

    let errors = || refits.iter().filter_map(|refit| refit.as_ref().err());
    let failed = errors().count();
    if let Some(first) = errors().next()
        && failed as f64 > MAX_FAILED_SHARE * f64::from(options.replicates)
    {
        return Err(BootstrapError::Failed {
            failed,
            replicates: options.replicates,
            first: first.clone(),
        });
    }
    Ok(Bootstrap {
        replicates: refits.into_iter().flatten().collect(),
        failed,
    })
}

/// The number of times that each pair is drawn in a replicate.
fn resampled(pairs: usize, random: &mut ChaCha8Rng) -> Vec<f64> {
    let mut weights = vec![0.0; pairs];
    for _ in 0..pairs {
        // The high word of a product is uniform up to 2⁻⁶⁴ times the number of pairs, whatever a
        // library of distributions does.
        let drawn = (u128::from(random.next_u64()) * pairs as u128) >> 64;
        weights[drawn as usize] += 1.0;
    }
    weights
}

/// The factor of the scatter of a summary; `None` where nothing scatters.
fn scatter_factor(summary: &PairSummary, size: usize) -> Option<CholeskyFactor> {
    let mut scatter = summary.scatter.clone();
    // A feature that was never seen has no scatter; the factorisation needs some.
    let max = (0..size).map(|at| scatter.diagonal(at)).fold(0.0, f64::max);
    (0..size).for_each(|at| scatter.add_to_diagonal(at, 1e-12 * max));
    scatter.factor()
}

/// A standard normal number (G. E. P. Box and M. E. Muller, 1958), the same on every machine.
fn normal(random: &mut ChaCha8Rng) -> f64 {
    let uniform = |random: &mut ChaCha8Rng| ((random.next_u64() >> 11) as f64 + 0.5) / TWO_TO_53;
    let length = libm::sqrt(-2.0 * libm::log(uniform(random)));
    length * libm::cos(2.0 * std::f64::consts::PI * uniform(random))
}

const TWO_TO_53: f64 = 9_007_199_254_740_992.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression;
    use crate::samples::Samples;

    fn drawn(pairs: usize, seed: u64, replicate: u64) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(replicate);
        resampled(pairs, &mut random)
    }

    fn samples(pairs: u64) -> Samples {
        let mut samples = Samples::new(vec!["Pawn".into(), "Rook".into()]).expect("two names");
        for pair in 0..pairs {
            let differences = [(pair % 3) as i8 - 1, (pair % 5) as i8 - 2];
            let result = [1.0, 0.0, 0.5, 1.0, 0.0, 0.0, 1.0][(pair * pair % 7) as usize];
            samples.push(pair, result, &differences).expect("valid");
            let opposite = differences.map(|d| -d);
            samples.push(pair, 1.0 - result, &opposite).expect("valid");
        }
        samples
    }

    #[test]
    fn a_replicate_draws_as_many_pairs_as_there_are() {
        let weights = drawn(1000, 7, 3);
        assert_eq!(weights.iter().sum::<f64>(), 1000.0);
        // Of 1000 pairs 1/e, with a standard deviation of 10, are not drawn at all.
        let missing = weights.iter().filter(|w| **w == 0.0).count();
        assert!((320..=420).contains(&missing));
        assert_ne!(weights, drawn(1000, 7, 4));
        assert_ne!(weights, drawn(1000, 8, 3));
    }

    /// Early stopping makes no visible difference: refits to full precision give the same values.
    #[test]
    fn replicates_are_the_exact_refits() {
        let samples = samples(300);
        let options = FitOptions::default();
        let fit = regression::fit(&samples, &options).expect("fit");
        let bootstrap_options = BootstrapOptions {
            replicates: 50,
            seed: 5,
        };
        let found = bootstrap(&samples, &fit, &options, &bootstrap_options).expect("replicates");
        assert_eq!((found.replicates.len(), found.failed), (50, 0));
        for (replicate, values) in (0..).zip(&found.replicates) {
            let weights = drawn(300, 5, replicate);
            let pairs = ChosenPairs::weighted(&samples, weights);
            let exact = regression::fit(pairs, &options).expect("fit");
            for (one, other) in values.iter().zip(exact.solution()) {
                assert!((one - other).abs() < 1e-7, "{one} {other}");
            }
        }
    }

    #[test]
    fn every_fault_has_its_error() {
        let options = FitOptions::default();
        let samples = samples(3);
        let fit = regression::fit(&samples, &options).expect("fit");
        let few = BootstrapOptions {
            replicates: 39,
            seed: 1,
        };
        assert_eq!(
            bootstrap(&samples, &fit, &options, &few),
            Err(BootstrapError::TooFewReplicates(39))
        );
        let other = RegressionFit {
            names: vec!["Pawn".into()],
            ..fit.clone()
        };
        assert_eq!(
            bootstrap(&samples, &other, &options, &BootstrapOptions::default()),
            Err(BootstrapError::DifferentFeatures)
        );
        let mut single = Samples::new(fit.names.clone()).expect("names");
        single.push(1, 1.0, &[0i8, 1]).expect("valid");
        assert_eq!(
            bootstrap(&single, &fit, &options, &BootstrapOptions::default()),
            Err(BootstrapError::TooFewPairs(1))
        );
        // Two of three pairs won: every ninth replicate or so has only won pairs.
        let mut tiny = Samples::new(fit.names.clone()).expect("names");
        for (pair, result) in [(1, 1.0), (2, 1.0), (3, 0.0)] {
            tiny.push(pair, result, &[1i8, 0]).expect("valid");
        }
        let fit = regression::fit(&tiny, &options).expect("fit");
        assert!(matches!(
            bootstrap(&tiny, &fit, &options, &BootstrapOptions::default()),
            Err(BootstrapError::Failed { first: FitError::ConstantResult, failed, .. }) if failed > 200
        ));
    }
}
