//! Weighted sums of means, such as differences, with the game pair as the unit.
//!
//! Pairs of different rule sets with the same number have the same opening as far as their moves agree; so a weighted
//! sum `Σ w·r` of [means](Mean), in which pair `p` has the influence `iₚ` on each, has the variance `Σₚ (Σ w·iₚ)²`,
//! which takes into account what matched openings have in common, and is right without it too. Where several players
//! take turns, their variance is the one that counts (`player_sample`).

use crate::cluster_mean::{Mean, wider};
use crate::estimate::{Estimate, Z};
use crate::player_sample::SampleVariance;
use std::collections::{BTreeMap, BTreeSet};

/// A mean of a weighted sum.
#[derive(Clone, Copy, Debug)]
pub struct Part<'m> {
    /// Its weight.
    pub weight: f64,
    /// The mean.
    pub mean: &'m Mean,
    /// By whose players it was played: those of parts with the same number are the same.
    pub played_by: usize,
    /// The setting that it is of, besides the way to begin: parts with the same number share it.
    pub setting: usize,
}

/// A weighted sum of means, such as a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The sum and its interval.
    pub estimate: Estimate,
    /// The sum in units of its standard error, towards 0; where that is known from few players, the number from a
    /// standard normal distribution that is as surprising; `None` when nothing varies.
    pub z: Option<f64>,
    /// How large it is whatever the number of games: Cohen's *h* of shares of games, or else Cohen's *d*
    /// (*Statistical power analysis for the behavioral sciences*, 1988).
    pub effect: Estimate,
    /// What that is: Cohen's h or Cohen's d.
    pub effect_unit: &'static str,
    /// The games behind it.
    pub games: u64,
    /// The pairs of games behind it.
    pub pairs: u64,
}

