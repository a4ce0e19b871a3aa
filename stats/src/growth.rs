//! Values measured at several strengths, and how their ratios change with strength.
//!
//! At level j, of strength `x_j`, item i has the value
//!
//! ```text
//! v_ij = exp(a_i + d_i·x_j + u_j) · (1 + e_ij),   d_i ~ N(0, τ²),   e_ij ~ N(0, σ²)
//! ```
//!
//! `u_j` is common to all items of a level and unconstrained, so that only ratios have a meaning. The
//! drifts `d_i` come from one distribution (a hierarchical model): an item with little data is taken
//! to drift as the others do. `e_ij` is the lack of fit of the straight line.
//!
//! Fixed estimates of τ and σ would make intervals too narrow with few levels. The posterior is
//! averaged over a grid of both by their restricted likelihood, with half-normal priors (A. Gelman,
//! *Prior distributions for variance parameters in hierarchical models*, 2006). For given τ and σ the
//! values are fitted by iterated linearisation (M. J. Lindstrom and D. M. Bates, *Nonlinear mixed
//! effects models for repeated measures data*, 1990).

use crate::coefficients::covariance_of_sums;
use crate::estimate::{Estimate, bisect};
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// The scales of the half-normal priors of τ (per unit of strength) and of σ.
const SCALES: [f64; 2] = [0.1, 0.1];
/// Minimum and maximum of τ and σ on the grid, in scales, and the number of values.
const GRID: (f64, f64, usize) = (0.02, 3.0, 10);
/// The prior variance of `u_j`: nearly uninformative.
const RUNG_VARIANCE: f64 = 100.0;
/// Maximum number of linearisations.
const MAX_STEPS: usize = 60;

/// Items measured together at one strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The strength, such as the logarithm of the nodes.
    pub strength: f64,
    /// The numbers of the items.
    pub items: Vec<usize>,
    /// Their values.
    pub values: Vec<f64>,
    /// The covariance of these.
    pub covariance: DMatrix<f64>,
}

/// Values against strength.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The posterior for each τ and σ.
    fits: Vec<Fit>,
    items: usize,
    /// The mean strength of the levels, which is subtracted from all strengths.
    centre: f64,
}

#[derive(Clone, Debug)]
struct Fit {
    weight: f64,
    /// `a`, `d`, `u`.
    mean: DVector<f64>,
    covariance: DMatrix<f64>,
    sigma: f64,
}

/// A normal distribution in a mixture: its weight, mean and standard deviation.
type MixturePart = (f64, f64, f64);

impl Growth {
    /// Fits levels of items numbered from 0, each of which has a positive value at some level; `None`
    /// for fewer than two levels or two items, or if the fit does not converge.
    pub fn fit(levels: &[Level], items: usize) -> Option<Growth> {
        if levels.len() < 2 || items < 2 {
            return None;
        }
        let centre = levels.iter().map(|level| level.strength).sum::<f64>() / levels.len() as f64;
        let model = GrowthModel {
            levels,
            items,
            centre,
        };
        let mut place = model.begin()?;
        let mut has_converged = false;
        for _ in 0..MAX_STEPS {
            let (fit, _) = model.step(&place, SCALES[0], SCALES[1])?;
            let moved = (&fit.mean - &place).amax();
            // Short steps: far from the solution a line is a poor approximation.
            place += (&fit.mean - &place) * (1.0 / moved.max(1.0));
            has_converged = moved < 1e-9;
            if has_converged {
                break;
            }
        }
        if !has_converged {
            return None;
        }
        let mut fits = Vec::new();
        let mut likelihoods = Vec::new();
        for tau in grid(SCALES[0]) {
            for sigma in grid(SCALES[1]) {
                let (first, _) = model.step(&place, tau, sigma)?;
                let (fit, likelihood) = model.step(&first.mean, tau, sigma)?;
                let prior = |value: f64, scale: f64| -0.5 * (value / scale).powi(2);
                // The grid is even in the logarithm.
                let area = libm::log(tau) + libm::log(sigma);
                likelihoods
                    .push(likelihood + prior(tau, SCALES[0]) + prior(sigma, SCALES[1]) + area);
                fits.push(fit);
            }
        }
        let max = likelihoods.iter().copied().fold(f64::MIN, f64::max);
        for (fit, likelihood) in fits.iter_mut().zip(&likelihoods) {
            fit.weight = libm::exp(likelihood - max);
        }
        let total: f64 = fits.iter().map(|fit| fit.weight).sum();
        for fit in &mut fits {
            fit.weight /= total;
        }
        fits.retain(|fit| fit.weight > 1e-6);
        Some(Growth {
            fits,
            items,
            centre,
        })
    }

