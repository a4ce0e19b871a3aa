//! The values of the pieces of a rule set, by every method that has data.
//!
//! [`gather`] joins folders of games into a [`ValueSet`] for each rule set and player, whose rows are
//! those of all [methods](crate::estimators::METHODS). From them follow the [`agreements`] of methods,
//! the change of values with the player's strength ([`skill`]), and [`specification_curves`].

mod declared;
mod gather;
pub mod skill;

pub use declared::VALUE;
pub use gather::{Gathered, gather, of_rules, wanted_by_values};

use crate::estimators::{Joint, METHODS, Method, df_of_players};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, correct, unit_of};
use std::collections::BTreeSet;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::Estimate;
use tradewind_stats::significance::{ALPHA, difference_p};

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
    pub fn of(
        &self,
        method: &str,
        condition: &RowCondition,
        unit: &str,
    ) -> impl Iterator<Item = (PieceType, &Row)> + Clone {
        let rows = self.rows.iter();
        let own = rows.filter(move |row| {
            row.method == method && row.condition == *condition && row.unit == unit
        });
        own.filter_map(|row| Some((row.piece()?, row)))
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
        let mut played = self.rows.iter().filter(|row| row.n > 0 && row.unit == unit);
        played.any(|row| row.piece().is_some_and(|piece| piece != self.unit))
    }

    /// The unit in which values are shown: log-odds if there are no values in units.
    pub fn shown_unit(&self) -> String {
        if self.has_units() || self.rows.iter().all(|row| row.n == 0) {
            self.unit_name()
        } else {
            LOG_ODDS.to_string()
        }
    }

    /// The pieces with a value, the most valuable first: by the declared value, else by the first
    /// method with one.
    pub fn ranked(&self) -> Vec<PieceType> {
        let whole = (self.rows.iter()).filter(|row| row.condition == RowCondition::All);
        let measured = whole.clone().any(|row| row.n > 0);
        let valued = whole.filter(|row| row.n > 0 || !measured);
        let pieces: BTreeSet<PieceType> = valued.filter_map(Row::piece).collect();
        let mut valued: Vec<(PieceType, f64)> = (pieces.into_iter())
            .map(|piece| (piece, self.rank_value(piece)))
            .collect();
        valued.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        valued.into_iter().map(|(piece, _)| piece).collect()
    }

    fn rank_value(&self, piece: PieceType) -> f64 {
        let all = RowCondition::All;
        let shown = self.shown_unit();
        let unit = if self.has_units() { &shown } else { LOG_ODDS };
        let methods = [VALUE].into_iter().chain(METHODS.map(|method| method.name));
        let mut values = methods.filter_map(|method| {
            let own = self.find(method, &all, piece, unit);
            own.or_else(|| self.find(method, &all, piece, &shown))?
                .value
        });
        values.next().unwrap_or(f64::MIN)
    }

    /// The values of the pieces but royal ones in units, the most valuable first: the declared ones, or
    /// without games those that follow from the rules.
    pub fn declared_values(&self) -> Vec<(PieceType, f64)> {
        let unit = self.unit_name();
        let of_rules = |piece| {
            let mut rows = self.rows.iter().filter(|row| {
                row.condition == RowCondition::All && row.unit == unit && row.piece() == Some(piece)
            });
            rows.find_map(|row| row.value)
        };
        let value = |piece: PieceType| {
            if piece == self.unit && self.has_units() {
                Some(1.0)
            } else if self.player.is_empty() {
                of_rules(piece)
            } else {
                Some(self.measured(VALUE, &RowCondition::All, piece)?.value)
            }
        };
        let pieces = self.spec.piece_types();
        let pieces = pieces.filter(|&piece| !self.spec.piece(piece).royal);
        let values = pieces.filter_map(|piece| Some((piece, value(piece)?)));
        let mut values: Vec<(PieceType, f64)> = values.collect();
        values.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        values
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
    correct(apart.iter_mut().map(|one| &mut one.p));
    apart.retain(|one| one.p < ALPHA);
    apart.sort_by(|one, other| one.p.total_cmp(&other.p));
    Agreement {
        methods,
        apart,
        compared,
    }
}

const MIN_ANALYSES: usize = 3;

/// A piece's value by one analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Specification {
    /// Player, method and condition.
    pub name: String,
    /// The value, in units.
    pub estimate: Estimate,
    /// Whether it is the primary analysis.
    pub is_primary: bool,
}

/// A specification curve: all analyses of a piece's value, beside the primary one (U. Simonsohn, J. P.
/// Simmons and L. D. Nelson, *Specification curve analysis*, 2020).
#[derive(Clone, Debug, PartialEq)]
pub struct SpecificationCurve {
    /// The piece.
    pub subject: Subject,
    /// The value by the primary analysis.
    pub primary: Estimate,
    /// All analyses, in ascending order of values.
    pub all: Vec<Specification>,
}

