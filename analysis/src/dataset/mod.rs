//! The games of an archive. Each file is read once and each game replayed once for all requests; only
//! features of very many games, which are not kept, are computed in a second pass.

mod columns;
mod features;
mod network;
mod odds;
mod positions;
mod sampler;

pub(crate) use features::{GAME_BATCH, deferred_features};
pub use features::{GameFeatures, GameOutcome};
pub(crate) use network::NETWORK_PHASES;
pub use network::{NetworkPairSums, NetworkSums};
pub(crate) use odds::SHRUNK_BY;
pub use odds::{OddsGames, OddsGroup, OddsParts, OddsTally};
pub use positions::{
    Detail, PairChoice, PairOrigin, PositionDesign, PositionSamples, SummarisedPairs,
};

use rayon::prelude::*;
use sampler::{DrawnPositions, Sampler};
use tradewind_engine::{ReplayError, Rules};
use tradewind_selfplay::experiment::{Experiment, Pairing, ScheduledPair};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::counts::GameCounter;
use tradewind_selfplay::record::samples::plays_calmly;
use tradewind_selfplay::record::{GameRecord, RecordError, pairs};
use tradewind_selfplay::sprt_tracker;
use tradewind_stats::samples::SamplesError;
use tradewind_stats::{SprtVerdict, Tally};

/// The standard phase, as the share of the starting pieces on the board: the mean of two tenths to all
/// pieces. Values standardised to it do not depend on the length of games.
pub(crate) const STANDARD_PHASE: f64 = 0.6;

/// The share of the starting pieces on the board in the middlegame.
pub(crate) const MIDDLEGAME: f64 = 0.8;

/// The share of the starting pieces on the board in the endgame.
pub(crate) const ENDGAME: f64 = 0.3;

/// Number of files read at a time: enough for all threads, and small enough for memory.
const FILES_AT_A_TIME: usize = 32;

/// Errors of reading games.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A file of games is missing or wrong.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A recorded game, by its number, cannot be replayed.
    #[error("game {0} of the records cannot be played again: {1}")]
    Replay(u64, ReplayError),
    /// A recorded game, by its number, starts from an array or position that the rule set does not have.
    #[error("game {0} of the records starts from array {1} or a position that does not exist")]
    Start(u64, u32),
    /// A recorded game, by its number, lacks its moves.
    #[error(
        "game {0} was taken from a condensed file without its moves, which this needs: play it again into another folder"
    )]
    NoMoves(u64),
    /// The samples do not fit together.
    #[error(transparent)]
    Samples(#[from] SamplesError),
}

/// The data requested from the games of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The outcome of each game.
    pub outcomes: bool,
    /// The number of first pairs whose features are kept; 0 for no features.
    pub features: u64,
    /// Sampled positions.
    pub positions: bool,
    /// More of the positions than their material.
    pub detail: bool,
    /// Games with odds, by the odds.
    pub odds: bool,
}

/// The data from the games of a pairing.
#[derive(Debug)]
pub struct PairingData {
    /// The pairing.
    pub pairing: Pairing,
    /// Number of games.
    pub count: u64,
    /// The outcome of each game in order, if requested.
    pub games: Vec<GameOutcome>,
    /// The results of the pairs for the first player, by training run.
    pub tallies: Vec<Tally>,
    /// The features of the games of the first pairs, if requested.
    pub features: Vec<GameFeatures>,
    /// The number of those pairs: features of later ones are deferred.
    pub features_of: u64,
    /// Sampled positions, if requested.
    pub positions: Option<PositionSamples>,
    /// Odds games, if requested.
    pub odds: Option<OddsParts>,
}

/// The data from the games of an archive.
#[derive(Debug)]
pub struct Dataset<'e> {
    /// The archive.
    pub archive: Archive<'e>,
    /// By pairing of the experiment.
    pub pairings: Vec<PairingData>,
    /// The SHA-256 of each file of games, by the number of its chunk.
    pub checksums: Vec<(u64, String)>,
}

