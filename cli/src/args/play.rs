//! Arguments of `play`, and the notation of moves.

use super::PlaceArguments;
use super::values::{nodes, seconds};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use tradewind_engine::notation::Notation;
use tradewind_engine::search::MAX_THREADS;
use tradewind_engine::{Color, Game, Move, Rules};

#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub place: PlaceArguments,
    /// Your side; with `none` the program plays both
    #[arg(long, value_enum, default_value_t = PlaySide::W)]
    pub side: PlaySide,
    /// Maximum nodes per move [default: 100000 without another limit]
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub nodes: Option<u64>,
    /// Maximum search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Maximum time per move, in seconds
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<Duration>,
    /// Number of search threads; with more than one, games are not reproducible
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub threads: u16,
    /// A weights file, or `linear` for the weights without a network [default: the weights that
    /// come with the rule set]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    #[command(flatten)]
    pub notation: NotationArguments,
}

/// The side of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlaySide {
    /// White, who moves first
    W,
    /// Black
    B,
    /// Neither: watch the game
    None,
}

impl PlaySide {
    pub fn color(self) -> Option<Color> {
        match self {
            PlaySide::W => Some(Color::White),
            PlaySide::B => Some(Color::Black),
            PlaySide::None => None,
        }
    }
}

/// The notation of moves.
#[derive(Clone, Copy, Debug, Args)]
pub struct NotationArguments {
    /// Move notation of the output; both are accepted as input
    #[arg(long, value_enum, default_value_t = MoveNotation::Own)]
    pub notation: MoveNotation,
}

/// A notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MoveNotation {
    /// By squares: `e2e4`
    Own,
    /// `Nf3` in chess, `Gex!c6` in Scirocco
    Author,
}

impl NotationArguments {
    pub fn is_own(self) -> bool {
        self.notation == MoveNotation::Own
    }

    pub fn write(self, rules: &Rules, game: &Game, one: Move) -> String {
        match self.notation {
            MoveNotation::Own => game.move_text(one),
            MoveNotation::Author => Notation::authors(rules, game, one),
        }
    }
}
