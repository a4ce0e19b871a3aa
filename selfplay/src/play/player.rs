//! A side of a game: this program's search, or another engine.

use super::built_in::{BuiltInPlayer, Choice};
use super::clocks::Clocks;
use super::engine::ExternalEngine;
use crate::experiment::{PlayerPlan, RulesPlan};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tradewind_engine::{Move, Play};

/// Who plays a side.
#[derive(Debug)]
pub(super) enum Player {
    BuiltIn(Box<BuiltInPlayer>),
    External(Box<ExternalEngine>),
}

/// Why a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure(pub String);

impl Player {
    /// A player of an experiment by its number, with the weights of one of those that take turns.
    pub(super) fn new(
        rules: &RulesPlan,
        plan: &PlayerPlan,
        (player, replicate): (usize, usize),
        stop: &Arc<AtomicBool>,
    ) -> Player {
        match &plan.engine {
            Some(engine) => Player::External(Box::new(ExternalEngine::new(
                &rules.game,
                plan,
                engine,
                stop,
            ))),
            None => {
                let further = replicate
                    .checked_sub(1)
                    .filter(|_| plan.weights_text.is_none());
                let weights = further.map_or(&rules.player_weights[player], |at| {
                    &rules.further_weights[at].weights
                });
                Player::BuiltIn(Box::new(BuiltInPlayer::new(
                    &rules.game,
                    weights,
                    plan,
                    stop,
                )))
            }
        }
    }

    /// Begins a game from a position at its start; chance in it follows from a number.
    pub(super) fn begin_game(&mut self, start: &Play, number: u64) -> Result<(), Failure> {
        match self {
            Player::BuiltIn(player) => {
                player.begin_game(number);
                Ok(())
            }
            Player::External(engine) => engine.begin_game(start).map_err(Failure),
        }
    }

    /// Hears of a move, its own ones included.
    pub(super) fn hear(&mut self, play: &Play, one: Move) {
        match self {
            Player::BuiltIn(_) => {}
            Player::External(engine) => engine.hear(play, one),
        }
    }

    /// The move that it plays after so many plies of the game, by what the clocks show, and how long it took for it.
    pub(super) fn choose(
        &mut self,
        play: &Play,
        ply: u32,
        clocks: &Clocks,
    ) -> Result<(Choice, Duration), Failure> {
        match self {
            Player::BuiltIn(player) => {
                let begun = Instant::now();
                let choice = player.choose_by(play, ply, clocks);
                let choice = choice.ok_or_else(|| Failure("found no move".to_string()))?;
                Ok((choice, begun.elapsed()))
            }
            Player::External(engine) => engine.choose(play, clocks).map_err(Failure),
        }
    }
}
