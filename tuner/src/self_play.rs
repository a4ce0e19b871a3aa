//! One game of an experiment, from its number.

use crate::experiment::Experiment;
use crate::openings::{Opening, Openings};
use crate::player::Player;
use crate::record::{GameRecord, GameResult};
use tradewind_engine::Game;

/// Plays the games of an experiment by their numbers.
#[derive(Debug)]
pub struct SelfPlay<'e> {
    experiment: &'e Experiment,
    game: &'e Game,
    openings: Openings<'e>,
}

impl<'e> SelfPlay<'e> {
    /// Prepares for an experiment.
    pub fn new(experiment: &'e Experiment, game: &'e Game) -> SelfPlay<'e> {
        let openings = Openings {
            game,
            arrays: experiment.arrays(game),
            plies: experiment.opening.plies,
            level: experiment.opening.level,
            seed: experiment.seed,
        };
        SelfPlay {
            experiment,
            game,
            openings,
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
        let Opening {
            array,
            mut play,
            mut moves,
        } = self.openings.of_pair(player, number / 2);
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
}
