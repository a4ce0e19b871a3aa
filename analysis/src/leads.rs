//! The side in the lead during a game, from the evaluations of the players' searches, and the metrics
//! of C. Browne (*Automatic generation and evaluation of recombination games*, 2008) and of Ludii that
//! need it. `docs/reference/metrics.md` has the formulas.
//!
//! A lead is White's expected score times two minus one, from −1 to 1. The value of a centipawn
//! differs between rule sets, players and phases. So the expected score of the side ahead is fitted to
//! the results of the games in question, as a rising function of the evaluation for each phase
//! (isotonic regression by pooling adjacent violators: M. Ayer et al., *An empirical distribution
//! function for sampling with incomplete information*, 1955), linear between the centres of its steps
//! (A. P. Oron and N. Flournoy, *Centered isotonic regression*, 2017). Each game has the same weight.
//! Each half of the pairs is calibrated by the other half.

use crate::dataset::GameFeatures;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tradewind_selfplay::record::counts::{MAX_EVALUATION, TENTHS};

/// Number of phases by the share of the pieces left: above ⅔, above ⅓, below.
const PHASES: usize = 3;

/// A lead smaller than this is none: the side to move wins between 45 and 55 % of such positions.
pub const MIN_LEAD: f64 = 0.1;

/// The lead for an evaluation, by phase.
type Calibration = [RisingCurve; PHASES];

/// A rising function from evaluations to leads: linear between knots, the first of which is (0, 0).
#[derive(Clone, Debug, PartialEq)]
struct RisingCurve(Vec<(f64, f64)>);

/// Results of the side ahead at one evaluation.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    weight: f64,
    /// Weighted sum of leads: 1 for a win, −1 for a loss.
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

/// Fits the results of games with integer weights; `None` when evaluations tell nothing about them.
fn calibrated<'c>(games: impl Iterator<Item = (&'c GameFeatures, u32)>) -> Option<Calibration> {
    let mut by_phase: [BTreeMap<u16, Results>; PHASES] = Default::default();
    for (game, times) in games {
        let Some(score) = game.outcome.score() else {
            continue;
        };
        let weight = f64::from(times) / game.counts.evaluations.len().max(1) as f64;
        for (at, &evaluation) in game.counts.evaluations.iter().enumerate() {
            let ahead = evaluation.unsigned_abs().min(MAX_EVALUATION);
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
    let is_informative = curves
        .iter()
        .any(|curve| curve.0.iter().any(|knot| knot.1 > 1e-3));
    is_informative.then_some(curves)
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
        // The side ahead expects at least half.
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

/// The phase of the position at a place among those with an evaluation.
fn phase(game: &GameFeatures, at: usize) -> usize {
    let plies = (game.outcome.plies as usize).max(1);
    let ply = plies.saturating_sub(game.counts.evaluations.len()) + at;
    let left = (game.counts).left((ply * (TENTHS - 1) / plies).min(TENTHS - 1));
    usize::from(left <= 2.0 / 3.0) + usize::from(left <= 1.0 / 3.0)
}

/// A calibration by the games of one rule set and player: each half of the pairs by the other.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossFitted {
    halves: [Calibration; 2],
}

impl CrossFitted {
    /// The calibration by games; `None` when evaluations tell nothing about their results.
    pub fn of(games: &[GameFeatures]) -> Option<CrossFitted> {
        CrossFitted::counted(games, |_| 1)
    }

    /// The calibration by a bootstrap resample of the pairs, whose variance is that of the calibration.
    /// `draw` is the seed.
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
            calibrated(others.map(|game| (game, times(game.outcome.pair))))
        };
        Some(CrossFitted {
            halves: [of_others(0)?, of_others(1)?],
        })
    }

    /// White's lead in every position of a game.
    pub fn leads(&self, game: &GameFeatures) -> Vec<f64> {
        let curves = &self.halves[half(game.outcome.pair)];
        let evaluations = game.counts.evaluations.iter().enumerate();
        evaluations
            .map(|(at, &evaluation)| {
                let ahead = evaluation.unsigned_abs().min(MAX_EVALUATION);
                curves[phase(game, at)].at(f64::from(ahead)) * f64::from(evaluation.signum())
            })
            .collect()
    }
}

/// The half of the pairs that a pair belongs to, independent of odds and arrays that take turns.
fn half(pair: u64) -> usize {
    (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63) as usize
}

/// Statistics of the leads in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leads {
    /// Changes of the side in the lead.
    pub changes: f64,
    /// Mean change from one ply to the next.
    pub swing: f64,
    /// For decisive games: the mean of the square roots of the winner's deficits, over the positions
    /// in which it was behind; 0 if it never was.
    pub drama: Option<f64>,
    /// For decisive games: the loser's largest lead, at least 0.
    pub threshold: Option<f64>,
    /// For decisive games: 1 if the winner was behind after two thirds of the plies, else 0.
    pub comeback: Option<f64>,
}

impl Leads {
    /// The statistics of White's leads in the positions of a game; `None` for fewer than two positions.
    pub fn of(game: &GameFeatures, leads: &[f64]) -> Option<Leads> {
        if leads.len() < 2 {
            return None;
        }
        let mut changes = 0;
        let mut leader = 0.0;
        for lead in leads.iter().filter(|lead| lead.abs() >= MIN_LEAD) {
            if leader != 0.0 && leader != lead.signum() {
                changes += 1;
            }
            leader = lead.signum();
        }
        let swings = leads.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        let winner = winner_sign(game);
        let behind = |sign: f64| {
            let deficits = leads.iter().map(move |lead| -sign * lead);
            deficits.filter(|deficit| *deficit > 0.0)
        };
        let drama = winner.map(|sign| {
            let roots: Vec<f64> = behind(sign).map(f64::sqrt).collect();
            roots.iter().sum::<f64>() / roots.len().max(1) as f64
        });
        Some(Leads {
            changes: f64::from(changes),
            swing: swings.sum::<f64>() / (leads.len() - 1) as f64,
            drama,
            threshold: winner.map(|sign| behind(sign).fold(0.0, f64::max)),
            comeback: winner.map(|sign| {
                let late = leads[leads.len() * 2 / 3];
                f64::from(u8::from(sign * late <= -MIN_LEAD))
            }),
        })
    }
}

/// The share of a decisive game's plies that were played after the winner's lead exceeded a threshold
/// for good.
pub fn decided(game: &GameFeatures, leads: &[f64], threshold: f64) -> Option<f64> {
    let sign = winner_sign(game)?;
    if leads.is_empty() {
        return None;
    }
    let after = leads
        .iter()
        .rev()
        .take_while(|lead| sign * **lead > threshold);
    Some(after.count() as f64 / leads.len() as f64)
}

fn winner_sign(game: &GameFeatures) -> Option<f64> {
    match game.outcome.score() {
        Some(1.0) => Some(1.0),
        Some(0.0) => Some(-1.0),
        _ => None,
    }
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
    fn the_side_ahead_expects_at_least_half() {
        let curve =
            RisingCurve::fit([results(10.0, -0.4, 1.0), results(20.0, 0.3, 1.0)].into_iter());
        assert_eq!((curve.at(10.0), curve.at(20.0)), (0.0, 0.3));
    }

    #[test]
    fn halves_are_independent_of_turns() {
        for turns in [1, 2, 3, 4, 6, 8] {
            let own = (0..1_000_u64).filter(|pair| pair % turns == 0);
            let all = own.clone().count() as f64;
            let first = own.filter(|&pair| half(pair) == 0).count() as f64;
            assert!((first / all - 0.5).abs() < 0.1, "{turns}: {first} of {all}");
        }
    }
}
