//! Trains players by recipes.

use super::recipe::{AFTER, Recipe};
use super::rules::{Fingerprint, RulesPart, RulesTable, TrainingRules};
use super::store::{FACTS, PlayerFacts, PlayerStore, StoreError, TrainedPlayer};
use crate::generations::{self, LoopError, LoopHistory, LoopObserver, LoopPlan, LoopPlanError};
use crate::match_test::MatchTest;
use crate::texel::weights_file::{self, elo_in_tenths};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use tradewind_engine::evaluation::{Origin, Strength, UNTUNED, Weights, WeightsError};
use tradewind_engine::rules::RuleSpec;
use tradewind_files::{FileError, make_folder, make_inside, read_own, sha256, write_whole};
use tradewind_selfplay::experiment::{Experiment, short_name};
use tradewind_selfplay::odds::{MaterialChange, Odds, can_begin, possible_arrays};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, RunError, pilot, play_match};
use tradewind_stats::Estimate;

/// The rule file of a player.
const RULES: &str = "rules.toml";
/// The folder of the loop.
const LOOP: &str = "training";
/// Its folder of games at pawn odds.
const A_PAWN_AHEAD: &str = "pawn-ahead";
/// The offset of the seeds of training runs, far from those of generations and matches.
const RUN_SEEDS: u64 = 1 << 40;

/// Why a player cannot be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The recipe is wrong or not suitable for the rule set.
    #[error(transparent)]
    Plan(#[from] LoopPlanError),
    /// The loop failed.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The starting or final weights are not weights of its rule set.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The games at pawn odds cannot be played or recorded.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A temporary file cannot be written.
    #[error("cannot write a temporary file: {0}")]
    Temporary(#[from] io::Error),
}

/// A training run.
#[derive(Debug)]
pub struct Training<'t> {
    /// The rule set.
    pub rules: &'t TrainingRules,
    /// The recipe.
    pub recipe: &'t Recipe,
    /// The number of the training run, from 1, which determines its random seeds.
    pub replicate: u32,
    /// The store of the player.
    pub store: &'t PlayerStore,
    /// The starting player; `None` to start with the weights that follow from the rules.
    pub start: Option<Start>,
}

/// The starting player of a training run: of the same rules, or of rules that these modify.
#[derive(Debug)]
pub struct Start {
    /// Its rule set.
    rules: RuleSpec,
    player: TrainedPlayer,
}

impl Start {
    /// The player of a rule set.
    pub fn new(rules: &TrainingRules, player: TrainedPlayer) -> Start {
        Start {
            rules: rules.rules().spec().clone(),
            player,
        }
    }
}

impl Training<'_> {
    /// The fingerprint of the player.
    pub fn fingerprint(&self) -> Fingerprint {
        let start = self.start.as_ref().map(|start| &start.player.fingerprint);
        Fingerprint::of(self.rules, self.recipe, self.replicate, start)
    }

    /// The name of the recipe, with that of the starting player unless it is the one that the recipe prescribes.
    pub fn recipe_name(&self) -> String {
        let name = &self.recipe.name;
        match &self.start {
            Some(start) if !self.is_prescribed(start) => {
                format!("{name} after {}", start.player.facts.recipe)
            }
            _ => name.clone(),
        }
    }

    /// Whether the recipe prescribes this starting player.
    fn is_prescribed(&self, start: &Start) -> bool {
        let own = self.rules.rules().spec().fingerprint_text();
        self.recipe.after.as_ref() == Some(&start.player.facts.recipe)
            && start.rules.fingerprint_text() == own
    }

    /// The player, if it is trained.
    ///
    /// # Errors
    /// Its files are damaged.
    pub fn found(&self) -> Result<Option<TrainedPlayer>, StoreError> {
        self.store.find(&self.fingerprint())
    }

    /// The loop that trains it.
    ///
    /// # Errors
    /// The recipe is wrong or not suitable for the rules, or a temporary file cannot be written.
    pub fn plan(&self) -> Result<LoopPlan, TrainError> {
        let (recipe, own) = (self.recipe, self.rules);
        let scratch = tempfile::tempdir()?;
        fs::write(scratch.path().join(RULES), &own.text)?;
        let rules = RulesPart {
            rules: RulesTable {
                // The name does not matter.
                name: "rules",
                id: RULES,
                weights: "untuned",
                options: &own.options,
            },
        };
        let rules = toml::to_string(&rules).expect("rules are made of texts and numbers");
        let text = format!("{}\n{rules}", recipe.text);
        let mut plan = LoopPlan::parse(&recipe.file, text, scratch.path(), &[AFTER])?;
        let offset = RUN_SEEDS * u64::from(self.replicate - 1);
        plan.experiment.seed = plan.experiment.seed_after(offset);
        plan.fit = plan.fit.reseeded(offset);
        if let Some(start) = &self.start {
            let rules = &mut plan.experiment.rules[0];
            let spec = rules.compiled.spec().clone();
            let known = start.player.weights_for(&start.rules)?;
            rules.set_weights(&[Weights::inherited(&spec, &start.rules, &known)])?;
            let facts = &start.player.facts;
            rules.weights = Some(format!("{} player {}", facts.recipe, facts.replicate).into());
            plan.against = Some((UNTUNED.to_string(), Weights::starting(&spec)));
        }
        Ok(plan)
    }
}

