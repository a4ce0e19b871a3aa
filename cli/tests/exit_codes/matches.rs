//! Matches of two players.

use super::program::Folder;
use serde_json::Value;

const MATCH: &[&str] = &[
    "match",
    "tiny.toml",
    "--first",
    "nodes=30",
    "--second",
    "depth=1,noise=0",
    "--pairs",
    "6",
    "--ply-cap",
    "60",
    "--json",
];

#[test]
fn a_match_is_the_same_with_any_number_of_threads() {
    let folder = Folder::new();
    let answer = folder.passes(MATCH);
    let result: Value = serde_json::from_str(&answer).expect("an object");
    let pairs = result["ptnml"].as_array().expect("five counts");
    let played: u64 = pairs.iter().filter_map(Value::as_u64).sum();
    assert_eq!((pairs.len(), played), (5, 6), "{answer}");
    let games = result["games"].as_array().expect("three counts");
    let games: u64 = games.iter().filter_map(Value::as_u64).sum();
    assert_eq!(games, 12, "{answer}");
    assert!(result["llr"].is_null(), "{answer}");
    for threads in ["1", "3"] {
        let again = folder.passes(&[MATCH, &["--threads", threads]].concat());
        assert_eq!(again, answer, "{threads} threads");
    }
}

#[test]
fn a_test_ends_a_match_when_it_knows() {
    let sprt = ["--sprt", "-400,-300", "--pairs", "200"];
    let answer = Folder::new().passes(&[&MATCH[..6], &sprt, &MATCH[8..]].concat());
    let result: Value = serde_json::from_str(&answer).expect("an object");
    assert_eq!(result["verdict"], "H1", "{answer}");
    let [llr, bound] = [&result["llr"], &result["bounds"][1]].map(|number| number.as_f64());
    assert!(llr >= bound, "{answer}");
    let pairs = result["ptnml"].as_array().expect("five counts");
    let played: u64 = pairs.iter().filter_map(Value::as_u64).sum();
    assert!(played < 200, "{answer}");
}

/// What was found is said first, and a match that its test has ended lacks no games.
#[test]
fn a_match_says_what_it_found() {
    let folder = Folder::new();
    let sprt = ["--sprt", "-400,-300", "--pairs", "200", "--out", "ended"];
    let said = folder.passes(&[&MATCH[..6], &sprt].concat());
    let found = said.lines().nth(1).expect("a second line");
    assert!(
        found.contains(" pairs; the test of -400 against -300 Elo: H1 accepted."),
        "{said}"
    );
    let reported = folder.call(&["report", "ended"]);
    assert_eq!(reported.code, Some(0));
    assert!(
        !reported.err.contains("games are there"),
        "{}",
        reported.err
    );
    let page = std::fs::read_to_string(folder.path("ended/page.html")).expect("a page");
    assert!(!page.contains("of 400") && !page.contains("What the authors say"));
}

#[test]
fn wrong_players_and_tests_are_refused() {
    let folder = Folder::new();
    for (option, value, parts) in [
        ("--first", "nodes", ["--first", "nodes=N"]),
        (
            "--first",
            "nods=9",
            ["there is no `nods`", "(did you mean `nodes`?)"],
        ),
        ("--first", "nodes=x", ["`x` is no number", "nodes=N"]),
        ("--first", "noise=1", ["how far it looks", "depth=N"]),
        (
            "--first",
            "speed=1",
            ["there is no `speed`", "nodes=N, depth=N"],
        ),
        ("--sprt", "5,0", ["--sprt", "ELO0,ELO1"]),
        ("--sprt", "0,5,odd", ["--sprt", "normalized"]),
        (
            "--first",
            "depth=1,weights=no.toml",
            ["no.toml", "cannot read"],
        ),
    ] {
        let mut arguments = MATCH.to_vec();
        match arguments.iter().position(|argument| *argument == option) {
            Some(at) => arguments[at + 1] = value,
            None => arguments.extend([option, value]),
        }
        folder.refuses(&arguments, &parts);
    }
}

const LADDER: &str = "\
name = \"L\"
seed = 1
pairs = 2
ply_cap = 40
[[rules]]
id = \"shatranj\"
[[rules]]
id = \"hashishin-wazir\"
[[player]]
nodes = 20
[[player]]
name = \"other / one\"
nodes = 5
[[player]]
nodes = 10
[opening]
plies = 4
[match]
";

#[test]
fn a_ladder_is_a_match_against_each_under_each_rule_set() {
    let folder = Folder::new();
    folder.write("ladder.toml", LADDER);
    let arguments = ["match", "ladder.toml", "--out", "all", "--json"];
    let answer = folder.passes(&arguments);
    let results: Value = serde_json::from_str(&answer).expect("a list");
    let results = results.as_array().expect("a list");
    let told: Vec<String> = (results.iter())
        .map(|one| format!("{} {}", one["rules"], one["players"]))
        .collect();
    assert_eq!(
        told,
        [
            r#""shatranj" ["20 nodes","other / one"]"#,
            r#""shatranj" ["20 nodes","10 nodes"]"#,
            r#""hashishin-wazir" ["20 nodes","other / one"]"#,
            r#""hashishin-wazir" ["20 nodes","10 nodes"]"#,
        ]
    );
    for one in results {
        let games = one["games"].as_array().expect("three counts");
        assert_eq!(games.iter().filter_map(Value::as_u64).sum::<u64>(), 4);
    }
    let read = |name: &str| {
        std::fs::read_to_string(folder.path(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    };
    let rows = read("all/rows.csv");
    assert_eq!(
        rows.matches("hashishin-wazir,20 nodes against 10 nodes")
            .count(),
        4,
        "{rows}"
    );
    assert!(read("all/001-shatranj-other-one/games.csv").lines().count() == 5);
    // What has been played is not played again, and the table is the same.
    assert_eq!(folder.passes(&arguments), answer);
    assert_eq!(read("all/rows.csv"), rows);
}
