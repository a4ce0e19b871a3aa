//! Coefficients of games by several players of one recipe that take turns.

use crate::row::MAX_PENALTY_SHARE;
use nalgebra::DMatrix;
use tradewind_stats::coefficients::{Coefficients, Sum};
use tradewind_stats::estimate::Estimate;

/// Coefficients by the games of all players together, and, where several take turns, their means over the players
/// with the variance between these.
#[derive(Clone, Debug)]
pub struct PlayerFits {
    /// By all games together: players are taken as given.
    given: Coefficients,
    /// The means over players, and by coefficient whether the games of each of them tell it.
    sample: Option<(Coefficients, Vec<bool>)>,
    /// By player: the coefficients by its games.
    by_player: Vec<Vec<f64>>,
}

/// What the games of one player tell.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFit {
    /// The coefficients.
    pub values: Vec<f64>,
    /// By coefficient: whether its games tell it.
    pub is_told: Vec<bool>,
}

impl PlayerFit {
    /// Coefficients with, for each, how much of what is known of it is the penalty's (0 to 1).
    pub fn new(values: Vec<f64>, penalty_shares: impl Iterator<Item = f64>) -> PlayerFit {
        PlayerFit {
            values,
            is_told: penalty_shares
                .map(|share| share <= MAX_PENALTY_SHARE)
                .collect(),
        }
    }
}

/// With how many degrees of freedom it is known, at least, what so many players say who take turns; one player is taken as
/// given, which is as good as known.
pub fn freedom_of(players: usize) -> f64 {
    match players {
        0 | 1 => f64::INFINITY,
        several => (several - 1) as f64,
    }
}

impl PlayerFits {
    /// Of all games, and of those of each player; of none, where players are taken as given.
    pub fn new(given: Coefficients, players: &[PlayerFit]) -> PlayerFits {
        let values: Vec<Vec<f64>> = players.iter().map(|fit| fit.values.clone()).collect();
        let is_told = |at: usize| players.iter().all(|fit| fit.is_told[at]);
        let sample = Coefficients::of_players(&values);
        PlayerFits {
            sample: sample.map(|sample| (sample, (0..given.values.len()).map(is_told).collect())),
            given,
            by_player: values,
        }
    }

    /// How many players take turns; none where they are taken as given.
    pub fn players(&self) -> usize {
        self.sample.as_ref().map_or(0, |_| self.by_player.len())
    }

    /// The fit to the games of one of them, with the covariance that so many games have on the average.
    pub fn of_player(&self, player: usize) -> Option<Coefficients> {
        let own = self.by_player.get(player).filter(|_| self.sample.is_some());
        own.map(|values| {
            self.given
                .as_if(values.clone(), self.by_player.len() as f64)
        })
    }

    /// The same where the means over players have an error that does not come of the players, with its degrees of freedom.
    pub fn with_common_error(mut self, covariance: &DMatrix<f64>, freedom: f64) -> PlayerFits {
        self.sample = self
            .sample
            .map(|(sample, is_told)| (sample.with_further(covariance.clone(), freedom), is_told));
        self
    }

    /// The fit to all games together, by which players are taken as given.
    pub fn given(&self) -> &Coefficients {
        &self.given
    }

    /// The means over players, if the games of each tell all that is asked; else the fit to all games together.
    fn of(&self, sums: &[Sum<'_>]) -> &Coefficients {
        let mut asked = sums.iter().copied().flatten();
        match &self.sample {
            Some((sample, is_told)) if asked.all(|&(at, _)| is_told[at]) => sample,
            _ => &self.given,
        }
    }

    /// Whether a sum has the variance between players in its interval.
    pub fn has_players(&self, sum: Sum<'_>) -> bool {
        !std::ptr::eq(self.of(&[sum]), &raw const self.given)
    }

    /// The chance of a sum at least as far from 0 where it is 0.
    pub fn chance(&self, sum: Sum<'_>) -> f64 {
        self.of(&[sum]).chance(sum)
    }

    /// A sum with its interval.
    pub fn sum(&self, sum: Sum<'_>) -> Estimate {
        self.of(&[sum]).sum(sum)
    }

    /// The ratio of two sums, as [`Coefficients::ratio`] has it.
    pub fn ratio(&self, of: Sum<'_>, to: Sum<'_>) -> Option<Estimate> {
        self.of(&[of, to]).ratio(of, to)
    }

    /// The ratio of two sums less that of two others, as [`Coefficients::ratio_difference`] has it.
    pub fn ratio_difference(&self, one: [Sum<'_>; 2], other: [Sum<'_>; 2]) -> Option<Estimate> {
        let asked = [one[0], one[1], other[0], other[1]];
        self.of(&asked).ratio_difference(one, other)
    }

    /// Whether a sum is positive beyond doubt for these players: a few say too little of all others, and ratios to what may
    /// be nothing for others have no interval.
    pub fn is_clearly_positive(&self, sum: Sum<'_>) -> bool {
        self.given.is_clearly_positive(sum)
    }
}
