//! Trains players for rule sets by recipes.

use super::recipe::{AFTER, Recipe};
use super::store::{FACTS, PlayerFacts, PlayerStore, TrainedPlayer};
use crate::error::TunerError;
use crate::generations::{self, LoopHistory, LoopObserver, LoopPlan};
use crate::match_test::MatchTest;
use crate::texel::weights_file::{self, elo_in_tenths};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::{Origin, Strength, UNTUNED, Weights, WeightsError};
use tradewind_engine::rules::{self, RuleError, RuleSpec};
use tradewind_files::{make_folder, make_inside, read_own, sha256, sha256_of_texts, write_whole};
use tradewind_selfplay::GAMES_VERSION;
use tradewind_selfplay::experiment::{
    Arrays, Experiment, Meetings, OpposingRules, OptionValue, RulesPlan, short_name,
};
use tradewind_selfplay::odds::{MaterialChange, Odds, can_begin, possible_arrays};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, pilot, play_match};
use tradewind_stats::Estimate;

/// The rule file of a player.
const RULES: &str = "rules.toml";
/// That of the opposing army.
const OPPOSING: &str = "against.toml";
/// The folder of the loop.
const LOOP: &str = "training";
/// Its folder of games at pawn odds.
const A_PAWN_AHEAD: &str = "pawn-ahead";
/// The time of a fit of weights to two generations, as a share of that of the self-play of one: 0.09 in Shatranj by the
/// recipe `quick`. Networks take longer.
const FITTING: f64 = 0.1;
/// The offset of the seeds of training runs, far from those of generations and matches.
const RUN_SEEDS: u64 = 1 << 40;

/// A rule set as one file, with its options.
#[derive(Clone, Debug)]
pub struct TrainingRules {
    /// The compiled rules.
    pub rules: Rules,
    /// Its rule file, merged with those that it extends.
    text: String,
    options: BTreeMap<String, OptionValue>,
    /// The two armies, if there is an opposing one.
    union: Option<Union>,
}

/// A rule set whose pieces, with those of another one, a player learns in games of all their meetings.
#[derive(Clone, Debug)]
struct Union {
    arrays: Arrays,
    against: OpposingRules,
    /// The pieces that differ in these arrays.
    odds: String,
}

impl TrainingRules {
    /// Loads a rule set by its id or the path of its file, with options as on the command line.
    ///
    /// # Errors
    /// It does not exist or has errors.
    pub fn load(source: &str, settings: &[(String, String)]) -> Result<TrainingRules, RuleError> {
        let rules = Rules::load(source, settings)?;
        let options = settings.iter();
        Ok(TrainingRules {
            rules,
            text: rules::flattened(source)?,
            options: options
                .map(|(name, text)| (name.clone(), OptionValue::of(text)))
                .collect(),
            union: None,
        })
    }

    /// The rule set of an experiment, with the opposing army if there is one.
    pub fn of(plan: &RulesPlan) -> TrainingRules {
        TrainingRules {
            rules: Rules::new(plan.compiled.spec().without_copies()),
            text: plan.text.clone(),
            options: plan.options.clone(),
            union: plan.against.as_ref().map(|against| Union {
                arrays: plan.arrays.clone(),
                against: against.clone(),
                // Those of the opposing player.
                odds: plan.odds[0].text.clone(),
            }),
        }
    }

    /// The weights for a rule set of an experiment from those of a player trained with these rules: the same rules, or
    /// one of their armies.
    pub(super) fn weights_for(
        &self,
        spec: &RuleSpec,
        player: &TrainedPlayer,
    ) -> Result<Weights, WeightsError> {
        let union = self.rules.spec();
        if spec.without_copies().fingerprint_text() == union.fingerprint_text() {
            return player.weights_for(spec);
        }
        let known = player.weights_for(union)?;
        let is_opposing = self.has_army(spec) == Some(true);
        Ok(Weights::of_army(spec, union, &known, is_opposing))
    }

    /// Whether a rule set has the opposing army for its own, alone or meeting this one; `None` if it has neither of two
    /// armies.
    pub(super) fn has_army(&self, spec: &RuleSpec) -> Option<bool> {
        let theirs = self.union.as_ref()?.against.compiled.spec();
        let own = self.rules.spec().without_opposing_army();
        let wanted = spec.without_copies().fingerprint_text();
        let is = |other: &RuleSpec| other.fingerprint_text() == wanted;
        if is(&own) {
            return Some(false);
        }
        let is_exchanged = || theirs.with_opposing_army(&own).is_ok_and(|both| is(&both));
        (is(theirs) || is_exchanged()).then_some(true)
    }

    /// The nearest rule set that comes with the program and that this one is or extends, if there is one.
    ///
    /// # Errors
    /// Its file has errors.
    pub fn ancestor(&self) -> Result<Option<TrainingRules>, RuleError> {
        let id = self.rules.spec().ancestor.as_ref();
        id.map(|id| TrainingRules::load(id, &[])).transpose()
    }
}

