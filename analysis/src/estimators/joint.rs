//! Values that were estimated together, so that sums and ratios of them have intervals of their own.

use super::PlayerFits;
use crate::row::RowCondition;
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::Estimate;

/// The values of one fit.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The name of the method.
    pub method: &'static str,
    /// The coefficients of the fit.
    pub coefficients: PlayerFits,
    /// For each condition and piece that may be relied on: the sum of coefficients that is its value.
    pub sums: Vec<KnownSum>,
}

/// The value of a piece under a condition, as a sum of coefficients.
pub type KnownSum = (RowCondition, PieceType, Vec<(usize, f64)>);

/// A part of a sum of values: so many times the value of a piece under a condition.
pub type JointPart = (f64, RowCondition, PieceType);

impl Joint {
    fn coefficients_of(&self, parts: &[JointPart]) -> Option<Vec<(usize, f64)>> {
        let mut all = Vec::new();
        for (times, condition, piece) in parts {
            let sum = self.known(condition, *piece)?;
            all.extend(sum.iter().map(|&(at, often)| (at, times * often)));
        }
        Some(all)
    }

    /// The sum of coefficients that is the value of a piece under a condition.
    pub fn known(&self, condition: &RowCondition, piece: PieceType) -> Option<&[(usize, f64)]> {
        let mut sums = self.sums.iter();
        let (_, _, sum) = sums.find(|(c, p, _)| (c, *p) == (condition, piece))?;
        Some(sum)
    }

    /// A sum of values in log-odds with its interval; `None` when the fit lacks one of them.
    pub fn sum(&self, parts: &[JointPart]) -> Option<Estimate> {
        Some(self.coefficients.sum(&self.coefficients_of(parts)?))
    }

    /// The ratio of two sums of values with the interval of Fieller; `None` when the fit lacks one of them,
    /// or the divisor may be 0.
    pub fn ratio(&self, parts: &[JointPart], to: &[JointPart]) -> Option<Estimate> {
        let [parts, to] = [parts, to].map(|parts| self.coefficients_of(parts));
        self.coefficients.ratio(&parts?, &to?)
    }

    /// The ratio of two sums of values less that of two others with its interval; `None` when the fit lacks one of
    /// them, or a divisor may be 0.
    pub fn ratio_difference(
        &self,
        one: [&[JointPart]; 2],
        other: [&[JointPart]; 2],
    ) -> Option<Estimate> {
        let known = |parts: &[JointPart]| self.coefficients_of(parts);
        let [of, to] = one.map(known);
        let [other_of, other_to] = other.map(known);
        (self.coefficients).ratio_difference([&of?, &to?], [&other_of?, &other_to?])
    }
}
