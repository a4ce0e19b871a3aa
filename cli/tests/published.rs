//! The results in `data/reference`: `made.toml` says of each file what made it, and a file that the program would make
//! differently today says in its first line that it is stale. The games in `data/results`: `card.toml` says of each file
//! what it holds, and the program would play the same. No game is played.
//!
//! `MADE=NAME,NAME cargo test --test published -- --ignored` notes what files are made of now; `MADE=all` notes it of all.
//! It notes new or changed files of games, too.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tradewind_analysis::claims::Claims;
use tradewind_engine::evaluation::Weights;
use tradewind_files::sha256;
use tradewind_selfplay::GAMES_VERSION;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::record::condensed::Unpacked;
use tradewind_tuner::recipes::{Recipe, fingerprint, training_rules};

/// The first lines of `made.toml`.
const HEAD: &str = "\
# What made the files of this folder; cli/tests/published.rs compares it with the program.
#
# commit, date   of the program that made the file; version and signature are those of this program
# signature      the last number of `tradewind bench --signature`: equal ones search alike
# recipe         of the trained players; experiments that name weights have none
# players        their fingerprints: the rules, the recipe and the search decide them
# plans          the experiments, each with a hash of its plan and its rules
# inputs         other files that it was made from, with their SHA-256
# sha256         of the file
# stale          why the program would make it differently; the first line of the file says so, too

";

/// The first lines of `card.toml`.
const CARD_HEAD: &str = "\
# What the files of games of this folder hold; cli/tests/published.rs compares it with the files and the program.
#
# commit, date   of the program that played the games; version and signature are those of this program
# sha256         of the file
# licence        of the file
# games          their number
# experiments    by name in the file: the hash of the experiment, with its rules and the weights of its players

";

/// A file of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    commit: String,
    date: String,
    version: String,
    signature: String,
    sha256: String,
    licence: String,
    games: u64,
    experiments: BTreeMap<String, String>,
}

impl Card {
    /// The card that a file would have now; the commit is left out.
    fn now(file: &Path) -> Card {
        let unpacked = Unpacked::of(file).unwrap_or_else(|fault| panic!("{fault}"));
        let mut card = Card {
            version: GAMES_VERSION.to_string(),
            signature: tradewind_engine::signature().to_string(),
            sha256: sha256([fs::read(file).expect("a file").as_slice()]),
            licence: "MIT OR Apache-2.0".to_string(),
            ..Card::default()
        };
        for (name, folder) in unpacked.experiments() {
            let experiment = experiment_of(&folder).unwrap_or_else(|fault| panic!("{fault}"));
            let archive = Archive::new(&experiment, &folder);
            archive
                .check_signature()
                .unwrap_or_else(|fault| panic!("{fault}"));
            card.games += archive.count().expect("games");
            card.experiments.insert(name, experiment.fingerprint());
        }
        card
    }
}

fn results_folder() -> PathBuf {
    root().join("data/results")
}

fn cards() -> BTreeMap<String, Card> {
    let text = read(&results_folder().join("card.toml"));
    toml::from_str(&text).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The condensed files.
fn files_of_games() -> BTreeSet<String> {
    let entries = fs::read_dir(results_folder()).expect("the folder");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    let names = names.map(|name| name.into_string().expect("a name"));
    names.filter(|name| name.ends_with(".tar.zst")).collect()
}

#[test]
fn files_of_games_are_what_their_card_says() {
    let cards = cards();
    let listed: BTreeSet<String> = cards.keys().cloned().collect();
    assert_eq!(
        listed,
        files_of_games(),
        "files of card.toml, and of the folder"
    );
    for (name, card) in &cards {
        let now = Card::now(&results_folder().join(name));
        let known = Card {
            commit: String::new(),
            date: String::new(),
            ..card.clone()
        };
        assert_eq!(known, now, "{name}");
    }
}

/// Files of the folder that are not results.
const OTHERS: [&str; 2] = ["README.md", "made.toml"];

/// The provenance of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    commit: String,
    date: String,
    version: String,
    signature: String,
    sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stale: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recipe: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    players: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    plans: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    inputs: BTreeMap<String, String>,
}

