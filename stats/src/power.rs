//! Sample sizes: the number of pairs that a test needs.

use super::sprt::{Sprt, SprtModel};
use super::tally::score_of_elo;
use statrs::distribution::{ContinuousCDF, Normal};
/// The number of pairs with which a two-sided test of size `alpha` detects a difference of the mean
/// score of `effect` with power `1 − beta`. `variance` is that of a pair's score.
///
/// `((z₁₋α⸝₂ + z₁₋β) · σ / effect)²` (J. Cohen, *Statistical Power Analysis for the Behavioral
/// Sciences*, 1988, section 2.4, with the normal for the t distribution).
pub fn pairs_for_effect(variance: f64, effect: f64, alpha: f64, beta: f64) -> f64 {
    let quantile = |probability| Normal::standard().inverse_cdf(probability);
    let deviations = quantile(1.0 - alpha / 2.0) + quantile(1.0 - beta);
    variance * (deviations / effect).powi(2)
}

impl Sprt {
    /// The mean number of pairs of the test when H0 and when H1 is true, for scores of this variance,
    /// by A. Wald's approximation (*Sequential Analysis*, 1947, section 3.5).
    pub fn expected_pairs(&self, variance: f64) -> [f64; 2] {
        let score = |elo: f64| match self.model {
            SprtModel::Logistic => score_of_elo(elo),
            // In standard deviations of a game; the score of a pair has half the variance.
            SprtModel::Normalized => {
                0.5 + elo * std::f64::consts::LN_10 / 800.0 * (2.0 * variance).sqrt()
            }
        };
        let drift = (score(self.elo1) - score(self.elo0)).powi(2) / (2.0 * variance);
        let (low, high) = self.bounds();
        [
            -((1.0 - self.alpha) * low + self.alpha * high) / drift,
            (self.beta * low + (1.0 - self.beta) * high) / drift,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SprtVerdict, Tally};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Half points of a pair, drawn with these shares of the five outcomes.
    fn draw(shares: &[f64; 5], random: &mut ChaCha8Rng) -> usize {
        let mut left: f64 = random.random();
        let mut points = 0;
        while points < 4 && left > shares[points] {
            left -= shares[points];
            points += 1;
        }
        points
    }

    fn moments(shares: &[f64; 5]) -> (f64, f64) {
        let scores = (0..5).map(|points| points as f64 / 4.0);
        let mean: f64 = scores
            .clone()
            .zip(shares)
            .map(|(score, share)| score * share)
            .sum();
        let variance = scores
            .zip(shares)
            .map(|(score, share)| share * (score - mean).powi(2));
        (mean, variance.sum())
    }

    #[test]
    fn the_planned_number_of_pairs_has_the_planned_power() {
        let shares = [0.14, 0.19, 0.3, 0.21, 0.16];
        let (mean, variance) = moments(&shares);
        let pairs = pairs_for_effect(variance, mean - 0.5, 0.05, 0.2).ceil() as u64;
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let mut found = 0;
        const TIMES: u32 = 600;
        for _ in 0..TIMES {
            let mut tally = Tally::default();
            for _ in 0..pairs {
                let points = draw(&shares, &mut random);
                tally.add(points / 2, points - points / 2);
            }
            let elo = tally.elo().estimate().expect("an interval");
            found += u32::from(!elo.covers(0.0));
        }
        // 80 % within four standard errors.
        let share = f64::from(found) / f64::from(TIMES);
        assert!((share - 0.8).abs() < 0.065, "{share} with {pairs} pairs");
    }

    #[test]
    fn a_test_takes_the_expected_number_of_pairs() {
        let test = Sprt {
            model: SprtModel::Logistic,
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let shift = score_of_elo(30.0) - 0.5;
        let shares = [0.15 - shift, 0.2, 0.3, 0.2, 0.15 + shift];
        let (_, variance) = moments(&shares);
        let [_, expected] = test.expected_pairs(variance);
        let mut random = ChaCha8Rng::seed_from_u64(12);
        let mut all = 0;
        const TIMES: u64 = 100;
        for _ in 0..TIMES {
            let mut tally = Tally::default();
            while test.verdict(&tally) == SprtVerdict::Open {
                let points = draw(&shares, &mut random);
                tally.add(points / 2, points - points / 2);
            }
            all += tally.count();
        }
        let mean = all as f64 / TIMES as f64;
        assert!(
            (mean / expected - 1.0).abs() < 0.25,
            "{mean}, not {expected}"
        );
    }
}
