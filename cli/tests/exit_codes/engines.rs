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

/// A player that forfeits every game of the first pair cannot play: the match ends there, and says so.
#[test]
fn engines_that_fail_are_told_from_weak_ones() {
    for (then, reason) in [
        ("exit 3", "ended (exit status: 3)"),
        (
            "echo no library >&2; exit 3",
            "; standard error: no library",
        ),
        ("kill -9 $$", "ended (signal: 9"),
        ("sleep 60", "did not answer `go nodes 50` within 1 s"),
        (
            "echo bestmove a1a1",
            "played `a1a1`, which is not legal there",
        ),
        ("echo bestmove", "answered `bestmove` without a move"),
        ("echo 'bestmove (none)'", "played `(none)`"),
    ] {
        let folder = Folder::new();
        folder.write("engine.sh", &engine(then));
        let course = [
            "--pairs",
            "20",
            "--ply-cap",
            "60",
            "--out",
            "result",
            "--json",
        ];
        let second = "engine=sh,arg=engine.sh,time_margin=1000,nodes=50,name=bad";
        let arguments = [AGAINST, &[second], &course].concat();
        for _ in 0..2 {
            let said = folder.call(&arguments);
            assert_eq!(said.code, Some(1), "{then}: {}{}", said.out, said.err);
            let why = "bad cannot play this match, it forfeited every game: bad ";
            assert!(
                said.err.contains(why) && said.err.contains(reason),
                "{then}: {}",
                said.err
            );
            let result: Value = serde_json::from_str(&said.out).expect("an object");
            assert_eq!(result["games"], serde_json::json!([0, 0, 0]), "{then}");
            assert_eq!(result["forfeits"], serde_json::json!([0, 2]), "{then}");
            assert_eq!(result["elo"]["elo"], Value::Null, "{then}");
        }
        let shown = folder.passes(&["games", "result", "--termination", "forfeit", "--json"]);
        for line in shown.lines() {
            let game: Value = serde_json::from_str(line).expect("an object");
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
        ("cat,dir=nowhere", "nowhere is not a folder"),
        ("cat,log=.", "it is not a regular file"),
        (
            "sh,arg=-c,arg=echo no module >&2; exit 1",
            "ended (exit status: 1); standard error: no module",
        ),
    ] {
        let folder = Folder::new();
        let second = format!("engine={program},time_margin=1000,nodes=50");
        let arguments = [AGAINST, &[&second]].concat();
        folder.refuses(&arguments, &[reason]);
    }
    let arguments = [AGAINST, &["engine=,nodes=50"]].concat();
    Folder::new().refuses(&arguments, &["`engine=` names no program"]);
}

/// This program as another engine, whose lines pass through a script: `then` is done before each best move in `$line`.
fn altered(then: &str) -> String {
    let program = env!("CARGO_BIN_EXE_tradewind");
    format!(
        "{program} uci | while IFS= read -r line; do\n\
         case \"$line\" in bestmove*) {then};; esac\n\
         printf '%s\\n' \"$line\"\n\
         done\n"
    )
}

/// A match of 4 plies beyond the opening with the engine of a script, and what it says of it.
fn short_match(script: &str, options: &str) -> (Folder, String) {
    let folder = Folder::new();
    folder.write("engine.sh", script);
    let second = format!("engine=sh,arg=engine.sh,name=other,{options}");
    let arguments = [
        "match",
        "chess",
        "--first",
        "nodes=1",
        "--second",
        &second,
        "--pairs",
        "2",
        "--ply-cap",
        "12",
        "--out",
        "result",
    ];
    let said = folder.call(&arguments);
    (folder, said.out + &said.err)
}

#[test]
fn engines_are_understood_as_they_write() {
    for then in [
        "",
        "line=$(printf '%s' \"$line\" | tr ' ' '\\t')",
        "line=\"  $line  \"",
        "echo \"$line\"",
        "echo; echo joho",
    ] {
        let (_, said) = short_match(&altered(then), "nodes=10");
        assert!(!said.contains("forfeit"), "{then}: {said}");
        assert!(said.contains("time per move of other: "), "{then}: {said}");
    }
}

/// A player that exceeds its time and margin loses; the time used is printed and recorded in any case.
#[test]
fn times_are_held_and_told() {
    let slow = altered("sleep 0.35");
    let (folder, said) = short_match(&slow, "movetime=10");
    let wanted =
        "other cannot play this match, it forfeited every game: other ran out of time: it took ";
    assert!(said.contains(wanted), "{said}");
    assert!(
        said.contains("had 10 ms, with a margin of 100 ms"),
        "{said}"
    );
    assert!(!said.contains("Elo"), "{said}");
    drop(folder);
    let (folder, said) = short_match(&slow, "movetime=10,time_margin=2000");
    assert!(!said.contains("forfeit"), "{said}");
    let (_, told) = said
        .split_once("time per move of other: ")
        .expect("it is told");
    let (mean, _) = told.split_once(" ms on average").expect("a mean");
    let mean: f64 = mean.parse().expect("a number");
    assert!((350.0..2000.0).contains(&mean), "{said}");
    let shown = folder.passes(&["games", "result", "--json"]);
    for line in shown.lines() {
        let game: Value = serde_json::from_str(line).expect("an object");
        let times = game["times"].as_array().expect("times");
        assert_eq!(times.len(), 4, "{line}");
        assert!(
            times
                .iter()
                .filter(|time| time.as_u64() >= Some(350))
                .count()
                == 2,
            "{line}"
        );
    }
    let pgn = folder.passes(&["games", "result", "--pgn"]);
    assert_eq!(pgn.matches("%emt").count(), 16, "{pgn}");
}

/// Of the lines about a search only those that tell the score of the best move count.
#[test]
fn scores_of_other_lines_end_no_game() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_tradewind");
    for (name, score) in [("ahead", 2000), ("behind", -2000)] {
        folder.write(
            &format!("{name}.sh"),
            &format!(
                "{program} uci | while IFS= read -r line; do case \"$line\" in\n\
                 info*) continue;;\n\
                 bestmove*) echo info depth 1 multipv 1 score cp {score}\n\
                 echo info depth 1 multipv 2 score cp 0\n\
                 echo info depth 2 score cp -5 upperbound\n\
                 echo info depth 2 score cp 5 lowerbound\n\
                 echo info string the old score cp 0 was worse;;\n\
                 esac; printf '%s\\n' \"$line\"; done\n"
            ),
        );
    }
    let player = |name: &str| {
        format!(
            "[[player]]\nname = \"{name}\"\nnodes = 1\nengine = {{ program = \"sh\", arguments = [\"{name}.sh\"] }}\n"
        )
    };
    folder.write(
        "match.toml",
        &format!(
            "name = \"whose score\"\nseed = 1\npairs = 2\nply_cap = 60\n[rules]\nid = \"chess\"\n{}{}\
             [opening]\nplies = 2\n[adjudication]\nwin = {{ score = 1000, plies = 6 }}\n[match]\n",
            player("ahead"),
            player("behind")
        ),
    );
    folder.passes(&["match", "match.toml", "--out", "result"]);
    let shown = folder.passes(&["games", "result", "--json"]);
    assert_eq!(shown.lines().count(), 4);
    for line in shown.lines() {
        let game: Value = serde_json::from_str(line).expect("an object");
        assert_eq!(game["termination"], "adjudicated", "{line}");
        assert_eq!(game["plies"], 8, "{line}");
    }
}

