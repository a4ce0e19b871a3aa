//! `tradewind train`: a player for a rule set, from nothing but its rules.

use super::executor::executor;
use super::threads::on_threads;
use super::tune::LoopTeller;
use crate::Verdict;
use crate::args::{DEFAULT_RECIPE, PlayerArguments, RecipeArguments, TrainArguments};
use crate::message::{self, say};
use crate::progress::time_text;
use crate::terminal;
use anyhow::Context;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_report::tuning::players_table;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::Executor;
use tradewind_tuner::recipes::{
    PlayerStore, Recipe, Start, TrainedPlayer, Training, TrainingRules, longest_time, train,
};

/// What plays all rule sets with what follows from them.
pub(super) const NO_RECIPE: &str = "none";

/// The time for which the speed of games is measured.
const PILOT: Duration = Duration::from_secs(2);

/// Trains what is missing of the players and prints what they are.
pub fn run(arguments: &TrainArguments) -> anyhow::Result<Verdict> {
    let trainee = TrainingRules::load(&arguments.rules, &arguments.settings.settings)?;
    let teaching = Teaching::of(&arguments.recipe, &arguments.training, 1)?;
    let executor = executor(&arguments.executor)?;
    let players = on_threads(arguments.threads, || {
        teaching.replicates(&trainee, |training| player(training, &executor))
    })??;
    let mut out = message::out();
    if arguments.json {
        let values: Vec<serde_json::Value> = players.iter().map(json).collect();
        writeln!(out, "{}", serde_json::Value::from(values))?;
    } else {
        writeln!(
            out,
            "{}",
            players_table(&players).to_text(terminal::output())
        )?;
    }
    Ok(if players.len() == teaching.replicates as usize {
        Verdict::Passed
    } else {
        Verdict::Interrupted
    })
}

fn json(player: &TrainedPlayer) -> serde_json::Value {
    serde_json::json!({
        "player": player.fingerprint.to_string(),
        "folder": player.folder,
        "facts": player.facts,
    })
}

/// How players are trained and where they are kept.
struct Teaching {
    recipe: Recipe,
    /// The recipe of the players that they begin with, if they do.
    after: Option<Recipe>,
    replicates: u32,
    store: PlayerStore,
}

impl Teaching {
    /// As the command line says, which comes before the number of `replicates` that an experiment asks for.
    fn of(recipe: &str, arguments: &PlayerArguments, replicates: u32) -> anyhow::Result<Teaching> {
        let after = arguments.after.as_deref().map(Recipe::find).transpose()?;
        let folder = arguments.players.as_deref();
        Ok(Teaching {
            recipe: Recipe::find(recipe)?,
            after,
            replicates: arguments.replicates.unwrap_or(replicates),
            store: folder.map_or_else(PlayerStore::of_user, PlayerStore::at),
        })
    }

    /// The replicates of a rule set's player; fewer where `player` gives none.
    fn replicates(
        &self,
        trainee: &TrainingRules,
        mut player: impl FnMut(&Training<'_>) -> anyhow::Result<Option<TrainedPlayer>>,
    ) -> anyhow::Result<Vec<TrainedPlayer>> {
        let first = match &self.after {
            Some(recipe) => Some((recipe, ancestor(trainee)?)),
            None => None,
        };
        let mut one = |number| {
            let Some((recipe, ancestor)) = &first else {
                return self.taught(trainee, &self.recipe, number, &mut player);
            };
            let Some(found) = self.taught(ancestor, recipe, number, &mut player)? else {
                return Ok(None);
            };
            let start = Start::new(ancestor, found);
            player(&self.training(trainee, &self.recipe, number, Some(start)))
        };
        (1..=self.replicates)
            .map_while(|number| one(number).transpose())
            .collect()
    }

    /// A player that begins as its recipe says.
    fn taught(
        &self,
        trainee: &TrainingRules,
        recipe: &Recipe,
        number: u32,
        player: &mut impl FnMut(&Training<'_>) -> anyhow::Result<Option<TrainedPlayer>>,
    ) -> anyhow::Result<Option<TrainedPlayer>> {
        let start = match recipe.after.as_deref().map(Recipe::find).transpose()? {
            None => None,
            Some(first) => {
                let Some(found) = player(&self.training(trainee, &first, number, None))? else {
                    return Ok(None);
                };
                Some(Start::new(trainee, found))
            }
        };
        player(&self.training(trainee, recipe, number, start))
    }

    fn training<'t>(
        &'t self,
        trainee: &'t TrainingRules,
        recipe: &'t Recipe,
        replicate: u32,
        start: Option<Start>,
    ) -> Training<'t> {
        Training {
            rules: trainee,
            recipe,
            replicate,
            store: &self.store,
            start,
        }
    }
}

