//! Games as lines of CSV and of JSON.

use super::{GameRecord, Names};
use crate::escape;
use serde::Serialize;
use std::borrow::Cow;

/// A game as it stands in tables.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'g> {
    /// Its number.
    pub game: u64,
    /// The number of its pair.
    pub pair: u64,
    /// The rule set.
    pub rules: Cow<'g, str>,
    /// The number of the array.
    pub array: u32,
    /// The odds: the first player's changes and the second's; empty when there are none.
    pub odds: Cow<'g, str>,
    /// The text of the first position, if it is not the array's.
    pub start: Cow<'g, str>,
    /// Who played White.
    pub white: Cow<'g, str>,
    /// Who played Black.
    pub black: Cow<'g, str>,
    /// How many plies the opening has.
    pub opening_plies: u32,
    /// How many plies the game has.
    pub plies: u32,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` when it was not finished.
    pub result: &'static str,
    /// What ended it.
    pub termination: &'static str,
    /// Why a player forfeited it.
    pub note: Cow<'g, str>,
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
    /// The milliseconds of the moves after the opening, where time limits a player or another engine plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<&'g [u32]>,
}

impl GameLine<'_> {
    /// The line with its words as cells of CSV have them.
    pub fn for_csv(mut self) -> Self {
        for words in [
            &mut self.rules,
            &mut self.odds,
            &mut self.start,
            &mut self.white,
            &mut self.black,
            &mut self.note,
        ] {
            if let Cow::Owned(cell) = escape::csv(words) {
                *words = Cow::Owned(cell);
            }
        }
        self
    }
}

impl GameRecord {
    /// The game with names for its numbers.
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

    /// The same with its moves.
    pub fn whole<'g>(&'g self, names: &'g Names) -> WholeGame<'g> {
        WholeGame {
            line: self.line(names),
            moves: self.moves.split_ascii_whitespace().collect(),
            evaluations: self.evaluations.as_deref(),
            times: self.times.as_deref(),
        }
    }
}
