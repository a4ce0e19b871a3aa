//! Training by recipes depends on the content of the rules, the recipe and the number of the training run only.

use super::stopper::Stopper;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Origin, Term, Weights};
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::experiment_of;
use tradewind_tuner::recipes::{
    PlayerChoice, PlayerStore, Recipe, Start, TrainedPlayer, Training, TrainingRules, equip, train,
};

const SMALL: &str = "\
name = \"small\"
seed = 5
pairs = 30
ply_cap = 300

[player]
nodes = 30

[opening]
plies = 6

[texel]
max_eval_cp = 1500
epochs = 12

[test]
nodes = 30
pairs = 20
sprt = { elo0 = -400, elo1 = -300 }

[loop]
generations = 2
";

/// A copy of shatranj under another name.
const COPY: &str = "\
extends = \"shatranj\"
name = \"Another\"
";

struct Fixture {
    folder: tempfile::TempDir,
    recipe: Recipe,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("small.toml");
        fs::write(&file, SMALL).expect("a file");
        let recipe = Recipe::find(&file.display().to_string()).expect("a recipe");
        Fixture { folder, recipe }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn store(&self, name: &str) -> PlayerStore {
        PlayerStore::at(&self.path(name))
    }

    /// A player; training stops after a number of events.
    fn trained(
        &self,
        rules: &TrainingRules,
        replicate: u32,
        store: &PlayerStore,
        after: u64,
    ) -> Option<TrainedPlayer> {
        let training = Training {
            rules,
            recipe: &self.recipe,
            replicate,
            store,
            start: None,
        };
        Fixture::resume(&training, after)
    }

    fn resume(training: &Training<'_>, after: u64) -> Option<TrainedPlayer> {
        let stopper = Stopper::new(after);
        let plan = training.plan().expect("no error");
        train(training, &plan, &stopper.executor, &stopper).expect("no error")
    }
}

fn shatranj() -> TrainingRules {
    TrainingRules::load("shatranj", &[]).expect("a rule set")
}

/// The folder of a player.
fn folder(player: &TrainedPlayer) -> PathBuf {
    let folder = player.folder.clone();
    folder.expect("it does not come with the program")
}

/// Every file of a player, except lock files.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = super::stopper::files(folder);
    found.retain(|name, _| Path::new(name).extension().is_some());
    found
}

#[test]
fn a_player_is_trained_once_and_the_same_after_any_interruption() {
    let fixture = Fixture::new();
    let whole = fixture.store("whole");
    let player = fixture
        .trained(&shatranj(), 1, &whole, u64::MAX)
        .expect("its end");
    assert_eq!(player.facts.recipe, "small");
    assert_eq!((player.facts.replicate, player.facts.generations), (1, 2));
    assert!(player.facts.strength.above_untuned.is_some());
    // Weak players gain little from a pawn, but do not lose by it.
    let ahead = player.facts.strength.a_pawn_ahead.expect("there are pawns");
    assert!(ahead[2] > 50.0, "{ahead:?}");
    let weights = player
        .weights_for(shatranj().rules.spec())
        .expect("weights");
    let origin = Origin::Trained {
        recipe: "small".to_string(),
        player: player.fingerprint.to_string(),
        strength: player.facts.strength,
    };
    assert_eq!(weights.origin, origin);
    // It is cached: nothing is played.
    assert_eq!(
        fixture.trained(&shatranj(), 1, &whole, 0),
        Some(player.clone())
    );
    let broken = fixture.store("broken");
    let mut tries = 0;
    let again = loop {
        tries += 1;
        if let Some(player) = fixture.trained(&shatranj(), 1, &broken, 25) {
            break player;
        }
    };
    assert!(tries > 3, "{tries}");
    assert_eq!(files(&folder(&again)), files(&folder(&player)));
}

