//! The games of an archive: each file is read once and each game replayed once, whatever is asked of
//! them. Where there are so many that their features are not kept, they are replayed a second time for these.

mod features;
mod later;
mod look;
mod odds;
pub mod phases;
mod positions;
mod worth;

pub use features::{EARLY_PLIES, GameFeatures, GameOutcome, TENTHS};
pub use later::{GAMES_AT_A_TIME, features_of_later};
pub use look::column_name;
pub use odds::{OddsGames, OddsGroup, OddsParts, OddsTally, SHRUNK_BY};
pub use positions::{
    Detail, LaterOrigins, PairChoice, PairOrigin, PositionDesign, PositionSamples, Quietness,
};
pub use worth::{PairWorths, WORTH_PHASES, WorthSum, WorthSums};

use features::FeatureObserver;
use positions::{DrawnPositions, Sampler};
use rayon::prelude::*;
use tradewind_engine::{Game, ReplayError};
use tradewind_selfplay::experiment::{Experiment, Pairing, ScheduledPair, scheduled_pair};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, RecordError, pairs};
use tradewind_selfplay::sprt_tracker;
use tradewind_stats::samples::SamplesError;
use tradewind_stats::{SprtVerdict, Tally};

/// How many files are read at a time: enough for all threads, and no more than fit in memory whatever
/// the size of the experiment.
const FILES_AT_A_TIME: usize = 32;

/// Why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A file of games is missing or wrong.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A recorded game cannot be played again.
    #[error("game {game} of the records cannot be played again: {cause}")]
    Replay {
        /// The game's number.
        game: u64,
        /// What is wrong.
        cause: ReplayError,
    },
    /// A recorded game starts from an array or position that the rule set does not have.
    #[error(
        "game {game} of the records starts from array {array} or a position that does not exist"
    )]
    Start {
        /// The game's number.
        game: u64,
        /// The array's number.
        array: u32,
    },
    /// The samples do not fit together.
    #[error(transparent)]
    Samples(#[from] SamplesError),
}

/// What is asked of the games of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// How each of them ended.
    pub outcomes: bool,
    /// The features of those of its first so many pairs.
    pub features: u64,
    /// Positions sampled from them.
    pub positions: bool,
    /// More of these positions than the material.
    pub detail: bool,
    /// Those that began with odds, by the odds.
    pub odds: bool,
}

/// What the games of a pairing gave.
#[derive(Debug)]
pub struct PairingData {
    /// The pairing.
    pub pairing: Pairing,
    /// How many games.
    pub count: u64,
    /// How each game ended, in the order of the games, if that was asked for.
    pub games: Vec<GameOutcome>,
    /// What the pairs came to for the first player.
    pub tally: Tally,
    /// The features of the games of the first pairs, if they were asked for.
    pub features: Vec<GameFeatures>,
    /// Of how many pairs: those of later ones are [read](features_of_later) one by one.
    pub features_of: u64,
    /// Sampled positions, if they were asked for.
    pub positions: Option<PositionSamples>,
    /// Odds games, if they were asked for.
    pub odds: Option<OddsParts>,
}

/// What the games of an archive gave.
#[derive(Debug)]
pub struct Dataset<'e> {
    /// The archive.
    pub archive: Archive<'e>,
    /// By pairing of the experiment.
    pub pairings: Vec<PairingData>,
    /// The SHA-256 of each file of games, by the number of its part.
    pub checksums: Vec<(u64, String)>,
}

/// Reads an archive: `wanted` says what is asked of the games of each pairing, and `visit` is shown all
/// games besides, file by file in their order.
///
/// # Errors
/// A file is wrong, or holds a game that cannot be played again; or `visit` fails.
pub fn read<'e>(
    archive: &Archive<'e>,
    wanted: impl Fn(Pairing) -> Wanted,
    mut visit: impl FnMut(&[GameRecord]) -> Result<(), DatasetError>,
) -> Result<Dataset<'e>, DatasetError> {
    let reader = DatasetReader::new(archive, wanted);
    let mut dataset = Dataset {
        archive: archive.clone(),
        pairings: reader.empty()?,
        checksums: Vec::new(),
    };
    let parts = archive.chunks().map_err(RecordError::File)?;
    for some in parts.chunks(FILES_AT_A_TIME) {
        let read: Result<Vec<_>, DatasetError> = some
            .par_iter()
            .map(|&part| {
                let (records, checksum) = archive.read_with_checksum(part)?;
                let pairings = reader.pairings_of(&records)?;
                Ok((part, records, checksum, pairings))
            })
            .collect();
        for (part, records, checksum, pairings) in read? {
            visit(&records)?;
            for (all, own) in dataset.pairings.iter_mut().zip(pairings) {
                all.append(own)?;
            }
            dataset.checksums.extend(checksum.map(|sum| (part, sum)));
        }
    }
    Ok(dataset)
}

