//! Methods for what pieces are worth: one file each, one trait, one list.
//!
//! A method is asked what it needs of the games ([`Method::wanted`]), is given the [`PieceGames`] of one rule
//! set and player, and gives rows, with the fits behind them where sums and ratios of its values have
//! intervals of their own. Tables, agreement between methods, plots, claims and files take whatever stands
//! in [`METHODS`].

mod joint;
mod network;
pub mod odds;
mod pairs;
mod players;
mod published;
pub mod regression;
mod theory;
mod weights;

pub use joint::{Joint, JointPart, KnownSum};
pub use players::{PlayerFit, PlayerFits, freedom_of};
pub use published::slug;

use pairs::pair_rows;

use crate::dataset::{OddsParts, PositionSamples, Wanted};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, Warning, unit_of};
use std::borrow::Cow;
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};
use tradewind_engine::theory::values as rules_alone;
use tradewind_selfplay::odds::counts;
use tradewind_stats::Estimate;

/// The methods, in the order in which tables have them; where one value is asked for, the first method that
/// has one answers.
pub const METHODS: [&dyn Method; 6] = [
    &odds::MaterialOdds,
    &regression::PositionRegression,
    &weights::TunedWeights,
    &network::NetworkRemoval,
    &theory::LeaperLaw,
    &published::Publications,
];

/// A way to find what pieces are worth.
pub trait Method: Sync {
    /// Its name in rows, tables and claims, without spaces.
    fn name(&self) -> &'static str;

    /// What its values for the game as a whole are, in words that tell them from those of other methods: they are other
    /// quantities, and their intervals may be disjoint.
    fn quantity(&self) -> &'static str;

    /// What it needs of the games of one player against itself under some rules, which begin with odds or
    /// without; nothing, if it needs no games.
    fn wanted(&self, with_odds: bool) -> Wanted;

    /// What it finds; `None` when what it needs is not there.
    ///
    /// # Errors
    /// Why what is there does not do, in words.
    fn estimate(&self, games: &PieceGames<'_>) -> Result<Option<MethodValues>, String>;
}

/// The games of one rule set between players of one kind, as methods see them.
#[derive(Debug)]
pub struct PieceGames<'g> {
    /// The rule set, without non-promoting copies.
    pub spec: &'g RuleSpec,
    /// The piece that values are given in.
    pub unit: PieceType,
    /// The [piece that they are given in besides](second_unit).
    pub second_unit: Option<PieceType>,
    /// Games that began with odds, and their rule set, with non-promoting copies if some were played.
    pub odds: Option<(&'g RuleSpec, &'g OddsParts)>,
    /// Positions of games that began without odds.
    pub positions: Option<&'g PositionSamples>,
    /// The families of the rule set's arrays.
    pub families: &'g [ArrayFamily],
    /// How many resamplings intervals come from, where they come from resampling.
    pub replicates: u32,
    /// Where resampling gets its randomness from.
    pub seed: u64,
}

/// What a method has found.
#[derive(Debug, Default)]
pub struct MethodValues {
    /// Its numbers; rules and player are filled in later.
    pub rows: Vec<Row>,
    /// The fits behind them.
    pub joints: Vec<Joint>,
    /// What a reader should know besides, in sentences.
    pub notes: Vec<String>,
}

/// What a reader must know where several players took turns.
fn turns_note(players: usize) -> Option<String> {
    (players > 1).then(|| {
        format!(
            "{players} players of the recipe took turns: values are the means of what the games of each say, with the \
             variance between them, where the games of each say it."
        )
    })
}

/// The piece called Knight.
pub fn knight(spec: &RuleSpec) -> Option<PieceType> {
    spec.piece_types()
        .find(|&piece| spec.piece(piece).name == "Knight")
}

/// The piece in which values are given beside the unit: the Knight or, where there is none, the middle one (the lower of two)
/// by what the rules alone say of the pieces that a side begins with, without pawns and royals. An officer is known better than
/// a pawn, which is a part of every value in pawns.
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

/// A value in the units in which values are given.
struct ValueEstimate {
    /// A piece, or a pair.
    subject: Subject,
    condition: RowCondition,
    /// In the unit piece.
    units: Option<Estimate>,
    /// In the second unit.
    second_units: Option<Estimate>,
    log_odds: Option<Estimate>,
    /// Games behind it, and pairs in which the sides differ in what it is the value of.
    games: u64,
    pairs: u64,
    warning: Option<Warning>,
}

impl ValueEstimate {
    /// A row for each unit in which it is known; where it is not known at all, one that says why.
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
        let mut rows: Vec<Row> = in_piece(unit, self.units).into_iter().collect();
        rows.extend(second.and_then(|second| in_piece(second, self.second_units)));
        rows.push(row(LOG_ODDS.into(), self.log_odds));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    /// The Knight; of Rococo's Advancer, Chameleon, Withdrawer, Long Leaper, Swapper and Immobilizer the third one.
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
