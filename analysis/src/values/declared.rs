//! The value of a piece as one number: rows of the method [`VALUE`], the same in every table, plot, page
//! and file.
//!
//! It is the value with six tenths of the pieces on the board, by the regression: of the quantities that
//! can be measured this is the one whose values for chess are those that chess players know
//! (`docs/results/known-answers.md`). Pieces that are never on so full a board have the value over all
//! positions. Odds at the array are another quantity: there a pawn is worth so little that pieces are
//! worth half as many pawns again.

use super::ValueSet;
use crate::estimators::{network, regression};
use crate::row::{Row, RowCondition, Warning};
use libm::hypot;
use tradewind_engine::rules::PieceType;
use tradewind_stats::Estimate;
use tradewind_stats::estimate::Z;

/// The name of the declared value where rows have a method.
pub const VALUE: &str = "value";

/// Players count as alike up to this ratio of their nodes.
const NEAR_NODES: u64 = 4;

/// The row behind the declared value of a piece in a unit.
pub(super) fn primary<'r>(set: &'r ValueSet, piece: PieceType, unit: &str) -> Option<&'r Row> {
    let conditions = [RowCondition::StandardPhase, RowCondition::All];
    let mut rows = conditions
        .iter()
        .filter_map(|condition| set.find(regression::METHOD.name, condition, piece, unit));
    rows.find(|row| row.n > 0 && row.reliable().is_some())
}

/// The declared values of a rule set's pieces in all units. `all` are the sets of all players.
///
/// The interval of the primary row is widened by the root mean square distance of the other analyses of
/// the same quantity, as if that were the standard error of the choice among them.
pub(super) fn rows(set: &ValueSet, all: &[ValueSet]) -> Vec<Row> {
    let mut units: Vec<&str> = Vec::new();
    for row in &set.rows {
        if row.method == regression::METHOD.name && !units.contains(&row.unit.as_ref()) {
            units.push(&row.unit);
        }
    }
    let units = units.into_iter();
    let pieces = units.flat_map(|unit| set.spec.piece_types().map(move |piece| (unit, piece)));
    pieces
        .filter_map(|(unit, piece)| {
            let row = primary(set, piece, unit)?;
            let others = all
                .iter()
                .filter(|other| is_near(set, other))
                .flat_map(|other| other.rows.iter())
                .filter(|other| is_analysis(row, other) && !std::ptr::eq(*other, row));
            let others: Vec<f64> = others.filter_map(|other| other.value).collect();
            let estimate = widened(row.reliable()?, &others);
            Some(Row {
                method: VALUE.into(),
                condition: RowCondition::All,
                p: None,
                ..row.clone().with_estimate(Some(estimate))
            })
        })
        .collect()
}

fn is_near(set: &ValueSet, other: &ValueSet) -> bool {
    match (set.nodes, other.nodes) {
        (Some(own), Some(nodes)) => {
            set.alike == other.alike && own.max(nodes) <= NEAR_NODES * own.min(nodes)
        }
        _ => std::ptr::eq(set, other),
    }
}

/// Whether another row estimates the quantity of a primary row.
fn is_analysis(primary: &Row, other: &Row) -> bool {
    let is_known = other
        .warning
        .is_none_or(|warning| warning == Warning::OneTraining);
    let is_same = match (&primary.condition, &other.condition) {
        (RowCondition::StandardPhase, RowCondition::Quiet(..)) => true,
        (own, condition) => own == condition,
    };
    other.n > 0
        && is_known
        && is_same
        && [regression::METHOD.name, network::METHOD.name].contains(&other.method.as_ref())
        && other.unit == primary.unit
        && other.subject == primary.subject
}

/// An estimate whose interval includes the distances of other values.
fn widened(own: Estimate, others: &[f64]) -> Estimate {
    let squares: f64 = others.iter().map(|other| (other - own.value).powi(2)).sum();
    let spread = Z * (squares / others.len().max(1) as f64).sqrt();
    Estimate {
        low: own.value - hypot(own.value - own.low, spread),
        high: own.value + hypot(own.high - own.value, spread),
        ..own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::tests::set;

    #[test]
    fn the_standard_phase_is_the_value_and_other_analyses_of_it_widen_the_interval() {
        let standard = RowCondition::StandardPhase;
        let own = set(
            1000,
            &[
                ("odds", RowCondition::All, 7.0),
                ("regression", RowCondition::All, 3.8),
                ("regression", standard.clone(), 5.0),
            ],
        );
        let alone = rows(&own, std::slice::from_ref(&own));
        let [value] = &alone[..] else {
            panic!("{alone:?}");
        };
        let narrow = Estimate::around(5.0, 0.5);
        assert_eq!(
            (value.method.as_ref(), value.estimate()),
            (VALUE, Some(narrow))
        );
        // A player with a tenth of the nodes is another player.
        let near = set(300, &[("regression", standard.clone(), 4.6)]);
        let far = set(100, &[("regression", standard, 2.0)]);
        let all = [own, near, far];
        let wide = rows(&all[0], &all);
        let wide = wide[0].estimate().expect("an interval");
        let half = hypot(narrow.high - 5.0, Z * 0.4);
        assert!((wide.high - 5.0 - half).abs() < 1e-12, "{wide:?}");
        assert!((5.0 - wide.low - half).abs() < 1e-12, "{wide:?}");
    }

    #[test]
    fn pieces_without_the_standard_phase_have_the_value_of_all_positions_and_odds_alone_declare_none()
     {
        let whole = set(1000, &[("regression", RowCondition::All, 3.8)]);
        let values = rows(&whole, std::slice::from_ref(&whole));
        assert_eq!(values[0].value, Some(3.8));
        let odds = set(1000, &[("odds", RowCondition::All, 3.8)]);
        assert!(rows(&odds, std::slice::from_ref(&odds)).is_empty());
    }
}
