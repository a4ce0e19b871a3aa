//! The folder that an experiment leaves: tables, plots and a report of each pairing, the list of
//! its games (`games_csv`), and a manifest of it all (`manifest`).

pub(crate) mod games_csv;
mod manifest;
mod words;

use crate::outcomes::{ending_table, length_table, share_table};
use crate::page::games::{By, Gallery, RulesGames};
use crate::page::pieces::pieces;
use crate::page::{HOW_TO_READ, Report};
use crate::plot::{self, PlotError};
use crate::table::{Table, TableError};
use crate::{piece_values, players};
use std::path::Path;
use tradewind_analysis::GameRow;
use tradewind_analysis::dataset::{self, DatasetError, Wanted};
use tradewind_analysis::outcomes::OutcomesError;
use tradewind_analysis::results::{Results, estimate};
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::files::{FileError, make_inside, write_all as write_files};
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::Archive;

/// How many games a page lets its reader step through.
const SHOWN_GAMES: usize = 6;

/// The page to open.
pub const REPORT: &str = "report.html";

/// Why the results cannot be worked out or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The games cannot be read.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The games cannot be summarised.
    #[error(transparent)]
    Outcomes(#[from] OutcomesError),
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A table cannot be written out.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The manifest cannot be put together.
    #[error("cannot write the manifest: {0}")]
    Manifest(#[from] serde_json::Error),
}

/// Works out the results of every pairing of a finished experiment and writes them into its folder,
/// those of several pairings into a folder each. `each` hears of the results of one pairing after
/// another. Returns the names of the files written, seen from the experiment's folder.
///
/// # Errors
/// Games cannot be read or summarised, or a file cannot be written. That piece values cannot be
/// estimated is a result.
pub fn write_all(
    archive: &Archive<'_>,
    mut each: impl FnMut(&Results),
) -> Result<Vec<String>, ResultsError> {
    let experiment = archive.experiment();
    let several = experiment.pairings().len() > 1;
    let wanted = |pairing: Pairing| Wanted {
        positions: experiment.rules_of(pairing).odds.is_empty(),
        ..Wanted::default()
    };
    let mut gallery = Gallery::new(archive, By::Pairing, SHOWN_GAMES);
    let (dataset, list) = games_csv::write(archive, |visit| {
        dataset::read(archive, wanted, |games| {
            gallery.add(games);
            visit(games)
        })
    })?;
    let mut files = Vec::new();
    for (at, data) in dataset.pairings.iter().enumerate() {
        let results = estimate(&dataset, data)?;
        let place = if several {
            folder_of(at + 1, &experiment.pairing_name(data.pairing))
        } else {
            String::new()
        };
        make_inside(archive.folder(), Path::new(&place))?;
        let shown = Shown {
            results: &results,
            games: &data.games,
            gallery: gallery.of_pairing(at)?,
        };
        let names = write(shown, experiment, &archive.folder().join(&place))?;
        files.extend(names.into_iter().map(|name| format!("{place}{name}")));
        each(&results);
    }
    files.push(list);
    manifest::write(&dataset, &files)?;
    files.push(manifest::FILE.to_string());
    Ok(files)
}

/// The folder of one of several pairings, with a slash at its end: its number and as much of its name
/// as every file system takes.
fn folder_of(number: usize, name: &str) -> String {
    let plain = |letter: char| match letter.is_ascii_alphanumeric() || "._+=-".contains(letter) {
        true => letter,
        false => '-',
    };
    let name: String = name
        .replace(", ", "_")
        .chars()
        .map(plain)
        .take(60)
        .collect();
    format!("pairings/{number:02}-{name}/")
}

/// The tables that are printed at the end of a run.
pub fn tables(results: &Results) -> Vec<Table> {
    let mut tables: Vec<Table> = results.players.iter().map(players::table).collect();
    tables.extend([
        share_table(&results.outcomes),
        ending_table(&results.outcomes),
        length_table(&results.outcomes),
    ]);
    if let Ok(values) = &results.values {
        tables.push(piece_values::table(values));
    }
    tables
}

/// What a pairing's page is made of.
struct Shown<'r> {
    results: &'r Results,
    games: &'r [GameRow],
    gallery: Vec<RulesGames>,
}

/// Writes every table, plot and page into a folder, each whole or not at all. Returns the names
/// of the files.
fn write(
    shown: Shown<'_>,
    experiment: &Experiment,
    folder: &Path,
) -> Result<Vec<String>, ResultsError> {
    let results = shown.results;
    let games = results.outcomes.games;
    let mut files: Vec<(&str, Vec<u8>)> = Vec::new();
    let csv = |table: Table| -> Result<Vec<u8>, TableError> { Ok(table.to_csv()?.into_bytes()) };
    if let Some(both) = &results.players {
        files.push(("players.csv", csv(players::table(both))?));
    }
    files.push(("shares.csv", csv(share_table(&results.outcomes))?));
    files.push(("endings.csv", csv(ending_table(&results.outcomes))?));
    files.push(("lengths.csv", csv(length_table(&results.outcomes))?));
    let name = &experiment.rules_of(results.pairing).game.spec().name;
    let values_title = format!("Piece values in {name}");
    let lengths_title = format!("Game lengths in {name}");
    let lengths = plot::game_lengths_svg(shown.games, &lengths_title)?;
    let title = match experiment.pairings().len() {
        1 => experiment.name.clone(),
        _ => {
            let pairing = experiment.pairing_name(results.pairing);
            format!("{}: {pairing}", experiment.name)
        }
    };
    let mut report = Report::new(&title, &words::facts(experiment, results.pairing, games));
    if let Some(both) = &results.players {
        report.table(&players::table(both));
    }
    report.table(&share_table(&results.outcomes));
    match &results.values {
        Ok(values) => {
            files.push(("piece-values.csv", csv(piece_values::table(values))?));
            let svg = plot::piece_values_svg(values, &values_title, games)?;
            let png = plot::piece_values_png(values, &values_title, games)?;
            files.push(("piece-values.png", png));
            report.heading("What the pieces are worth");
            report.figure(&svg, "Piece values with 95 % intervals");
            report.table(&piece_values::table(values));
            files.push(("piece-values.svg", svg.into_bytes()));
        }
        Err(fault) => report.paragraph(&format!("There are no piece values: {fault}.")),
    }
    report.heading("How the games went");
    report.figure(&lengths, "Game lengths by ending");
    report.table(&ending_table(&results.outcomes));
    report.table(&length_table(&results.outcomes));
    report.heading("Games to step through");
    report.games(shown.gallery);
    report.heading("How the pieces move");
    report.fold(name);
    report.pieces(pieces(experiment.rules_of(results.pairing).game.spec()));
    report.end_fold();
    report.heading("How to read this");
    report.paragraph(HOW_TO_READ);
    let png = plot::game_lengths_png(shown.games, &lengths_title)?;
    files.push(("game-lengths.png", png));
    files.push(("game-lengths.svg", lengths.into_bytes()));
    files.push((REPORT, report.to_html().into_bytes()));
    Ok(write_files(folder, &files)?)
}
