//! How two players did against each other.

use tradewind_stats::PairSums;
use tradewind_stats::Tally;
use tradewind_stats::estimate::Estimate;

/// Two players and what they won.
#[derive(Clone, Debug, PartialEq)]
pub struct Players {
    /// Their names.
    pub names: [String; 2],
    /// How the pairs ended for the first one.
    pub tally: Tally,
}

impl Players {
    /// Players with these names.
    pub fn of(names: [String; 2], tally: Tally) -> Players {
        Players { names, tally }
    }

    /// The first one's share of the points in percent, unfinished games as draws; `None` below two
    /// pairs.
    pub fn percent(&self) -> Option<Estimate> {
        let mut sums = PairSums::default();
        for (points, &pairs) in self.tally.pairs.iter().enumerate() {
            for _ in 0..pairs {
                sums.add(points as f64 / 2.0, 2.0);
            }
        }
        sums.share().map(|share| share.scaled(100.0))
    }

    /// By how many Elo points the first one is stronger.
    pub fn elo(&self) -> Estimate {
        let elo = self.tally.elo();
        Estimate::around(elo.elo, elo.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_that_of_the_first_player() {
        let mut tally = Tally::default();
        tally.add(2, 2);
        tally.add(1, 1);
        let players = Players::of(["a", "b"].map(str::to_string), tally);
        let percent = players.percent().expect("two pairs").value;
        assert!((percent - 75.0).abs() < 1e-9, "{percent}");
    }
}
