//! The folder that an experiment leaves: tables, plots and a report of each meeting, the list of
//! its games (`games_csv`), and a manifest of it all (`manifest`).

pub(crate) mod games_csv;
mod manifest;
mod words;

use crate::from_games::{CollectError, Collected, collect, column_name};
use crate::outcomes::{Outcomes, OutcomesError, summarise};
use crate::piece_values::{PieceValues, ValueError, ValueOptions, piece_values};
use crate::players::Players;
use crate::plot::{self, PlotError};
use crate::report::games::games_of;
use crate::report::pieces::pieces;
use crate::report::{HOW_TO_READ, Report};
use crate::table::{Table, TableError};
use std::path::Path;
use tradewind_selfplay::experiment::{Experiment, Meeting};
use tradewind_selfplay::files::{FileError, make_inside, write_all as write_files};
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::Archive;
use tradewind_stats::bootstrap::{BootstrapError, BootstrapOptions, bootstrap};
use tradewind_stats::logistic::{FitError, FitOptions, fit};

/// How many games a page lets its reader step through.
const SHOWN_GAMES: usize = 6;

/// The page to open.
pub const REPORT: &str = "report.html";

/// What a meeting has come to.
#[derive(Debug)]
pub struct Results {
    /// The meeting.
    pub meeting: Meeting,
    /// Results, endings and lengths.
    pub outcomes: Outcomes,
    /// How the players did against each other, when there are two.
    pub players: Option<Players>,
    /// Piece values, or why there are none.
    pub values: Result<PieceValues, ValuesError>,
    collected: Collected,
}

/// Why there are no piece values.
#[derive(Debug, thiserror::Error)]
pub enum ValuesError {
    /// The regression has no answer.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// Too many resamplings have no answer.
    #[error(transparent)]
    Bootstrap(#[from] BootstrapError),
    /// The values cannot be put together.
    #[error(transparent)]
    Values(#[from] ValueError),
    /// The games began with odds, from which values are found in another way.
    #[error("the games began with odds; `tradewind values` says what those tell")]
    Odds,
}

/// Why the results cannot be worked out or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The games cannot be read.
    #[error(transparent)]
    Collect(#[from] CollectError),
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

/// Works out the results of every meeting of a finished experiment and writes them into its folder,
/// those of several meetings into a folder each. `each` hears of the results of one meeting after
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
    let meetings = experiment.meetings();
    let mut files = Vec::new();
    for (number, &meeting) in (1..).zip(&meetings) {
        let results = estimate(archive, meeting)?;
        let place = match meetings.len() {
            1 => String::new(),
            _ => folder_of(number, &experiment.meeting_name(meeting)),
        };
        make_inside(archive.folder(), Path::new(&place))?;
        let names = results.write(archive, &archive.folder().join(&place))?;
        files.extend(names.into_iter().map(|name| format!("{place}{name}")));
        each(&results);
    }
    files.push(games_csv::write(archive)?);
    manifest::write(archive, &files)?;
    files.push(manifest::FILE.to_string());
    Ok(files)
}

/// The folder of one of several meetings, with a slash at its end: its number and as much of its name
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
    format!("meetings/{number:02}-{name}/")
}

/// Works out the results of a meeting.
///
/// # Errors
/// Its games cannot be read or summarised.
pub fn estimate(archive: &Archive<'_>, meeting: Meeting) -> Result<Results, ResultsError> {
    let collected = collect(archive, meeting)?;
    let experiment = archive.experiment();
    Ok(Results {
        meeting,
        outcomes: summarise(&collected.games)?,
        players: players(&collected, experiment, meeting),
        values: piece_values_of(&collected, experiment, meeting),
        collected,
    })
}

/// How the players did against each other; `None` when one has played itself.
fn players(collected: &Collected, experiment: &Experiment, meeting: Meeting) -> Option<Players> {
    let rules = experiment.rules_of(meeting);
    let names = match &rules.against {
        // One player met itself: with the pieces of these rules, and of those.
        Some(against) if meeting.players[0] == meeting.players[1] => {
            [rules.game.spec().title(), against.title.clone()]
        }
        _ => experiment
            .players_of(meeting)
            .map(|player| player.name.clone()),
    };
    (names[0] != names[1]).then(|| Players::of(names, collected.tally))
}

/// The piece values that the games of a meeting tell.
///
/// # Errors
/// Why they tell none.
pub(crate) fn piece_values_of(
    collected: &Collected,
    experiment: &Experiment,
    meeting: Meeting,
) -> Result<PieceValues, ValuesError> {
    if !experiment.rules_of(meeting).odds.is_empty() {
        return Err(ValuesError::Odds);
    }
    let options = FitOptions::default();
    let fitted = fit(&collected.samples, &options)?;
    let resampling = BootstrapOptions {
        replicates: experiment.estimates.bootstrap,
        seed: experiment.seed,
    };
    let resampled = bootstrap(&collected.samples, &fitted, &options, &resampling)?;
    let spec = experiment.rules_of(meeting).game.spec();
    let unit = spec.find(&experiment.estimates.unit);
    let unit = unit.map(|unit| column_name(spec, unit)).unwrap_or_default();
    Ok(piece_values(
        &collected.samples,
        &fitted,
        &resampled,
        &ValueOptions::new(&unit),
    )?)
}

impl Results {
    /// The tables that are printed at the end of a run.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> = self.players.iter().map(Players::table).collect();
        tables.extend([
            self.outcomes.share_table(),
            self.outcomes.ending_table(),
            self.outcomes.length_table(),
        ]);
        if let Ok(values) = &self.values {
            tables.push(values.table());
        }
        tables
    }

