//! How a pair of games begins, and whether that is balanced.

use super::built_in::BuiltInPlayer;
use tradewind_engine::{Color, Play};

/// How a pair of games begins.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The number of the array.
    pub array: u32,
    /// The number of its odds in the rule set's plan, if it has any; of the first that are the same.
    pub odds: Option<usize>,
    /// The opening's moves as text, the same in both games.
    pub moves: Vec<String>,
    /// The first game, in which the first player has White, and the second.
    pub games: [Begun; 2],
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The text of its first position, if that is not the array's.
    pub start: Option<String>,
    /// The game after the opening.
    pub play: Play,
}

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
