//! The main results of a comparison, and differences as sentences that claim no more than their intervals allow.

use super::differences;
use super::tables::{head_to_head_rows, is_clear, largest_first, metric, of_family};
use crate::document::{Document, Sentence};
use crate::format::{decimals, fixed, joined, with_interval};
use tradewind_analysis::compare::{CHECK, Compared, Comparison};
use tradewind_analysis::metric::{Family, Metric};
use tradewind_analysis::row::Row;
use tradewind_stats::estimate::Estimate;

/// The maximum number of changes in a sentence.
const IN_A_SENTENCE: usize = 3;

/// The main results, with those of armies against each other first.
pub(crate) fn found(comparison: &Comparison) -> Vec<String> {
    let scores: Vec<&Row> = head_to_head_rows(comparison)
        .filter(|row| row.unit == "%")
        .collect();
    let of_one_player = scores.iter().all(|row| row.player == scores[0].player);
    let score = |row: &&Row| {
        let player = if of_one_player {
            String::new()
        } else {
            format!(", {}", row.player)
        };
        let score = with_interval(row.estimate()?);
        Some(format!(
            "{}{player}: {}: {score} %.",
            row.rules, row.condition
        ))
    };
    let mut all: Vec<String> = scores.iter().filter_map(score).collect();
    let changes = comparison.effects.iter().filter(|effect| effect.order == 1);
    let mut unseen = Vec::new();
    for effect in changes {
        let clear = clear_changes(comparison, effect);
        let details = of_pieces(comparison, effect) + &of_checks(comparison, effect);
        let rest = match clear.len().saturating_sub(IN_A_SENTENCE) {
            0 => String::new(),
            rest => format!("; {rest} more"),
        };
        match first_in_words(&clear) {
            Some(first) => all.push(format!("{}: {first}{rest}{details}.", effect.name)),
            None => unseen.push(format!("{}{details}", effect.name)),
        }
    }
    if let Some(unseen) = joined(unseen, "; ") {
        all.truncate(Document::MAX_FOUND - 1);
        all.push(format!(
            "No significant difference of the game as a whole: {unseen}."
        ));
    }
    all
}

/// The first differences for a sentence; `None` if there are none.
fn first_in_words(clear: &[(String, &Row)]) -> Option<String> {
    let first = clear.iter().take(IN_A_SENTENCE);
    joined(first.map(|(text, _)| text), "; ")
}

/// The number of significant differences of single pieces.
fn of_pieces(comparison: &Comparison, effect: &Compared) -> String {
    let (mut clear, mut all) = (0, 0);
    for row in differences(comparison, &effect.name, Family::Pieces) {
        all += 1;
        clear += usize::from(is_clear(row));
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

/// A sentence for each metric of the game as a whole.
pub(super) fn in_words(comparison: &Comparison, effect: &Compared) -> Vec<Sentence> {
    let rows = differences(comparison, &effect.name, Family::Game);
    rows.filter_map(|row| words(metric(row)?, row, effect.order > 1))
        .collect()
}

/// The significant differences of the game as a whole, as text and row, the largest effects first.
fn clear_changes<'c>(comparison: &'c Comparison, effect: &'c Compared) -> Vec<(String, &'c Row)> {
    let rows = differences(comparison, &effect.name, Family::Game);
    clear_words(comparison, effect, rows.collect())
}

/// The significant differences and manipulation checks of the game as a whole, the largest effects first.
pub(crate) fn clear_rows<'c>(comparison: &'c Comparison, effect: &'c Compared) -> Vec<&'c Row> {
    let rows = differences(comparison, &effect.name, Family::Game);
    let checks = of_family(comparison, &effect.name, CHECK, Family::Game);
    let clear = clear_words(comparison, effect, rows.chain(checks).collect());
    clear.into_iter().map(|(_, row)| row).collect()
}

/// The significant manipulation checks of the game as a whole as text, the largest first.
pub(super) fn clear_checks(comparison: &Comparison, effect: &Compared) -> Option<String> {
    let rows = of_family(comparison, &effect.name, CHECK, Family::Game);
    let all = clear_words(comparison, effect, rows.collect());
    joined(all.into_iter().map(|(text, _)| text), "; ")
}

fn clear_words<'c>(
    comparison: &Comparison,
    effect: &Compared,
    mut rows: Vec<&'c Row>,
) -> Vec<(String, &'c Row)> {
    largest_first(comparison, effect, &mut rows);
    let sentences = (rows.into_iter())
        .filter_map(|row| Some((words(metric(row)?, row, effect.order > 1)?, row)));
    let clear = sentences.filter(|(sentence, _)| sentence.is_clear);
    clear.map(|(sentence, row)| (sentence.text, row)).collect()
}

