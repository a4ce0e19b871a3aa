//! `tradewind match`: a match between two players, or a tournament of several.

mod command_line;
mod summary;

pub use summary::MatchSummary;

use super::playing::with_executor;
use crate::args::MatchArguments;
use crate::message::{self, say, say_files, shell_word, write_message};
use crate::progress::Screen;
use crate::terminal;
use crate::{CheckFailed, Stopped};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::estimators::slug;
use tradewind_report::document::{self, Folds};
use tradewind_report::tournament::{standings_json, tournament_document};
use tradewind_selfplay::experiment::{Experiment, Tournament};
use tradewind_selfplay::play::engine;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::play_match;

/// Plays the missing games of a match, and writes and prints its result.
pub fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let experiment = match &arguments.first {
        Some(first) => command_line::experiment(arguments, first)?,
        None => of_file(Path::new(&arguments.rules))?,
    };
    let own = || default_folder(&experiment);
    let folder = arguments.out.clone().unwrap_or_else(own);
    with_executor(&arguments.playing, |executor| {
        experiment.left_out_of_book().iter().for_each(write_message);
        let matches = experiment.matches();
        let mut warnings: Vec<String> = Vec::new();
        for one in &matches {
            for player in &one.players {
                let found = engine::check(&one.rules[0].compiled, player)
                    .map_err(|fault| anyhow::anyhow!("{} {fault}", player.name))?;
                // A player may be in several matches of a tournament.
                for warning in found {
                    if !warnings.contains(&warning) {
                        write_message(&warning);
                        warnings.push(warning);
                    }
                }
            }
        }
        let mut results = Vec::new();
        let mut verdict = Ok(());
        for (number, one) in (1..).zip(&matches) {
            let own = if matches.len() == 1 {
                folder.clone()
            } else {
                folder.join(subfolder(number, one, &experiment))
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
        if matches.len() > 1 {
            print_tournament(&experiment.name, &results, &folder, arguments.json)?;
        } else if arguments.json {
            message::print(results[0].json())?;
        }
        verdict
    })
}

/// The folder of one match of several, named by its number, rule set and players; a gauntlet has the
/// same first player everywhere.
fn subfolder(number: usize, one: &Experiment, of: &Experiment) -> String {
    let [rules, first, other] = [
        &one.rules[0].name,
        &one.players[0].name,
        &one.players[1].name,
    ];
    match of.matched.as_ref().map(|plan| plan.tournament) {
        Some(Tournament::RoundRobin) => {
            format!("{number:03}-{rules}-{}-{}", slug(first), slug(other))
        }
        _ => format!("{number:03}-{rules}-{}", slug(other)),
    }
}

/// Writes and prints the results of several matches side by side.
fn print_tournament(
    name: &str,
    results: &[MatchSummary<'_>],
    folder: &Path,
    as_json: bool,
) -> anyhow::Result<()> {
    let matches = results.iter().map(|one| (one.experiment, &one.tally));
    let matches: Vec<_> = matches.collect();
    let document = tournament_document(name, &matches);
    let files = document::write(&document, folder)?;
    if as_json {
        let results: Vec<_> = results.iter().map(MatchSummary::json).collect();
        message::print(json!({ "matches": results, "standings": standings_json(&matches) }))?;
    } else {
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
