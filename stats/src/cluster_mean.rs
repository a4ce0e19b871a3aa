//! Means of a metric over games, with the game pair as the unit.
//!
//! A mean is the ratio estimator over pairs of [`PairSums`]: with `yₚ` the total and `nₚ` the games of
//! pair `p`, `r = Σ yₚ / Σ nₚ`. The *influence* of pair `p` on it is `iₚ = (yₚ − r·nₚ) / Σ nₚ`, and its
//! variance `P/(P−1)·Σ iₚ²`. Where several players take turns, their variance is the one that counts (`player_sample`).

use crate::PairSums;
use crate::estimate::{Estimate, Z};
use crate::player_sample::{SampleVariance, mean_of_players};
use std::collections::BTreeMap;

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
    /// By pair: its influence.
    pub(crate) influences: BTreeMap<u64, f64>,
    /// Where several players take turns, the mean of each.
    pub(crate) by_player: Vec<f64>,
    /// Where several ways to begin take turns, the mean of each.
    pub(crate) by_opening: Vec<f64>,
    /// A variance besides that of the games.
    pub(crate) further_variance: f64,
}

impl Mean {
    /// The mean of `(pair, number)` of games; `None` below two pairs. `is_share` when all numbers lie
    /// between 0 and 1.
    pub fn of(games: impl Iterator<Item = (u64, f64)>, is_share: bool) -> Option<Mean> {
        let mut by_pair: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
        let (mut count, mut sum, mut squares) = (0_u32, 0.0, 0.0);
        let mut is_of_games = is_share;
        for (pair, number) in games {
            let (total, games) = by_pair.entry(pair).or_default();
            *total += number;
            *games += 1.0;
            count += 1;
            sum += number;
            squares += number * number;
            is_of_games &= [0.0, 0.5, 1.0].contains(&number);
        }
        let mut sums = PairSums::default();
        (by_pair.values()).for_each(|&(total, games)| sums.add(total, games));
        let estimate = if is_share { sums.share() } else { sums.mean() }?;
        let (games, pairs) = (f64::from(count), by_pair.len() as f64);
        let correction = (pairs / (pairs - 1.0)).sqrt() / games;
        let influences = by_pair.into_iter().map(|(pair, (total, games))| {
            let influence = (total - estimate.value * games) * correction;
            (pair, influence)
        });
        let variance = (squares - sum * sum / games) / (games - 1.0);
        Some(Mean {
            games: u64::from(count),
            estimate,
            standard_deviation: variance.max(0.0).sqrt(),
            is_share,
            is_of_games,
            influences: influences.collect(),
            by_player: Vec::new(),
            by_opening: Vec::new(),
            further_variance: 0.0,
        })
    }

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

    /// The same for games of `count` players that take turns: the mean of their means, with the variance between
    /// them. `player_of` says who played a pair. Where a player has no games, or all have the same mean, players are
    /// taken as given.
    pub fn of_players(
        games: impl Iterator<Item = (u64, f64)> + Clone,
        is_share: bool,
        count: usize,
        player_of: impl Fn(u64) -> usize,
    ) -> Option<Mean> {
        let mean = Mean::of(games.clone(), is_share)?;
        if count < 2 {
            return Some(mean);
        }
        let by_player = means_by(games, count, player_of);
        let Some(estimate) = mean_of_players(&by_player) else {
            return Some(mean);
        };
        Some(Mean {
            estimate: within(estimate, is_share),
            by_player,
            ..mean
        })
    }

    /// The same for games that begin in `count` ways, by turns: at least as uncertain as what these differ by, where there
    /// are three or more. `opening_of` says how a pair began.
    pub fn with_openings(
        mut self,
        games: impl Iterator<Item = (u64, f64)>,
        count: usize,
        opening_of: impl Fn(u64) -> usize,
    ) -> Mean {
        if count < 2 {
            return self;
        }
        self.by_opening = means_by(games, count, opening_of);
        if let Some(sample) = SampleVariance::of_settings(&self.by_opening) {
            let wide = wider(self.estimate, sample.half_width());
            self.estimate = within(wide, self.is_share);
        }
        self
    }

    /// Pairs of games that count.
    pub fn pairs(&self) -> usize {
        self.influences.len()
    }

    /// Whether so many pairs count that their scatter is known well enough to compare the mean with
    /// another one.
    pub fn is_comparable(&self) -> bool {
        self.pairs() >= MIN_COMPARED_PAIRS
    }

    /// The variance of the mean.
    pub(crate) fn variance(&self) -> f64 {
        self.influences.values().map(|one| one * one).sum::<f64>() + self.further_variance
    }
}

/// The means of the games of each of `count` classes of pairs; nothing where one of them has none.
fn means_by(
    games: impl Iterator<Item = (u64, f64)>,
    count: usize,
    class_of: impl Fn(u64) -> usize,
) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); count];
    for (pair, number) in games {
        let (total, games) = &mut sums[class_of(pair)];
        *total += number;
        *games += 1.0;
    }
    let means: Vec<f64> = sums.iter().map(|(total, games)| total / games).collect();
    let is_known = means.iter().all(|mean| mean.is_finite());
    if is_known { means } else { Vec::new() }
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
fn within(estimate: Estimate, is_share: bool) -> Estimate {
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
