//! Plays pairs of games: the players of every pairing, the loop of a game, and adjudication by the
//! scores of both players.

use super::built_in::{BuiltInPlayer, Choice};
use super::clocks::Clocks;
use super::engine::ExternalEngine;
use super::openings::{Opening, Openings};
use crate::experiment::{
    Adjudication, Experiment, Pairing, PlayerPlan, RulesPlan, ScheduledPair, random_stream,
};
use crate::record::{GameRecord, GameResult, Termination, WIN, first_side, for_white};
use rand::Rng;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tradewind_engine::{Color, Game, Move};

/// The first stream of random numbers for games.
const GAME_STREAMS: u64 = 1 << 62;

/// Plays the pairs of an experiment by their numbers, on any number of threads at once.
pub struct GameRunner<'e> {
    experiment: &'e Experiment,
    pairings: Vec<Pairing>,
    /// By rule set.
    openings: Vec<Openings<'e>>,
    /// By rule set, player, and training run.
    players: Vec<Vec<Vec<Pool<'e, Player>>>>,
    /// By rule set: the searches that decide whether openings are balanced.
    evaluators: Vec<Pool<'e, BuiltInPlayer>>,
}

impl<'e> GameRunner<'e> {
    /// Prepares an experiment. Once `stop` is set, all searches end.
    pub fn new(experiment: &'e Experiment, stop: &Arc<AtomicBool>) -> GameRunner<'e> {
        let players = experiment.rules.iter().map(|rules| {
            let of_rules = experiment.players.iter().enumerate().map(|(at, plan)| {
                let run = |run| {
                    let stop = Arc::clone(stop);
                    Pool::new(move || Player::new(rules, plan, (at, run), &stop))
                };
                (0..rules.training_runs()).map(run).collect()
            });
            of_rules.collect()
        });
        let (evaluator, evaluator_plan) = evaluator(experiment);
        let evaluators = experiment.rules.iter().map(|rules| {
            let (plan, stop) = (evaluator_plan.clone(), Arc::clone(stop));
            let weights = &rules.player_weights[evaluator];
            Pool::new(move || BuiltInPlayer::new(&rules.compiled, weights, &plan, &stop))
        });
        GameRunner {
            experiment,
            pairings: experiment.pairings(),
            openings: (experiment.rules.iter())
                .map(|rules| Openings::new(rules, &experiment.opening, experiment.seed))
                .collect(),
            players: players.collect(),
            evaluators: evaluators.collect(),
        }
    }

    /// Plays pair `pair`: one opening twice, with colours exchanged. The records are a pure
    /// function of the experiment and the number, unless a player has a time limit or is another
    /// engine. `None` once `halt` returns true.
    pub fn play(&self, pair: u64, halt: &(impl Fn() -> bool + Sync)) -> Option<[GameRecord; 2]> {
        let ScheduledPair {
            pairing, number, ..
        } = self.experiment.scheduled_pair(&self.pairings, pair);
        let opening = self.opening(pairing.rules, number);
        if halt() {
            return None;
        }
        let count = self.experiment.rules_of(pairing).training_runs();
        let run = self.experiment.training_run_of(number, count);
        let count = if pairing.is_self_play() { 1 } else { 2 };
        let pools = pairing.players[..count].iter();
        let pools = pools.map(|&player| &self.players[pairing.rules][player][run]);
        let mut opponents = Opponents(pools.clone().map(Pool::take).collect());
        let mut game = |at: u64| {
            let seed = self.seed(2 * number + at);
            self.game(pairing, 2 * pair + at, &opening, &mut opponents, seed, halt)
        };
        let games = game(0).and_then(|one| Some([one, game(1)?]));
        let idle = pools.zip(opponents.0);
        idle.for_each(|(pool, player)| pool.put(player));
        games
    }

    /// The opening of pair `number` of a pairing.
    fn opening(&self, rules: usize, number: u64) -> Opening {
        let mut evaluator = self.evaluators[rules].take();
        let opening = self.openings[rules].draw(number, &mut evaluator);
        self.evaluators[rules].put(evaluator);
        opening
    }

    /// Whether recorded games of a pair begin with the array, odds, position and moves that this
    /// experiment draws.
    pub fn has_drawn(&self, games: &[GameRecord; 2]) -> bool {
        let ScheduledPair {
            pairing, number, ..
        } = self
            .experiment
            .scheduled_pair(&self.pairings, games[0].pair());
        let opening = self.opening(pairing.rules, number);
        games.iter().zip(&opening.games).all(|(game, start)| {
            let plies = game.opening_plies as usize;
            (game.rules, game.array, game.odds) == (pairing.rules, opening.array, opening.odds)
                && game.start == start.text
                && plies == opening.moves.len()
                && game.moves().take(plies).eq(&opening.moves)
        })
    }

    /// The seed of a game; the same in all pairings.
    fn seed(&self, game: u64) -> u64 {
        // Openings have the streams from 0 upwards.
        random_stream(self.experiment.seed, GAME_STREAMS + game).next_u64()
    }

    fn game(
        &self,
        pairing: Pairing,
        number: u64,
        opening: &Opening,
        opponents: &mut Opponents,
        seed: u64,
        halt: &(impl Fn() -> bool + Sync),
    ) -> Option<GameRecord> {
        let experiment = self.experiment;
        let first_side = first_side(number);
        let start = &opening.games[(number % 2) as usize];
        let mut game = start.game.clone();
        let mut moves = opening.moves.clone();
        let (mut evaluations, mut depths, mut times) = (Vec::new(), Vec::new(), Vec::new());
        let mut adjudicator = Adjudicator::new(&experiment.adjudication);
        let mut decided = None;
        let mut note = String::new();
        let mut players = pairing.players;
        if first_side == Color::Black {
            players.reverse();
        }
        let name = |side: Color| &experiment.players[players[side.index()]].name;
        let forfeit = |side: Color, reason: String, note: &mut String| {
            *note = format!("{} {reason}", name(side));
            Some((GameResult::win(side.other()), Termination::Forfeit))
        };
        let mut clocks = Clocks::of(players.map(|at| &experiment.players[at]));
        for side in [first_side, first_side.other()] {
            let player = opponents.get(side == first_side);
            if let Err(failure) = player.begin_game(&start.game, seed)
                && decided.is_none()
            {
                if halt() {
                    return None;
                }
                decided = forfeit(side, failure, &mut note);
            }
        }
        while decided.is_none()
            && game.over().is_none()
            && moves.len() < experiment.ply_cap as usize
        {
            // Not `play.ply()`: a position of a book has its own.
            let ply = moves.len() as u32;
            let side = game.side();
            let player = opponents.get(side == first_side);
            let answer = player.choose(&game, ply, &clocks);
            // When this program is stopped, searches end early.
            if halt() {
                return None;
            }
            let in_time = answer.and_then(|answer| {
                let spent = answer.map(|(_, spent)| clocks.spend(side, spent));
                spent.transpose().map(|_| answer)
            });
            let (choice, spent) = match in_time {
                Ok(Some(answer)) => answer,
                Ok(None) => {
                    let result = GameResult::win(side.other());
                    decided = Some((result, Termination::Adjudicated));
                    note = format!("{} resigned", name(side));
                    break;
                }
                Err(failure) => {
                    decided = forfeit(side, failure, &mut note);
                    break;
                }
            };
            let score = choice.score.map(|score| for_white(side, score));
            opponents.add_move(&game, choice.mv);
            moves.push(game.move_text(choice.mv));
            evaluations.push(score.map(|score| score.clamp(-WIN, WIN) as i16));
            depths.push(choice.depth);
            times.push(u32::try_from(spent.as_millis()).unwrap_or(u32::MAX));
            game.play_unchecked(choice.mv);
            if game.over().is_none() {
                let result = adjudicator.add(ply, side, score);
                decided = result.map(|result| (result, Termination::Adjudicated));
            }
        }
        let (result, end) = decided.unwrap_or_else(|| match game.over() {
            Some((_, ending)) => (GameResult::of(&game), Termination::Rules(ending)),
            None => (GameResult::Unfinished, Termination::Unfinished),
        });
        Some(GameRecord {
            number,
            rules: pairing.rules,
            players,
            array: opening.array,
            odds: opening.odds,
            start: start.text.clone(),
            opening_plies: opening.moves.len() as u32,
            plies: moves.len() as u32,
            result,
            end,
            moves: moves.join(" "),
            evaluations: (experiment.records_evaluations()).then_some(evaluations),
            depths: (experiment.matched.is_some()).then_some(depths),
            times: experiment.is_timed().then_some(times),
            note,
        })
    }
}

/// The player and plan of the search that decides whether openings are balanced: the first built-in
/// player with a limit of nodes or depth, else a search of 1,000 nodes.
fn evaluator(experiment: &Experiment) -> (usize, PlayerPlan) {
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

/// The first and the second player of a pair of games, or the only one.
struct Opponents(Vec<Player>);

impl Opponents {
    fn get(&mut self, is_first: bool) -> &mut Player {
        let last = self.0.len() - 1;
        &mut self.0[if is_first { 0 } else { last }]
    }

    fn add_move(&mut self, game: &Game, mv: Move) {
        for player in &mut self.0 {
            if let Player::External(engine) = player {
                engine.add_move(game, mv);
            }
        }
    }
}

/// A player of a game. Its errors say why it forfeits the game.
enum Player {
    BuiltIn(Box<BuiltInPlayer>),
    External(Box<ExternalEngine>),
}

impl Player {
    /// A player of an experiment by its number, with the weights of a training run.
    fn new(
        rules: &RulesPlan,
        plan: &PlayerPlan,
        (player, run): (usize, usize),
        stop: &Arc<AtomicBool>,
    ) -> Player {
        if let Some(engine) = &plan.engine {
            let engine = ExternalEngine::new(&rules.compiled, plan, engine, stop);
            return Player::External(Box::new(engine));
        }
        let weights = match run {
            1.. if plan.weights_text.is_none() => &rules.further_weights[run - 1].weights,
            _ => &rules.player_weights[player],
        };
        let player = BuiltInPlayer::new(&rules.compiled, weights, plan, stop);
        Player::BuiltIn(Box::new(player))
    }

    fn begin_game(&mut self, start: &Game, seed: u64) -> Result<(), String> {
        match self {
            Player::BuiltIn(player) => {
                player.begin_game(seed);
                Ok(())
            }
            Player::External(engine) => engine.begin_game(start),
        }
    }

    /// The move that it plays at a ply of the game, and the time taken; `None` if it resigns.
    fn choose(
        &mut self,
        game: &Game,
        ply: u32,
        clocks: &Clocks,
    ) -> Result<Option<(Choice, Duration)>, String> {
        match self {
            Player::BuiltIn(player) => {
                let started = Instant::now();
                let choice = player.choose(game, ply, clocks);
                let choice = choice.ok_or_else(|| "found no move".to_string())?;
                Ok(Some((choice, started.elapsed())))
            }
            Player::External(engine) => engine.choose(game, clocks),
        }
    }
}

/// An object pool: what is expensive to make is used by one thread after another.
struct Pool<'e, T> {
    make: Box<dyn Fn() -> T + Sync + 'e>,
    idle: Mutex<Vec<T>>,
}

impl<'e, T> Pool<'e, T> {
    fn new(make: impl Fn() -> T + Sync + 'e) -> Pool<'e, T> {
        Pool {
            make: Box::new(make),
            idle: Mutex::default(),
        }
    }

    /// An idle object, or a new one.
    fn take(&self) -> T {
        let idle = (self.idle.lock().unwrap_or_else(PoisonError::into_inner)).pop();
        idle.unwrap_or_else(&self.make)
    }

    fn put(&self, object: T) {
        (self.idle.lock().unwrap_or_else(PoisonError::into_inner)).push(object);
    }
}

/// Adjudicates one game by its scores.
struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// The number of consecutive plies for which White, or Black, has been far ahead.
    ahead: [u32; 2],
    /// The number of consecutive plies for which the game has been even.
    even_plies: u32,
}

impl<'a> Adjudicator<'a> {
    fn new(rules: &'a Adjudication) -> Adjudicator<'a> {
        Adjudicator {
            rules,
            ahead: [0; 2],
            even_plies: 0,
        }
    }

    /// Adds the score of a ply by a player, in centipawns for White, and returns the result if that
    /// ends the game.
    fn add(&mut self, ply: u32, player: Color, score: Option<i32>) -> Option<GameResult> {
        if let Some(win) = &self.rules.win {
            for side in Color::BOTH {
                // The winner's plies have no say, but pass.
                let plies = match win.one_sided {
                    true if side == player => continue,
                    true => 2,
                    false => 1,
                };
                let is_ahead =
                    score.is_some_and(|score| for_white(side, score) >= win.score as i32);
                let run = &mut self.ahead[side.index()];
                *run = if is_ahead { *run + plies } else { 0 };
                if *run >= win.plies {
                    return Some(GameResult::win(side));
                }
            }
        }
        if let Some(draw) = &self.rules.draw {
            let is_even = score.is_some_and(|score| score.unsigned_abs() <= draw.score);
            let run = &mut self.even_plies;
            *run = if is_even && ply >= draw.from {
                *run + 1
            } else {
                0
            };
            if *run >= draw.plies {
                return Some(GameResult::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{DrawRule, WinRule};

    fn ends(scores: &[i32]) -> Option<(usize, GameResult)> {
        ends_by(scores, false)
    }

    fn ends_by(scores: &[i32], one_sided: bool) -> Option<(usize, GameResult)> {
        let rules = Adjudication {
            win: Some(WinRule {
                score: 500,
                plies: if one_sided { 6 } else { 3 },
                one_sided,
            }),
            draw: Some(DrawRule {
                score: 10,
                plies: 4,
                from: 2,
            }),
        };
        let mut adjudicator = Adjudicator::new(&rules);
        let mut scores = scores.iter().enumerate();
        scores.find_map(|(ply, &score)| {
            let side = Color::BOTH[ply % 2];
            Some((ply, adjudicator.add(ply as u32, side, Some(score))?))
        })
    }

    #[test]
    fn both_players_must_agree_on_a_win() {
        assert_eq!(ends(&[500, 600, 29_999]), Some((2, GameResult::White)));
        assert_eq!(
            ends(&[-600, -499, -500, -500, -500]),
            Some((4, GameResult::Black))
        );
        // Each player believes that it is ahead.
        assert_eq!(ends(&[600, -600, 600, -600, 600, -600]), None);
    }

    #[test]
    fn a_player_resigns_by_its_own_scores() {
        // Black has been far behind for three moves; White is not sure.
        let scores = [20, 500, -20, 600, 20, 700];
        assert_eq!(ends_by(&scores, true), Some((5, GameResult::White)));
        assert_eq!(ends(&scores), None);
        // White's third score in a row comes first.
        let scores = [-500, 800, -500, 800, -500, 800];
        assert_eq!(ends_by(&scores, true), Some((4, GameResult::Black)));
        let scores = [900, 500, 900, 600, 900, 0, 900, 500, 900, 500];
        assert_eq!(ends_by(&scores, true), None);
    }

    #[test]
    fn an_even_game_is_drawn_after_the_first_plies() {
        assert_eq!(ends(&[0; 6]), Some((5, GameResult::Draw)));
        assert_eq!(ends(&[0, 0, 5, -5, 11, 10, 10, 10]), None);
        assert_eq!(
            ends(&[0, 0, 0, 0, 20, 10, -10, 0, 0]),
            Some((8, GameResult::Draw))
        );
    }

    #[test]
    fn no_game_ends_by_default() {
        let rules = Adjudication::default();
        let mut adjudicator = Adjudicator::new(&rules);
        let mut add = |ply| adjudicator.add(ply, Color::White, Some(30_000 - 1));
        assert!((0..1000).all(|ply| add(ply).is_none()));
    }
}
