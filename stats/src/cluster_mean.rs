//! Means of a metric over games, with the game pair as the unit.
//!
//! A mean is the ratio estimator over pairs of [`PairSums`](crate::PairSums): with `yₚ` the total and `nₚ` the games of
//! pair `p`, `r = Σ yₚ / Σ nₚ`. The *influence* of pair `p` on it is `iₚ = (yₚ − r·nₚ) / Σ nₚ`, and its
//! variance `P/(P−1)·Σ iₚ²`. Where several players take turns, their variance is the one that counts (`player_sample`).

use crate::estimate::{Estimate, Z};

/// The fewest pairs whose scatter is known well enough for a comparison: with fewer, intervals from
/// normal quantiles are too narrow. A metric of decisive games may have few of them where most games
/// are drawn.
pub const MIN_COMPARED_PAIRS: usize = 30;

/// The mean of a metric over the games of one rule set between players of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Mean {
    /// Games that count.
    pub games: u64,
    /// The mean and its interval.
    pub estimate: Estimate,
    /// The standard deviation of single games.
    pub standard_deviation: f64,
    /// Whether its numbers lie between 0 and 1.
    pub(crate) is_share: bool,
    /// Whether they are 0, ½ and 1 alone: the mean is a share of games.
    pub(crate) is_of_games: bool,
    /// Pairs that count.
    pub(crate) pairs: u64,
    /// The influence of each [cluster](crate::CLUSTERS) of pairs, by its number.
    pub(crate) influences: Vec<(u64, f64)>,
    /// Where several players take turns, the mean of each.
    pub(crate) by_player: Vec<f64>,
    /// Where several ways to begin take turns, the mean of each.
    pub(crate) by_opening: Vec<f64>,
    /// A variance besides that of the games.
    pub(crate) further_variance: f64,
}

impl Mean {
    /// The same when the numbers themselves are known with an error that all of them share, which gives their mean a
    /// further variance.
    pub fn with_further_variance(mut self, variance: f64) -> Mean {
        let wider = |half: f64| libm::hypot(half, Z * variance.sqrt());
        let Estimate { value, low, high } = self.estimate;
        let [mut low, mut high] = [value - wider(value - low), value + wider(high - value)];
        if self.is_share {
            (low, high) = (low.max(0.0), high.min(1.0));
        }
        self.estimate = Estimate { value, low, high };
        self.further_variance += variance;
        self
    }

    /// Pairs of games that count.
    pub fn pairs(&self) -> usize {
        self.pairs as usize
    }

    /// Whether so many pairs count that their scatter is known well enough to compare the mean with
    /// another one.
    pub fn is_comparable(&self) -> bool {
        self.pairs() >= MIN_COMPARED_PAIRS
    }

    /// The variance of the mean.
    pub(crate) fn variance(&self) -> f64 {
        let squares = self.influences.iter().map(|(_, one)| one * one);
        squares.sum::<f64>() + self.further_variance
    }
}

/// An interval that reaches so far to each side at least.
pub(crate) fn wider(estimate: Estimate, half: f64) -> Estimate {
    let Estimate { value, low, high } = estimate;
    Estimate {
        value,
        low: low.min(value - half),
        high: high.max(value + half),
    }
}

/// The interval of a share ends at 0 and 1.
pub(crate) fn within(estimate: Estimate, is_share: bool) -> Estimate {
    let Estimate { value, low, high } = estimate;
    match is_share {
        true => Estimate {
            value,
            low: low.max(0.0),
            high: high.min(1.0),
        },
        false => estimate,
    }
}
