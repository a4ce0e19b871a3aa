//! Where the methods disagree by more than their intervals allow.

use super::{Aspect, Method, MethodValue, ValueSet};
use tradewind_engine::rules::PieceType;
use tradewind_stats::Estimate;
use tradewind_stats::significance::{chance_of_gap, holm};

/// A piece on whose value two methods disagree.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The piece.
    pub piece: PieceType,
    /// The values in units: by the first method and by the second.
    pub values: [(Method, Estimate); 2],
    /// The chance of a difference as large if there is none, corrected for the number of pieces
    /// (Holm, *A simple sequentially rejective multiple test procedure*, 1979).
    pub chance: f64,
}

/// The pieces on whose values two methods disagree, at a chance of 5 % of naming any where there is
/// none, the surest first; and how many were compared.
pub fn disagreements(measured: &ValueSet) -> (Vec<Disagreement>, usize) {
    let mut all = Vec::new();
    for value in measured.of(Method::Odds, &Aspect::All) {
        let other = measured.find(Method::Regression, &Aspect::All, value.piece);
        let other = other.and_then(MethodValue::reliable);
        if let (Some(one), Some(other)) = (value.reliable(), other)
            && value.piece != measured.unit
        {
            all.push(Disagreement {
                piece: value.piece,
                values: [(Method::Odds, one), (Method::Regression, other)],
                chance: chance_of_gap(one, other),
            });
        }
    }
    let compared = all.len();
    let chances: Vec<f64> = all.iter().map(|one| one.chance).collect();
    for (one, chance) in all.iter_mut().zip(holm(&chances)) {
        one.chance = chance;
    }
    all.retain(|one| one.chance < 0.05);
    all.sort_by(|one, other| one.chance.total_cmp(&other.chance));
    (all, compared)
}
