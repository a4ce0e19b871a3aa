//! The document of a comparison of rule sets.

mod plots;
pub(crate) mod tables;
mod words;

use crate::document::Document;
use crate::plot::PlotError;
use tables::{
    WEIGHTS_TITLE, check_table, effect_table, head_to_head_table, is_clear, judgement_table,
    length_tables, overview, value_table, weights_table,
};
pub(crate) use tables::{effect_size, head_to_head_rows};
use tradewind_analysis::compare::{Comparison, DIFFERENCE};
use tradewind_analysis::metric::Family;
use tradewind_analysis::row::Row;
use words::{clear_checks, in_words};
pub(crate) use words::{clear_rows, found};

/// The document of a comparison.
///
/// # Errors
/// A plot cannot be drawn.
pub fn document(comparison: &Comparison) -> Result<Document, PlotError> {
    let mut document = Document::new(&comparison.name);
    document.found(found(comparison));
    add(&mut document, comparison)?;
    for note in &comparison.notes {
        document.paragraph(note);
    }
    document.rows(comparison.rows.clone());
    Ok(document)
}

/// Adds the effects of the rules, and the metrics of every rule set.
///
/// # Errors
/// A plot cannot be drawn.
pub(crate) fn add(document: &mut Document, comparison: &Comparison) -> Result<(), PlotError> {
    let players = weights_table(comparison);
    let weights = comparison.weights_rows();
    // Unequally trained players put all other results in doubt, so that they come first.
    let are_unlike = weights.iter().any(|row| !row.warning.is_empty());
    if are_unlike {
        document.table(players.clone());
    }
    if comparison.effects.iter().any(|effect| effect.order == 1) {
        document.subheading("What the rules change");
        document.figures(plots::effects(comparison)?);
        for effect in &comparison.effects {
            let clear = differences(comparison, &effect.name, Family::Game)
                .filter(|row| is_clear(row))
                .count();
            let kind = if effect.order > 1 {
                "interactions"
            } else {
                "differences"
            };
            let checks = clear_checks(comparison, effect);
            let checks = checks.map_or(String::new(), |checks| {
                format!("; manipulation checks: {checks}")
            });
            let summary = format!("{}: {clear} significant {kind}{checks}", effect.name);
            document.paragraph(&summary);
            if let Some(warning) = comparison.warning(effect) {
                let (name, meaning) = (warning.name(), warning.meaning());
                document.paragraph(&format!("Warning: {name}: {meaning}."));
            }
            let (seen, rest): (Vec<_>, Vec<_>) = in_words(comparison, effect)
                .into_iter()
                .partition(|sentence| sentence.is_seen);
            document.table(check_table(comparison, effect));
            document.sentences(seen);
            document.table(effect_table(comparison, effect, Family::Game, true));
            document.table(effect_table(comparison, effect, Family::Pieces, true));
            let what = format!("{}: differences that are not significant", effect.name);
            document.fold(&what, |document| {
                document.sentences(rest);
                document.table(effect_table(comparison, effect, Family::Game, false));
            });
        }
    }
    if let Some(table) = head_to_head_table(comparison) {
        document.subheading("Pieces against pieces");
        document.table(table);
    }
    if !comparison.rules.is_empty() {
        add_games(document, comparison)?;
    }
    document.tables(judgement_table(comparison));
    if !are_unlike {
        document.fold(WEIGHTS_TITLE, |document| document.table(players));
    }
    Ok(())
}

/// Adds the metrics of every rule set.
fn add_games(document: &mut Document, comparison: &Comparison) -> Result<(), PlotError> {
    document.subheading("The games");
    document.figures(plots::of_games(comparison)?);
    document.fold("Every metric under every rule set", |document| {
        let strata = comparison.strata.iter();
        document.tables(strata.map(|one| overview(comparison, &one.name)));
        document.tables(length_tables(comparison));
    });
    document.fold("Piece values under each rule set", |document| {
        document.tables(value_table(comparison));
    });
    Ok(())
}

/// The differences of the metrics of a family by an effect.
pub(crate) fn differences<'c>(
    comparison: &'c Comparison,
    effect: &'c str,
    family: Family,
) -> impl Iterator<Item = &'c Row> {
    tables::of_family(comparison, effect, DIFFERENCE, family)
}
