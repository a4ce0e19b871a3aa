//! From the rules of one game on positions to the text interface of the reference.

use std::collections::BTreeMap;

use super::Reference;
use super::position::Position;
use super::squares::{Geometry, Side};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Wins(Side),
    Draw,
}

impl Outcome {
    /// As the interface writes it.
    pub fn text(self) -> &'static str {
        match self {
            Outcome::Wins(side) => side.letter(),
            Outcome::Draw => "draw",
        }
    }
}

/// The rules of one game.
///
/// The end of a game is looked at in this order: `decided` (royal captured, bare), repetition, no
/// legal move, move count.
pub trait ReferenceRules {
    /// The board.
    fn geometry(&self) -> Geometry;

    /// The abbreviations of all pieces.
    fn names(&self) -> &'static [&'static str];

    /// Every array id.
    fn arrays(&self) -> Vec<u32> {
        vec![0]
    }

    /// The numbered starting array; panics when there is none of that number.
    fn start(&self, array: u32) -> Position;

    /// Panics when the position is one that the rules refuse.
    fn refuse(&self, _position: &Position) {}

    /// The result when the pieces on the board decide the game.
    fn decided(&self, position: &Position) -> Option<Outcome>;

    /// The moves with their texts, in any order, for a position that is not decided. The same text
    /// may be given twice only for the same move.
    fn legal(&self, position: &Position) -> Vec<(String, Position)>;

    /// The result when the side to move has no legal move.
    fn without_a_move(&self, position: &Position) -> Outcome;

    /// Whether a move to a position that has occurred this often before is illegal.
    fn forbids_repetition(&self, _occurred: usize) -> bool {
        false
    }

    /// The result when the last position of the game ends it by repetition.
    fn repeated(&self, game: &[Position], played: &[String]) -> Option<Outcome>;

    /// The clock at which the game is drawn, where a move-count rule applies.
    fn draw_clock(&self) -> Option<u32> {
        None
    }
}

/// The number of occurrences of the last position in the game, including the last.
pub fn occurrences(game: &[Position]) -> usize {
    let now = game.last().expect("a position");
    game.iter().filter(|position| position.same(now)).count()
}

/// The text interface of a game.
pub struct TextGame<R: ReferenceRules>(pub R);

impl<R: ReferenceRules> TextGame<R> {
    fn read(&self, text: &str) -> Position {
        let position = Position::read(text, self.0.geometry(), self.0.names());
        self.0.refuse(&position);
        position
    }

    fn read_all(&self, texts: &[String]) -> Vec<Position> {
        texts.iter().map(|text| self.read(text)).collect()
    }

    /// The moves by text of a position that is not decided.
    fn legal(&self, position: &Position) -> BTreeMap<String, Position> {
        self.0.legal(position).into_iter().collect()
    }

    /// The moves by text that are not illegal repetitions, of a position that is not decided.
    fn legal_in_game(&self, game: &[Position]) -> BTreeMap<String, Position> {
        let mut moves = self.legal(game.last().expect("a position"));
        moves.retain(|_, after| {
            let occurred = game.iter().filter(|before| before.same(after)).count();
            !self.0.forbids_repetition(occurred)
        });
        moves
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let decided = self.0.decided(position);
        if decided.is_none() && self.legal(position).is_empty() {
            return Some(self.0.without_a_move(position));
        }
        decided
    }

    fn outcome_in_game(&self, game: &[Position], played: &[String]) -> Option<Outcome> {
        assert_eq!(
            game.len(),
            played.len() + 1,
            "positions and the moves between them"
        );
        let now = game.last().expect("a position");
        if let Some(outcome) = self.0.decided(now) {
            return Some(outcome);
        }
        if let Some(outcome) = self.0.repeated(game, played) {
            return Some(outcome);
        }
        if self.legal_in_game(game).is_empty() {
            return Some(self.0.without_a_move(now));
        }
        // A first position with a high clock is not over by it: a move has to bring it there.
        let limit = self.0.draw_clock()?;
        (!played.is_empty() && now.state.clock >= limit).then_some(Outcome::Draw)
    }
}

fn written(moves: BTreeMap<String, Position>) -> Vec<(String, String)> {
    moves
        .into_iter()
        .map(|(text, after)| (text, after.write()))
        .collect()
}

impl<R: ReferenceRules> Reference for TextGame<R> {
    fn start(&self, array: u32) -> String {
        self.0.start(array).write()
    }

    fn arrays(&self) -> Vec<u32> {
        self.0.arrays()
    }

    fn moves(&self, position: &str) -> Vec<(String, String)> {
        let position = self.read(position);
        if self.0.decided(&position).is_some() {
            return Vec::new();
        }
        written(self.legal(&position))
    }

    fn over(&self, position: &str) -> Option<&'static str> {
        self.outcome(&self.read(position)).map(Outcome::text)
    }

    fn moves_in_game(&self, game: &[String], played: &[String]) -> Vec<(String, String)> {
        let game = self.read_all(game);
        if self.outcome_in_game(&game, played).is_some() {
            return Vec::new();
        }
        written(self.legal_in_game(&game))
    }

    fn over_in_game(&self, game: &[String], played: &[String]) -> Option<&'static str> {
        let game = self.read_all(game);
        self.outcome_in_game(&game, played).map(Outcome::text)
    }
}
