//! Coefficients that were estimated together: sums and ratios of them with intervals.

use crate::estimate::{Estimate, Z};
use crate::means::Variance;
use crate::significance::two_sided;
use nalgebra::DMatrix;

/// The 99.5 % point of the standard normal distribution.
const Z_995: f64 = 2.575_829_303_548_901;

/// Coefficients with their covariance.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficients {
    /// The coefficients.
    pub values: Vec<f64>,
    /// Independent parts of the covariance matrix, which is their sum, each with its degrees of
    /// freedom; infinite when it is known.
    parts: Vec<(DMatrix<f64>, f64)>,
}

/// A sum of coefficients: their places and factors.
pub type Sum<'a> = &'a [(usize, f64)];

impl Coefficients {
    /// Coefficients with a covariance of `df` degrees of freedom, infinite when it is known.
    pub fn new(values: Vec<f64>, covariance: DMatrix<f64>, df: f64) -> Coefficients {
        Coefficients {
            values,
            parts: vec![(covariance, df)],
        }
    }

    /// The means of the coefficients of several players' fits, with the covariance of these means: a
    /// sum of them has the interval of [`mean_of_players`](crate::mean_of_players). `None` for fewer
    /// than two players, or if nothing varies.
    pub fn of_players(fits: &[Vec<f64>]) -> Option<Coefficients> {
        let count = fits.len() as f64;
        let size = fits.first()?.len();
        let values: Vec<f64> = (0..size)
            .map(|at| fits.iter().map(|fit| fit[at]).sum::<f64>() / count)
            .collect();
        let covariance = DMatrix::from_fn(size, size, |a, b| {
            let products = fits
                .iter()
                .map(|fit| (fit[a] - values[a]) * (fit[b] - values[b]));
            products.sum::<f64>() / (count - 1.0) / count
        });
        let varies = count >= 2.0 && covariance.trace() > 0.0;
        varies.then(|| Coefficients::new(values, covariance, count - 1.0))
    }

    /// Adds an independent error, whose covariance has `df` degrees of freedom.
    pub fn with_further(mut self, covariance: DMatrix<f64>, df: f64) -> Coefficients {
        self.parts.push((covariance, df));
        self
    }

    /// Adds an exactly known coefficient; returns its place, too.
    pub fn with_exact(&self, value: f64) -> (Coefficients, usize) {
        let size = self.values.len();
        let parts = self.parts.iter().map(|(covariance, df)| {
            let more = covariance.clone().resize(size + 1, size + 1, 0.0);
            (more, *df)
        });
        let more = Coefficients {
            values: self.values.iter().copied().chain([value]).collect(),
            parts: parts.collect(),
        };
        (more, size)
    }

    /// Other coefficients, with a covariance `times` as large.
    pub fn as_if(&self, values: Vec<f64>, times: f64) -> Coefficients {
        let parts = self.parts.iter();
        Coefficients {
            values,
            parts: parts.map(|(part, df)| (part * times, *df)).collect(),
        }
    }

    fn value(&self, sum: Sum<'_>) -> f64 {
        sum.iter().map(|&(at, times)| times * self.values[at]).sum()
    }

    fn covariance(&self, one: Sum<'_>, other: Sum<'_>) -> f64 {
        let parts = self.parts.iter();
        parts
            .map(|(part, _)| covariance_of_sums(part, one, other))
            .sum()
    }

    /// The variance of a sum, with its degrees of freedom by Satterthwaite.
    fn variance(&self, sum: Sum<'_>) -> Variance {
        let parts = self.parts.iter().map(|(part, df)| {
            let variance = covariance_of_sums(part, sum, sum);
            Variance::new(variance.max(0.0), *df)
        });
        Variance::sum(&parts.collect::<Vec<_>>())
    }

    /// Several sums with their covariance, which is larger where degrees of freedom are few.
    pub fn sums(&self, sums: &[Vec<(usize, f64)>]) -> (Vec<f64>, DMatrix<f64>) {
        let values = sums.iter().map(|sum| self.value(sum)).collect();
        let wider: Vec<f64> = (sums.iter())
            .map(|sum| self.variance(sum).quantile() / Z)
            .collect();
        let covariance = DMatrix::from_fn(sums.len(), sums.len(), |one, other| {
            wider[one] * wider[other] * self.covariance(&sums[one], &sums[other])
        });
        (values, covariance)
    }

