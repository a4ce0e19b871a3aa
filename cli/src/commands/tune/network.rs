//! `tradewind tune network`: a learned evaluation from games.

use super::linear_or;
use super::texel::{last_part, pass};
use crate::Verdict;
use crate::args::NetworkArguments;
use crate::commands::stop::stop_signal;
use crate::commands::threads::on_threads;
use crate::message::{self, say};
use anyhow::{anyhow, bail};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::{Network, Role};
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_report::tuning::network_files;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::files::{FileError, check_output, write_all, write_whole};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_tuner::network::{
    NetworkPlan, POSITIONS, Shards, TrainedNetwork, collect, train, weights_text,
};
use tradewind_tuner::texel::sources;
use tradewind_tuner::texel::weights_file::{self, Provenance};

/// How often a line tells how far it has come.
const SAY_EVERY: Duration = Duration::from_secs(5);

/// What was learnt, and from what.
struct Lessons {
    drawers: Shards,
    learnt: TrainedNetwork,
}

/// Teaches a network by the games in some folders and writes it beside linear weights.
pub fn run(arguments: &NetworkArguments) -> anyhow::Result<Verdict> {
    let game = Game::load(&arguments.rules, &arguments.settings.settings)?;
    let mut begin = linear_or(&game, arguments.from.as_deref())?;
    let network = match &arguments.inherit {
        Some(id) => Some(inherited(id, game.spec())?),
        None => begin.network.take(),
    };
    let plan = arguments.plan(network.as_deref());
    check_network(&plan, game.spec(), network.as_deref())?;
    let experiments: Result<Vec<Experiment>, _> = arguments
        .folders
        .iter()
        .map(|folder| experiment_of(folder))
        .collect();
    let experiments = experiments?;
    check_output(&arguments.out.join(weights_file::NAME))?;
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        match teach(
            arguments,
            &plan,
            &game,
            &begin,
            network.as_deref(),
            &experiments,
            &stop,
        )? {
            Some(lessons) => {
                write(arguments, &plan, &game, &begin, &lessons)?;
                if stop.load(Ordering::Relaxed) {
                    say("stopped; the same command goes on from there");
                    return Ok(Verdict::Interrupted);
                }
                Ok(Verdict::Passed)
            }
            None => {
                say("stopped; nothing was written");
                Ok(Verdict::Interrupted)
            }
        }
    })?
}

/// The network of another rule set, for this one.
fn inherited(id: &str, spec: &RuleSpec) -> anyhow::Result<Arc<Network>> {
    let parent = rules::load(id, &[])?;
    let known = Weights::of(&parent);
    if known.network.is_none() {
        let ids: Vec<&str> = Weights::all_networks().iter().map(|(id, _)| *id).collect();
        bail!(
            "no network comes with {id}; one comes with {}",
            ids.join(", ")
        );
    }
    let own = Weights::inherited(spec, &parent, &known).network;
    own.ok_or_else(|| anyhow!("{} has another board than {id}", spec.title()))
}

/// Learning goes on with a network of its own size and role alone.
fn check_network(
    plan: &NetworkPlan,
    spec: &RuleSpec,
    network: Option<&Network>,
) -> anyhow::Result<()> {
    let Some(network) = network else {
        return Ok(());
    };
    if !plan.can_continue_from(spec, network) {
        let shape = network.shape();
        bail!(
            "the network to begin with has --hidden {} --buckets {} --royal-buckets {} --role {}: leave these out to learn on with it, or name linear weights with --from",
            shape.hidden,
            shape.buckets,
            shape.royal_buckets,
            network.role().name()
        );
    }
    Ok(())
}

