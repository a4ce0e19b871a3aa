//! `tradewind tune network`: a learned evaluation from games.

use super::texel::{last_part, pass};
use crate::Verdict;
use crate::args::NetworkArguments;
use crate::commands::stop::stop_signal;
use crate::commands::threads::on_threads;
use crate::message::{self, say};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::Role;
use tradewind_report::tuning::network_files;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::files::{write_all, write_whole};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_tuner::network::{LearningSet, Learnt, collect, learn, weights_text};
use tradewind_tuner::texel::sources;
use tradewind_tuner::texel::weights_file;

/// How often a line tells how far it has come.
const SAY_EVERY: Duration = Duration::from_secs(5);

/// What was learnt, and from what.
struct Lessons {
    games: u64,
    sets: [LearningSet; 2],
    learnt: Learnt,
}

/// Teaches a network by the games in some folders and writes it beside linear weights.
pub fn run(arguments: &NetworkArguments) -> anyhow::Result<Verdict> {
    let game = Game::load(&arguments.rules, &arguments.settings.settings)?;
    let begin = Weights {
        network: None,
        ..Weights::chosen(game.spec(), arguments.from.as_deref())?
    };
    let experiments: Result<Vec<Experiment>, _> = arguments
        .folders
        .iter()
        .map(|folder| experiment_of(folder))
        .collect();
    let experiments = experiments?;
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        match teach(arguments, &game, &begin, &experiments, &stop)? {
            Some(lessons) => write(arguments, &game, &begin, &lessons),
            None => {
                say("stopped; nothing was written");
                Ok(Verdict::Failed)
            }
        }
    })?
}

fn teach(
    arguments: &NetworkArguments,
    game: &Game,
    begin: &Weights,
    experiments: &[Experiment],
    stop: &AtomicBool,
) -> anyhow::Result<Option<Lessons>> {
    let plan = arguments.plan();
    let archives: Vec<Archive<'_>> = (experiments.iter().zip(&arguments.folders))
        .map(|(experiment, folder)| Archive::new(experiment, folder))
        .collect();
    let begun = Instant::now();
    let (mut last, mut games) = (begun, 0);
    let sets = collect(&sources(&archives, game)?, begin, &plan, |looked_at| {
        games = looked_at;
        if last.elapsed() >= SAY_EVERY {
            last = Instant::now();
            say(format_args!("{games} games looked at"));
        }
        !stop.load(Ordering::Relaxed)
    })?;
    let Some(sets) = sets else {
        return Ok(None);
    };
    say(format_args!(
        "{games} games: {} quiet positions to learn from, {} kept aside ({:.0} s)",
        sets[0].len(),
        sets[1].len(),
        begun.elapsed().as_secs_f64()
    ));
    let begun = Instant::now();
    let found = learn(&sets, game.spec(), &plan, |epoch| {
        let seconds = begun.elapsed().as_secs_f64();
        let speed = f64::from(epoch.epoch) * sets[0].len() as f64 / seconds;
        say(format_args!("{} ({speed:.0} positions/s)", pass(epoch)));
        !stop.load(Ordering::Relaxed)
    })?;
    Ok(found.map(|learnt| Lessons {
        games,
        sets,
        learnt,
    }))
}

fn write(
    arguments: &NetworkArguments,
    game: &Game,
    begin: &Weights,
    lessons: &Lessons,
) -> anyhow::Result<Verdict> {
    let (spec, learnt) = (game.spec(), &lessons.learnt);
    let begun_with = match &arguments.from {
        Some(file) => weights_file::name_of(file),
        None => weights_file::BUILT_IN.to_string(),
    };
    let names = arguments.folders.iter().map(|folder| last_part(folder));
    let games_of = names.collect::<Vec<_>>().join(", ");
    let provenance = learnt.provenance(spec, lessons.games, &lessons.sets, &begun_with, &games_of);
    let weights = begin.clone().with_network(&learnt.network, learnt.spread);
    let mut files = write_all(&arguments.out, &network_files(learnt, &spec.title())?)?;
    let path = arguments.out.join("weights.toml");
    let text = weights_text(&weights, spec, &provenance);
    write_whole(&path, |file| file.write_all(text.as_bytes()))?;
    files.push("weights.toml".to_string());
    let mut out = message::out();
    if arguments.json {
        let told = json!({
            "weights": path,
            "provenance": provenance,
            "plan": arguments.plan(),
            "rounding_cp": learnt.rounding,
            "epochs": learnt.epochs,
        });
        writeln!(out, "{told}")?;
    } else {
        let [before, after] = provenance.loss;
        let role = match learnt.network.role() {
            Role::Alone => "the evaluation",
            Role::Added => "added to the linear evaluation",
        };
        writeln!(
            out,
            "positions: {} and {} kept aside, of {} games\n\
             loss of those kept aside: {before:.6} before, {after:.6} after pass {}\n\
             network: {} units a side, {role}; a log-odds of 1 is {} centipawns; rounding to whole numbers changes scores by {:.1}\n\
             weights: {}",
            provenance.positions,
            provenance.validation_positions,
            lessons.games,
            learnt.best,
            learnt.network.shape().hidden,
            learnt.scale,
            learnt.rounding,
            path.display()
        )?;
    }
    let folder = arguments.out.display();
    say(format_args!("in {folder}: {}", files.join(", ")));
    Ok(Verdict::Passed)
}