impl Contrast {
    /// The weighted sum of some means, of the same metric.
    ///
    /// The interval of a mean is normal. That of a share is put together from the intervals of the
    /// single shares (Zou and Donner, *Construction of confidence intervals about effect measures*,
    /// 2008), narrowed or widened as matched pairs have it, so that shares near 0 or 1 have an honest
    /// one.
    ///
    /// Where players are a sample, the interval is that of Student with the variance between players, even around the
    /// sum. Where games begin in several ways, by turns, the interval is the wider one of that and of Student's with the
    /// variance of the sum between settings, which the means have in common.
    pub fn of(parts: &[Part<'_>]) -> Contrast {
        let sample = variance_between_players(parts);
        let between_settings = variance_between_settings(parts);
        let parts: Vec<(f64, &Mean)> = parts.iter().map(|part| (part.weight, part.mean)).collect();
        let parts = parts.as_slice();
        let value: f64 = parts
            .iter()
            .map(|(weight, mean)| weight * mean.estimate.value)
            .sum();
        let mut by_cluster: BTreeMap<u64, f64> = BTreeMap::new();
        let mut alone = 0.0;
        for (weight, mean) in parts {
            alone += weight * weight * mean.variance();
            for &(cluster, influence) in &mean.influences {
                *by_cluster.entry(cluster).or_default() += weight * influence;
            }
        }
        let further = parts
            .iter()
            .map(|(weight, mean)| weight * weight * mean.further_variance);
        let variance = by_cluster.values().map(|one| one * one).sum::<f64>() + further.sum::<f64>();
        let error = variance.sqrt();
        let is_share = parts.iter().all(|(_, mean)| mean.is_share);
        let around = |value: f64, below: f64, above: f64| Estimate {
            value,
            low: value - below,
            high: value + above,
        };
        let matched = if alone > 0.0 && variance > 0.0 {
            (variance / alone).sqrt()
        } else {
            1.0
        };
        let of_shares = |number: fn(f64) -> f64| {
            let (value, below, above) = reach(parts, number);
            around(value, matched * below, matched * above)
        };
        let given = if is_share {
            of_shares(|share| share)
        } else {
            around(value, Z * error, Z * error)
        };
        let played = sample.map_or(given, |sample| Estimate::around(value, sample.half_width()));
        let estimate = between_settings.map_or(played, |one| wider(played, one.half_width()));
        let z = sample.map_or(distance(played), |sample| sample.z(value));
        let z_of_settings = between_settings.and_then(|one| one.z(value));
        // How much wider the interval is for the players and settings.
        let wider = match given.high - given.low {
            width if width > 0.0 => (estimate.high - estimate.low) / width,
            _ => 1.0,
        };
        let (effect, effect_unit) = if parts.iter().all(|(_, mean)| mean.is_of_games) {
            let h = of_shares(|share| 2.0 * libm::asin(share.clamp(0.0, 1.0).sqrt()));
            let h = around(
                h.value,
                wider * (h.value - h.low),
                wider * (h.high - h.value),
            );
            (h, "Cohen's h")
        } else {
            let variances = parts
                .iter()
                .map(|(_, mean)| mean.standard_deviation.powi(2));
            let deviation = (variances.sum::<f64>() / parts.len().max(1) as f64).sqrt();
            let d = estimate.scaled(if deviation > 0.0 {
                1.0 / deviation
            } else {
                0.0
            });
            (d, "Cohen's d")
        };
        Contrast {
            estimate,
            z: z.map(|z| match z_of_settings {
                Some(other) if other.abs() < z.abs() => other,
                _ => z,
            }),
            effect,
            effect_unit,
            games: parts.iter().map(|(_, mean)| mean.games).sum(),
            pairs: parts.iter().map(|(_, mean)| mean.pairs() as u64).sum(),
        }
    }
}

/// The variance of a sum by what players and their games differ by; `None` when all players are taken as given.
fn variance_between_players(parts: &[Part<'_>]) -> Option<SampleVariance> {
    if parts.iter().all(|part| part.mean.by_player.is_empty()) {
        return None;
    }
    let mut sums: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let mut all = Vec::new();
    for Part {
        weight,
        mean,
        played_by,
        ..
    } in parts
    {
        if mean.by_player.is_empty() {
            all.push(SampleVariance::known(weight * weight * mean.variance()));
            continue;
        }
        // All players share it.
        all.push(SampleVariance::known(
            weight * weight * mean.further_variance,
        ));
        let own = sums.entry(*played_by).or_default();
        own.resize(own.len().max(mean.by_player.len()), 0.0);
        for (sum, number) in own.iter_mut().zip(&mean.by_player) {
            *sum += weight * number;
        }
    }
    all.extend(sums.values().filter_map(|own| SampleVariance::of_mean(own)));
    Some(SampleVariance::sum(&all))
}

/// The variance of a sum by what the settings differ by in which its means were measured: players with a way to begin;
/// `None` where there are too few of them.
fn variance_between_settings(parts: &[Part<'_>]) -> Option<SampleVariance> {
    let mut sums: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for part in parts {
        if part.mean.by_opening.is_empty() {
            return None;
        }
        for (opening, mean) in part.mean.by_opening.iter().enumerate() {
            *sums.entry((part.setting, opening)).or_default() += part.weight * mean;
        }
    }
    let settings: BTreeSet<usize> = parts.iter().map(|part| part.setting).collect();
    // The sum is the mean over settings besides the way to begin.
    let times = settings.len() as f64;
    let numbers: Vec<f64> = sums.into_values().map(|sum| times * sum).collect();
    SampleVariance::of_settings(&numbers)
}

/// How far an estimate is from 0 in its standard errors, of a lopsided interval on the side of 0;
/// `None` when nothing varies.
fn distance(estimate: Estimate) -> Option<f64> {
    let Estimate { value, low, high } = estimate;
    let towards = if value > 0.0 {
        value - low
    } else {
        high - value
    };
    (towards > 1e-12).then_some(Z * value / towards)
}

/// A weighted sum of a rising function of shares, and how far below and above it its interval reaches
/// if they are independent.
fn reach(parts: &[(f64, &Mean)], of: fn(f64) -> f64) -> (f64, f64, f64) {
    let (mut sum, mut below, mut above) = (0.0, 0.0, 0.0);
    for (weight, mean) in parts {
        let Estimate { value, low, high } = mean.estimate;
        let [value, low, high] = [value, low, high].map(of);
        let (down, up) = if *weight >= 0.0 {
            (value - low, high - value)
        } else {
            (high - value, value - low)
        };
        sum += weight * value;
        below += (weight * down).powi(2);
        above += (weight * up).powi(2);
    }
    (sum, below.sqrt(), above.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MeanSums;

    fn mean(numbers: &[f64], is_share: bool) -> Mean {
        Mean::of((0..).zip(numbers.iter().copied()), is_share).expect("pairs")
    }

    fn difference(one: &Mean, other: &Mean) -> Contrast {
        let part = |weight, mean, played_by| Part {
            weight,
            mean,
            played_by,
            setting: 0,
        };
        Contrast::of(&[part(1.0, one, 0), part(-1.0, other, 1)])
    }

    /// Newcombe's example of 56 in 70 against 48 in 80 has the interval [0.0524, 0.3339]
    /// (*Interval estimation for the difference between independent proportions*, 1998, method 10);
    /// ours divides by one less, as for samples.
    #[test]
    fn differences_of_shares_are_those_of_newcombe() {
        let share = |yes: usize, all: usize, from: u64| {
            let games = (0..all).map(|at| (from + at as u64, f64::from(u8::from(at < yes))));
            Mean::of(games, true).expect("pairs")
        };
        let (one, other) = (share(56, 70, 0), share(48, 80, 1_000));
        let found = difference(&one, &other).estimate;
        assert!((found.value - 0.2).abs() < 1e-12);
        assert!((found.low - 0.0524).abs() < 2e-3, "{found:?}");
        assert!((found.high - 0.3339).abs() < 2e-3, "{found:?}");
    }

    /// Matched pairs that differ by the same amount have a difference without error.
    #[test]
    fn what_pairs_have_in_common_does_not_count() {
        let one = mean(&[1.0, 5.0, 9.0, 2.0], false);
        let other = mean(&[3.0, 7.0, 11.0, 4.0], false);
        let found = difference(&other, &one);
        assert!((found.estimate.value - 2.0).abs() < 1e-12);
        assert!(found.estimate.high - found.estimate.low < 1e-9, "{found:?}");
    }

    /// By hand: means 2 and 4, both with a standard deviation of 1; the error is √(1/3 + 1/3).
    #[test]
    fn effects_are_in_standard_deviations() {
        let one = mean(&[1.0, 2.0, 3.0], false);
        let other = Mean::of((10..).zip([3.0, 4.0, 5.0]), false).expect("pairs");
        let found = difference(&other, &one);
        assert!((found.effect.value - 2.0).abs() < 1e-12);
        let z = found.z.expect("they vary");
        assert!((z - 2.0 / (2.0_f64 / 3.0).sqrt()).abs() < 1e-12, "{z}");
    }

    /// That nothing was ever seen is no certainty that it never happens.
    #[test]
    fn shares_of_nothing_keep_an_interval() {
        let none = mean(&[0.0; 100], true);
        let other = Mean::of((500..600).map(|pair| (pair, 0.0)), true).expect("pairs");
        let found = difference(&none, &other);
        assert_eq!((found.z, found.estimate.value), (Some(0.0), 0.0));
        assert!(found.estimate.high > 0.02 && found.estimate.low < -0.02);
    }

    /// By hand: a standard error of ½ of the games and of √3/2 besides make 1.
    #[test]
    fn what_numbers_are_off_by_widens_intervals() {
        let known = mean(&[0.0, 1.0, 0.0, 1.0, 0.0, 1.0], false);
        let half = known.estimate.high - known.estimate.value;
        let off = known
            .clone()
            .with_further_variance(3.0 * (half / Z).powi(2));
        assert!((off.estimate.high - off.estimate.value - 2.0 * half).abs() < 1e-12);
        // Matched pairs have it in common no more than others.
        let found = difference(&off, &known).estimate;
        assert!(
            (found.high - 3.0_f64.sqrt() * half).abs() < 1e-12,
            "{found:?}"
        );
    }

    /// Two players a rule set that differ by more than their games: what is known of them is little.
    #[test]
    fn few_players_make_wide_intervals() {
        let games = |shift: [f64; 2]| {
            let games = (0..400_u64)
                .map(move |pair| (pair, shift[(pair % 2) as usize] + (pair / 2 % 2) as f64));
            let mut sums = MeanSums::new([2, 1]);
            games.for_each(|(pair, number)| sums.add(pair, number, [(pair % 2) as usize, 0]));
            sums.mean(false).expect("pairs")
        };
        let (one, other) = (games([0.0, 1.0]), games([3.0, 4.0]));
        assert_eq!((one.by_player.len(), one.estimate.value), (2, 1.0));
        let found = difference(&other, &one);
        // Variances of 1/4 each with one degree of freedom: two together, whose 97.5 % point is 4.3027.
        assert!((found.estimate.value - 3.0).abs() < 1e-12);
        let half = 4.302_653 * 0.5_f64.sqrt();
        assert!((found.estimate.high - 3.0 - half).abs() < 1e-5, "{found:?}");
        let given = |mean: &Mean| Mean {
            by_player: Vec::new(),
            ..mean.clone()
        };
        let narrow = difference(&given(&other), &given(&one)).estimate;
        assert!(narrow.high - narrow.low < 0.4, "{narrow:?}");
    }
}
