//! Coefficients that were estimated together: sums and ratios of them with intervals.

use crate::estimate::{Estimate, Z};
use nalgebra::DMatrix;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The 99.5 % point of the standard normal distribution.
const SURE: f64 = 2.575_829_303_548_901;

/// Coefficients with their covariance.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficients {
    /// The coefficients.
    pub values: Vec<f64>,
    /// Their covariance matrix.
    pub covariance: DMatrix<f64>,
    /// How many standard errors the ends of a 95 % interval lie away: 1.96 when the covariance is
    /// known well, more when it was estimated from little.
    pub quantile: f64,
}

/// Which coefficients, and how often.
pub type Sum<'a> = &'a [(usize, f64)];

impl Coefficients {
    /// Coefficients whose covariance is known as well as from very many observations.
    pub fn new(values: Vec<f64>, covariance: DMatrix<f64>) -> Coefficients {
        Coefficients {
            values,
            covariance,
            quantile: Z,
        }
    }

    /// The same when the covariance was estimated with so many degrees of freedom.
    pub fn with_freedom(mut self, freedom: f64) -> Coefficients {
        let student = StudentsT::new(0.0, 1.0, freedom.max(1.0));
        // The parameters are in range.
        self.quantile = student.map_or(Z, |student| student.inverse_cdf(0.975));
        self
    }

    /// The same and one more, which is known exactly; with its number.
    pub fn with_exact(&self, value: f64) -> (Coefficients, usize) {
        let size = self.values.len();
        let covariance = self.covariance.clone().resize(size + 1, size + 1, 0.0);
        let values = self.values.iter().copied().chain([value]).collect();
        let more = Coefficients {
            values,
            covariance,
            quantile: self.quantile,
        };
        (more, size)
    }

    fn value(&self, sum: Sum<'_>) -> f64 {
        sum.iter().map(|&(at, times)| times * self.values[at]).sum()
    }

    fn covariance(&self, one: Sum<'_>, other: Sum<'_>) -> f64 {
        let mut total = 0.0;
        for &(a, times) in one {
            for &(b, often) in other {
                total += times * often * self.covariance[(a, b)];
            }
        }
        total
    }

    /// Several sums with their covariance, which is larger where that of the coefficients was estimated from little.
    pub fn sums(&self, sums: &[Vec<(usize, f64)>]) -> (Vec<f64>, DMatrix<f64>) {
        let values = sums.iter().map(|sum| self.value(sum)).collect();
        let wider = (self.quantile / Z) * (self.quantile / Z);
        let covariance = DMatrix::from_fn(sums.len(), sums.len(), |one, other| {
            wider * self.covariance(&sums[one], &sums[other])
        });
        (values, covariance)
    }

    /// A sum with its normal (or t) interval.
    pub fn sum(&self, sum: Sum<'_>) -> Estimate {
        let value = self.value(sum);
        let half = self.quantile * self.covariance(sum, sum).max(0.0).sqrt();
        Estimate::around(value, half)
    }

    /// Whether a sum is positive beyond doubt (0.5 %), so that others can be counted in it.
    pub fn is_clearly_positive(&self, sum: Sum<'_>) -> bool {
        let error = self.covariance(sum, sum).max(0.0).sqrt();
        self.value(sum) > SURE.max(self.quantile) * error
    }

    /// The ratio of two sums with the interval of Fieller (*Some problems in interval estimation*,
    /// 1954): all ratios that the data do not contradict; exactly 1 for a sum in units of itself.
    /// `None` when the divisor is not clearly different from 0, for then there is no such interval.
    pub fn ratio(&self, of: Sum<'_>, to: Sum<'_>) -> Option<Estimate> {
        if of == to {
            return Some(Estimate::exactly(1.0));
        }
        let (a, b) = (self.value(of), self.value(to));
        let [aa, ab, bb] = [(of, of), (of, to), (to, to)].map(|(x, y)| self.covariance(x, y));
        let t2 = self.quantile * self.quantile;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(elements: [f64; 4]) -> DMatrix<f64> {
        DMatrix::from_row_slice(2, 2, &elements)
    }

    fn example() -> Coefficients {
        Coefficients::new(vec![2.0, 0.5], square([0.04, 0.005, 0.005, 0.0025]))
    }

    #[test]
    fn a_sum_has_the_variance_of_a_sum() {
        let sum = example().sum(&[(0, 1.0), (1, -2.0)]);
        // 0.04 - 4 · 0.005 + 4 · 0.0025 = 0.03.
        assert!((sum.value - 1.0).abs() < 1e-12);
        assert!((sum.high - sum.value - Z * 0.03_f64.sqrt()).abs() < 1e-12);
    }

    /// Both ends of Fieller's interval are just not contradicted.
    #[test]
    fn the_ends_of_a_ratio_are_on_the_brink() {
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
        let unclear = Coefficients::new(vec![2.0, 0.5], square([0.04, 0.0, 0.0, 0.09]));
        assert_eq!(unclear.ratio(&[(0, 1.0)], &[(1, 1.0)]), None);
        let ratio = unclear.ratio(&[(1, 1.0)], &[(1, 0.0), (0, 1.0)]);
        assert!(ratio.is_some());
    }

    #[test]
    fn sums_together_have_their_covariance() {
        let (values, covariance) = example()
            .with_freedom(10.0)
            .sums(&[vec![(0, 1.0)], vec![(0, 1.0), (1, -2.0)]]);
        assert_eq!(values, [2.0, 1.0]);
        // 0.04 - 2 · 0.005 = 0.03, and Student's t with ten degrees of freedom.
        let wider = (2.228_138_85_f64 / Z).powi(2);
        assert!((covariance[(0, 1)] - 0.03 * wider).abs() < 1e-9);
        assert_eq!(covariance[(0, 1)], covariance[(1, 0)]);
    }

    #[test]
    fn what_is_exact_moves_a_sum_and_does_not_widen_it() {
        let (more, one) = example().with_exact(3.0);
        let sum = more.sum(&[(0, 1.0), (1, -2.0), (one, 2.0)]);
        let without = example().sum(&[(0, 1.0), (1, -2.0)]);
        assert!((sum.value - without.value - 6.0).abs() < 1e-12);
        assert!((sum.high - without.high - 6.0).abs() < 1e-12);
    }

    #[test]
    fn few_degrees_of_freedom_widen() {
        let wide = example().with_freedom(10.0);
        assert!((wide.quantile - 2.228).abs() < 1e-3);
    }
}
