//! Games as lines of CSV and of JSON.

use super::{GameRecord, Names};
use serde::Serialize;

/// A game as it stands in tables.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'g> {
    /// Its number.
    pub game: u64,
    /// The number of its pair.
    pub pair: u64,
    /// The rule set.
    pub rules: &'g str,
    /// The number of the array.
    pub array: u32,
    /// The odds: the first player's changes and the second's; empty when there are none.
    pub odds: &'g str,
    /// The text of the first position, if it is not the array's.
    pub start: &'g str,
    /// Who played White.
    pub white: &'g str,
    /// Who played Black.
    pub black: &'g str,
    /// How many plies the opening has.
    pub opening_plies: u32,
    /// How many plies the game has.
    pub plies: u32,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` when it was not finished.
    pub result: &'static str,
    /// What ended it.
    pub ending: &'static str,
    /// Why a player forfeited it.
    pub note: &'g str,
}

/// A game with its moves.
#[derive(Clone, Debug, Serialize)]
pub struct WholeGame<'g> {
    /// All but the moves.
    #[serde(flatten)]
    pub line: GameLine<'g>,
    /// The moves.
    pub moves: Vec<&'g str>,
    /// The scores behind the moves after the opening, if they were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<&'g [Option<i16>]>,
}

impl GameRecord {
    /// The game with names for its numbers.
    pub fn line<'g>(&'g self, names: &'g Names) -> GameLine<'g> {
        let [white, black] = self.players.map(|player| names.players[player].as_str());
        GameLine {
            game: self.number,
            pair: self.pair(),
            rules: &names.rules[self.rules],
            array: self.array,
            odds: names.odds_of(self),
            start: self.start.as_deref().unwrap_or_default(),
            white,
            black,
            opening_plies: self.opening_plies,
            plies: self.plies,
            result: self.result.text(),
            ending: self.end.text(),
            note: &self.note,
        }
    }

    /// The same with its moves.
    pub fn whole<'g>(&'g self, names: &'g Names) -> WholeGame<'g> {
        WholeGame {
            line: self.line(names),
            moves: self.moves.split_ascii_whitespace().collect(),
            evaluations: self.evaluations.as_deref(),
        }
    }
}
