//! Matches against other engines: good ones play, bad ones lose their games and the match goes on.
#![cfg(unix)]

use super::program::{EXPERIMENT, Folder};
use serde_json::Value;

/// An engine that answers what it is asked until it is to move; then it does as told.
fn engine(then: &str) -> String {
    format!(
        "while read line; do case \"$line\" in\n\
         uci) echo id name bad; echo uciok;;\n\
         isready) echo readyok;;\n\
         go*) {then};;\n\
         quit) exit;;\n\
         esac; done\n"
    )
}

/// A match of the program against another engine, which is to follow.
const AGAINST: &[&str] = &["match", "tiny.toml", "--first", "nodes=50", "--second"];

/// The result of a match of the program against an engine, and the notes of forfeited games.
fn play(folder: &Folder, second: &str, pairs: &str) -> (Value, Vec<Value>) {
    let course = [
        "--pairs",
        pairs,
        "--ply-cap",
        "60",
        "--out",
        "result",
        "--json",
    ];
    let arguments = [AGAINST, &[second], &course].concat();
    let answer = folder.passes(&arguments);
    let games = folder.passes(&["games", "result", "--termination", "forfeit", "--json"]);
    let games = games
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"));
    let games = games.collect();
    // What has been played is not played again.
    assert_eq!(folder.passes(&arguments), answer);
    (serde_json::from_str(&answer).expect("an object"), games)
}

#[test]
fn this_program_plays_itself_as_another_engine() {
    let folder = Folder::new();
    let second = format!(
        "engine={},arg=uci,option.UCI_Variant=tiny.toml,nodes=50",
        env!("CARGO_BIN_EXE_tradewind")
    );
    let (result, forfeits) = play(&folder, &second, "6");
    assert_eq!(forfeits, Vec::<Value>::new());
    let games = result["games"].as_array().expect("three counts");
    assert_eq!(
        games.iter().filter_map(Value::as_u64).sum::<u64>(),
        12,
        "{result}"
    );
    let names = &result["players"];
    assert_eq!(
        names,
        &serde_json::json!(["50 nodes", "tradewind, 50 nodes"])
    );
}

#[test]
fn chess_is_written_as_other_engines_write_it() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_tradewind");
    let second = format!("engine={program},arg=uci,nodes=50");
    let arguments = [
        "match",
        "chess",
        "--first",
        "nodes=50",
        "--second",
        &second,
        "--pairs",
        "3",
        "--ply-cap",
        "120",
        "--out",
        "result",
        "--json",
    ];
    folder.passes(&arguments);
    assert_eq!(
        folder.passes(&["games", "result", "--termination", "forfeit", "--json"]),
        ""
    );
    let shown = folder.passes(&["games", "result", "--json"]);
    assert_eq!(shown.lines().count(), 6);
}

/// Both games of a pair begin with a game of the book; nobody runs out of time; the games are written as PGN.
#[test]
fn a_match_by_book_and_clock_ends_in_a_pgn() {
    let folder = Folder::new();
    folder.write(
        "book.pgn",
        "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 *\n",
    );
    let program = env!("CARGO_BIN_EXE_tradewind");
    let second = format!("engine={program},arg=uci,tc=3+0.02,nodes=100");
    let arguments = [
        "match",
        "chess",
        "--first",
        "tc=3+0.02,nodes=100",
        "--second",
        &second,
        "--book",
        "book.pgn",
        "--book-plies",
        "5",
        "--pairs",
        "2",
        "--ply-cap",
        "60",
        "--out",
        "result",
        "--json",
    ];
    folder.passes(&arguments);
    let shown = folder.passes(&["games", "result", "--json"]);
    let games: Vec<Value> = (shown.lines())
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert!(
        games.iter().all(|game| game["termination"] != "forfeit"),
        "{shown}"
    );
    let pgn = folder.passes(&["games", "result", "--pgn"]);
    let begun = |moves: &str| pgn.matches(moves).count();
    assert_eq!(begun("1. e4 e5 2. Nf3 Nc6 3."), 2, "{pgn}");
    assert_eq!(begun("1. d4 Nf6 2. c4 e6 3. Nc3"), 2, "{pgn}");
    assert_eq!(
        begun("3. Nc3 Bb4"),
        0,
        "the sixth ply is not the book's: {pgn}"
    );
    // The book is kept with the games.
    std::fs::remove_file(folder.path("book.pgn")).expect("it is there");
    folder.passes(&["match", "result/experiment.toml", "--out", "again"]);
}

