//! What an evaluation is worth under a rule set to a player: its expected score, from the games themselves.
//!
//! What a centipawn is worth differs from rule set to rule set, from player to player, and from the beginning of a game
//! to its end. So the expected score of the side ahead is fitted to the results of the very games that are looked at, as
//! a rising function of the evaluation (isotonic regression, by pooling adjacent violators: Ayer, Brunk, Ewing, Reid and
//! Silverman, *An empirical distribution function for sampling with incomplete information*, 1955), for each phase; in
//! between the centres of its steps it rises evenly (Oron and Flournoy, *Centered isotonic regression*, 2017). Each game
//! weighs the same. No game is calibrated by itself: those of one half of the pairs are by those of the other.

use crate::dataset::{GameFeatures, TENTHS};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// The largest evaluation that is believed, in centipawns.
const MAX_BELIEVED: u16 = 3_000;

/// Phases by the share of the pieces that are left: above ⅔, above ⅓, below.
const PHASES: usize = 3;

/// The lead that goes with an evaluation, by phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    curves: [RisingCurve; PHASES],
}

/// A rising function from evaluations ahead to leads: evenly between knots, the first of which is (0, 0).
#[derive(Clone, Debug, PartialEq)]
struct RisingCurve(Vec<(f64, f64)>);

/// Results of the side ahead at one evaluation.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    weight: f64,
    /// Weighted sum of its leads: 1 for a win, −1 for a loss.
    leads: f64,
    /// Weighted sum of the evaluations.
    evaluations: f64,
}

impl Results {
    fn mean_lead(self) -> f64 {
        self.leads / self.weight
    }

    fn with(self, other: Results) -> Results {
        Results {
            weight: self.weight + other.weight,
            leads: self.leads + other.leads,
            evaluations: self.evaluations + other.evaluations,
        }
    }
}

impl Calibration {
    /// Fits the results of games, each counted so often. `None` when evaluations tell nothing about them.
    fn fit<'c>(games: impl Iterator<Item = (&'c GameFeatures, u32)>) -> Option<Calibration> {
        let mut by_phase: [BTreeMap<u16, Results>; PHASES] = Default::default();
        for (game, times) in games {
            let Some(score) = game.outcome.score() else {
                continue;
            };
            let weight = f64::from(times) / game.evaluations.len().max(1) as f64;
            for (at, &evaluation) in game.evaluations.iter().enumerate() {
                let ahead = evaluation.unsigned_abs().min(MAX_BELIEVED);
                if ahead == 0 || times == 0 {
                    continue;
                }
                let lead = (2.0 * score - 1.0) * f64::from(evaluation.signum());
                let results = by_phase[phase(game, at)].entry(ahead).or_default();
                *results = results.with(Results {
                    weight,
                    leads: weight * lead,
                    evaluations: weight * f64::from(ahead),
                });
            }
        }
        let curves = by_phase.map(|results| RisingCurve::fit(results.into_values()));
        let tells = curves
            .iter()
            .any(|curve| curve.0.iter().any(|knot| knot.1 > 1e-3));
        tells.then_some(Calibration { curves })
    }

    /// White's lead in every position of a game: its expected score times two less one, from −1 to 1.
    pub fn leads(&self, game: &GameFeatures) -> Vec<f64> {
        let evaluations = game.evaluations.iter().enumerate();
        evaluations
            .map(|(at, &evaluation)| {
                let ahead = evaluation.unsigned_abs().min(MAX_BELIEVED);
                self.curves[phase(game, at)].at(f64::from(ahead)) * f64::from(evaluation.signum())
            })
            .collect()
    }
}

impl RisingCurve {
    /// Fits results in ascending order of their evaluations.
    fn fit(results: impl Iterator<Item = Results>) -> RisingCurve {
        let mut pooled: Vec<Results> = Vec::new();
        for mut next in results {
            while let Some(last) = pooled.pop_if(|last| last.mean_lead() >= next.mean_lead()) {
                next = last.with(next);
            }
            pooled.push(next);
        }
        // Who is ahead expects no less than half.
        let knots = pooled
            .iter()
            .map(|one| (one.evaluations / one.weight, one.mean_lead().max(0.0)));
        RisingCurve([(0.0, 0.0)].into_iter().chain(knots).collect())
    }

