//! A side of a game: this program's search, or another engine.

use super::engine::Engine;
use super::player::{Choice, Player};
use crate::experiment::{PlayerPlan, RulesPlan};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_engine::{Move, Play};

/// Who plays a side.
#[derive(Debug)]
pub(super) enum Contestant {
    Own(Box<Player>),
    Other(Box<Engine>),
}

/// Why a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure(pub String);

impl Contestant {
    pub(super) fn new(
        rules: &RulesPlan,
        plan: &PlayerPlan,
        player: usize,
        stop: &Arc<AtomicBool>,
    ) -> Contestant {
        match &plan.engine {
            Some(engine) => {
                Contestant::Other(Box::new(Engine::new(&rules.game, plan, engine, stop)))
            }
            None => {
                let weights = &rules.player_weights[player];
                Contestant::Own(Box::new(Player::new(&rules.game, weights, plan, stop)))
            }
        }
    }

    /// Begins a game from a position at its start; chance in it follows from a number.
    pub(super) fn begin_game(&mut self, start: &Play, number: u64) -> Result<(), Failure> {
        match self {
            Contestant::Own(player) => {
                player.begin_game(number);
                Ok(())
            }
            Contestant::Other(engine) => engine.begin_game(start).map_err(Failure),
        }
    }

    /// Hears of a move, its own ones included.
    pub(super) fn hear(&mut self, play: &Play, one: Move) {
        match self {
            Contestant::Own(_) => {}
            Contestant::Other(engine) => engine.hear(play, one),
        }
    }

    /// The move that it plays.
    pub(super) fn choose(&mut self, play: &Play) -> Result<Choice, Failure> {
        match self {
            Contestant::Own(player) => {
                let choice = player.choose(play);
                choice.ok_or_else(|| Failure("found no move".to_string()))
            }
            Contestant::Other(engine) => engine.choose(play).map_err(Failure),
        }
    }
}