    /// A sum with its normal (or t) interval.
    pub fn sum(&self, sum: Sum<'_>) -> Estimate {
        Estimate::around(self.value(sum), self.variance(sum).half_width())
    }

    /// The two-sided p-value of a sum against 0.
    pub fn p_value(&self, sum: Sum<'_>) -> f64 {
        let z = self.variance(sum).z(self.value(sum));
        z.map_or(1.0, two_sided)
    }

    /// Whether a sum is significantly positive (at 0.5 %), so that it can be a unit.
    pub fn is_clearly_positive(&self, sum: Sum<'_>) -> bool {
        let error = self.covariance(sum, sum).max(0.0).sqrt();
        self.value(sum) > Z_995.max(self.variance(sum).quantile()) * error
    }

    /// The ratio of two sums with the interval of E. C. Fieller (*Some problems in interval
    /// estimation*, 1954): all ratios that the data do not reject; exactly 1 for a sum in units of
    /// itself. `None` when the divisor is not clearly different from 0, as there is no such interval.
    pub fn ratio(&self, of: Sum<'_>, to: Sum<'_>) -> Option<Estimate> {
        if of == to {
            return Some(Estimate::exactly(1.0));
        }
        let (a, b) = (self.value(of), self.value(to));
        let [aa, ab, bb] = [(of, of), (of, to), (to, to)].map(|(x, y)| self.covariance(x, y));
        // The sum that is 0 at this ratio has the degrees of freedom.
        let rest = to.iter().map(|&(at, times)| (at, -times * a / b));
        let rest: Vec<(usize, f64)> = of.iter().copied().chain(rest).collect();
        let t2 = self.variance(&rest).quantile().powi(2);
        // The ratios r with (a - r·b)² ≤ t²·(aa - 2·r·ab + r²·bb).
        let square = b * b - t2 * bb;
        if square <= 0.0 {
            return None;
        }
        let middle = (a * b - t2 * ab) / square;
        let rest = (a * a - t2 * aa) / square;
        let half = (middle * middle - rest).max(0.0).sqrt();
        Some(Estimate {
            value: a / b,
            low: middle - half,
            high: middle + half,
        })
    }

    /// The ratio of two sums minus that of two others. The interval is put together from those of the
    /// ratios (method of variance estimates recovery: G. Y. Zou and A. Donner, *Construction of
    /// confidence limits about effect measures*, 2008), with their correlation by the delta method.
    /// `None` when a divisor is not clearly different from 0.
    pub fn ratio_difference(&self, one: [Sum<'_>; 2], other: [Sum<'_>; 2]) -> Option<Estimate> {
        let [(x, x_slope), (y, y_slope)] = [self.sloped(one)?, self.sloped(other)?];
        let [xx, yy] = [&x_slope, &y_slope].map(|slope| self.covariance(slope, slope));
        let xy = self.covariance(&x_slope, &y_slope);
        let correlation = if xx * yy > 0.0 {
            xy / (xx * yy).sqrt()
        } else {
            0.0
        };
        let reach = |a: f64, b: f64| {
            let square = a * a + b * b - 2.0 * correlation * a * b;
            square.max(0.0).sqrt()
        };
        Some(Estimate::reaching(
            x.value - y.value,
            reach(x.value - x.low, y.high - y.value),
            reach(x.high - x.value, y.value - y.low),
        ))
    }

