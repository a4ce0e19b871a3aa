//! From game records to rows: what the estimates are made of.

use crate::outcomes::GameRow;
use crate::samples::{Samples, SamplesError};
use rand::SeedableRng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::{Color, Game, Replay, ReplayError};
use tradewind_tuner::experiment::{Experiment, Meeting};
use tradewind_tuner::record::archive::Archive;
use tradewind_tuner::record::{GameRecord, RecordError, pairs};
use tradewind_tuner::referee;
use tradewind_tuner::statistics::Tally;

/// How many parts are read and played again at a time: enough for all threads, and no more than
/// fit in memory whatever the size of the experiment.
const PARTS_AT_A_TIME: u64 = 32;

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

/// The columns of the regression: every piece but the royals that the game starts with, whose
/// difference is never anything but what other royals' is.
#[derive(Debug)]
struct Columns {
    names: Vec<String>,
    column_of: Vec<Option<usize>>,
}

impl Columns {
    fn new(spec: &RuleSpec) -> Columns {
        let starts: Vec<PieceType> = spec
            .arrays
            .iter()
            .flat_map(|array| array.rows.iter().flatten().flatten().copied())
            .collect();
        let mut names = Vec::new();
        let mut column_of = Vec::new();
        for (at, piece) in spec.pieces.iter().enumerate() {
            let first_royal = piece.royal && starts.contains(&PieceType(at as u8));
            column_of.push((!first_royal).then_some(names.len()));
            if !first_royal {
                names.push(column_name(spec, PieceType(at as u8)));
            }
        }
        Columns { names, column_of }
    }

    /// White's count of each piece less Black's.
    fn differences(&self, replay: &Replay) -> Vec<i8> {
        let mut differences = vec![0_i8; self.names.len()];
        replay.for_each_piece(|color, piece, _| {
            if let Some(column) = self.column_of[piece.index()] {
                differences[column] += match color {
                    Color::White => 1,
                    Color::Black => -1,
                };
            }
        });
        differences
    }
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
    let experiment = archive.experiment();
    let game = &experiment.rules_of(meeting).game;
    let columns = Columns::new(game.spec());
    let mut collected = Collected {
        games: Vec::new(),
        tally: Tally::default(),
        samples: Samples::new(columns.names.clone())?,
    };
    let mut first = 0;
    while first < archive.parts() {
        let last = (first + PARTS_AT_A_TIME).min(archive.parts());
        let parts: Result<Vec<_>, CollectError> = (first..last)
            .into_par_iter()
            .map(|part| {
                let mut records = archive.read(part)?;
                records.retain(|record| archive.is_of(record, meeting));
                let samples = sample_part(&records, experiment, game, &columns)?;
                let rows: Vec<GameRow> = records.iter().map(row).collect();
                let mut tally = Tally::default();
                pairs(&records).for_each(|pair| tally.join(&referee::tally(pair)));
                Ok((rows, tally, samples))
            })
            .collect();
        for (rows, tally, samples) in parts? {
            collected.tally.join(&tally);
            collected.samples.append(&samples)?;
            collected.games.extend(rows);
        }
        first = last;
    }
    Ok(collected)
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
) -> Result<Samples, CollectError> {
    let mut samples = Samples::new(columns.names.clone())?;
    for record in records {
        let Some(score) = record.result.score() else {
            continue;
        };
        let quiet = quiet_positions(record, game, columns)?;
        let mut random = ChaCha8Rng::seed_from_u64(experiment.seed);
        // Games use the streams from 0 upwards; samples those from the other end.
        random.set_stream(u64::MAX - record.number);
        let wanted = quiet
            .len()
            .min(experiment.estimates.samples_per_game as usize);
        let mut drawn = index::sample(&mut random, quiet.len(), wanted).into_vec();
        drawn.sort_unstable();
        for at in drawn {
            samples.push_weighted(record.pair(), score, 1.0 / wanted as f32, &quiet[at])?;
        }
    }
    Ok(samples)
}

/// The material differences of a game's quiet positions after its opening.
fn quiet_positions(
    record: &GameRecord,
    game: &Game,
    columns: &Columns,
) -> Result<Vec<Vec<i8>>, CollectError> {
    let mut replay = record.replay(game).ok_or(CollectError::Start {
        game: record.number,
        array: record.array,
    })?;
    let mut quiet = Vec::new();
    let mut differences = columns.differences(&replay);
    let mut calm_before = false;
    for (ply, text) in record.moves.split_ascii_whitespace().enumerate() {
        let pieces = replay.pieces();
        let played = replay.step(text).map_err(|cause| CollectError::Replay {
            game: record.number,
            cause,
        })?;
        let calm = replay.pieces() == pieces && played.promotion().is_none();
        if calm && calm_before && ply >= record.opening_plies as usize {
            quiet.push(differences.clone());
        }
        if !calm {
            differences = columns.differences(&replay);
        }
        calm_before = calm;
    }
    Ok(quiet)
}