impl Made {
    /// The provenance that a file would have now; the commit is left out.
    fn now(name: &str, recipe: Option<&str>) -> Made {
        let text = reference(name);
        let mut made = Made {
            version: GAMES_VERSION.to_string(),
            signature: tradewind_engine::signature().to_string(),
            sha256: sha256([text.as_bytes()]),
            ..Made::default()
        };
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let mut inputs = BTreeSet::new();
        let mut names = Vec::new();
        if let Some((kind @ ("compare" | "values"), own)) = stem.split_once('-') {
            names.push(format!("{kind}/{own}"));
        } else if name == "claims.csv" {
            inputs.insert("data/claims.toml".to_string());
            names = Claims::built_in().expect("claims").experiments();
        } else if ["claims", "analyses"].contains(&stem) {
            inputs.extend(["data/claims.toml", "data/reference/claims.csv"].map(str::to_string));
        }
        for name in names {
            let file = root().join(format!("data/experiments/{name}.toml"));
            let mut experiment = Experiment::load(&file).unwrap_or_else(|fault| panic!("{fault}"));
            let mut players = experiment.players.iter();
            let is_own = players.any(|player| player.weights.is_some())
                || experiment.rules.iter().any(|rules| rules.weights.is_some());
            if !is_own {
                let own = experiment.recipe.clone();
                let recipe = own.as_deref().or(recipe).unwrap_or("standard");
                made.players.extend(players_of(&experiment, recipe));
                if own.is_none() {
                    made.recipe = Some(recipe.to_string());
                }
                // Trained weights are not at hand; the players stand for them.
                for rules in &mut experiment.rules {
                    let starting = Weights::starting(rules.compiled.spec());
                    rules.set_weights(&[starting]).expect("its own weights");
                }
            }
            if name.starts_with("values/") && text.contains(",network,") {
                let ids = experiment.rules.iter().map(|rules| &rules.id);
                inputs.extend(ids.map(|id| format!("data/networks/{id}.toml")));
            }
            made.plans.insert(name, experiment.fingerprint());
        }
        made.inputs = (inputs.into_iter())
            .map(|file| (file.clone(), sha256([read(&root().join(file)).as_bytes()])))
            .collect();
        made
    }

    /// In what it differs from what the program would make, in words.
    fn differences(&self, now: &Made) -> Vec<String> {
        let maps = [
            (&self.plans, &now.plans, "the experiment"),
            (&self.inputs, &now.inputs, "the file"),
        ];
        let mut all = Vec::new();
        for (own, now, word) in maps {
            let names: BTreeSet<&String> = own.keys().chain(now.keys()).collect();
            let changed = names
                .into_iter()
                .filter(|name| own.get(*name) != now.get(*name));
            all.extend(changed.map(|name| format!("{word} {name} has changed")));
        }
        let words = [
            (&self.version, &now.version, "the version"),
            (
                &self.signature,
                &now.signature,
                "the signature of the search",
            ),
        ];
        let changed = words.into_iter().filter(|(own, now, _)| own != now);
        all.extend(changed.map(|(own, now, word)| format!("{word} was {own} and is {now}")));
        if self.players != now.players {
            all.push("the players have changed".to_string());
        }
        all
    }
}

/// The fingerprints of the players of a recipe that play an experiment.
fn players_of(experiment: &Experiment, recipe: &str) -> Vec<String> {
    let recipe = Recipe::find(recipe).expect("a recipe");
    let trainees = training_rules(experiment);
    let replicates = 1..=experiment.replicates;
    replicates
        .flat_map(|number| trainees.iter().map(move |trainee| (trainee, number)))
        .map(|(trainee, number)| fingerprint(trainee, &recipe, number, None))
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// A file of the folder.
fn reference(name: &str) -> String {
    read(&root().join("data/reference").join(name))
}

/// The names of the results.
fn results() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("data/reference")).expect("the folder");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    names
        .map(|name| name.into_string().expect("a name"))
        .filter(|name| !OTHERS.contains(&name.as_str()))
        .collect()
}

