//! `tradewind tune texel`: weights from games.

use super::linear_or;
use crate::Verdict;
use crate::args::TexelArguments;
use crate::commands::stop::stop_signal;
use crate::commands::threads::on_threads;
use crate::message::{self, say};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_files::{check_output, write_all, write_whole};
use tradewind_report::tuning::fit_files;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_tuner::texel::weights_file::{self, Provenance};
use tradewind_tuner::texel::{Epoch, Positions, TexelFit, collect, fit, sources};

/// How often a line tells how far it has come.
const SAY_EVERY: Duration = Duration::from_secs(5);

/// Fits weights to the games in some folders and writes them.
pub fn run(arguments: &TexelArguments) -> anyhow::Result<Verdict> {
    let game = Game::load(&arguments.rules, &arguments.settings.settings)?;
    let begin = linear_or(&game, arguments.from.as_deref())?;
    let mut experiments = Vec::new();
    for folder in &arguments.folders {
        experiments.push(experiment_of(folder)?);
    }
    check_output(&arguments.out.join(weights_file::NAME))?;
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        let found = positions_and_fit(arguments, &game, &begin, &experiments, &stop)?;
        let Some((positions, found)) = found else {
            say("stopped; nothing was written");
            return Ok(Verdict::Interrupted);
        };
        write(arguments, &game, &positions, &found)
    })?
}

fn positions_and_fit(
    arguments: &TexelArguments,
    game: &Game,
    begin: &Weights,
    experiments: &[Experiment],
    stop: &AtomicBool,
) -> anyhow::Result<Option<(Positions, TexelFit)>> {
    let plan = arguments.plan();
    let archives: Vec<Archive<'_>> = (experiments.iter().zip(&arguments.folders))
        .map(|(experiment, folder)| Archive::new(experiment, folder))
        .collect();
    let sources = sources(&archives, game)?;
    let begun = Instant::now();
    let mut last = begun;
    let positions = collect(&sources, begin, &plan, |games| {
        if last.elapsed() >= SAY_EVERY {
            last = Instant::now();
            say(format_args!("{games} games looked at"));
        }
        !stop.load(Ordering::Relaxed)
    })?;
    let Some(positions) = positions else {
        return Ok(None);
    };
    let [fitted, validation] = positions.counts();
    let tally = positions.tally;
    say(format_args!(
        "{} games: {fitted} quiet positions to fit to, {validation} in the validation set, {} seen before ({:.0} s)",
        tally.games,
        tally.repeated,
        begun.elapsed().as_secs_f64()
    ));
    let mut last: Option<Instant> = None;
    let found = fit(&positions, game.spec(), begin, &plan, |epoch| {
        if last.is_none_or(|last| last.elapsed() >= SAY_EVERY) {
            last = Some(Instant::now());
            say(pass(epoch));
        }
        !stop.load(Ordering::Relaxed)
    })?;
    Ok(found.map(|found| (positions, found)))
}

/// A pass in words.
pub(super) fn pass(epoch: &Epoch) -> String {
    let Epoch {
        epoch,
        fitted,
        validation,
    } = epoch;
    format!("pass {epoch}: loss {fitted:.6}, validation set {validation:.6}")
}

/// Says whether the fit overfits, and which weights no position says anything about.
pub(super) fn warn(found: &TexelFit) {
    if let Some(last) = found.overfitted() {
        say(format_args!(
            "warning: the loss of the validation set is lowest after pass {} ({:.6}) and rises to {:.6} after pass {}, the last: \
             the fit overfits. The weights are those of pass {}; more games or a smaller `l2` help",
            found.best, found.after[1], last.validation, last.epoch, found.best
        ));
    }
    let unseen = found.unseen();
    if !unseen.is_empty() {
        let unseen = unseen.join(", ");
        say(format_args!(
            "in no position, and left as they were: {unseen}"
        ));
    }
}

fn write(
    arguments: &TexelArguments,
    game: &Game,
    positions: &Positions,
    found: &TexelFit,
) -> anyhow::Result<Verdict> {
    let spec = game.spec();
    let begun_with = match &arguments.from {
        Some(file) => weights_file::name_of(file),
        None => weights_file::BUILT_IN.to_string(),
    };
    let names = arguments.folders.iter().map(|folder| last_part(folder));
    let games_of = names.collect::<Vec<_>>().join(", ");
    let provenance = Provenance::of(found, spec, positions, &begun_with, &games_of);
    let mut files = write_all(&arguments.out, &fit_files(found, &spec.title())?)?;
    let text = weights_file::text(found, spec, &provenance);
    let path = arguments.out.join(weights_file::NAME);
    write_whole(&path, |file| file.write_all(text.as_bytes()))?;
    files.push(weights_file::NAME.to_string());
    warn(found);
    let mut out = message::out();
    if arguments.json {
        let told = json!({
            "weights": path,
            "provenance": provenance,
            "unseen": found.unseen(),
            "epochs": found.epochs,
        });
        writeln!(out, "{told}")?;
    } else {
        let [fitted, validation] = positions.counts();
        let [before, after] = [found.before, found.after];
        writeln!(
            out,
            "positions: {fitted} and {validation} in the validation set, of {} games\n\
             loss of the positions fitted to: {:.6} before, {:.6} after\n\
             loss of the validation set: {:.6} before, {:.6} after pass {}\n\
             weights: {}",
            positions.tally.games,
            before[0],
            after[0],
            before[1],
            after[1],
            found.best,
            path.display()
        )?;
    }
    let folder = arguments.out.display();
    say(format_args!("in {folder}: {}", files.join(", ")));
    Ok(Verdict::Passed)
}

/// The last part of a folder's path, which says as much of it as others can use.
pub(super) fn last_part(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or(folder.as_os_str());
    name.to_string_lossy().into_owned()
}
