//! The features of games of which there are too many to keep them.

use super::{Dataset, DatasetError, GameFeatures};
use rayon::prelude::*;
use tradewind_selfplay::experiment::scheduled_pair;
use tradewind_selfplay::record::{GameRecord, RecordError};

/// How many games are looked at a time: what is made of them takes more memory than what is kept of it.
pub const GAMES_AT_A_TIME: usize = 1_024;

/// Reads the games again whose features were asked for and not kept, in their order: what `of` makes of the features of
/// a game and of the place of its pairing, on all threads, is shown to `add`, game by game.
///
/// # Errors
/// A file is wrong, or holds a game that cannot be played again.
pub fn features_of_later<T: Send>(
    dataset: &Dataset<'_>,
    of: impl Fn(usize, &GameFeatures) -> T + Sync,
    mut add: impl FnMut(T),
) -> Result<(), DatasetError> {
    let (archive, experiment) = (&dataset.archive, dataset.experiment());
    let pairings = experiment.pairings();
    let later = |pair: u64| {
        let scheduled = scheduled_pair(&pairings, pair);
        let kept = dataset.pairings[scheduled.place].features_of;
        (kept > 0 && scheduled.number >= kept).then_some(scheduled)
    };
    for part in archive.chunks().map_err(RecordError::File)? {
        let games = archive.chunk_games(part);
        if !(games.start / 2..games.end.div_ceil(2)).any(|pair| later(pair).is_some()) {
            continue;
        }
        for some in archive.read(part)?.chunks(GAMES_AT_A_TIME) {
            let of_game = |record: &GameRecord| {
                let scheduled = later(record.pair())?;
                let game = &experiment.rules_of(scheduled.pairing).game;
                let features = GameFeatures::of(record, game, scheduled.number);
                Some(features.map(|features| of(scheduled.place, &features)))
            };
            let found: Result<Vec<T>, DatasetError> = some.par_iter().filter_map(of_game).collect();
            found?.into_iter().for_each(&mut add);
        }
    }
    Ok(())
}
