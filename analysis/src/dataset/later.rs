//! The features of games of which there are too many to keep them.

use super::{Dataset, DatasetError, FILES_AT_A_TIME, GameFeatures};
use rayon::prelude::*;
use tradewind_selfplay::experiment::scheduled_pair;
use tradewind_selfplay::record::RecordError;

/// Reads the games again whose features were asked for and not kept, in their order: what `of` makes of the features of
/// a game and of the place of its pairing, on all threads, is shown to `add`, game by game.
///
/// # Errors
/// A file is wrong, or holds a game that cannot be played again.
pub fn features_of_later<T: Send>(
    dataset: &Dataset<'_>,
    of: impl Fn(usize, &GameFeatures) -> T + Sync,
    mut add: impl FnMut(usize, T),
) -> Result<(), DatasetError> {
    let (archive, experiment) = (&dataset.archive, dataset.experiment());
    let pairings = experiment.pairings();
    let is_later = |pair: u64| {
        let scheduled = scheduled_pair(&pairings, pair);
        let kept = dataset.pairings[scheduled.place].features_of;
        kept > 0 && scheduled.number >= kept
    };
    let parts = archive.chunks().map_err(RecordError::File)?;
    let has_later = |part: &u64| {
        let games = archive.chunk_games(*part);
        (games.start / 2..games.end.div_ceil(2)).any(is_later)
    };
    let parts: Vec<u64> = parts.into_iter().filter(has_later).collect();
    for some in parts.chunks(FILES_AT_A_TIME) {
        let read: Result<Vec<Vec<(usize, T)>>, DatasetError> = some
            .par_iter()
            .map(|&part| {
                let records = archive.read(part)?;
                let later = records.par_iter().filter(|record| is_later(record.pair()));
                let found = later.map(|record| {
                    let scheduled = scheduled_pair(&pairings, record.pair());
                    let game = &experiment.rules_of(scheduled.pairing).game;
                    let features = GameFeatures::of(record, game, scheduled.number)?;
                    Ok((scheduled.place, of(scheduled.place, &features)))
                });
                found.collect()
            })
            .collect();
        for (place, found) in read?.into_iter().flatten() {
            add(place, found);
        }
    }
    Ok(())
}