/// A pairing, what is asked of its games, and how positions are sampled from them.
struct Asked<'e> {
    pairing: Pairing,
    wanted: Wanted,
    sampler: Option<Sampler<'e>>,
}

struct DatasetReader<'a, 'e> {
    archive: &'a Archive<'e>,
    pairings: Vec<Pairing>,
    asked: Vec<Asked<'e>>,
}

impl<'a, 'e> DatasetReader<'a, 'e> {
    fn new(archive: &'a Archive<'e>, wanted: impl Fn(Pairing) -> Wanted) -> DatasetReader<'a, 'e> {
        let experiment = archive.experiment();
        let pairings = experiment.pairings();
        let asked = pairings.iter().map(|&pairing| {
            let wanted = wanted(pairing);
            let sampler = || Sampler::new(experiment, pairing, wanted.detail);
            Asked {
                pairing,
                wanted,
                sampler: wanted.positions.then(sampler),
            }
        });
        DatasetReader {
            archive,
            asked: asked.collect(),
            pairings,
        }
    }

    fn empty(&self) -> Result<Vec<PairingData>, SamplesError> {
        let empty = |asked: &Asked<'_>| {
            let experiment = self.archive.experiment();
            let rules = experiment.rules_of(asked.pairing);
            Ok(PairingData {
                pairing: asked.pairing,
                count: 0,
                games: Vec::new(),
                tally: Tally::default(),
                features: Vec::new(),
                features_of: asked.wanted.features,
                positions: asked.sampler.as_ref().map(Sampler::empty).transpose()?,
                odds: asked
                    .wanted
                    .odds
                    .then(|| OddsParts::empty(experiment, rules)),
            })
        };
        self.asked.iter().map(empty).collect()
    }

    /// What the games of a file give, by pairing.
    fn pairings_of(&self, records: &[GameRecord]) -> Result<Vec<PairingData>, DatasetError> {
        let experiment = self.archive.experiment();
        // Which of the players that take turns played a pair.
        let player_of = |scheduled: &ScheduledPair| {
            let count = experiment.rules_of(scheduled.pairing).training_runs();
            experiment.training_run_of(scheduled.number, count)
        };
        let replayed: Result<Vec<Replayed>, DatasetError> = records
            .par_iter()
            .map(|record| {
                let scheduled = scheduled_pair(&self.pairings, record.pair());
                let game = &experiment.rules_of(scheduled.pairing).game;
                let asked = &self.asked[scheduled.place];
                Replayed::of(
                    record,
                    game,
                    scheduled.number,
                    scheduled.number < asked.wanted.features,
                    (asked.sampler.as_ref()).map(|sampler| (sampler, player_of(&scheduled))),
                )
            })
            .collect();
        let mut all = self.empty()?;
        for (record, replayed) in records.iter().zip(replayed?) {
            let scheduled = scheduled_pair(&self.pairings, record.pair());
            let (data, asked) = (&mut all[scheduled.place], &self.asked[scheduled.place]);
            data.count += 1;
            if asked.wanted.outcomes {
                data.games.push(GameOutcome::of(record, scheduled.number));
            }
            data.features.extend(replayed.features);
            if let (Some(sampler), Some(samples)) = (&asked.sampler, &mut data.positions) {
                let player = player_of(&scheduled);
                sampler.add(samples, record, player, &replayed.drawn)?;
            }
        }
        for pair in pairs(records) {
            let scheduled = scheduled_pair(&self.pairings, pair[0].pair());
            let data = &mut all[scheduled.place];
            data.tally.join(&sprt_tracker::tally(pair));
            if let Some(odds) = &mut data.odds {
                let spec = experiment.rules_of(data.pairing).game.spec();
                odds.add(spec, player_of(&scheduled), [&pair[0], &pair[1]]);
            }
        }
        Ok(all)
    }
}

