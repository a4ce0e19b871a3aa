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

#[test]
fn wrong_players_and_tests_are_refused() {
    let folder = Folder::new();
    for (option, value, parts) in [
        ("--first", "nodes", ["--first", "nodes=N"]),
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
