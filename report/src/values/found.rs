//! The main piece values, in a sentence for each rule set.

use crate::format::{joined, with_interval};
use tradewind_analysis::estimators::METHODS;
use tradewind_analysis::row::{Row, RowCondition};
use tradewind_analysis::values::{Gathered, VALUE, ValueSet};
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
    let methods = [VALUE].into_iter().chain(METHODS.map(|method| method.name));
    let values = methods.map(|method| {
        let rows = set.of(method, &RowCondition::All, &unit);
        let known = rows.filter(|(piece, row)| *piece != set.unit && row.n > 0);
        let known = known.filter_map(|(_, row)| Some((row, row.reliable()?)));
        (method, known.collect::<Vec<(&Row, Estimate)>>())
    });
    let (method, mut rows) = values.into_iter().find(|(_, rows)| !rows.is_empty())?;
    rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    let text =
        |(row, known): &(&Row, Estimate)| format!("{} {}", row.subject, with_interval(*known));
    let first = joined(rows.iter().take(NAMED).map(text), ", ")?;
    let least = rows.iter().skip(NAMED).last();
    let least = least.map_or(String::new(), |one| format!("; least {}", text(one)));
    let by = METHODS.into_iter().find(|one| one.name == method);
    let by = by.map_or(String::new(), |one| format!(" by {}", one.quantity));
    let title = set.title();
    Some(format!("{title}, in {unit}{by}: most {first}{least}."))
}
