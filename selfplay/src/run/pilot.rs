//! Pilot runs: the variance of the pairs of an experiment, and the speed of this machine.

use super::Control;
use crate::experiment::{Experiment, Pairing};
use crate::play::GameRunner;
use crate::record::{GameRecord, RecordOrigin, encode};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tradewind_engine::Color;
use tradewind_stats::PairSums;
use tradewind_stats::estimate::{Estimate, Z};

/// The minimum number of pairs of each pairing for an estimate of the variance, plus one for each
/// kind of odds.
const MIN_PAIRS: u64 = 20;

/// The multiple of these pairs that is played at most when games are unfinished after the time is
/// up.
const MAX_UNFINISHED: u64 = 10;

/// The result of a pilot.
#[derive(Clone, Debug)]
pub struct Pilot {
    /// By pairing.
    pub pairings: Vec<Scatter>,
    /// The number of pairs played.
    pub pairs: u64,
    /// The time taken.
    pub time: Duration,
    /// The size of a pair in a file of games, in bytes.
    pub bytes_per_pair: f64,
}

/// The scores and variance of a pairing.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// The pairing.
    pub pairing: Pairing,
    /// The number of pairs with two finished games.
    pub pairs: u64,
    /// The variance of a pair's score (from 0 to 1) within a kind of odds; `None` if there are too
    /// few pairs.
    pub variance: Option<Estimate>,
    /// The scores by kind of odds.
    pub scores: Vec<PilotScore>,
}

/// A score of the first player; of White in self-play without odds.
#[derive(Clone, Copy, Debug)]
pub struct PilotScore {
    /// The number of the odds in the rule set's plan.
    pub odds: Option<usize>,
    /// The number of pairs with two finished games.
    pub pairs: u64,
    /// The score from 0 to 1; `None` for fewer than two pairs.
    pub score: Option<Estimate>,
}

