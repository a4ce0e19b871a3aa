//! One game of an experiment, from its number.

use crate::experiment::Experiment;
use crate::player::MaterialPlayer;
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
    player: MaterialPlayer,
}

/// How many openings are drawn for a pair before one that is not level is played.
const MOST_OPENINGS: u32 = 100;

/// What a stream of random numbers is for. Streams of one experiment never meet: a pair's opening
/// and each of its games have streams of their own.
#[derive(Clone, Copy)]
enum Stream {
    Opening,
    FirstGame,
    SecondGame,
}

impl<'e> SelfPlay<'e> {
    /// Prepares for an experiment.
    pub fn new(experiment: &'e Experiment, game: &'e Game) -> SelfPlay<'e> {
        SelfPlay {
            experiment,
            game,
            arrays: experiment.arrays(game),
            player: MaterialPlayer::new(game, &experiment.player),
        }
    }

    /// Plays game `number`: the first (even) or second (odd) of pair `number / 2`. The record is a
    /// pure function of the experiment and the number.
    pub fn play(&self, number: u64) -> GameRecord {
        let pair = number / 2;
        let stream = if number.is_multiple_of(2) {
            Stream::FirstGame
        } else {
            Stream::SecondGame
        };
        let (array, mut play, mut moves) = self.opening(pair);
        let opening_plies = moves.len() as u32;
        let mut random = self.random(pair, stream);
        while play.over().is_none() && play.ply() < self.experiment.ply_cap {
            let Some(one) = self.player.choose(&play, &mut random) else {
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
    fn opening(&self, pair: u64) -> (u32, Play, Vec<String>) {
        let mut random = self.random(pair, Stream::Opening);
        let mut opening = self.draw_opening(&mut random);
        if let Some(level) = self.experiment.opening.level {
            for _ in 1..MOST_OPENINGS {
                if self.player.outlook(&opening.1).abs() <= level {
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

    fn random(&self, pair: u64, stream: Stream) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.experiment.seed);
        random.set_stream(pair * 4 + stream as u64);
        random
    }
}
