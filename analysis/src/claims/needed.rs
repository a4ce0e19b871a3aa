//! What would decide a claim that was measured too coarsely.

use super::{Claim, Statistic};
use crate::row::Row;
use tradewind_stats::SampleVariance;

/// The power with which a claim is to be decided, 80 %, as a number from a standard normal distribution.
const POWER_Z: f64 = 0.841_621_233_572_914_3;
/// More times as many players than this are not looked for.
const MAX_TIMES: f64 = 1e4;
/// By how much the number of players grows from one trial to the next.
const STEP: f64 = 1.02;

/// The sample that decides a claim with a power of 80 % for each of its numbers, if that is as far inside its bounds as the smallest effect
/// of interest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampleSize {
    /// The smallest effect of interest, in the unit of the number.
    pub effect: f64,
    /// The sample needed besides the games played.
    pub more: MoreNeeded,
}

/// The sample needed besides the games played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoreNeeded {
    /// So many more games in all, where their errors are the only ones that shrink (τ of odds does not): of all contrasts, those
    /// that do not count among them. None where an effect of that size would have been seen.
    Games(u64),
    /// So many times as many trained players, each with as many games: where it is known from a few players what players
    /// differ by, more games of the same ones hardly help.
    TimesAsManyPlayers(f64),
}

/// The smallest effect of interest (D. Lakens, *Sample size justification*, 2022), as the distance from the bound at which a
/// claim is to be decided. What was measured is no such effect: where it is near the bound by chance, it asks for games without
/// end, and where it is far from it by chance, for too few. Two points of the score are 14 Elo.
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

/// The sample needed to decide a claim by measured numbers, where `threshold` decides one of them, as a number from a
/// standard normal distribution.
pub(super) fn needed(claim: &Claim, measured: &[Row], threshold: f64) -> SampleSize {
    let effect = smallest_effect(claim, measured.first().map_or("", |row| &row.unit));
    let is_sample = measured.iter().any(|row| row.freedom.is_finite());
    let more = if is_sample {
        let times = measured
            .iter()
            .map(|row| times_as_many_players(row, effect, threshold));
        MoreNeeded::TimesAsManyPlayers(times.fold(1.0, f64::max))
    } else {
        let more = measured.iter().map(|row| {
            let times = ((threshold + POWER_Z) * error(row).0 / effect).powi(2);
            row.games_played() as f64 * (times - 1.0).max(0.0)
        });
        // Contrasts are played each for itself; values and metrics are of the same games.
        MoreNeeded::Games(
            match claim.statistic {
                Statistic::Odds { .. } => more.sum::<f64>(),
                _ => more.fold(0.0, f64::max),
            }
            .ceil() as u64,
        )
    };
    SampleSize { effect, more }
}

/// The standard error of a number, by the farther end of its interval, and a variance of 1 that is known as well.
fn error(row: &Row) -> (f64, SampleVariance) {
    let one = SampleVariance::with_freedom(1.0, row.freedom);
    let half = row.estimate().map_or(0.0, |estimate| {
        (estimate.high - estimate.value).max(estimate.value - estimate.low)
    });
    (half / one.quantile(), one)
}

