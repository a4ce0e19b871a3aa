//! The main results of a comparison, in a few sentences.

use super::tables::head_to_head_rows;
use super::{clear_changes, clear_checks, differences};
use crate::document::Document;
use crate::format::with_interval;
use tradewind_analysis::compare::{Compared, Comparison};
use tradewind_analysis::metric::Family;
use tradewind_stats::significance::ALPHA;

/// The maximum number of changes in a sentence.
const IN_A_SENTENCE: usize = 3;

/// The main results, with those of armies against each other first.
pub(crate) fn found(comparison: &Comparison) -> Vec<String> {
    let mut all: Vec<String> = head_to_head_rows(comparison)
        .filter(|row| row.unit == "%")
        .filter_map(|row| {
            let score = with_interval(row.estimate()?);
            Some(format!("{}: {}: {score} %.", row.rules, row.condition))
        })
        .collect();
    let changes = comparison.effects.iter().filter(|effect| effect.order == 1);
    let (seen, unseen): (Vec<_>, Vec<_>) = changes
        .map(|effect| (effect, clear_changes(comparison, effect)))
        .partition(|(_, clear)| !clear.is_empty());
    for (effect, clear) in &seen {
        let first: Vec<&str> = (clear.iter().take(IN_A_SENTENCE))
            .map(|(text, _)| text.as_str())
            .collect();
        let rest = match clear.len().saturating_sub(IN_A_SENTENCE) {
            0 => String::new(),
            rest => format!("; {rest} more"),
        };
        all.push(format!(
            "{}: {}{rest}{}{}.",
            effect.name,
            first.join("; "),
            of_pieces(comparison, effect),
            of_checks(comparison, effect)
        ));
    }
    if !unseen.is_empty() {
        let names = unseen.iter().map(|(effect, _)| {
            let pieces = of_pieces(comparison, effect);
            format!("{}{pieces}{}", effect.name, of_checks(comparison, effect))
        });
        let sentence = format!(
            "No significant difference of the game as a whole: {}.",
            names.collect::<Vec<_>>().join("; ")
        );
        all.truncate(Document::MAX_FOUND - 1);
        all.push(sentence);
    }
    all
}

/// The number of significant differences of single pieces.
fn of_pieces(comparison: &Comparison, effect: &Compared) -> String {
    let (mut clear, mut all) = (0, 0);
    for row in differences(comparison, &effect.name, Family::Pieces) {
        all += 1;
        clear += usize::from(row.p.is_some_and(|p| p < ALPHA));
    }
    match clear {
        0 => String::new(),
        _ => format!(" ({clear} of {all} piece metrics differ)"),
    }
}

/// The manipulation checks of an effect.
fn of_checks(comparison: &Comparison, effect: &Compared) -> String {
    let checks = clear_checks(comparison, effect);
    checks.map_or(String::new(), |checks| {
        format!(" (manipulation checks: {checks})")
    })
}
