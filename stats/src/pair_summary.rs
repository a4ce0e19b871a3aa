//! What game pairs say of the coefficients of a regression, without their rows.
//!
//! Near coefficients that are known well, the loss of many pairs is a quadratic. A [`PairSummary`] keeps that quadratic,
//! found at a *centre*, and the sum of the squares of the pairs' slopes there: as much for a million pairs as for one, and
//! summaries add up whatever their centres were. A fit to kept rows and a summary of more pairs is, for those, one step of
//! Newton's method from the centre (the one-step estimator: L. Le Cam, 1956; A. W. van der Vaart, *Asymptotic statistics*,
//! 1998, section 5.7). Its error is of the order of the square of the centre's own.

use crate::logistic::LogisticSums;
use crate::samples::Support;
use crate::symmetric::Symmetric;

/// What game pairs say of the coefficients of a regression, the intercept first.
#[derive(Debug, Clone)]
pub struct PairSummary {
    /// The sums of weights, and of weights times results.
    weight: f64,
    score: f64,
    rows: u64,
    pairs: u64,
    support: Vec<Support>,
    /// The loss at coefficients `b` is `constant + linear · b + ½ b · information · b`.
    constant: f64,
    linear: Vec<f64>,
    information: Symmetric,
    /// The sum over pairs of the squares of their slopes.
    scatter: Symmetric,
}

impl PairSummary {
    /// Of no pairs, for so many features.
    pub fn new(features: usize) -> PairSummary {
        PairSummary {
            weight: 0.0,
            score: 0.0,
            rows: 0,
            pairs: 0,
            support: vec![Support::default(); features],
            constant: 0.0,
            linear: vec![0.0; features + 1],
            information: Symmetric::zeros(features + 1),
            scatter: Symmetric::zeros(features + 1),
        }
    }

    /// Of pairs with such sums of their rows at a centre, and such a scatter of their slopes.
    pub(crate) fn of(
        sums: LogisticSums,
        scatter: Symmetric,
        centre: &[f64],
        [rows, pairs]: [u64; 2],
        support: Vec<Support>,
    ) -> PairSummary {
        let curved = sums.information.times(centre);
        let dot = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let slopes = sums.gradient.iter().zip(&curved);
        PairSummary {
            weight: sums.weight,
            score: sums.score,
            rows,
            pairs,
            support,
            constant: sums.loss - dot(&sums.gradient, centre) + dot(&curved, centre) / 2.0,
            linear: slopes.map(|(slope, curved)| slope - curved).collect(),
            information: sums.information,
            scatter,
        }
    }

    /// Adds another summary of the same features.
    pub fn join(&mut self, other: &PairSummary) {
        self.weight += other.weight;
        self.score += other.score;
        self.rows += other.rows;
        self.pairs += other.pairs;
        for (own, support) in self.support.iter_mut().zip(&other.support) {
            own.rows += support.rows;
            own.pairs += support.pairs;
        }
        self.constant += other.constant;
        let both = self.linear.iter_mut().zip(&other.linear);
        both.for_each(|(own, other)| *own += other);
        self.information.add(&other.information);
        self.scatter.add(&other.scatter);
    }

    /// How many rows.
    pub fn row_count(&self) -> u64 {
        self.rows
    }

    /// How many pairs with rows.
    pub fn pair_count(&self) -> u64 {
        self.pairs
    }

    /// For each feature, in how many rows and pairs the sides differ in it.
    pub fn support(&self) -> &[Support] {
        &self.support
    }

    pub(crate) fn scatter(&self) -> &Symmetric {
        &self.scatter
    }

    /// The same pairs drawn again, as often as there are: their slopes are moved by a vector.
    pub(crate) fn moved(&self, by: &[f64]) -> PairSummary {
        let linear = self.linear.iter().zip(by).map(|(own, by)| own + by);
        PairSummary {
            linear: linear.collect(),
            ..self.clone()
        }
    }

    /// Adds what the pairs come to at some coefficients.
    pub(crate) fn add_to(&self, sums: &mut LogisticSums, values: &[f64]) {
        let curved = self.information.times(values);
        sums.weight += self.weight;
        sums.score += self.score;
        sums.loss += self.constant;
        let parts = self.linear.iter().zip(curved).zip(values);
        for (slope, ((linear, curved), value)) in sums.gradient.iter_mut().zip(parts) {
            *slope += linear + curved;
            sums.loss += (linear + curved / 2.0) * value;
        }
        sums.information.add(&self.information);
    }
}
