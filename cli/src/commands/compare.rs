//! `tradewind compare`: what a change of the rules does to a game.

use super::playing::on_threads;
use super::sources::Games;
use crate::args::{PrintArguments, Threads, check_texts};
use crate::message::say_files;
use crate::progress::begin_stage;
use clap::Args;
use std::path::PathBuf;
use tradewind_analysis::compare::{compare, wanted_by_comparison};
use tradewind_files::refuse_link;
use tradewind_report::{comparison as shown, document};

#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Folders of games, or experiment files (for the folders in which `run` plays them by default)
    #[arg(required = true, value_name = "DIR|FILE")]
    pub sources: Vec<PathBuf>,
    /// The folder for CSV, Markdown, JSON and plots [default: `comparison` in the first folder of
    /// games]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print only metrics whose name contains this text; may be repeated
    #[arg(long = "metric", value_name = "TEXT")]
    pub metrics: Vec<String>,
    #[command(flatten)]
    pub print: PrintArguments,
    #[command(flatten)]
    pub threads: Threads,
}

/// Prints the comparison and writes it to files.
pub fn run(arguments: &CompareArguments) -> anyhow::Result<()> {
    let sources = Games::all_named(&arguments.sources)?;
    let rules = sources.iter().flat_map(|games| &games.experiment.rules);
    arguments
        .print
        .check_pieces(rules.map(|rules| rules.compiled.spec()))?;
    on_threads(arguments.threads, || compare_all(arguments, &sources))
}

fn compare_all(arguments: &CompareArguments, sources: &[Games]) -> anyhow::Result<()> {
    let rules = sources.iter().flat_map(|games| &games.experiment.rules);
    let (own, mixed): (Vec<_>, Vec<_>) = rules.partition(|rules| rules.opponents().is_none());
    let own = own.iter().filter(|rules| rules.odds.is_empty()).count();
    anyhow::ensure!(
        own >= 2 || !mixed.is_empty(),
        "there is nothing to compare: name two folders, or an experiment with several rule sets \
         without odds"
    );
    let datasets = sources.iter().map(|games| games.read(wanted_by_comparison));
    let datasets = datasets.collect::<anyhow::Result<Vec<_>>>()?;
    let mut comparison = compare(&datasets, &[])?;
    let metrics: Vec<String> = (comparison.measurements.iter())
        .map(|one| one.metric.name())
        .collect();
    check_texts(
        "metric",
        &arguments.metrics,
        metrics.iter().map(String::as_str),
    )?;
    let (print, effects) = (&arguments.print, &comparison.effects);
    let chooses = print.chooses(effects.iter().map(|one| one.name.as_str()))?;
    if !comparison.rules.is_empty() {
        begin_stage("judging positions by longer searches".to_string());
        comparison.add_judgement(&datasets)?;
    }
    let default = sources[0].results_folder();
    let default = default.map(|folder| folder.join("comparison"));
    let shown = shown::document(&comparison)?;
    let out = arguments.out.as_ref().or(default.as_ref());
    let mut files = Vec::new();
    if let Some(out) = out {
        if arguments.out.is_none() {
            refuse_link(out)?;
        }
        files = document::write(&shown, out)?;
    }
    let printed = if chooses {
        comparison
            .effects
            .retain(|effect| print.has_rules(&effect.name));
        shown::document(&comparison)?
    } else {
        shown
    };
    print.print(printed, &arguments.metrics)?;
    if let Some(out) = out {
        say_files(out, &files);
    }
    Ok(())
}
