//! Whether the games of a study are those that its registration gives.

use super::plan::StudyError;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_files::sha256;
use tradewind_selfplay::play::GameRunner;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{self, GameRecord};

/// The number of pairs of an experiment that are replayed.
const REPLAYED: u64 = 4;

/// Checks the games of an experiment on the threads of the current rayon pool: each pair must begin as the seed says, and
/// a few pairs, which follow from `hash`, must be what the players play. `false` when `stop` was set before the end.
///
/// # Errors
/// Games cannot be read, or are not those of the experiment.
pub fn check_games(
    archive: &Archive<'_>,
    hash: &str,
    stop: &Arc<AtomicBool>,
) -> Result<bool, StudyError> {
    let runner = GameRunner::new(archive.experiment(), stop);
    let is_stopped = || stop.load(Ordering::Relaxed);
    let pairs = archive.experiment().all_pairs();
    let drawn = |number: u64| {
        let digits = sha256([hash, &number.to_string()].map(str::as_bytes));
        u64::from_str_radix(&digits[..15], 16).expect("digits of a hash") % pairs.max(1)
    };
    let replayed: Vec<u64> = (0..REPLAYED).map(drawn).collect();
    let is_same = |one: &GameRecord, other: &GameRecord| {
        let told = |game: &GameRecord| (game.players, game.result, game.end);
        told(one) == told(other)
            && (&one.moves, &one.evaluations) == (&other.moves, &other.evaluations)
    };
    let plays = |pair, games: &[GameRecord; 2]| {
        let again = runner.play(pair, &is_stopped);
        again.is_none_or(|again| {
            again
                .iter()
                .zip(games)
                .all(|(one, other)| is_same(one, other))
        })
    };
    let check = |games: &[GameRecord; 2]| {
        let pair = games[0].pair();
        let is_right = runner.has_drawn(games) && (!replayed.contains(&pair) || plays(pair, games));
        // Nobody thinks on when it is stopped.
        if is_right || is_stopped() {
            return Ok(());
        }
        Err(StudyError::OtherGames {
            folder: archive.folder().to_path_buf(),
            pair,
        })
    };
    archive.for_each_chunk(|games| {
        let pairs: Vec<&[GameRecord; 2]> = record::pairs(&games).collect();
        pairs.into_par_iter().try_for_each(check)
    })?;
    Ok(!is_stopped())
}
