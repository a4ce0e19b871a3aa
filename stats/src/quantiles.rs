//! Quantiles of whole numbers of games with the game pair as the unit of the interval.

use crate::PairSums;
use crate::estimate::{Estimate, Z};

/// Quantiles of the numbers of games given as `(pair, number)`, those of a pair one after the other, with their 95 %
/// intervals, by their probabilities; `None` for fewer than two pairs. The memory is that of a count for each number up to
/// the largest.
///
/// A quantile is the smallest number that at least this share of games does not exceed. The interval is Woodruff's
/// (*Confidence intervals for medians and other position measures*, 1952): the numbers at the ends of the interval of that
/// share.
pub fn quantiles<const N: usize>(
    games: impl Iterator<Item = (u64, u32)> + Clone,
    probabilities: [f64; N],
) -> [Option<Estimate>; N] {
    let mut counts: Vec<u64> = Vec::new();
    for (_, number) in games.clone() {
        let place = number as usize;
        if place >= counts.len() {
            counts.resize(place + 1, 0);
        }
        counts[place] += 1;
    }
    let all: u64 = counts.iter().sum();
    let at = |share: f64| -> Option<u32> {
        let least = ((share * all as f64).ceil().max(1.0) as u64).min(all);
        let mut up_to = 0;
        let mut numbers = (0..).zip(&counts);
        let found = numbers.find(|(_, count)| {
            up_to += *count;
            up_to >= least && **count > 0
        });
        found.map(|(number, _)| number)
    };
    probabilities.map(|probability| {
        let value = at(probability)?;
        let mut below = PairSums::default();
        let mut pair = (0, 0.0, 0.0);
        for (number, length) in games.clone() {
            if number != pair.0 {
                below.add(pair.1, pair.2);
                pair = (number, 0.0, 0.0);
            }
            pair.1 += f64::from(u8::from(length <= value));
            pair.2 += 1.0;
        }
        below.add(pair.1, pair.2);
        let half = Z * below.variance()?.sqrt();
        Some(Estimate {
            value: value.into(),
            low: at(probability - half)?.into(),
            high: at(probability + half)?.into(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_order_statistics() {
        let games = (0..1000).map(|game| (game, game as u32 + 1));
        let [median, least] = quantiles(games, [0.5, 0.0001]).map(|one| one.expect("pairs"));
        assert_eq!(median.value, 500.0);
        // The binomial interval of the median of 1000 single games: the 469th and the 532nd.
        assert_eq!((median.low, median.high), (469.0, 532.0));
        assert_eq!((least.value, least.low), (1.0, 1.0));
    }

    /// Pairs of two equal games carry as much as one game.
    #[test]
    fn copies_of_a_game_add_nothing() {
        let single = (0..90).map(|game| (game, (game * game % 31) as u32));
        let double = single.clone().flat_map(|game| [game, game]);
        assert_eq!(
            quantiles(single, [0.25, 0.5]),
            quantiles(double, [0.25, 0.5])
        );
    }

    #[test]
    fn one_pair_gives_no_interval() {
        assert_eq!(quantiles([(7, 1), (7, 0)].into_iter(), [0.5]), [None]);
        assert_eq!(quantiles(std::iter::empty(), [0.5]), [None]);
    }
}