    fn at(&self, ahead: f64) -> f64 {
        let after = self.0.partition_point(|knot| knot.0 <= ahead);
        let (left, low) = self.0[after - 1];
        match self.0.get(after) {
            Some((right, high)) => low + (high - low) * (ahead - left) / (right - left),
            None => low,
        }
    }
}

/// The phase of a game's position by its place among those whose evaluation was recorded.
fn phase(game: &GameFeatures, at: usize) -> usize {
    let plies = (game.outcome.plies as usize).max(1);
    let ply = plies.saturating_sub(game.evaluations.len()) + at;
    let left = game.left[(ply * (TENTHS - 1) / plies).min(TENTHS - 1)];
    usize::from(left <= 2.0 / 3.0) + usize::from(left <= 1.0 / 3.0)
}

/// The calibration of the games of one rule set by one player: each half of the pairs by the other.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossFitted {
    /// For the games of each half.
    halves: [Calibration; 2],
}

impl CrossFitted {
    /// Of some games; `None` when evaluations tell nothing about their results.
    pub fn of(games: &[GameFeatures]) -> Option<CrossFitted> {
        CrossFitted::counted(games, |_| 1)
    }

    /// The same when pairs are drawn anew, with replacement: by how much these differ tells the error of the
    /// calibration. The number says which draw it is.
    pub fn resampled(games: &[GameFeatures], draw: u64) -> Option<CrossFitted> {
        let mut pairs: Vec<u64> = games.iter().map(|game| game.outcome.pair).collect();
        pairs.dedup();
        let mut random = ChaCha8Rng::seed_from_u64(draw);
        let mut times = BTreeMap::<u64, u32>::new();
        for _ in 0..pairs.len() {
            *times
                .entry(pairs[random.random_range(0..pairs.len())])
                .or_default() += 1;
        }
        CrossFitted::counted(games, |pair| times.get(&pair).copied().unwrap_or(0))
    }

    fn counted(games: &[GameFeatures], times: impl Fn(u64) -> u32) -> Option<CrossFitted> {
        let of_others = |own: usize| {
            let others = games.iter().filter(|game| half(game.outcome.pair) != own);
            Calibration::fit(others.map(|game| (game, times(game.outcome.pair))))
        };
        Some(CrossFitted {
            halves: [of_others(0)?, of_others(1)?],
        })
    }

    /// White's lead in every position of a game.
    pub fn leads(&self, game: &GameFeatures) -> Vec<f64> {
        self.halves[half(game.outcome.pair)].leads(game)
    }
}

/// The half of the pairs that a pair belongs to; odds and arrays that take turns are in both.
fn half(pair: u64) -> usize {
    (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(evaluation: f64, lead: f64, weight: f64) -> Results {
        Results {
            weight,
            leads: weight * lead,
            evaluations: weight * evaluation,
        }
    }

    /// By hand: 0.5 at 20 and 0.2 at 30 are pooled to 0.3 at 26⅔.
    #[test]
    fn violators_are_pooled() {
        let curve = RisingCurve::fit(
            [
                results(10.0, 0.1, 1.0),
                results(20.0, 0.5, 1.0),
                results(30.0, 0.2, 2.0),
                results(40.0, 0.9, 1.0),
            ]
            .into_iter(),
        );
        let near = |ahead: f64, lead: f64| {
            let found = curve.at(ahead);
            assert!((found - lead).abs() < 1e-12, "{ahead}: {found}, not {lead}");
        };
        near(0.0, 0.0);
        near(5.0, 0.05);
        near(10.0, 0.1);
        near(80.0 / 3.0, 0.3);
        near(40.0, 0.9);
        near(1_000.0, 0.9);
    }

    #[test]
    fn who_is_ahead_never_expects_less_than_half() {
        let curve =
            RisingCurve::fit([results(10.0, -0.4, 1.0), results(20.0, 0.3, 1.0)].into_iter());
        assert_eq!((curve.at(10.0), curve.at(20.0)), (0.0, 0.3));
    }

    #[test]
    fn halves_are_halves_whatever_takes_turns() {
        for turns in [1, 2, 3, 4, 6, 8] {
            let own = (0..1_000_u64).filter(|pair| pair % turns == 0);
            let all = own.clone().count() as f64;
            let first = own.filter(|&pair| half(pair) == 0).count() as f64;
            assert!((first / all - 0.5).abs() < 0.1, "{turns}: {first} of {all}");
        }
    }
}