#[test]
fn the_fingerprint_depends_on_content_and_not_on_names() {
    let fixture = Fixture::new();
    let file = fixture.path("other.toml");
    fs::write(&file, COPY).expect("a file");
    let load = |settings: &[(&str, &str)]| {
        let settings: Vec<(String, String)> = (settings.iter())
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        TrainingRules::load(&file.display().to_string(), &settings).expect("a rule set")
    };
    let store = fixture.store("players");
    let fingerprint = |trainee: &TrainingRules, replicate| {
        let training = Training {
            rules: trainee,
            recipe: &fixture.recipe,
            replicate,
            store: &store,
            start: None,
        };
        training.fingerprint()
    };
    let own = fingerprint(&shatranj(), 1);
    assert_eq!(fingerprint(&load(&[]), 1), own);
    assert_ne!(fingerprint(&shatranj(), 2), own);
    fs::write(&file, COPY.to_string() + "[end]\nstalemate = \"draw\"\n").expect("a file");
    assert_ne!(fingerprint(&load(&[]), 1), own);
}

/// Training modified rules starts with the weights of the player of the original rules.
#[test]
fn modified_rules_start_from_the_player_of_the_original_rules() {
    let fixture = Fixture::new();
    let store = fixture.store("players");
    let parent = fixture
        .trained(&shatranj(), 1, &store, u64::MAX)
        .expect("its end");
    let file = fixture.path("changed.toml");
    fs::write(&file, COPY.to_string() + "[end]\nstalemate = \"draw\"\n").expect("a file");
    let changed = TrainingRules::load(&file.display().to_string(), &[]).expect("a rule set");
    let ancestor = changed.ancestor().expect("no faults").expect("shatranj");
    let known = parent.weights_for(ancestor.rules.spec()).expect("weights");
    let training = |start| Training {
        rules: &changed,
        recipe: &fixture.recipe,
        replicate: 1,
        store: &store,
        start,
    };
    let start = Start::new(&ancestor, parent);
    let (whole, short) = (training(None), training(Some(start)));
    assert_ne!(short.fingerprint(), whole.fingerprint());
    let plan = short.plan().expect("no error");
    assert_eq!(plan.start().terms, known.terms);
    assert_ne!(whole.plan().expect("a plan").start().terms, known.terms);
    let player = Fixture::resume(&short, u64::MAX).expect("its end");
    assert_eq!(player.facts.recipe, "small after small");
    assert_eq!(player.facts.generation, 2);
    let matched = fs::read_to_string(folder(&player).join("training/weights.toml"));
    let matched = matched.expect("a file");
    assert!(matched.contains("against = \"untuned\""), "{matched}");
}

/// One player learns the pieces of two armies that meet, and plays the same meeting exchanged and the rule set of each as
/// well.
#[test]
fn a_player_learns_both_armies() {
    let fixture = Fixture::new();
    let other = COPY.to_string() + "[[piece]]\ntext = \"A\"\nmoves = \"D\"\n";
    fs::write(fixture.path("other.toml"), other).expect("a file");
    let text = "name = \"x\"\nseed = 1\npairs = 2\nply_cap = 100\nrecipe = \"small.toml\"\n\
        [[rules]]\nid = \"other.toml\"\n\
        [[rules]]\nname = \"armies\"\nid = \"shatranj\"\nagainst = \"other.toml\"\n\
        [[rules]]\nid = \"shatranj\"\n\
        [[rules]]\nname = \"exchanged\"\nid = \"other.toml\"\nagainst = \"shatranj\"\n\
        [player]\nnodes = 20\n[opening]\nplies = 4\n";
    let parsed = Experiment::parse("x.toml", text.to_string(), fixture.folder.path());
    let mut experiment = parsed.unwrap_or_else(|fault| panic!("{fault}"));
    let choice = PlayerChoice {
        store: Some(fixture.path("players")),
        ..PlayerChoice::default()
    };
    let mut players: Vec<TrainedPlayer> = Vec::new();
    let mut find = |training: &Training<'_>| {
        let player = match training.found()? {
            Some(player) => player,
            None => Fixture::resume(training, u64::MAX).expect("its end"),
        };
        players.push(player.clone());
        Ok(Some(player))
    };
    assert!(equip(&mut experiment, &choice, &mut find).expect("no error"));
    let player = players[0].clone();
    assert!(players.iter().all(|one| *one == player), "{players:?}");
    // The dabbaba of the other army is a leaper as good as the alfil or better, and has a weight of its own.
    let union = experiment.rules[1].compiled.spec();
    let of_both = player.weights_for(union).expect("weights");
    let material = |weights: &Weights, spec: &RuleSpec, text: &str| {
        weights.get(Term::Material(spec.find(text).expect("a piece")))
    };
    let [alfil, dabbaba] = ["A", "A*"].map(|text| material(&of_both, union, text));
    assert_ne!(alfil, dabbaba);
    for (at, text, wanted) in [
        (0, "A", dabbaba),
        (1, "A", alfil),
        (2, "A", alfil),
        (3, "A", dabbaba),
        (3, "A*", alfil),
    ] {
        let rules = &experiment.rules[at];
        let found = material(&rules.player_weights[0], rules.compiled.spec(), text);
        assert_eq!(found, wanted, "{} {text}", rules.name);
    }
    // It learned from games of every meeting.
    let games = folder(&player).join("training/generation-001/self-play");
    let generation = experiment_of(&games).expect("an experiment");
    let odds = generation.rules[0].odds.iter();
    let meetings: Vec<&str> = odds.map(|odds| odds.text.as_str()).collect();
    let all = [": A>A* A>A*", "A>A* A>A* :", "A>A* A>A* : A>A* A>A*", ":"];
    assert_eq!(meetings, all);
}

