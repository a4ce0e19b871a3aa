//! Means of games, quantiles, and weighted sums of means, with the game pair as the unit.
//!
//! A mean is the ratio estimator over clusters (W. G. Cochran, *Sampling Techniques*, 1977, section
//! 9.8). With `yₚ` the total and `nₚ` the number of games of pair `p`, it is `r = Σ yₚ / Σ nₚ`. The
//! influence of the pair is `iₚ = (yₚ − r·nₚ) / Σ nₚ`, and the variance `P/(P−1)·Σ iₚ²` for `P`
//! pairs. A pair with only one counted game (for example, if the other is unfinished) is included.
//!
//! The memory does not grow with the number of games. A difference of means needs the influences,
//! which are kept by *cluster*: that of pair `p` is `p mod` [`CLUSTERS`]. The scatter of independent
//! clusters estimates the same variance (random groups: K. M. Wolter, *Introduction to Variance
//! Estimation*, 2007, chapter 2), to 1.6 % with 8 190 degrees of freedom.
//!
//! Where `K` players of one recipe take turns, each in pairs of its own, the mean of their means has
//! the variance `S²/K`, with `S²` the variance between players: it includes the error of the games.

use crate::estimate::{Estimate, LEVEL, Z};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use std::collections::{BTreeMap, BTreeSet};

/// The number of clusters of pairs. It is prime, so that whatever takes turns from pair to pair also
/// takes turns within each cluster.
pub const CLUSTERS: u64 = 8_191;

/// The minimum number of pairs for a comparison: with fewer, intervals from normal quantiles are too
/// narrow.
pub const MIN_COMPARED_PAIRS: u64 = 30;

/// The minimum number of settings that give a variance between settings.
const MIN_SETTINGS: usize = 3;

/// From this many degrees of freedom on, the normal distribution stands for Student's: their 97.5 %
/// points differ by 10⁻⁵. (For more, `statrs` becomes inexact; from 10⁷ on it does not return.)
const MAX_DF: f64 = 1e5;

/// A sum of weighted numbers, and the sum of the weights.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Total {
    /// Sum of the numbers times their weights.
    pub sum: f64,
    /// Sum of the weights.
    pub weight: f64,
}

impl Total {
    /// Adds a number with its weight.
    pub fn add(&mut self, number: f64, weight: f64) {
        self.sum += weight * number;
        self.weight += weight;
    }

    /// Adds another total.
    pub fn join(&mut self, other: &Total) {
        self.sum += other.sum;
        self.weight += other.weight;
    }

    /// The weighted mean; `None` without weight.
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}

/// Sums over pairs, from which the mean of games follows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PairSums {
    pairs: f64,
    games: f64,
    total: f64,
    squares: f64,
    products: f64,
    game_squares: f64,
}

impl PairSums {
    /// Adds a pair by the total of its games and their number; a pair without games is ignored.
    pub fn add(&mut self, total: f64, games: f64) {
        if games > 0.0 {
            self.pairs += 1.0;
            self.games += games;
            self.total += total;
            self.squares += total * total;
            self.products += total * games;
            self.game_squares += games * games;
        }
    }

    /// Adds the pairs of other sums.
    pub fn join(&mut self, other: &PairSums) {
        self.pairs += other.pairs;
        self.games += other.games;
        self.total += other.total;
        self.squares += other.squares;
        self.products += other.products;
        self.game_squares += other.game_squares;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.pairs as u64
    }

    fn ratio(&self) -> f64 {
        self.total / self.games
    }

    /// Variance of the mean; `None` for fewer than two pairs.
    pub fn variance(&self) -> Option<f64> {
        if self.pairs < 2.0 {
            return None;
        }
        let ratio = self.ratio();
        let squares =
            self.squares - 2.0 * ratio * self.products + ratio * ratio * self.game_squares;
        // Rounding may make it negative where all pairs agree.
        let squares = squares.max(0.0);
        Some(self.pairs / (self.pairs - 1.0) * squares / (self.games * self.games))
    }

    /// Mean of the games with its normal 95 % interval; `None` for fewer than two pairs.
    pub fn mean(&self) -> Option<Estimate> {
        let half = Z * self.variance()?.sqrt();
        let value = self.ratio();
        Some(Estimate::around(value, half))
    }