/// Reads an archive. `wanted` is the request for each pairing; `visit` sees all games, file by file in
/// order.
///
/// # Errors
/// A file is wrong, or holds a game that cannot be replayed; or `visit` fails.
pub fn read<'e>(
    archive: &Archive<'e>,
    wanted: impl Fn(Pairing) -> Wanted,
    mut visit: impl FnMut(&[GameRecord]) -> Result<(), DatasetError>,
) -> Result<Dataset<'e>, DatasetError> {
    let experiment = archive.experiment();
    let pairings = experiment.pairings();
    let requests = pairings.iter().map(|&pairing| {
        let wanted = wanted(pairing);
        let sampler = || Sampler::new(experiment, pairing, wanted.detail);
        Request {
            pairing,
            wanted,
            sampler: wanted.positions.then(sampler).filter(Sampler::measures),
        }
    });
    let requests: Vec<Request<'_>> = requests.collect();
    let mut dataset = Dataset {
        archive: archive.clone(),
        pairings: no_games(experiment, &requests)?,
        checksums: Vec::new(),
    };
    let parts = archive.chunks().map_err(RecordError::File)?;
    for some in parts.chunks(FILES_AT_A_TIME) {
        let read: Result<Vec<_>, DatasetError> = some
            .par_iter()
            .map(|&part| {
                let (records, checksum) = archive.read_with_checksum(part)?;
                let pairings = of_file(experiment, &pairings, &requests, &records)?;
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

struct Request<'e> {
    pairing: Pairing,
    wanted: Wanted,
    sampler: Option<Sampler<'e>>,
}

fn no_games(
    experiment: &Experiment,
    requests: &[Request<'_>],
) -> Result<Vec<PairingData>, SamplesError> {
    let empty = |request: &Request<'_>| {
        let rules = experiment.rules_of(request.pairing);
        Ok(PairingData {
            pairing: request.pairing,
            count: 0,
            games: Vec::new(),
            tallies: vec![Tally::default(); rules.training_runs()],
            features: Vec::new(),
            features_of: request.wanted.features,
            positions: request.sampler.as_ref().map(Sampler::empty).transpose()?,
            odds: (request.wanted.odds).then(|| OddsParts::empty(experiment, rules)),
        })
    };
    requests.iter().map(empty).collect()
}

fn of_file(
    experiment: &Experiment,
    pairings: &[Pairing],
    requests: &[Request<'_>],
    records: &[GameRecord],
) -> Result<Vec<PairingData>, DatasetError> {
    // The number of the player that played a pair, where several take turns.
    let player_of = |scheduled: &ScheduledPair| {
        let count = experiment.rules_of(scheduled.pairing).training_runs();
        experiment.training_run_of(scheduled.number, count)
    };
    let replayed: Result<Vec<_>, DatasetError> = records
        .par_iter()
        .map(|record| {
            let scheduled = experiment.scheduled_pair(pairings, record.pair());
            let rules = &experiment.rules_of(scheduled.pairing).compiled;
            let request = &requests[scheduled.place];
            replayed(
                record,
                rules,
                scheduled.number,
                scheduled.number < request.wanted.features,
                (request.sampler.as_ref()).map(|sampler| (sampler, player_of(&scheduled))),
            )
        })
        .collect();
    let mut all = no_games(experiment, requests)?;
    for (record, (features, drawn)) in records.iter().zip(replayed?) {
        let scheduled = experiment.scheduled_pair(pairings, record.pair());
        let (data, request) = (&mut all[scheduled.place], &requests[scheduled.place]);
        data.count += 1;
        if request.wanted.outcomes {
            data.games.push(GameOutcome::of(record, scheduled.number));
        }
        data.features.extend(features);
        if let (Some(sampler), Some(samples)) = (&request.sampler, &mut data.positions) {
            let player = player_of(&scheduled);
            sampler.add(samples, record, player, &drawn)?;
        }
    }
    for pair in pairs(records) {
        let scheduled = experiment.scheduled_pair(pairings, pair[0].pair());
        let data = &mut all[scheduled.place];
        data.tallies[player_of(&scheduled)].join(&sprt_tracker::tally(pair));
        if let Some(odds) = &mut data.odds {
            let spec = experiment.rules_of(data.pairing).compiled.spec();
            odds.add(spec, player_of(&scheduled), [&pair[0], &pair[1]]);
        }
    }
    Ok(all)
}

impl Wanted {
    /// Positions in detail, of games that began without odds.
    pub(crate) fn level_positions(with_odds: bool) -> Wanted {
        Wanted {
            positions: !with_odds,
            detail: !with_odds,
            ..Wanted::default()
        }
    }

    /// The union of two requests.
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

    /// Number of games.
    pub fn games(&self) -> u64 {
        let games = self.pairings.iter().map(|pairing| pairing.count);
        games.sum()
    }

    /// Whether no more games are to be played: all are there, or the SPRT has decided.
    pub fn is_whole(&self) -> bool {
        let verdict =
            |pairing: &PairingData| Some(self.experiment().sprt()?.verdict(&pairing.tally()));
        let mut verdicts = self.pairings.iter().filter_map(verdict);
        self.games() == self.archive.games() || verdicts.any(|verdict| verdict != SprtVerdict::Open)
    }
}

impl PairingData {
    /// The results of all pairs.
    fn tally(&self) -> Tally {
        let mut all = Tally::default();
        self.tallies.iter().for_each(|one| all.join(one));
        all
    }

    fn append(&mut self, later: PairingData) -> Result<(), SamplesError> {
        self.count += later.count;
        self.games.extend(later.games);
        for (own, later) in self.tallies.iter_mut().zip(&later.tallies) {
            own.join(later);
        }
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
    /// The game cannot be replayed.
    pub fn of(record: &GameRecord, rules: &Rules, pair: u64) -> Result<GameFeatures, DatasetError> {
        let (features, _) = replayed(record, rules, pair, true, None)?;
        Ok(features.expect("features were requested"))
    }
}

/// Replays a game, if anything is requested: its features, and the positions drawn from it. `number` is
/// that of its pair within the pairing; a sampler comes with the number of the player.
fn replayed(
    record: &GameRecord,
    rules: &Rules,
    number: u64,
    features: bool,
    sampler: Option<(&Sampler<'_>, usize)>,
) -> Result<(Option<GameFeatures>, DrawnPositions), DatasetError> {
    let sampler = sampler.filter(|_| record.result.score().is_some());
    if !features && sampler.is_none() {
        return Ok((None, DrawnPositions::default()));
    }
    let of = |counts| GameFeatures {
        outcome: GameOutcome::of(record, number),
        counts,
    };
    // A comparison goes without the values of pieces; an estimate of values does not.
    let needs_positions = sampler.is_some_and(|(sampler, _)| sampler.is_detailed());
    if let Some(counts) = record.counts(rules).filter(|_| !needs_positions) {
        return Ok((Some(of(counts)), DrawnPositions::default()));
    }
    if let (Some((sampler, _)), false) = (sampler, features)
        && let Some(material) = record.material(rules)
    {
        return Ok((None, sampler.of_material(&material)));
    }
    if !record.has_moves() {
        return Err(DatasetError::NoMoves(record.number));
    }
    let mut position = record
        .replay(rules)
        .ok_or(DatasetError::Start(record.number, record.array))?;
    let mut counter = features.then(|| GameCounter::new(record, rules, &position));
    let (mut positions, mut is_calm) = (Vec::new(), Vec::new());
    for text in record.moves() {
        let one = position.read(text);
        let one = one.map_err(|cause| DatasetError::Replay(record.number, cause))?;
        if let Some(counter) = &mut counter {
            counter.before(&position, one);
        }
        if sampler.is_some() {
            positions.push(position.clone());
        }
        is_calm.push(plays_calmly(&mut position, one));
        if let Some(counter) = &mut counter {
            counter.after(&position);
        }
    }
    let drawn = sampler.map(|(sampler, player)| sampler.draw(record, player, &positions, &is_calm));
    let features = counter.map(|counter| of(counter.finish()));
    Ok((features, drawn.unwrap_or_default()))
}
