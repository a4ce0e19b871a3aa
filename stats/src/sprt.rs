//! The sequential probability ratio test of matches: A. Wald, *Sequential tests of statistical
//! hypotheses* (1945), with the log-likelihood ratio by constrained maximum likelihood of
//! M. Van den Bergh, *Comments on normalized Elo*.

use super::estimate::bisect;
use super::tally::{Tally, cells, moments, score_of_elo};
use serde::Serialize;

/// The quantity of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Logistic Elo: the expected score.
    Logistic,
    /// Normalized Elo: the expected score in standard deviations of a game.
    Normalized,
}

impl SprtModel {
    /// The largest hypothesis in either direction: no outcomes of pairs have much more normalized Elo,
    /// and their likeliest shares could not be found.
    pub fn max_elo(self) -> f64 {
        match self {
            SprtModel::Logistic => 2_000.0,
            SprtModel::Normalized => 150.0,
        }
    }
}

/// A test of two hypotheses on the strength of the first player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The quantity of the hypotheses.
    pub model: SprtModel,
    /// H0: it is at most this much stronger.
    pub elo0: f64,
    /// H1: it is at least this much stronger.
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum SprtVerdict {
    /// Neither hypothesis is accepted yet.
    Open,
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

impl SprtVerdict {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            SprtVerdict::Open => "open",
            SprtVerdict::H0 => "H0",
            SprtVerdict::H1 => "H1",
        }
    }

    /// The text in tables and messages.
    pub fn text(self) -> &'static str {
        match self {
            SprtVerdict::Open => "open",
            SprtVerdict::H0 => "H0 accepted",
            SprtVerdict::H1 => "H1 accepted",
        }
    }
}

impl Sprt {
    /// The default of alpha and beta.
    pub const DEFAULT_ERROR: f64 = 0.05;

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }

    /// The log-likelihood ratio of a tally of pairs.
    pub fn llr(&self, tally: &Tally) -> f64 {
        llr(&tally.pairs, 2.0, self.model, self.elo0, self.elo1)
    }

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

    /// The verdict for a tally.
    pub fn verdict(&self, tally: &Tally) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr >= upper => SprtVerdict::H1,
            llr if llr <= lower => SprtVerdict::H0,
            _ => SprtVerdict::Open,
        }
    }
}

/// The log-likelihood ratio of two hypotheses for counts of evenly spaced outcomes, worst first, each
/// of which is of `games` games.
pub fn llr(counts: &[u64], games: f64, model: SprtModel, elo0: f64, elo1: f64) -> f64 {
    let number: u64 = counts.iter().sum();
    if number == 0 {
        return 0.0;
    }
    let cells = cells(counts);
    let likeliest = |elo: f64| match model {
        SprtModel::Logistic => with_mean(&cells, score_of_elo(elo)),
        SprtModel::Normalized => {
            let deviations = elo * std::f64::consts::LN_10 / 800.0 * games.sqrt();
            with_deviations(&cells, deviations)
        }
    };
    let (first, second) = (likeliest(elo0), likeliest(elo1));
    let ratios = (cells.iter().zip(first.iter().zip(&second)))
        .map(|((_, share), (first, second))| share * libm::log(second / first));
    number as f64 * ratios.sum::<f64>()
}

/// The likeliest shares with a given mean.
fn with_mean(cells: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // Lagrange's method: share / (1 + x·(score − mean)), with the x that gives the mean.
    let off = |x: f64| -> f64 {
        (cells.iter())
            .map(|(score, share)| share * (score - mean) / (1.0 + x * (score - mean)))
            .sum()
    };
    let ends = (cells.iter()).map(|(score, _)| score - mean);
    let (min, max) = ends.fold((f64::MAX, f64::MIN), |(min, max), end| {
        (min.min(end), max.max(end))
    });
    // The sum falls from +∞ to −∞ between the poles.
    let x = bisect(-1.0 / max, -1.0 / min, 200, |middle| off(middle) > 0.0);
    (cells.iter())
        .map(|(score, share)| share / (1.0 + x * (score - mean)))
        .collect()
}

