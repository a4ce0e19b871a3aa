//! `tradewind merge`: joins the shards of an experiment in one folder.

use super::match_play::MatchSummary;
use super::playing::{on_threads, stop_signal};
use super::run::write_results;
use crate::args::Threads;
use crate::message::say;
use crate::{CheckFailed, Stopped};
use clap::Args;
use std::path::PathBuf;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run;

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The folders of the shards
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// The folder for all games and results; may be that of a shard
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub threads: Threads,
}

/// Joins the games and, if all are there, writes the results.
pub fn run(arguments: &MergeArguments) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        let merged = run::merge(&arguments.folders, &arguments.out, &stop)?;
        let experiment = merged.ok_or(Stopped::RESUMES)?;
        let archive = Archive::new(&experiment, &arguments.out);
        let (there, all) = (archive.count()?, archive.games());
        say!(
            "{}: {there} of {all} games in {}",
            experiment.name,
            arguments.out.display()
        );
        if experiment.matched.is_some() {
            // The SPRT may have ended the match before all games were played.
            MatchSummary::write(&archive)?.print()?;
            return Ok(());
        }
        if there < all {
            say!(
                "{} games are missing: play the other shards and merge again",
                all - there
            );
            return Err(CheckFailed.into());
        }
        write_results(&archive)
    })
}
