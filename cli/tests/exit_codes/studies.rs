//! `tradewind register` and `study`: what is laid down is what is played, and a change of it shows.

use super::program::{EXPERIMENT, Folder, OTHER};
use std::fs;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{Control, Executor, play};

const STUDY: &str = "\
name       = \"More to choose from\"
claims     = \"claims.toml\"
stopping   = \"all pairs are played\"
exclusions = [\"pairs with a game that a fault ended\"]
";

fn claims(bound: &str) -> String {
    format!(
        "[[claim]]\nid = \"choice\"\ngame = \"Tiny\"\nclaim = \"The other rook leaves more to choose from.\"\n\
         source = \"these tests\"\nexperiment = \"plan\"\n\
         metric = {{ name = \"branching_factor\", rules = \"new\", than = \"old\" }}\n{bound}\n"
    )
}

/// A folder with a study of two rule sets.
fn folder() -> Folder {
    let folder = Folder::new();
    let two = EXPERIMENT.replace(
        "[rules]\nid = \"tiny.toml\"\n",
        "[[rules]]\nname = \"old\"\nid = \"tiny.toml\"\n\n[[rules]]\nname = \"new\"\nid = \"other.toml\"\n\n",
    );
    folder.write("other.toml", OTHER);
    folder.write("plan.toml", &two.replace("pairs = 30", "pairs = 120"));
    folder.write("claims.toml", &claims("above = 0"));
    folder.write("study.toml", STUDY);
    folder
}

fn hash(folder: &Folder, name: &str) -> String {
    let text = fs::read_to_string(folder.path(name)).expect("a registration");
    let line = text.lines().find(|line| line.starts_with("hash = "));
    line.expect("a hash")
        .split('"')
        .nth(1)
        .expect("a text")
        .to_string()
}

#[test]
fn a_study_is_explored_and_confirmed() {
    let folder = folder();
    folder.passes(&["register", "study.toml"]);
    let hash = hash(&folder, "study.registered.toml");
    // Nothing beside it counts any more.
    for name in [
        "tiny.toml",
        "other.toml",
        "plan.toml",
        "claims.toml",
        "study.toml",
    ] {
        fs::remove_file(folder.path(name)).expect("it was there");
    }
    let study = ["study", "study.registered.toml", "--out", "out"];
    let explored = folder.passes(&study);
    for part in [
        hash.as_str(),
        "supported",
        "not confirmed yet",
        "all pairs are played",
    ] {
        assert!(explored.contains(part), "{part}: {explored}");
    }
    let own = format!("out/{}", &hash[..12]);
    assert!(
        folder
            .path(&format!("{own}/exploration/claims.csv"))
            .is_file()
    );
    assert!(!folder.path(&format!("{own}/confirmation")).exists());
    let confirmed = folder.passes(&[&study[..], &["--confirm", "--threads", "1"]].concat());
    assert!(!confirmed.contains("not confirmed yet"), "{confirmed}");
    assert_eq!(confirmed.matches("supported").count(), 2, "{confirmed}");
    // Half of the pairs each, and no game of one is one of the other's.
    let games = |phase: &str| {
        let folder_of = format!("{own}/{phase}/plan");
        folder.passes(&["games", &folder_of, "--csv"])
    };
    let [one, other] = ["exploration", "confirmation"].map(games);
    assert_eq!(one.lines().count(), other.lines().count());
    assert_ne!(one, other);
    // The same again, somewhere else.
    let again = [
        "study",
        "study.registered.toml",
        "--out",
        "again",
        "--confirm",
    ];
    assert_eq!(folder.passes(&again), confirmed);
    for file in ["study.md", "study.csv"] {
        let bytes = |root: &str| fs::read(folder.path(root).join(file)).expect("a result");
        assert_eq!(bytes("out"), bytes("again"), "{file}");
    }
}

#[test]
fn a_change_is_an_amendment_or_is_refused() {
    let folder = folder();
    folder.passes(&["register", "study.toml"]);
    folder.passes(&["register", "study.toml"]);
    folder.write("claims.toml", &claims("above = 50"));
    folder.refuses(
        &["register", "study.toml"],
        &[
            "study.registered.toml: a study is registered there",
            "--amends",
        ],
    );
    let amend = [
        "register",
        "study.toml",
        "--amends",
        "study.registered.toml",
        "--out",
        "second.toml",
    ];
    folder.passes(&amend);
    folder.refuses(
        &[
            "register",
            "study.toml",
            "--amends",
            "second.toml",
            "--out",
            "third.toml",
        ],
        &["there is nothing to amend"],
    );
    let both = folder.passes(&["study", "second.toml", "--out", "out"]);
    for part in [
        hash(&folder, "study.registered.toml").as_str(),
        hash(&folder, "second.toml").as_str(),
        "claim choice, above: 0 → 50",
        "supported",
        "contradicted",
    ] {
        assert!(both.contains(part), "{part}: {both}");
    }
    let text = fs::read_to_string(folder.path("study.registered.toml")).expect("a registration");
    folder.write(
        "study.registered.toml",
        &text.replace("above = 0", "above = 1"),
    );
    folder.refuses(
        &["study", "study.registered.toml", "--out", "other"],
        &["it was changed after it was registered", "--amends"],
    );
}

#[test]
fn what_is_no_study_is_refused() {
    let folder = folder();
    folder.refuses(&["register", "none.toml"], &["none.toml"]);
    folder.write("wrong.toml", &STUDY.replace("stopping", "stoping"));
    folder.refuses(&["register", "wrong.toml"], &["wrong.toml: ", "stoping"]);
    folder.write("wrong.toml", &format!("{STUDY}confirmation = 0.95\n"));
    folder.refuses(&["register", "wrong.toml"], &["from 0 to 0.9"]);
    let plan = fs::read_to_string(folder.path("plan.toml")).expect("a plan");
    folder.write("plan.toml", &plan.replace("pairs = 120", "pairs = 2"));
    folder.write("wrong.toml", &format!("{STUDY}confirmation = 0.9\n"));
    folder.refuses(&["register", "wrong.toml"], &["plan: 2 pairs are too few"]);
    folder.refuses(&["study", "study.toml", "--out", "out"], &["study.toml: "]);
}

#[test]
fn a_direct_contrast_is_judged_by_its_score() {
    let folder = folder();
    let odds = EXPERIMENT.replace(
        "[rules]\nid = \"tiny.toml\"\n",
        "[rules]\nid = \"tiny.toml\"\nodds = [\"P>R :\"]\n",
    );
    folder.write("plan.toml", &odds.replace("pairs = 30", "pairs = 300"));
    let metric = "metric = { name = \"branching_factor\", rules = \"new\", than = \"old\" }";
    let contrast = claims("above = 50").replace(metric, "odds = \"P>R :\"");
    folder.write("claims.toml", &contrast);
    folder.passes(&["register", "study.toml"]);
    let said = folder.passes(&[
        "study",
        "study.registered.toml",
        "--out",
        "out",
        "--confirm",
    ]);
    assert_eq!(said.matches("supported").count(), 2, "{said}");
    let plan = fs::read_dir(folder.path("out")).expect("results");
    let own = plan
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.is_dir());
    let games = own.expect("games").join("exploration/plan");
    let games = games.to_str().expect("a path");
    let values = folder.passes(&["values", games]);
    assert!(values.contains("Scores of odds"), "{values}");
    assert!(values.contains("only scores are given"), "{values}");
    let wrong = contrast.replace("P>R :", "R>P :");
    folder.write("claims.toml", &wrong);
    folder.refuses(
        &["register", "study.toml", "--out", "second.toml"],
        &["claim choice: plan has no odds `R>P :`; it has P>R :"],
    );
    // Programs that a plan names are not run, and no result is stopped by a test.
    let matched = odds.replace("[player]\n", "[match]\n\n[[player]]\n");
    let matched = matched.replace(
        "weights = \"untuned\"\n",
        "\n[[player]]\nname = \"other\"\ndepth = 1\n",
    );
    folder.write("plan.toml", &matched);
    folder.write("claims.toml", &contrast);
    folder.refuses(
        &["register", "study.toml", "--out", "second.toml"],
        &["a match is not played"],
    );
}

