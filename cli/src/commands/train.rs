//! `tradewind train`: trains a player for a rule set from its rules alone.

use super::playing::with_executor;
use super::tune::LoopTeller;
use crate::Stopped;
use crate::args::{PlayerArguments, PlayingArguments, Settings};
use crate::message::{print, say};
use crate::progress::time_text;
use crate::terminal;
use anyhow::ensure;
use clap::Args;
use std::time::Duration;
use tradewind_report::tuning::players_table;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::Executor;
use tradewind_tuner::TunerError;
use tradewind_tuner::recipes::{
    self, DEFAULT_RECIPE, PlayerChoice, RecipePlayers, TrainedPlayer, Training, TrainingRules,
    longest_time, train,
};

#[derive(Debug, Args)]
pub struct TrainArguments {
    /// The id of a rule set or the path of a rule file
    pub rules: String,
    #[command(flatten)]
    pub settings: Settings,
    /// The recipe: brief, network, quick, standard, thorough, or the path of a recipe
    #[arg(long, value_name = "NAME", default_value = DEFAULT_RECIPE)]
    pub recipe: String,
    #[command(flatten)]
    pub training: PlayerArguments,
    #[command(flatten)]
    pub playing: PlayingArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The time of measuring the speed of games.
const PILOT: Duration = Duration::from_secs(2);

/// Trains missing players and prints all.
pub fn run(arguments: &TrainArguments) -> anyhow::Result<()> {
    let trainee = TrainingRules::load(&arguments.rules, &arguments.settings.settings)?;
    let choice = arguments.training.choice(Some(arguments.recipe.clone()));
    let recipe = RecipePlayers::new(&choice, 1)?;
    let players = with_executor(&arguments.playing, |executor| {
        Ok(recipe.of_rules(&trainee, &mut |training| trained(training, executor))?)
    })?;
    if arguments.json {
        let values = players.iter().map(|player| {
            serde_json::json!({
                "player": player.fingerprint,
                "folder": player.folder,
                "facts": player.facts,
            })
        });
        print(values.collect::<serde_json::Value>())?;
    } else {
        print(players_table(&players).to_text(terminal::output()))?;
    }
    ensure!(players.len() == recipe.training_runs(), Stopped(""));
    Ok(())
}

/// Gives the rule sets of an experiment their players, training missing ones in the current rayon
/// pool.
pub(super) fn equip(
    experiment: &mut Experiment,
    choice: &PlayerChoice,
    executor: &Executor,
) -> anyhow::Result<()> {
    let mut train = |training: &Training<'_>| trained(training, executor);
    ensure!(recipes::equip(experiment, choice, &mut train)?, Stopped(""));
    Ok(())
}

/// A player, trained if it is missing; `None` when training was stopped.
fn trained(
    training: &Training<'_>,
    executor: &Executor,
) -> Result<Option<TrainedPlayer>, TunerError> {
    let title = training.rules.rules.spec().title();
    let (recipe, number) = (training.recipe_name(), training.replicate);
    if let Some(found) = training.found()? {
        if let Some(folder) = &found.folder {
            let folder = folder.display();
            say!("{title}, {recipe} player {number}: in {folder}");
        }
        return Ok(Some(found));
    }
    say!("{title}, {recipe} player {number}: training");
    let plan = training.plan()?;
    let longest = longest_time(&plan, PILOT, executor);
    say!(
        "its games take at most {} on this machine",
        time_text(longest.as_secs_f64())
    );
    let teller = LoopTeller::new(&plan, title);
    let found = train(training, &plan, executor, &teller)?;
    if found.is_none() {
        say!("stopped: run the same command again to resume");
    }
    Ok(found)
}

/// The maximum time of training the missing players of an experiment, measured in a twentieth of
/// `budget` at most for each.
pub(super) fn training_time(
    experiment: &Experiment,
    choice: &PlayerChoice,
    budget: Duration,
    executor: &Executor,
) -> Result<Duration, TunerError> {
    let time = PILOT.min(budget / 20);
    recipes::training_time(experiment, choice, time, executor, |training| {
        let title = training.rules.rules.spec().title();
        let recipe = training.recipe_name();
        say!("{title}, {recipe} player: measuring how long training takes");
    })
}
