//! The values of the pieces of a rule set, by every method that has data.
//!
//! [`gather`] joins folders of games into a [`ValueSet`] for each rule set and player, whose rows are
//! those of all [methods](crate::estimators::METHODS). From them follow the [`agreements`] of methods,
//! the change of values with the player's strength ([`skill`]), and [`specification_curves`].

mod gather;
pub mod skill;
mod specification;

pub use gather::{Gathered, gather, of_rules, wanted_by_values};
pub use specification::{Specification, SpecificationCurve, specification_curves};

use crate::estimators::{Joint, METHODS, Method, df_of_players};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, unit_of};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::Estimate;
use tradewind_stats::significance::{ALPHA, difference_p, holm};

/// The values of the pieces of one rule set between players of one kind.
#[derive(Clone, Debug)]
pub struct ValueSet {
    /// The rule set's name for people, with its options.
    pub rules: String,
    /// The rule set, without non-promoting copies.
    pub spec: RuleSpec,
    /// The player on both sides; empty without games.
    pub player: String,
    /// Number of such players that take turns.
    pub players: usize,
    /// The nodes per move.
    pub nodes: Option<u64>,
    /// The settings besides the player's limits: rules, openings, weights and so on. Equal settings
    /// have equal texts.
    pub alike: String,
    /// The piece that is the unit of values.
    pub unit: PieceType,
    /// The numbers by all methods.
    pub rows: Vec<Row>,
    /// The fits behind them.
    pub joints: Vec<Joint>,
    /// Notes to readers, by the name of the method, empty for general ones.
    pub notes: Vec<(&'static str, String)>,
}

impl ValueSet {
    /// No numbers yet, for a rule set without games.
    pub fn new(spec: RuleSpec, unit: PieceType) -> ValueSet {
        ValueSet {
            rules: spec.title(),
            spec,
            player: String::new(),
            players: 1,
            nodes: None,
            alike: String::new(),
            unit,
            rows: Vec::new(),
            joints: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The unit in which values are given.
    pub fn unit_name(&self) -> String {
        unit_of(&self.spec, self.unit)
    }

    /// The numbers by a method under a condition in a unit, by piece.
    pub fn of<'s>(
        &'s self,
        method: &str,
        condition: &RowCondition,
        unit: &str,
    ) -> impl Iterator<Item = (PieceType, &'s Row)> + Clone {
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
        let mut rows = self.of(method, condition, unit);
        Some(rows.find(|(own, _)| *own == piece)?.1)
    }

    /// The methods with numbers, in order.
    pub fn methods(&self) -> Vec<Method> {
        let says = |method: &Method| self.rows.iter().any(|row| row.method == method.name);
        METHODS.into_iter().filter(says).collect()
    }

    /// The value of a piece in units by a method under a condition, if it is reliable and has an
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

    /// Whether any piece but the unit was measured in units: none is if the unit is not significantly
    /// positive.
    pub(crate) fn has_units(&self) -> bool {
        let unit = self.unit_name();
        self.rows.iter().any(|row| {
            row.n > 0
                && row.unit == unit
                && matches!(row.subject, Subject::Piece(piece, _) if piece != self.unit)
        })
    }

    /// The unit in which values are shown: log-odds if there are no values in units.
    pub fn shown_unit(&self) -> String {
        if self.has_units() || self.rows.iter().all(|row| row.n == 0) {
            self.unit_name()
        } else {
            LOG_ODDS.to_string()
        }
    }

    /// The pieces with a value, the most valuable first: by the most precise measured value, else by any.
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
        let names = METHODS.into_iter().map(|method| method.name);
        let measured = names
            .clone()
            .filter_map(|method| self.measured(method, &all, piece));
        let most_precise =
            measured.min_by(|one, other| (one.high - one.low).total_cmp(&(other.high - other.low)));
        let shown = self.shown_unit();
        let mut any = names.filter_map(|method| {
            let unit = if self.has_units() { &shown } else { LOG_ODDS };
            let own = self.find(method, &all, piece, unit);
            own.or_else(|| self.find(method, &all, piece, &shown))?
                .value
        });
        most_precise
            .map(|one| one.value)
            .or_else(|| any.next())
            .unwrap_or(f64::MIN)
    }

    pub(crate) fn joints_of(&self, method: &str) -> impl Iterator<Item = &Joint> {
        self.joints
            .iter()
            .filter(move |joint| joint.method == method)
    }

    /// Whether both have the same rules, whatever their names.
    pub(crate) fn has_rules_of(&self, other: &ValueSet) -> bool {
        self.spec.fingerprint_text() == other.spec.fingerprint_text()
    }

    /// The title: rule set and player.
    pub fn title(&self) -> String {
        if self.player.is_empty() {
            self.rules.clone()
        } else {
            format!("{}, {}", self.rules, self.player)
        }
    }
}

/// The agreement of two methods on the pieces with reliable values by both.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The names of the methods.
    pub methods: [&'static str; 2],
    /// The pieces with a significant difference after correction, the most significant first.
    pub apart: Vec<Disagreement>,
    /// Number of compared pieces.
    pub compared: usize,
}

/// A significant difference between two methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The piece.
    pub piece: PieceType,
    /// The values in units, by the first method and by the second.
    pub values: [Estimate; 2],
    /// p-value after Holm's correction.
    pub p: f64,
}

/// The agreement of every two methods that have values with intervals for the same pieces.
pub fn agreements(measured: &ValueSet) -> Vec<Agreement> {
    let methods = measured.methods();
    let pairs = (methods.iter().enumerate())
        .flat_map(|(at, one)| methods[at + 1..].iter().map(move |other| [one, other]));
    pairs
        .map(|pair| agreement(measured, pair.map(|method| method.name)))
        .filter(|one| one.compared > 0)
        .collect()
}

fn agreement(measured: &ValueSet, methods: [&'static str; 2]) -> Agreement {
    let unit = measured.unit_name();
    let of = |method, piece| {
        let row = measured.find(method, &RowCondition::All, piece, &unit)?;
        row.reliable()
    };
    let first = measured.of(methods[0], &RowCondition::All, &unit);
    let mut apart: Vec<Disagreement> = first
        .filter(|(piece, _)| *piece != measured.unit)
        .filter_map(|(piece, row)| {
            let values = [row.reliable()?, of(methods[1], piece)?];
            Some(Disagreement {
                piece,
                values,
                p: difference_p(values[0], values[1], df_of_players(measured.players)),
            })
        })
        .collect();
    let compared = apart.len();
    let corrected = holm(apart.iter().map(|one| one.p));
    for (one, p) in apart.iter_mut().zip(corrected) {
        one.p = p;
    }
    apart.retain(|one| one.p < ALPHA);
    apart.sort_by(|one, other| one.p.total_cmp(&other.p));
    Agreement {
        methods,
        apart,
        compared,
    }
}
