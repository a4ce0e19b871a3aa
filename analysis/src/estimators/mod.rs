//! Methods that estimate piece values: one type, one list.
//!
//! A method states what it needs of the games ([`Method::wanted`]), receives the [`PieceGames`] of one
//! rule set and player, and returns rows, with the fits behind them for sums and ratios of values.
//! Tables, agreement between methods, plots, claims and files include every method of [`METHODS`].

mod fits;
mod network;
pub mod odds;
mod published;
pub mod regression;

pub use fits::{Joint, JointPart, PlayerFit, PlayerFits, ValueSum, df_of_players};
pub use published::slug;

use crate::dataset::{OddsParts, PositionSamples, Wanted};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, Warning, unit_of};
use std::borrow::Cow;
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};
use tradewind_engine::theory::values as rules_alone;
use tradewind_selfplay::odds::counts;
use tradewind_stats::Estimate;
use tradewind_stats::significance::holm;

/// The methods, in the order of tables; where one value is needed, the first method that has one
/// counts.
pub const METHODS: [Method; 6] = [
    odds::METHOD,
    regression::METHOD,
    published::TUNED_WEIGHTS,
    network::METHOD,
    published::LEAPER_LAW,
    published::PUBLICATIONS,
];

/// A method that estimates piece values.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name in rows, tables and claims, without spaces.
    pub name: &'static str,
    /// The quantity that its values for the game as a whole estimate: methods estimate different
    /// quantities, and their intervals may be disjoint.
    pub quantity: &'static str,
    /// The data that it needs from the games of one player against itself, which begin with odds (if
    /// true) or without.
    pub wanted: fn(bool) -> Wanted,
    /// The values; `None` without the data, and the cause, in words, if they are not sufficient.
    pub estimate: fn(&PieceGames<'_>) -> Result<Option<MethodValues>, String>,
}

/// The games of one rule set between players of one kind, as methods see them.
#[derive(Debug)]
pub struct PieceGames<'g> {
    /// The rule set, without non-promoting copies.
    pub spec: &'g RuleSpec,
    /// The piece that is the unit of values.
    pub unit: PieceType,
    /// The [second unit](second_unit).
    pub second_unit: Option<PieceType>,
    /// Games that began with odds, and their rule set, with non-promoting copies if some were played.
    pub odds: Option<(&'g RuleSpec, &'g OddsParts)>,
    /// Positions of games that began without odds.
    pub positions: Option<&'g PositionSamples>,
    /// The families of the rule set's arrays.
    pub families: &'g [ArrayFamily],
    /// Number of bootstrap replicates.
    pub replicates: u32,
    /// Seed of the bootstrap.
    pub seed: u64,
}

/// The values by a method.
#[derive(Debug, Default)]
pub struct MethodValues {
    /// Its numbers, still without rules and player.
    pub rows: Vec<Row>,
    /// The fits behind them.
    pub joints: Vec<Joint>,
    /// Notes to readers, in sentences.
    pub notes: Vec<String>,
}

/// The note to readers where several players take turns.
fn turns_note(players: usize) -> Option<String> {
    (players > 1).then(|| {
        format!(
            "{players} players of the recipe took turns: values are means over players, with the variance between \
             them, where the games of each player determine them."
        )
    })
}

/// The piece called Knight.
pub fn knight(spec: &RuleSpec) -> Option<PieceType> {
    spec.piece_types()
        .find(|&piece| spec.piece(piece).name == "Knight")
}

/// The piece in which values are given besides the unit: the Knight or, where there is none, the middle
/// one (the lower of two) by theory among the pieces of the arrays, without pawns and royals. A
/// pawn's value is estimated less precisely, and its error is part of every value in pawns.
pub fn second_unit(spec: &RuleSpec) -> Option<PieceType> {
    knight(spec).or_else(|| {
        let starts = |piece: PieceType| {
            let mut entries = 0..spec.arrays.len();
            entries.any(|entry| counts(spec, entry)[piece.index()] > 0)
        };
        let values = rules_alone(spec);
        let mut officers: Vec<PieceType> = spec
            .piece_types()
            .filter(|&piece| !spec.piece(piece).pawn && !spec.piece(piece).royal && starts(piece))
            .collect();
        officers.sort_by(|a, b| values[a.index()].total_cmp(&values[b.index()]));
        let middle = officers.len().checked_sub(1)? / 2;
        Some(officers[middle])
    })
}

/// A value in all units.
struct ValueEstimate {
    /// The piece, or the pair of pieces.
    subject: Subject,
    condition: RowCondition,
    /// In the unit, in the second unit, and in log-odds.
    values: [Option<Estimate>; 3],
    /// Games behind it, and pairs in which the sides differ in the subject.
    games: u64,
    pairs: u64,
    warning: Option<Warning>,
}

impl ValueEstimate {
    /// A row for each unit in which it is known; if it is unknown, one row with the warning.
    fn rows(self, method: &'static str, games: &PieceGames<'_>) -> Vec<Row> {
        let PieceGames { spec, unit, .. } = *games;
        let row = |unit: Cow<'static, str>, estimate| Row {
            condition: self.condition.clone(),
            n: self.games,
            pairs: self.pairs,
            warning: self.warning,
            ..Row::new(method, self.subject.clone(), unit).with_estimate(estimate)
        };
        let in_piece = |piece: PieceType, estimate: Option<Estimate>| {
            estimate.map(|_| row(unit_of(spec, piece).into(), estimate))
        };
        let second = games.second_unit.filter(|&second| second != unit);
        let [in_units, in_second_units, log_odds] = self.values;
        let mut rows: Vec<Row> = in_piece(unit, in_units).into_iter().collect();
        rows.extend(second.and_then(|second| in_piece(second, in_second_units)));
        rows.push(row(LOG_ODDS.into(), log_odds));
        rows
    }
}

/// The rows of the values of pairs of pieces, each with its p-value, which is corrected for the number
/// of pairs without a warning.
fn pair_rows(
    method: &'static str,
    games: &PieceGames<'_>,
    found: Vec<(ValueEstimate, f64)>,
) -> Vec<Row> {
    let reliable = found.iter().filter(|(value, _)| value.warning.is_none());
    let mut corrected = holm(reliable.map(|(_, p)| *p)).into_iter();
    let rows = found.into_iter().flat_map(|(value, _)| {
        let p = match value.warning {
            None => corrected.next(),
            Some(_) => None,
        };
        let rows = value.rows(method, games).into_iter();
        rows.map(move |row| Row { p, ..row })
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    /// The Knight; for Rococo the third one of Advancer, Chameleon, Withdrawer, Long Leaper, Swapper and
    /// Immobilizer.
    #[test]
    fn values_have_a_second_unit() {
        let of = |id: &str| {
            let spec = load(id, &[]).expect("a rule set");
            second_unit(&spec).map(|piece| spec.piece(piece).name.clone())
        };
        assert_eq!(of("scirocco-2009").as_deref(), Some("Knight"));
        let middle = of("rococo").expect("officers");
        assert!(
            ["Advancer", "Chameleon", "Withdrawer"].contains(&middle.as_str()),
            "{middle}"
        );
    }
}
