//! `tradewind run`: an experiment from its file to its folder of results.

use super::results;
use super::threads::on_threads;
use crate::Verdict;
use crate::args::RunArguments;
use crate::commands::stop::stop_signal;
use crate::message::say;
use crate::progress::Progress;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_tuner::experiment::Experiment;
use tradewind_tuner::record::archive::Archive;
use tradewind_tuner::run::{self, Control, Shard};

/// Plays what is missing, then works out and writes the results.
pub fn run(arguments: &RunArguments) -> anyhow::Result<Verdict> {
    let experiment = Experiment::load(&arguments.file)?;
    if experiment.matched.is_some() {
        let file = arguments.file.display();
        anyhow::bail!("{file} is a match: play it with `tradewind match {file}`");
    }
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(&arguments.file));
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        play_and_estimate(arguments, &experiment, &folder, &stop)
    })?
}

fn play_and_estimate(
    arguments: &RunArguments,
    experiment: &Experiment,
    folder: &Path,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Verdict> {
    let archive = Archive::new(experiment, folder);
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let pairs = shard.pairs(experiment.all_pairs());
    let games = 2 * (pairs.end - pairs.start);
    say(format_args!(
        "{}: {games} games into {}",
        experiment.name,
        folder.display()
    ));
    let progress = Progress::new(experiment, games);
    let control = Control::new(stop);
    let played = run::play(&archive, pairs, &control, &|event| progress.note(&event));
    progress.finish();
    let missing = played?;
    if missing > 0 {
        let games = 2 * missing;
        say(format_args!(
            "stopped; {games} games are still to be played: run the same command again to go on"
        ));
        return Ok(Verdict::Failed);
    }
    if shard != Shard::WHOLE && archive.count()? < archive.games() {
        say("this shard is done; join the folders of all shards with `tradewind merge`");
        return Ok(Verdict::Passed);
    }
    results::write(&archive)?;
    Ok(Verdict::Passed)
}

/// `out/` and the name of the experiment's file.
fn default_folder(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or(file.as_os_str());
    Path::new("out").join(name)
}