/// A network starts from the linear weights of the player of the recipe in `after`, which is not part of its name.
#[test]
fn a_recipe_of_networks_starts_from_another_recipe() {
    let mut fixture = Fixture::new();
    let store = fixture.store("players");
    let first = fixture.trained(&shatranj(), 1, &store, u64::MAX);
    let mut first = first.expect("its end");
    let known = first.weights_for(shatranj().rules.spec()).expect("weights");
    let file = fixture.path("network.toml");
    let (head, _) = SMALL.split_once("[texel]").expect("a table");
    let text = format!(
        "after = \"quick\"\n{head}[record]\nevaluations = true\n\n[network]\nhidden = 32\npositions = 100\n\n[test]\nnodes = 30\npairs = 20\n\
         sprt = {{ elo0 = -900, elo1 = -800 }}\n\n[loop]\nevaluation = \"network\"\ngenerations = 1\n"
    );
    fs::write(&file, text).expect("a file");
    fixture.recipe = Recipe::find(&file.display().to_string()).expect("a recipe");
    assert_eq!(fixture.recipe.after.as_deref(), Some("quick"));
    // As if `quick` had trained it.
    first.facts.recipe = "quick".to_string();
    let trainee = shatranj();
    let training = Training {
        rules: &trainee,
        recipe: &fixture.recipe,
        replicate: 1,
        store: &store,
        start: Some(Start::new(&trainee, first)),
    };
    let player = Fixture::resume(&training, u64::MAX).expect("its end");
    assert_eq!(player.facts.recipe, "network");
    let weights = player.weights_for(trainee.rules.spec()).expect("weights");
    assert_eq!(weights.terms, known.terms);
    assert_eq!(weights.network.is_some(), player.facts.generation == 1);
    assert_eq!(player.facts.generation, 1);
}

#[test]
fn training_runs_have_different_seeds() {
    let fixture = Fixture::new();
    let store = fixture.store("players");
    let [one, other] = [1, 2].map(|replicate| {
        let player = fixture.trained(&shatranj(), replicate, &store, u64::MAX);
        player.expect("its end").weights
    });
    assert_ne!(one, other);
}

#[test]
fn a_damaged_player_is_refused() {
    let fixture = Fixture::new();
    let store = fixture.store("players");
    let player = fixture
        .trained(&shatranj(), 1, &store, u64::MAX)
        .expect("its end");
    let file = folder(&player).join("weights.toml");
    fs::write(&file, player.weights.replace("[material]", "[material] ")).expect("a file");
    let fault = store
        .find(&player.fingerprint)
        .expect_err("it is not what was written");
    let said = fault.to_string();
    assert!(
        said.contains("weights.toml: its checksum") && said.contains("remove the folder"),
        "{said}"
    );
    for name in ["weights.toml", "player.toml"] {
        fs::remove_file(folder(&player).join(name)).expect("it was there");
        fs::create_dir(folder(&player).join(name)).expect("a folder");
        let fault = store.find(&player.fingerprint).expect_err("a file is gone");
        let said = fault.to_string();
        assert!(
            said.contains(name) && said.contains("train the player again"),
            "{said}"
        );
    }
}
