//! The features of games, from which metrics are computed.

use super::{Dataset, DatasetError};
use rayon::prelude::*;
use tradewind_engine::Color;
use tradewind_selfplay::record::counts::GameCounts;
use tradewind_selfplay::record::{GameRecord, GameResult, RecordError, Termination};

/// Number of games whose features are in memory at a time.
pub(crate) const GAME_BATCH: usize = 1_024;

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameOutcome {
    /// The number of its pair within the pairing: pairs of different pairings with the same number
    /// share random streams.
    pub pair: u64,
    /// The result.
    pub result: GameResult,
    /// The first player's side.
    pub first_side: Color,
    /// The termination.
    pub end: Termination,
    /// Plies played, opening included.
    pub plies: u32,
}

impl GameOutcome {
    /// The outcome of a recorded game; `pair` is the number of its pair within the pairing.
    pub fn of(record: &GameRecord, pair: u64) -> GameOutcome {
        GameOutcome {
            pair,
            result: record.result,
            first_side: record.first_side(),
            end: record.end,
            plies: record.plies,
        }
    }

    /// White's share of the point; `None` for an unfinished game.
    pub fn score(&self) -> Option<f64> {
        self.score_of(Color::White)
    }

    pub(crate) fn first_score(&self) -> Option<f64> {
        self.score_of(self.first_side)
    }

    /// A side's share of the point; `None` for an unfinished game.
    pub fn score_of(&self, side: Color) -> Option<f64> {
        let half_points = self.result.half_points(side)?;
        Some(half_points as f64 / 2.0)
    }
}

/// A game as metrics see it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFeatures {
    /// The outcome.
    pub outcome: GameOutcome,
    /// The counts of its events, and its evaluations.
    pub counts: GameCounts,
}

/// Reads the games whose features were requested and not kept again, in their order. `of` maps the
/// place of the pairing and the features, on all threads; `add` receives the results game by game.
///
/// # Errors
/// A file is wrong, or holds a game that cannot be replayed.
pub(crate) fn deferred_features<T: Send>(
    dataset: &Dataset<'_>,
    of: impl Fn(usize, &GameFeatures) -> T + Sync,
    mut add: impl FnMut(T),
) -> Result<(), DatasetError> {
    let (archive, experiment) = (&dataset.archive, dataset.experiment());
    let pairings = experiment.pairings();
    let deferred = |pair: u64| {
        let scheduled = experiment.scheduled_pair(&pairings, pair);
        let kept = dataset.pairings[scheduled.place].features_of;
        (kept > 0 && scheduled.number >= kept).then_some(scheduled)
    };
    for part in archive.chunks().map_err(RecordError::File)? {
        let games = archive.chunk_games(part);
        if !(games.start / 2..games.end.div_ceil(2)).any(|pair| deferred(pair).is_some()) {
            continue;
        }
        for some in archive.read(part)?.chunks(GAME_BATCH) {
            let of_game = |record: &GameRecord| {
                let scheduled = deferred(record.pair())?;
                let rules = &experiment.rules_of(scheduled.pairing).compiled;
                let features = GameFeatures::of(record, rules, scheduled.number);
                Some(features.map(|features| of(scheduled.place, &features)))
            };
            let found: Result<Vec<T>, DatasetError> = some.par_iter().filter_map(of_game).collect();
            found?.into_iter().for_each(&mut add);
        }
    }
    Ok(())
}