/// Files that say of themselves that they are of the exploration, with games of other seeds or other players.
#[test]
fn games_that_do_not_follow_from_the_registration_are_refused() {
    let folder = folder();
    folder.passes(&["register", "study.toml"]);
    let study = ["study", "study.registered.toml", "--out", "out"];
    let explored = folder.passes(&study);
    let own = format!(
        "out/{}/exploration/plan",
        &hash(&folder, "study.registered.toml")[..12]
    );
    let own = folder.path(&own);
    let registered = experiment_of(&own).expect("an experiment");
    let games = Archive::new(&registered, &own);
    let right = games.read(0).expect("games");
    let changes: [fn(&mut Experiment); 2] = [
        |other| other.seed += 1,
        |other| other.players[0].noise += 40,
    ];
    for change in changes {
        let mut other = registered.clone();
        change(&mut other);
        let elsewhere = tempfile::tempdir().expect("a folder");
        let archive = Archive::new(&other, elsewhere.path());
        let pairs = 0..other.all_pairs();
        let control = Control::new(&Executor::default());
        play(&archive, pairs, &control, &|_| {}).expect("it is played");
        games
            .write(0, &archive.read(0).expect("games"))
            .expect("it is written");
        let said = folder.call(&[&study[..], &["--confirm"]].concat());
        assert_eq!(said.code, Some(2), "{}{}", said.out, said.err);
        assert!(
            said.err
                .contains("is not what the registered experiment plays with its seed"),
            "{}",
            said.err
        );
    }
    games.write(0, &right).expect("it is written");
    assert_eq!(folder.passes(&study), explored);
    // What was explored is told beside what was registered.
    assert!(
        explored.contains("Hash of the explored games"),
        "{explored}"
    );
}
