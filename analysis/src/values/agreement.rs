//! Where the methods disagree by more than their intervals allow.

use super::{Aspect, Method, MethodValue, ValueSet};
use statrs::distribution::{ContinuousCDF, Normal};
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::{Estimate, Z};

/// A piece on whose value two methods disagree.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The piece.
    pub piece: PieceType,
    /// The values in units: by the first method and by the second.
    pub values: [(Method, Estimate); 2],
    /// The chance of a difference as large if there is none, corrected for the number of pieces
    /// (Holm, *A simple sequentially rejective multiple test procedure*, 1979).
    pub chance: f64,
}

/// The pieces on whose values two methods disagree, at a chance of 5 % of naming any where there is
/// none, the surest first; and how many were compared.
pub fn disagreements(measured: &ValueSet) -> (Vec<Disagreement>, usize) {
    let mut all = Vec::new();
    for value in measured.of(Method::Odds, &Aspect::All) {
        let other = measured.find(Method::Regression, &Aspect::All, value.piece);
        let other = other.and_then(MethodValue::reliable);
        if let (Some(one), Some(other)) = (value.reliable(), other)
            && value.piece != measured.unit
        {
            all.push(Disagreement {
                piece: value.piece,
                values: [(Method::Odds, one), (Method::Regression, other)],
                chance: chance_of_gap(one, other),
            });
        }
    }
    let compared = all.len();
    let chances: Vec<f64> = all.iter().map(|one| one.chance).collect();
    for (one, chance) in all.iter_mut().zip(holm(&chances)) {
        one.chance = chance;
    }
    all.retain(|one| one.chance < 0.05);
    all.sort_by(|one, other| one.chance.total_cmp(&other.chance));
    (all, compared)
}

/// The chance of two independent estimates lying so far apart when they estimate the same number;
/// of a lopsided interval the side towards the other estimate counts.
pub fn chance_of_gap(one: Estimate, other: Estimate) -> f64 {
    let (low, high) = match one.value <= other.value {
        true => (one, other),
        false => (other, one),
    };
    let half = (low.high - low.value).hypot(high.value - high.low);
    match half > 0.0 {
        true => two_sided((high.value - low.value) / (half / Z)),
        false => 1.0,
    }
}

/// The chance of a standard normal number so far from 0 or farther.
pub(crate) fn two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// Chances corrected for their number by the method of Holm, in the same order.
pub(crate) fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&one, &other| chances[one].total_cmp(&chances[other]));
    let mut corrected = vec![1.0; chances.len()];
    let mut most: f64 = 0.0;
    for (place, &at) in order.iter().enumerate() {
        let times = (chances.len() - place) as f64;
        most = most.max((times * chances[at]).min(1.0));
        corrected[at] = most;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, half: f64) -> Estimate {
        Estimate {
            value,
            low: value - half,
            high: value + half,
        }
    }

    #[test]
    fn a_gap_of_its_own_interval_has_a_chance_of_five_percent() {
        let half = Z / 2.0_f64.sqrt();
        let chance = chance_of_gap(estimate(1.0, half), estimate(1.0 + Z, half));
        assert!((chance - 0.05).abs() < 1e-9, "{chance}");
        assert_eq!(chance_of_gap(estimate(1.0, 0.0), estimate(2.0, 0.0)), 1.0);
    }

    #[test]
    fn holm_corrects_in_order() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.5]);
        let expected = [0.04, 0.09, 0.09, 0.5];
        for (found, wanted) in corrected.iter().zip(expected) {
            assert!((found - wanted).abs() < 1e-12, "{corrected:?}");
        }
    }
}
