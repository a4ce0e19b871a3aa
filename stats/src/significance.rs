//! How surprising numbers are when there is nothing, one by one and together.

use crate::SampleVariance;
use crate::estimate::Estimate;
use statrs::distribution::{ContinuousCDF, Normal};

/// A p-value below this is called significant; where there are several tests, after their correction.
pub const ALPHA: f64 = 0.05;

/// The chance of two independent estimates lying so far apart when they estimate the same number;
/// of a lopsided interval the side towards the other estimate counts. Their intervals are Student's with so many degrees of
/// freedom, infinite for normal ones.
pub fn chance_of_gap(one: Estimate, other: Estimate, freedom: f64) -> f64 {
    let (low, high) = if one.value <= other.value {
        (one, other)
    } else {
        (other, one)
    };
    let half = libm::hypot(low.high - low.value, high.value - high.low);
    let error = half / SampleVariance::with_freedom(1.0, freedom).quantile();
    let variance = SampleVariance::with_freedom(error * error, freedom);
    variance.z(high.value - low.value).map_or(1.0, two_sided)
}

/// The chance of a standard normal number so far from 0 or farther.
pub fn two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// Chances corrected for their number by the method of Holm, in the same order.
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&one, &other| chances[one].total_cmp(&chances[other]));
    let mut corrected = vec![1.0; chances.len()];
    let mut max: f64 = 0.0;
    for (place, &at) in order.iter().enumerate() {
        let times = (chances.len() - place) as f64;
        max = max.max((times * chances[at]).min(1.0));
        corrected[at] = max;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Z;

    #[test]
    fn a_gap_of_its_own_interval_has_a_chance_of_five_percent() {
        let half = Z / 2.0_f64.sqrt();
        let apart = [Estimate::around(1.0, half), Estimate::around(1.0 + Z, half)];
        let chance = chance_of_gap(apart[0], apart[1], f64::INFINITY);
        assert!((chance - 0.05).abs() < 1e-9, "{chance}");
        assert_eq!(
            chance_of_gap(
                Estimate::around(1.0, 0.0),
                Estimate::around(2.0, 0.0),
                f64::INFINITY
            ),
            1.0
        );
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