fn made() -> BTreeMap<String, Made> {
    toml::from_str(&reference("made.toml")).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The faults of the notes about a file.
fn faults(name: &str, made: &Made) -> Vec<String> {
    let now = Made::now(name, made.recipe.as_deref());
    let text = reference(name);
    let first = text.lines().next().unwrap_or_default();
    let stale = first.trim_start_matches("<!-- ").strip_prefix("Stale: ");
    let mut faults = Vec::new();
    if made.sha256 != now.sha256 {
        faults.push("it is not the file that was noted".to_string());
    }
    match (&made.stale, stale) {
        (None, None) => faults.extend(made.differences(&now)),
        (Some(reason), Some(stale)) if stale.starts_with(reason) => {}
        _ => faults.push("its first line and `stale` differ".to_string()),
    }
    faults
        .iter()
        .map(|fault| format!("{name}: {fault}"))
        .collect()
}

#[test]
fn results_are_what_the_program_makes_or_say_that_they_are_stale() {
    let made = made();
    let listed: BTreeSet<String> = made.keys().cloned().collect();
    assert_eq!(listed, results(), "files of made.toml, and of the folder");
    let all: Vec<String> = (made.iter())
        .flat_map(|(name, made)| faults(name, made))
        .collect();
    let remedy = "make them again with scripts/reference-*.sh, or say in the first line of the file and in made.toml why they are stale";
    assert!(all.is_empty(), "{}\n{remedy}", all.join("\n"));
    assert!(
        reference("bench.txt").ends_with(&format!("total {}\n", tradewind_engine::signature()))
    );
}

#[test]
fn changes_are_told() {
    let name = "values-rococo.csv";
    let now = Made::now(name, None);
    let experiment = "values/rococo".to_string();
    let mut other = now.clone();
    assert_eq!(other.differences(&now), Vec::<String>::new());
    other.plans.insert(experiment, String::new());
    other.signature = "1".to_string();
    other.players.clear();
    other
        .inputs
        .insert("data/networks/x.toml".to_string(), String::new());
    assert_eq!(
        other.differences(&now),
        [
            "the experiment values/rococo has changed".to_string(),
            "the file data/networks/x.toml has changed".to_string(),
            format!("the signature of the search was 1 and is {}", now.signature),
            "the players have changed".to_string(),
        ]
    );
    // A file that says nothing of being stale is not.
    other = now;
    other.stale = Some("its network was replaced".to_string());
    assert_eq!(
        faults(name, &other),
        [format!("{name}: its first line and `stale` differ")]
    );
}

/// The cells of the ledger's rows that do not depend on whether its games are at hand.
fn judged(page: &str) -> Vec<Vec<String>> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let mut heading: Vec<String> = Vec::new();
    rows.map(|row| {
        let cells = row
            .split(" | ")
            .map(|cell| cell.trim_matches([' ', '|', '*']));
        let cells: Vec<String> = cells.map(str::to_string).collect();
        if cells.contains(&"claim".to_string()) {
            heading = cells.clone();
        }
        let own = cells.into_iter().zip(&heading);
        own.filter(|(_, heading)| *heading != "by other analyses")
            .map(|(cell, _)| cell)
            .collect()
    })
    .collect()
}

/// The ledger, its measurements and its plot are those of one set of verdicts.
#[test]
fn the_ledger_is_what_the_program_judges() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .args(["claims", "--out", "out"])
        .current_dir(folder.path())
        .output()
        .expect("it starts");
    assert!(run.status.success());
    let written = |name: &str| read(&folder.path().join("out").join(name));
    assert_eq!(written("claims.csv"), reference("claims.csv"));
    assert_eq!(written("claims.svg"), reference("claims.svg"));
    let [now, known] = [written("claims.md"), reference("claims.md")].map(|page| judged(&page));
    assert!(now.len() > 70);
    for (now, known) in now.iter().zip(&known) {
        assert_eq!(now, known);
    }
    assert_eq!(now.len(), known.len());
}

/// Notes what the files named in `MADE` are made of now. A file that has changed is of this commit.
#[test]
#[ignore = "writes data/reference/made.toml"]
fn write_made_toml() {
    let wanted = std::env::var("MADE").expect("MADE names files, or says `all`");
    let mut all = made();
    all.retain(|name, _| results().contains(name));
    for name in results() {
        if wanted != "all" && !wanted.split(',').any(|one| one == name) {
            continue;
        }
        let known = all.remove(&name).unwrap_or_default();
        let now = Made::now(&name, known.recipe.as_deref());
        let [commit, date] = if known.sha256 == now.sha256 {
            [known.commit, known.date]
        } else {
            this_commit()
        };
        let text = reference(&name);
        let first = text.lines().next().unwrap_or_default();
        let stale = first.trim_start_matches("<!-- ").strip_prefix("Stale: ");
        let stale = stale.map(|reason| reason.trim_end_matches(" -->").to_string());
        all.insert(
            name,
            Made {
                commit,
                date,
                stale,
                ..now
            },
        );
    }
    let text = toml::to_string(&all).expect("texts");
    fs::write(
        root().join("data/reference/made.toml"),
        format!("{HEAD}{text}"),
    )
    .expect("written");
    let mut all = cards();
    all.retain(|name, _| files_of_games().contains(name));
    for name in files_of_games() {
        let now = Card::now(&results_folder().join(&name));
        if all
            .get(&name)
            .is_none_or(|known| known.sha256 != now.sha256)
        {
            let [commit, date] = this_commit();
            all.insert(
                name,
                Card {
                    commit,
                    date,
                    ..now
                },
            );
        }
    }
    let text = toml::to_string(&all).expect("texts");
    let file = results_folder().join("card.toml");
    fs::write(file, format!("{CARD_HEAD}{text}")).expect("written");
}

/// The last commit and its date.
fn this_commit() -> [String; 2] {
    let git = ["show", "-s", "--format=%h %cs", "HEAD"];
    let output = Command::new("git").args(git).current_dir(root()).output();
    let text = String::from_utf8(output.expect("git").stdout).expect("text");
    let (commit, date) = text.trim().split_once(' ').expect("a commit and its date");
    [commit, date].map(str::to_string)
}
