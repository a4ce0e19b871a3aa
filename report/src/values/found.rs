//! What pieces are worth, in a sentence for each rule set.

use crate::format::with_interval;
use tradewind_analysis::row::{Row, RowCondition, Subject};
use tradewind_analysis::values::{Gathered, ValueSet};

/// So many pieces are named, and the one that is worth least.
const NAMED: usize = 3;

/// What the strongest players say that pieces are worth, a sentence for each rule set.
pub(crate) fn found(gathered: &Gathered) -> Vec<String> {
    let by_rules = gathered.by_rules();
    let strongest = by_rules.iter().filter_map(|sets| sets.last());
    strongest.filter_map(|set| of_value_set(set)).collect()
}

fn of_value_set(set: &ValueSet) -> Option<String> {
    let unit = set.shown_unit();
    let is_own = |row: &&Row| {
        row.n > 0
            && row.unit == unit
            && row.condition == RowCondition::All
            && matches!(&row.subject, Subject::Piece(piece, _) if *piece != set.unit)
            && row
                .reliable()
                .is_some_and(|known| (known.high - known.low).is_finite())
    };
    let mut methods: Vec<&str> = Vec::new();
    for row in set.rows.iter().filter(is_own) {
        if !methods.contains(&row.method.as_ref()) {
            methods.push(&row.method);
        }
    }
    // The method that says most precisely what it says, as a share of it.
    let width = |method: &str| {
        let own = set.rows.iter().filter(is_own);
        let own = own.filter(|row| row.method == method);
        let mut widths: Vec<f64> = own
            .filter_map(|row| row.estimate())
            .map(|known| (known.high - known.low) / known.value.abs().max(f64::MIN_POSITIVE))
            .collect();
        widths.sort_by(f64::total_cmp);
        widths
            .get(widths.len() / 2)
            .copied()
            .unwrap_or(f64::INFINITY)
    };
    let by_games = methods.into_iter().filter(|method| *method != "network");
    let method = by_games.min_by(|one, other| width(one).total_cmp(&width(other)))?;
    let own = set.rows.iter().filter(is_own);
    let mut rows: Vec<&Row> = own.filter(|row| row.method == method).collect();
    let value = |row: &Row| row.value.unwrap_or(0.0);
    rows.sort_by(|one, other| value(other).total_cmp(&value(one)));
    let told = |row: &&Row| {
        Some(format!(
            "{} {}",
            row.subject,
            with_interval(row.estimate()?)
        ))
    };
    let first: Vec<String> = rows.iter().take(NAMED).filter_map(told).collect();
    let rest = rows.get(NAMED..).unwrap_or_default();
    let last = match rest.last().and_then(told) {
        Some(last) => format!("; the least {last}"),
        None => String::new(),
    };
    Some(format!(
        "{}, in {unit} by {method}: the most {}{last}.",
        set.title(),
        first.join(", ")
    ))
}