impl Wanted {
    /// Positions of games that began without odds, in detail.
    pub fn level_positions(with_odds: bool) -> Wanted {
        Wanted {
            positions: !with_odds,
            detail: !with_odds,
            ..Wanted::default()
        }
    }

    /// All that two commands ask.
    pub fn and(self, other: Wanted) -> Wanted {
        Wanted {
            outcomes: self.outcomes || other.outcomes,
            features: self.features.max(other.features),
            positions: self.positions || other.positions,
            detail: self.detail || other.detail,
            odds: self.odds || other.odds,
        }
    }
}

impl<'e> Dataset<'e> {
    /// The experiment.
    pub fn experiment(&self) -> &'e Experiment {
        self.archive.experiment()
    }

    /// How many games are there.
    pub fn games(&self) -> u64 {
        let games = self.pairings.iter().map(|pairing| pairing.count);
        games.sum()
    }

    /// Whether no more games are to be played: all are there, or the test of the match has decided.
    pub fn is_whole(&self) -> bool {
        let verdict =
            |pairing: &PairingData| Some(self.experiment().sprt()?.verdict(&pairing.tally));
        let mut verdicts = self.pairings.iter().filter_map(verdict);
        self.games() == self.archive.games() || verdicts.any(|verdict| verdict != SprtVerdict::Open)
    }
}

impl PairingData {
    fn append(&mut self, later: PairingData) -> Result<(), SamplesError> {
        self.count += later.count;
        self.games.extend(later.games);
        self.tally.join(&later.tally);
        self.features.extend(later.features);
        if let (Some(own), Some(later)) = (&mut self.positions, &later.positions) {
            own.append(later)?;
        }
        if let (Some(own), Some(later)) = (&mut self.odds, later.odds) {
            own.join(later);
        }
        Ok(())
    }
}

impl GameFeatures {
    /// The features of a game; `pair` is the number of its pair within the pairing.
    ///
    /// # Errors
    /// The game cannot be played again.
    pub fn of(record: &GameRecord, game: &Game, pair: u64) -> Result<GameFeatures, DatasetError> {
        let replayed = Replayed::of(record, game, pair, true, None)?;
        Ok(replayed.features.expect("features were asked for"))
    }
}

/// What a game gave when it was replayed.
struct Replayed {
    features: Option<GameFeatures>,
    /// Positions drawn from it.
    drawn: DrawnPositions,
}

impl Replayed {
    /// Replays a game, if anything is asked of it; `number` is that of its pair within the pairing. A sampler comes with
    /// the player of the game.
    fn of(
        record: &GameRecord,
        game: &Game,
        number: u64,
        features: bool,
        sampler: Option<(&Sampler<'_>, usize)>,
    ) -> Result<Replayed, DatasetError> {
        let sampler = sampler.filter(|_| record.result.score().is_some());
        if !features && sampler.is_none() {
            return Ok(Replayed {
                features: None,
                drawn: DrawnPositions::default(),
            });
        }
        let mut position = record.replay(game).ok_or(DatasetError::Start {
            game: record.number,
            array: record.array,
        })?;
        let mut observed = features.then(|| FeatureObserver::new(record, game, number, &position));
        let (mut positions, mut is_calm) = (Vec::new(), Vec::new());
        for (ply, text) in (1..).zip(record.moves.split_ascii_whitespace()) {
            let one = position.read(text).map_err(|cause| DatasetError::Replay {
                game: record.number,
                cause,
            })?;
            if let Some(observed) = &mut observed {
                observed.before(&position, one, ply);
            }
            if sampler.is_some() && ply > record.opening_plies {
                positions.push((is_calm.len(), position.clone()));
            }
            let pieces = position.pieces();
            position.play(one);
            is_calm.push(position.pieces() == pieces && one.promotion().is_none());
            if let Some(observed) = &mut observed {
                observed.after(&position);
            }
        }
        let drawn =
            sampler.map(|(sampler, player)| sampler.draw(record, player, &positions, &is_calm));
        Ok(Replayed {
            features: observed.map(FeatureObserver::finish),
            drawn: drawn.unwrap_or_default(),
        })
    }
}
