//! `tradewind train`: trains a player for a rule set from its rules alone.

use super::playing::with_executor;
use super::tune::LoopTeller;
use crate::Stopped;
use crate::args::{PlayerArguments, PlayingArguments, Settings};
use crate::message::{print, say};
use crate::progress::{begin_stage, time_text};
use crate::terminal;
use anyhow::ensure;
use clap::Args;
use std::time::Duration;
use tradewind_report::tuning::players_table;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::Executor;
use tradewind_tuner::TunerError;
use tradewind_tuner::generations::LoopPlan;
use tradewind_tuner::recipes::{
    self, DEFAULT_RECIPE, PlayerChoice, RecipePlayers, TrainedPlayer, Training, TrainingRules,
    TrainingTimes, longest_time, pairs_per_second, train,
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
        Ok(recipe.of_rules(&trainee, &mut |training| {
            measured_and_trained(training, executor)
        })?)
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
    ensure!(players.len() == recipe.training_runs(), Stopped::RESUMES);
    Ok(())
}

/// Gives the rule sets of an experiment their players, training missing ones in the current rayon
/// pool.
pub(super) fn equip(
    experiment: &mut Experiment,
    choice: &PlayerChoice,
    executor: &Executor,
) -> anyhow::Result<()> {
    let mut train = |training: &Training<'_>| measured_and_trained(training, executor);
    ensure!(
        recipes::equip(experiment, choice, &mut train)?,
        Stopped::RESUMES
    );
    Ok(())
}

/// Does the same without measuring how long training takes. Returns whether the executor was not
/// stopped before the end.
pub(super) fn equip_in_time(
    experiment: &mut Experiment,
    choice: &PlayerChoice,
    executor: &Executor,
) -> Result<bool, TunerError> {
    let mut train = |training: &Training<'_>| trained(training, executor, &|_| {});
    recipes::equip(experiment, choice, &mut train)
}

/// A player, trained if it is missing, after a message about the time that it takes.
fn measured_and_trained(
    training: &Training<'_>,
    executor: &Executor,
) -> Result<Option<TrainedPlayer>, TunerError> {
    trained(training, executor, &|plan| {
        let longest = longest_time(plan, pairs_per_second(plan, PILOT, executor));
        say!(
            "training takes at most {} on this machine",
            time_text(longest.as_secs_f64())
        );
    })
}

/// A player, trained if it is missing; `None` when training was stopped.
fn trained(
    training: &Training<'_>,
    executor: &Executor,
    begins: &dyn Fn(&LoopPlan),
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
    begin_stage(format!("{title}, {recipe} player {number}: training"));
    let plan = training.plan()?;
    begins(&plan);
    let teller = LoopTeller::new(&plan, title);
    train(training, &plan, executor, &teller)
}

/// The maximum time of training the missing players of an experiment. The speed of each rule set is
/// measured once, in a twentieth of `budget` or little more.
pub(super) fn training_time(
    times: &mut TrainingTimes,
    experiment: &Experiment,
    choice: &PlayerChoice,
    budget: Duration,
    executor: &Executor,
) -> Result<Duration, TunerError> {
    let time = PILOT.min(budget / 40);
    times.longest(experiment, choice, time, executor, |training| {
        let title = training.rules.rules.spec().title();
        begin_stage(format!("{title}: measuring how long training takes"));
    })
}
