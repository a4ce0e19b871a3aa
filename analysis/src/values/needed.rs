//! How many pairs it takes to know what a piece is worth to so much.

use super::ValueSet;
use crate::estimators::{odds, regression};
use crate::row::{LOG_ODDS, RowCondition};
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::{Estimate, Z};

/// What a method says of a piece by now, and by how many times as many pairs it would be known as wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeededPairs {
    /// The method.
    pub method: &'static str,
    /// The value in units, with an interval as it is for many pairs: even around the value.
    pub value: Estimate,
    /// By how many times as many pairs as there are the interval reaches as far as wanted: below 1 where it does already.
    pub factor: f64,
    /// By how many of its standard errors the unit is worth something. The number of pairs is known to four times
    /// the inverse of that: it goes with the fourth power of the unit where a piece is worth much more.
    pub unit_errors: f64,
}

/// What it takes to know a piece's value to `within` units to each side, by each method that measures it by the results of games:
/// by the error of the ratio of two log-odds, `√(σ² + v²·σᵤ²) / u` for a value of `v` and a unit of `u`, taken as independent (the
/// delta method), which shrinks with the square root of the number of pairs.
pub fn needed_pairs(set: &ValueSet, piece: PieceType, within: f64) -> Vec<NeededPairs> {
    let methods = [odds::NAME, regression::NAME].into_iter();
    let of_method = |method: &'static str| {
        let log_odds = |piece| {
            let row = set.find(method, &RowCondition::All, piece, LOG_ODDS)?;
            let found = row.estimate()?;
            Some((found.value, (found.high - found.low) / (2.0 * Z)))
        };
        let ((own, own_error), (unit, unit_error)) = (log_odds(piece)?, log_odds(set.unit)?);
        let value = own / unit;
        let of_unit = if piece == set.unit {
            0.0
        } else {
            value * unit_error
        };
        let half = Z * libm::hypot(own_error, of_unit) / unit;
        (unit > 0.0 && half.is_finite() && half > 0.0).then(|| NeededPairs {
            method,
            value: Estimate::around(value, half),
            factor: (half / within).powi(2),
            unit_errors: unit / unit_error,
        })
    };
    methods.filter_map(of_method).collect()
}
