//! Games as rows of CSV and JSON.

use super::{GameRecord, Names};
use serde::Serialize;
use std::borrow::Cow;
use tradewind_files::escape;

/// A game as a row, with names instead of numbers.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'g> {
    /// The number of the game.
    pub game: u64,
    /// The number of the pair.
    pub pair: u64,
    /// The rule set.
    pub rules: Cow<'g, str>,
    /// The number of the array.
    pub array: u32,
    /// The odds: the first player's changes and the second's; empty without odds.
    pub odds: Cow<'g, str>,
    /// The text of the first position, unless it is the array's.
    pub start: Cow<'g, str>,
    /// The player of White.
    pub white: Cow<'g, str>,
    /// The player of Black.
    pub black: Cow<'g, str>,
    /// The number of plies of the opening.
    pub opening_plies: u32,
    /// The number of plies.
    pub plies: u32,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` if unfinished.
    pub result: &'static str,
    /// The termination.
    pub termination: &'static str,
    /// The reason of a forfeit.
    pub note: Cow<'g, str>,
}

/// A row with moves.
#[derive(Clone, Debug, Serialize)]
pub struct WholeGame<'g> {
    /// The row.
    #[serde(flatten)]
    pub line: GameLine<'g>,
    /// The moves.
    pub moves: Vec<&'g str>,
    /// The scores of the moves after the opening, if recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<&'g [Option<i16>]>,
    /// The times of the moves after the opening in milliseconds, if recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<&'g [u32]>,
}

impl GameLine<'_> {
    /// The row with its texts escaped for CSV.
    pub fn for_csv(mut self) -> Self {
        for text in [
            &mut self.rules,
            &mut self.odds,
            &mut self.start,
            &mut self.white,
            &mut self.black,
            &mut self.note,
        ] {
            if let Cow::Owned(cell) = escape::csv(text) {
                *text = Cow::Owned(cell);
            }
        }
        self
    }
}

impl GameRecord {
    /// The game as a row.
    pub fn line<'g>(&'g self, names: &'g Names) -> GameLine<'g> {
        let [white, black] = self.players.map(|player| Cow::from(&names.players[player]));
        GameLine {
            game: self.number,
            pair: self.pair(),
            rules: Cow::from(&names.rules[self.rules]),
            array: self.array,
            odds: Cow::from(names.odds_of(self)),
            start: Cow::from(self.start.as_deref().unwrap_or_default()),
            white,
            black,
            opening_plies: self.opening_plies,
            plies: self.plies,
            result: self.result.text(),
            termination: self.end.text(),
            note: Cow::from(&self.note),
        }
    }

    /// The game as a row with moves.
    pub fn whole<'g>(&'g self, names: &'g Names) -> WholeGame<'g> {
        WholeGame {
            line: self.line(names),
            moves: self.moves().collect(),
            evaluations: self.evaluations.as_deref(),
            times: self.times.as_deref(),
        }
    }
}