/// A program may depend on its name and its folder; its dialogue is logged on request.
#[test]
fn engines_are_started_as_named_in_their_folder_and_logged() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_tradewind");
    let script = format!(
        "#!/bin/sh\ncase \"$0\" in *linked.sh) ;; *) echo called as \"$0\" >&2; exit 4;; esac\n\
         test -f here || exit 5\nexec {program} uci\n"
    );
    folder.write("real.sh", &script);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("real.sh"), executable).expect("it is ours");
    symlink("real.sh", folder.path("linked.sh")).expect("a link");
    std::fs::create_dir(folder.path("own")).expect("a folder");
    folder.write("own/here", "");
    let with = |second: &'static str| {
        [
            "match",
            "chess",
            "--first",
            "nodes=1",
            "--second",
            second,
            "--pairs",
            "2",
            "--ply-cap",
            "12",
            "--out",
            "result",
        ]
    };
    folder.refuses(
        &with("engine=./real.sh,dir=own,nodes=10"),
        &["exit status: 4", "called as /"],
    );
    folder.refuses(&with("engine=./linked.sh,nodes=10"), &["exit status: 5"]);
    folder.passes(&with("engine=./linked.sh,dir=own,log=said.txt,nodes=10"));
    let log = std::fs::read_to_string(folder.path("said.txt")).expect("a log");
    for part in [" > uci\n", " < uciok\n", " > go nodes 10\n", " < bestmove "] {
        assert!(log.contains(part), "{part}: {log}");
    }
    // With another log it is the same match.
    folder.passes(&with("engine=./linked.sh,dir=own,nodes=10"));
}

/// Positions and moves of games with one-letter pieces are standard: this engine knows the position alone.
#[test]
fn one_letter_games_are_written_as_others_do() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_tradewind");
    let second =
        format!("engine={program},arg=uci,option.UCI_Variant=tiny.toml,nodes=50,log=said.txt");
    let arguments = [
        AGAINST,
        &[
            &second,
            "--pairs",
            "8",
            "--ply-cap",
            "60",
            "--out",
            "result",
        ],
    ]
    .concat();
    let said = folder.passes(&arguments);
    assert!(!said.contains("forfeit"), "{said}");
    let log = std::fs::read_to_string(folder.path("said.txt")).expect("a log");
    let positions: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("> position fen"))
        .collect();
    assert!(
        !positions.is_empty() && !positions.iter().any(|line| line.contains([',', '='])),
        "{log}"
    );
    assert!(
        positions.iter().any(|line| line.ends_with('r')),
        "nobody promotes: {log}"
    );
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
    let arguments = [
        AGAINST,
        &["engine=sh,arg=engine.sh,time_margin=1000,nodes=50,name=bad"],
    ]
    .concat();
    folder.call(&arguments);
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
