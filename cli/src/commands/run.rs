//! `tradewind run`: an experiment from its file to its folder of results.

use super::named::experiment;
use super::results;
use super::threads::on_threads;
use super::train::{equip, folder_for};
use crate::Verdict;
use crate::args::RunArguments;
use crate::commands::executor::executor;
use crate::message::say;
use crate::progress::Progress;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{self, Control, Executor, Shard};

/// Plays what is missing, then works out and writes the results.
pub fn run(arguments: &RunArguments) -> anyhow::Result<Verdict> {
    let mut experiment = experiment(&arguments.file)?;
    if experiment.matched.is_some() {
        let file = arguments.file.display();
        anyhow::bail!("{file} is a match: play it with `tradewind match {file}`");
    }
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| folder_for(default_folder(&arguments.file), &arguments.recipe));
    let executor = executor(&arguments.executor)?;
    on_threads(arguments.threads, || {
        if !equip(&mut experiment, &arguments.recipe, &executor)? {
            return Ok(Verdict::Interrupted);
        }
        play_and_estimate(arguments, &experiment, &folder, &executor)
    })?
}

fn play_and_estimate(
    arguments: &RunArguments,
    experiment: &Experiment,
    folder: &Path,
    executor: &Executor,
) -> anyhow::Result<Verdict> {
    let archive = Archive::new(experiment, folder);
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let pairs = shard.pairs(experiment.all_pairs());
    if !play(&archive, pairs, executor)? {
        return Ok(Verdict::Interrupted);
    }
    if shard != Shard::WHOLE && archive.count()? < archive.games() {
        say("this shard is done; join the folders of all shards with `tradewind merge`");
        return Ok(Verdict::Passed);
    }
    results::write(&archive)?;
    Ok(Verdict::Passed)
}

/// Plays the games of an experiment that are missing in its folder; tells whether all are there.
pub(super) fn play_missing(archive: &Archive<'_>, executor: &Executor) -> anyhow::Result<bool> {
    play(archive, 0..archive.experiment().all_pairs(), executor)
}

/// Plays some pairs of an experiment as far as they are missing; tells whether they are all there.
fn play(archive: &Archive<'_>, pairs: Range<u64>, executor: &Executor) -> anyhow::Result<bool> {
    let experiment = archive.experiment();
    let games = 2 * (pairs.end - pairs.start);
    experiment.left_out_of_book().iter().for_each(say);
    let progress = Progress::begin(experiment, games, archive.folder());
    let control = Control::new(executor);
    let played = run::play(archive, pairs, &control, &|event| progress.note(&event));
    progress.finish();
    let missing = played?;
    if missing > 0 {
        let games = 2 * missing;
        say(format_args!(
            "stopped; {games} games are still to be played: run the same command again to go on"
        ));
    }
    Ok(missing == 0)
}

/// `out/` and the name of the experiment's file.
pub(super) fn default_folder(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or(file.as_os_str());
    Path::new("out").join(name)
}
