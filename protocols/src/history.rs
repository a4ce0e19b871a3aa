//! A game in progress.

use tradewind_engine::{Color, Game, Move, Rules};

/// A position with the moves that led to it, which can be taken back.
#[derive(Clone, Debug)]
pub struct GameHistory {
    position: Game,
    /// The position before each move, and the move.
    past: Vec<(Game, Move)>,
}

impl GameHistory {
    /// A game before its first move.
    pub fn new(position: Game) -> GameHistory {
        GameHistory {
            position,
            past: Vec::new(),
        }
    }

    /// The current position.
    pub fn position(&self) -> &Game {
        &self.position
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// The last move; `None` at the start.
    pub fn last_move(&self) -> Option<Move> {
        self.past.last().map(|&(_, mv)| mv)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.past.push((self.position.clone(), mv));
        self.position.play_unchecked(mv);
    }

    /// Takes back the last `plies` moves. Returns false and changes nothing if fewer were played.
    pub fn undo(&mut self, plies: usize) -> bool {
        let Some(left) = self.past.len().checked_sub(plies) else {
            return false;
        };
        if let Some((position, _)) = self.past.get(left) {
            self.position = position.clone();
        }
        self.past.truncate(left);
        true
    }

    /// Takes back the last move of a side and all moves after it. Returns false if the side has not moved.
    pub fn undo_move_of(&mut self, side: Color) -> bool {
        let own = |(position, _): &(Game, Move)| position.side() == side;
        let last = self.past.iter().rposition(own);
        last.is_some_and(|last| self.undo(self.past.len() - last))
    }
}

/// The texts of moves in a row, each written in its own position.
pub(crate) fn write_line(
    game: &Game,
    moves: &[Move],
    write: impl Fn(&Game, Move) -> String,
) -> Vec<String> {
    let mut game = game.clone();
    let text = |&mv: &Move| {
        let text = write(&game, mv);
        game.play_unchecked(mv);
        text
    };
    moves.iter().map(text).collect()
}

/// The first array of a rule set. Draws that must be claimed do not end the game.
pub(crate) fn first_array(rules: &Rules) -> Result<Game, String> {
    let first = rules.spec().array_numbers().first().copied().unwrap_or(0);
    let game = rules.start(first).map(Game::leaving_claims);
    game.ok_or_else(|| "the rule set has no array to start from".to_string())
}
