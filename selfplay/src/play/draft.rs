//! An opening that is drawn again while it is not balanced.

use super::built_in::BuiltInPlayer;
use super::openings::Opening;
use tradewind_engine::{Color, Play};

/// An opening that may be drawn again.
pub(super) struct Draft {
    pub opening: Opening,
    pub balance: Balance,
}

/// What makes an opening balanced.
pub(super) enum Balance {
    /// This position is even: that where the game begins, or the one on top of which it has odds.
    Of(Box<Play>),
    /// The moves since these starts, which have odds, have changed little.
    Since(Box<[Play; 2]>),
}

impl Draft {
    /// Whether neither side is ahead by more than so many centipawns.
    pub fn is_balanced(&self, max_imbalance: u32, judge: &mut BuiltInPlayer) -> bool {
        let games = &self.opening.games;
        let starts = match &self.balance {
            Balance::Of(play) => return judge.worth(play).unsigned_abs() <= max_imbalance,
            Balance::Since(starts) => starts,
        };
        let white = |judge: &mut BuiltInPlayer, play: &Play| match play.side() {
            Color::White => judge.worth(play),
            Color::Black => -judge.worth(play),
        };
        games.iter().zip(starts.iter()).all(|(game, start)| {
            let change = white(judge, &game.play) - white(judge, start);
            change.unsigned_abs() <= max_imbalance
        })
    }
}
