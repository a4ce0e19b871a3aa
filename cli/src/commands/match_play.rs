//! `tradewind match`: one player against another.

mod result;
mod words;

pub use result::write;

use super::threads::on_threads;
use crate::Verdict;
use crate::args::MatchArguments;
use crate::commands::stop::stop_signal;
use crate::message::say;
use crate::observer::Screen;
use std::path::{Path, PathBuf};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::play::engine;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::play_match;

/// Plays what is missing of the match, writes its results and prints what it came to.
pub fn run(arguments: &MatchArguments) -> anyhow::Result<Verdict> {
    let experiment = match (&arguments.first, &arguments.second) {
        (Some(first), Some(second)) => words::experiment(arguments, [first, second])?,
        _ => of_file(Path::new(&arguments.rules))?,
    };
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(&experiment));
    let stop = stop_signal()?;
    for player in &experiment.players {
        engine::check(&experiment.rules[0].game, player)
            .map_err(|fault| anyhow::anyhow!("{} {fault}", player.name))?;
    }
    on_threads(arguments.threads, || {
        let archive = Archive::new(&experiment, &folder);
        let is_done = play_match(&archive, &stop, &Screen::default())?.is_some();
        write(&archive, arguments.json)?;
        if !is_done {
            say("stopped: run the same command again to go on");
        }
        Ok(if is_done {
            Verdict::Passed
        } else {
            Verdict::Failed
        })
    })?
}

fn of_file(file: &Path) -> anyhow::Result<Experiment> {
    if !file.exists() && file.extension().is_none() {
        anyhow::bail!(
            "say who plays: --first nodes=1000 --second nodes=100, or name an experiment with [match]"
        );
    }
    let experiment = Experiment::load(file)?;
    match experiment.matched {
        Some(_) => Ok(experiment),
        None => anyhow::bail!(
            "{0} is no match: add [match] to it, or play it with `tradewind run {0}`",
            file.display()
        ),
    }
}

/// `out/match-`, the rule set, and a few digits that stand for the players and the rest.
fn default_folder(experiment: &Experiment) -> PathBuf {
    let rules = &experiment.rules[0].name;
    let digits = &experiment.fingerprint()[..8];
    Path::new("out").join(format!("match-{rules}-{digits}"))
}
