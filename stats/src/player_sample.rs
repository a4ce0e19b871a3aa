//! Weighted sums of means when the players are a sample too.
//!
//! Two trainings of one recipe differ, and so do the games of the players that come of them. When `K` players take
//! turns, each in pairs of its own, the mean `m̄` of their means has the variance `S²/K`, with `S²` the variance
//! between the means of single players: it holds what players differ by and what their games differ by. Sums over
//! rule sets, whose players are trained apart (or from one start, and then differ by less than that), add these
//! variances; their degrees of freedom are those of Satterthwaite (*An approximate distribution of estimates of
//! variance components*, 1946), as in the test of Welch.

use crate::estimate::{Estimate, LEVEL, Z};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The fewest settings (players with a way to begin) from which it is known what settings differ by.
const MIN_SETTINGS: usize = 3;

/// From so many degrees of freedom on, Student's distribution is taken for the normal one, from whose 97.5 % point its own
/// differs by about a hundred-thousandth part. (For more, `statrs` grows inexact, and from ten million on it comes to no end.)
const MANY: f64 = 1e5;

/// The variance of a sum, and with how many degrees of freedom it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampleVariance {
    variance: f64,
    freedom: f64,
}

impl SampleVariance {
    /// The variance of the mean of some players' numbers; `None` where it says nothing: there are fewer than two, or
    /// all are the same.
    pub fn of_mean(numbers: &[f64]) -> Option<SampleVariance> {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
        (count >= 2.0 && squares > 0.0).then(|| SampleVariance {
            variance: squares / (count - 1.0) / count,
            freedom: count - 1.0,
        })
    }

    /// The variance of the mean of what was measured in some settings; `None` where there are fewer than three.
    pub fn of_settings(numbers: &[f64]) -> Option<SampleVariance> {
        SampleVariance::of_mean(numbers).filter(|_| numbers.len() >= MIN_SETTINGS)
    }

    /// A variance that was estimated with so many degrees of freedom: infinite when it is known as well as from very many
    /// observations.
    pub fn with_freedom(variance: f64, freedom: f64) -> SampleVariance {
        SampleVariance { variance, freedom }
    }

    /// The variance of something that is known as well as from very many observations.
    pub fn known(variance: f64) -> SampleVariance {
        SampleVariance::with_freedom(variance, f64::INFINITY)
    }

    /// The variance of a sum of independent parts.
    pub fn sum(parts: &[SampleVariance]) -> SampleVariance {
        let variance: f64 = parts.iter().map(|part| part.variance).sum();
        let share = |part: &SampleVariance| part.variance.powi(2) / part.freedom;
        SampleVariance {
            variance,
            freedom: variance.powi(2) / parts.iter().map(share).sum::<f64>(),
        }
    }

    /// How many standard errors the ends of a 95 % interval lie away: 1.96 when the variance is known well, more when it
    /// was estimated from little.
    pub fn quantile(self) -> f64 {
        match self.student() {
            Some(student) => student.inverse_cdf(0.5 + LEVEL / 2.0),
            None => Z,
        }
    }

    /// Half the width of the interval.
    pub fn half_width(self) -> f64 {
        self.quantile() * self.variance.sqrt()
    }

    /// How far a number is from 0 in standard errors, as the number from a standard normal distribution that is as
    /// surprising; `None` when nothing varies.
    pub fn z(self, value: f64) -> Option<f64> {
        let distance = value / self.variance.sqrt();
        if !distance.is_finite() {
            return None;
        }
        let Some(student) = self.student() else {
            return Some(distance);
        };
        // Beyond that, chances are too small for numbers.
        let chance = student.sf(distance.abs()).max(1e-300);
        Some((-Normal::standard().inverse_cdf(chance)).copysign(distance))
    }

    /// How many standard errors away a number is that is as surprising as `z` from a standard normal distribution: the
    /// inverse of [`Self::z`], in standard errors.
    pub fn distance(self, z: f64) -> f64 {
        match self.student() {
            Some(student) => student.inverse_cdf(Normal::standard().cdf(z)),
            None => z,
        }
    }

    fn student(self) -> Option<StudentsT> {
        let freedom = Some(self.freedom.max(1.0)).filter(|freedom| *freedom < MANY);
        StudentsT::new(0.0, 1.0, freedom?).ok()
    }
}

/// The mean of some players' numbers with its interval, in which is what players and their games differ by; `None`
/// where they say nothing of it: there are fewer than two, or all are the same.
pub fn mean_of_players(numbers: &[f64]) -> Option<Estimate> {
    let variance = SampleVariance::of_mean(numbers)?;
    let value = numbers.iter().sum::<f64>() / numbers.len() as f64;
    Some(Estimate::around(value, variance.half_width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of 1, 2 and 6 the mean is 3 and the variance 7; the 97.5 % point of t with two degrees of freedom
    /// is 4.3027.
    #[test]
    fn the_interval_of_a_mean_is_that_of_student() {
        let found = mean_of_players(&[1.0, 2.0, 6.0]).expect("they vary");
        let half = 4.302_653 * (7.0_f64 / 3.0).sqrt();
        assert!((found.value - 3.0).abs() < 1e-12);
        assert!((found.high - 3.0 - half).abs() < 1e-5, "{found:?}");
        assert_eq!(mean_of_players(&[2.0, 2.0]), None);
        assert_eq!(mean_of_players(&[2.0]), None);
    }

    /// Welch's test of Student's data of sleep (1908): t = −1.8608 with 17.776 degrees of freedom, p = 0.07939.
    #[test]
    fn two_groups_are_compared_as_welch_has_it() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let parts = [one, other].map(|own| SampleVariance::of_mean(&own).expect("they vary"));
        let sum = SampleVariance::sum(&parts);
        assert!((sum.freedom - 17.776).abs() < 1e-3, "{sum:?}");
        let z = sum.z(0.75 - 2.33).expect("they vary");
        assert!(
            (crate::significance::two_sided(z) - 0.079_39).abs() < 1e-4,
            "{z}"
        );
        assert!(z < 0.0);
    }

    /// What is known ever better has an interval ever nearer to the normal one. Of many millions of degrees of
    /// freedom, which sums of players alike and players that differ can have, each is answered at once.
    #[test]
    fn any_degrees_of_freedom_have_a_quantile() {
        let mut last = f64::INFINITY;
        for power in 0..120 {
            let freedom = 10_f64.powf(f64::from(power) / 6.0);
            let quantile = SampleVariance::with_freedom(1.0, freedom).quantile();
            assert!(
                quantile < last + 1e-4 && quantile > Z - 1e-4,
                "{freedom}: {quantile}"
            );
            last = quantile;
        }
    }

    /// What is three standard errors of a normal number away is farther by Student's.
    #[test]
    fn distances_are_as_surprising_as_their_normal_number() {
        let known = SampleVariance::with_freedom(4.0, 5.0);
        let distance = known.distance(3.0);
        assert!(distance > 5.0, "{distance}");
        let back = known.z(2.0 * distance).expect("it varies");
        assert!((back - 3.0).abs() < 1e-6, "{back}");
    }

    #[test]
    fn what_is_known_well_has_a_normal_interval() {
        let known = SampleVariance::known(4.0);
        assert!((known.half_width() - 2.0 * Z).abs() < 1e-12);
        assert_eq!(known.z(3.0), Some(1.5));
    }
}