impl SpecificationCurve {
    /// The median value.
    pub fn median(&self) -> f64 {
        let values = |at: usize| self.all[at].estimate.value;
        0.5 * (values((self.all.len() - 1) / 2) + values(self.all.len() / 2))
    }

    /// The name of the primary analysis.
    pub fn primary_name(&self) -> &str {
        let primary = self.all.iter().find(|one| one.is_primary);
        primary.map_or("", |one| &one.name)
    }

    /// The number of analyses, besides the primary one, whose interval holds the primary value.
    pub fn agreeing(&self) -> usize {
        let others = self.all.iter().filter(|one| !one.is_primary);
        let holds = |one: &&Specification| one.estimate.covers(self.primary.value);
        others.filter(holds).count()
    }
}

fn is_analysis(row: &Row) -> bool {
    row.n > 0
        && matches!(
            row.condition,
            RowCondition::All
                | RowCondition::StandardPhase
                | RowCondition::Quiet(..)
                | RowCondition::Middlegame
                | RowCondition::Endgame
                | RowCondition::Arrays(_)
        )
}

/// The curve of each piece but the unit, the most valuable first, over all players of one rule set. The
/// primary analysis is that behind the declared value of the player with the most nodes.
pub fn specification_curves(sets: &[&ValueSet]) -> Vec<SpecificationCurve> {
    let Some(last) = sets.last() else {
        return Vec::new();
    };
    let unit = last.unit_name();
    let pieces = last.ranked().into_iter().filter(|one| *one != last.unit);
    let curve = |piece: PieceType| {
        let primary = declared::primary(last, piece, &unit)?;
        let mut all = Vec::new();
        for set in sets {
            for method in set.methods().into_iter().map(|method| method.name) {
                let own = set.rows.iter().filter(|row| {
                    row.method == method && row.unit == unit && row.piece() == Some(piece)
                });
                for row in own.filter(|row| is_analysis(row)) {
                    all.extend(row.reliable().map(|estimate| Specification {
                        name: format!("{}: {method}, {}", set.player, row.condition),
                        estimate,
                        is_primary: std::ptr::eq(row, primary),
                    }));
                }
            }
        }
        all.sort_by(|one, other| one.estimate.value.total_cmp(&other.estimate.value));
        (all.len() >= MIN_ANALYSES).then_some(SpecificationCurve {
            subject: Subject::piece(&last.spec, piece),
            primary: primary.reliable()?,
            all,
        })
    };
    pieces.filter_map(curve).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    /// Values of the rook by method and condition.
    pub(super) fn set(nodes: u64, rows: &[(&'static str, RowCondition, f64)]) -> ValueSet {
        let spec = load("chess", &[]).expect("chess");
        let rook = spec.find("R").expect("a rook");
        let rows = rows.iter().map(|(method, condition, value)| Row {
            condition: condition.clone(),
            n: 100,
            ..Row::new(method, Subject::piece(&spec, rook), "pawns")
                .with_estimate(Some(Estimate::around(*value, 0.5)))
        });
        let pawn = spec.find("P").expect("a pawn");
        ValueSet {
            player: format!("{nodes} nodes"),
            nodes: Some(nodes),
            rows: rows.collect(),
            ..ValueSet::new(spec, pawn)
        }
    }

    /// The primary analysis is the standard phase of the player with the most nodes.
    #[test]
    fn every_analysis_is_on_the_curve() {
        let (all, standard) = (RowCondition::All, RowCondition::StandardPhase);
        let regression = |condition: &RowCondition, value| ("regression", condition.clone(), value);
        let weak = set(100, &[regression(&all, 3.0), regression(&standard, 4.2)]);
        let strong = set(
            1000,
            &[
                regression(&all, 5.0),
                regression(&standard, 4.0),
                regression(&RowCondition::Quiet(2, 2), 4.4),
                // The sandwich interval is not an analysis of its own.
                regression(&RowCondition::Sandwich, 9.0),
            ],
        );
        let curves = specification_curves(&[&weak, &strong]);
        let [curve] = &curves[..] else {
            panic!("{curves:?}");
        };
        let values: Vec<f64> = curve.all.iter().map(|one| one.estimate.value).collect();
        assert_eq!(values, [3.0, 4.0, 4.2, 4.4, 5.0]);
        assert_eq!(
            curve.primary_name(),
            "1000 nodes: regression, standard phase"
        );
        assert!(curve.all[1].is_primary);
        assert_eq!(
            curve.all[3].name,
            "1000 nodes: regression, standard phase, quiet 2+2"
        );
        assert_eq!((curve.median(), curve.agreeing()), (4.2, 2));
    }
}
