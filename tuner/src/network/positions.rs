//! The positions that a network learns from, and those by which it is judged.

use super::plan::NetworkPlan;
use crate::texel::{Source, TexelError};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::HashSet;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::{ActiveInputs, Inputs, Role, Shape};
use tradewind_engine::search::Searcher;
use tradewind_engine::{Color, Game, Play};
use tradewind_selfplay::record::{GameRecord, Termination};

/// The stream of chance that says which pairs are for validation.
const SPLIT_STREAM: u64 = 1 << 61;
/// The fewest positions that anything is learnt from, and the fewest kept aside.
const MIN_POSITIONS: [usize; 2] = [1_000, 100];

/// Quiet positions as a network sees them.
#[derive(Clone, Debug, Default)]
pub struct LearningSet {
    /// The inputs of all positions: first those of the side to move, then as many of the other one.
    inputs: Vec<u16>,
    /// By position: the end of its inputs.
    ends: Vec<u64>,
    buckets: Vec<u8>,
    /// What the network is added to, in centipawns for the side to move.
    offsets: Vec<i16>,
    /// What the search expected, in centipawns for the side to move.
    scores: Vec<i16>,
    /// Half points of the side to move.
    results: Vec<u8>,
}

/// A position that something is learnt from.
pub(super) struct LearningPosition<'s> {
    /// The inputs in the view of the side to move, and in that of the other one.
    pub views: [&'s [u16]; 2],
    pub bucket: usize,
    /// What the network is added to, in centipawns.
    pub offset: f64,
    /// What the search expected, in centipawns.
    pub score: f64,
    /// The side's share of the point.
    pub result: f64,
}

impl LearningSet {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(super) fn lesson(&self, at: usize) -> LearningPosition<'_> {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let inputs = &self.inputs[begin as usize..self.ends[at] as usize];
        LearningPosition {
            views: inputs.split_at(inputs.len() / 2).into(),
            bucket: usize::from(self.buckets[at]),
            offset: f64::from(self.offsets[at]),
            score: f64::from(self.scores[at]),
            result: f64::from(self.results[at]) / 2.0,
        }
    }

    fn push(&mut self, sample: &PositionSample) {
        let inputs = sample.active.views.iter().flatten();
        self.inputs.extend(inputs.map(|&input| input as u16));
        self.ends.push(self.inputs.len() as u64);
        self.buckets.push(sample.active.bucket as u8);
        self.offsets.push(sample.offset);
        self.scores.push(sample.score);
        self.results.push(sample.result);
    }
}

/// A position of a game.
struct PositionSample {
    key: u64,
    active: ActiveInputs,
    offset: i16,
    score: i16,
    result: u8,
}

/// What is looked for in games.
struct Sampling<'p> {
    plan: &'p NetworkPlan,
    inputs: Inputs,
}