    /// Writes every table, plot and page into a folder, each whole or not at all. Returns the names
    /// of the files.
    fn write(&self, archive: &Archive<'_>, folder: &Path) -> Result<Vec<String>, ResultsError> {
        let experiment = archive.experiment();
        let games = self.outcomes.games;
        let mut files: Vec<(&str, Vec<u8>)> = Vec::new();
        let csv =
            |table: Table| -> Result<Vec<u8>, TableError> { Ok(table.to_csv()?.into_bytes()) };
        if let Some(players) = &self.players {
            files.push(("players.csv", csv(players.table())?));
        }
        files.push(("shares.csv", csv(self.outcomes.share_table())?));
        files.push(("endings.csv", csv(self.outcomes.ending_table())?));
        files.push(("lengths.csv", csv(self.outcomes.length_table())?));
        let name = &experiment.rules_of(self.meeting).game.spec().name;
        let values_title = format!("Piece values in {name}");
        let lengths_title = format!("Game lengths in {name}");
        let lengths = plot::game_lengths_svg(&self.collected.games, &lengths_title)?;
        let title = match experiment.meetings().len() {
            1 => experiment.name.clone(),
            _ => {
                let meeting = experiment.meeting_name(self.meeting);
                format!("{}: {meeting}", experiment.name)
            }
        };
        let mut report = Report::new(&title, &words::facts(experiment, self.meeting, games));
        if let Some(players) = &self.players {
            report.table(&players.table());
        }
        report.table(&self.outcomes.share_table());
        match &self.values {
            Ok(values) => {
                files.push(("piece-values.csv", csv(values.table())?));
                let svg = plot::piece_values_svg(values, &values_title, games)?;
                let png = plot::piece_values_png(values, &values_title, games)?;
                files.push(("piece-values.png", png));
                report.heading("What the pieces are worth");
                report.figure(&svg, "Piece values with 95 % intervals");
                report.table(&values.table());
                files.push(("piece-values.svg", svg.into_bytes()));
            }
            Err(fault) => report.paragraph(&format!("There are no piece values: {fault}.")),
        }
        report.heading("How the games went");
        report.figure(&lengths, "Game lengths by ending");
        report.table(&self.outcomes.ending_table());
        report.table(&self.outcomes.length_table());
        report.heading("Games to step through");
        report.games(games_of(archive, self.meeting, SHOWN_GAMES)?);
        report.heading("How the pieces move");
        report.fold(name);
        report.pieces(pieces(experiment.rules_of(self.meeting).game.spec()));
        report.end_fold();
        report.heading("How to read this");
        report.paragraph(HOW_TO_READ);
        let png = plot::game_lengths_png(&self.collected.games, &lengths_title)?;
        files.push(("game-lengths.png", png));
        files.push(("game-lengths.svg", lengths.into_bytes()));
        files.push((REPORT, report.to_html().into_bytes()));
        Ok(write_files(folder, &files)?)
    }
}
