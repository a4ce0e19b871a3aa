//! p-values, Holm's correction, and power.

use crate::estimate::Estimate;
use crate::means::Variance;
use statrs::distribution::{ContinuousCDF, Normal};

/// Significance level: smaller p-values, after correction, are called significant.
pub const ALPHA: f64 = 0.05;

/// Two-sided p-value for the difference of two independent estimates of the same quantity, whose
/// intervals are Student's with `df` degrees of freedom (infinite for normal ones). For lopsided
/// intervals the sides towards the other estimate count.
pub fn difference_p(one: Estimate, other: Estimate, df: f64) -> f64 {
    let (low, high) = if one.value <= other.value {
        (one, other)
    } else {
        (other, one)
    };
    let half = libm::hypot(low.high - low.value, high.value - high.low);
    let error = half / Variance::new(1.0, df).quantile();
    let variance = Variance::new(error * error, df);
    variance.z(high.value - low.value).map_or(1.0, two_sided)
}

/// Two-sided p-value of a standard normal number.
pub fn two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// Whether a number is equivalent to `target` within `margin`, with the size [`ALPHA`]: whether its
/// 90 % interval lies inside (D. J. Schuirmann, *A comparison of the two one-sided tests procedure and
/// the power approach*, 1987). Its 95 % interval is Student's with `df` degrees of freedom.
pub fn is_equivalent(found: Estimate, df: f64, target: f64, margin: f64) -> bool {
    let unit = Variance::new(1.0, df);
    let narrowing = unit.distance(-Normal::standard().inverse_cdf(ALPHA)) / unit.quantile();
    let below = found.value - narrowing * (found.value - found.low);
    let above = found.value + narrowing * (found.high - found.value);
    target - margin < below && above < target + margin
}

/// p-values corrected for their number by the method of S. Holm (*A simple sequentially rejective
/// multiple test procedure*, 1979), in the same order.
pub fn holm(p_values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let p_values: Vec<f64> = p_values.into_iter().collect();
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut max: f64 = 0.0;
    for (place, &at) in order.iter().enumerate() {
        let times = (p_values.len() - place) as f64;
        max = max.max((times * p_values[at]).min(1.0));
        corrected[at] = max;
    }
    corrected
}

/// The number of pairs with which a two-sided test of size `alpha` detects a difference of the mean
/// score of `effect` with power `1 − beta`. `variance` is that of a pair's score.
///
/// `((z₁₋α⸝₂ + z₁₋β) · σ / effect)²` (J. Cohen, *Statistical Power Analysis for the Behavioral
/// Sciences*, 1988, section 2.4, with the normal for the t distribution).
pub fn pairs_for_effect(variance: f64, effect: f64, alpha: f64, beta: f64) -> f64 {
    let upper_quantile = |tail| -Normal::standard().inverse_cdf(tail);
    let deviations = upper_quantile(alpha / 2.0) + upper_quantile(beta);
    variance * (deviations / effect).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Z;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The share of simulated matches of 2 000 pairs that are called equal within ±2 points.
    fn called_equal(score: f64) -> f64 {
        let (matches, pairs) = (1_000, 2_000);
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut point = || {
            [0.0, 0.5, 1.0]
                [usize::from(random.random_bool(score)) + usize::from(random.random_bool(score))]
        };
        let equal = (0..matches).filter(|_| {
            let scores: Vec<f64> = (0..pairs).map(|_| 50.0 * (point() + point())).collect();
            let variance = Variance::of_mean(&scores).expect("scores differ");
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            let found = Estimate::around(mean, variance.half_width());
            is_equivalent(found, scores.len() as f64 - 1.0, 50.0, 2.0)
        });
        equal.count() as f64 / matches as f64
    }

    /// Scores at the margin are called equal in 5 % of all matches, equal players nearly always.
    #[test]
    fn equivalence_has_its_error_rate() {
        for score in [0.48, 0.52] {
            let rate = called_equal(score);
            // Five standard errors.
            assert!((rate - ALPHA).abs() < 0.035, "{score}: {rate}");
        }
        assert!(called_equal(0.5) > 0.8, "{}", called_equal(0.5));
        assert!(called_equal(0.55) < 0.001);
    }

    #[test]
    fn a_gap_of_its_own_interval_has_a_p_value_of_five_percent() {
        let half = Z / 2.0_f64.sqrt();
        let p = |half| {
            let apart = [0.0, Z].map(|by| Estimate::around(1.0 + by, half));
            difference_p(apart[0], apart[1], f64::INFINITY)
        };
        assert!((p(half) - 0.05).abs() < 1e-9, "{}", p(half));
        assert_eq!(p(0.0), 1.0);
    }

    #[test]
    fn holm_corrects_in_order() {
        let corrected = holm([0.01, 0.04, 0.03, 0.5]);
        let expected = [0.04, 0.09, 0.09, 0.5];
        for (found, wanted) in corrected.iter().zip(expected) {
            assert!((found - wanted).abs() < 1e-12, "{corrected:?}");
        }
    }
}
