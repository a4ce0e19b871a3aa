//! Values that were estimated together, so that sums and ratios of them have intervals of their own.

use super::{Aspect, Method, ValueSet};
use tradewind_engine::rules::PieceType;
use tradewind_stats::coefficients::Coefficients;
use tradewind_stats::estimate::Estimate;

/// The values of one fit.
#[derive(Clone, Debug)]
pub struct Joint {
    /// How they were found.
    pub method: Method,
    /// The coefficients of the fit.
    pub coefficients: Coefficients,
    /// For each aspect and piece that may be relied on: the sum of coefficients that is its value.
    pub sums: Vec<Known>,
}

/// The value of a piece in an aspect, as a sum of coefficients.
pub type Known = (Aspect, PieceType, Vec<(usize, f64)>);

/// A part of a sum of values: so many times the value of a piece in an aspect.
pub type JointPart = (f64, Aspect, PieceType);

impl Joint {
    fn sum(&self, parts: &[JointPart]) -> Option<Vec<(usize, f64)>> {
        let mut all = Vec::new();
        for (times, aspect, piece) in parts {
            let mut sums = self.sums.iter();
            let (_, _, sum) = sums.find(|(a, p, _)| (a, p) == (aspect, piece))?;
            all.extend(sum.iter().map(|&(at, often)| (at, times * often)));
        }
        Some(all)
    }
}

impl ValueSet {
    /// A sum of values in log-odds, by a method, with its interval; `None` when no fit has all of
    /// them.
    pub fn sum_of(&self, method: Method, parts: &[JointPart]) -> Option<Estimate> {
        let mut fits = self.joints.iter().filter(|joint| joint.method == method);
        fits.find_map(|joint| Some(joint.coefficients.sum(&joint.sum(parts)?)))
    }

    /// The ratio of two sums of values, by a method, with the interval of Fieller; `None` when no fit
    /// has all of them, or the divisor may be 0.
    pub fn ratio_of(
        &self,
        method: Method,
        parts: &[JointPart],
        to: &[JointPart],
    ) -> Option<Estimate> {
        let mut fits = self.joints.iter().filter(|joint| joint.method == method);
        fits.find_map(|joint| {
            joint
                .coefficients
                .ratio(&joint.sum(parts)?, &joint.sum(to)?)
        })
    }
}
