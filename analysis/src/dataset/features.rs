//! The features of games, from which metrics are computed.

use super::{Dataset, DatasetError};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tradewind_engine::board::Square;
use tradewind_engine::{Color, Move, PowerUse, Replay, Rules};
use tradewind_selfplay::record::{GameRecord, GameResult, RecordError, Termination};

/// Points in time at tenths of a game, its start and its end included.
pub const TENTHS: usize = 11;

/// Number of plies that count as early.
pub(crate) const EARLY_PLIES: u32 = 40;

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

/// Counts of events in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFeatures {
    /// The outcome.
    pub outcome: GameOutcome,
    /// Mean number of legal moves in the positions after the opening.
    pub branching: f64,
    /// Share of the board's squares that were ever occupied.
    pub coverage: f64,
    /// Captured pieces, by the capturing piece type.
    pub captures: Vec<u16>,
    /// Captured pieces, by their own piece type.
    pub losses: Vec<u16>,
    /// Promotions, by the piece type that promoted.
    pub promotions: Vec<u16>,
    /// The first side that promoted to a piece, by piece type.
    pub first_with: Vec<Option<Color>>,
    /// Uses of each power, by the type of the piece that used it; for relays, that of the relayer.
    pub uses: BTreeMap<(&'static str, usize), u16>,
    /// Moves that captured several pieces.
    pub multiple: u16,
    /// Pieces captured in the first `EARLY_PLIES` plies.
    pub early_captures: u16,
    /// The ply of the first promotion, counted from 1.
    pub first_promotion: Option<u32>,
    /// Moves after the opening that declined a promotion.
    pub declined: u16,
    /// Swaps after the opening, with friendly and with enemy pieces.
    pub swaps: [u16; 2],
    /// Pieces on the board after each tenth of the plies, as a share of those at the start.
    pub left: [f64; TENTHS],
    /// The side with more pieces after half of the plies, if any.
    pub ahead_at_half: Option<Color>,
    /// The players' evaluations of the positions after the opening, in centipawns for White; empty
    /// when they were not recorded.
    pub evaluations: Vec<i16>,
}

/// Collects the features of a game while it is replayed.
pub(super) struct FeatureObserver {
    features: GameFeatures,
    /// By square: whether it was ever occupied.
    ever: Vec<bool>,
    /// White's pieces and Black's, by ply.
    pieces: Vec<[u32; 2]>,
    /// Number of legal moves, by ply after the opening.
    choices: Vec<u64>,
    opening_plies: u32,
}

impl FeatureObserver {
    /// The features at the start of a game; `pair` is the number of its pair.
    pub fn new(record: &GameRecord, rules: &Rules, pair: u64, start: &Replay) -> FeatureObserver {
        let types = rules.spec().pieces.len();
        let features = GameFeatures {
            outcome: GameOutcome::of(record, pair),
            branching: 0.0,
            coverage: 0.0,
            captures: vec![0; types],
            losses: vec![0; types],
            promotions: vec![0; types],
            first_with: vec![None; types],
            uses: BTreeMap::new(),
            multiple: 0,
            early_captures: 0,
            first_promotion: None,
            declined: 0,
            swaps: [0; 2],
            left: [1.0; TENTHS],
            ahead_at_half: None,
            evaluations: (record.evaluations.iter().flatten().flatten())
                .copied()
                .collect(),
        };
        let mut observed = FeatureObserver {
            features,
            ever: vec![false; rules.geometry().squares()],
            pieces: Vec::with_capacity(record.plies as usize + 1),
            choices: Vec::new(),
            opening_plies: record.opening_plies,
        };
        observed.after(start);
        observed
    }

    /// Observes the position before a move; plies are counted from 1.
    pub fn before(&mut self, position: &Replay, one: Move, ply: u32) {
        let features = &mut self.features;
        let effects = position.effects(one);
        if ply > self.opening_plies {
            self.choices.push(position.move_count());
            features.declined += u16::from(position.declines(one));
            if let Some(owner) = effects.swaps_with {
                features.swaps[usize::from(owner != position.side())] += 1;
            }
        }
        let taken = effects.captured.len() as u16;
        for used in &effects.uses {
            let by = match *used {
                PowerUse::Relay(relayer) => Some(relayer),
                _ => effects.piece,
            };
            let by = by.map_or(usize::MAX, |piece| piece.index());
            *features.uses.entry((used.name(), by)).or_default() += 1;
        }
        for victim in &effects.captured {
            features.losses[victim.index()] += 1;
        }
        if let Some(piece) = effects.piece {
            features.captures[piece.index()] += taken;
            if let Some(becomes) = effects.becomes {
                features.first_with[becomes.index()].get_or_insert(position.side());
                features.promotions[piece.index()] += 1;
                features.first_promotion.get_or_insert(ply);
            }
        }
        features.multiple += u16::from(taken > 1);
        if ply <= EARLY_PLIES {
            features.early_captures += taken;
        }
    }

    /// Observes a reached position.
    pub fn after(&mut self, position: &Replay) {
        let ever = &mut self.ever;
        position.for_each_square(|square: Square| ever[square.index()] = true);
        let sides = [Color::White, Color::Black];
        self.pieces.push(sides.map(|side| position.pieces_of(side)));
    }

    /// The features of the whole game.
    pub fn finish(self) -> GameFeatures {
        let mut features = self.features;
        let choices = self.choices.len().max(1) as f64;
        features.branching = self.choices.iter().sum::<u64>() as f64 / choices;
        let ever = self.ever.iter().filter(|&&ever| ever).count();
        features.coverage = ever as f64 / self.ever.len() as f64;
        let at_tenth = |tenth: usize| self.pieces[(self.pieces.len() - 1) * tenth / (TENTHS - 1)];
        let sum = |[white, black]: [u32; 2]| f64::from(white + black);
        let at_start = sum(self.pieces[0]).max(1.0);
        for (tenth, left) in features.left.iter_mut().enumerate() {
            *left = sum(at_tenth(tenth)) / at_start;
        }
        let [white, black] = at_tenth(TENTHS / 2);
        features.ahead_at_half = match white.cmp(&black) {
            Ordering::Greater => Some(Color::White),
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => None,
        };
        features
    }
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
