//! Training a player by a recipe.

use super::fingerprint::Fingerprint;
use super::pawn_odds::{self, pawn_odds};
use super::player::{PlayerFacts, TrainedPlayer};
use super::recipe::{AFTER, Recipe};
use super::store::{FACTS, PlayerStore, StoreError};
use super::trainee::{RulesPart, RulesTable, Trainee};
use crate::generations::{self, Lineage, LoopError, LoopObserver, LoopPlan, LoopPlanError};
use crate::match_test::MatchTest;
use crate::texel::weights_file::{self, elo_in_tenths};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use tradewind_engine::evaluation::{Origin, Strength, UNTUNED, Weights, WeightsError};
use tradewind_engine::rules::RuleSpec;
use tradewind_files::{FileError, make_folder, make_inside, read_own, sha256, write_whole};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, RunError, pilot, play_match};
use tradewind_stats::Estimate;

/// The rule file of the player.
const RULES: &str = "rules.toml";
/// The folder of the loop, which goes on there if it is stopped.
const LOOP: &str = "training";
/// The folder, in that one, of the games with a pawn more.
const A_PAWN_AHEAD: &str = "pawn-ahead";
/// Replicates have seeds of their own, far from those of the generations and matches of another.
const REPLICATE_SEEDS: u64 = 1 << 40;

/// Why a player cannot be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The recipe does not go with the rule set, or is wrong.
    #[error(transparent)]
    Plan(#[from] LoopPlanError),
    /// The training itself.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// The player's folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The weights that it begins with, or has come to, are none of its rule set.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The games with a pawn more cannot be played or kept.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Nor can a temporary one.
    #[error("cannot write a temporary file: {0}")]
    Temporary(#[from] io::Error),
}

/// A player to be.
#[derive(Debug)]
pub struct Training<'t> {
    /// The rule set.
    pub trainee: &'t Trainee,
    /// How it is taught.
    pub recipe: &'t Recipe,
    /// Which of its players it is, from 1: each has chance of its own.
    pub replicate: u32,
    /// Where it is kept.
    pub store: &'t PlayerStore,
    /// What its training begins with; what follows from the rules when left out.
    pub start: Option<Start>,
}

/// A trained player with which another training begins: the short way for a rule set that changes another one.
#[derive(Debug)]
pub struct Start {
    /// The rule set that it was trained for.
    rules: RuleSpec,
    player: TrainedPlayer,
}

impl Start {
    /// With the player of a rule set.
    pub fn new(rules: &Trainee, player: TrainedPlayer) -> Start {
        Start {
            rules: rules.game().spec().clone(),
            player,
        }
    }
}

impl Training<'_> {
    /// What the player is found by.
    pub fn fingerprint(&self) -> Fingerprint {
        let start = self.start.as_ref().map(|start| &start.player.fingerprint);
        Fingerprint::of(self.trainee, self.recipe, self.replicate, start)
    }

    /// How it is taught, in words. A recipe that goes on from another one does not say so, unless with the player of other
    /// rules.
    pub fn teaching(&self) -> String {
        let name = &self.recipe.name;
        match &self.start {
            Some(start) if !self.is_own(start) => {
                format!("{name} after {}", start.player.facts.recipe)
            }
            _ => name.clone(),
        }
    }

    /// Whether it begins as its recipe says.
    fn is_own(&self, start: &Start) -> bool {
        let own = self.trainee.game().spec().fingerprint_text();
        self.recipe.after.as_ref() == Some(&start.player.facts.recipe)
            && start.rules.fingerprint_text() == own
    }

    /// The player, if it is there.
    ///
    /// # Errors
    /// Its files are damaged.
    pub fn found(&self) -> Result<Option<TrainedPlayer>, StoreError> {
        self.store.find(&self.fingerprint())
    }

    /// The loop that trains it. Nothing is left on the disk.
    ///
    /// # Errors
    /// The recipe is wrong or does not go with the rules, or there is no room for a temporary file.
    pub fn plan(&self) -> Result<LoopPlan, TrainError> {
        let (recipe, trainee) = (self.recipe, self.trainee);
        let scratch = tempfile::tempdir()?;
        fs::write(scratch.path().join(RULES), &trainee.text)?;
        let rules = RulesPart {
            rules: RulesTable {
                // What the rules are called decides nothing.
                name: "rules",
                id: RULES,
                weights: "untuned",
                options: &trainee.options,
            },
        };
        let rules = toml::to_string(&rules).expect("rules are made of texts and numbers");
        let text = format!("{}\n{rules}", recipe.text);
        let mut plan = LoopPlan::parse(&recipe.file, text, scratch.path(), &[AFTER])?;
        let further = u64::from(self.replicate - 1);
        plan.experiment.seed = plan.experiment.seed_after(further * REPLICATE_SEEDS);
        plan.learning = plan.learning.reseeded(further * REPLICATE_SEEDS);
        if let Some(start) = &self.start {
            let rules = &mut plan.experiment.rules[0];
            let spec = rules.game.spec().clone();
            let known = start.player.weights_for(&start.rules)?;
            rules.set_weights(&[Weights::inherited(&spec, &start.rules, &known)])?;
            let facts = &start.player.facts;
            rules.weights = Some(format!("{} player {}", facts.recipe, facts.replicate).into());
            plan.against = Some((UNTUNED.to_string(), Weights::starting(&spec)));
        }
        Ok(plan)
    }
}