    /// The logarithm of the ratio of the values of two items at a strength, with its 95 % interval.
    pub fn ratio(&self, one: usize, to: usize, strength: f64) -> Estimate {
        estimate(&self.parts(one, to, Some(strength), false))
    }

    /// The same for a new level, with the lack of fit: a prediction interval.
    pub fn predicted(&self, one: usize, to: usize, strength: f64) -> Estimate {
        estimate(&self.parts(one, to, Some(strength), true))
    }

    /// The change of the logarithm of the ratio per unit of strength.
    pub fn drift(&self, one: usize, to: usize) -> Estimate {
        estimate(&self.parts(one, to, None, false))
    }

    /// The two-sided posterior tail probability of no drift.
    pub fn drift_p(&self, one: usize, to: usize) -> f64 {
        let below = below(&self.parts(one, to, None, false), 0.0);
        (2.0 * below.min(1.0 - below)).min(1.0)
    }

    /// The probability that one item has a higher value than another at a new level.
    pub fn probability_above(&self, one: usize, other: usize, strength: f64) -> f64 {
        1.0 - below(&self.parts(one, other, Some(strength), true), 0.0)
    }

    /// The posterior of the ratio at a strength, or of its drift.
    fn parts(
        &self,
        one: usize,
        to: usize,
        strength: Option<f64>,
        is_new: bool,
    ) -> Vec<MixturePart> {
        let level = f64::from(strength.is_some());
        let times = strength.map_or(1.0, |strength| strength - self.centre);
        let sum = [
            (one, level),
            (to, -level),
            (self.items + one, times),
            (self.items + to, -times),
        ];
        let parts = self.fits.iter().map(|fit| {
            let mean = sum.iter().map(|&(at, often)| often * fit.mean[at]).sum();
            let mut variance = covariance_of_sums(&fit.covariance, &sum, &sum);
            if is_new && one != to {
                variance += 2.0 * fit.sigma * fit.sigma;
            }
            (fit.weight, mean, variance.max(0.0).sqrt())
        });
        parts.collect()
    }
}

/// Values of τ or σ, even in the logarithm.
fn grid(scale: f64) -> impl Iterator<Item = f64> {
    let (min, max, count) = GRID;
    let step = libm::log(max / min) / (count - 1) as f64;
    (0..count).map(move |at| scale * min * libm::exp(step * at as f64))
}

/// The probability of a mixture below a number.
fn below(parts: &[MixturePart], number: f64) -> f64 {
    let shares = parts.iter().map(|&(weight, mean, error)| {
        let far = if error > 0.0 {
            (number - mean) / error
        } else {
            f64::INFINITY.copysign(number - mean)
        };
        weight * 0.5 * libm::erfc(-far / std::f64::consts::SQRT_2)
    });
    shares.sum()
}

/// The mean of a mixture and its central 95 %.
fn estimate(parts: &[MixturePart]) -> Estimate {
    let value = parts.iter().map(|&(weight, mean, _)| weight * mean).sum();
    let quantile = |share: f64| {
        let far = |sign: f64| {
            parts
                .iter()
                .map(move |&(_, mean, error)| mean + sign * 8.0 * error)
        };
        let low = far(-1.0).fold(f64::MAX, f64::min);
        let high = far(1.0).fold(f64::MIN, f64::max);
        bisect(low, high, 100, |middle| below(parts, middle) < share)
    };
    Estimate {
        value,
        low: quantile(0.025),
        high: quantile(0.975),
    }
}

/// Half the logarithm of the determinant of a factored matrix.
fn half_log_determinant(factor: &Cholesky<f64, Dyn>) -> f64 {
    let diagonal = factor.l().diagonal();
    diagonal.iter().map(|&one| libm::log(one)).sum()
}

/// The model of a fit.
struct GrowthModel<'r> {
    levels: &'r [Level],
    items: usize,
    centre: f64,
}

