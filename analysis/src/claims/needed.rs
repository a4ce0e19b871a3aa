//! What would decide a claim that was measured too coarsely.

use super::verdict::judge;
use super::{Claim, Judgement};
use crate::row::Row;
use statrs::distribution::{ContinuousCDF, Normal};
use tradewind_stats::SampleVariance;
use tradewind_stats::estimate::Z;

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

/// How many times the pairs of a pilot decide a claim, errors being those of games.
#[derive(Clone, PartialEq, Debug)]
pub struct PairsToDecide {
    /// What the pilot says of it; of several measurements, that which matters most.
    pub judgement: Judgement,
    /// So many times the pairs of the pilot, if the number is what the pilot says, or as far from the brink as asked.
    pub times: f64,
    /// So many, if the number is as far from the brink as the pilot's interval allows; `None` where the distance is asked for.
    pub at_least: Option<f64>,
}

/// How many times the pairs of a pilot decide a claim that it measured, alone or among `tests` claims that are corrected by the
/// method of Holm, with a chance `alpha` of a wrong verdict and `beta` of none. The number is as far from the brink as the
/// pilot says, or `away`, in the units of the claim. Of several measurements the least known counts.
pub fn pairs_to_decide(
    claim: &Claim,
    measured: &[Row],
    tests: usize,
    [alpha, beta]: [f64; 2],
    away: Option<f64>,
) -> Option<PairsToDecide> {
    let judgement = judge(&[(claim, measured.to_vec())]).pop()?;
    let normal = Normal::standard();
    let wanted = normal.inverse_cdf(1.0 - alpha / 2.0 / tests.max(1) as f64)
        + normal.inverse_cdf(1.0 - beta);
    let square = |ratio: f64| ratio * ratio;
    let z = judgement.distance.abs();
    let (times, at_least) = match away {
        None => (square(wanted / z.max(1e-3)), Some(square(wanted / (z + Z)))),
        Some(away) => {
            let half = |row: &Row| row.estimate().map(|one| (one.high - one.low) / 2.0);
            let widest = measured.iter().filter_map(half).fold(0.0, f64::max);
            (square(wanted * widest / Z / away), None)
        }
    };
    Some(PairsToDecide {
        judgement,
        times,
        at_least,
    })
}

/// What is needed for a measurement that is as far from the brink as `z`, to get as far as `threshold`, both as numbers from a
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

    /// A score of 54 ± 8 % is 0.98 standard errors from 50 %: 8.17 times the games as above; for a distance of 2, four times as many.
    #[test]
    fn a_pilot_says_how_many_pairs_decide_a_claim() {
        let text = "[[claim]]\nid = \"x\"\ngame = \"x\"\nclaim = \"x\"\nsource = \"x\"\nexperiment = \"x\"\nabove = \
                    50\nodds = \"-N :\"\n";
        let claims = crate::claims::Claims::parse("claims.toml", text.to_string());
        let claims = claims.unwrap_or_else(|fault| panic!("{fault}"));
        let row = measured(f64::INFINITY)
            .with_estimate(Some(tradewind_stats::Estimate::around(54.0, 8.0)));
        let rows = [row];
        let times = |tests, away| {
            let found = pairs_to_decide(&claims.claims[0], &rows, tests, [0.05, 0.2], away);
            found.expect("an answer").times
        };
        assert!((8.1..8.2).contains(&times(1, None)), "{}", times(1, None));
        let ratio = times(1, Some(2.0)) / times(1, None);
        assert!((ratio - 4.0).abs() < 0.01, "{ratio}");
        // 2.807 + 0.842 in the place of 1.960 + 0.842.
        let among_ten = times(10, None) / times(1, None);
        assert!((1.68..1.71).contains(&among_ten), "{among_ten}");
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
