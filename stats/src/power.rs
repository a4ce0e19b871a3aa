//! How many pairs it takes to see a difference.

use super::sprt::{Sprt, SprtModel};
use super::tally::{normal_below, score_of_elo};

/// The number of pairs with which a difference of the mean score of `effect` is found with the
/// chance `1 − beta`, by a two-sided test that finds one where there is none with the chance
/// `alpha`. `variance` is that of a pair's score.
///
/// `((z₁₋α⸝₂ + z₁₋β) · σ / effect)²`, as in J. Cohen, "Statistical Power Analysis for the Behavioral
/// Sciences" (1988), section 2.4, with the normal for the t distribution.
pub fn pairs_for_effect(variance: f64, effect: f64, alpha: f64, beta: f64) -> f64 {
    let deviations = normal_quantile(1.0 - alpha / 2.0) + normal_quantile(1.0 - beta);
    variance * (deviations / effect).powi(2)
}

impl Sprt {
    /// How many pairs the test takes in the mean when H0, and when H1 is true, by A. Wald's approximation ("Sequential Analysis", 1947, section 3.5) for a score of
    /// this variance.
    pub fn expected_pairs(&self, variance: f64) -> [f64; 2] {
        let score = |elo: f64| match self.model {
            SprtModel::Logistic => score_of_elo(elo),
            // In standard deviations of a game; a pair's score has half the variance.
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

/// The number that a standard normal variable stays below with this chance, by bisection.
fn normal_quantile(chance: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if normal_below(middle) < chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SprtVerdict, Tally};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (chance, wanted) in [(0.975, 1.959_964), (0.5, 0.0), (0.05, -1.644_854)] {
            assert!((normal_quantile(chance) - wanted).abs() < 1e-6, "{chance}");
        }
    }

    /// Half points of a pair whose five outcomes have these shares.
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
    fn so_many_pairs_find_the_effect_as_often_as_promised() {
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
    fn a_test_takes_about_as_long_as_expected() {
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
