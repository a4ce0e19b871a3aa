//! Specification curves: the value of a piece by every analysis, beside the primary one (U. Simonsohn,
//! J. P. Simmons and L. D. Nelson, *Specification curve analysis*, 2020).

use super::ValueSet;
use crate::row::{Row, RowCondition, Subject};
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::Estimate;

/// The minimum number of analyses of a curve.
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

/// All analyses of a piece's value.
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

/// Whether a row is an analysis of a piece's value.
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
/// primary analysis is that of the player with the most nodes by the first method with a reliable
/// value: at the standard phase if the method has phases, else for the game as a whole.
pub fn specification_curves(sets: &[&ValueSet]) -> Vec<SpecificationCurve> {
    let Some(last) = sets.last() else {
        return Vec::new();
    };
    let unit = last.unit_name();
    let pieces = last.ranked().into_iter().filter(|one| *one != last.unit);
    let curve = |piece: PieceType| {
        let primary = primary(last, piece)?;
        let mut all = Vec::new();
        for set in sets {
            for method in set.methods().into_iter().map(|method| method.name) {
                let own = set.rows.iter().filter(|row| {
                    row.method == method && row.unit == unit && row.is_of_piece(piece)
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

/// The row of a piece's primary value.
fn primary(set: &ValueSet, piece: PieceType) -> Option<&Row> {
    let unit = set.unit_name();
    let mut methods = set.methods().into_iter().map(|method| method.name);
    methods.find_map(|method| {
        let conditions = [RowCondition::StandardPhase, RowCondition::All];
        let mut rows = conditions
            .iter()
            .filter_map(|condition| set.find(method, condition, piece, &unit));
        rows.find(|row| row.n > 0 && row.reliable().is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Row;
    use tradewind_engine::rules::load;

    fn set(nodes: u64, rows: &[(RowCondition, f64)]) -> ValueSet {
        let spec = load("chess", &[]).expect("chess");
        let rook = spec.find("R").expect("a rook");
        let rows = rows.iter().map(|(condition, value)| Row {
            condition: condition.clone(),
            n: 100,
            ..Row::new("regression", Subject::piece(&spec, rook), "pawns")
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
        let weak = set(100, &[(all.clone(), 3.0), (standard.clone(), 4.2)]);
        let strong = set(
            1000,
            &[
                (all, 5.0),
                (standard, 4.0),
                (RowCondition::Quiet(2, 2), 4.4),
                // The sandwich interval is not an analysis of its own.
                (RowCondition::Sandwich, 9.0),
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
