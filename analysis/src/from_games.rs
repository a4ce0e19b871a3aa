//! From game records to rows: what the estimates are made of.

use crate::outcomes::GameRow;
use rand::SeedableRng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};
use tradewind_engine::{Color, Game, Replay, ReplayError};
use tradewind_selfplay::experiment::{Experiment, Meeting};
use tradewind_selfplay::odds::design::measured;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, RecordError, pairs};
use tradewind_selfplay::referee;
use tradewind_stats::Tally;
use tradewind_stats::samples::{Samples, SamplesError};

/// How many parts are read and played again at a time: enough for all threads, and no more than
/// fit in memory whatever the size of the experiment.
const PARTS_AT_A_TIME: usize = 32;

/// Games (without their moves) and samples of a meeting, both in the order of the games.
#[derive(Debug)]
pub struct Collected {
    /// A row a game.
    pub games: Vec<GameRow>,
    /// What the pairs came to for the first player.
    pub tally: Tally,
    /// Rows of the regression on material.
    pub samples: Samples,
}

/// The same positions told in more detail, for values by phase, by the prospect of promoting and
/// by array.
#[derive(Debug)]
pub struct Detailed {
    /// The pieces that are measured, one a column of `material`.
    pub pieces: Vec<PieceType>,
    /// Finished games.
    pub games: u64,
    /// Rows of the regression on material.
    pub material: Samples,
    /// Twice the columns: material times the share of the starting pieces that is on the board,
    /// then material times the rest.
    pub by_phase: Samples,
    /// Material, then for each piece that promotes the sum of its
    /// [prospects](tradewind_engine::Replay::for_each_piece).
    pub by_prospect: Samples,
    /// The pieces of the further columns of `by_prospect`.
    pub promoting: Vec<PieceType>,
    /// By piece of `promoting`: the sum of its prospects over all positions, and how many of it.
    pub prospects: Vec<(f64, f64)>,
    /// The arrays that pairs come from, in the order of their numbers.
    pub origins: Vec<PairOrigin>,
}

/// Where a pair of games began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairOrigin {
    /// The pair's number.
    pub pair: u64,
    /// The family of its array.
    pub family: ArrayFamily,
    /// How many of its games were finished.
    pub games: u32,
}

/// Why games cannot be collected.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
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

/// The columns of the regression.
#[derive(Debug)]
struct Columns {
    pieces: Vec<PieceType>,
    names: Vec<String>,
    column_of: Vec<Option<usize>>,
    promoting: Vec<PieceType>,
    prospect_of: Vec<Option<usize>>,
}

impl Columns {
    fn new(spec: &RuleSpec) -> Columns {
        let pieces = measured(spec);
        let places = |wanted: &[PieceType]| -> Vec<Option<usize>> {
            (0..spec.pieces.len())
                .map(|at| wanted.iter().position(|piece| piece.index() == at))
                .collect()
        };
        let promotes = |piece: &&PieceType| spec.piece(**piece).promotion.is_some();
        let promoting: Vec<PieceType> = pieces.iter().filter(promotes).copied().collect();
        Columns {
            names: pieces
                .iter()
                .map(|&piece| column_name(spec, piece))
                .collect(),
            column_of: places(&pieces),
            prospect_of: places(&promoting),
            pieces,
            promoting,
        }
    }

    fn look(&self, replay: &Replay) -> Look {
        let mut look = Look {
            material: vec![0; self.pieces.len()],
            prospects: vec![0.0; self.promoting.len()],
            counts: vec![(0.0, 0.0); self.promoting.len()],
            pieces: 0,
        };
        replay.for_each_piece(|color, piece, prospect| {
            let sign = match color {
                Color::White => 1,
                Color::Black => -1,
            };
            look.pieces += 1;
            if let Some(column) = self.column_of[piece.index()] {
                look.material[column] += sign;
            }
            if let (Some(column), Some(prospect)) = (self.prospect_of[piece.index()], prospect) {
                look.prospects[column] += f32::from(sign) * prospect as f32;
                look.counts[column].0 += prospect;
                look.counts[column].1 += 1.0;
            }
        });
        look
    }
}

/// What a position is in numbers.
#[derive(Clone, Debug)]
struct Look {
    /// White's count of each piece less Black's.
    material: Vec<i8>,
    /// The same of the prospects of pieces that promote.
    prospects: Vec<f32>,
    /// The prospects of both sides' pieces, and how many they are.
    counts: Vec<(f64, f64)>,
    /// How many pieces are on the board.
    pieces: u32,
}