/// The factor by which the number of players must grow: variance falls as their number, degrees of freedom grow with it.
fn times_as_many_players(row: &Row, effect: f64, threshold: f64) -> f64 {
    let known = |times: f64| SampleVariance::with_freedom(1.0, row.freedom * times);
    let errors = effect / error(row).0.max(1e-12);
    let mut times = 1.0;
    while times < MAX_TIMES
        && errors * f64::sqrt(times)
            < known(times).distance(threshold) + known(times).distance(POWER_Z)
    {
        times *= STEP;
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Claims;
    use crate::row::Subject;
    use tradewind_stats::Estimate;

    fn claim(statistic: &str, above: f64) -> Claim {
        let text = format!(
            "[[claim]]\nid = \"x\"\ngame = \"x\"\nclaim = \"x\"\nsource = \"x\"\nexperiment = \"x\"\nabove = {above}\n{statistic}\n"
        );
        let claims = Claims::parse("claims.toml", text);
        claims
            .unwrap_or_else(|fault| panic!("{fault}"))
            .claims
            .remove(0)
    }

    const CONTRAST: &str = "odds = \"-N :\"";

    /// A number of some games that is known to so much to each side.
    fn measured(n: u64, half: f64, freedom: f64) -> Row {
        Row {
            n,
            freedom,
            ..Row::new("", Subject::Score, "%")
        }
        .with_estimate(Some(Estimate::around(50.0, half)))
    }

    fn games(claim: &Claim, measured: &[Row], threshold: f64) -> u64 {
        match needed(claim, measured, threshold).more {
            MoreNeeded::Games(more) => more,
            other @ MoreNeeded::TimesAsManyPlayers(_) => panic!("{other:?}"),
        }
    }

    /// Two points are 0.98 of the standard error: 1.96 and 0.84 decide with a power of 80 %, which takes (2.80 / 0.98)² = 8.17
    /// times the games, wherever the number was measured. With a tenth of the error, nothing is needed.
    #[test]
    fn games_follow_from_the_smallest_effect() {
        let half = 1.96 * 2.0 / 0.98;
        let more = games(
            &claim(CONTRAST, 50.0),
            &[measured(1_000, half, f64::INFINITY)],
            1.96,
        );
        assert!((7_160..=7_180).contains(&more), "{more}");
        let few = measured(1_000, half / 10.0, f64::INFINITY);
        assert_eq!(games(&claim(CONTRAST, 50.0), &[few], 1.96), 0);
    }

    /// 162 of 600 games counted: what took 604 games that count takes 2 237 of all. Eight contrasts take eight times as many as
    /// one. (Smallest effects are set to what was measured, and thresholds to that of 71 claims.)
    #[test]
    fn all_games_of_all_contrasts_are_counted() {
        let at = |error: f64, effect: f64| 1.96 * error * 2.0 / effect;
        let some = Row {
            played: 600,
            ..measured(162, at(3.346, 6.481), f64::INFINITY)
        };
        let metric = "metric = { name = \"first_with:Ge\", rules = \"r\" }";
        let more = games(&claim(metric, 75.0), &[some], 3.387);
        assert!((2_220..=2_280).contains(&more), "{more}");
        let one = measured(198, at(3.551, 1.515), f64::INFINITY);
        let more = games(&claim(CONTRAST, 50.0), &vec![one.clone(); 8], 3.387);
        assert!((150_000..=157_000).contains(&more), "{more}");
        // Values of one fit are of the same games.
        let values = "value = { piece = \"R\", minus = [\"N\", \"B\"], method = \"odds\" }";
        let more = games(&claim(values, 0.0), &[one.clone(), one], 3.387);
        assert!((18_700..=19_700).contains(&more), "{more}");
    }

    /// With four degrees of freedom 0.98 of a normal number is t = 1.12 (P = 0.327). With eight times the players t must
    /// exceed 2.037 + 0.853 of 32 degrees: (2.890 / 1.12)² = 6.7; with 6.7 times, 26.7 degrees: 2.053 + 0.856, 6.75.
    #[test]
    fn few_players_ask_for_players() {
        let half = SampleVariance::with_freedom(1.0, 4.0).quantile() * 2.0 / 1.12;
        let needed = needed(&claim(CONTRAST, 50.0), &[measured(1_000, half, 4.0)], 1.96);
        let MoreNeeded::TimesAsManyPlayers(times) = needed.more else {
            panic!("players are a sample")
        };
        assert!((6.6..6.95).contains(&times), "{times}");
    }

    #[test]
    fn smallest_effects_are_inside_of_the_bounds() {
        let mut between = claim(CONTRAST, 50.0);
        assert_eq!(smallest_effect(&between, "%"), 2.0);
        between.below = Some(53.0);
        assert_eq!(smallest_effect(&between, "%"), 1.5);
        // A share cannot be more than one point below 1 %.
        (between.above, between.below) = (None, Some(1.0));
        assert_eq!(smallest_effect(&between, "%"), 0.5);
        assert_eq!(smallest_effect(&claim(CONTRAST, 200.0), "plies"), 20.0);
        assert_eq!(smallest_effect(&claim(CONTRAST, 0.0), "plies"), 0.1);
    }
}
