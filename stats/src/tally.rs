//! What the pairs of a match came to, and Elo from it.

use super::estimate::{Estimate, Z};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// Elo for each unit of the logarithm of the odds.
pub(super) const PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// How many pairs of games ended in each way, from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Ptnml(0-2): pairs by points won, 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
    /// Games won, drawn and lost. Unfinished games count as drawn here.
    pub games: [u64; 3],
    /// Games that reached the ply cap.
    pub unfinished: u64,
}

/// A difference in Elo with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The estimate.
    pub elo: f64,
    /// Half the width of the interval.
    pub error: f64,
    /// The estimate as normalized Elo: the score in standard deviations of a game.
    pub normalized: f64,
    /// Half the width of its interval.
    pub normalized_error: f64,
    /// The likelihood of superiority: the probability that the first player is the stronger one.
    pub los: f64,
}

impl Tally {
    /// Adds a pair by the half points won in each of its games: 0, 1 or 2.
    pub fn add(&mut self, first: usize, second: usize) {
        self.pairs[first + second] += 1;
        for game in [first, second] {
            self.games[2 - game] += 1;
        }
    }

    /// Adds what another tally has counted.
    pub fn join(&mut self, other: &Tally) {
        let counts = self.pairs.iter_mut().chain(&mut self.games);
        let others = other.pairs.iter().chain(&other.games);
        counts
            .zip(others)
            .for_each(|(count, other)| *count += other);
        self.unfinished += other.unfinished;
    }

    /// Number of pairs.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The first player's score, a share of the points, with its interval.
    pub fn score(&self) -> Estimate {
        let (mean, variance) = moments(&cells(&self.pairs));
        let number = (self.count() as f64).max(1.0);
        Estimate::around(mean, Z * (variance / number).sqrt())
    }

    /// Elo from the pairs.
    pub fn elo(&self) -> Elo {
        elo(&self.pairs, 2.0)
    }
}

/// The score that a player who is so much stronger expects, in logistic Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The outcomes with their shares: evenly spaced scores from 0 to 1. A share of nothing is set to
/// a thousandth of a pair.
pub(super) fn cells(counts: &[u64]) -> Vec<(f64, f64)> {
    let last = (counts.len() - 1) as f64;
    let counts: Vec<f64> = counts
        .iter()
        .map(|&count| (count as f64).max(0.001))
        .collect();
    let all: f64 = counts.iter().sum();
    let cells = counts.iter().enumerate();
    cells
        .map(|(at, count)| (at as f64 / last, count / all))
        .collect()
}

/// Mean and variance.
pub(super) fn moments(cells: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = cells.iter().map(|(score, share)| score * share).sum();
    let variance = (cells.iter()).map(|(score, share)| share * (score - mean).powi(2));
    (mean, variance.sum())
}

/// Elo from counts of outcomes, each of which stands for so many games.
fn elo(counts: &[u64], games: f64) -> Elo {
    let (mean, variance) = moments(&cells(counts));
    let number = (counts.iter().sum::<u64>() as f64).max(1.0);
    let error = (variance / number).sqrt();
    let of_score = |score: f64| {
        let score = score.clamp(1e-6, 1.0 - 1e-6);
        PER_LOG_ODDS * libm::log(score / (1.0 - score))
    };
    let upper = of_score(mean + Z * error);
    let lower = of_score(mean - Z * error);
    let per_deviation = 2.0 * PER_LOG_ODDS / games.sqrt();
    Elo {
        elo: of_score(mean),
        error: (upper - lower) / 2.0,
        normalized: (mean - 0.5) / variance.sqrt() * per_deviation,
        normalized_error: Z / number.sqrt() * per_deviation,
        los: normal_below((mean - 0.5) / error),
    }
}

/// The standard normal distribution function.
pub(super) fn normal_below(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 0.005, "{value} is not {wanted}");
    }

    #[test]
    fn single_games_give_the_published_elo() {
        let found = elo(&[96, 111, 136], 1.0);
        near(found.elo, 40.70);
        near(found.error, 30.43);
        near(found.normalized, 49.77);
        near(found.normalized_error, 36.77);
        near(found.los * 100.0, 99.60);
    }

    #[test]
    fn pairs_give_the_published_elo() {
        let found = elo(&[34, 54, 31 + 32, 64, 75], 2.0);
        near(found.elo, 55.58);
        near(found.error, 27.65);
        near(found.normalized, 57.94);
        near(found.normalized_error, 28.28);
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut tally = Tally::default();
        tally.add(2, 2);
        tally.add(0, 1);
        assert_eq!(tally.pairs, [0, 1, 0, 0, 1]);
        assert_eq!(tally.games, [2, 1, 1]);
        assert_eq!(tally.count(), 2);
    }

    #[test]
    fn the_normal_distribution_is_right() {
        for (x, wanted) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-2.0, 0.022_750_132),
            (6.0, 0.999_999_999),
        ] {
            assert!((normal_below(x) - wanted).abs() < 1e-8, "{x}");
        }
    }
}
