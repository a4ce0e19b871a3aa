//! `tradewind train`: a player for a rule set, from nothing but its rules.

use super::stop::stop_signal;
use super::threads::on_threads;
use super::tune::LoopTeller;
use crate::Verdict;
use crate::args::{RecipeArguments, TrainArguments};
use crate::message::{self, say};
use crate::progress::time_text;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tradewind_engine::evaluation::Weights;
use tradewind_report::tuning::players_table;
use tradewind_selfplay::experiment::Experiment;
use tradewind_tuner::recipes::{
    PlayerStore, Recipe, StoreError, TrainedPlayer, Trainee, Training, longest_time, train,
};

/// What plays all rule sets with what follows from them.
const NO_RECIPE: &str = "none";

/// Trains what is missing of the players and prints what they are.
pub fn run(arguments: &TrainArguments) -> anyhow::Result<Verdict> {
    let trainee = Trainee::load(&arguments.rules, &arguments.settings.settings)?;
    let recipe = Recipe::find(&arguments.recipe)?;
    let store = store(arguments.players.as_deref())?;
    let stop = stop_signal()?;
    let players = on_threads(arguments.threads, || {
        let mut players = Vec::new();
        for replicate in 1..=arguments.replicates {
            let training = Training {
                trainee: &trainee,
                recipe: &recipe,
                replicate,
                store: &store,
            };
            match player(&training, &stop)? {
                Some(player) => players.push(player),
                None => break,
            }
        }
        anyhow::Ok(players)
    })??;
    let mut out = message::out();
    if arguments.json {
        let values: Vec<serde_json::Value> = players.iter().map(json).collect();
        writeln!(out, "{}", serde_json::Value::from(values))?;
    } else {
        writeln!(out, "{}", players_table(&players).to_text())?;
    }
    Ok(if players.len() == arguments.replicates as usize {
        Verdict::Passed
    } else {
        Verdict::Failed
    })
}

fn json(player: &TrainedPlayer) -> serde_json::Value {
    serde_json::json!({
        "player": player.fingerprint.to_string(),
        "folder": player.folder,
        "facts": player.facts,
    })
}

/// The players of the folder named, or of the user's cache.
fn store(folder: Option<&Path>) -> Result<PlayerStore, StoreError> {
    folder.map_or_else(PlayerStore::of_user, |folder| Ok(PlayerStore::at(folder)))
}

/// A player, trained if it is not there; `None` when that was stopped.
fn player(
    training: &Training<'_>,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Option<TrainedPlayer>> {
    let title = training.trainee.game().spec().title();
    let (recipe, replicate) = (&training.recipe.name, training.replicate);
    if let Some(found) = training.found()? {
        let folder = found.folder.display();
        say(format_args!(
            "{title}, {recipe} player {replicate}: in {folder}"
        ));
        return Ok(Some(found));
    }
    let plan = training.plan()?;
    let longest = longest_time(&plan, stop);
    say(format_args!(
        "{title}, {recipe} player {replicate}: is trained, at most {} here",
        time_text(longest.as_secs_f64())
    ));
    let teller = LoopTeller::new(&plan, title);
    let found = train(training, &plan, stop, &teller)?;
    if found.is_none() {
        say("stopped: run the same command again to go on");
    }
    Ok(found)
}

/// Gives every rule set of an experiment the player that is asked for; tells whether that was not stopped.
/// Players are trained on the threads of the current rayon pool.
pub(super) fn equip(
    experiment: &mut Experiment,
    arguments: &RecipeArguments,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<bool> {
    let Some(name) = &arguments.recipe else {
        return Ok(true);
    };
    let names_weights = experiment
        .players
        .iter()
        .any(|player| player.weights.is_some())
        || experiment.rules.iter().any(|rules| rules.weights.is_some());
    anyhow::ensure!(
        !names_weights,
        "{} names weights, so --recipe would be without effect: remove them or leave --recipe out",
        experiment.name
    );
    if let Some(rules) = experiment
        .rules
        .iter()
        .find(|rules| rules.against.is_some())
    {
        anyhow::bail!(
            "{}: a recipe trains players for rule sets, and the armies of two meet here: leave --recipe out",
            rules.name
        );
    }
    if name == NO_RECIPE {
        for rules in &mut experiment.rules {
            rules.set_weights(&Weights::starting(rules.game.spec()))?;
        }
        return Ok(true);
    }
    let recipe = Recipe::find(name)?;
    let store = store(arguments.players.as_deref())?;
    for rules in &mut experiment.rules {
        let trainee = Trainee::of(rules);
        let training = Training {
            trainee: &trainee,
            recipe: &recipe,
            replicate: 1,
            store: &store,
        };
        let Some(player) = player(&training, stop)? else {
            return Ok(false);
        };
        let weights = player.weights_for(rules.game.spec())?;
        rules.set_weights(&weights)?;
    }
    Ok(true)
}

/// Where an experiment is played into when nobody says: with the players of a recipe elsewhere than without.
pub(super) fn folder_for(folder: PathBuf, arguments: &RecipeArguments) -> PathBuf {
    let Some(recipe) = &arguments.recipe else {
        return folder;
    };
    let recipe = Path::new(recipe).file_stem().unwrap_or_default();
    let mut name = folder.into_os_string();
    name.push("-");
    name.push(recipe);
    name.into()
}
