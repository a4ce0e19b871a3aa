//! Arguments of `play`, and how moves are written.

use super::PlaceArguments;
use super::values::{nodes, seconds};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use tradewind_engine::notation::Notation;
use tradewind_engine::search::MAX_THREADS;
use tradewind_engine::{Color, Game, Move, Play};

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub place: PlaceArguments,
    /// Where the program's part of `--array choose`, an array that both players choose as the authors say, comes from; chance
    /// when left out
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The side that you play; with `none` the program plays both
    #[arg(long, value_enum, default_value_t = PlaySide::W)]
    pub side: PlaySide,
    /// The most positions that the program looks at for a move; 100000 when no limit is given
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub nodes: Option<u64>,
    /// The most plies that it looks ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// How long it thinks about a move
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<Duration>,
    /// How many threads search together; with more than one a game cannot be repeated
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub threads: u16,
    /// A weights file instead of the weights that come with the program; `linear` for those without a network
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    #[command(flatten)]
    pub notation: NotationArguments,
}

/// A side to play, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlaySide {
    /// White, who moves first
    W,
    /// Black
    B,
    /// Neither: watch
    None,
}

impl PlaySide {
    /// The side, if it is one.
    pub fn color(self) -> Option<Color> {
        match self {
            PlaySide::W => Some(Color::White),
            PlaySide::B => Some(Color::Black),
            PlaySide::None => None,
        }
    }
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Args)]
pub struct NotationArguments {
    /// How moves are written: as everywhere in the program, or as the game's author writes them on scoresheets. Both are read
    #[arg(long, value_enum, default_value_t = MoveNotation::Own)]
    pub notation: MoveNotation,
}

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MoveNotation {
    /// By squares: `e2e4`
    Own,
    /// `Nf3` in chess, `Gex!c6` in Scirocco
    Author,
}

impl NotationArguments {
    /// Whether nothing else was asked for.
    pub fn is_own(self) -> bool {
        self.notation == MoveNotation::Own
    }

    /// A legal move's text.
    pub fn write(self, game: &Game, play: &Play, one: Move) -> String {
        match self.notation {
            MoveNotation::Own => play.move_text(one),
            MoveNotation::Author => Notation::authors(game, play, one),
        }
    }
}