impl GrowthModel<'_> {
    fn size(&self) -> usize {
        2 * self.items + self.levels.len()
    }

    /// A starting point: the positive value at the highest level, and the mean ratio of each level to it.
    fn begin(&self) -> Option<DVector<f64>> {
        let mut place = DVector::zeros(self.size());
        let mut strengths = vec![f64::MIN; self.items];
        let positive = |level: &Level| {
            let items = level.items.iter().copied();
            let all = items.zip(level.values.iter().copied());
            all.filter(|(_, value)| *value > 0.0).collect::<Vec<_>>()
        };
        for level in self.levels {
            for (item, value) in positive(level) {
                if level.strength > strengths[item] {
                    strengths[item] = level.strength;
                    place[item] = libm::log(value);
                }
            }
        }
        if strengths.contains(&f64::MIN) {
            return None;
        }
        for (at, level) in self.levels.iter().enumerate() {
            let known = positive(level);
            let ratios = known
                .iter()
                .map(|&(item, value)| libm::log(value) - place[item]);
            place[2 * self.items + at] = ratios.sum::<f64>() / known.len().max(1) as f64;
        }
        Some(place)
    }

    /// The posterior for τ and σ, linearised at a place, and the restricted log-likelihood.
    fn step(&self, place: &DVector<f64>, tau: f64, sigma: f64) -> Option<(Fit, f64)> {
        let size = self.size();
        let mut information = DMatrix::zeros(size, size);
        let mut slope = DVector::zeros(size);
        let mut likelihood = 0.0;
        for (at, level) in self.levels.iter().enumerate() {
            let strength = level.strength - self.centre;
            let measured = level.items.len();
            let mut lines = DMatrix::zeros(measured, size);
            let mut rest = DVector::zeros(measured);
            let mut covariance = level.covariance.clone();
            for (row, (&item, &value)) in level.items.iter().zip(&level.values).enumerate() {
                let columns = [
                    (item, 1.0),
                    (self.items + item, strength),
                    (2 * self.items + at, 1.0),
                ];
                let log = columns.iter().map(|&(column, times)| times * place[column]);
                let log: f64 = log.sum();
                let expected = libm::exp(log);
                for (column, times) in columns {
                    lines[(row, column)] = expected * times;
                }
                rest[row] = value - expected + expected * log;
                covariance[(row, row)] += (sigma * expected).powi(2);
            }
            let factor: Cholesky<f64, Dyn> = Cholesky::new(covariance)?;
            let solved = factor.solve(&lines);
            information += lines.transpose() * &solved;
            slope += solved.transpose() * &rest;
            likelihood -= half_log_determinant(&factor);
            likelihood -= 0.5 * rest.dot(&factor.solve(&rest));
        }
        for item in 0..self.items {
            // Values have no prior; a small diagonal keeps the matrix regular.
            information[(item, item)] += 1e-9;
            let at = self.items + item;
            information[(at, at)] += 1.0 / (tau * tau);
            likelihood -= libm::log(tau);
        }
        for at in 2 * self.items..size {
            information[(at, at)] += 1.0 / RUNG_VARIANCE;
        }
        let factor = Cholesky::new(information)?;
        let mean = factor.solve(&slope);
        likelihood -= half_log_determinant(&factor);
        likelihood += 0.5 * mean.dot(&slope);
        let fit = Fit {
            weight: 0.0,
            covariance: factor.inverse(),
            mean,
            sigma,
        };
        (likelihood.is_finite()).then_some((fit, likelihood))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A draw from the standard normal distribution (G. E. P. Box and M. E. Muller, 1958).
    fn normal(random: &mut impl Rng) -> f64 {
        let (one, other): (f64, f64) = (random.random(), random.random());
        (-2.0 * (1.0 - one).ln()).sqrt() * (std::f64::consts::TAU * other).cos()
    }

    /// Planted drifts: strengths, and logarithms of values of a pawn and of officers.
    struct Study {
        strengths: Vec<f64>,
        drifts: Vec<f64>,
        logs: Vec<f64>,
        sigma: f64,
        error: f64,
    }

    impl Study {
        fn draw(
            items: usize,
            levels: usize,
            [tau, sigma, error]: [f64; 3],
            random: &mut impl Rng,
        ) -> Study {
            Study {
                strengths: (0..levels).map(|at| 5.0 + 2.0 * at as f64).collect(),
                drifts: (0..items).map(|_| tau * normal(random)).collect(),
                logs: (0..items)
                    .map(|at| (0.1 * (1.0 + 1.5 * at as f64)).ln())
                    .collect(),
                sigma,
                error,
            }
        }

        fn truth(&self, item: usize, strength: f64) -> f64 {
            self.logs[item] + self.drifts[item] * (strength - 8.0)
        }

        /// Measured values; all of them also grow by a quarter with each doubling.
        fn levels(&self, random: &mut impl Rng) -> Vec<Level> {
            let items: Vec<usize> = (0..self.logs.len()).collect();
            let level = |&strength: &f64| {
                let grown = (0.22 * (strength - 8.0)).exp();
                let shared = 0.3 * self.error * normal(random);
                let values = items.iter().map(|&item| {
                    let real = self.truth(item, strength).exp() * grown;
                    real * (1.0 + self.sigma * normal(random))
                        + self.error * normal(random)
                        + shared
                });
                let values = values.collect();
                let count = items.len();
                let common = (0.3 * self.error).powi(2);
                let covariance = DMatrix::from_fn(count, count, |a, b| {
                    common + if a == b { self.error * self.error } else { 0.0 }
                });
                Level {
                    strength,
                    items: items.clone(),
                    values,
                    covariance,
                }
            };
            self.strengths.iter().map(level).collect()
        }
    }

    #[test]
    fn values_without_error_are_recovered() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let study = Study::draw(5, 3, [0.05, 0.0, 1e-5], &mut random);
        let growth = Growth::fit(&study.levels(&mut random), 5).expect("levels");
        for item in 1..5 {
            let drift = study.drifts[item] - study.drifts[0];
            assert!((growth.drift(item, 0).value - drift).abs() < 1e-3);
            let ratio = study.truth(item, 9.0) - study.truth(0, 9.0);
            assert!((growth.ratio(item, 0, 9.0).value - ratio).abs() < 1e-3);
            assert!(
                growth
                    .predicted(item, 0, 16.0)
                    .covers(study.truth(item, 16.0) - study.truth(0, 16.0))
            );
        }
        assert_eq!(growth.ratio(0, 0, 9.0), Estimate::exactly(0.0));
    }

    #[test]
    fn levels_without_information_are_rejected() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let study = Study::draw(3, 3, [0.05, 0.0, 0.01], &mut random);
        let mut levels = study.levels(&mut random);
        assert!(Growth::fit(&levels[..1], 3).is_none());
        assert!(Growth::fit(&levels, 4).is_none(), "an item without values");
        for level in &mut levels {
            level.values[2] = -0.1;
        }
        assert!(Growth::fit(&levels, 3).is_none(), "no positive value");
    }

    /// Coverage of the 95 % intervals of the value within the levels, of the drift, and of the value at ten
    /// and a hundred times the highest strength (the value that would be measured there without error).
    fn coverage(studies: u64, items: usize, levels: usize, planted: [f64; 3]) -> [f64; 4] {
        let mut held = [0_u32; 4];
        let mut all = 0;
        for seed in 0..studies {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let study = Study::draw(items, levels, planted, &mut random);
            let growth = Growth::fit(&study.levels(&mut random), items).expect("levels");
            let top = *study.strengths.last().expect("levels");
            for item in 1..items {
                all += 1;
                let truth = |strength| study.truth(item, strength) - study.truth(0, strength);
                let new = |strength, random: &mut ChaCha8Rng| {
                    truth(strength) + study.sigma * (normal(random) - normal(random))
                };
                let drift = study.drifts[item] - study.drifts[0];
                let ten = 10.0_f64.log2();
                let answers = [
                    growth.ratio(item, 0, top).covers(truth(top)),
                    growth.drift(item, 0).covers(drift),
                    growth
                        .predicted(item, 0, top + ten)
                        .covers(new(top + ten, &mut random)),
                    growth
                        .predicted(item, 0, top + 2.0 * ten)
                        .covers(new(top + 2.0 * ten, &mut random)),
                ];
                for (held, answer) in held.iter_mut().zip(answers) {
                    *held += u32::from(answer);
                }
            }
        }
        held.map(|held| 100.0 * f64::from(held) / f64::from(all))
    }

    #[test]
    fn intervals_have_their_stated_coverage() {
        let studies = if std::env::var_os("TRADEWIND_LONG").is_some() {
            1000
        } else {
            60
        };
        for (items, levels, planted) in [
            (5, 4, [0.05, 0.03, 0.02]),
            (5, 3, [0.03, 0.0, 0.02]),
            (12, 4, [0.05, 0.05, 0.02]),
            (12, 3, [0.0, 0.03, 0.03]),
        ] {
            let covered = coverage(studies, items, levels, planted);
            println!("{items} items, {levels} levels, {planted:?}: {covered:.1?} %");
            for share in covered {
                assert!(
                    (90.0..=100.0).contains(&share),
                    "{items}, {levels}, {planted:?}: {covered:?}"
                );
            }
        }
    }
}
