//! Trained players for the rule sets of an experiment.

use super::recipe::Recipe;
use super::store::{PlayerStore, TrainedPlayer};
use super::train::{Start, Training, TrainingRules, longest_time, pairs_per_second};
use crate::error::TunerError;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_selfplay::experiment::{Experiment, RulesPlan};
use tradewind_selfplay::run::Executor;

/// The default recipe.
pub const DEFAULT_RECIPE: &str = "standard";

/// The name, in the place of a recipe's, that gives all rule sets the weights that follow from
/// their rules.
pub const NO_RECIPE: &str = "none";

/// The name, in the place of a recipe's, that leaves all rule sets the weights that come with the
/// program: a network for the rules if there is one, else linear weights.
pub const BUILT_IN: &str = "built-in";

/// The choice of the players of an experiment.
#[derive(Clone, Debug, Default)]
pub struct PlayerChoice {
    /// The name or the file of a recipe, [`NO_RECIPE`] or [`BUILT_IN`]; by default that of the experiment, or else
    /// [`DEFAULT_RECIPE`].
    pub recipe: Option<String>,
    /// The recipe of the ancestor's player, from which training starts.
    pub after: Option<String>,
    /// The number of training runs; by default that of the experiment.
    pub training_runs: Option<u32>,
    /// The folder of trained players; by default in the user's cache.
    pub store: Option<PathBuf>,
}

/// Finds or trains a player; `None` when it is missing or training was stopped.
pub type FindPlayer<'f> =
    dyn FnMut(&Training<'_>) -> Result<Option<TrainedPlayer>, TunerError> + 'f;

/// The players of a recipe, for any rule set.
pub struct RecipePlayers {
    recipe: Recipe,
    /// The recipe of the ancestor's player, from which training starts.
    after: Option<Recipe>,
    training_runs: u32,
    store: PlayerStore,
}

impl RecipePlayers {
    /// The players of a choice; `training_runs` is the default number of training runs.
    ///
    /// # Errors
    /// There is no such recipe.
    pub fn new(choice: &PlayerChoice, training_runs: u32) -> Result<RecipePlayers, TunerError> {
        let recipe = choice.recipe.as_deref().unwrap_or(DEFAULT_RECIPE);
        let store = choice.store.as_deref();
        Ok(RecipePlayers {
            recipe: Recipe::find(recipe)?,
            after: choice.after.as_deref().map(Recipe::find).transpose()?,
            training_runs: choice.training_runs.unwrap_or(training_runs),
            store: store.map_or_else(PlayerStore::of_user, PlayerStore::at),
        })
    }

    /// The number of training runs.
    pub fn training_runs(&self) -> usize {
        self.training_runs as usize
    }

    /// The player of each training run for a rule set, up to the first that `find` does not return.
    ///
    /// # Errors
    /// Training cannot start with these settings, or `find` fails.
    pub fn of_rules(
        &self,
        rules: &TrainingRules,
        find: &mut FindPlayer<'_>,
    ) -> Result<Vec<TrainedPlayer>, TunerError> {
        let first = match &self.after {
            Some(recipe) => {
                let ancestor = rules.ancestor()?.ok_or_else(|| {
                    TunerError::Wrong(format!(
                        "{}: this rule set extends none of the program's, so training has no player to start from: remove --after",
                        rules.rules.spec().title()
                    ))
                })?;
                Some((recipe, ancestor))
            }
            None => None,
        };
        let mut one = |number| {
            let Some((recipe, ancestor)) = &first else {
                return self.by_recipe(rules, &self.recipe, number, find);
            };
            let Some(found) = self.by_recipe(ancestor, recipe, number, find)? else {
                return Ok(None);
            };
            let start = Start::new(ancestor, found);
            find(&self.training(rules, &self.recipe, number, Some(start)))
        };
        (1..=self.training_runs)
            .map_while(|number| one(number).transpose())
            .collect()
    }

    /// A player whose training starts as its recipe says.
    fn by_recipe(
        &self,
        rules: &TrainingRules,
        recipe: &Recipe,
        number: u32,
        find: &mut FindPlayer<'_>,
    ) -> Result<Option<TrainedPlayer>, TunerError> {
        let start = match recipe.after.as_deref().map(Recipe::find).transpose()? {
            None => None,
            Some(first) => {
                let Some(found) = find(&self.training(rules, &first, number, None))? else {
                    return Ok(None);
                };
                Some(Start::new(rules, found))
            }
        };
        find(&self.training(rules, recipe, number, start))
    }

    fn training<'t>(
        &'t self,
        rules: &'t TrainingRules,
        recipe: &'t Recipe,
        replicate: u32,
        start: Option<Start>,
    ) -> Training<'t> {
        Training {
            rules,
            recipe,
            replicate,
            store: &self.store,
            start,
        }
    }
}

/// Gives every rule set of an experiment players of one recipe, unless it names weights itself.
/// Returns whether `find` returned all of them.
///
/// # Errors
/// The choice does not fit the experiment, or a player cannot be found or trained.
pub fn equip(
    experiment: &mut Experiment,
    choice: &PlayerChoice,
    find: &mut FindPlayer<'_>,
) -> Result<bool, TunerError> {
    match Players::of(experiment, choice)? {
        Players::Known => {}
        Players::Untuned => {
            for rules in &mut experiment.rules {
                rules.set_weights(&[Weights::starting(rules.compiled.spec())])?;
            }
        }
        Players::Trained(recipe) => {
            let training_rules = training_rules(experiment);
            for (rules, training_rules) in experiment.rules.iter_mut().zip(&training_rules) {
                let players = recipe.of_rules(training_rules, find)?;
                if players.len() < recipe.training_runs() {
                    return Ok(false);
                }
                let spec = rules.compiled.spec();
                let all: Result<Vec<Weights>, WeightsError> = (players.iter())
                    .map(|player| training_rules.weights_for(spec, player))
                    .collect();
                rules.set_weights(&all?)?;
            }
        }
    }
    Ok(true)
}

