//! `tradewind report`: one page about the games of some folders.

use super::playing::on_threads;
use super::sources::{Games, claim_file, difference, judge};
use crate::args::Threads;
use crate::message::say;
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use tradewind_analysis::claims::{Claims, Judged, LedgerSources};
use tradewind_analysis::dataset::Dataset;
use tradewind_files::{check_output, write_output};
use tradewind_report::document;
use tradewind_report::folder::{self, Folder};
use tradewind_selfplay::experiment::Experiment;

#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Folders of games, or experiment files (for the folders in which `run` plays them by default)
    #[arg(required = true, value_name = "DIR|FILE")]
    pub sources: Vec<PathBuf>,
    /// The page to write [default: page.html in the first folder]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Add the claims of the games' authors, judged by these games as far as they are whole
    /// experiments of the claims, and by the reference results
    #[arg(long)]
    pub claims: bool,
    /// Number of games of each rule set to step through
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub games: u32,
    #[command(flatten)]
    pub threads: Threads,
}

pub fn run(arguments: &ReportArguments) -> anyhow::Result<()> {
    on_threads(arguments.threads, || write(arguments))
}

fn write(arguments: &ReportArguments) -> anyhow::Result<()> {
    let sources = Games::all_named(&arguments.sources)?;
    let most = arguments.games as usize;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => sources[0]
            .results_folder()
            .context("name the page to write with --out")?
            .join("page.html"),
    };
    // Before reading, which may take long.
    check_output(&out)?;
    let folders = sources
        .iter()
        .map(|games| Folder::read(&games.archive(), most, |_| Ok(())));
    let folders = folders.collect::<Result<Vec<_>, _>>()?;
    let datasets: Vec<&Dataset<'_>> = folders.iter().map(|folder| &folder.dataset).collect();
    for (games, dataset) in sources.iter().zip(&datasets) {
        games.say_missing(dataset);
    }
    let claims = if arguments.claims {
        judged(&datasets)?
    } else {
        Vec::new()
    };
    let html = document::page(&folder::document(&folders, &claims)?)?;
    write_output(&out, |file| file.write_all(html.as_bytes()))?;
    say!("the page to open: {}", out.display());
    Ok(())
}

/// The claims that come with the program, judged by the folders that are whole experiments of
/// claims, and by the reference results.
fn judged(datasets: &[&Dataset<'_>]) -> anyhow::Result<Vec<Judged>> {
    let claims = Claims::built_in()?;
    let mut evidence = Vec::new();
    for name in claims.experiments() {
        let file = claim_file(&name);
        if !file.exists() {
            continue;
        }
        let planned = Experiment::load(&file)?;
        for dataset in datasets {
            let is_planned = difference(&planned, dataset.experiment()).is_none();
            if is_planned && dataset.is_whole() {
                evidence.push((name.clone(), *dataset));
            }
        }
    }
    let sources = LedgerSources {
        has_reference: true,
        solves_endgames: false,
    };
    let evidence = (evidence.iter()).map(|(name, dataset)| (name.as_str(), *dataset));
    judge(&claims, evidence, sources)
}
