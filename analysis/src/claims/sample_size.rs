//! Sample sizes: the games or players that decide a claim.

use super::{Claim, Statistic};
use crate::row::Row;
use tradewind_stats::estimate::Z;
use tradewind_stats::{Variance, pairs_for_effect};

/// The z-score of the power with which a claim is decided, 80 %.
const POWER_Z: f64 = 0.841_621_233_572_914_3;

/// The maximum multiple of the number of players that is tried, and the factor between trials.
const MAX_TIMES: f64 = 1e4;
const STEP: f64 = 1.02;

/// The sample that decides a claim with a power of 80 % for each of its numbers, if that lies inside
/// its bounds by the smallest effect of interest, in the unit of the number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SampleSize {
    /// Further games, where only the error of games shrinks (τ of odds does not): the total over
    /// contrasts, including games that do not count. 0 where the effect would have been detected.
    Games {
        /// The smallest effect of interest.
        effect: f64,
        /// Further games.
        more: u64,
    },
    /// A multiple of the number of trained players, each with as many games: where the variance between
    /// players is estimated from a few, more games of the same ones hardly help.
    Players {
        /// The smallest effect of interest.
        effect: f64,
        /// The multiple, at least 1.
        times: f64,
    },
}

impl SampleSize {
    /// The smallest effect of interest.
    pub fn effect(self) -> f64 {
        match self {
            SampleSize::Games { effect, .. } | SampleSize::Players { effect, .. } => effect,
        }
    }

    /// The sample that decides a claim; `threshold` is the z-score that decides one of its numbers.
    pub(crate) fn to_decide(claim: &Claim, measured: &[Row], threshold: f64) -> SampleSize {
        let effect = smallest_effect(claim, measured.first().map_or("", |row| &row.unit));
        if measured.iter().any(|row| row.df.is_finite()) {
            let times = measured
                .iter()
                .map(|row| times_as_many_players(row, effect, threshold));
            return SampleSize::Players {
                effect,
                times: times.fold(1.0, f64::max),
            };
        }
        let more = measured.iter().map(|row| {
            let times = ((threshold + POWER_Z) * standard_error(row) / effect).powi(2);
            row.games_played() as f64 * (times - 1.0).max(0.0)
        });
        // Each contrast has games of its own; values and metrics share theirs.
        let more = match claim.statistic {
            Statistic::Odds { .. } => more.sum::<f64>(),
            _ => more.fold(0.0, f64::max),
        };
        SampleSize::Games {
            effect,
            more: more.ceil() as u64,
        }
    }
}

/// The smallest effect of interest (D. Lakens, *Sample size justification*, 2022), as the distance from
/// the bound at which a claim is to be decided. (The measured effect would not do: near the bound it
/// requires unlimited games, and by chance it may be far from the bound.) Two points of the score are
/// 14 Elo.
pub fn smallest_effect(claim: &Claim, unit: &str) -> f64 {
    let bounds = [claim.above, claim.below];
    let largest = bounds.into_iter().flatten().map(f64::abs);
    let of_unit = match unit {
        "%" | "points" => 2.0,
        "pawns" => 0.25,
        "knights" | "log-odds" => 0.1,
        _ => match largest.fold(0.0, f64::max) {
            0.0 => 0.1,
            bound => 0.1 * bound,
        },
    };
    let ends = match unit {
        "%" => [claim.above.or(Some(0.0)), claim.below.or(Some(100.0))],
        _ => bounds,
    };
    match ends {
        [Some(low), Some(high)] => of_unit.min((high - low) / 2.0),
        _ => of_unit,
    }
}

/// A sample size rounded up to two significant digits.
pub fn rounded_up(number: u64) -> u64 {
    let digits = number.max(1).ilog10().saturating_sub(1);
    let unit = 10_u64.pow(digits);
    number.div_ceil(unit).saturating_mul(unit)
}

/// The standard error of a number, by the farther end of its interval.
fn standard_error(row: &Row) -> f64 {
    let half = row.estimate().map_or(0.0, |estimate| {
        (estimate.high - estimate.value).max(estimate.value - estimate.low)
    });
    half / Variance::new(1.0, row.df).quantile()
}

/// The factor for the number of players: the variance is inversely proportional to it, the degrees of
/// df are proportional.
fn times_as_many_players(row: &Row, effect: f64, threshold: f64) -> f64 {
    let variance = |times: f64| Variance::new(1.0, row.df * times);
    let errors = effect / standard_error(row).max(1e-12);
    let mut times = 1.0;
    while times < MAX_TIMES
        && errors * f64::sqrt(times)
            < variance(times).distance(threshold) + variance(times).distance(POWER_Z)
    {
        times *= STEP;
    }
    times
}

