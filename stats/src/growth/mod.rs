//! Things that are measured at several strengths, and how their ratios change with strength.
//!
//! At rung j of a ladder, at height `x_j`, thing i is worth
//!
//! ```text
//! v_ij = exp(a_i + d_i·x_j + u_j) · (1 + e_ij),   d_i ~ N(0, τ²),   e_ij ~ N(0, σ²)
//! ```
//!
//! `u_j` is what all things have in common at a rung, and is left free; so only ratios have a meaning, and how all
//! values grow is not modelled. The drifts `d_i` are drawn from one distribution (a hierarchical model): where little
//! is known of a thing, it is taken to drift as others do. `e_ij` is what a straight line does not say.
//!
//! τ and σ are not estimated and then taken as known, which would make intervals too narrow with few rungs: the
//! posterior is averaged over a grid of both (A. Gelman, *Prior distributions for variance parameters in hierarchical
//! models*, 2006: half-normal priors), by their restricted likelihood. For given τ and σ the values are fitted by
//! iterated linearisation (M. J. Lindstrom and D. M. Bates, *Nonlinear mixed effects models for repeated measures
//! data*, 1990).

#[cfg(test)]
mod tests;

use crate::estimate::Estimate;
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// The scales of the half-normal priors of τ (for a unit of height) and of σ.
const SCALES: [f64; 2] = [0.1, 0.1];
/// The least and the most of τ and σ that are looked at, in scales, and how many values.
const GRID: (f64, f64, usize) = (0.02, 3.0, 10);
/// The variance of the prior of what a rung has in common: next to nothing is known.
const RUNG_VARIANCE: f64 = 100.0;
/// Linearisations before it is given up that they stand still.
const MOST_STEPS: usize = 60;

/// Things measured together at one strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// How high it is, such as the logarithm of the nodes.
    pub height: f64,
    /// The numbers of the things measured.
    pub items: Vec<usize>,
    /// Their values.
    pub values: Vec<f64>,
    /// The covariance of these.
    pub covariance: DMatrix<f64>,
}

/// Values against strength.
#[derive(Clone, Debug)]
pub struct Growth {
    /// For each τ and σ: how probable they are, and what follows.
    fits: Vec<Fit>,
    items: usize,
    /// The mean height of the rungs, from which heights are counted within.
    middle: f64,
}

#[derive(Clone, Debug)]
struct Fit {
    weight: f64,
    /// `a`, `d`, `u`.
    mean: DVector<f64>,
    covariance: DMatrix<f64>,
    misfit: f64,
}

/// A normal distribution that is a part of a mixture.
type MixturePart = (f64, f64, f64);

impl Growth {
    /// Fits a ladder of things numbered from 0 on, each of which is measured at some rung with a positive value; `None`
    /// with fewer than two rungs or two things, or if the values are not such as the model can have.
    pub fn fit(rungs: &[Rung], items: usize) -> Option<Growth> {
        if rungs.len() < 2 || items < 2 {
            return None;
        }
        let middle = rungs.iter().map(|rung| rung.height).sum::<f64>() / rungs.len() as f64;
        let model = LadderModel {
            rungs,
            items,
            middle,
        };
        let mut place = model.begin()?;
        let mut is_settled = false;
        for _ in 0..MOST_STEPS {
            let (fit, _) = model.step(&place, SCALES[0], SCALES[1])?;
            let moved = (&fit.mean - &place).amax();
            // Short steps: far from the truth a line is a bad curve.
            place += (&fit.mean - &place) * (1.0 / moved.max(1.0));
            is_settled = moved < 1e-9;
            if is_settled {
                break;
            }
        }
        if !is_settled {
            return None;
        }
        let mut fits = Vec::new();
        let mut likelihoods = Vec::new();
        for drift in grid(SCALES[0]) {
            for misfit in grid(SCALES[1]) {
                let (first, _) = model.step(&place, drift, misfit)?;
                let (fit, likelihood) = model.step(&first.mean, drift, misfit)?;
                let prior = |value: f64, scale: f64| -0.5 * (value / scale).powi(2);
                // The grid is even in the logarithm.
                let area = libm::log(drift) + libm::log(misfit);
                likelihoods
                    .push(likelihood + prior(drift, SCALES[0]) + prior(misfit, SCALES[1]) + area);
                fits.push(fit);
            }
        }
        let most = likelihoods.iter().copied().fold(f64::MIN, f64::max);
        for (fit, likelihood) in fits.iter_mut().zip(&likelihoods) {
            fit.weight = libm::exp(likelihood - most);
        }
        let total: f64 = fits.iter().map(|fit| fit.weight).sum();
        for fit in &mut fits {
            fit.weight /= total;
        }
        fits.retain(|fit| fit.weight > 1e-6);
        Some(Growth {
            fits,
            items,
            middle,
        })
    }

    /// The logarithm of the ratio of one thing's value to another's at a height, with its 95 % interval.
    pub fn ratio(&self, one: usize, to: usize, height: f64) -> Estimate {
        estimate(&self.parts(one, to, Some(height), false))
    }

    /// The same for a new rung, with what a straight line does not say: a prediction interval.
    pub fn predicted(&self, one: usize, to: usize, height: f64) -> Estimate {
        estimate(&self.parts(one, to, Some(height), true))
    }

    /// How the logarithm of the ratio changes with a unit of height.
    pub fn drift(&self, one: usize, to: usize) -> Estimate {
        estimate(&self.parts(one, to, None, false))
    }

    /// Twice the posterior's smaller tail beyond no drift: small where the sign of the drift is known.
    pub fn drift_chance(&self, one: usize, to: usize) -> f64 {
        let below = below(&self.parts(one, to, None, false), 0.0);
        (2.0 * below.min(1.0 - below)).min(1.0)
    }

