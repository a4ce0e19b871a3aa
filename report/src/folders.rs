//! The page of `tradewind report`: everything about the games in some folders.

use crate::claims::{judged_plot, judged_table, summary};
use crate::page::games::{By, Gallery};
use crate::page::{HOW_TO_READ, Report, pieces};
use crate::plot::PlotError;
use crate::{comparison, players, values};
use std::path::Path;
use tradewind_analysis::claims::Judged;
use tradewind_analysis::compare::{
    CompareError, Comparison, Family, LEVEL, compare, wanted_by_comparison,
};
use tradewind_analysis::dataset::{self, Dataset, DatasetError};
use tradewind_analysis::results::estimate;
use tradewind_analysis::values::{GatherError, gather, wanted_by_values};
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::record::archive::Archive;

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Rule sets cannot be compared.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// Piece values cannot be gathered.
    #[error(transparent)]
    Values(#[from] GatherError),
    /// Games to step through cannot be shown.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}

/// The games of a folder as the page shows them.
pub struct Folder<'e> {
    /// What they gave.
    pub dataset: Dataset<'e>,
    gallery: Gallery<'e>,
}

impl<'e> Folder<'e> {
    /// Reads the games of a folder, with `most` of each rule set to step through.
    ///
    /// # Errors
    /// A file is wrong.
    pub fn read(archive: &Archive<'e>, most: usize) -> Result<Folder<'e>, DatasetError> {
        let experiment = archive.experiment();
        let has_values = tells_values(experiment);
        let wanted = |pairing: Pairing| {
            let compared = wanted_by_comparison(experiment, pairing);
            if has_values {
                compared.and(wanted_by_values(experiment, pairing))
            } else {
                compared
            }
        };
        let mut gallery = Gallery::new(archive, By::Rules, most);
        let dataset = dataset::read(archive, wanted, |games| {
            gallery.add(games);
            Ok(())
        })?;
        Ok(Folder { dataset, gallery })
    }
}

/// Whether games with odds were played for the values of pieces.
fn tells_values(experiment: &Experiment) -> bool {
    let mut rules = experiment.rules.iter();
    rules.any(|rules| !rules.odds.is_empty() && rules.against.is_none())
}

/// Puts together the page of some folders of games, with the ledger of claims.
///
/// # Errors
/// Games do not fit together, or a plot cannot be drawn.
pub fn page(folders: &[Folder<'_>], ledger: &[Judged]) -> Result<String, ReportError> {
    let names: Vec<&str> = folders
        .iter()
        .map(|one| one.dataset.experiment().name.as_str())
        .collect();
    let facts = [
        ("Experiments".to_string(), folders.len().to_string()),
        ("Games".to_string(), games_played(folders)),
        (
            "Program".to_string(),
            format!("tradewind {}", env!("CARGO_PKG_VERSION")),
        ),
    ];
    let mut report = Report::new(&names.join("; "), &facts).with_contents();
    for Folder { dataset, .. } in folders {
        report.heading(&dataset.experiment().name);
        let folder = dataset.archive.folder();
        report.facts(&experiment_facts(dataset.experiment(), folder));
        match compare(std::slice::from_ref(dataset)) {
            Ok(comparison) => add_comparison(&mut report, &comparison)?,
            Err(CompareError::NoGames) => report.paragraph("Nothing has been played yet."),
            Err(cause) => return Err(cause.into()),
        }
        add_match(&mut report, dataset);
        add_values(&mut report, dataset)?;
    }
    if ledger.iter().any(|one| one.judgement.is_some()) {
        report.heading("What the authors say");
        report.paragraph(&summary(ledger));
        let (svg, _) = judged_plot(ledger)?;
        report.figure(&svg, "The claims, by how surely they hold");
        report.table(&judged_table(ledger));
    }
    let mut recorded = Vec::new();
    for folder in folders {
        recorded.extend(folder.gallery.of_rules()?);
    }
    if !recorded.is_empty() {
        report.heading("Games to step through");
        report.games(recorded);
    }
    report.heading("How the pieces move");
    let mut drawn: Vec<String> = Vec::new();
    for rules in folders
        .iter()
        .flat_map(|folder| &folder.dataset.experiment().rules)
    {
        let spec = rules.game.spec();
        let moves = pieces::pieces(spec);
        if !drawn.contains(&moves) {
            report.fold(&format!("{} ({})", spec.name, rules.name));
            report.pieces(moves.clone());
            report.end_fold();
            drawn.push(moves);
        }
    }
    report.heading("How to read this");
    report.paragraph(HOW_TO_READ);
    report.paragraph(
        "Differences are tested together: the chance of a difference where there is none is corrected \
         for the number of all tests of its kind (Holm), and a sentence says no more than its interval \
         allows. Effect sizes are Cohen's h for shares of games and d for other metrics: 0.2 is small, 0.5 \
         medium, 0.8 large. The metrics are explained in docs/metrics.md. A click on a heading sorts a \
         table; all numbers are in this file as JSON, in the element with the id “data”.",
    );
    Ok(report.to_html())
}

/// How many games there are, and how many there are to be.
fn games_played(folders: &[Folder<'_>]) -> String {
    let there: u64 = folders.iter().map(|one| one.dataset.games()).sum();
    let all: u64 = (folders.iter())
        .map(|one| one.dataset.archive.games())
        .sum();
    if there == all {
        all.to_string()
    } else {
        format!("{there} of {all}")
    }
}

fn experiment_facts(experiment: &Experiment, folder: &Path) -> Vec<(String, String)> {
    let list = |names: Vec<String>| names.join(", ");
    let rules = experiment.rules.iter().map(|rules| rules.name.clone());
    let players = experiment.players.iter().map(|player| player.name.clone());
    let opening = match experiment.opening.max_imbalance_cp {
        Some(level) => format!(
            "{} random plies, level within {level} hundredths of a pawn",
            experiment.opening.plies
        ),
        None => format!("{} random plies", experiment.opening.plies),
    };
    let facts = [
        ("Rules", list(rules.collect())),
        ("Players", list(players.collect())),
        ("Pairings", experiment.pairings().len().to_string()),
        ("Pairs of games in each", experiment.pairs.to_string()),
        ("Opening", opening),
        ("Ply cap", experiment.ply_cap.to_string()),
        ("Seed", experiment.seed.to_string()),
        (
            "Folder",
            folder.file_name().unwrap_or_default().display().to_string(),
        ),
    ];
    facts
        .into_iter()
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

fn add_comparison(report: &mut Report, comparison: &Comparison) -> Result<(), ReportError> {
    let effects = &comparison.differences.effects;
    let shown = |at: usize| {
        let own = comparison
            .differences
            .of(at, Family::Game, &comparison.measurements);
        own.filter(|one| one.corrected < LEVEL).count()
    };
    let main: Vec<usize> = (0..effects.len())
        .filter(|&at| effects[at].order == 1)
        .collect();
    if !main.is_empty() {
        report.smaller_heading("What the rules change");
    }
    let plots = comparison::plots(comparison)?;
    let is_of = |file: &str| {
        plots
            .iter()
            .filter(move |plot| plot.file.starts_with(file))
            .collect::<Vec<_>>()
    };
    for plot in is_of("effects") {
        report.figure_of(&plot.drawn.0, &plot.caption, &plot.numbers);
    }
    for &at in &main {
        report.fold(&format!(
            "{}: {} differences beyond chance",
            effects[at].name,
            shown(at)
        ));
        report.words(comparison::in_words(comparison, at));
        report.table(&comparison::effect_table(
            comparison,
            at,
            Family::Game,
            true,
        ));
        let of_pieces = comparison::effect_table(comparison, at, Family::Pieces, false);
        if of_pieces.row_count() > 0 {
            report.table(&of_pieces);
        }
        report.end_fold();
    }
    for at in (0..effects.len()).filter(|&at| effects[at].order > 1) {
        report.fold(&format!(
            "{}: {} interactions beyond chance",
            effects[at].name,
            shown(at)
        ));
        report.words(comparison::in_words(comparison, at));
        report.end_fold();
    }
    if let Some(table) = comparison::head_to_head_table(comparison) {
        report.smaller_heading("Pieces against pieces");
        report.table(&table);
    }
    if comparison.rules.is_empty() {
        return Ok(());
    }
    report.smaller_heading("The games");
    for stratum in 0..comparison.strata.len() {
        let table = comparison::overview(comparison, stratum, 0..comparison.rules.len());
        if table.row_count() > 0 {
            report.table(&table);
        }
    }
    for plot in is_of("skill-gap") {
        report.figure_of(&plot.drawn.0, &plot.caption, &plot.numbers);
    }
    for plot in is_of("lengths").into_iter().chain(is_of("pieces-left")) {
        report.figure_of(&plot.drawn.0, &plot.caption, &plot.numbers);
    }
    for table in comparison::length_tables(comparison) {
        report.table(&table);
    }
    if let Some(table) = comparison::value_table(comparison, true) {
        report.table(&table);
    }
    for note in &comparison.notes {
        report.paragraph(note);
    }
    Ok(())
}

/// The result of a match.
fn add_match(report: &mut Report, dataset: &Dataset<'_>) {
    let experiment = dataset.experiment();
    if experiment.matched.is_none() {
        return;
    }
    for data in &dataset.pairings {
        match estimate(dataset, data) {
            Ok(results) => {
                let tables = results.players.iter().map(players::table);
                tables.for_each(|table| report.table(&table));
            }
            Err(cause) => report.paragraph(&format!("There is no result: {cause}.")),
        }
    }
}

/// Piece values by odds and by regression, where games with odds were played for them.
fn add_values(report: &mut Report, dataset: &Dataset<'_>) -> Result<(), ReportError> {
    if !tells_values(dataset.experiment()) {
        return Ok(());
    }
    let gathered = gather(std::slice::from_ref(dataset))?;
    for one in &gathered.measured {
        report.smaller_heading(&one.title());
        if let Ok((svg, _)) = values::values_plot(one) {
            report.figure(&svg, "Piece values by method, with 95 % intervals");
        }
        let mut tables = values::tables_of(one, true).into_iter();
        tables
            .by_ref()
            .take(1)
            .for_each(|table| report.table(&table));
        report.fold("Values by phase, by array and of promoting");
        tables.for_each(|table| report.table(&table));
        report.end_fold();
    }
    Ok(())
}
