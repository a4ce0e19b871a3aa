//! Means and shares of games with the game pair as the unit of the interval, summed up as pairs
//! come in.
//!
//! Both are ratio estimators over clusters (Cochran, *Sampling Techniques*, 1977, section 9.8): with
//! `yₚ` the total and `nₚ` the number of games of pair `p`, the estimate is `r = Σ yₚ / Σ nₚ` and
//! its variance `P/(P-1) · Σ (yₚ - r·nₚ)² / (Σ nₚ)²` for `P` pairs. Pairs of which only one game
//! counts (the other unfinished, say) are welcome.

use super::estimate::{Estimate, Z};

/// Sums over pairs.
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
    /// Adds a pair by the sum of some number over its games and by how many they are; a pair without
    /// games counts for nothing.
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

    /// Variance of the ratio; `None` for fewer than two pairs.
    pub fn variance(&self) -> Option<f64> {
        if self.pairs < 2.0 {
            return None;
        }
        let ratio = self.ratio();
        let squares =
            self.squares - 2.0 * ratio * self.products + ratio * ratio * self.game_squares;
        // Rounding may leave less than nothing where all pairs agree.
        let squares = squares.max(0.0);
        Some(self.pairs / (self.pairs - 1.0) * squares / (self.games * self.games))
    }

    /// Mean over games with its normal 95 % interval; `None` for fewer than two pairs.
    pub fn mean(&self) -> Option<Estimate> {
        let half = Z * self.variance()?.sqrt();
        let value = self.ratio();
        Some(Estimate::around(value, half))
    }

    /// Mean over games of a number between 0 and 1 (a share, a score) with an interval that stays
    /// between 0 and 1; `None` for fewer than two pairs.
    ///
    /// Wilson's interval (1927) with the effective number of games `r(1-r)/variance`, as for
    /// clustered surveys (Franco, Little, Louis and Slud, *Comparative study of confidence
    /// intervals for proportions in complex sample surveys*, 2019). Where all pairs agree and the
    /// variance says nothing, each pair counts as one game.
    pub fn share(&self) -> Option<Estimate> {
        let variance = self.variance()?;
        let share = self.ratio();
        let spread = share * (1.0 - share);
        let effective = if spread > 0.0 && variance > spread * 1e-12 {
            spread / variance
        } else {
            self.pairs
        };
        let z2 = Z * Z / effective;
        let centre = (share + z2 / 2.0) / (1.0 + z2);
        let half = Z * (spread / effective + z2 / (4.0 * effective)).sqrt() / (1.0 + z2);
        Some(Estimate {
            value: share,
            low: (centre - half).clamp(0.0, share),
            high: (centre + half).clamp(share, 1.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the formula of the page, pair by pair.
    fn by_hand(pairs: &[(f64, f64)]) -> (f64, f64) {
        let number = pairs.len() as f64;
        let games: f64 = pairs.iter().map(|pair| pair.1).sum();
        let ratio = pairs.iter().map(|pair| pair.0).sum::<f64>() / games;
        let squares = pairs
            .iter()
            .map(|(total, games)| (total - ratio * games).powi(2));
        (
            ratio,
            number / (number - 1.0) * squares.sum::<f64>() / (games * games),
        )
    }

    #[test]
    fn sums_give_what_the_pairs_give() {
        let pairs = [(2.0, 2.0), (0.5, 2.0), (1.0, 1.0), (0.0, 2.0), (1.5, 2.0)];
        let mut sums = PairSums::default();
        pairs
            .iter()
            .for_each(|&(total, games)| sums.add(total, games));
        sums.add(0.0, 0.0);
        let (ratio, variance) = by_hand(&pairs);
        assert_eq!(sums.pairs(), 5);
        let mean = sums.mean().expect("five pairs");
        assert!((mean.value - ratio).abs() < 1e-12);
        let found = sums.variance().expect("five pairs");
        assert!((found - variance).abs() < 1e-12, "{found}, not {variance}");
    }

    #[test]
    fn one_pair_has_no_interval() {
        let mut sums = PairSums::default();
        sums.add(1.0, 2.0);
        assert_eq!((sums.mean(), sums.share()), (None, None));
    }
}
