//! The folder that an experiment leaves: tables, plots, a report and a manifest.

use crate::bootstrap::{BootstrapError, BootstrapOptions, bootstrap};
use crate::from_games::{CollectError, Collected, collect, column_name};
use crate::logistic::{FitError, FitOptions, fit};
use crate::outcomes::{Outcomes, OutcomesError, summarise};
use crate::piece_values::{PieceValues, ValueError, ValueOptions, piece_values};
use crate::plot::{self, PlotError};
use crate::report::{HOW_TO_READ, Report};
use crate::table::{Table, TableError};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::Path;
use tradewind_engine::Game;
use tradewind_tuner::experiment::{Experiment, OpeningPlan, PlayerPlan};
use tradewind_tuner::files::{FileError, write_whole};
use tradewind_tuner::runner::Run;

/// What an experiment has come to.
#[derive(Debug)]
pub struct Results {
    /// Results, endings and lengths.
    pub outcomes: Outcomes,
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
    /// The manifest cannot be put together.
    #[error("cannot write the manifest: {0}")]
    Manifest(#[from] serde_json::Error),
}

/// Works out the results of a finished run.
///
/// # Errors
/// Its games cannot be read or summarised. That piece values cannot be estimated is a result.
pub fn estimate(
    run: &Run<'_>,
    experiment: &Experiment,
    game: &Game,
) -> Result<Results, ResultsError> {
    let collected = collect(run, experiment, game)?;
    Ok(Results {
        outcomes: summarise(&collected.games)?,
        values: values(&collected, experiment, game),
        collected,
    })
}

fn values(
    collected: &Collected,
    experiment: &Experiment,
    game: &Game,
) -> Result<PieceValues, ValuesError> {
    let options = FitOptions::default();
    let fitted = fit(&collected.samples, &options)?;
    let resampling = BootstrapOptions {
        replicates: experiment.estimates.bootstrap,
        seed: experiment.seed,
    };
    let resampled = bootstrap(&collected.samples, &fitted, &options, &resampling)?;
    let unit = game.spec().find(&experiment.estimates.unit);
    let unit = unit
        .map(|unit| column_name(game.spec(), unit))
        .unwrap_or_default();
    Ok(piece_values(
        &collected.samples,
        &fitted,
        &resampled,
        &ValueOptions::new(&unit),
    )?)
}

/// What was played and what came of it.
#[derive(Serialize)]
struct Manifest<'m> {
    program: &'static str,
    version: &'static str,
    experiment: &'m Experiment,
    fingerprint: String,
    rules: String,
    options: Vec<String>,
    games: usize,
    files: Vec<(String, String)>,
}

