//! `tradewind run`: plays experiments.

use super::playing::with_executor;
use super::sources::{Played, claim_file, claim_folder, default_folder, experiment, has_key};
use super::train::equip;
use crate::Stopped;
use crate::args::values::shard;
use crate::args::{PlayingArguments, RecipeArguments};
use crate::message::{self, say, say_files, shell_word, write_message};
use crate::progress::Screen;
use crate::terminal;
use anyhow::{bail, ensure};
use clap::Args;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tradewind_analysis::claims::Claims;
use tradewind_report::document::{self, Folds, PAGE};
use tradewind_report::run::write_all;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{self, Control, Executor, Observer, Shard};

#[derive(Debug, Args)]
pub struct RunArguments {
    /// An experiment: a file, or `quickstart`, which comes with the program. A file of claims
    /// stands for all of its experiments
    pub file: PathBuf,
    /// The folder for games and results [default: out/NAME]; for claims, the folder of their
    /// experiments' folders [default: out]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub recipe: RecipeArguments,
    #[command(flatten)]
    pub playing: PlayingArguments,
    /// Number of game pairs, instead of `pairs` in the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    pub pairs: Option<u64>,
    /// Play only one part of the experiment, such as 1/4
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Take the games that a condensed file has, and play the others
    #[arg(long, value_name = "FILE")]
    pub played: Option<PathBuf>,
}

/// Plays missing games and writes the results.
pub fn run(arguments: &RunArguments) -> anyhow::Result<()> {
    let file = &arguments.file;
    if has_key(file, &["claim"]) {
        return with_executor(&arguments.playing, |executor| {
            play_claims(arguments, executor)
        });
    }
    let mut experiment = experiment(file)?;
    if experiment.matched.is_some() {
        let file = file.display();
        bail!(
            "{file} is a match: play it with `tradewind match {}`",
            shell_word(&file)
        );
    }
    if let Some(pairs) = arguments.pairs {
        experiment.pairs = pairs;
    }
    let default = || with_players(default_folder(file), &arguments.recipe);
    let folder = arguments.out.clone().unwrap_or_else(default);
    with_executor(&arguments.playing, |executor| {
        equip(&mut experiment, &arguments.recipe.choice(), executor)?;
        let archive = Archive::new(&experiment, &folder);
        if let Some(file) = &arguments.played {
            Played::of(file)?.take_all(&archive)?;
        }
        let shard = arguments.shard.unwrap_or(Shard::WHOLE);
        let pairs = shard.pairs(experiment.all_pairs());
        play(&archive, pairs, executor)?;
        if shard != Shard::WHOLE && archive.count()? < archive.games() {
            say!("this shard is done; join the folders of all shards with `tradewind merge`");
        } else {
            write_results(&archive)?;
        }
        Ok(())
    })
}

/// Plays missing games of all experiments of a file of claims.
fn play_claims(arguments: &RunArguments, executor: &Executor) -> anyhow::Result<()> {
    let file = arguments.file.display();
    ensure!(
        arguments.shard.is_none() && arguments.pairs.is_none(),
        "{file} has several experiments: --shard and --pairs are for one"
    );
    let claims = Claims::load(&arguments.file)?;
    let root = arguments.out.as_deref().unwrap_or(Path::new("out"));
    let mut experiments = Vec::new();
    for name in claims.experiments() {
        let file = claim_file(&name);
        ensure!(
            file.exists(),
            "there is no experiment {}: claims name experiments below data/experiments in the current folder",
            file.display()
        );
        let experiment = Experiment::load(&file)?;
        if let Some((claim, lacking)) = claims.lacking(&name, &experiment) {
            bail!("{}: {name} has no {lacking}", claim.id);
        }
        experiments.push((claim_folder(root, &name, Some(&experiment)), experiment));
    }
    let played = arguments.played.as_deref().map(Played::of).transpose()?;
    for (folder, experiment) in &mut experiments {
        equip(experiment, &arguments.recipe.choice(), executor)?;
        let archive = Archive::new(experiment, folder);
        if let Some(played) = &played {
            played.take(&archive)?;
        }
        play_missing(&archive, executor)?;
    }
    say!(
        "the experiments of {file} are in {}; `tradewind claims` judges the claims",
        root.display()
    );
    Ok(())
}

/// Plays the missing games of an experiment.
pub(super) fn play_missing(archive: &Archive<'_>, executor: &Executor) -> anyhow::Result<()> {
    play(archive, 0..archive.experiment().all_pairs(), executor)
}

/// Plays the missing games of some pairs.
fn play(archive: &Archive<'_>, pairs: Range<u64>, executor: &Executor) -> anyhow::Result<()> {
    let missing = play_some(archive, pairs, executor)?;
    if missing > 0 {
        let games = 2 * missing;
        say!("stopped; {games} games are missing: run the same command again to resume");
        return Err(Stopped("").into());
    }
    Ok(())
}

/// Plays missing games of some pairs until the executor is stopped. Returns the number of pairs that
/// are still missing.
pub(super) fn play_some(
    archive: &Archive<'_>,
    pairs: Range<u64>,
    executor: &Executor,
) -> anyhow::Result<u64> {
    let experiment = archive.experiment();
    let games = 2 * (pairs.end - pairs.start);
    experiment.left_out_of_book().iter().for_each(write_message);
    let screen = Screen::default();
    screen.begin_games(experiment, games, archive.folder());
    let control = Control::new(executor);
    let played = run::play(archive, pairs, &control, &|event| screen.event(&event));
    screen.end();
    Ok(played?)
}

/// Writes the results into the experiment's folder and prints the tables.
pub(super) fn write_results(archive: &Archive<'_>) -> anyhow::Result<()> {
    let folder = archive.folder();
    let (shown, files) = write_all(archive)?;
    let folds = Folds::LeftOut("the report has it");
    // Only now: a closed pipe must not keep files from being written.
    message::out().write_all(document::text(&shown, folds, terminal::output()).as_bytes())?;
    let page = folder.join(PAGE);
    say_files(folder, &files);
    say!("the report to open: {}", page.display());
    Ok(())
}

/// A default folder, which differs for players that the command line names.
fn with_players(folder: PathBuf, arguments: &RecipeArguments) -> PathBuf {
    let mut name = folder.into_os_string();
    let recipes = [
        ("-", &arguments.recipe),
        ("-after-", &arguments.training.after),
    ];
    for (mark, recipe) in recipes {
        if let Some(recipe) = recipe {
            name.push(mark);
            name.push(Path::new(recipe).file_stem().unwrap_or_default());
        }
    }
    if let Some(number) = arguments.training.replicates {
        name.push(format!("-{number}"));
    }
    name.into()
}
