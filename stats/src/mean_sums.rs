//! What a mean needs of its games, summed up as they come in, in memory that does not grow with them.
//!
//! The mean and its interval need sums over pairs. A difference of two means needs to know which pairs have their openings
//! in common, which is told by the influences of pairs. Of the first [`CLUSTERS`] pairs each is kept; a later one joins one of these:
//! the *cluster* of pair `p` is `p mod CLUSTERS`. Sums over clusters of independent pairs are independent, so their scatter tells the same
//! variance (random groups: Wolter, *Introduction to Variance Estimation*, 2007, chapter 2), with 8 190 degrees of freedom: to 1.6 %.

use crate::cluster_mean::{wider, within};
use crate::player_sample::SampleVariance;
use crate::{Mean, PairSums, mean_of_players};

/// How many clusters of pairs are told apart. A prime, so that what takes turns pair by pair takes turns within each of
/// them, too.
pub const CLUSTERS: u64 = 8_191;

/// The sum over some games, and how many they are.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    sum: f64,
    games: f64,
}

impl Total {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.games += 1.0;
    }
}

/// Sums over the games that have a number.
#[derive(Clone, Debug)]
pub struct MeanSums {
    pairs: PairSums,
    /// The pair that is coming in.
    pair: (u64, Total),
    clusters: Vec<Total>,
    squares: f64,
    is_of_games: bool,
    by_player: Vec<Total>,
    by_opening: Vec<Total>,
}

impl MeanSums {
    /// Nothing, of games of so many players and ways to begin that take turns.
    pub fn new([players, openings]: [usize; 2]) -> MeanSums {
        MeanSums {
            pairs: PairSums::default(),
            pair: (0, Total::default()),
            clusters: Vec::new(),
            squares: 0.0,
            is_of_games: true,
            by_player: vec![Total::default(); players],
            by_opening: vec![Total::default(); openings],
        }
    }

    /// Adds the number of a game of a pair, by a player and with a way to begin. The games of a pair follow each other.
    pub fn add(&mut self, pair: u64, number: f64, [player, opening]: [usize; 2]) {
        let (open, total) = &mut self.pair;
        if *open != pair {
            self.pairs.add(total.sum, total.games);
            (*open, *total) = (pair, Total::default());
        }
        total.add(number);
        let cluster = (pair % CLUSTERS) as usize;
        if cluster >= self.clusters.len() {
            self.clusters.resize(cluster + 1, Total::default());
        }
        self.clusters[cluster].add(number);
        self.by_player[player].add(number);
        self.by_opening[opening].add(number);
        self.squares += number * number;
        self.is_of_games &= [0.0, 0.5, 1.0].contains(&number);
    }

    /// Their mean; `None` below two pairs. `is_share` when all numbers lie between 0 and 1.
    ///
    /// Where several players take turns, it is the mean of their means, with the variance between them; where one of them has no games,
    /// or all have the same mean, players are taken as given. Where three or more ways to begin take turns, it is at least as uncertain as what
    /// these differ by.
    pub fn mean(&self, is_share: bool) -> Option<Mean> {
        let mut pairs = self.pairs;
        let (_, last) = self.pair;
        pairs.add(last.sum, last.games);
        let of_pairs = if is_share {
            pairs.share()
        } else {
            pairs.mean()
        }?;
        let known = || {
            self.clusters
                .iter()
                .zip(0..)
                .filter(|(total, _)| total.games > 0.0)
        };
        let games: f64 = known().map(|(total, _)| total.games).sum();
        let sum: f64 = known().map(|(total, _)| total.sum).sum();
        let clusters = known().count() as f64;
        let correction = (clusters / (clusters - 1.0)).sqrt() / games;
        let influence = |total: &Total| (total.sum - of_pairs.value * total.games) * correction;
        let variance = (self.squares - sum * sum / games) / (games - 1.0);
        let by_player = means(&self.by_player);
        let of_players = mean_of_players(&by_player).map(|one| within(one, is_share));
        let by_opening = means(&self.by_opening);
        let played = of_players.unwrap_or(of_pairs);
        let estimate = SampleVariance::of_settings(&by_opening).map_or(played, |sample| {
            within(wider(played, sample.half_width()), is_share)
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

impl Mean {
    /// The mean of `(pair, number)` of games; `None` below two pairs. The games of a pair follow each other. `is_share`
    /// when all numbers lie between 0 and 1.
    pub fn of(games: impl Iterator<Item = (u64, f64)>, is_share: bool) -> Option<Mean> {
        let mut sums = MeanSums::new([1, 1]);
        games.for_each(|(pair, number)| sums.add(pair, number, [0, 0]));
        sums.mean(is_share)
    }
}

/// The means of classes of games; nothing where there is but one, or one of them has no games.
fn means(totals: &[Total]) -> Vec<f64> {
    let is_known = totals.len() > 1 && totals.iter().all(|total| total.games > 0.0);
    let known = if is_known { totals } else { &[] };
    known.iter().map(|total| total.sum / total.games).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Z;
    use crate::{Contrast, Part};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn mean_of(games: &[(u64, f64)]) -> Mean {
        Mean::of(games.iter().copied(), false).expect("pairs")
    }

    /// Half of the openings' part is common to two rule sets: of 200 000 pairs the difference has the variance that the plan
    /// gives it, by clusters as by pairs.
    #[test]
    fn clusters_know_what_pairs_have_in_common() {
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
        let means = [mean_of(&one), mean_of(&other)];
        assert_eq!(
            (means[0].games, means[0].pairs()),
            (2 * pairs, pairs as usize)
        );
        assert_eq!(means[0].influences.len(), CLUSTERS as usize);
        let parts = [(-1.0, &means[0], 0), (1.0, &means[1], 1)];
        let parts = parts.map(|(weight, mean, played_by)| Part {
            weight,
            mean,
            played_by,
            setting: 0,
        });
        let found = Contrast::of(&parts).estimate;
        let known = mean_of(&differences).estimate;
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
        assert_eq!(mean_of(&single).estimate, mean_of(&double).estimate);
        let share = |games: &[(u64, f64)]| Mean::of(games.iter().copied(), true);
        let [single, double] = [&single, &double].map(|games| share(games).expect("pairs"));
        assert_eq!(single.estimate, double.estimate);
    }

    /// Single games of 0 and 1: Wilson's interval of 8 in 10 is [0.490, 0.943] with n in the
    /// variance; with n - 1, as here, it is that of 9 effective games.
    #[test]
    fn single_games_give_the_wilson_interval() {
        let games = (0..10).map(|game| (game, if game < 8 { 1.0 } else { 0.0 }));
        let share = Mean::of(games, true).expect("ten pairs").estimate;
        let (s, n, z2) = (0.8, 9.0, Z * Z);
        let root = (s * (1.0 - s) / n + z2 / (4.0 * n * n)).sqrt();
        let low = (s + z2 / (2.0 * n) - Z * root) / (1.0 + z2 / n);
        let high = (s + z2 / (2.0 * n) + Z * root) / (1.0 + z2 / n);
        assert!((share.low - low).abs() < 1e-12 && (share.high - high).abs() < 1e-12);
    }

    #[test]
    fn a_share_of_nothing_or_all_keeps_an_interval() {
        let share = |number: fn(u64) -> f64| {
            let games = (0..200).map(|game| (game / 2, number(game)));
            Mean::of(games, true).expect("100 pairs").estimate
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

    #[test]
    fn one_pair_gives_no_interval() {
        assert!(Mean::of([(7, 1.0), (7, 0.0)].into_iter(), false).is_none());
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
}
