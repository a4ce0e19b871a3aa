//! Pairs of pieces: what having two or more of a piece is worth beyond the sum of single ones.

use super::{PieceGames, ValueEstimate};
use crate::row::Row;
use tradewind_stats::significance::holm;

/// The rows of what pairs are worth, from each with the chance of a number at least as far from nothing; that is corrected
/// for the number of those that may be relied on.
pub(super) fn pair_rows(
    method: &'static str,
    games: &PieceGames<'_>,
    found: Vec<(ValueEstimate, f64)>,
) -> Vec<Row> {
    let told = found.iter().filter(|(value, _)| value.warning.is_none());
    let chances: Vec<f64> = told.map(|(_, chance)| *chance).collect();
    let mut corrected = holm(&chances).into_iter();
    let rows = found.into_iter().flat_map(|(value, _)| {
        let p = match value.warning {
            None => corrected.next(),
            Some(_) => None,
        };
        let rows = value.rows(method, games).into_iter();
        rows.map(move |row| Row { p, ..row })
    });
    rows.collect()
}