/// The rule set with whose player training begins.
fn ancestor(trainee: &TrainingRules) -> anyhow::Result<TrainingRules> {
    trainee.ancestor()?.with_context(|| {
        format!(
            "{}: these rules extend none that come with the program, so that there is no player to begin with: \
             leave --after out",
            trainee.game().spec().title()
        )
    })
}

/// A player, trained if it is not there; `None` when that was stopped.
fn player(training: &Training<'_>, executor: &Executor) -> anyhow::Result<Option<TrainedPlayer>> {
    let title = training.rules.game().spec().title();
    let (recipe, replicate) = (training.recipe_name(), training.replicate);
    if let Some(found) = training.found()? {
        if let Some(folder) = &found.folder {
            let folder = folder.display();
            say(format_args!(
                "{title}, {recipe} player {replicate}: in {folder}"
            ));
        }
        return Ok(Some(found));
    }
    say(format_args!(
        "{title}, {recipe} player {replicate}: training"
    ));
    let plan = training.plan()?;
    let longest = longest_time(&plan, PILOT, executor);
    say(format_args!(
        "its games take at most {} here",
        time_text(longest.as_secs_f64())
    ));
    let teller = LoopTeller::new(&plan, title);
    let found = train(training, &plan, executor, &teller)?;
    if found.is_none() {
        say("stopped: run the same command again to go on");
    }
    Ok(found)
}

/// The maximum time of the games that train the missing players of an experiment, measured in a small share of the time
/// `most`; zero if none is missing.
pub(super) fn training_time(
    experiment: &Experiment,
    arguments: &RecipeArguments,
    most: Duration,
    executor: &Executor,
) -> anyhow::Result<Duration> {
    let time = PILOT.min(most / 20);
    let mut longest = Duration::ZERO;
    let mut missing = BTreeSet::new();
    // Each rule set by itself: the first player that is missing ends a look.
    for rules in &experiment.rules {
        let mut own = experiment.clone();
        own.rules = vec![rules.clone()];
        equip_by(&mut own, arguments, |training| {
            let found = training.found()?;
            if found.is_none() && missing.insert(training.fingerprint()) {
                let title = training.rules.game().spec().title();
                let recipe = training.recipe_name();
                say(format_args!(
                    "{title}, {recipe} player: measuring how long training takes"
                ));
                longest += longest_time(&training.plan()?, time, executor);
            }
            Ok(found)
        })?;
    }
    Ok(longest)
}

/// Gives every rule set of an experiment players of one recipe, unless it names weights itself; tells whether that
/// was not stopped. Players are trained on the threads of the current rayon pool.
pub(super) fn equip(
    experiment: &mut Experiment,
    arguments: &RecipeArguments,
    executor: &Executor,
) -> anyhow::Result<bool> {
    equip_by(experiment, arguments, |training| player(training, executor))
}

/// The same with players that are there; tells whether all are.
pub(super) fn equip_with_known(
    experiment: &mut Experiment,
    arguments: &RecipeArguments,
) -> anyhow::Result<bool> {
    equip_by(experiment, arguments, |training| Ok(training.found()?))
}

