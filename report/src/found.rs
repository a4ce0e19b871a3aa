//! What was found, in one to five sentences: what a reader wants to know first.

use crate::comparison::clear_changes;
use crate::comparison::tables::{differences_of_pieces, head_to_head_rows};
use crate::document::{Document, Sentence};
use crate::format::{decimals, fixed};
use tradewind_analysis::compare::{Compared, Comparison};
use tradewind_analysis::metric::Metric;
use tradewind_analysis::outcomes::{MATCH, MEAN};
use tradewind_analysis::row::{Row, RowCondition, Subject};
use tradewind_analysis::values::{Gathered, ValueSet};
use tradewind_stats::Estimate;
use tradewind_stats::significance::ALPHA;

/// So many sentences at most.
const SENTENCES: usize = 5;
/// So many changes, or pieces, in a sentence.
const IN_A_SENTENCE: usize = 3;

/// Adds the sentences under a heading, the first ones of all; nothing where nothing was found.
pub(crate) fn add(document: &mut Document, sentences: Vec<String>) {
    if sentences.is_empty() {
        return;
    }
    document.subheading("What was found");
    let kept = sentences.into_iter().take(SENTENCES);
    let sentence = |text| Sentence {
        text,
        is_seen: true,
        is_clear: true,
    };
    document.sentences(kept.map(sentence).collect());
}

/// What changes of the rules do, the pieces that met others first.
pub(crate) fn of_comparison(comparison: &Comparison) -> Vec<String> {
    let mut all: Vec<String> = head_to_head_rows(comparison)
        .filter(|row| row.unit == "%")
        .filter_map(|row| {
            let score = number(row.estimate()?);
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
            "{}: {}{rest}{}.",
            effect.name,
            first.join("; "),
            of_pieces(comparison, effect)
        ));
    }
    if !unseen.is_empty() {
        let names = unseen
            .iter()
            .map(|(effect, _)| format!("{}{}", effect.name, of_pieces(comparison, effect)));
        let told = format!(
            "No difference of the game as a whole beyond chance: {}.",
            names.collect::<Vec<_>>().join("; ")
        );
        all.truncate(SENTENCES - 1);
        all.push(told);
    }
    all
}

/// How much an effect does to single pieces.
fn of_pieces(comparison: &Comparison, effect: &Compared) -> String {
    let (mut clear, mut all) = (0, 0);
    for row in differences_of_pieces(comparison, &effect.name) {
        all += 1;
        clear += usize::from(row.p.is_some_and(|p| p < ALPHA));
    }
    match clear {
        0 => String::new(),
        _ => format!(" ({clear} of {all} numbers of its pieces differ)"),
    }
}

/// What the strongest players say that pieces are worth, a sentence for each rule set.
pub(crate) fn of_values(gathered: &Gathered) -> Vec<String> {
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
    let told = |row: &&Row| Some(format!("{} {}", row.subject, number(row.estimate()?)));
    let first: Vec<String> = rows.iter().take(IN_A_SENTENCE).filter_map(told).collect();
    let rest = rows.get(IN_A_SENTENCE..).unwrap_or_default();
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

/// How games ended that are in no comparison.
pub(crate) fn of_outcomes(outcomes: &[Row]) -> Vec<String> {
    let mut pairings: Vec<(&str, &str)> = Vec::new();
    for row in outcomes {
        let pairing = (row.rules.as_str(), row.player.as_str());
        if !pairings.contains(&pairing) {
            pairings.push(pairing);
        }
    }
    let sentence = |(rules, player): (&str, &str)| {
        let own = |method: &'static str, unit: &'static str, subject: &Subject| {
            let found = outcomes.iter().find(|row| {
                (row.rules.as_str(), row.player.as_str()) == (rules, player)
                    && (row.method == method && row.unit == unit && row.subject == *subject)
                    && (method == MATCH || row.condition == RowCondition::All)
            })?;
            Some((number(found.estimate()?), found))
        };
        if let Some((score, row)) = own(MATCH, "%", &Subject::Score) {
            return Some(format!("{rules}: {}: {score} %.", row.condition));
        }
        let mean = |metric: Metric| {
            let unit = metric.unit().text();
            own(MEAN, unit, &Subject::Metric(metric)).map(|(text, _)| text)
        };
        let (white, draws) = (mean(Metric::FirstPlayer)?, mean(Metric::Draws)?);
        let length = mean(Metric::Length)?;
        Some(format!(
            "{rules}, {player}: White scores {white} %, {draws} % are drawn, and a game lasts {length} plies."
        ))
    };
    pairings.into_iter().filter_map(sentence).collect()
}

fn number(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    let digits = decimals((high - low) / 2.0);
    let [value, low, high] = [value, low, high].map(|number| fixed(number, digits));
    format!("{value} [{low}, {high}]")
}