/// A hash of everything that determines a trained player: the content of the rules (not their name), the recipe, the
/// training run, the starting player, and the program with its search. Players with the same fingerprint are identical.
pub fn fingerprint(
    rules: &TrainingRules,
    recipe: &Recipe,
    replicate: u32,
    start: Option<&str>,
) -> String {
    let mut content = rules.rules.spec().fingerprint_text();
    if let Some(union) = &rules.union {
        let arrays = serde_json::to_string(&union.arrays).expect("arrays can be written as JSON");
        content = format!("{content}\n{}\n{arrays}", union.odds);
    }
    let replicate = replicate.to_string();
    let mut parts = vec![
        content.as_str(),
        recipe.settings.as_str(),
        &replicate,
        GAMES_VERSION,
        tradewind_engine::signature(),
    ];
    parts.extend(start);
    let mut digits = sha256_of_texts(parts);
    digits.truncate(16);
    digits
}

/// The table `[rules]` of a loop, which a recipe does not have.
#[derive(Serialize)]
struct RulesTable<'t> {
    name: &'t str,
    id: &'t str,
    weights: &'t str,
    options: &'t BTreeMap<String, OptionValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arrays: Option<&'t Arrays>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<OpposingRules>,
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
            rules: rules.rules.spec().clone(),
            player,
        }
    }
}

impl Training<'_> {
    /// The fingerprint of the player.
    pub fn fingerprint(&self) -> String {
        let start = self.start.as_ref();
        let start = start.map(|start| start.player.fingerprint.as_str());
        fingerprint(self.rules, self.recipe, self.replicate, start)
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
        let own = self.rules.rules.spec().fingerprint_text();
        self.recipe.after.as_ref() == Some(&start.player.facts.recipe)
            && start.rules.fingerprint_text() == own
    }

    /// The player, if it is trained.
    ///
    /// # Errors
    /// Its files are damaged.
    pub fn found(&self) -> Result<Option<TrainedPlayer>, TunerError> {
        self.store.find(&self.fingerprint())
    }

    /// The loop that trains it.
    ///
    /// # Errors
    /// The recipe is wrong or not suitable for the rules, or a temporary file cannot be written.
    pub fn plan(&self) -> Result<LoopPlan, TunerError> {
        let (recipe, own) = (self.recipe, self.rules);
        let scratch = tempfile::tempdir()?;
        fs::write(scratch.path().join(RULES), &own.text)?;
        let union = own.union.as_ref();
        if let Some(union) = union {
            fs::write(scratch.path().join(OPPOSING), &union.against.text)?;
        }
        let rules = RulesTable {
            // The name does not matter.
            name: "rules",
            id: RULES,
            weights: "untuned",
            options: &own.options,
            arrays: union.map(|union| &union.arrays),
            against: union.map(|union| OpposingRules {
                id: OPPOSING.to_string(),
                meetings: Meetings::All,
                ..union.against.clone()
            }),
        };
        let rules = toml::to_string(&BTreeMap::from([("rules", rules)]))
            .expect("rules are made of texts and numbers");
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

/// The speed of the games of a loop on the threads of the current rayon pool, from a pilot of about `time`.
pub fn pairs_per_second(plan: &LoopPlan, time: Duration, executor: &Executor) -> f64 {
    let found = pilot(&plan.experiment, time, &Control::new(executor));
    // Pairs that the end of the pilot cut short count as half.
    let cut = if executor.is_stopped() { 0.5 } else { 0.0 };
    (found.pairs_per_second() + cut / found.time.as_secs_f64().max(1e-3)).max(1e-3)
}

/// The maximum duration of a loop, given the speed of its games. Sequential tests usually end earlier.
pub fn longest_time(plan: &LoopPlan, pairs_per_second: f64) -> Duration {
    let own = plan.experiment.players[0].nodes.unwrap_or(1).max(1) as f64;
    let pairs = |test: &MatchTest| test.pairs as f64 * test.nodes as f64 / own;
    let self_play = plan.experiment.pairs as f64;
    let generation = self_play * (1.0 + FITTING) + pairs(&plan.test);
    let last = pairs(&plan.verification) + pawn_odds_pairs(plan) as f64;
    let all = f64::from(plan.generations) * generation + last;
    Duration::from_secs_f64(all / pairs_per_second)
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
) -> Result<Option<TrainedPlayer>, TunerError> {
    if let Some(found) = training.found()? {
        return Ok(Some(found));
    }
    let fingerprint = training.fingerprint();
    let store = training.store.root()?;
    let folder = store.join(&fingerprint);
    make_folder(store)?;
    make_inside(store, &Path::new(&fingerprint).join(LOOP))?;
    let union = training.rules.union.as_ref();
    let texts = union.map(|union| (OPPOSING, &union.against.text));
    for (name, text) in texts.into_iter().chain([(RULES, &training.rules.text)]) {
        write_whole(&folder.join(name), |file| file.write_all(text.as_bytes()))?;
    }
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
        let Estimate { value, low, high } = tally.score();
        // In percent, rounded to 0.1.
        let percent = [value, low, high].map(|share| (share * 1000.0).round() / 10.0);
        strength.a_pawn_ahead = Some(percent);
    }
    let origin = Origin::Trained {
        recipe: training.recipe_name(),
        player: fingerprint,
        strength,
    };
    let weights = format!("{text}\n{}", origin.to_toml());
    write_whole(&folder.join(weights_file::NAME), |file| {
        file.write_all(weights.as_bytes())
    })?;
    let facts = PlayerFacts {
        rules: training.rules.rules.spec().title(),
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
    training.found()
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
