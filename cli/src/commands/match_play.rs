//! `tradewind match`: a match between two players, or between the first player and each of several others.

mod command_line;
mod summary;

pub use summary::MatchSummary;

use super::playing::with_executor;
use crate::args::MatchArguments;
use crate::message::{self, say, say_files, shell_word, write_message};
use crate::progress::Screen;
use crate::terminal;
use crate::{CheckFailed, Stopped};
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::estimators::slug;
use tradewind_report::document::{self, Folds};
use tradewind_report::match_results::ladder_document;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::play::engine;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::play_match;

/// Plays the missing games of a match, and writes and prints its result.
pub fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let experiment = match (&arguments.first, &arguments.second) {
        (Some(first), Some(second)) => command_line::experiment(arguments, [first, second])?,
        _ => of_file(Path::new(&arguments.rules))?,
    };
    let own = || default_folder(&experiment);
    let folder = arguments.out.clone().unwrap_or_else(own);
    with_executor(&arguments.playing, |executor| {
        experiment.left_out_of_book().iter().for_each(write_message);
        let matches = experiment.matches();
        for one in &matches {
            for player in &one.players {
                engine::check(&one.rules[0].compiled, player)
                    .map_err(|fault| anyhow::anyhow!("{} {fault}", player.name))?;
            }
        }
        let mut results = Vec::new();
        let mut verdict = Ok(());
        for (number, one) in (1..).zip(&matches) {
            let own = if matches.len() == 1 {
                folder.clone()
            } else {
                folder.join(subfolder(number, one))
            };
            let archive = Archive::new(one, &own);
            let is_done = play_match(&archive, executor, &Screen::default())?.is_some();
            let result = MatchSummary::write(&archive)?;
            if !arguments.json {
                result.print()?;
            }
            if let Some(failure) = result.failure() {
                say!("{failure}");
                verdict = Err(CheckFailed.into());
            }
            results.push(result);
            if !is_done {
                say!("stopped: run the same command again to go on");
                verdict = Err(Stopped("").into());
                break;
            }
        }
        if arguments.json {
            summary::print_json(&results)?;
        }
        if matches.len() > 1 {
            print_gauntlet(&experiment.name, &results, &folder, arguments.json)?;
        }
        verdict
    })
}

/// The folder of one match of several, named by its number, rule set and second player.
fn subfolder(number: usize, one: &Experiment) -> String {
    let [rules, other] = [&one.rules[0].name, &one.players[1].name];
    format!("{number:03}-{rules}-{}", slug(other))
}

/// Writes and prints the results of several matches side by side.
fn print_gauntlet(
    name: &str,
    results: &[MatchSummary<'_>],
    folder: &Path,
    as_json: bool,
) -> anyhow::Result<()> {
    let matches = results.iter().map(|one| (one.experiment, &one.tally));
    let document = ladder_document(name, matches);
    let files = document::write(&document, folder)?;
    if !as_json {
        message::out()
            .write_all(document::text(&document, Folds::Printed, terminal::output()).as_bytes())?;
    }
    say_files(folder, &files);
    Ok(())
}

/// Loads the file of a match.
fn of_file(file: &Path) -> anyhow::Result<Experiment> {
    if !file.exists() && file.extension().is_none() {
        anyhow::bail!(
            "name the players, as in `--first nodes=1000 --second nodes=100`, or give an experiment with [match]"
        );
    }
    let experiment = Experiment::load(file)?;
    match experiment.matched {
        Some(_) => Ok(experiment),
        None => anyhow::bail!(
            "{} is not a match: add [match] to it, or play it with `tradewind run {}`",
            file.display(),
            shell_word(file.display())
        ),
    }
}

/// `out/match-`, the rule set, and the beginning of the fingerprint.
fn default_folder(experiment: &Experiment) -> PathBuf {
    let rules = &experiment.rules[0].name;
    let digits = &experiment.fingerprint()[..8];
    Path::new("out").join(format!("match-{rules}-{digits}"))
}
