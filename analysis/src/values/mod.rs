//! What the pieces of a rule set are worth, by every method that there is something for.
//!
//! [`gather`] reads folders of games; each rule set and player found there is a [`ValueSet`], whose rows are
//! those of all [methods](crate::estimators::METHODS). From these rows come what the methods disagree in
//! ([`agreements`]), and how values change with the player's strength ([`skill`]).

mod agreement;
mod gather;
mod needed;
pub mod skill;
mod specification;

pub use agreement::{Agreement, Disagreement, agreements};
pub use gather::{GatherError, Gathered, gather, of_rules, wanted_by_values};
pub use needed::{NeededPairs, needed_pairs};
pub use specification::{Specification, SpecificationCurve, specification_curves};

use crate::estimators::{Joint, JointPart, METHODS, Method};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, unit_of};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::estimate::Estimate;

/// The values of the pieces of one rule set between players of one kind.
#[derive(Clone, Debug)]
pub struct ValueSet {
    /// The rule set's name for people, with its options.
    pub rules: String,
    /// The rule set, without non-promoting copies.
    pub spec: RuleSpec,
    /// The player on both sides, in words; empty when there are no games.
    pub player: String,
    /// How many such players took turns.
    pub players: usize,
    /// The positions that it looks at for a move.
    pub nodes: Option<u64>,
    /// The same in games that differ in the player's limits alone: rules, openings, weights and all
    /// else.
    pub alike: String,
    /// The piece that values are given in.
    pub unit: PieceType,
    /// All numbers, of all methods.
    pub rows: Vec<Row>,
    /// The fits that they are from.
    pub joints: Vec<Joint>,
    /// What a reader should know, by the name of the method that says so; empty for what holds for all.
    pub notes: Vec<(&'static str, String)>,
}

impl ValueSet {
    /// The unit in which values are given.
    pub fn unit_name(&self) -> String {
        unit_of(&self.spec, self.unit)
    }

    /// The numbers by a method under a condition in a unit, by piece.
    pub fn of<'m>(
        &'m self,
        method: &'m str,
        condition: &'m RowCondition,
        unit: &'m str,
    ) -> impl Iterator<Item = (PieceType, &'m Row)> + Clone {
        let rows = self.rows.iter();
        let own = rows.filter(move |row| {
            row.method == method && row.condition == *condition && row.unit == unit
        });
        own.filter_map(|row| match row.subject {
            Subject::Piece(piece, _) => Some((piece, row)),
            _ => None,
        })
    }

    /// The number of a piece by a method under a condition in a unit.
    pub fn find(
        &self,
        method: &str,
        condition: &RowCondition,
        piece: PieceType,
        unit: &str,
    ) -> Option<&Row> {
        let mut rows = self
            .rows
            .iter()
            .filter(|row| row.method == method && row.condition == *condition && row.unit == unit);
        rows.find(|row| row.is_of_piece(piece))
    }

    /// The methods that have something to say, in their order.
    pub fn methods(&self) -> Vec<&'static dyn Method> {
        let says = |method: &&dyn Method| self.rows.iter().any(|row| row.method == method.name());
        METHODS.into_iter().filter(says).collect()
    }

    /// The value of a piece under a condition in units by a method, if it may be relied on and has an
    /// interval from games.
    pub fn measured(
        &self,
        method: &str,
        condition: &RowCondition,
        piece: PieceType,
    ) -> Option<Estimate> {
        let row = self.find(method, condition, piece, &self.unit_name())?;
        row.reliable().filter(|_| row.n > 0)
    }

    /// Whether any piece but the unit was measured in units: none is where the unit is not clearly worth
    /// something.
    pub fn has_units(&self) -> bool {
        let unit = self.unit_name();
        self.rows.iter().any(|row| {
            row.n > 0
                && row.unit == unit
                && matches!(row.subject, Subject::Piece(piece, _) if piece != self.unit)
        })
    }

    /// The unit in which values are shown: log-odds where games tell no value in units.
    pub fn shown_unit(&self) -> String {
        if self.has_units() || self.rows.iter().all(|row| row.n == 0) {
            self.unit_name()
        } else {
            LOG_ODDS.to_string()
        }
    }

    /// The pieces that have a value, the most valuable first: by the surest measured value, else by any.
    pub fn ranked(&self) -> Vec<PieceType> {
        let mut pieces: Vec<PieceType> = Vec::new();
        let whole = (self.rows.iter()).filter(|row| row.condition == RowCondition::All);
        let measured = whole.clone().any(|row| row.n > 0);
        for row in whole.filter(|row| row.n > 0 || !measured) {
            if let Subject::Piece(piece, _) = row.subject
                && !pieces.contains(&piece)
            {
                pieces.push(piece);
            }
        }
        let mut valued: Vec<(PieceType, f64)> = (pieces.into_iter())
            .map(|piece| (piece, self.rank_value(piece)))
            .collect();
        valued.sort_by(|(one, worth), (other, other_worth)| {
            other_worth.total_cmp(worth).then(one.cmp(other))
        });
        valued.into_iter().map(|(piece, _)| piece).collect()
    }

    fn rank_value(&self, piece: PieceType) -> f64 {
        let all = RowCondition::All;
        let names = METHODS.into_iter().map(Method::name);
        let measured = names
            .clone()
            .filter_map(|method| self.measured(method, &all, piece));
        let surest =
            measured.min_by(|one, other| (one.high - one.low).total_cmp(&(other.high - other.low)));
        let shown = self.shown_unit();
        let mut any = names.filter_map(|method| {
            let unit = if self.has_units() { &shown } else { LOG_ODDS };
            let own = self.find(method, &all, piece, unit);
            own.or_else(|| self.find(method, &all, piece, &shown))?
                .value
        });
        surest
            .map(|surest| surest.value)
            .or_else(|| any.next())
            .unwrap_or(f64::MIN)
    }

    /// A sum of values in log-odds, by a method, with its interval; `None` when no fit has all of
    /// them.
    pub fn sum_of(&self, method: &str, parts: &[JointPart]) -> Option<Estimate> {
        let mut fits = self.joints.iter().filter(|joint| joint.method == method);
        fits.find_map(|joint| joint.sum(parts))
    }

    /// The ratio of two sums of values, by a method, with the interval of Fieller; `None` when no fit
    /// has all of them, or the divisor may be 0.
    pub fn ratio_of(
        &self,
        method: &str,
        parts: &[JointPart],
        to: &[JointPart],
    ) -> Option<Estimate> {
        let mut fits = self.joints.iter().filter(|joint| joint.method == method);
        fits.find_map(|joint| joint.ratio(parts, to))
    }

    /// The ratio of two sums of values less that of two others, by a method, with its interval; `None` when no fit has all
    /// of them, or a divisor may be 0.
    pub fn ratio_difference_of(
        &self,
        method: &str,
        one: [&[JointPart]; 2],
        other: [&[JointPart]; 2],
    ) -> Option<Estimate> {
        let mut fits = self.joints.iter().filter(|joint| joint.method == method);
        fits.find_map(|joint| joint.ratio_difference(one, other))
    }

    /// Whether both are of games by the same rules, whatever these are called.
    pub fn has_rules_of(&self, other: &ValueSet) -> bool {
        self.spec.fingerprint_text() == other.spec.fingerprint_text()
    }

    /// What it is called: rule set and player.
    pub fn title(&self) -> String {
        if self.player.is_empty() {
            self.rules.clone()
        } else {
            format!("{}, {}", self.rules, self.player)
        }
    }
}
