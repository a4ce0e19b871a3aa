//! `tradewind run`: an experiment from its file to its folder of results.

use crate::Verdict;
use crate::args::RunArguments;
use crate::commands::stop::stop_signal;
use crate::progress::Progress;
use anyhow::Context;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tradewind_analysis::results;
use tradewind_engine::Game;
use tradewind_tuner::experiment::Experiment;
use tradewind_tuner::runner::{Run, RunError, Shard};

/// Plays what is missing, then works out and writes the results.
pub fn run(arguments: &RunArguments) -> anyhow::Result<Verdict> {
    let (experiment, game) = Experiment::load(&arguments.file)?;
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(&arguments.file));
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.context("cannot start the threads")?;
    let stop = stop_signal()?;
    pool.install(|| play_and_estimate(arguments, &experiment, &game, &folder, &stop))
}

fn play_and_estimate(
    arguments: &RunArguments,
    experiment: &Experiment,
    game: &Game,
    folder: &Path,
    stop: &AtomicBool,
) -> anyhow::Result<Verdict> {
    let run = Run::new(experiment, game, folder);
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let games = run.shard_games(shard);
    eprintln!(
        "{}: {games} games of {} into {}",
        experiment.name,
        game.spec().id,
        folder.display()
    );
    let progress = Progress::new(games);
    let played = run.play(shard, stop, &|event| progress.note(event));
    let time = progress.finish();
    if let Err(stopped @ RunError::Stopped { .. }) = played {
        eprintln!("{stopped}");
        return Ok(Verdict::Failed);
    }
    played?;
    eprintln!("played in {:.0} s", time.as_secs_f64());
    let missing = run.missing();
    if missing > 0 {
        eprintln!(
            "{missing} of {} parts are still missing: play the other shards into this folder, then run without --shard",
            run.parts()
        );
        return Ok(Verdict::Passed);
    }
    let results = results::estimate(&run, experiment, game)?;
    let files = results.write(folder, experiment, game)?;
    let mut out = stdout().lock();
    for table in results.tables() {
        writeln!(out, "{}", table.to_text())?;
    }
    if let Err(fault) = &results.values {
        eprintln!("there are no piece values: {fault}");
    }
    eprintln!("in {}: {}", folder.display(), files.join(", "));
    eprintln!(
        "the report to open: {}",
        folder.join("report.html").display()
    );
    Ok(Verdict::Passed)
}

/// `out/` and the name of the experiment's file.
fn default_folder(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or(file.as_os_str());
    Path::new("out").join(name)
}