    /// Mean of numbers between 0 and 1 (a share, a score) with an interval that stays between 0 and
    /// 1; `None` for fewer than two pairs.
    ///
    /// Wilson's interval (1927) with the effective number of games `r(1-r)/variance`, as for
    /// clustered surveys (C. Franco et al., *Comparative study of confidence intervals for
    /// proportions in complex sample surveys*, 2019). Where all pairs agree, each pair counts as one
    /// game.
    pub fn share(&self) -> Option<Estimate> {
        let variance = self.variance()?;
        let share = self.ratio();
        let binomial = share * (1.0 - share);
        let effective = if binomial > 0.0 && variance > binomial * 1e-12 {
            binomial / variance
        } else {
            self.pairs
        };
        let z2 = Z * Z / effective;
        let centre = (share + z2 / 2.0) / (1.0 + z2);
        let half = Z * (binomial / effective + z2 / (4.0 * effective)).sqrt() / (1.0 + z2);
        Some(Estimate {
            value: share,
            low: (centre - half).clamp(0.0, share),
            high: (centre + half).clamp(share, 1.0),
        })
    }
}

/// Sums over pairs whose games arrive one after the other.
#[derive(Clone, Debug, Default)]
struct GamesByPair {
    closed: PairSums,
    open: (u64, Total),
}

impl GamesByPair {
    fn add(&mut self, pair: u64, number: f64) {
        if self.open.0 != pair {
            self.closed = self.sums();
            self.open = (pair, Total::default());
        }
        self.open.1.add(number, 1.0);
    }

    fn sums(&self) -> PairSums {
        let (mut sums, (_, open)) = (self.closed, self.open);
        sums.add(open.sum, open.weight);
        sums
    }
}

/// Quantiles of numbers of games with their 95 % intervals; `None` for fewer than two pairs.
///
/// Games are `(pair, number)`, those of a pair one after the other. The memory is a count for each
/// number up to the largest. A quantile is the smallest number that at least this share of games
/// does not exceed. The interval is that of R. S. Woodruff (*Confidence intervals for medians and
/// other position measures*, 1952): the numbers at the ends of the interval of that share.
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
        let min = ((share * all as f64).ceil().max(1.0) as u64).min(all);
        let mut up_to = 0;
        let found = (0..).zip(&counts).find(|(_, count)| {
            up_to += *count;
            up_to >= min && **count > 0
        });
        found.map(|(number, _)| number)
    };
    probabilities.map(|probability| {
        let value = at(probability)?;
        let mut not_above = GamesByPair::default();
        for (pair, number) in games.clone() {
            not_above.add(pair, f64::from(u8::from(number <= value)));
        }
        let half = Z * not_above.sums().variance()?.sqrt();
        Some(Estimate {
            value: value.into(),
            low: at(probability - half)?.into(),
            high: at(probability + half)?.into(),
        })
    })
}

/// Accumulates the numbers of games into a [`Mean`].
#[derive(Clone, Debug)]
pub struct MeanSums {
    pairs: GamesByPair,
    clusters: Vec<Total>,
    squares: f64,
    is_of_games: bool,
    by_player: Vec<Total>,
    by_opening: Vec<Total>,
}

impl MeanSums {
    /// No games yet, for the numbers of players and of opening policies that take turns.
    pub fn new([players, openings]: [usize; 2]) -> MeanSums {
        MeanSums {
            pairs: GamesByPair::default(),
            clusters: Vec::new(),
            squares: 0.0,
            is_of_games: true,
            by_player: vec![Total::default(); players],
            by_opening: vec![Total::default(); openings],
        }
    }

    /// Adds the number of a game of a pair. The games of a pair follow each other.
    pub fn add(&mut self, pair: u64, number: f64, [player, opening]: [usize; 2]) {
        self.pairs.add(pair, number);
        let cluster = (pair % CLUSTERS) as usize;
        if cluster >= self.clusters.len() {
            self.clusters.resize(cluster + 1, Total::default());
        }
        self.clusters[cluster].add(number, 1.0);
        self.by_player[player].add(number, 1.0);
        self.by_opening[opening].add(number, 1.0);
        self.squares += number * number;
        self.is_of_games &= [0.0, 0.5, 1.0].contains(&number);
    }