fn equip_by(
    experiment: &mut Experiment,
    arguments: &RecipeArguments,
    mut player: impl FnMut(&Training<'_>) -> anyhow::Result<Option<TrainedPlayer>>,
) -> anyhow::Result<bool> {
    let training = &arguments.training;
    if let Some(reason) = own_players(experiment)? {
        anyhow::ensure!(
            !arguments.is_asked(),
            "{}: {reason}: leave --recipe, --after and --replicates out",
            experiment.name
        );
        anyhow::ensure!(
            experiment.replicates == 1,
            "{}: {reason}: leave `replicates` out",
            experiment.name
        );
        return Ok(true);
    }
    let name = arguments.recipe.as_deref().unwrap_or(DEFAULT_RECIPE);
    if name == NO_RECIPE {
        anyhow::ensure!(
            !training.is_asked(),
            "what follows from the rules is one player, not trained: leave --after and --replicates out"
        );
        for rules in &mut experiment.rules {
            rules.set_weights(&[Weights::starting(rules.game.spec())])?;
        }
        return Ok(true);
    }
    let teaching = Teaching::of(name, training, experiment.replicates)?;
    for rules in &mut experiment.rules {
        let trainee = TrainingRules::of(rules);
        let players = teaching.replicates(&trainee, &mut player)?;
        let opposing = TrainingRules::opposing(rules);
        let others = match &opposing {
            Some(opposing) => teaching.replicates(opposing, &mut player)?,
            None => players.clone(),
        };
        if players.len().min(others.len()) < teaching.replicates as usize {
            return Ok(false);
        }
        let spec = rules.game.spec();
        let both = players.iter().zip(&others);
        let all: Result<Vec<Weights>, WeightsError> = both
            .map(|(player, other)| {
                let Some(opposing) = &opposing else {
                    return player.weights_for(spec);
                };
                let [own_rules, other_rules] = [&trainee, opposing].map(|one| one.game().spec());
                let own = player.weights_for(own_rules)?;
                let other = other.weights_for(other_rules)?;
                Ok(Weights::of_armies(
                    spec,
                    (own_rules, &own),
                    (other_rules, &other),
                ))
            })
            .collect();
        rules.set_weights(&all?)?;
    }
    Ok(true)
}

/// Why an experiment is played by players of its own; `None` when it leaves them to a recipe.
fn own_players(experiment: &Experiment) -> anyhow::Result<Option<&'static str>> {
    let (rules, players) = (&experiment.rules, &experiment.players);
    let by_players = players.iter().filter(|player| player.weights.is_some());
    if by_players.count() == players.len() {
        return Ok(Some("it names the weights of its players"));
    }
    let (named, unnamed): (Vec<_>, Vec<_>) =
        rules.iter().partition(|rules| rules.weights.is_some());
    if let (Some(named), Some(unnamed)) = (named.first(), unnamed.first()) {
        anyhow::bail!(
            "{}: weights are named for {} and not for {}, so their players would know them unequally well: name \
             weights for all rule sets or for none",
            experiment.name,
            named.name,
            unnamed.name
        );
    }
    let is_named = !named.is_empty() || players.iter().any(|player| player.weights.is_some());
    Ok(is_named.then_some("it names weights"))
}

/// Where an experiment is played into when nobody says: with players that are asked for elsewhere than without.
pub(super) fn folder_for(folder: PathBuf, arguments: &RecipeArguments) -> PathBuf {
    let mut name = folder.into_os_string();
    if let Some(recipe) = &arguments.recipe {
        name.push("-");
        name.push(Path::new(recipe).file_stem().unwrap_or_default());
    }
    if let Some(after) = &arguments.training.after {
        name.push("-after-");
        name.push(Path::new(after).file_stem().unwrap_or_default());
    }
    if let Some(number) = arguments.training.replicates {
        name.push(format!("-{number}"));
    }
    name.into()
}
