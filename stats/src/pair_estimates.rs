//! Means, shares and quantiles of games with the game pair as the unit of the interval: games
//! gathered by pair, and [`PairSums`] over the pairs.

use crate::PairSums;
use crate::estimate::{Estimate, Z};

/// The sum of some number over the games of one pair.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PairTotal {
    pair: u64,
    total: f64,
    games: f64,
}

impl PairTotal {
    fn join(&mut self, total: f64, games: f64) {
        self.total += total;
        self.games += games;
    }
}

/// Numbers of games, gathered by pair. The order in which games arrive does not matter as long as
/// sums of their values are exact, as those of results and lengths are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ByPair {
    /// In ascending order.
    pairs: Vec<PairTotal>,
}

impl FromIterator<(u64, f64)> for ByPair {
    /// Gathers `(pair, value)` of single games.
    fn from_iter<I: IntoIterator<Item = (u64, f64)>>(games: I) -> Self {
        let mut pairs: Vec<PairTotal> = Vec::new();
        for (pair, total) in games {
            let games = 1.0;
            match pairs.last_mut().filter(|last| last.pair == pair) {
                Some(last) => last.join(total, games),
                None => pairs.push(PairTotal { pair, total, games }),
            }
        }
        // Games mostly come by their pairs, in order.
        if !pairs.is_sorted_by(|one, other| one.pair < other.pair) {
            pairs.sort_by_key(|one| one.pair);
            pairs.dedup_by(|later, kept| {
                let is_same = later.pair == kept.pair;
                if is_same {
                    kept.join(later.total, later.games);
                }
                is_same
            });
        }
        ByPair { pairs }
    }
}

impl ByPair {
    /// Number of pairs.
    pub fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    fn sums(&self) -> PairSums {
        let mut sums = PairSums::default();
        self.pairs
            .iter()
            .for_each(|pair| sums.add(pair.total, pair.games));
        sums
    }

    /// Mean over games with its normal 95 % interval; `None` for fewer than two pairs.
    pub fn mean(&self) -> Option<Estimate> {
        self.sums().mean()
    }

    /// Mean over games of a number between 0 and 1 with an interval that stays there; `None` for
    /// fewer than two pairs.
    pub fn share(&self) -> Option<Estimate> {
        self.sums().share()
    }
}

/// The `probability` quantile of values of games given as `(pair, value)`, those of a pair one after the other, with its
/// 95 % interval; `None` for fewer than two pairs.
///
/// The quantile is the smallest value that at least this share of games does not exceed. The
/// interval is Woodruff's (*Confidence intervals for medians and other position measures*, 1952):
/// the values at the ends of the interval of that share.
pub fn quantile(games: &[(u64, f64)], probability: f64) -> Option<Estimate> {
    let mut values: Vec<f64> = games.iter().map(|game| game.1).collect();
    values.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| -> Option<f64> {
        let place = (share * values.len() as f64).ceil().max(1.0) as usize;
        values.get(place.min(values.len()) - 1).copied()
    };
    if values.is_empty() {
        return None;
    }
    let value = at(probability)?;
    let mut below = PairSums::default();
    for pair in games.chunk_by(|one, other| one.0 == other.0) {
        let count = pair.iter().filter(|game| game.1 <= value).count();
        below.add(count as f64, pair.len() as f64);
    }
    let half = Z * below.variance()?.sqrt();
    Some(Estimate {
        value,
        low: at(probability - half)?,
        high: at(probability + half)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of two equal games carry as much as one game: the interval is that of single games.
    #[test]
    fn copies_of_a_game_add_nothing() {
        let results = [1.0, 0.0, 1.0, 1.0, 0.5, 0.0, 1.0, 0.5];
        let single: ByPair = (0..).zip(results).collect();
        let double: ByPair = (0..).zip(results).flat_map(|game| [game, game]).collect();
        assert_eq!(single.mean(), double.mean());
        assert_eq!(single.share(), double.share());
    }

    #[test]
    fn games_may_come_in_any_order() {
        let games = [(3, 1.0), (1, 0.5), (3, 0.0), (2, 1.0), (1, 1.0), (2, 0.0)];
        let mixed: ByPair = games.into_iter().collect();
        let mut sorted = games;
        sorted.sort_by_key(|game| game.0);
        assert_eq!(mixed, sorted.into_iter().collect());
        assert_eq!(mixed.pair_count(), 3);
    }

    /// Single games of 0 and 1: Wilson's interval of 8 in 10 is [0.490, 0.943] with n in the
    /// variance; with n - 1, as here, it is that of 9 effective games.
    #[test]
    fn single_games_give_the_wilson_interval() {
        let games: ByPair = (0..10)
            .map(|i| (i, if i < 8 { 1.0 } else { 0.0 }))
            .collect();
        let share = games.share().expect("ten pairs");
        let (s, n, z2) = (0.8, 9.0, Z * Z);
        let root = (s * (1.0 - s) / n + z2 / (4.0 * n * n)).sqrt();
        let low = (s + z2 / (2.0 * n) - Z * root) / (1.0 + z2 / n);
        let high = (s + z2 / (2.0 * n) + Z * root) / (1.0 + z2 / n);
        assert!((share.low - low).abs() < 1e-12 && (share.high - high).abs() < 1e-12);
    }

    #[test]
    fn a_share_of_nothing_or_all_keeps_an_interval() {
        let none: ByPair = (0..200).map(|game| (game / 2, 0.0)).collect();
        let share = none.share().expect("100 pairs");
        assert_eq!((share.value, share.low), (0.0, 0.0));
        // Wilson for 0 of 100: z²/(n + z²).
        assert!((share.high - Z * Z / (100.0 + Z * Z)).abs() < 1e-12);
        let all: ByPair = (0..200).map(|game| (game / 2, 1.0)).collect();
        let share = all.share().expect("100 pairs");
        assert_eq!((share.value, share.high), (1.0, 1.0));
        let balanced: ByPair = (0..200).map(|game| (game / 2, (game % 2) as f64)).collect();
        let share = balanced.share().expect("100 pairs");
        assert!(share.value == 0.5 && share.low < 0.42 && share.high > 0.58);
    }

    #[test]
    fn quantiles_are_order_statistics() {
        let games: Vec<(u64, f64)> = (0..1000).map(|i| (i, (i + 1) as f64)).collect();
        let median = quantile(&games, 0.5).expect("pairs");
        assert_eq!(median.value, 500.0);
        // The binomial interval of the median of 1000 single games: the 469th and the 532nd.
        assert_eq!((median.low, median.high), (469.0, 532.0));
        assert_eq!(quantile(&games, 0.0001).map(|q| q.low), Some(1.0));
    }

    #[test]
    fn one_pair_gives_no_interval() {
        let games = [(7, 1.0), (7, 0.0)];
        let by_pair: ByPair = games.into_iter().collect();
        assert_eq!((by_pair.mean(), by_pair.share()), (None, None));
        assert_eq!(quantile(&games, 0.5), None);
        assert_eq!(quantile(&[], 0.5), None);
    }
}