#[test]
fn wrong_books_and_clocks_are_refused() {
    let folder = Folder::new();
    folder.write("book.epd", "8/8/8/8/8/8/8/8 w - -\n");
    let with = |more: &[&str]| {
        let players = [
            "match", "chess", "--first", "nodes=10", "--second", "nodes=20",
        ];
        [&players, more]
            .concat()
            .iter()
            .map(|word| word.to_string())
            .collect::<Vec<_>>()
    };
    for (more, wanted) in [
        (vec!["--book", "book.epd"], "book.epd:1"),
        (vec!["--book", "none.pgn"], "cannot read the book none.pgn"),
        (
            vec!["--book", "book.epd", "--max-imbalance-cp", "3"],
            "cannot be used with",
        ),
        (vec!["--book-plies", "3"], "--book"),
    ] {
        let words = with(&more);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        folder.refuses(&words, &[wanted]);
    }
    folder.refuses(
        &[
            "match", "chess", "--first", "tc=10:0", "--second", "nodes=1",
        ],
        &["`10:0` is no clock", "tc=10+0.1"],
    );
    folder.write(
        "timed.toml",
        &EXPERIMENT.replace("depth = 1", "tc = \"1+0.1\""),
    );
    folder.refuses(
        &["run", "timed.toml"],
        &["timed.toml", "`tc`", "matches only"],
    );
}

#[test]
fn engines_that_fail_lose_their_games() {
    for (then, reason) in [
        ("exit 3", "ended (exit status: 3)"),
        ("kill -9 $$", "ended (signal: 9"),
        ("sleep 60", "did not answer `go nodes 50` within 1 s"),
        (
            "echo bestmove a1a1",
            "played `a1a1`, which is not legal there",
        ),
        ("echo bestmove", "did not answer"),
        ("echo 'bestmove (none)'", "played `(none)`"),
    ] {
        let folder = Folder::new();
        folder.write("engine.sh", &engine(then));
        let second = "engine=sh,arg=engine.sh,time_margin=1,nodes=50,name=bad";
        let (result, forfeits) = play(&folder, second, "2");
        assert_eq!(
            result["games"],
            serde_json::json!([4, 0, 0]),
            "{then}: {result}"
        );
        assert_eq!(forfeits.len(), 4, "{then}");
        for game in &forfeits {
            let note = game["note"].as_str().unwrap_or_default();
            assert!(
                note.starts_with("bad ") && note.contains(reason),
                "{then}: {note}"
            );
        }
    }
}

/// An engine that never was one is a mistake of the user's, not a loss.
#[test]
fn what_is_no_engine_is_refused() {
    for (program, reason) in [
        ("./none", "none, 50 nodes cannot be started"),
        ("true", "true, 50 nodes ended"),
        ("cat", "cat, 50 nodes did not answer `uci`"),
    ] {
        let folder = Folder::new();
        let second = format!("engine={program},time_margin=1,nodes=50");
        let arguments = [AGAINST, &[&second]].concat();
        folder.refuses(&arguments, &[reason]);
    }
    let arguments = [AGAINST, &["engine=,nodes=50"]].concat();
    Folder::new().refuses(&arguments, &["`engine=` names no program"]);
}

/// What an engine has started ends with it, even in a session of its own.
#[test]
#[cfg(target_os = "linux")]
fn what_an_engine_has_started_ends_with_it() {
    let folder = Folder::new();
    let start = "setsid sh -c 'echo $$ >>pids; exec sleep 1000' >/dev/null 2>&1 &\n\
                 sh -c 'echo $$ >>pids; exec sleep 1000' >/dev/null 2>&1 &\n";
    folder.write(
        "engine.sh",
        &format!("{start}{}", engine("echo bestmove a1a1")),
    );
    play(
        &folder,
        "engine=sh,arg=engine.sh,time_margin=1,nodes=50,name=bad",
        "2",
    );
    let text = std::fs::read_to_string(folder.path("pids")).expect("it was started");
    let started: Vec<&str> = text.lines().collect();
    assert!(started.len() > 2, "{text}");
    let is_running = |process: &&str| {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = status
            .rsplit(") ")
            .next()
            .and_then(|rest| rest.chars().next());
        state.is_some_and(|state| state != 'Z')
    };
    for _ in 0..100 {
        if !started.iter().any(&is_running) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("some of {started:?} go on");
}