impl Pilot {
    /// Pairs played per second.
    pub fn pairs_per_second(&self) -> f64 {
        self.pairs as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Plays the first pairs of an experiment without keeping them, on the current rayon pool: for at
/// least `time` and until every pairing has enough finished pairs, unless the experiment ends
/// earlier or is stopped.
pub fn pilot(experiment: &Experiment, time: Duration, control: &Control) -> Pilot {
    let runner = GameRunner::new(experiment, control.executor.stop());
    let pairings = experiment.pairings();
    let all = experiment.all_pairs();
    let enough = |pairing: &Pairing| MIN_PAIRS + experiment.rules_of(*pairing).odds.len() as u64;
    // If hardly any game is finished, more time does not help.
    let max_pairs = MAX_UNFINISHED * pairings.iter().map(enough).sum::<u64>();
    let begin = Instant::now();
    let next = AtomicU64::new(0);
    let played: Mutex<Vec<[GameRecord; 2]>> = Mutex::default();
    let finished: Vec<AtomicU64> = pairings.iter().map(|_| AtomicU64::new(0)).collect();
    let scatter_is_known = || {
        let mut counts = finished.iter().zip(&pairings);
        counts.all(|(count, pairing)| count.load(Ordering::Relaxed) >= enough(pairing))
    };
    let halt = || control.executor.is_stopped();
    rayon::broadcast(|_| {
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            let is_enough = begin.elapsed() >= time && (scatter_is_known() || pair >= max_pairs);
            if pair >= all || is_enough || halt() {
                break;
            }
            let Some(games) = runner.play(pair, &halt) else {
                break;
            };
            if score(&games).is_some() {
                finished[experiment.scheduled_pair(&pairings, pair).place]
                    .fetch_add(1, Ordering::Relaxed);
            }
            played.lock().expect("pushing does not panic").push(games);
        }
    });
    let time = begin.elapsed();
    let mut played = played.into_inner().expect("pushing does not panic");
    played.sort_by_key(|games| games[0].number);
    let mut by_odds: Vec<BTreeMap<Option<usize>, Vec<f64>>> = vec![BTreeMap::new(); pairings.len()];
    for games in &played {
        if let Some(score) = score(games) {
            let place = experiment.scheduled_pair(&pairings, games[0].pair()).place;
            let of_odds = by_odds[place].entry(games[0].odds).or_default();
            of_odds.push(score);
        }
    }
    let scatter = |(&pairing, by_odds): (&Pairing, BTreeMap<Option<usize>, Vec<f64>>)| Scatter {
        pairing,
        pairs: by_odds.values().map(|scores| scores.len() as u64).sum(),
        variance: variance(by_odds.values()),
        scores: by_odds.into_iter().map(pilot_score).collect(),
    };
    let max_kept = experiment.record.games_per_file as usize / 2;
    let kept: Vec<GameRecord> = played.iter().take(max_kept).flatten().cloned().collect();
    let bytes = encode(&kept, &RecordOrigin::of(experiment)).len() as f64;
    Pilot {
        pairings: pairings.iter().zip(by_odds).map(scatter).collect(),
        pairs: played.len() as u64,
        time,
        bytes_per_pair: bytes / (kept.len() as f64 / 2.0).max(1.0),
    }
}

fn pilot_score((odds, scores): (Option<usize>, Vec<f64>)) -> PilotScore {
    let mut sums = PairSums::default();
    scores.iter().for_each(|score| sums.add(2.0 * score, 2.0));
    PilotScore {
        odds,
        pairs: sums.pairs(),
        score: sums.share(),
    }
}

/// The score of a pair for the first player, or for White in self-play without odds; `None` if a
/// game is unfinished.
fn score(games: &[GameRecord; 2]) -> Option<f64> {
    let points = games.each_ref().map(|game| {
        let is_even = game.players[0] == game.players[1] && game.odds.is_none();
        let side = if is_even {
            Color::White
        } else {
            game.first_side()
        };
        game.result.half_points(side)
    });
    Some((points[0]? + points[1]?) as f64 / 4.0)
}

/// The variance of values within their groups, with a normal interval from the fourth moment.
fn variance<'g>(groups: impl Iterator<Item = &'g Vec<f64>>) -> Option<Estimate> {
    let (mut squares, mut df) = (Vec::new(), 0);
    for values in groups.filter(|values| values.len() > 1) {
        let number = values.len() as f64;
        let mean = values.iter().sum::<f64>() / number;
        // Bessel's correction: distances from a group's own mean are too small.
        let unbiased = number / (number - 1.0);
        squares.extend(values.iter().map(|value| (value - mean).powi(2) * unbiased));
        df += values.len() as u64 - 1;
    }
    if df + 1 < MIN_PAIRS {
        return None;
    }
    let number = squares.len() as f64;
    let value = squares.iter().sum::<f64>() / number;
    let fourth: f64 = squares.iter().map(|square| square * square).sum::<f64>() / number;
    let half = Z * ((fourth - value * value).max(0.0) / df as f64).sqrt();
    Some(Estimate {
        value,
        low: (value - half).max(0.0),
        high: value + half,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_variance_covers_it() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        // Pairs of two independent games that are won or lost: variance 1/8.
        let mut covered = 0;
        for _ in 0..1_000 {
            let mut half = || if random.random::<bool>() { 0.5 } else { 0.0 };
            let values: Vec<f64> = (0..400).map(|_| half() + half()).collect();
            let found = variance([values].iter()).expect("there are enough");
            covered += u32::from(found.covers(0.125));
        }
        assert!((925..=975).contains(&covered), "{covered}");
        assert_eq!(variance([vec![0.5; 10]].iter()), None);
    }

    /// Differences between kinds of odds do not count as variance, and few pairs of many kinds
    /// suffice.
    #[test]
    fn kinds_of_odds_have_means_of_their_own() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(6);
        let mut covered = 0;
        for _ in 0..1_000 {
            let mut half = || if random.random::<bool>() { 0.5 } else { 0.0 };
            let mut kind = |size: usize| (0..size).map(|_| half() + half()).collect::<Vec<f64>>();
            let mut kinds: Vec<Vec<f64>> = (0..150).map(|at| kind(1 + at % 3)).collect();
            for (kind, at) in kinds.iter_mut().zip(0..) {
                kind.iter_mut()
                    .for_each(|score| *score += f64::from(at % 7));
            }
            let found = variance(kinds.iter()).expect("there are enough");
            covered += u32::from(found.covers(0.125));
        }
        assert!((915..=975).contains(&covered), "{covered}");
    }
}