    /// The mean; `None` for fewer than two pairs. `is_share`: all numbers lie between 0 and 1.
    ///
    /// Where several players take turns, it is the mean of their means with the variance between
    /// them; players count as fixed where one has no games or all have the same mean. Where three or
    /// more opening policies take turns, the interval is at least as wide as their variance makes it.
    pub fn mean(&self, is_share: bool) -> Option<Mean> {
        let pairs = self.pairs.sums();
        let of_pairs = if is_share {
            pairs.share()
        } else {
            pairs.mean()
        }?;
        let known = || {
            self.clusters
                .iter()
                .zip(0..)
                .filter(|(total, _)| total.weight > 0.0)
        };
        let games: f64 = known().map(|(total, _)| total.weight).sum();
        let sum: f64 = known().map(|(total, _)| total.sum).sum();
        let clusters = known().count() as f64;
        let correction = (clusters / (clusters - 1.0)).sqrt() / games;
        let influence = |total: &Total| (total.sum - of_pairs.value * total.weight) * correction;
        let variance = (self.squares - sum * sum / games) / (games - 1.0);
        let by_player = means(&self.by_player);
        let of_players = mean_of_players(&by_player).map(|one| within(one, is_share));
        let by_opening = means(&self.by_opening);
        let played = of_players.unwrap_or(of_pairs);
        let estimate = Variance::of_settings(&by_opening).map_or(played, |between| {
            within(at_least(played, between.half_width()), is_share)
        });
        Some(Mean {
            games: games as u64,
            estimate,
            standard_deviation: variance.max(0.0).sqrt(),
            is_share,
            is_of_games: is_share && self.is_of_games,
            pairs: pairs.pairs(),
            influences: known()
                .map(|(total, number)| (number, influence(total)))
                .collect(),
            by_player: of_players.map_or_else(Vec::new, |_| by_player),
            by_opening,
            further_variance: 0.0,
        })
    }
}

/// The mean of each total; none where there is only one total or one of them is empty.
fn means(totals: &[Total]) -> Vec<f64> {
    let means: Option<Vec<f64>> = totals.iter().map(Total::mean).collect();
    means.filter(|_| totals.len() > 1).unwrap_or_default()
}

/// The mean of a metric over the games of one rule set between players of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Mean {
    /// Games that count.
    pub games: u64,
    /// The mean and its interval.
    pub estimate: Estimate,
    /// Standard deviation of single games.
    pub standard_deviation: f64,
    /// Whether the numbers lie between 0 and 1.
    is_share: bool,
    /// Whether the numbers are all 0, ½ or 1, so that the mean is a share of games.
    is_of_games: bool,
    pairs: u64,
    /// The influence of each [cluster](CLUSTERS) of pairs, by its number.
    influences: Vec<(u64, f64)>,
    /// The mean of each player, where several take turns.
    by_player: Vec<f64>,
    /// The mean of each opening policy, where several take turns.
    by_opening: Vec<f64>,
    /// Variance besides that of the games.
    further_variance: f64,
}

impl Mean {
    /// The mean of games `(pair, number)`; `None` for fewer than two pairs. The games of a pair
    /// follow each other. `is_share`: all numbers lie between 0 and 1.
    pub fn of(games: impl Iterator<Item = (u64, f64)>, is_share: bool) -> Option<Mean> {
        let mut sums = MeanSums::new([1, 1]);
        games.for_each(|(pair, number)| sums.add(pair, number, [0, 0]));
        sums.mean(is_share)
    }

    /// Adds the variance of an error that all numbers share.
    pub fn with_further_variance(mut self, variance: f64) -> Mean {
        let wider = |half: f64| libm::hypot(half, Z * variance.sqrt());
        let Estimate { value, low, high } = self.estimate;
        let estimate = Estimate::reaching(value, wider(value - low), wider(high - value));
        self.estimate = within(estimate, self.is_share);
        self.further_variance += variance;
        self
    }

    /// Pairs of games that count.
    pub fn pairs(&self) -> usize {
        self.pairs as usize
    }

    /// Whether there are enough pairs to compare the mean with another one.
    pub fn is_comparable(&self) -> bool {
        self.pairs >= MIN_COMPARED_PAIRS
    }

    fn variance(&self) -> f64 {
        let squares = self.influences.iter().map(|(_, one)| one * one);
        squares.sum::<f64>() + self.further_variance
    }
}

/// The interval, extended to reach at least `half` to each side.
fn at_least(estimate: Estimate, half: f64) -> Estimate {
    Estimate {
        low: estimate.low.min(estimate.value - half),
        high: estimate.high.max(estimate.value + half),
        ..estimate
    }
}

/// The interval, cut at 0 and 1 if it is that of a share.
fn within(estimate: Estimate, is_share: bool) -> Estimate {
    if !is_share {
        return estimate;
    }
    Estimate {
        low: estimate.low.max(0.0),
        high: estimate.high.min(1.0),
        ..estimate
    }
}

/// An estimated variance with its degrees of freedom.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variance {
    value: f64,
    df: f64,
}

