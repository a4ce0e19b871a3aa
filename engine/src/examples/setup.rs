//! Where an example starts: a drawn board, an array or a position text.

use super::drawing::Drawing;
use crate::game::{Game, Play};

#[derive(Clone, Debug)]
pub(super) enum Setup {
    Board {
        /// The side to move and the state, as position texts write them.
        side_and_state: String,
        drawing: Drawing,
    },
    Array(u32),
    Position(String),
}

/// What comes of a set-up.
#[derive(Clone, Debug)]
pub(super) enum BegunGame {
    Play(Box<Play>),
    /// There is no such position, for this reason.
    Rejected(String),
}

impl Setup {
    /// Begins a game.
    ///
    /// # Errors
    /// The drawing does not fit the board.
    pub fn begin(&self, game: &Game) -> Result<BegunGame, String> {
        let text = match self {
            Setup::Array(number) => {
                let none = || BegunGame::Rejected(format!("there is no array {number}"));
                return Ok(game
                    .start(*number)
                    .map_or_else(none, |play| BegunGame::Play(Box::new(play))));
            }
            Setup::Position(text) => text.clone(),
            Setup::Board {
                side_and_state,
                drawing,
            } => format!("{} {side_and_state} 0", drawing.grid(game)?.text()),
        };
        Ok(match game.parse(&text) {
            Ok(play) => BegunGame::Play(Box::new(play)),
            Err(fault) => BegunGame::Rejected(fault.to_string()),
        })
    }
}
