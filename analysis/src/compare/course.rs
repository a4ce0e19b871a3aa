//! The course of a game in numbers: what metrics are made of.

use crate::from_games::CollectError;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tradewind_engine::board::Square;
use tradewind_engine::{Game, PowerUse};
use tradewind_tuner::experiment::seat;
use tradewind_tuner::record::archive::Archive;
use tradewind_tuner::record::{End, GameRecord, RecordError};

/// Tenths of a game, its begin and its end included.
pub const TENTHS: usize = 11;

/// Plies that count as the beginning of a game.
pub const EARLY_PLIES: u32 = 40;

/// How many parts are read and played again at a time: no more than fit in memory.
const PARTS_AT_A_TIME: usize = 32;

/// What happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The number of its pair within the meeting: pairs of different meetings with the same number
    /// have the same randomness.
    pub pair: u64,
    /// White's share of the point; `None` for an unfinished game.
    pub score: Option<f64>,
    /// The first player's share of the point.
    pub first_score: Option<f64>,
    /// What ended it.
    pub end: End,
    /// Plies played, those of the opening included.
    pub plies: u32,
    /// The mean number of legal moves in the positions after the opening.
    pub branching: f64,
    /// The share of the board's squares on which something ever stood.
    pub coverage: f64,
    /// Captured pieces, by the capturing piece type.
    pub captures: Vec<u16>,
    /// Captured pieces, by their own piece type.
    pub losses: Vec<u16>,
    /// Promotions, by the piece type that promoted.
    pub promotions: Vec<u16>,
    /// How often each power was used, and by a piece of which type; the type of the relayer for
    /// relays.
    pub uses: BTreeMap<(&'static str, usize), u16>,
    /// Moves that captured more than one piece.
    pub multiple: u16,
    /// Pieces captured in the first [`EARLY_PLIES`] plies.
    pub early_captures: u16,
    /// The ply of the first promotion, counted from 1.
    pub first_promotion: Option<u32>,
    /// The pieces on the board after each tenth of the game's plies, as a share of those at its start.
    pub left: [f64; TENTHS],
    /// What the players thought of the positions after the opening, in hundredths of a pawn for White;
    /// empty when that was not recorded.
    pub evaluations: Vec<i16>,
}

impl Course {
    /// Plays a game again and notes what happens.
    ///
    /// # Errors
    /// The record cannot be played.
    pub fn of(record: &GameRecord, game: &Game, pair: u64) -> Result<Course, CollectError> {
        let mut replay = record.replay(game).ok_or(CollectError::Start {
            game: record.number,
            array: record.array,
        })?;
        let types = game.spec().pieces.len();
        let score = record.result.score().map(f64::from);
        let mut course = Course {
            pair,
            score,
            first_score: (record.result.half_points(record.first_side()))
                .map(|points| points as f64 / 2.0),
            end: record.end,
            plies: record.plies,
            branching: 0.0,
            coverage: 0.0,
            captures: vec![0; types],
            losses: vec![0; types],
            promotions: vec![0; types],
            uses: BTreeMap::new(),
            multiple: 0,
            early_captures: 0,
            first_promotion: None,
            left: [1.0; TENTHS],
            evaluations: (record.evaluations.iter().flatten().flatten())
                .copied()
                .collect(),
        };
        let at_start = f64::from(replay.pieces().max(1));
        let mut ever = vec![false; game.geometry().squares()];
        let mut touch = |square: Square| ever[square.index()] = true;
        replay.for_each_square(&mut touch);
        let mut pieces = Vec::with_capacity(record.plies as usize + 1);
        pieces.push(replay.pieces());
        let mut choices = Vec::new();
        for (ply, text) in (1..).zip(record.moves.split_ascii_whitespace()) {
            let one = replay.read(text).map_err(|cause| CollectError::Replay {
                game: record.number,
                cause,
            })?;
            if ply > record.opening_plies {
                choices.push(replay.move_count());
            }
            let effects = replay.effects(one);
            let taken = effects.captured.len() as u16;
            for used in &effects.uses {
                let by = match *used {
                    PowerUse::Relay(relayer) => Some(relayer),
                    _ => effects.piece,
                };
                let by = by.map_or(usize::MAX, |piece| piece.index());
                *course.uses.entry((used.name(), by)).or_default() += 1;
            }
            for victim in &effects.captured {
                course.losses[victim.index()] += 1;
            }
            if let Some(piece) = effects.piece {
                course.captures[piece.index()] += taken;
                if effects.becomes.is_some() {
                    course.promotions[piece.index()] += 1;
                    course.first_promotion.get_or_insert(ply);
                }
            }
            course.multiple += u16::from(taken > 1);
            if ply <= EARLY_PLIES {
                course.early_captures += taken;
            }
            replay.play(one);
            replay.for_each_square(&mut touch);
            pieces.push(replay.pieces());
        }
        course.branching = choices.iter().sum::<u64>() as f64 / choices.len().max(1) as f64;
        course.coverage = ever.iter().filter(|&&ever| ever).count() as f64 / ever.len() as f64;
        for (tenth, left) in course.left.iter_mut().enumerate() {
            let at = (pieces.len() - 1) * tenth / (TENTHS - 1);
            *left = f64::from(pieces[at]) / at_start;
        }
        Ok(course)
    }
}

/// The courses of all games of an archive, by the number of the meeting, each in the order of the
/// games.
///
/// # Errors
/// A file of games is wrong, or holds a game that cannot be played again.
pub fn courses(archive: &Archive<'_>) -> Result<Vec<Vec<Course>>, CollectError> {
    let experiment = archive.experiment();
    let meetings = experiment.meetings();
    let mut all: Vec<Vec<Course>> = meetings.iter().map(|_| Vec::new()).collect();
    for some in archive
        .parts()
        .map_err(RecordError::File)?
        .chunks(PARTS_AT_A_TIME)
    {
        let parts: Result<Vec<Vec<(usize, Course)>>, CollectError> = (some.par_iter())
            .map(|&part| {
                let records = archive.read(part)?;
                let courses = records.par_iter().map(|record| {
                    let seat = seat(&meetings, record.pair());
                    let place = (record.pair() % meetings.len() as u64) as usize;
                    let game = &experiment.rules_of(seat.meeting).game;
                    Ok((place, Course::of(record, game, seat.number)?))
                });
                courses.collect()
            })
            .collect();
        for (place, course) in parts?.into_iter().flatten() {
            all[place].push(course);
        }
    }
    Ok(all)
}
