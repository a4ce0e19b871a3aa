//! How values change with the strength of the players.

use super::ValueSet;
use crate::row::RowCondition;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::significance::{ALPHA, holm};

/// A piece's value by one method at several node budgets.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillCurve {
    /// The piece.
    pub piece: PieceType,
    /// Its name.
    pub name: String,
    /// The name of the method.
    pub method: &'static str,
    /// Nodes a move and the value in units, fewest nodes first.
    pub points: Vec<(u64, Estimate)>,
    /// The heterogeneity p: the chance of values as different if skill changes nothing, corrected for the number of
    /// pieces by the method of Holm.
    pub p: f64,
}

impl SkillCurve {
    /// Whether the value moves with skill, at a chance of 5 % of saying so of any piece when none
    /// does; how, in a word.
    pub fn movement(&self) -> Option<&'static str> {
        let values = || self.points.iter().map(|(_, estimate)| estimate.value);
        let rising = values().is_sorted();
        let falling = values().rev().is_sorted();
        (self.p < ALPHA).then_some(match (rising, falling) {
            (true, false) => "rises",
            (false, true) => "falls",
            _ => "changes",
        })
    }
}

/// The curves of a rule set whose values were measured at several node budgets, by one method; none
/// when there are fewer than two. `measured` are of one rule set; of players that differ in more
/// than their nodes, those alike count of whom there are most.
pub fn skill_curves(measured: &[&ValueSet], method: &'static str) -> Vec<SkillCurve> {
    let mut budgets: Vec<(u64, &ValueSet)> = (measured.iter())
        .filter(|one| one.rows.iter().any(|row| row.method == method && row.n > 0))
        .filter_map(|one| Some((one.nodes?, *one)))
        .collect();
    let alike = |wanted: &ValueSet| {
        let same = budgets.iter().filter(|(_, one)| one.alike == wanted.alike);
        same.count()
    };
    // The last of equal ones is taken, so the order is turned round for the first.
    let kind = budgets.iter().rev().max_by_key(|(_, one)| alike(one));
    let kind = kind.map(|(_, one)| one.alike.clone());
    budgets.retain(|(_, one)| Some(&one.alike) == kind.as_ref());
    budgets.sort_by_key(|(nodes, _)| *nodes);
    let Some(&(_, last)) = budgets.last().filter(|_| budgets.len() > 1) else {
        return Vec::new();
    };
    let mut curves: Vec<SkillCurve> = last
        .ranked()
        .into_iter()
        .filter(|piece| *piece != last.unit)
        .map(|piece| {
            let points = budgets.iter().filter_map(|(nodes, one)| {
                let value = one.measured(method, &RowCondition::All, piece);
                Some((*nodes, value?))
            });
            let points: Vec<(u64, Estimate)> = points.collect();
            SkillCurve {
                piece,
                name: last.spec.piece(piece).name.clone(),
                method,
                p: heterogeneity(&points),
                points,
            }
        })
        .filter(|curve| curve.points.len() > 1)
        .collect();
    let chances: Vec<f64> = curves.iter().map(|curve| curve.p).collect();
    for (curve, p) in curves.iter_mut().zip(holm(&chances)) {
        curve.p = p;
    }
    curves
}

/// The chance of independent estimates scattering so much around their weighted mean when they
/// estimate the same number (Cochran's Q).
fn heterogeneity(points: &[(u64, Estimate)]) -> f64 {
    let weight = |estimate: &Estimate| {
        let error = (estimate.high - estimate.low) / (2.0 * Z);
        1.0 / (error * error)
    };
    let weights: f64 = points.iter().map(|(_, estimate)| weight(estimate)).sum();
    let mean = (points.iter())
        .map(|(_, estimate)| weight(estimate) * estimate.value)
        .sum::<f64>()
        / weights;
    let spread: f64 = (points.iter())
        .map(|(_, estimate)| weight(estimate) * (estimate.value - mean).powi(2))
        .sum();
    let freedom = points.len().saturating_sub(1).max(1) as f64;
    let chance = ChiSquared::new(freedom).map_or(1.0, |chi| chi.sf(spread));
    if chance.is_nan() { 1.0 } else { chance }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: [f64; 3]) -> Vec<(u64, Estimate)> {
        let estimate = |value: f64| Estimate {
            value,
            low: value - 0.2,
            high: value + 0.2,
        };
        [25, 100, 400]
            .into_iter()
            .zip(values.map(estimate))
            .collect()
    }

    #[test]
    fn only_what_intervals_do_not_explain_is_a_movement() {
        // Q = 2 (0.3 · 1.96 / 0.2)² = 17.3 with two degrees of freedom.
        let chance = heterogeneity(&points([3.0, 3.3, 3.6]));
        assert!(
            (chance - (-17.287_f64 / 2.0).exp()).abs() < 1e-5,
            "{chance}"
        );
        assert!(heterogeneity(&points([3.0, 3.1, 3.05])) > 0.5);
        let curve = |values: [f64; 3]| SkillCurve {
            piece: PieceType(0),
            name: String::new(),
            method: "odds",
            p: heterogeneity(&points(values)),
            points: points(values),
        };
        assert_eq!(curve([3.0, 3.3, 3.6]).movement(), Some("rises"));
        assert_eq!(curve([3.6, 3.3, 3.0]).movement(), Some("falls"));
        assert_eq!(curve([3.6, 3.0, 3.6]).movement(), Some("changes"));
        assert_eq!(curve([3.0, 3.05, 3.1]).movement(), None);
    }
}