/// The players of an experiment.
enum Players {
    /// Those whose weights it names, or that come with the program.
    Known,
    /// Those that follow from the rules.
    Untuned,
    /// Those of a recipe.
    Trained(Box<RecipePlayers>),
}

impl Players {
    fn of(experiment: &Experiment, choice: &PlayerChoice) -> Result<Players, TunerError> {
        let recipe = choice.recipe.as_ref().or(experiment.recipe.as_ref());
        if has_own_weights(experiment)? {
            let names_players = choice.recipe.is_some() || choice.after.is_some();
            let remedy = if names_players || choice.training_runs.is_some() {
                "--recipe, --after and --replicates"
            } else if experiment.recipe.is_some() || experiment.replicates != 1 {
                "`recipe` and `replicates`"
            } else {
                return Ok(Players::Known);
            };
            return Err(TunerError::Wrong(format!(
                "{}: the experiment names its weights: remove {remedy}",
                experiment.name
            )));
        }
        let untrained = match recipe.map(String::as_str) {
            Some(NO_RECIPE) => Some(Players::Untuned),
            Some(BUILT_IN) => Some(Players::Known),
            _ => None,
        };
        if let Some(players) = untrained {
            if choice.after.is_some() || choice.training_runs.is_some() {
                let name = recipe.map_or(NO_RECIPE, String::as_str);
                return Err(TunerError::Wrong(format!(
                    "with --recipe {name} nothing is trained: remove --after and --replicates"
                )));
            }
            return Ok(players);
        }
        let choice = PlayerChoice {
            recipe: recipe.cloned(),
            ..choice.clone()
        };
        let recipe = RecipePlayers::new(&choice, experiment.replicates)?;
        Ok(Players::Trained(Box::new(recipe)))
    }
}

/// The rule sets that the players of an experiment are trained with, one for each of its own. Where two armies meet, one
/// player learns both; it plays the same meeting with the armies exchanged, and each of the two rule sets, as well.
pub fn training_rules(experiment: &Experiment) -> Vec<TrainingRules> {
    let all: Vec<TrainingRules> = experiment.rules.iter().map(TrainingRules::of).collect();
    let of = |(number, rules): (usize, &RulesPlan)| {
        let spec = rules.compiled.spec();
        // Of two meetings with the armies exchanged, the first one trains the player.
        let unions = match rules.against {
            Some(_) => &all[..number],
            None => &all[..],
        };
        let union = unions.iter().find(|union| union.has_army(spec).is_some());
        union.unwrap_or(&all[number]).clone()
    };
    experiment.rules.iter().enumerate().map(of).collect()
}

/// Whether an experiment names the weights of its players; if not, a recipe trains them.
fn has_own_weights(experiment: &Experiment) -> Result<bool, TunerError> {
    let (rules, players) = (&experiment.rules, &experiment.players);
    if players.iter().all(|player| player.weights.is_some()) {
        return Ok(true);
    }
    let named = rules.iter().find(|rules| rules.weights.is_some());
    let unnamed = rules.iter().find(|rules| rules.weights.is_none());
    if let (Some(named), Some(unnamed)) = (named, unnamed) {
        return Err(TunerError::Wrong(format!(
            "{}: weights are named for {} but not for {}, so their players would not be comparable: name weights for all rule sets or for none",
            experiment.name, named.name, unnamed.name
        )));
    }
    Ok(experiment.names_weights())
}

/// Estimates of the time of training. The speed of games is measured once for each rule set and node
/// limit.
#[derive(Debug, Default)]
pub struct TrainingTimes {
    /// Pairs per second.
    speeds: BTreeMap<(String, Option<u64>), f64>,
}

impl TrainingTimes {
    /// The maximum time of training the missing players of an experiment; zero if none is missing. An
    /// unknown speed is measured by playing for `time`, or twice as long where games are slow;
    /// `measures` is called before.
    ///
    /// # Errors
    /// The choice does not fit the experiment, or a player cannot be found.
    pub fn longest(
        &mut self,
        experiment: &Experiment,
        choice: &PlayerChoice,
        time: Duration,
        executor: &Executor,
        measures: impl Fn(&Training<'_>),
    ) -> Result<Duration, TunerError> {
        let mut longest = Duration::ZERO;
        let Players::Trained(players) = Players::of(experiment, choice)? else {
            return Ok(longest);
        };
        let mut missing = BTreeSet::new();
        let mut measure = |training: &Training<'_>| -> Result<(), TunerError> {
            if missing.insert(training.fingerprint()) {
                let plan = training.plan()?;
                let rules = training.rules.rules.spec().fingerprint_text();
                let speed = self.speeds.entry((rules, plan.experiment.players[0].nodes));
                let speed = speed.or_insert_with(|| {
                    measures(training);
                    pairs_per_second(&plan, time, &executor.until(Instant::now() + 2 * time))
                });
                longest += longest_time(&plan, *speed);
            }
            Ok(())
        };
        for rules in &training_rules(experiment) {
            let mut first = None;
            let found = players.of_rules(rules, &mut |training| {
                let found = training.found()?;
                if found.is_none() {
                    first = Some(training.recipe.name.clone());
                    measure(training)?;
                }
                Ok(found)
            })?;
            // Training that starts from the missing player takes as long again as without it.
            if found.len() < players.training_runs()
                && first.is_some_and(|name| name != players.recipe.name)
            {
                measure(&players.training(rules, &players.recipe, 1, None))?;
            }
        }
        Ok(longest)
    }
}