/// The maximum duration of the games of a loop on the threads of the current rayon pool, estimated from a pilot of about
/// `time`. Sequential tests usually end earlier.
pub fn longest_time(plan: &LoopPlan, time: Duration, executor: &Executor) -> Duration {
    let found = pilot(&plan.experiment, time, &Control::new(executor));
    let own = plan.experiment.players[0].nodes.unwrap_or(1).max(1) as f64;
    let pairs = |test: &MatchTest| test.pairs as f64 * test.nodes as f64 / own;
    let generation = plan.experiment.pairs as f64 + pairs(&plan.test);
    let last = pairs(&plan.verification) + pawn_odds_pairs(plan) as f64;
    let all = f64::from(plan.generations) * generation + last;
    Duration::from_secs_f64(all / found.pairs_per_second().max(1e-3))
}

/// Runs or resumes training, on the threads of the current rayon pool. Returns `None` if it was stopped.
///
/// # Errors
/// The recipe is not suitable for the rules, weights cannot be fitted, or a file cannot be read or written.
pub fn train(
    training: &Training<'_>,
    plan: &LoopPlan,
    executor: &Executor,
    observer: &impl LoopObserver,
) -> Result<Option<TrainedPlayer>, TrainError> {
    if let Some(found) = training.found()? {
        return Ok(Some(found));
    }
    let fingerprint = training.fingerprint();
    let (store, folder) = (training.store, training.store.folder(&fingerprint)?);
    make_folder(store.root()?)?;
    make_inside(store.root()?, &Path::new(&fingerprint.0).join(LOOP))?;
    let rules = training.rules.text.as_bytes();
    write_whole(&folder.join(RULES), |file| file.write_all(rules))?;
    let Some(history) = generations::run(plan, &folder.join(LOOP), executor, observer)? else {
        return Ok(None);
    };
    let (root, spec) = (folder.join(LOOP), plan.rules().compiled.spec());
    let file = root.join(weights_file::NAME);
    let text = match history.champion() {
        0 => plan.start().to_toml(spec),
        _ => read_own(&file)?,
    };
    let weights = Weights::parse(spec, &file, &text)?;
    let mut strength = strength(&history, training.start.is_some());
    if let Some(experiment) = pawn_odds(plan, &weights)? {
        let ahead = root.join(A_PAWN_AHEAD);
        make_inside(&root, Path::new(A_PAWN_AHEAD))?;
        let archive = Archive::new(&experiment, &ahead);
        let Some(tally) = play_match(&archive, executor, observer.observer())? else {
            return Ok(None);
        };
        strength.a_pawn_ahead = Some(in_percent(tally.score()));
    }
    let origin = Origin::Trained {
        recipe: training.recipe_name(),
        player: fingerprint.to_string(),
        strength,
    };
    let weights = format!("{text}\n{}", origin.to_toml());
    write_whole(&folder.join(weights_file::NAME), |file| {
        file.write_all(weights.as_bytes())
    })?;
    let facts = PlayerFacts {
        rules: training.rules.rules().spec().title(),
        recipe: training.recipe_name(),
        replicate: training.replicate,
        signature: tradewind_engine::signature().to_string(),
        generations: history.generations.len() as u32,
        generation: history.champion(),
        strength,
        weights_sha256: sha256([weights.as_bytes()]),
    };
    let text = toml::to_string(&facts).expect("facts are made of texts and numbers");
    write_whole(&folder.join(FACTS), |file| file.write_all(text.as_bytes()))?;
    Ok(training.found()?)
}

/// A score and its confidence interval in percent, rounded to 0.1.
fn in_percent(score: Estimate) -> [f64; 3] {
    let Estimate { value, low, high } = score;
    [value, low, high].map(|share| (share * 1000.0).round() / 10.0)
}

fn strength(history: &LoopHistory, has_start: bool) -> Strength {
    let last = history.generations.last();
    let above = match history.champion() {
        // The untuned player itself, or an unmeasured starting player.
        0 => (!has_start).then_some([0.0; 3]),
        _ => (history.verification.as_ref()).map(|one| elo_in_tenths(&one.tally)),
    };
    Strength {
        above_untuned: above,
        of_last_generation: last.map(|one| elo_in_tenths(&one.tally)),
        a_pawn_ahead: None,
    }
}

/// The offset of the seeds of these games, far from those of self-play and matches.
const ODDS_SEEDS: u64 = 1 << 33;

/// The number of game pairs: a third of those of a generation, for a confidence interval of ±2 % with the recipe
/// `standard` and ±4 % with `quick`.
fn pawn_odds_pairs(plan: &LoopPlan) -> u64 {
    plan.experiment.pairs.div_ceil(3)
}

/// The experiment, at the node limit of self-play; `None` if a game cannot begin without a pawn.
///
/// # Errors
/// They are not weights of the rule set.
fn pawn_odds(plan: &LoopPlan, weights: &Weights) -> Result<Option<Experiment>, WeightsError> {
    let mut experiment = plan.experiment.clone();
    let rules = &mut experiment.rules[0];
    rules.set_weights(std::slice::from_ref(weights))?;
    let (spec, arrays) = (rules.compiled.spec(), rules.played_arrays());
    let pawns = spec.piece_types().filter(|&piece| spec.piece(piece).pawn);
    let without = |pawn| {
        let gone = MaterialChange {
            from: Some(pawn),
            to: None,
        };
        Odds::new([Vec::new(), vec![gone]], spec)
    };
    let can_be =
        |odds: &Odds| can_begin(&rules.compiled, odds, &possible_arrays(spec, odds, &arrays));
    rules.odds = pawns.map(without).filter(can_be).collect();
    if rules.odds.is_empty() {
        return Ok(None);
    }
    experiment.name = short_name(&format!("{}, a pawn ahead", plan.experiment.name));
    experiment.seed = plan.experiment.seed_after(ODDS_SEEDS);
    experiment.pairs = pawn_odds_pairs(plan);
    experiment.record.evaluations = false;
    experiment.opening.left = None;
    Ok(Some(experiment))
}