/// A sampled position.
struct Sample {
    pair: u64,
    score: f32,
    weight: f32,
    look: Look,
}

/// What a piece is called in tables: its name and text.
pub fn column_name(spec: &RuleSpec, piece: PieceType) -> String {
    let piece = spec.piece(piece);
    format!("{} ({})", piece.name, piece.text)
}

/// Reads the games of a meeting and samples positions from them.
///
/// From each finished game up to `samples_per_game` positions are drawn among the quiet ones after
/// the opening: those in which neither the move before nor the move after removed a piece or
/// promoted one. Each game weighs the same. Which positions are drawn depends on the experiment's
/// seed and the game's number alone.
///
/// # Errors
/// A file is wrong, or holds a game that cannot be played again.
pub fn collect(archive: &Archive<'_>, meeting: Meeting) -> Result<Collected, CollectError> {
    let game = &archive.experiment().rules_of(meeting).game;
    let columns = Columns::new(game.spec());
    let mut collected = Collected {
        games: Vec::new(),
        tally: Tally::default(),
        samples: Samples::new(columns.names.clone())?,
    };
    for_each_part(
        archive,
        meeting,
        &columns,
        |records, samples| {
            let mut rows = Samples::new(columns.names.clone())?;
            for sample in samples {
                rows.push_weighted(
                    sample.pair,
                    sample.score,
                    sample.weight,
                    &sample.look.material,
                )?;
            }
            let games: Vec<GameRow> = records.iter().map(row).collect();
            let mut tally = Tally::default();
            pairs(records).for_each(|pair| tally.join(&referee::tally(pair)));
            Ok((games, tally, rows))
        },
        |(games, tally, rows)| {
            collected.tally.join(&tally);
            collected.games.extend(games);
            Ok(collected.samples.append(&rows)?)
        },
    )?;
    Ok(collected)
}

/// Reads the games of a meeting and samples the same positions as [`collect`], in more detail.
/// Pairs are numbered from `first_pair` on, so that games of several folders can be joined.
///
/// # Errors
/// As [`collect`].
pub fn collect_detailed(
    archive: &Archive<'_>,
    meeting: Meeting,
    first_pair: u64,
) -> Result<Detailed, CollectError> {
    let game = &archive.experiment().rules_of(meeting).game;
    let spec = game.spec();
    let columns = Columns::new(spec);
    let full = full_board(game).max(1);
    let mut detailed = Detailed::new(&columns)?;
    for_each_part(
        archive,
        meeting,
        &columns,
        |records, samples| {
            let mut part = Detailed::new(&columns)?;
            for record in records {
                let finished = u32::from(record.result.score().is_some());
                part.games += u64::from(finished);
                let pair = first_pair + record.pair();
                match part.origins.last_mut().filter(|last| last.pair == pair) {
                    Some(last) => last.games += finished,
                    None => part
                        .origins
                        .extend(spec.array_family(record.array).map(|family| PairOrigin {
                            pair,
                            family,
                            games: finished,
                        })),
                }
            }
            for sample in samples {
                part.push(sample, first_pair, full)?;
            }
            Ok(part)
        },
        |part| Ok(detailed.append(part)?),
    )?;
    Ok(detailed)
}

impl Detailed {
    fn new(columns: &Columns) -> Result<Detailed, SamplesError> {
        let names = &columns.names;
        let with = |ending: &'static str| names.iter().map(move |name| format!("{name}{ending}"));
        let prospects = columns.promoting.iter().filter_map(|piece| {
            let name = &names[columns.column_of[piece.index()]?];
            Some(format!("{name}, prospect"))
        });
        Ok(Detailed {
            pieces: columns.pieces.clone(),
            games: 0,
            material: Samples::new(names.clone())?,
            by_phase: Samples::new(with(", full board").chain(with(", empty board")).collect())?,
            by_prospect: Samples::new(names.iter().cloned().chain(prospects).collect())?,
            promoting: columns.promoting.clone(),
            prospects: vec![(0.0, 0.0); columns.promoting.len()],
            origins: Vec::new(),
        })
    }

    fn push(&mut self, sample: &Sample, first_pair: u64, full: u32) -> Result<(), SamplesError> {
        let Sample {
            pair,
            score,
            weight,
            look,
        } = sample;
        let pair = first_pair + pair;
        let share = look.pieces.min(full) as f32 / full as f32;
        let times = |factor: f32| {
            let material = look.material.iter();
            material.map(move |&count| f32::from(count) * factor)
        };
        let phases: Vec<f32> = times(share).chain(times(1.0 - share)).collect();
        let prospects: Vec<f32> = times(1.0).chain(look.prospects.iter().copied()).collect();
        self.material
            .push_weighted(pair, *score, *weight, &look.material)?;
        self.by_phase
            .push_weighted(pair, *score, *weight, &phases)?;
        self.by_prospect
            .push_weighted(pair, *score, *weight, &prospects)?;
        for (sum, count) in self.prospects.iter_mut().zip(&look.counts) {
            sum.0 += count.0;
            sum.1 += count.1;
        }
        Ok(())
    }