/// Takes positions out of games under one rule set, on the threads of the current rayon pool: those to learn from and
/// those kept aside. `begin` are the linear weights. `progress` hears how many games have been looked at; all is given
/// up when it says `false`.
///
/// # Errors
/// A file of games is damaged, or nothing can be learnt from the games.
pub fn collect(
    sources: &[Source<'_, '_>],
    begin: &Weights,
    plan: &NetworkPlan,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<Option<[LearningSet; 2]>, TexelError> {
    let mut sets = [LearningSet::default(), LearningSet::default()];
    let mut known: HashSet<u64> = HashSet::new();
    let mut split = ChaCha8Rng::seed_from_u64(plan.seed);
    split.set_stream(SPLIT_STREAM);
    let (mut games, mut go_on, mut without_scores) = (0, true, 0);
    for source in sources {
        let game = &source.plan().game;
        let weights = source.own_weights(begin);
        let shape = Shape::of(game.spec(), plan.hidden, plan.buckets);
        let sampling = Sampling {
            plan,
            inputs: Inputs::of(game, &shape),
        };
        source.archive.for_each_chunk(|records| {
            if !go_on {
                return Ok(());
            }
            let samples: Vec<Vec<PositionSample>> = (records.par_iter())
                .map_init(
                    || Searcher::new(game, &weights, 0.01),
                    |searcher, record| match record.rules == source.rules {
                        true => sampling.of_game(record, game, searcher),
                        false => Vec::new(),
                    },
                )
                .collect();
            let mut samples = samples.into_iter();
            for pair in records.chunk_by(|one, other| one.pair() == other.pair()) {
                let found: Vec<Vec<PositionSample>> = samples.by_ref().take(pair.len()).collect();
                if pair[0].rules != source.rules {
                    continue;
                }
                games += pair.len() as u64;
                without_scores += pair
                    .iter()
                    .filter(|game| game.evaluations.is_none())
                    .count();
                let is_aside = split.random::<f64>() < plan.validation;
                for sample in found.iter().flatten() {
                    if known.insert(sample.key) {
                        sets[usize::from(is_aside)].push(sample);
                    }
                }
            }
            go_on = progress(games);
            Ok::<(), TexelError>(())
        })?;
    }
    if !go_on {
        return Ok(None);
    }
    check(&sets, games, without_scores)?;
    Ok(Some(sets))
}

/// Whether something can be learnt from positions.
fn check(sets: &[LearningSet; 2], games: u64, without_scores: usize) -> Result<(), TexelError> {
    let useless = |why: String| Err(TexelError::Useless(why));
    if without_scores > 0 && sets[0].is_empty() {
        return useless(format!(
            "{without_scores} of {games} games were recorded without scores; write evaluations = true under [record]"
        ));
    }
    let counts @ [learnt, aside] = [&sets[0], &sets[1]].map(LearningSet::len);
    if counts
        .iter()
        .zip(MIN_POSITIONS)
        .any(|(&count, least)| count < least)
    {
        let [least_learnt, least_aside] = MIN_POSITIONS;
        return useless(format!(
            "there are {learnt} quiet positions to learn from and {aside} kept aside; at least {least_learnt} and {least_aside} are needed: play more games"
        ));
    }
    let results = &sets[0].results;
    if results.iter().all(|result| *result == results[0]) {
        return useless("all of them ended alike; play more of them, or from more openings".into());
    }
    Ok(())
}

impl Sampling<'_> {
    /// A quiet position of each of so many parts of a game: the first one from a place on that chance chooses.
    fn of_game(
        &self,
        record: &GameRecord,
        game: &Game,
        searcher: &mut Searcher,
    ) -> Vec<PositionSample> {
        let mut found = Vec::new();
        let (Some(points), Some(scores), Some(mut play)) = (
            record.result.half_points(Color::White),
            &record.evaluations,
            record.begin(game),
        ) else {
            return found;
        };
        if record.end == Termination::Forfeit {
            return found;
        }
        let opening = record.opening_plies as usize;
        let length = (record.plies as usize).saturating_sub(opening);
        let parts = (self.plan.positions as usize).min(length);
        let mut random = ChaCha8Rng::seed_from_u64(self.plan.seed);
        random.set_stream(record.number);
        let bound = |part: usize| opening + length * part / parts.max(1);
        let mut from = (0..parts)
            .map(|part| random.random_range(bound(part)..bound(part + 1)))
            .peekable();
        searcher.clear();
        for (ply, text) in record.moves.split(' ').enumerate() {
            if from.peek().is_some_and(|&from| from <= ply) {
                let score = scores.get(ply - opening).copied().flatten();
                if let Some(sample) =
                    score.and_then(|score| self.of_position(&play, score, points as u8, searcher))
                {
                    found.push(sample);
                    from.next();
                }
            }
            if from.peek().is_none() {
                break;
            }
            let Some(one) = play.find(text) else {
                break;
            };
            play.play(one);
        }
        found
    }

    /// `score` and the half `points` are White's.
    fn of_position(
        &self,
        play: &Play,
        score: i16,
        points: u8,
        searcher: &mut Searcher,
    ) -> Option<PositionSample> {
        if u32::from(score.unsigned_abs()) > self.plan.max_eval_cp {
            return None;
        }
        let linear = searcher.quiet_static_eval(play)?;
        let is_white = play.side() == Color::White;
        Some(PositionSample {
            key: play.key(),
            active: self.inputs.active(play),
            offset: match self.plan.role {
                Role::Alone => 0,
                Role::Added => linear.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16,
            },
            score: if is_white { score } else { -score },
            result: if is_white { points } else { 2 - points },
        })
    }
}

#[cfg(test)]
impl LearningSet {
    /// Positions of chess by chance, with the result and the score that `value` gives for the numbers of own and enemy
    /// pieces by type.
    pub(super) fn planted(
        count: usize,
        seed: u64,
        value: impl Fn([[i32; 6]; 2]) -> i16,
    ) -> LearningSet {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut set = LearningSet::default();
        for key in 0..count as u64 {
            let mut pieces = [[0; 6]; 2];
            let mut views = [Vec::new(), Vec::new()];
            for side in 0..2 {
                for _ in 0..random.random_range(2..9) {
                    let (piece, square) =
                        (random.random_range(0..6_u32), random.random_range(0..64));
                    pieces[side][piece as usize] += 1;
                    // The other side sees the ranks turned round.
                    views[side].push(piece * 64 + square);
                    views[1 - side].push((6 + piece) * 64 + (square ^ 56));
                }
            }
            let score = value(pieces);
            let wins = random.random::<f64>() < tradewind_stats::logistic(f64::from(score) / 200.0);
            set.push(&PositionSample {
                key,
                active: ActiveInputs {
                    views,
                    bucket: (key % 4) as usize,
                },
                offset: 0,
                score,
                result: 2 * u8::from(wins),
            });
        }
        set
    }
}
