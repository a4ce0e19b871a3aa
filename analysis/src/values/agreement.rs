//! Where the methods disagree by more than their intervals allow.

use super::ValueSet;
use crate::estimators::freedom_of;
use crate::row::RowCondition;
use tradewind_engine::rules::PieceType;
use tradewind_stats::Estimate;
use tradewind_stats::significance::{ALPHA, chance_of_gap, holm};

/// Two methods side by side: the pieces that both know well.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The names of the methods.
    pub methods: [&'static str; 2],
    /// The pieces on whose values they disagree, at a chance of 5 % of naming any where there is no
    /// difference, the surest first.
    pub apart: Vec<Disagreement>,
    /// How many pieces were compared.
    pub compared: usize,
}

/// A piece on whose value two methods disagree.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The piece.
    pub piece: PieceType,
    /// The values in units: by the first method and by the second.
    pub values: [Estimate; 2],
    /// The chance of a difference as large if there is none, corrected for the number of pieces
    /// (Holm, *A simple sequentially rejective multiple test procedure*, 1979).
    pub p: f64,
}

/// Every two methods that have values with intervals for the same pieces.
pub fn agreements(measured: &ValueSet) -> Vec<Agreement> {
    let methods = measured.methods();
    let pairs = (methods.iter().enumerate())
        .flat_map(|(at, one)| methods[at + 1..].iter().map(move |other| [one, other]));
    pairs
        .map(|pair| agreement(measured, pair.map(|method| method.name())))
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
                p: chance_of_gap(values[0], values[1], freedom_of(measured.players)),
            })
        })
        .collect();
    let compared = apart.len();
    let chances: Vec<f64> = apart.iter().map(|one| one.p).collect();
    for (one, p) in apart.iter_mut().zip(holm(&chances)) {
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
