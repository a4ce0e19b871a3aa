//! One game of an experiment, from its number.

use crate::experiment::Experiment;
use crate::player::Player;
use crate::record::{GameRecord, GameResult};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::{Game, Play};

/// Plays the games of an experiment by their numbers.
#[derive(Debug)]
pub struct SelfPlay<'e> {
    experiment: &'e Experiment,
    game: &'e Game,
    arrays: Vec<u32>,
}

/// How many openings are drawn for a pair before one that is not level is played.
const MOST_OPENINGS: u32 = 100;

impl<'e> SelfPlay<'e> {
    /// Prepares for an experiment.
    pub fn new(experiment: &'e Experiment, game: &'e Game) -> SelfPlay<'e> {
        SelfPlay {
            experiment,
            game,
            arrays: experiment.arrays(game),
        }
    }

    /// A player for these games.
    pub fn player(&self) -> Player {
        let Experiment {
            player, weights, ..
        } = self.experiment;
        Player::new(self.game, weights, player)
    }

    /// Plays game `number`: the first (even) or second (odd) of pair `number / 2`. The record is a
    /// pure function of the experiment and the number. Both games of a pair have the same opening,
    /// and noise of their own.
    pub fn play(&self, player: &mut Player, number: u64) -> GameRecord {
        let (array, mut play, mut moves) = self.opening(player, number / 2);
        let opening_plies = moves.len() as u32;
        player.begin_game(self.experiment.seed.wrapping_add(number));
        while play.over().is_none() && play.ply() < self.experiment.ply_cap {
            let Some(one) = player.choose(&play) else {
                break;
            };
            moves.push(play.move_text(one));
            play.play(one);
        }
        GameRecord {
            number,
            array,
            opening_plies,
            plies: moves.len() as u32,
            result: GameResult::of(&play),
            ending: play.over().map(|(_, ending)| ending),
            moves: moves.join(" "),
        }
    }

    /// The opening of a pair: the first of those drawn that is level, or the last of
    /// [`MOST_OPENINGS`].
    fn opening(&self, player: &mut Player, pair: u64) -> (u32, Play, Vec<String>) {
        let mut random = self.random(pair);
        let mut opening = self.draw_opening(&mut random);
        if let Some(level) = self.experiment.opening.level {
            for _ in 1..MOST_OPENINGS {
                player.begin_game(self.experiment.seed);
                if player.worth(&opening.1).unsigned_abs() <= level {
                    break;
                }
                opening = self.draw_opening(&mut random);
            }
        }
        opening
    }

    /// An array and random legal moves, up to one that would end the game.
    fn draw_opening(&self, random: &mut ChaCha8Rng) -> (u32, Play, Vec<String>) {
        let array = *self
            .arrays
            .choose(random)
            .expect("an experiment has arrays");
        let mut play = self
            .game
            .start(array)
            .expect("the arrays of an experiment exist");
        let mut moves = Vec::new();
        while play.ply() < self.experiment.opening.plies {
            let Some(&one) = play.legal_moves().choose(random) else {
                break;
            };
            let mut next = play.clone();
            next.play(one);
            if next.over().is_some() {
                break;
            }
            moves.push(play.move_text(one));
            play = next;
        }
        (array, play, moves)
    }

    /// The random numbers of a pair's opening: a stream of their own.
    fn random(&self, pair: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.experiment.seed);
        random.set_stream(pair);
        random
    }
}