impl Variance {
    /// A variance with its degrees of freedom, infinite when it is known.
    pub fn new(value: f64, df: f64) -> Variance {
        Variance { value, df }
    }

    /// A known variance.
    pub fn known(value: f64) -> Variance {
        Variance::new(value, f64::INFINITY)
    }

    /// The variance of the mean of independent numbers; `None` for fewer than two, or if all are
    /// the same.
    pub fn of_mean(numbers: &[f64]) -> Option<Variance> {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
        (count >= 2.0 && squares > 0.0)
            .then(|| Variance::new(squares / (count - 1.0) / count, count - 1.0))
    }

    /// The variance of the mean over settings; `None` for fewer than three.
    fn of_settings(numbers: &[f64]) -> Option<Variance> {
        Variance::of_mean(numbers).filter(|_| numbers.len() >= MIN_SETTINGS)
    }

    /// The variance of a sum of independent parts, with the degrees of freedom of F. E. Satterthwaite
    /// (*An approximate distribution of estimates of variance components*, 1946), as in Welch's test.
    pub fn sum(parts: &[Variance]) -> Variance {
        let value: f64 = parts.iter().map(|part| part.value).sum();
        let share = |part: &Variance| part.value.powi(2) / part.df;
        Variance::new(value, value.powi(2) / parts.iter().map(share).sum::<f64>())
    }

    /// Half the width of a 95 % interval in standard errors: 1.96 for a known variance, more for few
    /// degrees of freedom.
    pub fn quantile(self) -> f64 {
        match self.student() {
            Some(student) => student.inverse_cdf(0.5 + LEVEL / 2.0),
            None => Z,
        }
    }

    /// Half the width of a 95 % interval.
    pub fn half_width(self) -> f64 {
        self.quantile() * self.value.sqrt()
    }

    /// The z-score of a number: that of the standard normal distribution with the same p-value.
    /// `None` when nothing varies.
    pub fn z(self, value: f64) -> Option<f64> {
        let distance = value / self.value.sqrt();
        if !distance.is_finite() {
            return None;
        }
        let Some(student) = self.student() else {
            return Some(distance);
        };
        // Smaller probabilities have no representation.
        let tail = student.sf(distance.abs()).max(1e-300);
        Some((-Normal::standard().inverse_cdf(tail)).copysign(distance))
    }

    /// The number of standard errors with the z-score `z`: the inverse of [`Self::z`].
    pub fn distance(self, z: f64) -> f64 {
        match self.student() {
            Some(student) => student.inverse_cdf(Normal::standard().cdf(z)),
            None => z,
        }
    }

    fn student(self) -> Option<StudentsT> {
        let df = Some(self.df.max(1.0)).filter(|df| *df < MAX_DF);
        StudentsT::new(0.0, 1.0, df?).ok()
    }
}

/// The mean of the numbers of several players, with the interval from the variance between them;
/// `None` for fewer than two players, or if all are the same.
pub fn mean_of_players(numbers: &[f64]) -> Option<Estimate> {
    let variance = Variance::of_mean(numbers)?;
    let value = numbers.iter().sum::<f64>() / numbers.len() as f64;
    Some(Estimate::around(value, variance.half_width()))
}

/// A mean with its weight in a contrast.
#[derive(Clone, Copy, Debug)]
pub struct WeightedMean<'m> {
    /// The weight.
    pub weight: f64,
    /// The mean.
    pub mean: &'m Mean,
    /// The group of players: means with the same number have the same players.
    pub players: usize,
    /// The setting besides the opening policy: means with the same number share it.
    pub setting: usize,
}

/// A weighted sum of means, such as a difference.
///
/// Pairs of different rule sets with the same number start from the same opening, as far as their
/// moves agree. With influences `iₚ`, the variance of `Σ w·r` is `Σₚ (Σ w·iₚ)²`, which accounts for
/// matched openings and is right without them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The sum and its interval.
    pub estimate: Estimate,
    /// Its z-score, on the side of 0 where the interval is lopsided; `None` when nothing varies.
    pub z: Option<f64>,
    /// The effect size: Cohen's *h* for shares of games, else Cohen's *d* (J. Cohen, *Statistical
    /// power analysis for the behavioral sciences*, 1988).
    pub effect: Estimate,
    /// Name of the effect size: Cohen's h or Cohen's d.
    pub effect_unit: &'static str,
    /// Games behind it.
    pub games: u64,
    /// Pairs of games behind it.
    pub pairs: u64,
}

