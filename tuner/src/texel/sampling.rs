//! A few quiet positions of a game, spread over its course.

use super::block::PositionRow;
use super::plan::TexelPlan;
use super::sources::Source;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::Play;
use tradewind_engine::search::{Quiet, Searcher};
use tradewind_selfplay::record::{GameRecord, Termination};

/// A score beyond this is a forced win: nothing is learnt from what is decided.
const FORCED: i32 = 20_000;
/// Where scores are not kept: what stands so many plies before a game is won is taken for decided.
const LAST_PLIES: usize = 4;

/// A position and what it is known by.
pub(super) struct Sample {
    pub key: u64,
    pub row: PositionRow,
}

/// Looks for one quiet position in each of so many parts of a game; the first that is quiet, and balanced
/// enough, from a place on that chance chooses. Games without a result and games that a player forfeited
/// have none.
pub(super) fn of_game(
    record: &GameRecord,
    source: &Source<'_, '_>,
    searcher: &mut Searcher,
    plan: &TexelPlan,
    terms: usize,
) -> Vec<Sample> {
    let mut found = Vec::new();
    let game = &source.plan().game;
    let (Some(result), Some(mut play)) = (record.result.score(), record.begin(game)) else {
        return found;
    };
    if record.end == Termination::Forfeit {
        return found;
    }
    let opening = record.opening_plies as usize;
    let plies = record.plies as usize;
    let last = match (&record.evaluations, result == 0.5) {
        (None, false) => plies.saturating_sub(LAST_PLIES),
        _ => plies,
    };
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(record.number);
    let from = wanted_from(opening..last, plan.positions as usize, &mut random);
    let mut next_part = 0;
    searcher.clear();
    for (ply, text) in record.moves.split(' ').enumerate() {
        // A part that has had no quiet position is over when the next one begins.
        while next_part < from.len() && from[next_part].end <= ply {
            next_part += 1;
        }
        let Some(part) = from.get(next_part) else {
            break;
        };
        if part.contains(&ply) {
            let score = (record.evaluations.as_ref())
                .and_then(|scores| scores.get(ply - opening).copied().flatten());
            if let Some(sample) =
                of_position(&play, source, searcher, score, (terms, plan.max_eval_cp))
            {
                let row = PositionRow {
                    result,
                    ..sample.row
                };
                found.push(Sample { row, ..sample });
                next_part += 1;
            }
        }
        let Some(one) = play.find(text) else {
            break;
        };
        play.play_unchecked(one);
    }
    found
}

/// In each part of a game, the plies from a place on that chance chooses.
fn wanted_from(
    plies: std::ops::Range<usize>,
    parts: usize,
    random: &mut ChaCha8Rng,
) -> Vec<std::ops::Range<usize>> {
    let length = plies.end.saturating_sub(plies.start);
    let parts = parts.min(length);
    let bound = |part: usize| plies.start + length * part / parts.max(1);
    (0..parts)
        .map(|part| random.random_range(bound(part)..bound(part + 1))..bound(part + 1))
        .collect()
}

fn of_position(
    play: &Play,
    source: &Source<'_, '_>,
    searcher: &mut Searcher,
    score: Option<i16>,
    (terms, max_eval_cp): (usize, u32),
) -> Option<Sample> {
    if score.is_some_and(|score| i32::from(score).abs() > FORCED) {
        return None;
    }
    let worth = searcher.quiet_static_eval(play, Quiet::ForBoth)?;
    if worth.unsigned_abs() > max_eval_cp {
        return None;
    }
    let (coefficients, share) = searcher.trace(play);
    let mut counts = vec![0.0; terms];
    for one in coefficients {
        let place = source.terms.iter().find(|(term, _)| *term == one.term);
        if let Some(&(_, at)) = place {
            counts[at] += one.count as f32;
        }
    }
    Some(Sample {
        key: play.key(),
        row: PositionRow {
            counts,
            share: share as f32,
            result: 0.5,
            score,
            pair: 0,
        },
    })
}