/// The multiple of the pairs of a pilot that decides a claim, alone or among `tests` claims with Holm's
/// correction, with error rates `alpha` and `beta`, if the number is `away` from the bound in the unit of
/// the claim. The least precise of several measurements counts.
pub(crate) fn times_to_decide(
    measured: &[Row],
    tests: usize,
    [alpha, beta]: [f64; 2],
    away: f64,
) -> f64 {
    // The first step of Holm's correction.
    let alpha = alpha / tests.max(1) as f64;
    let half = |row: &Row| row.estimate().map(|one| (one.high - one.low) / 2.0);
    let error = measured.iter().filter_map(half).fold(0.0, f64::max) / Z;
    pairs_for_effect(error * error, away, alpha, beta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Claims;
    use crate::row::Subject;
    use tradewind_stats::Estimate;

    fn claim(statistic: &str, above: f64) -> Claim {
        Claims::with_statistic(statistic, above).claims.remove(0)
    }

    const CONTRAST: &str = "odds = \"-N :\"";

    /// A number of `n` games with an interval of `half` to each side.
    fn measured(n: u64, half: f64, df: f64) -> Row {
        Row {
            n,
            df,
            ..Row::new("", Subject::Score, "%")
        }
        .with_estimate(Some(Estimate::around(50.0, half)))
    }

    fn games(claim: &Claim, measured: &[Row], threshold: f64) -> u64 {
        match SampleSize::to_decide(claim, measured, threshold) {
            SampleSize::Games { more, .. } => more,
            other @ SampleSize::Players { .. } => panic!("{other:?}"),
        }
    }

    /// Two points are 0.98 of the standard error: 1.96 and 0.84 decide with a power of 80 %, which
    /// takes (2.80 / 0.98)² = 8.17 times the games, wherever the number was measured. With a tenth
    /// of the error, nothing is needed.
    #[test]
    fn games_follow_from_the_smallest_effect() {
        let half = 1.96 * 2.0 / 0.98;
        let more = |half| {
            let row = measured(1_000, half, f64::INFINITY);
            games(&claim(CONTRAST, 50.0), &[row], 1.96)
        };
        assert!((7_160..=7_180).contains(&more(half)), "{}", more(half));
        assert_eq!(more(half / 10.0), 0);
    }

    /// 162 of 600 games counted: instead of 604 games that count, 2 237 are needed. Eight contrasts need
    /// eight times as many as one. (Smallest effects are the measured ones, thresholds those of 71
    /// claims.)
    #[test]
    fn all_games_of_all_contrasts_are_counted() {
        let at = |error: f64, effect: f64| 1.96 * error * 2.0 / effect;
        let some = Row {
            played: 600,
            ..measured(162, at(3.346, 6.481), f64::INFINITY)
        };
        let one = measured(198, at(3.551, 1.515), f64::INFINITY);
        let metric = "metric = { name = \"first_with:Ge\", rules = \"r\" }";
        // Values of one fit share their games.
        let values = "value = { piece = \"R\", minus = [\"N\", \"B\"], method = \"odds\" }";
        for (statistic, above, rows, expected) in [
            (metric, 75.0, vec![some], 2_220..=2_280),
            (CONTRAST, 50.0, vec![one.clone(); 8], 150_000..=157_000),
            (values, 0.0, vec![one; 2], 18_700..=19_700),
        ] {
            let more = games(&claim(statistic, above), &rows, 3.387);
            assert!(expected.contains(&more), "{statistic}: {more}");
        }
    }

    /// With four degrees of freedom 0.98 of a normal number is t = 1.12 (P = 0.327). With eight times the
    /// players t must exceed 2.037 + 0.853 of 32 degrees: (2.890 / 1.12)² = 6.7; with 6.7 times, 26.7
    /// degrees: 2.053 + 0.856, 6.75.
    #[test]
    fn few_players_require_players() {
        let half = Variance::new(1.0, 4.0).quantile() * 2.0 / 1.12;
        let rows = [measured(1_000, half, 4.0)];
        let needed = SampleSize::to_decide(&claim(CONTRAST, 50.0), &rows, 1.96);
        let SampleSize::Players { times, .. } = needed else {
            panic!("players are a sample")
        };
        assert!((6.6..6.95).contains(&times), "{times}");
    }

    #[test]
    fn smallest_effects_are_inside_of_the_bounds() {
        for (above, below, unit, expected) in [
            (Some(50.0), None, "%", 2.0),
            (Some(50.0), Some(53.0), "%", 1.5),
            // A share cannot be more than one point below 1 %.
            (None, Some(1.0), "%", 0.5),
            (Some(200.0), None, "plies", 20.0),
            (Some(0.0), None, "plies", 0.1),
        ] {
            let claim = Claim {
                above,
                below,
                ..claim(CONTRAST, 0.0)
            };
            assert_eq!(smallest_effect(&claim, unit), expected);
        }
    }

    /// A score that is known to ± 8 % has 0.98 standard errors for a distance of 4: 8.17 times the games
    /// decide; for a distance of 2, four times as many.
    #[test]
    fn a_pilot_gives_the_pairs_that_decide_a_claim() {
        let rows = [measured(1_000, 8.0, f64::INFINITY)];
        let times = |tests, away| times_to_decide(&rows, tests, [0.05, 0.2], away);
        assert!((8.1..8.2).contains(&times(1, 4.0)), "{}", times(1, 4.0));
        let ratio = times(1, 2.0) / times(1, 4.0);
        assert!((ratio - 4.0).abs() < 0.01, "{ratio}");
        // 2.807 + 0.842 instead of 1.960 + 0.842.
        let among_ten = times(10, 4.0) / times(1, 4.0);
        assert!((1.68..1.71).contains(&among_ten), "{among_ten}");
    }

    #[test]
    fn two_digits_are_left() {
        let found = [0, 7, 42, 163, 18_941].map(rounded_up);
        assert_eq!(found, [0, 7, 42, 170, 19_000]);
    }
}
