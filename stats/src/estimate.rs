//! An estimate with its interval, and quantiles of bootstrap replicates.

use serde::{Deserialize, Serialize};

/// Confidence level of every interval.
pub const LEVEL: f64 = 0.95;

/// The 97.5 % point of the standard normal distribution, for [`LEVEL`].
pub const Z: f64 = 1.959_963_984_540_054;

/// A number with its 95 % interval, all in one unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// A number without error.
    pub fn exactly(value: f64) -> Estimate {
        Estimate {
            value,
            low: value,
            high: value,
        }
    }

    /// A number with an interval of `half` to each side.
    pub fn around(value: f64, half: f64) -> Estimate {
        Estimate::reaching(value, half, half)
    }

    /// A number with an interval that reaches so far below and above it.
    pub(crate) fn reaching(value: f64, below: f64, above: f64) -> Estimate {
        Estimate {
            value,
            low: value - below,
            high: value + above,
        }
    }

    /// The standard error, if the interval is that of a normal distribution.
    pub fn standard_error(self) -> f64 {
        (self.high - self.low) / (2.0 * Z)
    }

    /// The estimate in another unit: multiplied by a positive factor.
    pub fn scaled(self, factor: f64) -> Estimate {
        Estimate {
            value: self.value * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }

    /// The ratio to an independent estimate; `None` unless both intervals are positive.
    ///
    /// The interval is that of the difference of the logarithms by the distances of both intervals
    /// (G. Y. Zou and A. Donner, *Construction of confidence limits about effect measures*, 2008).
    pub fn ratio(self, other: Estimate) -> Option<Estimate> {
        if self.low <= 0.0 || other.low <= 0.0 {
            return None;
        }
        let logs = |one: Estimate| [one.value / one.low, one.high / one.value].map(libm::log);
        let ([below, above], [other_below, other_above]) = (logs(self), logs(other));
        let value = self.value / other.value;
        Some(Estimate {
            value,
            low: value * libm::exp(-libm::hypot(below, other_above)),
            high: value * libm::exp(libm::hypot(above, other_below)),
        })
    }

    /// The difference from an independent estimate, by the distances of both intervals (R. G. Newcombe, *Interval estimation
    /// for the difference between independent proportions*, 1998, method 10).
    pub fn minus(self, other: Estimate) -> Estimate {
        let [below, above] = [self.value - self.low, self.high - self.value];
        let [other_below, other_above] = [other.value - other.low, other.high - other.value];
        Estimate::reaching(
            self.value - other.value,
            libm::hypot(below, other_above),
            libm::hypot(above, other_below),
        )
    }

    /// The text with a number of decimals: `1.50 [1.20, 1.80]`.
    pub fn text(&self, decimals: usize) -> String {
        let [value, low, high] =
            [self.value, self.low, self.high].map(|number| fixed(number, decimals));
        format!("{value} [{low}, {high}]")
    }

    /// Whether `value` lies in the interval, ends included.
    pub fn covers(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A number with fixed decimals, without the sign of a negative zero.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        _ => text,
    }
}

/// The `probability` quantile of bootstrap replicates in ascending order; `None` without replicates.
///
/// Interpolates between the order statistics around place (B + 1)·p, counted from 1 (A. C. Davison
/// and D. V. Hinkley, *Bootstrap Methods and their Application*, 1997, section 5.2.1). Infinite
/// replicates are allowed.
pub fn replicate_quantile(sorted: &[f64], probability: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = ((sorted.len() as f64 + 1.0) * probability - 1.0).clamp(0.0, last as f64);
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    let fraction = place - below as f64;
    if fraction == 0.0 || sorted[below] == sorted[above] {
        return Some(sorted[below]);
    }
    Some(sorted[below] + fraction * (sorted[above] - sorted[below]))
}

/// The place between `low` and `high` up to which a number `is_below` what is sought, after some
/// bisections.
pub(crate) fn bisect(
    mut low: f64,
    mut high: f64,
    steps: u32,
    is_below: impl Fn(f64) -> bool,
) -> f64 {
    for _ in 0..steps {
        let middle = (low + high) / 2.0;
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The percentile interval of bootstrap replicates around `value`, at [`LEVEL`]; `None` without
/// replicates.
pub(crate) fn percentile_interval(value: f64, mut replicates: Vec<f64>) -> Option<Estimate> {
    replicates.sort_by(f64::total_cmp);
    let tail = (1.0 - LEVEL) / 2.0;
    Some(Estimate {
        value,
        low: replicate_quantile(&replicates, tail)?,
        high: replicate_quantile(&replicates, 1.0 - tail)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_order_statistics_of_the_book() {
        // With 199 replicates the ends are the 5th and the 195th.
        let replicates: Vec<f64> = (1..=199).rev().map(f64::from).collect();
        let interval = percentile_interval(100.0, replicates).expect("replicates");
        assert!((interval.low - 5.0).abs() < 1e-9);
        assert!((interval.high - 195.0).abs() < 1e-9);
    }

    /// The example of R. G. Newcombe (1998), method 10: 56 of 70 and 48 of 80.
    #[test]
    fn differences_are_those_of_newcombe() {
        let one = Estimate {
            value: 56.0 / 70.0,
            low: 0.69183,
            high: 0.87696,
        };
        let other = Estimate {
            value: 48.0 / 80.0,
            low: 0.49045,
            high: 0.70038,
        };
        let found = one.minus(other);
        assert!((found.value - 0.2).abs() < 1e-9);
        assert!((found.low - 0.0524).abs() < 2e-4, "{found:?}");
        assert!((found.high - 0.3339).abs() < 2e-4, "{found:?}");
    }

    /// The ratio of two lognormal numbers with relative errors of 3 and 4 % has one of 5 %.
    #[test]
    fn errors_of_a_ratio_add_up() {
        let around = |value: f64, error: f64| Estimate {
            value,
            low: value * libm::exp(-error),
            high: value * libm::exp(error),
        };
        let found = around(3.0, 0.03)
            .ratio(around(2.0, 0.04))
            .expect("positive");
        let expected = around(1.5, 0.05);
        for (found, expected) in [
            (found.value, expected.value),
            (found.low, expected.low),
            (found.high, expected.high),
        ] {
            assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
        assert_eq!(around(3.0, 0.03).ratio(Estimate::around(0.1, 0.2)), None);
    }

    #[test]
    fn nothing_has_no_sign() {
        let estimate = Estimate::around(-0.0004, 0.0001);
        assert_eq!(estimate.text(2), "0.00 [0.00, 0.00]");
        assert_eq!(Estimate::around(-0.4, 0.3).text(1), "-0.4 [-0.7, -0.1]");
    }

    #[test]
    fn infinite_replicates_do_not_become_nan() {
        let sorted = [1.0, 2.0, f64::INFINITY, f64::INFINITY];
        assert_eq!(replicate_quantile(&sorted, 0.9), Some(f64::INFINITY));
        assert_eq!(replicate_quantile(&sorted, 0.4), Some(2.0));
        assert_eq!(replicate_quantile(&[], 0.5), None);
    }
}
