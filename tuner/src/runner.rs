//! Playing the games of an experiment in parallel, in parts that are written as files.

use crate::experiment::Experiment;
use crate::files::{FileError, make_folder};
use crate::player::Player;
use crate::pool::Pool;
use crate::record::{self, GameRecord, RecordError};
use crate::self_play::SelfPlay;
use rayon::prelude::*;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tradewind_engine::Game;

/// Games of a part. It is part of the format: files of one experiment hold the same games in
/// every run.
pub const GAMES_PER_PART: u64 = 2_000;

/// The parts of an experiment that a run is to play: shard `index` of `count`, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which one.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Shard {
    /// The only shard.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    fn parts(self, all: u64) -> Range<u64> {
        let bound =
            |index: u64| (u128::from(all) * u128::from(index) / u128::from(self.count)) as u64;
        bound(self.index - 1)..bound(self.index)
    }
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A folder could not be made.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of games is wrong or could not be written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It was asked to stop.
    #[error(
        "stopped; {parts_left} of {parts} parts are still to be played: run the same command again to go on"
    )]
    Stopped {
        /// Parts that are still to be played.
        parts_left: u64,
        /// Parts of the shard.
        parts: u64,
    },
}

/// What happens during a run.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Games were there already.
    Found(u64),
    /// A game has been played.
    Played,
}

/// A run of an experiment into a folder.
#[derive(Debug)]
pub struct Run<'e> {
    experiment: &'e Experiment,
    game: &'e Game,
    folder: PathBuf,
    fingerprint: String,
}

impl<'e> Run<'e> {
    /// Prepares a run; nothing is touched yet.
    pub fn new(experiment: &'e Experiment, game: &'e Game, folder: &Path) -> Run<'e> {
        Run {
            experiment,
            game,
            folder: folder.join("games"),
            fingerprint: experiment.fingerprint(game),
        }
    }

    /// Number of games of the experiment.
    pub fn games(&self) -> u64 {
        self.experiment.pairs * 2
    }

    /// Number of parts of the experiment.
    pub fn parts(&self) -> u64 {
        self.games().div_ceil(GAMES_PER_PART)
    }

    /// Number of games of a shard.
    pub fn shard_games(&self, shard: Shard) -> u64 {
        shard
            .parts(self.parts())
            .map(|part| self.part_games(part))
            .map(|games| games.end - games.start)
            .sum()
    }

    fn part_games(&self, part: u64) -> Range<u64> {
        let start = part * GAMES_PER_PART;
        start..(start + GAMES_PER_PART).min(self.games())
    }

    /// The file of a part. A last part that is not full has its number of games in its name, so a
    /// plan that is made longer later does not take it for a full one.
    pub fn part_path(&self, part: u64) -> PathBuf {
        let games = self.part_games(part);
        match games.end - games.start {
            GAMES_PER_PART => self.folder.join(format!("part-{part:06}.parquet")),
            fewer => self
                .folder
                .join(format!("part-{part:06}-of-{fewer}.parquet")),
        }
    }

    /// The games of a part that has been played.
    ///
    /// # Errors
    /// The file is missing, damaged, or belongs to something else.
    pub fn read(&self, part: u64) -> Result<Vec<GameRecord>, RecordError> {
        let path = self.part_path(part);
        let games = record::read(&path, &self.fingerprint)?;
        let wanted = self.part_games(part);
        if !games.iter().map(|game| game.number).eq(wanted) {
            return Err(RecordError::Damaged {
                path,
                cause: "it does not hold the games that it should".to_string(),
            });
        }
        Ok(games)
    }

    /// The parts of the experiment that are still missing in the folder.
    pub fn missing(&self) -> u64 {
        (0..self.parts())
            .filter(|&part| !self.part_path(part).exists())
            .count() as u64
    }

    /// Plays what is missing of a shard, on the threads of the current rayon pool. When `stop`
    /// is set, parts that have begun are dropped and no other is begun.
    ///
    /// # Errors
    /// A file that is there is wrong, a file could not be written, or the run was stopped.
    pub fn play(
        &self,
        shard: Shard,
        stop: &AtomicBool,
        event: &(impl Fn(Event) + Sync),
    ) -> Result<(), RunError> {
        make_folder(&self.folder)?;
        let parts = shard.parts(self.parts());
        let (present, missing): (Vec<u64>, Vec<u64>) = parts
            .clone()
            .partition(|&part| self.part_path(part).exists());
        present
            .par_iter()
            .try_for_each(|&part| -> Result<(), RecordError> {
                event(Event::Found(self.read(part)?.len() as u64));
                Ok(())
            })?;
        let self_play = SelfPlay::new(self.experiment, self.game);
        let players = Pool::new(|| self_play.player());
        let mut left = 0;
        for &part in &missing {
            match self.play_part(&self_play, &players, part, stop, event) {
                Some(games) => record::write(&self.part_path(part), &games, &self.fingerprint)?,
                None => left += 1,
            }
        }
        match left {
            0 => Ok(()),
            parts_left => Err(RunError::Stopped {
                parts_left,
                parts: parts.end - parts.start,
            }),
        }
    }

    /// Plays the games of one part on all threads; `None` when it was stopped.
    fn play_part(
        &self,
        self_play: &SelfPlay<'_>,
        players: &Pool<impl Fn() -> Player + Sync>,
        part: u64,
        stop: &AtomicBool,
        event: &(impl Fn(Event) + Sync),
    ) -> Option<Vec<GameRecord>> {
        let play = |number| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let game = players.with(|player| self_play.play(player, number));
            event(Event::Played);
            Some(game)
        };
        self.part_games(part).into_par_iter().map(play).collect()
    }
}