/// The likeliest shares whose mean lies `deviations` of their standard deviations above ½.
fn with_deviations(cells: &[(f64, f64)], deviations: f64) -> Vec<f64> {
    let mut shares = vec![1.0 / cells.len() as f64; cells.len()];
    for _ in 0..100 {
        let now: Vec<(f64, f64)> = (cells.iter().zip(&shares))
            .map(|((score, _), share)| (*score, *share))
            .collect();
        let (mean, variance) = moments(&now);
        let deviation = variance.sqrt();
        // The condition, linearised around the current shares.
        let linear: Vec<(f64, f64)> = (cells.iter())
            .map(|(score, share)| {
                let spread = 1.0 + ((mean - score) / deviation).powi(2);
                let condition = score - 0.5 - deviations * deviation * spread / 2.0;
                (condition, *share)
            })
            .collect();
        let next = with_mean(&linear, 0.0);
        let moved = (next.iter().zip(&shares)).map(|(a, b)| (a - b).abs());
        let moved = moved.fold(0.0, f64::max);
        shares = next;
        if moved < 1e-12 {
            break;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn published_ratios_are_reproduced() {
        use SprtModel::{Logistic, Normalized};
        let games: [([u64; 3], SprtModel, f64, f64, f64); 3] = [
            ([36_027, 68_692, 36_433], Normalized, 0.0, 2.0, 0.92),
            ([10_650, 20_431, 10_871], Normalized, -1.75, 0.25, 2.30),
            ([21_184, 40_708, 21_404], Logistic, 0.5, 2.5, -1.57),
        ];
        for (counts, model, elo0, elo1, wanted) in games {
            let found = llr(&counts, 1.0, model, elo0, elo1);
            assert!((found - wanted).abs() < 0.005, "{found} is not {wanted}");
        }
        let pairs: [([u64; 5], SprtModel, f64, f64, f64); 4] = [
            (
                [365, 16_618, 36_229, 16_974, 390],
                Normalized,
                0.0,
                2.0,
                2.25,
            ),
            (
                [127, 4_883, 10_712, 5_150, 104],
                Normalized,
                -1.75,
                0.25,
                3.01,
            ),
            ([223, 9_863, 21_279, 10_037, 246], Logistic, 0.5, 2.5, -3.07),
            (
                [871, 26_175, 55_983, 26_678, 821],
                Logistic,
                0.0,
                2.0,
                -4.98,
            ),
        ];
        for (counts, model, elo0, elo1, wanted) in pairs {
            let found = llr(&counts, 2.0, model, elo0, elo1);
            assert!((found - wanted).abs() < 0.005, "{found} is not {wanted}");
        }
    }

    /// Shares of 0, ½, 1, 1½ and 2 points with a mean score.
    fn shares(score: f64) -> [f64; 5] {
        let shift = score - 0.5;
        [0.15 - shift, 0.2, 0.3, 0.2, 0.15 + shift]
    }

    /// Mean and variance of the score of a pair.
    fn moments_of(shares: &[f64; 5]) -> (f64, f64) {
        let cells = (0..).zip(shares);
        let cells = cells.map(|(points, share)| (f64::from(points) / 4.0, *share));
        moments(&cells.collect::<Vec<_>>())
    }

    /// Adds a pair drawn with these shares of the five outcomes.
    fn add_pair(tally: &mut Tally, shares: &[f64; 5], random: &mut ChaCha8Rng) {
        let mut left: f64 = random.random();
        let mut points = 0;
        while points < 4 && left > shares[points] {
            left -= shares[points];
            points += 1;
        }
        tally.add(points / 2, points - points / 2);
    }

    /// Errors of a test in simulated matches.
    fn errors(test: &Sprt, score: f64, wrong: SprtVerdict, matches: u32) -> u32 {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let shares = shares(score);
        let mut errors = 0;
        for _ in 0..matches {
            let mut tally = Tally::default();
            let verdict = loop {
                add_pair(&mut tally, &shares, &mut random);
                match test.verdict(&tally) {
                    SprtVerdict::Open => {}
                    verdict => break verdict,
                }
            };
            errors += u32::from(verdict == wrong);
        }
        errors
    }

    #[test]
    fn the_test_errs_no_more_often_than_it_says() {
        const MATCHES: u32 = 500;
        let test = |model| Sprt {
            model,
            elo0: 0.0,
            elo1: 40.0,
            alpha: 0.05,
            beta: 0.05,
        };
        // The score at 40 normalized Elo, in standard deviations of a game above ½.
        let normalized = {
            let deviations = 40.0 * std::f64::consts::LN_10 / 800.0 * 2.0_f64.sqrt();
            let mut score = 0.5;
            for _ in 0..50 {
                score = 0.5 + deviations * moments_of(&shares(score)).1.sqrt();
            }
            score
        };
        for (model, score_of_h1) in [
            (SprtModel::Logistic, score_of_elo(40.0)),
            (SprtModel::Normalized, normalized),
        ] {
            for (score, wrong) in [(0.5, SprtVerdict::H1), (score_of_h1, SprtVerdict::H0)] {
                let errors = errors(&test(model), score, wrong, MATCHES);
                // Three standard errors above 5 %.
                assert!(errors < 40, "{model:?}, {score}: {errors} of {MATCHES}");
            }
        }
    }

    /// The largest hypotheses have a ratio for any tally.
    #[test]
    fn there_is_always_a_ratio() {
        for model in [SprtModel::Logistic, SprtModel::Normalized] {
            let max = model.max_elo();
            for counts in [
                [1, 0, 0, 0, 0],
                [0, 0, 0, 0, 1],
                [0, 0, 500, 0, 0],
                [0, 0, 0, 6, 14],
                [900, 0, 0, 0, 900],
                [1, 1, 1, 1, 1],
            ] {
                for (elo0, elo1) in [(-max, max), (0.0, max), (-max, 0.0), (0.0, 1.0)] {
                    let ratio = llr(&counts, 2.0, model, elo0, elo1);
                    assert!(ratio.is_finite(), "{model:?} {counts:?} [{elo0}, {elo1}]");
                }
            }
        }
    }

    #[test]
    fn the_planned_number_of_pairs_has_the_planned_power() {
        let shares = [0.14, 0.19, 0.3, 0.21, 0.16];
        let (mean, variance) = moments_of(&shares);
        let pairs = crate::pairs_for_effect(variance, mean - 0.5, 0.05, 0.2).ceil() as u64;
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let mut found = 0;
        const TIMES: u32 = 600;
        for _ in 0..TIMES {
            let mut tally = Tally::default();
            for _ in 0..pairs {
                add_pair(&mut tally, &shares, &mut random);
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
        let shares = shares(score_of_elo(30.0));
        let (_, variance) = moments_of(&shares);
        let [_, expected] = test.expected_pairs(variance);
        let mut random = ChaCha8Rng::seed_from_u64(12);
        let mut all = 0;
        const TIMES: u64 = 100;
        for _ in 0..TIMES {
            let mut tally = Tally::default();
            while test.verdict(&tally) == SprtVerdict::Open {
                add_pair(&mut tally, &shares, &mut random);
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
