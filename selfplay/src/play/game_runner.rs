//! Where pairs of games are played: the players of every pairing, and the course of a game.

use super::adjudication::Adjudicator;
use super::built_in::BuiltInPlayer;
use super::clocks::Clocks;
use super::opening::{Begun, Opening};
use super::openings::Openings;
use super::player::{Failure, Player};
use super::pool::{Lent, Pool};
use crate::experiment::{Experiment, Pairing, PlayerPlan, ScheduledPair, scheduled_pair};
use crate::record::{GameRecord, GameResult, Termination, first_side};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_engine::{Color, Move, Play};

/// The first stream of random numbers for games.
const GAME_STREAMS: u64 = 1 << 62;

type PlayerPool<'e> = Pool<Player, Box<dyn Fn() -> Player + Sync + 'e>>;
type Judges<'e> = Pool<BuiltInPlayer, Box<dyn Fn() -> BuiltInPlayer + Sync + 'e>>;

/// Plays the pairs of an experiment by their numbers, on any number of threads at once.
pub struct GameRunner<'e> {
    experiment: &'e Experiment,
    pairings: Vec<Pairing>,
    /// By rule set.
    openings: Vec<Openings<'e>>,
    /// By rule set, player, and which of those that take turns.
    players: Vec<Vec<Vec<PlayerPool<'e>>>>,
    /// By rule set: who says whether an opening is balanced.
    judges: Vec<Judges<'e>>,
}

