//! The document of piece values.

mod found;
mod plots;
mod tables;

use crate::document::Document;
use crate::format::joined;
use crate::plot::PlotError;
pub(crate) use found::found;
use plots::{agreement_figures, skill_figure, specification_figure, squares_figure, values_figure};
pub(crate) use tables::contrasts;
use tables::{
    condition_tables, contrast_table, main_table, score_table, skill_table, specification_table,
};
use tradewind_analysis::estimators::{METHODS, slug};
use tradewind_analysis::values::{Gathered, ValueSet, specification_curves};

/// The maximum number of kinds of odds that are not collapsed.
const FEW_ODDS: usize = 12;

/// The document of piece values, with published values if `others`.
///
/// # Errors
/// A plot cannot be drawn.
pub fn document(gathered: &Gathered, others: bool) -> Result<Document, PlotError> {
    let names = gathered.by_rules().into_iter().map(|sets| &sets[0].rules);
    let title = format!(
        "Piece values in {}",
        joined(names, "; ").unwrap_or_default()
    );
    let mut document = Document::new(&title);
    document.found(found(gathered));
    add(&mut document, gathered, others)?;
    document.rows(gathered.rows());
    Ok(document)
}

/// Adds the values of every rule set and player, then their trends with the strength of the player.
///
/// # Errors
/// A plot cannot be drawn.
pub(crate) fn add(
    document: &mut Document,
    gathered: &Gathered,
    others: bool,
) -> Result<(), PlotError> {
    let mut rule_names = Vec::new();
    for sets in gathered.by_rules() {
        let rules = unique(slug(&sets[0].rules), &mut rule_names);
        let mut player_names = Vec::new();
        let names: Vec<String> = (sets.iter())
            .map(|one| unique(slug(&one.player), &mut player_names))
            .collect();
        // The strongest player first.
        for (number, (one, player)) in sets.iter().zip(names).rev().enumerate() {
            let mut own = Document::new("");
            add_set(&mut own, one, others, &[&rules, &player])?;
            match number {
                0 => document.append(own),
                _ => document.fold(&format!("Piece values in {}", one.title()), |document| {
                    document.append(own);
                }),
            }
        }
        for method in METHODS.map(|method| method.name) {
            if let Some(table) = skill_table(&sets, method) {
                let figure = skill_figure(&sets, method, &file("skill", &[&rules, method]))?;
                document.figures([figure]);
                let what = format!("Values by the strength of the player, {method}");
                document.fold(&what, |document| document.table(table));
            }
        }
        let curves = specification_curves(&sets);
        if let Some(figure) =
            specification_figure(&sets, &curves, &file("specifications", &[&rules]))?
        {
            document.fold("Values by every analysis", |document| {
                document.figures([figure]);
                document.table(specification_table(&sets, &curves));
            });
        }
    }
    Ok(())
}

/// Adds the values of one rule set and player. `names` are parts of file names.
fn add_set(
    document: &mut Document,
    set: &ValueSet,
    others: bool,
    names: &[&str],
) -> Result<(), PlotError> {
    document.subheading(&format!("Piece values in {}", set.title()));
    document.figures(values_figure(set, &file("values", names))?);
    document.table(main_table(set, others));
    document.figures(agreement_figures(set, &file("methods", names))?);
    document.tables(contrast_table(set));
    if let Some(table) = score_table(set) {
        match table.row_count() {
            0..=FEW_ODDS => document.table(table),
            _ => document.fold("Scores of odds", |document| document.table(table)),
        }
    }
    let squares = squares_figure(set, &file("squares", names))?;
    document.fold("Values by square", |document| document.figures(squares));
    document.fold(
        "Values at the standard phase, by phase, by array and in hand, promotion premiums, pair bonuses",
        |document| document.tables(condition_tables(set)),
    );
    Ok(())
}

/// A file name without extension, from the parts that are not empty.
fn file(kind: &str, names: &[&str]) -> String {
    let names = names.iter().map(|name| name.trim_matches('-'));
    let parts = std::iter::once(kind).chain(names.filter(|name| !name.is_empty()));
    joined(parts, "-").unwrap_or_default()
}

/// Makes a name unique by a number.
fn unique(name: String, used: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let free = names.find(|name| !used.contains(name));
    let free = free.expect("a free number");
    used.push(free.clone());
    free
}