    /// Adds positions of later pairs.
    ///
    /// # Errors
    /// They are of another rule set, or their pairs do not come later.
    pub fn append(&mut self, later: Detailed) -> Result<(), SamplesError> {
        self.material.append(&later.material)?;
        self.by_phase.append(&later.by_phase)?;
        self.by_prospect.append(&later.by_prospect)?;
        self.games += later.games;
        self.origins.extend(later.origins);
        for (sum, part) in self.prospects.iter_mut().zip(later.prospects) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        Ok(())
    }

    /// One more than the number of the last pair.
    pub fn next_pair(&self) -> u64 {
        self.origins.last().map_or(0, |last| last.pair + 1)
    }
}

/// How many pieces the rule set's first array has.
fn full_board(game: &Game) -> u32 {
    let first = game.spec().array_numbers().first().copied();
    first
        .and_then(|first| game.replay(first))
        .map_or(0, |replay| replay.pieces())
}

/// Reads the parts of an archive, some at a time; makes something of each part's games of a meeting
/// and of their sampled positions, in parallel, and takes it up, in order.
fn for_each_part<T: Send>(
    archive: &Archive<'_>,
    meeting: Meeting,
    columns: &Columns,
    make: impl Fn(&[GameRecord], &[Sample]) -> Result<T, CollectError> + Sync,
    mut take: impl FnMut(T) -> Result<(), CollectError>,
) -> Result<(), CollectError> {
    let experiment = archive.experiment();
    let game = &experiment.rules_of(meeting).game;
    for some in archive
        .parts()
        .map_err(RecordError::File)?
        .chunks(PARTS_AT_A_TIME)
    {
        let parts: Result<Vec<T>, CollectError> = (some.par_iter())
            .map(|&part| {
                let mut records = archive.read(part)?;
                records.retain(|record| archive.is_of(record, meeting));
                let samples = sample_part(&records, experiment, game, columns)?;
                make(&records, &samples)
            })
            .collect();
        parts?.into_iter().try_for_each(&mut take)?;
    }
    Ok(())
}

fn row(record: &GameRecord) -> GameRow {
    GameRow {
        pair: record.pair(),
        plies: record.plies,
        result: record.result.score(),
        ending: record.end.text(),
    }
}

fn sample_part(
    records: &[GameRecord],
    experiment: &Experiment,
    game: &Game,
    columns: &Columns,
) -> Result<Vec<Sample>, CollectError> {
    let mut samples = Vec::new();
    for record in records {
        let Some(score) = record.result.score() else {
            continue;
        };
        let quiet = quiet_positions(record, game)?;
        let mut random = ChaCha8Rng::seed_from_u64(experiment.seed);
        // Games use the streams from 0 upwards; samples those from the other end.
        random.set_stream(u64::MAX - record.number);
        let wanted = quiet
            .len()
            .min(experiment.estimates.samples_per_game as usize);
        let mut drawn = index::sample(&mut random, quiet.len(), wanted).into_vec();
        drawn.sort_unstable();
        for at in drawn {
            samples.push(Sample {
                pair: record.pair(),
                score,
                weight: 1.0 / wanted as f32,
                look: columns.look(&quiet[at]),
            });
        }
    }
    Ok(samples)
}

/// A game's quiet positions after its opening.
fn quiet_positions(record: &GameRecord, game: &Game) -> Result<Vec<Replay>, CollectError> {
    let mut replay = record.replay(game).ok_or(CollectError::Start {
        game: record.number,
        array: record.array,
    })?;
    let mut quiet = Vec::new();
    let mut calm_before = false;
    for (ply, text) in record.moves.split_ascii_whitespace().enumerate() {
        let pieces = replay.pieces();
        let before = replay.clone();
        let played = replay.step(text).map_err(|cause| CollectError::Replay {
            game: record.number,
            cause,
        })?;
        let calm = replay.pieces() == pieces && played.promotion().is_none();
        if calm && calm_before && ply >= record.opening_plies as usize {
            quiet.push(before);
        }
        calm_before = calm;
    }
    Ok(quiet)
}
