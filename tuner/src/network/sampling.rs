//! Which positions of a game are taken.

use super::compact::PositionSample;
use super::plan::NetworkPlan;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::network::{Inputs, Role};
use tradewind_engine::search::Searcher;
use tradewind_engine::{Color, Game, Move, Play};
use tradewind_selfplay::record::{GameRecord, Termination};

/// What is looked for in games.
pub(super) struct Sampling<'p> {
    pub plan: &'p NetworkPlan,
    pub inputs: Inputs,
}

impl Sampling<'_> {
    /// A quiet position of each of so many parts of a game: the first one from a place on that chance chooses.
    pub fn of_game(
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
            let Some(one) = play.find(text) else {
                break;
            };
            if from.peek().is_some_and(|&from| from <= ply) {
                let score = scores.get(ply - opening).copied().flatten();
                if let Some(sample) = score
                    .and_then(|score| self.of_position(&play, one, score, points as u8, searcher))
                {
                    found.push(sample);
                    from.next();
                }
            }
            if from.peek().is_none() {
                break;
            }
            play.play_unchecked(one);
        }
        found
    }

    /// `score` and the half `points` are White's.
    fn of_position(
        &self,
        play: &Play,
        played: Move,
        score: i16,
        points: u8,
        searcher: &mut Searcher,
    ) -> Option<PositionSample> {
        if u32::from(score.unsigned_abs()) > self.plan.max_eval_cp {
            return None;
        }
        let linear = searcher.quiet_static_eval(play, self.plan.quiet.of(played))?;
        let is_white = play.side() == Color::White;
        Some(PositionSample {
            key: play.key(),
            side: play.side(),
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