/// The comparatives of an increase and of a decrease of a metric.
fn directions(metric: &Metric) -> [&'static str; 2] {
    match metric {
        Metric::Length => ["longer", "shorter"],
        Metric::FirstPromotion => ["later", "earlier"],
        Metric::FirstPlayer
        | Metric::AheadAtHalf
        | Metric::Coverage
        | Metric::Drama
        | Metric::Threshold
        | Metric::Swing
        | Metric::SkillGap
        | Metric::Branching
        | Metric::CaptureRate => ["higher", "lower"],
        _ => ["more", "fewer"],
    }
}

/// A sentence about a difference, or about the difference of differences of an interaction.
fn words(metric: &Metric, difference: &Row, is_interaction: bool) -> Option<Sentence> {
    let [up, down] = if is_interaction {
        ["higher", "lower"]
    } else {
        directions(metric)
    };
    let Estimate { value, low, high } = difference.estimate()?;
    let digits = decimals((high - low) / 2.0);
    let unit = &difference.unit;
    let number = |number: f64| fixed(number.abs(), digits);
    let name = if is_interaction {
        format!("difference in {}", metric.name())
    } else {
        metric.name()
    };
    if low <= 0.0 && high >= 0.0 {
        let (fall, rise) = (number(low), number(high));
        let seen = if is_interaction {
            "no interaction seen"
        } else {
            "no difference seen"
        };
        return Some(Sentence {
            text: format!("{name}: {seen}; at most {fall} {unit} {down}, or {rise} {up}"),
            is_seen: false,
            is_clear: false,
        });
    }
    let (way, ends) = if value > 0.0 {
        (up, [low, high])
    } else {
        (down, [high, low])
    };
    let [near, far] = ends.map(number);
    let size = format!("{} [{near}, {far}] {unit}", number(value));
    let is_clear = is_clear(difference);
    let text = if is_clear {
        format!("{name}: {size} {way}")
    } else {
        format!(
            "{name}: perhaps {way}, by {size}; not significant after correction for the number of metrics"
        )
    };
    Some(Sentence {
        text,
        is_seen: true,
        is_clear,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_analysis::row::Subject;

    fn difference(metric: &Metric, value: f64, half: f64, p: f64) -> String {
        let unit = metric.unit().of_difference();
        let row = Row {
            p: Some(p),
            ..Row::new("difference", Subject::Metric(metric.clone()), unit)
                .with_estimate(Some(Estimate::around(value, half)))
        };
        words(metric, &row, false).expect("an estimate").text
    }

    #[test]
    fn words_say_no_more_than_intervals() {
        assert_eq!(
            difference(&Metric::Length, 12.34, 4.2, 0.001),
            "length: 12.3 [8.1, 16.5] plies longer"
        );
        assert_eq!(
            difference(&Metric::Draws, -3.1, 1.04, 0.001),
            "draws: 3.1 [2.1, 4.1] points fewer"
        );
        assert_eq!(
            difference(&Metric::Draws, 1.0, 2.0, 0.9),
            "draws: no difference seen; at most 1.0 points fewer, or 3.0 more"
        );
        let perhaps = difference(&Metric::Length, 5.0, 4.0, 0.2);
        assert!(
            perhaps.starts_with("length: perhaps longer, by 5.0 [1.0, 9.0] plies; "),
            "{perhaps}"
        );
    }
}