    /// How probable it is that one thing is worth more than another at a new rung.
    pub fn chance_above(&self, one: usize, other: usize, height: f64) -> f64 {
        1.0 - below(&self.parts(one, other, Some(height), true), 0.0)
    }

    /// The posterior of the ratio at a height, or of its drift.
    fn parts(&self, one: usize, to: usize, height: Option<f64>, is_new: bool) -> Vec<MixturePart> {
        let level = f64::from(height.is_some());
        let times = height.map_or(1.0, |height| height - self.middle);
        let sum = [
            (one, level),
            (to, -level),
            (self.items + one, times),
            (self.items + to, -times),
        ];
        let parts = self.fits.iter().map(|fit| {
            let mean = sum.iter().map(|&(at, often)| often * fit.mean[at]).sum();
            let mut variance = 0.0;
            for &(a, often) in &sum {
                for &(b, times) in &sum {
                    variance += often * times * fit.covariance[(a, b)];
                }
            }
            if is_new && one != to {
                variance += 2.0 * fit.misfit * fit.misfit;
            }
            (fit.weight, mean, variance.max(0.0).sqrt())
        });
        parts.collect()
    }
}

/// Values of τ or σ, even in the logarithm.
fn grid(scale: f64) -> impl Iterator<Item = f64> {
    let (least, most, count) = GRID;
    let step = libm::log(most / least) / (count - 1) as f64;
    (0..count).map(move |at| scale * least * libm::exp(step * at as f64))
}

/// The share of a mixture that is below a number.
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

/// The mean of a mixture and its middle 95 %.
fn estimate(parts: &[MixturePart]) -> Estimate {
    let value = parts.iter().map(|&(weight, mean, _)| weight * mean).sum();
    let quantile = |share: f64| {
        let far = |sign: f64| {
            parts
                .iter()
                .map(move |&(_, mean, error)| mean + sign * 8.0 * error)
        };
        let (mut low, mut high) = (
            far(-1.0).fold(f64::MAX, f64::min),
            far(1.0).fold(f64::MIN, f64::max),
        );
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if below(parts, middle) < share {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    };
    Estimate {
        value,
        low: quantile(0.025),
        high: quantile(0.975),
    }
}

/// Half the logarithm of the determinant of a factored matrix.
fn half_log_determinant(factor: &Cholesky<f64, Dyn>) -> f64 {
    factor
        .l()
        .diagonal()
        .iter()
        .map(|&one| libm::log(one))
        .sum()
}

/// What is fitted.
struct LadderModel<'r> {
    rungs: &'r [Rung],
    items: usize,
    middle: f64,
}

impl LadderModel<'_> {
    fn size(&self) -> usize {
        2 * self.items + self.rungs.len()
    }

    /// A first guess: the value at the highest rung with a positive one, and the mean ratio of each rung to that.
    fn begin(&self) -> Option<DVector<f64>> {
        let mut place = DVector::zeros(self.size());
        let mut heights = vec![f64::MIN; self.items];
        let positive = |rung: &Rung| {
            let all = rung.items.iter().copied().zip(rung.values.iter().copied());
            all.filter(|(_, value)| *value > 0.0).collect::<Vec<_>>()
        };
        for rung in self.rungs {
            for (item, value) in positive(rung) {
                if rung.height > heights[item] {
                    heights[item] = rung.height;
                    place[item] = libm::log(value);
                }
            }
        }
        if heights.contains(&f64::MIN) {
            return None;
        }
        for (at, rung) in self.rungs.iter().enumerate() {
            let known = positive(rung);
            let ratios = known
                .iter()
                .map(|&(item, value)| libm::log(value) - place[item]);
            place[2 * self.items + at] = ratios.sum::<f64>() / known.len().max(1) as f64;
        }
        Some(place)
    }

    /// What follows from τ and σ where the curve is taken as a line at a place, and the restricted log-likelihood.
    fn step(&self, place: &DVector<f64>, drift: f64, misfit: f64) -> Option<(Fit, f64)> {
        let size = self.size();
        let mut information = DMatrix::zeros(size, size);
        let mut slope = DVector::zeros(size);
        let mut likelihood = 0.0;
        for (at, rung) in self.rungs.iter().enumerate() {
            let height = rung.height - self.middle;
            let measured = rung.items.len();
            let mut lines = DMatrix::zeros(measured, size);
            let mut rest = DVector::zeros(measured);
            let mut covariance = rung.covariance.clone();
            for (row, (&item, &value)) in rung.items.iter().zip(&rung.values).enumerate() {
                let columns = [
                    (item, 1.0),
                    (self.items + item, height),
                    (2 * self.items + at, 1.0),
                ];
                let log = columns.iter().map(|&(column, times)| times * place[column]);
                let log: f64 = log.sum();
                let expected = libm::exp(log);
                for (column, times) in columns {
                    lines[(row, column)] = expected * times;
                }
                rest[row] = value - expected + expected * log;
                covariance[(row, row)] += (misfit * expected).powi(2);
            }
            let factor: Cholesky<f64, Dyn> = Cholesky::new(covariance)?;
            let solved = factor.solve(&lines);
            information += lines.transpose() * &solved;
            slope += solved.transpose() * &rest;
            likelihood -= half_log_determinant(&factor);
            likelihood -= 0.5 * rest.dot(&factor.solve(&rest));
        }
        for item in 0..self.items {
            // Nothing is known of the values beforehand; a trace keeps the matrix regular.
            information[(item, item)] += 1e-9;
            let at = self.items + item;
            information[(at, at)] += 1.0 / (drift * drift);
            likelihood -= libm::log(drift);
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
            misfit,
        };
        (likelihood.is_finite()).then_some((fit, likelihood))
    }
}
