//! The main piece values, in a sentence for each rule set.

use crate::format::{joined, with_interval};
use tradewind_analysis::estimators::METHODS;
use tradewind_analysis::row::{Row, RowCondition, Subject};
use tradewind_analysis::values::{Gathered, ValueSet};
use tradewind_stats::Estimate;

/// The number of named pieces beside the least valuable one.
const NAMED: usize = 3;

/// The piece values by the strongest players, a sentence for each rule set.
pub(crate) fn found(gathered: &Gathered) -> Vec<String> {
    let by_rules = gathered.by_rules();
    let strongest = by_rules.iter().filter_map(|sets| sets.last());
    strongest.filter_map(|set| of_value_set(set)).collect()
}

fn of_value_set(set: &ValueSet) -> Option<String> {
    let unit = set.shown_unit();
    let mut by_method: Vec<(&str, Vec<(&Row, Estimate)>)> = Vec::new();
    for row in &set.rows {
        // The narrow intervals of a network do not include the error of results.
        let is_own = row.n > 0
            && row.method != "network"
            && row.unit == unit
            && row.condition == RowCondition::All
            && matches!(&row.subject, Subject::Piece(piece, _) if *piece != set.unit);
        let known = row.reliable().filter(|_| is_own);
        let Some(known) = known.filter(|known| (known.high - known.low).is_finite()) else {
            continue;
        };
        match by_method.iter_mut().find(|(name, _)| *name == row.method) {
            Some((_, rows)) => rows.push((row, known)),
            None => by_method.push((&row.method, vec![(row, known)])),
        }
    }
    let most_precise = by_method
        .into_iter()
        .min_by(|(_, one), (_, other)| width(one).total_cmp(&width(other)));
    let (method, mut rows) = most_precise?;
    rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    let text =
        |(row, known): &(&Row, Estimate)| format!("{} {}", row.subject, with_interval(*known));
    let first = joined(rows.iter().take(NAMED).map(text), ", ")?;
    let least = rows.iter().skip(NAMED).last();
    let least = least.map_or(String::new(), |one| format!("; least {}", text(one)));
    let quantity = METHODS.into_iter().find(|one| one.name == method)?.quantity;
    let title = set.title();
    Some(format!(
        "{title}, in {unit} by {quantity}: most {first}{least}."
    ))
}

/// The median relative width of intervals.
fn width(rows: &[(&Row, Estimate)]) -> f64 {
    let share =
        |known: &Estimate| (known.high - known.low) / known.value.abs().max(f64::MIN_POSITIVE);
    let mut widths: Vec<f64> = rows.iter().map(|(_, known)| share(known)).collect();
    widths.sort_by(f64::total_cmp);
    widths[widths.len() / 2]
}