/// How long the games of a loop take at most on the threads of the current rayon pool, from the speed at which its
/// first ones are played in about `time`; tests mostly end before.
pub fn longest_time(plan: &LoopPlan, time: Duration, executor: &Executor) -> Duration {
    let found = pilot(&plan.experiment, time, &Control::new(executor));
    let own = plan.experiment.players[0].nodes.unwrap_or(1).max(1) as f64;
    let pairs = |test: &MatchTest| test.pairs as f64 * test.nodes as f64 / own;
    let generation = plan.experiment.pairs as f64 + pairs(&plan.test);
    let last = pairs(&plan.verification) + pawn_odds::pairs(plan) as f64;
    let all = f64::from(plan.generations) * generation + last;
    Duration::from_secs_f64(all / found.pairs_per_second().max(1e-3))
}

/// Does what is missing of a training, on the threads of the current rayon pool. `None` when it was stopped
/// before its end: it goes on from there.
///
/// # Errors
/// The recipe does not go with the rules, nothing can be learnt, or a file cannot be read or written.
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
    let rules = training.trainee.text.as_bytes();
    write_whole(&folder.join(RULES), |file| file.write_all(rules))?;
    let Some(lineage) = generations::run(plan, &folder.join(LOOP), executor, observer)? else {
        return Ok(None);
    };
    let (root, spec) = (folder.join(LOOP), plan.rules().game.spec());
    let file = root.join(weights_file::NAME);
    let text = match lineage.champion() {
        0 => plan.start().to_toml(spec),
        _ => read_own(&file)?,
    };
    let weights = Weights::parse(spec, &file, &text)?;
    let mut strength = strength(&lineage, training.start.is_some());
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
        recipe: training.teaching(),
        player: fingerprint.to_string(),
        strength,
    };
    let weights = format!("{text}\n{}", origin.to_toml());
    write_whole(&folder.join(weights_file::NAME), |file| {
        file.write_all(weights.as_bytes())
    })?;
    let facts = PlayerFacts {
        rules: training.trainee.game.spec().title(),
        recipe: training.teaching(),
        replicate: training.replicate,
        signature: tradewind_engine::signature().to_string(),
        generations: lineage.generations.len() as u32,
        generation: lineage.champion(),
        strength,
        weights_sha256: sha256([weights.as_bytes()]),
    };
    let text = toml::to_string(&facts).expect("facts are made of texts and numbers");
    write_whole(&folder.join(FACTS), |file| file.write_all(text.as_bytes()))?;
    Ok(training.found()?)
}

/// With its interval, in tenths.
fn in_percent(score: Estimate) -> [f64; 3] {
    let Estimate { value, low, high } = score;
    [value, low, high].map(|share| (share * 1000.0).round() / 10.0)
}

fn strength(lineage: &Lineage, has_start: bool) -> Strength {
    let last = lineage.generations.last();
    let above = match lineage.champion() {
        // It is the untuned one, or one that was not measured against it.
        0 => (!has_start).then_some([0.0; 3]),
        _ => (lineage.verification.as_ref()).map(|one| elo_in_tenths(&one.tally)),
    };
    Strength {
        above_untuned: above,
        of_last_generation: last.map(|one| elo_in_tenths(&one.tally)),
        a_pawn_ahead: None,
    }
}
