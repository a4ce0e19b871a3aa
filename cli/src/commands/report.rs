//! `tradewind report`: one page about everything in some folders.

use super::sources::tell_missing;
use super::threads::on_threads;
use crate::Verdict;
use crate::args::ReportArguments;
use crate::commands::claims::ledger_of;
use crate::message::say;
use std::io::Write;
use tradewind_analysis::dataset::Dataset;
use tradewind_files::{check_output, write_output};
use tradewind_report::document;
use tradewind_report::folder::{self, Folder};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::{Archive, experiment_of};

/// Writes the page.
pub fn run(arguments: &ReportArguments) -> anyhow::Result<Verdict> {
    on_threads(arguments.threads, || write(arguments))?
}

fn write(arguments: &ReportArguments) -> anyhow::Result<Verdict> {
    let folders = arguments.folders.iter();
    let experiments = folders.map(|folder| experiment_of(folder));
    let experiments: Vec<Experiment> = experiments.collect::<Result<_, _>>()?;
    let both = experiments.iter().zip(&arguments.folders);
    let archives: Vec<Archive<'_>> = both
        .map(|(experiment, folder)| Archive::new(experiment, folder))
        .collect();
    let most = arguments.games as usize;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => arguments.folders[0].join("page.html"),
    };
    // Before much is read.
    check_output(&out)?;
    let folders = (archives.iter()).map(|archive| Folder::read(archive, most, |_| Ok(())));
    let folders = folders.collect::<Result<Vec<_>, _>>()?;
    for folder in &folders {
        tell_missing(&folder.dataset);
    }
    let datasets: Vec<&Dataset<'_>> = folders.iter().map(|folder| &folder.dataset).collect();
    let ledger = match arguments.claims {
        true => ledger_of(&datasets)?,
        false => Vec::new(),
    };
    let html = document::page(&folder::document(&folders, &ledger)?);
    write_output(&out, |file| file.write_all(html.as_bytes()))?;
    say(format_args!("the page to open: {}", out.display()));
    Ok(Verdict::Passed)
}