fn teach(
    arguments: &NetworkArguments,
    plan: &NetworkPlan,
    game: &Game,
    begin: &Weights,
    network: Option<&Network>,
    experiments: &[Experiment],
    stop: &AtomicBool,
) -> anyhow::Result<Option<Lessons>> {
    let archives: Vec<Archive<'_>> = (experiments.iter().zip(&arguments.folders))
        .map(|(experiment, folder)| Archive::new(experiment, folder))
        .collect();
    let folder = arguments.out.join(POSITIONS);
    let (begun, spec) = (Instant::now(), game.spec());
    let (mut last, mut games) = (begun, 0);
    let from = sources(&archives, game)?;
    let drawers = collect(&from, spec, begin, plan, &folder, |looked_at| {
        games = looked_at;
        if last.elapsed() >= SAY_EVERY {
            last = Instant::now();
            say(format_args!("{games} games looked at"));
        }
        !stop.load(Ordering::Relaxed)
    })?;
    let Some(drawers) = drawers else {
        return Ok(None);
    };
    let [learnt_from, aside] = drawers.positions();
    say(format_args!(
        "{} games: {learnt_from} quiet positions to learn from, {aside} in the validation set, {:.0} bytes each ({:.0} s)",
        drawers.games(),
        drawers.bytes_per_position(),
        begun.elapsed().as_secs_f64()
    ));
    let mut begun = Instant::now();
    let mut decay = None;
    let learnt = train(&drawers, spec, plan, network, &arguments.out, |done| {
        if plan.decays.len() > 1 && decay.replace(done.decay()) != Some(done.decay()) {
            say(format_args!("with decay {}:", done.decay()));
        }
        let speed = learnt_from as f64 / begun.elapsed().as_secs_f64();
        say(format_args!(
            "{} ({speed:.0} positions/s)",
            pass(done.epoch())
        ));
        if done.is_best {
            // It can be played at once.
            write_weights(arguments, game, begin, &drawers, &done.network())?;
        }
        begun = Instant::now();
        Ok(!stop.load(Ordering::Relaxed))
    })?;
    Ok(Some(Lessons { drawers, learnt }))
}

/// Writes the weights file of a network, and returns where its numbers come from.
fn write_weights(
    arguments: &NetworkArguments,
    game: &Game,
    begin: &Weights,
    drawers: &Shards,
    learnt: &TrainedNetwork,
) -> Result<Provenance, FileError> {
    let spec = game.spec();
    let begun_with = match (&arguments.from, &arguments.inherit) {
        (Some(file), _) => weights_file::name_of(file),
        (None, Some(id)) => format!("{}, and the network of {id}", weights_file::BUILT_IN),
        (None, None) => weights_file::BUILT_IN.to_string(),
    };
    let names = arguments.folders.iter().map(|folder| last_part(folder));
    let games_of = names.collect::<Vec<_>>().join(", ");
    let provenance = learnt.provenance(spec, drawers, &begun_with, &games_of);
    let weights = begin
        .clone()
        .with_network(&learnt.network, learnt.rms_score);
    let text = weights_text(&weights, spec, &provenance);
    let path = arguments.out.join(weights_file::NAME);
    write_whole(&path, |file| file.write_all(text.as_bytes()))?;
    Ok(provenance)
}

fn write(
    arguments: &NetworkArguments,
    plan: &NetworkPlan,
    game: &Game,
    begin: &Weights,
    lessons: &Lessons,
) -> anyhow::Result<()> {
    let learnt = &lessons.learnt;
    let heading = game.spec().title();
    let mut files = write_all(&arguments.out, &network_files(learnt, &heading)?)?;
    let provenance = write_weights(arguments, game, begin, &lessons.drawers, learnt)?;
    files.push(weights_file::NAME.to_string());
    let path = arguments.out.join(weights_file::NAME);
    let mut out = message::out();
    if arguments.json {
        let told = json!({
            "weights": path,
            "provenance": provenance,
            "plan": plan,
            "rounding_cp": learnt.rounding_error,
            "epochs": learnt.epochs,
            "decay": learnt.decay,
            "overfitting": learnt.overfitting(),
            "ran_away": learnt.diverged,
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
            "positions: {} and {} in the validation set, of {} games\n\
             loss of the validation set: {before:.6} before, {after:.6} after pass {} with decay {}\n\
             network: {} units a side, {role}; a log-odds of 1 is {} centipawns; rounding to whole numbers changes scores by {:.1}\n\
             weights: {}",
            provenance.positions,
            provenance.validation_positions,
            provenance.games,
            learnt.best,
            learnt.decay,
            learnt.network.shape().hidden,
            learnt.scale,
            learnt.rounding_error,
            path.display()
        )?;
        if learnt.diverged {
            writeln!(
                out,
                "numbers ran away in the pass after: the network is that of before; a smaller --rate helps (it was {})",
                arguments.rate
            )?;
        }
        if let Some(share) = learnt.overfitting() {
            writeln!(
                out,
                "it overfits: the loss of the positions learnt from is {:.0} % smaller than that of the validation set; more games help, or a larger --decay",
                100.0 * share
            )?;
        }
    }
    let folder = arguments.out.display();
    say(format_args!("in {folder}: {}", files.join(", ")));
    Ok(())
}
