//! `tradewind match`: one player against another.

mod result;
mod words;

pub use result::write;

use super::threads::on_threads;
use crate::Verdict;
use crate::args::MatchArguments;
use crate::commands::stop::stop_signal;
use crate::message::say;
use crate::progress::Progress;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_tuner::experiment::Experiment;
use tradewind_tuner::play::engine;
use tradewind_tuner::record::archive::Archive;
use tradewind_tuner::run;
use tradewind_tuner::statistics::{Sprt, Tally};

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
        let is_done = play(&archive, &stop)?;
        write(&archive, arguments.json)?;
        if !is_done {
            say("stopped: run the same command again to go on");
        }
        Ok(match is_done {
            true => Verdict::Passed,
            false => Verdict::Failed,
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

/// Plays until the test decides, the pairs are played, or the user stops it; whether the match is
/// at its end.
fn play(archive: &Archive<'_>, stop: &Arc<AtomicBool>) -> anyhow::Result<bool> {
    let experiment = archive.experiment();
    let pairs = experiment.all_pairs();
    let sprt = experiment.matched.as_ref().and_then(|plan| plan.sprt);
    say(format_args!(
        "{}: up to {} games into {}",
        experiment.name,
        2 * pairs,
        archive.folder().display()
    ));
    let progress = Progress::new(experiment, 2 * pairs);
    let standing = |tally: &Tally| progress.set_more(standing(tally, sprt));
    let played = run::play_match(archive, stop, &|event| progress.note(&event), &standing);
    progress.finish();
    Ok(played?.is_some())
}

/// How a match stands, for its bar.
pub fn standing(tally: &Tally, sprt: Option<Sprt>) -> String {
    let elo = tally.elo();
    let llr = sprt.map_or(String::new(), |sprt| {
        let (lower, upper) = sprt.bounds();
        format!(", LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.llr(tally))
    });
    format!(", Elo {:.1} ± {:.1}{llr}", elo.elo, elo.error)
}

/// `out/match-`, the rule set, and a few digits that stand for the players and the rest.
fn default_folder(experiment: &Experiment) -> PathBuf {
    let rules = &experiment.rules[0].name;
    let digits = &experiment.fingerprint()[..8];
    Path::new("out").join(format!("match-{rules}-{digits}"))
}