    /// A ratio with its interval, and its gradient in the coefficients.
    fn sloped(&self, [of, to]: [Sum<'_>; 2]) -> Option<(Estimate, Vec<(usize, f64)>)> {
        let ratio = self.ratio(of, to)?;
        let by = 1.0 / self.value(to);
        let slope = of.iter().map(|&(at, times)| (at, by * times));
        let minus = -by * ratio.value;
        let rest = to.iter().map(|&(at, times)| (at, minus * times));
        Some((ratio, slope.chain(rest).collect()))
    }
}

/// The covariance of two sums.
pub(crate) fn covariance_of_sums(covariance: &DMatrix<f64>, one: Sum<'_>, other: Sum<'_>) -> f64 {
    let mut total = 0.0;
    for &(a, times) in one {
        for &(b, often) in other {
            total += times * often * covariance[(a, b)];
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(elements: [f64; 4]) -> DMatrix<f64> {
        DMatrix::from_row_slice(2, 2, &elements)
    }

    fn example() -> Coefficients {
        example_with(f64::INFINITY)
    }

    fn example_with(df: f64) -> Coefficients {
        Coefficients::new(vec![2.0, 0.5], square([0.04, 0.005, 0.005, 0.0025]), df)
    }

    #[test]
    fn a_sum_has_the_variance_of_a_sum() {
        let sum = example().sum(&[(0, 1.0), (1, -2.0)]);
        // 0.04 - 4 · 0.005 + 4 · 0.0025 = 0.03.
        assert!((sum.value - 1.0).abs() < 1e-12);
        assert!((sum.high - sum.value - Z * 0.03_f64.sqrt()).abs() < 1e-12);
    }

    /// Fieller's interval ends where the ratio is just not rejected.
    #[test]
    fn the_ends_of_a_ratio_are_just_not_rejected() {
        let coefficients = example();
        let ratio = coefficients.ratio(&[(0, 1.0)], &[(1, 1.0)]).expect("clear");
        assert!((ratio.value - 4.0).abs() < 1e-12);
        assert!(ratio.high - ratio.value > ratio.value - ratio.low);
        for end in [ratio.low, ratio.high] {
            let difference = coefficients.sum(&[(0, 1.0), (1, -end)]);
            let nearest = difference.low.abs().min(difference.high.abs());
            assert!(nearest < 1e-9, "{end}: {difference:?}");
        }
    }

    #[test]
    fn a_divisor_that_may_be_zero_gives_no_ratio() {
        let unclear = Coefficients::new(
            vec![2.0, 0.5],
            square([0.04, 0.0, 0.0, 0.09]),
            f64::INFINITY,
        );
        assert_eq!(unclear.ratio(&[(0, 1.0)], &[(1, 1.0)]), None);
        let ratio = unclear.ratio(&[(1, 1.0)], &[(1, 0.0), (0, 1.0)]);
        assert!(ratio.is_some());
    }

    #[test]
    fn sums_together_have_their_covariance() {
        let (values, covariance) =
            example_with(10.0).sums(&[vec![(0, 1.0)], vec![(0, 1.0), (1, -2.0)]]);
        assert_eq!(values, [2.0, 1.0]);
        // 0.04 - 2 · 0.005 = 0.03, and Student's t with ten degrees of freedom.
        let wider = (2.228_138_85_f64 / Z).powi(2);
        assert!((covariance[(0, 1)] - 0.03 * wider).abs() < 1e-9);
        assert_eq!(covariance[(0, 1)], covariance[(1, 0)]);
    }

    #[test]
    fn an_exact_coefficient_moves_a_sum_and_does_not_widen_it() {
        let (more, one) = example().with_exact(3.0);
        let sum = more.sum(&[(0, 1.0), (1, -2.0), (one, 2.0)]);
        let without = example().sum(&[(0, 1.0), (1, -2.0)]);
        assert!((sum.value - without.value - 6.0).abs() < 1e-12);
        assert!((sum.high - without.high - 6.0).abs() < 1e-12);
    }

    #[test]
    fn a_sum_of_means_over_players_is_that_of_their_sums() {
        let fits = [
            vec![1.0, 0.5, 3.0],
            vec![2.0, 0.25, 3.0],
            vec![6.0, 1.0, 3.0],
        ];
        let found = Coefficients::of_players(&fits).expect("they vary");
        let weights = [(0, 1.0), (1, -2.0)];
        let sums: Vec<f64> = fits.iter().map(|fit| fit[0] - 2.0 * fit[1]).collect();
        let expected = crate::mean_of_players(&sums).expect("they vary");
        let sum = found.sum(&weights);
        assert!((sum.value - expected.value).abs() < 1e-12);
        assert!(
            (sum.high - expected.high).abs() < 1e-9,
            "{sum:?} {expected:?}"
        );
        assert_eq!(Coefficients::of_players(&fits[..1]), None);
        assert_eq!(Coefficients::of_players(&[vec![1.0], vec![1.0]]), None);
    }

    #[test]
    fn few_degrees_of_freedom_widen() {
        let one: Sum<'_> = &[(0, 1.0)];
        let half = |found: &Coefficients| found.sum(one).high - 2.0;
        let wide = example_with(10.0);
        assert!((half(&wide) - 2.228_138_85 * 0.2).abs() < 1e-6);
        // By Welch: 0.04² / 10 and 0.01² / 2, so that 0.05² has 11.9 degrees of freedom.
        let both = wide.with_further(square([0.01, 0.0, 0.0, 0.0]), 2.0);
        assert!(
            (half(&both) - 2.1807 * 0.05_f64.sqrt()).abs() < 1e-4,
            "{}",
            half(&both)
        );
    }
}