impl<'e> GameRunner<'e> {
    /// Prepares for an experiment. Once `stop` is set, no player thinks on.
    pub fn new(experiment: &'e Experiment, stop: &Arc<AtomicBool>) -> GameRunner<'e> {
        let players = experiment.rules.iter().map(|rules| {
            let of_rules = experiment.players.iter().enumerate().map(|(at, plan)| {
                let turns = (0..rules.replicate_count()).map(|turn| {
                    let stop = Arc::clone(stop);
                    let make = move || Player::new(rules, plan, (at, turn), &stop);
                    Pool::new(Box::new(make) as Box<dyn Fn() -> Player + Sync>)
                });
                turns.collect()
            });
            of_rules.collect()
        });
        let (judge, judge_plan) = judge(experiment);
        let judges = experiment.rules.iter().map(|rules| {
            let (plan, stop) = (judge_plan.clone(), Arc::clone(stop));
            let weights = &rules.player_weights[judge];
            let make = move || BuiltInPlayer::new(&rules.game, weights, &plan, &stop);
            Pool::new(Box::new(make) as Box<dyn Fn() -> BuiltInPlayer + Sync>)
        });
        GameRunner {
            experiment,
            pairings: experiment.pairings(),
            openings: (experiment.rules.iter())
                .map(|rules| Openings::new(rules, &experiment.opening, experiment.seed))
                .collect(),
            players: players.collect(),
            judges: judges.collect(),
        }
    }

    /// Plays pair `pair`: one opening twice, with colours exchanged. The records are a pure function
    /// of the experiment and the number, as long as no player is limited by time or comes from
    /// elsewhere. `None` when `halt` says that it must stop.
    pub fn play(&self, pair: u64, halt: &(impl Fn() -> bool + Sync)) -> Option<[GameRecord; 2]> {
        let ScheduledPair {
            pairing, number, ..
        } = scheduled_pair(&self.pairings, pair);
        let opening = self.opening(pairing.rules, number);
        if halt() {
            return None;
        }
        let players = &self.players[pairing.rules];
        let [first, second] = pairing.players;
        let count = self.experiment.rules_of(pairing).replicate_count();
        let turn = self.experiment.replicate_of(number, count);
        let mut seated = Seated {
            first: players[first][turn].take(),
            second: (first != second).then(|| players[second][turn].take()),
        };
        let [one, other] = [2 * number, 2 * number + 1].map(|game| self.chance(game));
        let one = self.game(pairing, 2 * pair, &opening, &mut seated, one, halt)?;
        let other = self.game(pairing, 2 * pair + 1, &opening, &mut seated, other, halt)?;
        Some([one, other])
    }

    /// The opening of pair `number` of a pairing.
    fn opening(&self, rules: usize, number: u64) -> Opening {
        let mut judge = self.judges[rules].take();
        self.openings[rules].draw(number, &mut judge)
    }

    /// Whether the recorded games of a pair begin as this experiment draws them: by array, odds, position and moves.
    pub fn has_drawn(&self, games: &[GameRecord; 2]) -> bool {
        let ScheduledPair {
            pairing, number, ..
        } = scheduled_pair(&self.pairings, games[0].pair());
        let opening = self.opening(pairing.rules, number);
        games.iter().zip(&opening.games).all(|(game, begun)| {
            let plies = game.opening_plies as usize;
            (game.rules, game.array, game.odds) == (pairing.rules, opening.array, opening.odds)
                && game.start == begun.start
                && plies == opening.moves.len()
                && (game.moves.split_whitespace().take(plies)).eq(&opening.moves)
        })
    }

    /// What the chance in a game follows from: games of different pairings with the same number
    /// share it.
    fn chance(&self, game: u64) -> u64 {
        let mut random = ChaCha8Rng::seed_from_u64(self.experiment.seed);
        // Openings have the streams from 0 upwards.
        random.set_stream(GAME_STREAMS + game);
        random.next_u64()
    }

    fn game(
        &self,
        pairing: Pairing,
        number: u64,
        opening: &Opening,
        seated: &mut Seated<'_>,
        chance: u64,
        halt: &(impl Fn() -> bool + Sync),
    ) -> Option<GameRecord> {
        let Experiment {
            ply_cap,
            adjudication,
            record,
            ..
        } = self.experiment;
        let first_is = first_side(number);
        let Begun { start, play: begun } = &opening.games[(number % 2) as usize];
        let mut play = begun.clone();
        let mut moves = opening.moves.clone();
        let mut scores: Vec<Option<i32>> = Vec::new();
        let mut times = Vec::new();
        let mut judge = Adjudicator::new(adjudication);
        let mut broken_off = None;
        let mut note = String::new();
        let forfeit = |side: Color, Failure(reason): Failure, note: &mut String| {
            let player = pairing.players[usize::from(side != first_is)];
            *note = format!("{} {reason}", self.experiment.players[player].name);
            Some((GameResult::win(side.other()), Termination::Forfeit))
        };
        let [first, second] = pairing.players.map(|at| &self.experiment.players[at]);
        let mut clocks = Clocks::of(match first_is {
            Color::White => [first, second],
            Color::Black => [second, first],
        });
        for is_first in [true, false] {
            let side = if is_first { first_is } else { first_is.other() };
            if let Err(failure) = seated.at(is_first).begin_game(begun, chance)
                && broken_off.is_none()
            {
                if halt() {
                    return None;
                }
                broken_off = forfeit(side, failure, &mut note);
            }
        }
        while broken_off.is_none() && play.over().is_none() && moves.len() < *ply_cap as usize {
            // A position of a book has a number of its own, whatever was played before it.
            let ply = moves.len() as u32;
            let side = play.side();
            let answer = seated.at(side == first_is).choose(&play, ply, &clocks);
            // What stops this program stops the players too.
            if halt() {
                return None;
            }
            let in_time = answer.and_then(|(choice, spent)| {
                clocks.spend(side, spent).map_err(Failure)?;
                Ok((choice, spent))
            });
            let (choice, spent) = match in_time {
                Ok(answer) => answer,
                Err(failure) => {
                    broken_off = forfeit(side, failure, &mut note);
                    break;
                }
            };
            let score = choice.score.map(|score| match side {
                Color::White => score,
                Color::Black => -score,
            });
            seated.hear(&play, choice.one);
            moves.push(play.move_text(choice.one));
            scores.push(score);
            times.push(u32::try_from(spent.as_millis()).unwrap_or(u32::MAX));
            play.play_unchecked(choice.one);
            if play.over().is_none() {
                let judged = judge.hear(ply, score);
                broken_off = judged.map(|result| (result, Termination::Adjudicated));
            }
        }
        let (result, end) = broken_off.unwrap_or_else(|| match play.over() {
            Some((_, ending)) => (GameResult::of(&play), Termination::Rules(ending)),
            None => (GameResult::Unfinished, Termination::Unfinished),
        });
        let [first, second] = pairing.players;
        let evaluations = record.evaluations.then(|| {
            let known = scores.iter().map(|score| score.map(clamped));
            known.collect()
        });
        Some(GameRecord {
            number,
            rules: pairing.rules,
            players: match first_is {
                Color::White => [first, second],
                Color::Black => [second, first],
            },
            array: opening.array,
            odds: opening.odds,
            start: start.clone(),
            opening_plies: opening.moves.len() as u32,
            plies: moves.len() as u32,
            result,
            end,
            moves: moves.join(" "),
            evaluations,
            times: self.experiment.is_timed().then_some(times),
            note,
        })
    }
}

/// A score as records hold it.
fn clamped(score: i32) -> i16 {
    score.clamp(-30_000, 30_000) as i16
}

/// Who says whether openings are balanced: the first player of this program's own, by its nodes or
/// depth, or else a small search.
fn judge(experiment: &Experiment) -> (usize, PlayerPlan) {
    let own = experiment.players.iter().position(|player| {
        player.engine.is_none() && player.nodes.or(player.depth.map(u64::from)).is_some()
    });
    let mut plan = match own {
        Some(at) => experiment.players[at].clone(),
        None => PlayerPlan {
            nodes: Some(1_000),
            ..PlayerPlan::default()
        },
    };
    plan.movetime = None;
    plan.clock = None;
    (own.unwrap_or(0), plan)
}

/// The two players of a pair; the second is missing when the first plays both sides.
struct Seated<'t> {
    first: Lent<'t, Player>,
    second: Option<Lent<'t, Player>>,
}

impl Seated<'_> {
    fn at(&mut self, first: bool) -> &mut Player {
        match (&mut self.second, first) {
            (Some(second), false) => second,
            _ => &mut self.first,
        }
    }

    fn hear(&mut self, play: &Play, one: Move) {
        self.first.hear(play, one);
        if let Some(second) = &mut self.second {
            second.hear(play, one);
        }
    }
}