impl Contrast {
    /// The weighted sum of means of one metric.
    ///
    /// The interval is normal, or for shares it is put together from those of the single shares
    /// (G. Y. Zou and A. Donner, *Construction of confidence limits about effect measures*, 2008)
    /// and scaled for matched pairs. Where players are a sample, it is Student's with the variance
    /// between players. Where opening policies take turns, the wider one of that and of Student's
    /// with the variance between settings counts.
    pub fn of(parts: &[WeightedMean<'_>]) -> Contrast {
        let between_players = variance_between_players(parts);
        let between_settings = variance_between_settings(parts);
        let values = parts
            .iter()
            .map(|part| part.weight * part.mean.estimate.value);
        let value: f64 = values.sum();
        let mut by_cluster: BTreeMap<u64, f64> = BTreeMap::new();
        let mut unmatched = 0.0;
        for WeightedMean { weight, mean, .. } in parts {
            unmatched += weight * weight * mean.variance();
            for &(cluster, influence) in &mean.influences {
                *by_cluster.entry(cluster).or_default() += weight * influence;
            }
        }
        let further = parts
            .iter()
            .map(|part| part.weight * part.weight * part.mean.further_variance);
        let variance = by_cluster.values().map(|one| one * one).sum::<f64>() + further.sum::<f64>();
        let error = variance.sqrt();
        let is_share = parts.iter().all(|part| part.mean.is_share);
        let matched = if unmatched > 0.0 && variance > 0.0 {
            (variance / unmatched).sqrt()
        } else {
            1.0
        };
        let of_shares = |number: fn(f64) -> f64| {
            let (value, below, above) = recovered(parts, number);
            Estimate::reaching(value, matched * below, matched * above)
        };
        let fixed_players = if is_share {
            of_shares(|share| share)
        } else {
            Estimate::around(value, Z * error)
        };
        let played = between_players.map_or(fixed_players, |between| {
            Estimate::around(value, between.half_width())
        });
        let estimate = between_settings.map_or(played, |one| at_least(played, one.half_width()));
        let z = between_players.map_or(z_of_interval(played), |between| between.z(value));
        let z_of_settings = between_settings.and_then(|one| one.z(value));
        // The factor by which players and settings widen the interval.
        let wider = match fixed_players.high - fixed_players.low {
            width if width > 0.0 => (estimate.high - estimate.low) / width,
            _ => 1.0,
        };
        let (effect, effect_unit) = if parts.iter().all(|part| part.mean.is_of_games) {
            let Estimate { value, low, high } =
                of_shares(|share| 2.0 * libm::asin(share.clamp(0.0, 1.0).sqrt()));
            let h = Estimate::reaching(value, wider * (value - low), wider * (high - value));
            (h, "Cohen's h")
        } else {
            let variances = parts
                .iter()
                .map(|part| part.mean.standard_deviation.powi(2));
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
            games: parts.iter().map(|part| part.mean.games).sum(),
            pairs: parts.iter().map(|part| part.mean.pairs).sum(),
        }
    }
}

/// The variance of a sum between players; `None` when all players are fixed.
fn variance_between_players(parts: &[WeightedMean<'_>]) -> Option<Variance> {
    if parts.iter().all(|part| part.mean.by_player.is_empty()) {
        return None;
    }
    let mut sums: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let mut all = Vec::new();
    for part in parts {
        let (weight, mean) = (part.weight, part.mean);
        if mean.by_player.is_empty() {
            all.push(Variance::known(weight * weight * mean.variance()));
            continue;
        }
        // All players share it.
        all.push(Variance::known(weight * weight * mean.further_variance));
        let own = sums.entry(part.players).or_default();
        own.resize(own.len().max(mean.by_player.len()), 0.0);
        for (sum, number) in own.iter_mut().zip(&mean.by_player) {
            *sum += weight * number;
        }
    }
    all.extend(sums.values().filter_map(|own| Variance::of_mean(own)));
    Some(Variance::sum(&all))
}

/// The variance of a sum between the settings of its means; `None` where these are too few.
fn variance_between_settings(parts: &[WeightedMean<'_>]) -> Option<Variance> {
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
    // The sum is the mean over settings besides the opening policy.
    let times = settings.len() as f64;
    let numbers: Vec<f64> = sums.into_values().map(|sum| times * sum).collect();
    Variance::of_settings(&numbers)
}

/// The z-score of an estimate by the side of its interval towards 0; `None` when nothing varies.
fn z_of_interval(estimate: Estimate) -> Option<f64> {
    let Estimate { value, low, high } = estimate;
    let towards = if value > 0.0 {
        value - low
    } else {
        high - value
    };
    (towards > 1e-12).then_some(Z * value / towards)
}

/// A weighted sum of a rising function of independent shares, and how far its interval reaches below
/// and above it.
fn recovered(parts: &[WeightedMean<'_>], of: fn(f64) -> f64) -> (f64, f64, f64) {
    let (mut sum, mut below, mut above) = (0.0, 0.0, 0.0);
    for WeightedMean { weight, mean, .. } in parts {
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
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn mean_of(games: impl IntoIterator<Item = (u64, f64)>, is_share: bool) -> Mean {
        Mean::of(games.into_iter(), is_share).expect("pairs")
    }

    /// The mean of single games, one a pair, numbered from 0.
    fn mean(numbers: &[f64], is_share: bool) -> Mean {
        mean_of((0..).zip(numbers.iter().copied()), is_share)
    }

    fn difference(one: &Mean, other: &Mean) -> Contrast {
        let parts = [(1.0, one, 0), (-1.0, other, 1)];
        Contrast::of(&parts.map(|(weight, mean, players)| WeightedMean {
            weight,
            mean,
            players,
            setting: 0,
        }))
    }

    #[test]
    fn sums_equal_the_formula_pair_by_pair() {
        let pairs = [(2.0, 2.0), (0.5, 2.0), (1.0, 1.0), (0.0, 2.0), (1.5, 2.0)];
        let mut sums = PairSums::default();
        for (total, games) in pairs {
            sums.add(total, games);
        }
        sums.add(0.0, 0.0);
        let games: f64 = pairs.iter().map(|pair| pair.1).sum();
        let ratio = pairs.iter().map(|pair| pair.0).sum::<f64>() / games;
        let squares = pairs.map(|(total, games)| (total - ratio * games).powi(2));
        let variance = 5.0 / 4.0 * squares.iter().sum::<f64>() / (games * games);
        assert_eq!(sums.pairs(), 5);
        let found = (
            sums.mean().expect("pairs").value,
            sums.variance().expect("pairs"),
        );
        assert!((found.0 - ratio).abs() < 1e-12);
        assert!((found.1 - variance).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn one_pair_has_no_interval() {
        let mut sums = PairSums::default();
        sums.add(1.0, 2.0);
        assert_eq!((sums.mean(), sums.share()), (None, None));
        assert!(Mean::of([(7, 1.0), (7, 0.0)].into_iter(), false).is_none());
        assert_eq!(quantiles([(7, 1), (7, 0)].into_iter(), [0.5]), [None]);
        assert_eq!(quantiles(std::iter::empty(), [0.5]), [None]);
    }

    #[test]
    fn quantiles_are_order_statistics() {
        let games = (0..1000).map(|game| (game, game as u32 + 1));
        let [median, smallest] = quantiles(games, [0.5, 0.0001]).map(|one| one.expect("pairs"));
        assert_eq!(median.value, 500.0);
        // The binomial interval of the median of 1000 single games: the 469th and the 532nd.
        assert_eq!((median.low, median.high), (469.0, 532.0));
        assert_eq!((smallest.value, smallest.low), (1.0, 1.0));
    }

    /// Half of the openings' part is common to two rule sets: for 200 000 pairs the difference has
    /// the planted variance, by clusters as by pairs.
    #[test]
    fn clusters_keep_the_covariance_of_pairs() {
        let mut random = ChaCha8Rng::seed_from_u64(17);
        let pairs = 200_000;
        let mut draw = || random.random_range(-1.0..1.0);
        let (mut one, mut other, mut differences) = (Vec::new(), Vec::new(), Vec::new());
        for pair in 0..pairs {
            let common: f64 = 2.0 * draw();
            for _ in 0..2 {
                let own = [draw(), draw()];
                one.push((pair, common + own[0]));
                other.push((pair, common + own[1]));
                differences.push((pair, own[1] - own[0]));
            }
        }
        let means = [mean_of(one, false), mean_of(other, false)];
        assert_eq!(
            (means[0].games, means[0].pairs()),
            (2 * pairs, pairs as usize)
        );
        assert_eq!(means[0].influences.len(), CLUSTERS as usize);
        let found = difference(&means[1], &means[0]).estimate;
        let known = mean_of(differences, false).estimate;
        assert!((found.value - known.value).abs() < 1e-9);
        let ratio = (found.high - found.low) / (known.high - known.low);
        // Two parts of variance 1/3 each, in two games: 1/3 of a pair's mean difference.
        let planted = 2.0 * 1.959_964 * (1.0_f64 / 3.0 / pairs as f64).sqrt();
        let planted = (found.high - found.low) / planted;
        assert!(
            (ratio - 1.0).abs() < 0.03 && (planted - 1.0).abs() < 0.03,
            "{ratio} {planted}"
        );
    }

    /// Pairs of two equal games carry as much as one game: the interval is that of single games.
    #[test]
    fn copies_of_a_game_add_nothing() {
        let results = [1.0, 0.0, 1.0, 1.0, 0.5, 0.0, 1.0, 0.5];
        let single: Vec<(u64, f64)> = (0..).zip(results).collect();
        let double: Vec<(u64, f64)> = single.iter().flat_map(|&game| [game, game]).collect();
        for is_share in [false, true] {
            let [one, other] = [&single, &double].map(|games| mean_of(games.clone(), is_share));
            assert_eq!(one.estimate, other.estimate);
        }
        let single = (0..90).map(|game| (game, (game * game % 31) as u32));
        let double = single.clone().flat_map(|game| [game, game]);
        assert_eq!(
            quantiles(single, [0.25, 0.5]),
            quantiles(double, [0.25, 0.5])
        );
    }

    /// Single games of 0 and 1: Wilson's interval of 8 in 10 is [0.490, 0.943] with n in the
    /// variance; with n - 1, as here, it is that of 9 effective games.
    #[test]
    fn single_games_give_the_wilson_interval() {
        let games = (0..10).map(|game| (game, if game < 8 { 1.0 } else { 0.0 }));
        let share = mean_of(games, true).estimate;
        let (s, n, z2) = (0.8, 9.0, Z * Z);
        let root = (s * (1.0 - s) / n + z2 / (4.0 * n * n)).sqrt();
        let low = (s + z2 / (2.0 * n) - Z * root) / (1.0 + z2 / n);
        let high = (s + z2 / (2.0 * n) + Z * root) / (1.0 + z2 / n);
        assert!((share.low - low).abs() < 1e-12 && (share.high - high).abs() < 1e-12);
    }

    #[test]
    fn a_share_of_nothing_or_all_keeps_an_interval() {
        let share = |number: fn(u64) -> f64| {
            mean_of((0..200).map(|game| (game / 2, number(game))), true).estimate
        };
        let none = share(|_| 0.0);
        assert_eq!((none.value, none.low), (0.0, 0.0));
        // Wilson for 0 of 100: z²/(n + z²).
        assert!((none.high - Z * Z / (100.0 + Z * Z)).abs() < 1e-12);
        let all = share(|_| 1.0);
        assert_eq!((all.value, all.high), (1.0, 1.0));
        let balanced = share(|game| (game % 2) as f64);
        assert!(balanced.value == 0.5 && balanced.low < 0.42 && balanced.high > 0.58);
    }

    /// Players that take turns do so within each cluster.
    #[test]
    fn clusters_are_alike() {
        for turns in [2, 3, 4, 8, 512] {
            let in_first = (0..turns).map(|round| round * CLUSTERS % turns);
            let mut seen: Vec<u64> = in_first.collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..turns).collect::<Vec<u64>>());
        }
    }

    /// By hand: the mean of 1, 2 and 6 is 3 and the variance 7; the 97.5 % point of t with two
    /// degrees of freedom is 4.3027.
    #[test]
    fn the_mean_of_players_has_the_interval_of_student() {
        let found = mean_of_players(&[1.0, 2.0, 6.0]).expect("they vary");
        let half = 4.302_653 * (7.0_f64 / 3.0).sqrt();
        assert!((found.value - 3.0).abs() < 1e-12);
        assert!((found.high - 3.0 - half).abs() < 1e-5, "{found:?}");
        assert_eq!(mean_of_players(&[2.0, 2.0]), None);
        assert_eq!(mean_of_players(&[2.0]), None);
    }

    /// Welch's test of Student's data of sleep (1908): t = −1.8608 with 17.776 degrees of freedom,
    /// p = 0.07939.
    #[test]
    fn two_groups_are_compared_as_by_welch() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let parts = [one, other].map(|own| Variance::of_mean(&own).expect("they vary"));
        let sum = Variance::sum(&parts);
        assert!((sum.df - 17.776).abs() < 1e-3, "{sum:?}");
        let z = sum.z(0.75 - 2.33).expect("they vary");
        let p = crate::significance::two_sided(z);
        assert!((p - 0.079_39).abs() < 1e-4 && z < 0.0, "{z}");
    }

    /// More degrees of freedom give an interval nearer to the normal one, and millions of them an
    /// answer at once.
    #[test]
    fn any_degrees_of_freedom_have_a_quantile() {
        let mut last = f64::INFINITY;
        for power in 0..120 {
            let df = 10_f64.powf(f64::from(power) / 6.0);
            let quantile = Variance::new(1.0, df).quantile();
            assert!(
                quantile < last + 1e-4 && quantile > Z - 1e-4,
                "{df}: {quantile}"
            );
            last = quantile;
        }
        let known = Variance::known(4.0);
        assert!((known.half_width() - 2.0 * Z).abs() < 1e-12);
        assert_eq!(known.z(3.0), Some(1.5));
    }

    #[test]
    fn distance_is_the_inverse_of_z() {
        let known = Variance::new(4.0, 5.0);
        let distance = known.distance(3.0);
        assert!(distance > 5.0, "{distance}");
        let back = known.z(2.0 * distance).expect("it varies");
        assert!((back - 3.0).abs() < 1e-6, "{back}");
    }

    /// Newcombe's example of 56 in 70 against 48 in 80 has the interval [0.0524, 0.3339]
    /// (*Interval estimation for the difference between independent proportions*, 1998, method 10);
    /// ours divides by one less, as for samples.
    #[test]
    fn differences_of_shares_are_those_of_newcombe() {
        let share = |yes: usize, all: usize, from: u64| {
            let games = (0..all).map(|at| (from + at as u64, f64::from(u8::from(at < yes))));
            mean_of(games, true)
        };
        let found = difference(&share(56, 70, 0), &share(48, 80, 1_000)).estimate;
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
        let other = mean_of((10..).zip([3.0, 4.0, 5.0]), false);
        let found = difference(&other, &one);
        assert!((found.effect.value - 2.0).abs() < 1e-12);
        let z = found.z.expect("they vary");
        assert!((z - 2.0 / (2.0_f64 / 3.0).sqrt()).abs() < 1e-12, "{z}");
    }

    /// An event that was never seen may still happen.
    #[test]
    fn differences_of_shares_of_nothing_keep_an_interval() {
        let none = mean(&[0.0; 100], true);
        let other = mean_of((500..600).map(|pair| (pair, 0.0)), true);
        let found = difference(&none, &other);
        assert_eq!((found.z, found.estimate.value), (Some(0.0), 0.0));
        assert!(found.estimate.high > 0.02 && found.estimate.low < -0.02);
    }

    /// By hand: a standard error of ½ of the games and a further one of √3/2 make 1.
    #[test]
    fn a_further_variance_widens_intervals() {
        let known = mean(&[0.0, 1.0, 0.0, 1.0, 0.0, 1.0], false);
        let half = known.estimate.high - known.estimate.value;
        let further = 3.0 * (half / Z).powi(2);
        let off = known.clone().with_further_variance(further);
        assert!((off.estimate.high - off.estimate.value - 2.0 * half).abs() < 1e-12);
        // Matching does not cancel it.
        let found = difference(&off, &known).estimate;
        assert!(
            (found.high - 3.0_f64.sqrt() * half).abs() < 1e-12,
            "{found:?}"
        );
    }

    /// Two players per rule set that differ by more than the error of their games.
    #[test]
    fn few_players_make_wide_intervals() {
        let games = |shift: [f64; 2]| {
            let mut sums = MeanSums::new([2, 1]);
            for pair in 0..400_u64 {
                let player = (pair % 2) as usize;
                sums.add(pair, shift[player] + (pair / 2 % 2) as f64, [player, 0]);
            }
            sums.mean(false).expect("pairs")
        };
        let (one, other) = (games([0.0, 1.0]), games([3.0, 4.0]));
        assert_eq!((one.by_player.len(), one.estimate.value), (2, 1.0));
        let found = difference(&other, &one);
        // Variances of 1/4 each with one degree of freedom: two together, whose 97.5 % point is 4.3027.
        assert!((found.estimate.value - 3.0).abs() < 1e-12);
        let half = 4.302_653 * 0.5_f64.sqrt();
        assert!((found.estimate.high - 3.0 - half).abs() < 1e-5, "{found:?}");
        let fixed = |mean: &Mean| Mean {
            by_player: Vec::new(),
            ..mean.clone()
        };
        let narrow = difference(&fixed(&other), &fixed(&one)).estimate;
        assert!(narrow.high - narrow.low < 0.4, "{narrow:?}");
    }
}
