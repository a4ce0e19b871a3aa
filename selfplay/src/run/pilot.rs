//! A short pilot: how much the pairs of an experiment scatter, and how fast they are played here.

use super::Control;
use crate::experiment::{Experiment, Pairing, scheduled_pair};
use crate::play::GameRunner;
use crate::record::{GameRecord, RecordOrigin, encode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tradewind_engine::Color;
use tradewind_stats::estimate::{Estimate, Z};

/// The fewest pairs of each pairing from which the scatter is estimated.
const MIN_PAIRS: u64 = 20;

/// How many times as many pairs it plays at most when its time is up and games are not finished.
const MAX_UNFINISHED: u64 = 10;

/// What a pilot has found.
#[derive(Clone, Debug)]
pub struct Pilot {
    /// By pairing.
    pub pairings: Vec<Scatter>,
    /// Number of pairs played.
    pub pairs: u64,
    /// How long that took.
    pub time: Duration,
    /// Bytes that a pair takes in a file of games.
    pub bytes_per_pair: f64,
}

/// How the pairs of a pairing scatter.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    /// The pairing.
    pub pairing: Pairing,
    /// Its pairs in which both games were finished.
    pub pairs: u64,
    /// The variance of a pair's score (from 0 to 1) with its interval; `None` when there are too
    /// few pairs.
    pub variance: Option<Estimate>,
}

impl Pilot {
    /// Pairs played in a second.
    pub fn pairs_per_second(&self) -> f64 {
        self.pairs as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Plays the first pairs of an experiment and keeps none of them: for as long as `time` and until
/// every pairing has enough finished pairs, unless the experiment ends before or `control` says so. All
/// threads of the current rayon pool play.
pub fn pilot(experiment: &Experiment, time: Duration, control: &Control) -> Pilot {
    let runner = GameRunner::new(experiment, control.executor.stop());
    let pairings = experiment.pairings();
    let all = experiment.all_pairs();
    // Where hardly any game is ever finished, more time does not help.
    let max_pairs = MAX_UNFINISHED * MIN_PAIRS * pairings.len() as u64;
    let begin = Instant::now();
    let next = AtomicU64::new(0);
    let played: Mutex<Vec<[GameRecord; 2]>> = Mutex::default();
    let finished: Vec<AtomicU64> = pairings.iter().map(|_| AtomicU64::new(0)).collect();
    let scatter_is_known = || {
        let mut counts = finished.iter().map(|count| count.load(Ordering::Relaxed));
        counts.all(|count| count >= MIN_PAIRS)
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
                finished[scheduled_pair(&pairings, pair).place].fetch_add(1, Ordering::Relaxed);
            }
            played.lock().expect("pushing does not panic").push(games);
        }
    });
    let time = begin.elapsed();
    let mut played = played.into_inner().expect("pushing does not panic");
    played.sort_by_key(|games| games[0].number);
    let of_pairing = |wanted: &Pairing| {
        let own = played
            .iter()
            .filter(|games| scheduled_pair(&pairings, games[0].pair()).pairing == *wanted);
        let scores: Vec<f64> = own.filter_map(score).collect();
        Scatter {
            pairing: *wanted,
            pairs: scores.len() as u64,
            variance: variance(&scores),
        }
    };
    let max_kept = experiment.record.games_per_file as usize / 2;
    let kept: Vec<GameRecord> = played.iter().take(max_kept).flatten().cloned().collect();
    let bytes = encode(&kept, &RecordOrigin::of(experiment)).len() as f64;
    Pilot {
        pairings: pairings.iter().map(of_pairing).collect(),
        pairs: played.len() as u64,
        time,
        bytes_per_pair: bytes / (kept.len() as f64 / 2.0).max(1.0),
    }
}

/// The score of a pair: of the first player when two play, of White when one plays itself; `None`
/// when a game was not finished.
fn score(games: &[GameRecord; 2]) -> Option<f64> {
    let points = games.each_ref().map(|game| {
        let side = if game.players[0] == game.players[1] {
            Color::White
        } else {
            game.first_side()
        };
        game.result.half_points(side)
    });
    Some((points[0]? + points[1]?) as f64 / 4.0)
}

/// The variance of some numbers, with the normal interval of its estimate by the fourth moment.
fn variance(values: &[f64]) -> Option<Estimate> {
    let number = values.len() as f64;
    if (values.len() as u64) < MIN_PAIRS {
        return None;
    }
    let mean = values.iter().sum::<f64>() / number;
    let moment = |power| {
        values
            .iter()
            .map(|value| (value - mean).powi(power))
            .sum::<f64>()
    };
    let value = moment(2) / (number - 1.0);
    let half = Z * ((moment(4) / number - value * value).max(0.0) / number).sqrt();
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
            let found = variance(&values).expect("there are enough");
            covered += u32::from(found.covers(0.125));
        }
        assert!((925..=975).contains(&covered), "{covered}");
        assert_eq!(variance(&[0.5; 10]), None);
    }
}
