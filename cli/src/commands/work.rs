//! `tradewind work`: plays pairs of an experiment for a run on another machine.

mod serve;

use super::bench::canary;
use super::playing::{on_threads, stop_signal};
use crate::Verdict;
use crate::args::Threads;
use crate::message;
use clap::Args;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tradewind_engine::signature;
use tradewind_files::check_output;
use tradewind_selfplay::play::GameRunner;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{Executor, play_unit};

/// Arguments of `work`.
#[derive(Debug, Args)]
pub struct WorkArguments {
    /// The folder of a run, of which only the experiment is read
    #[arg(value_name = "DIR", required_unless_present = "serve", requires_all = ["pairs", "file"])]
    pub folder: Option<PathBuf>,
    /// The pairs to play, from A (counted from 0) up to but not including B, such as 40..50
    #[arg(long, value_name = "A..B", value_parser = pairs)]
    pub pairs: Option<Range<u64>>,
    /// The file for the games
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Fail unless this program's search has this signature
    #[arg(long)]
    pub signature: Option<String>,
    /// Play what a run sends on standard input: `tradewind run FILE --executor "tradewind work
    /// --serve"`
    #[arg(long, conflicts_with = "folder")]
    pub serve: bool,
    #[command(flatten)]
    pub threads: Threads,
}

/// Plays one unit of work, or all that a run sends.
pub fn run(arguments: &WorkArguments) -> anyhow::Result<Verdict> {
    match (&arguments.folder, &arguments.file) {
        (Some(folder), Some(file)) => unit(arguments, folder, file),
        _ => serve::run(arguments.threads),
    }
}

fn unit(arguments: &WorkArguments, folder: &Path, file: &Path) -> anyhow::Result<Verdict> {
    let executor = Executor::threads(stop_signal()?);
    check_signature(arguments.signature.as_deref())?;
    let experiment = experiment_of(folder)?;
    let all = experiment.all_pairs();
    let Some(pairs) = arguments.pairs.clone().filter(|pairs| pairs.end <= all) else {
        anyhow::bail!("{}: --pairs goes up to {all} there", folder.display());
    };
    check_output(file)?;
    let archive = Archive::new(&experiment, folder);
    on_threads(arguments.threads, || {
        let begun = Instant::now();
        let runner = GameRunner::new(&experiment, executor.stop());
        if !play_unit(&archive, &runner, pairs, file, &|| executor.is_stopped())? {
            return Ok(Verdict::Interrupted);
        }
        let seconds = begun.elapsed().as_secs_f64();
        let done = serde_json::json!({ "seconds": seconds });
        writeln!(message::out(), "{done}")?;
        Ok(Verdict::Passed)
    })
}

/// Checks that this program's search has the signature of the run's, if that is given, and searches
/// on this machine as it does on others.
fn check_signature(wanted: Option<&str>) -> anyhow::Result<()> {
    let own = signature();
    if let Some(wanted) = wanted.filter(|&wanted| wanted != own) {
        anyhow::bail!(
            "this program's search has the signature {own}, but that of the run has {wanted}: their games would differ; use the \
             same build for both"
        );
    }
    canary()
}

/// Parses a range of pairs, such as 40..50.
fn pairs(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "write two numbers, the second one larger, such as 40..50".to_string();
    let (start, end) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let pairs = number(start)?..number(end)?;
    if pairs.is_empty() {
        Err(wrong())
    } else {
        Ok(pairs)
    }
}