impl Results {
    /// The tables that are printed at the end of a run.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![
            self.outcomes.share_table(),
            self.outcomes.ending_table(),
            self.outcomes.length_table(),
        ];
        if let Ok(values) = &self.values {
            tables.push(values.table());
        }
        tables
    }

    /// Writes every table, plot and page into a folder, each whole or not at all, and last the
    /// manifest with the checksums of all of them. Returns the names of the files.
    ///
    /// # Errors
    /// Something cannot be drawn or written.
    pub fn write(
        &self,
        folder: &Path,
        experiment: &Experiment,
        game: &Game,
    ) -> Result<Vec<String>, ResultsError> {
        let games = self.collected.games.len() as u64;
        let mut files: Vec<(&str, Vec<u8>)> = vec![
            ("games.csv", self.games_csv().into_bytes()),
            (
                "shares.csv",
                self.outcomes.share_table().to_csv()?.into_bytes(),
            ),
            (
                "endings.csv",
                self.outcomes.ending_table().to_csv()?.into_bytes(),
            ),
            (
                "lengths.csv",
                self.outcomes.length_table().to_csv()?.into_bytes(),
            ),
        ];
        let values_title = format!("Piece values in {}", game.spec().name);
        let lengths_title = format!("Game lengths in {}", game.spec().name);
        let lengths = plot::game_lengths_svg(&self.collected.games, &lengths_title)?;
        let mut report = Report::new(&experiment.name, &facts(experiment, game, games));
        report.table(&self.outcomes.share_table());
        match &self.values {
            Ok(values) => {
                files.push(("piece-values.csv", values.table().to_csv()?.into_bytes()));
                let svg = plot::piece_values_svg(values, &values_title, games)?;
                files.push((
                    "piece-values.png",
                    plot::piece_values_png(values, &values_title, games)?,
                ));
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
        report.heading("How to read this");
        report.paragraph(HOW_TO_READ);
        files.push((
            "game-lengths.png",
            plot::game_lengths_png(&self.collected.games, &lengths_title)?,
        ));
        files.push(("game-lengths.svg", lengths.into_bytes()));
        files.push(("report.html", report.to_html().into_bytes()));
        let mut names = Vec::new();
        let mut checksums = Vec::new();
        for (name, bytes) in &files {
            write_whole(&folder.join(name), |file| {
                std::io::Write::write_all(file, bytes)
            })?;
            let digest: String = Sha256::digest(bytes)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            checksums.push((name.to_string(), digest));
            names.push(name.to_string());
        }
        let manifest = Manifest {
            program: "tradewind",
            version: env!("CARGO_PKG_VERSION"),
            experiment,
            fingerprint: experiment.fingerprint(game),
            rules: game.spec().id.clone(),
            options: game.spec().chosen_options(),
            games: self.collected.games.len(),
            files: checksums,
        };
        let manifest = serde_json::to_string_pretty(&manifest)?;
        write_whole(&folder.join("manifest.json"), |file| {
            std::io::Write::write_all(file, manifest.as_bytes())
        })?;
        names.push("manifest.json".to_string());
        Ok(names)
    }

    /// A line for every game.
    fn games_csv(&self) -> String {
        let mut text = String::from("game,pair,array,plies,white_score,ending\n");
        for (at, (game, array)) in self
            .collected
            .games
            .iter()
            .zip(&self.collected.arrays)
            .enumerate()
        {
            let score = game
                .result
                .map(|score| score.to_string())
                .unwrap_or_default();
            text.push_str(&format!(
                "{at},{},{array},{},{score},{}\n",
                game.pair, game.plies, game.ending
            ));
        }
        text
    }
}

fn facts(experiment: &Experiment, game: &Game, games: u64) -> Vec<(String, String)> {
    let spec = game.spec();
    let options = spec.chosen_options();
    let facts = [
        ("Rules", format!("{} ({})", spec.name, spec.id)),
        (
            "Options",
            if options.is_empty() {
                "none".to_string()
            } else {
                options.join(", ")
            },
        ),
        ("Arrays", experiment.arrays(game).len().to_string()),
        ("Games", games.to_string()),
        ("Players", player_text(&experiment.player)),
        ("Opening", opening_text(&experiment.opening)),
        ("Ply cap", experiment.ply_cap.to_string()),
        ("Seed", experiment.seed.to_string()),
        (
            "Program",
            format!("tradewind {}", env!("CARGO_PKG_VERSION")),
        ),
    ];
    facts
        .into_iter()
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

/// The player in words.
fn player_text(player: &PlayerPlan) -> String {
    let limits = [
        player.nodes.map(|nodes| format!("{nodes} nodes")),
        player.depth.map(|depth| format!("{depth} plies")),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    let weights = match &player.weights {
        Some(file) => format!(", weights {}", file.display()),
        None => String::new(),
    };
    format!(
        "search of {} a move, noise {} hundredths of a pawn{weights}",
        limits.join(" or "),
        player.noise
    )
}

fn opening_text(opening: &OpeningPlan) -> String {
    let level = match opening.level {
        Some(level) => format!(", level within {level} hundredths of a pawn"),
        None => String::new(),
    };
    format!(
        "{} random plies{level}, the same for both games of a pair",
        opening.plies
    )
}
