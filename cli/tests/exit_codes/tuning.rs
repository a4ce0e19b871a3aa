//! Weights from games, search parameters from matches, and the loop.

use super::program::{EXPERIMENT, Folder};
use serde_json::Value;
use std::fs;

/// Games in which both sides win now and then.
fn played() -> Folder {
    let folder = Folder::new();
    let games = EXPERIMENT
        .replace("pairs = 30", "pairs = 150")
        .replace("ply_cap = 40", "ply_cap = 80");
    folder.write("games.toml", &games);
    folder.passes(&["run", "games.toml", "--out", "games"]);
    folder
}

const TEXEL: &[&str] = &[
    "tune",
    "texel",
    "games",
    "--rules",
    "tiny.toml",
    "--out",
    "tuned",
];

#[test]
fn weights_are_fitted_to_games_and_can_be_played_with() {
    let folder = played();
    let said = folder.passes(TEXEL);
    assert!(said.contains("loss of the validation set: "), "{said}");
    let weights = fs::read_to_string(folder.path("tuned/weights.toml")).expect("weights");
    for part in ["[provenance]", "games = 300", "[material]", "begun_with"] {
        assert!(weights.contains(part), "{weights}");
    }
    for name in [
        "losses.csv",
        "weights.csv",
        "losses.png",
        "weights-material.svg",
    ] {
        let length = fs::metadata(folder.path("tuned").join(name)).map(|file| file.len());
        assert!(length.is_ok_and(|length| length > 50), "{name}");
    }
    let table = fs::read_to_string(folder.path("tuned/weights.csv")).expect("a table");
    assert!(table.starts_with("group,key,board,before_cp,after_cp,after_cp_low,after_cp_high"));
    // The same bytes on another number of threads, and from a temporary file.
    let other = [
        "tune",
        "texel",
        "games",
        "--rules",
        "tiny.toml",
        "--out",
        "again",
    ];
    let options = ["--threads", "1", "--memory", "0", "--json"];
    let told = folder.passes(&[&other[..], &options[..]].concat());
    let told: Value = serde_json::from_str(&told).expect("an object");
    assert!(
        told["provenance"]["positions"].as_u64() > Some(100),
        "{told}"
    );
    for name in ["weights.toml", "losses.csv", "weights.csv", "losses.svg"] {
        let read = |of: &str| fs::read(folder.path(of).join(name)).expect("a file");
        assert!(read("tuned") == read("again"), "{name}");
    }
    let tuned = EXPERIMENT.replace("untuned", "tuned/weights.toml");
    folder.write("tuned.toml", &tuned);
    folder.passes(&["run", "tuned.toml", "--out", "played"]);
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let folder = played();
    let with = |more: &[&'static str]| [TEXEL, more].concat();
    folder.refuses(
        &["tune", "texel", "nowhere", "--rules", "tiny.toml"],
        &["there are no games in nowhere"],
    );
    folder.refuses(
        &["tune", "texel", "games", "--rules", "chess"],
        &["no games of Chess", "they have"],
    );
    folder.refuses(&with(&["--from", "no.toml"]), &["no.toml", "cannot read"]);
    folder.refuses(&with(&["--lambda", "0.5"]), &["evaluations = true"]);
    folder.refuses(
        &with(&["--freeze", "material.N"]),
        &["no weight `material.N`"],
    );
    folder.refuses(&with(&["--freeze", "*"]), &["every weight is frozen"]);
    folder.refuses(&with(&["--bound", "material.*"]), &["MIN..MAX"]);
    folder.refuses(&with(&["--bound", "material.*=nan..1"]), &["MIN..MAX"]);
    folder.refuses(&with(&["--rate", "nan"]), &["from 0.001 to 1000"]);
    folder.refuses(&with(&["--l2", "0"]), &["from 0.01 to 1000000"]);
    folder.refuses(&with(&["--validation", "1"]), &["from 0.01 to 0.9"]);
    folder.write("wild.toml", "[material]\nP = [nan, 100]\n");
    folder.refuses(
        &with(&["--from", "wild.toml"]),
        &["wild.toml", "line 2", "`P` of [material] is no weight"],
    );
    folder.write("lazy.toml", "[search]\nlazy = -1\n");
    folder.refuses(
        &with(&["--from", "lazy.toml"]),
        &["line 2", "a whole number from 0"],
    );
    // Games that all end in the same way.
    let drawn = EXPERIMENT.replace("ply_cap = 40", "ply_cap = 8");
    folder.write("short.toml", &drawn);
    folder.passes(&["run", "short.toml", "--out", "short"]);
    folder.refuses(
        &[
            "tune",
            "texel",
            "short",
            "--rules",
            "tiny.toml",
            "--out",
            "x",
        ],
        &["nothing can be learnt from these games"],
    );
}

const LOOP: &str = "\
[test]
nodes = 20
pairs = 6
sprt = { elo0 = -400, elo1 = -300 }

[loop]
generations = 1
";

pub fn loop_text() -> String {
    let games = EXPERIMENT
        .replace("pairs = 30", "pairs = 80")
        .replace("ply_cap = 40", "ply_cap = 80")
        .replace("\n[estimates]\nbootstrap = 40\n", "\n");
    games + LOOP
}

#[test]
fn a_loop_leaves_weights_with_their_lineage() {
    let folder = Folder::new();
    folder.write("loop.toml", &loop_text());
    let said = folder.passes(&["tune", "loop", "loop.toml"]);
    assert!(
        said.contains("Generations") && said.contains("promoted"),
        "{said}"
    );
    for name in [
        "weights.toml",
        "ladder.csv",
        "ladder.md",
        "ladder.svg",
        "ladder.png",
        "generation-001/weights.toml",
        "generation-001/losses.csv",
        "generation-001/weights.csv",
        "generation-001/weights-material.png",
    ] {
        assert!(folder.path("out/loop-loop").join(name).is_file(), "{name}");
    }
    let weights = fs::read_to_string(folder.path("out/loop-loop/weights.toml")).expect("weights");
    for part in [
        "[[provenance.matches]]",
        "verdict = \"H1\"",
        "sprt = [-400.0, -300.0]",
    ] {
        assert!(weights.contains(part), "{weights}");
    }
    // It is at its end already, and says the same again.
    assert_eq!(folder.passes(&["tune", "loop", "loop.toml"]), said);
    folder.write(
        "loop.toml",
        &loop_text().replace("nodes = 20", "nodes = 21"),
    );
    folder.refuses(
        &["tune", "loop", "loop.toml"],
        &["out/loop-loop", "another loop"],
    );
}

#[test]
fn wrong_loops_are_refused_with_their_places() {
    let folder = Folder::new();
    for (from, to, parts) in [
        (
            "generations = 1",
            "generations = 0",
            ["loop.toml:", "from 1 to"],
        ),
        (
            "generations = 1",
            "rounds = 1",
            ["loop.toml:", "no key `rounds`"],
        ),
        (
            "nodes = 20",
            "nodes = \"many\"",
            ["loop.toml:", "not a whole number"],
        ),
        (
            "elo0 = -400",
            "elo0 = 400",
            ["loop.toml:", "400 is not below -300"],
        ),
        (
            "[test]",
            "[texel]\nlambda = 2\n[test]",
            ["loop.toml:", "from 0 to 1"],
        ),
        (
            "[test]",
            "[texel]\nfrozen = [1]\n[test]",
            ["loop.toml:", "not a text"],
        ),
        (
            "[player]",
            "[[player]]\nnodes = 3\n[[player]]",
            ["loop.toml:", "one [player]"],
        ),
        (
            "[test]",
            "[texel]\nfrozen = [\"material.N\"]\n[test]",
            ["loop.toml:", "no weight `material.N`"],
        ),
        (
            "[test]",
            "[texel]\nlambda = 0.5\n[test]",
            ["loop.toml:", "evaluations = true"],
        ),
        (
            "generations = 1",
            "games = [\"nowhere\"]",
            ["there are no games in", "nowhere"],
        ),
    ] {
        folder.write("loop.toml", &loop_text().replace(from, to));
        let said = folder.call(&["tune", "loop", "loop.toml", "--out", "x"]);
        assert_eq!(said.code, Some(2), "{to}: {}", said.err);
        assert!(
            parts.iter().all(|part| said.err.contains(part)),
            "{to}: {}",
            said.err
        );
    }
}

const SPSA: &str = "\
[spsa]
iterations = 3

[[parameter]]
name = \"rfp_margin\"

[verification]
nodes = 20
pairs = 3
";

/// The experiment whose players' search is tuned.
fn searched() -> String {
    EXPERIMENT
        .replace("pairs = 30", "pairs = 2")
        .replace("depth = 1", "nodes = 30")
        .replace("\n[estimates]\nbootstrap = 40\n", "\n")
}

/// The file of an SPSA run whose iterations have several perturbations.
pub fn search_text() -> String {
    searched() + &SPSA.replace("iterations = 3", "iterations = 3\ndirections = 3")
}

#[test]
fn search_parameters_are_tuned() {
    let folder = Folder::new();
    let text = searched();
    folder.write("search.toml", &(text.clone() + SPSA));
    let said = folder.passes(&["tune", "spsa", "search.toml"]);
    assert!(said.contains("search = { rfp_margin = "), "{said}");
    assert!(
        said.contains("tiny, against the first parameters: 3 pairs"),
        "{said}"
    );
    for name in [
        "path.csv",
        "numbers.csv",
        "path.svg",
        "path.png",
        "spsa.toml",
    ] {
        assert!(
            folder.path("out/spsa-search").join(name).is_file(),
            "{name}"
        );
    }
    assert_eq!(folder.passes(&["tune", "spsa", "search.toml"]), said);
    let many = SPSA.replace("iterations = 3", "iterations = 3\ndirections = 26");
    let two = "[[player]]\nname = \"one\"\nnodes = 30\n[[player]]\nname = \"other\"";
    folder.write("many.toml", &(text.replace("[player]", two) + &many));
    let said = ["many.toml:", "26 directions", "at most directions = 25"];
    folder.refuses(&["tune", "spsa", "many.toml"], &said);
    let wrong = text + &SPSA.replace("rfp_margin", "rfp_margins");
    folder.write("search.toml", &wrong);
    folder.refuses(
        &["tune", "spsa", "search.toml"],
        &["search.toml:", "\"rfp_margin\""],
    );
}

#[test]
fn players_take_search_parameters() {
    let folder = Folder::new();
    let players = |first: &'static str| {
        let words = [
            "match",
            "tiny.toml",
            "--first",
            first,
            "--second",
            "depth=1",
        ];
        [&words[..], &["--pairs", "2", "--ply-cap", "40"]].concat()
    };
    folder.passes(&players(
        "nodes=50,search.rfp_margin=40,search.aspiration_window=20",
    ));
    folder.refuses(
        &players("nodes=50,search.rfp_margin=4000"),
        &["4000", "from 20 to 400"],
    );
    folder.refuses(&players("nodes=50,search.speed=1"), &["no key `speed`"]);
    folder.refuses(
        &players("nodes=50,search.reverse_margin=40"),
        &["`reverse_margin` is called `rfp_margin` now"],
    );
    folder.passes(&players("nodes=50,weights=untuned"));
}

/// What is wrong with the rule set or the player is said, and nothing else is made of it.
#[test]
fn a_loop_or_search_without_rules_or_player_is_refused() {
    let folder = Folder::new();
    let more = "[spsa]\niterations = 1\n";
    for (from, to, message) in [
        ("tiny.toml", "sciroco-2009", "wrong.toml:7:6: "),
        (
            "[rules]\nid = \"tiny.toml\"\n",
            "",
            "the experiment has no `rules`",
        ),
        (
            "[player]\ndepth = 1\nnoise = 50\n",
            "",
            "the experiment has no `player`",
        ),
    ] {
        let text = EXPERIMENT.replace(from, to);
        folder.write("wrong.toml", &text);
        folder.refuses(&["tune", "loop", "wrong.toml"], &[message]);
        folder.write("wrong.toml", &format!("{text}{more}"));
        folder.refuses(&["tune", "spsa", "wrong.toml"], &[message]);
    }
}
