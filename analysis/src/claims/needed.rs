//! What would decide a claim that was measured too coarsely.

use crate::row::Row;
use tradewind_stats::SampleVariance;

/// The chance with which it is to decide a claim, as a number from a standard normal distribution: 80 %.
const POWER_Z: f64 = 0.841_621_233_572_914_3;
/// More times as many players than this are not looked for.
const MAX_TIMES: f64 = 1e4;
/// By how much the number of players grows from one trial to the next.
const STEP: f64 = 1.02;

/// What decides a claim with a chance of 80 %, if the number is what was measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoreNeeded {
    /// So many more games, where their errors are the only ones that shrink (τ of odds does not).
    Games(u64),
    /// So many times as many trained players, each with as many games: where it is known from a few players what players
    /// differ by, more games of the same ones hardly help.
    TimesAsManyPlayers(f64),
}

/// What is needed for a measurement that is as far from the bound as `z`, to get as far as `threshold`, both as numbers from a
/// standard normal distribution.
pub(super) fn needed(measured: &Row, z: f64, threshold: f64) -> MoreNeeded {
    let z = z.max(1e-3);
    if measured.freedom.is_infinite() {
        let times = ((threshold + POWER_Z) / z).powi(2) - 1.0;
        return MoreNeeded::Games((measured.n as f64 * times).ceil().max(1.0) as u64);
    }
    // Variance falls as the number of players, degrees of freedom grow with it.
    let known = |times: f64| SampleVariance::with_freedom(1.0, measured.freedom * times);
    let errors = known(1.0).distance(z);
    let mut times = 1.0;
    while times < MAX_TIMES
        && errors * f64::sqrt(times)
            < known(times).distance(threshold) + known(times).distance(POWER_Z)
    {
        times *= STEP;
    }
    MoreNeeded::TimesAsManyPlayers(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Subject;

    fn measured(freedom: f64) -> Row {
        Row {
            n: 1_000,
            freedom,
            ..Row::new("", Subject::Score, "")
        }
    }

    /// Half of 1.96 standard errors: 1.96 and 0.84 decide with a chance of 80 %, for which it takes (2.80 / 0.98)² = 8.17
    /// times the games.
    #[test]
    fn more_games_follow_from_the_distance() {
        let MoreNeeded::Games(more) = needed(&measured(f64::INFINITY), 0.98, 1.96) else {
            panic!("players are taken as given")
        };
        assert!((7_160..=7_180).contains(&more), "{more}");
    }

    /// With four degrees of freedom 0.98 of a normal number is t = 1.12 (P = 0.327). With eight times the players t must
    /// exceed 2.037 + 0.853 of 32 degrees: (2.890 / 1.12)² = 6.7; with 6.7 times, 26.7 degrees: 2.053 + 0.856, 6.75.
    #[test]
    fn few_players_ask_for_players() {
        let MoreNeeded::TimesAsManyPlayers(times) = needed(&measured(4.0), 0.98, 1.96) else {
            panic!("players are a sample")
        };
        assert!((6.6..6.95).contains(&times), "{times}");
    }
}
