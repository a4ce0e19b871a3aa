//! `tradewind work`: a worker, which plays pairs of an experiment for a run that is elsewhere.

mod serve;
mod signature;

use super::stop::stop_signal;
use super::threads::on_threads;
use crate::Verdict;
use crate::args::WorkArguments;
use crate::message;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use tradewind_files::check_output;
use tradewind_selfplay::play::GameRunner;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{Executor, play_unit};

/// Plays one unit, or all that a run gives out.
pub fn run(arguments: &WorkArguments) -> anyhow::Result<Verdict> {
    match (&arguments.folder, &arguments.file) {
        (Some(folder), Some(file)) => unit(arguments, folder, file),
        _ => serve::run(arguments.threads),
    }
}

fn unit(arguments: &WorkArguments, folder: &Path, file: &Path) -> anyhow::Result<Verdict> {
    let executor = Executor::threads(stop_signal()?);
    signature::check(arguments.signature.as_deref())?;
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
    })?
}
