//! Matches against other engines: working engines play, failing engines lose their games and the match continues.

use super::folder::Folder;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::thread::sleep;
use std::time::Duration;

/// An engine that follows the protocol until it is to move; then it runs `then`.
fn engine(then: &str) -> String {
    format!(
        "while read line; do case \"$line\" in\nuci) echo id name bad; echo uciok;;\nisready) echo readyok;;\n\
         go*) {then};;\nquit) exit;;\nesac; done\n"
    )
}

/// The games of a folder.
fn games(folder: &Folder, more: &str) -> Vec<Value> {
    let lines = folder.passes(&format!("games result --json {more}"));
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

/// A player that forfeits every game of the first pair cannot play: the match ends there, and says so.
#[test]
fn engines_that_fail_are_distinguished_from_weak_ones() {
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
        folder.write("engine.sh", engine(then));
        let arguments = "match tiny.toml --first nodes=50 --pairs 20 --ply-cap 60 --out result --json \
                         --second engine=sh,arg=engine.sh,time_margin=1000,nodes=50,name=bad";
        let why = "bad cannot play this match: it forfeited every game (bad ";
        for _ in 0..2 {
            let said = folder.ends(1, arguments, &[why, reason]);
            let result: Value = serde_json::from_str(&said.out).expect("an object");
            let found = [&result["games"], &result["forfeits"], &result["elo"]["elo"]];
            assert_eq!(
                found,
                [&json!([0, 0, 0]), &json!([0, 2]), &Value::Null],
                "{then}"
            );
        }
        for game in games(&folder, "--termination forfeit") {
            let note = game["note"].as_str().unwrap_or_default();
            assert!(
                note.starts_with("bad ") && note.contains(reason),
                "{then}: {note}"
            );
        }
    }
}

/// Each game of an engine that claims a result in a game that goes on has its own process.
#[test]
fn an_xboard_engine_with_a_false_claim_is_restarted() {
    let folder = Folder::new();
    folder.write(
        "engine.sh",
        "while read line; do case \"$line\" in\nprotover*) echo feature setboard=1 done=1;;\n\
         ping*) echo pong 1;;\ngo) echo '1-0 {White mates}';;\nesac; done\n",
    );
    let arguments = "match chess --first nodes=1 --pairs 2 --ply-cap 12 --threads 1 --out result \
                     --second engine=sh,arg=engine.sh,proto=xboard,depth=1,log=said.txt,name=bad";
    let reason = "claimed `1-0 {White mates}` in a game that is not over";
    folder.ends(1, arguments, &[reason]);
    let log = folder.read("said.txt");
    let searches = log.lines().filter_map(|line| line.strip_suffix(" > go"));
    let mut processes: Vec<&str> = searches.filter_map(|line| line.split(' ').nth(1)).collect();
    let games = processes.len();
    processes.dedup();
    assert!(games > 1 && processes.len() == games, "{log}");
}

/// A match of 4 plies beyond the opening with the program as another engine, whose lines pass through a script:
/// `then` is run before each best move in `$line`.
fn short_match(then: &str, options: &str) -> (Folder, String) {
    let folder = Folder::new();
    let script = format!(
        "tradewind uci | while IFS= read -r line; do\ncase \"$line\" in bestmove*) {then};; esac\n\
         printf '%s\\n' \"$line\"\ndone\n"
    );
    folder.write("engine.sh", script);
    let said = folder.call(&format!(
        "match chess --first nodes=1 --second engine=sh,arg=engine.sh,name=other,{options} --pairs 2 --ply-cap 12 \
         --out result"
    ));
    (folder, said.out + &said.err)
}

#[test]
fn engines_are_understood_as_they_write() {
    for then in [
        "line=$(printf '%s' \"$line\" | tr ' ' '\\t')",
        "line=\"  $line  \"",
        "echo \"$line\"",
        "echo; echo joho",
    ] {
        let (_, said) = short_match(then, "nodes=10");
        assert!(!said.contains("forfeit"), "{then}: {said}");
        assert!(said.contains("time per move of other: "), "{then}: {said}");
    }
}

/// A player that exceeds its time and margin loses; the time used is printed and recorded in any case.
#[test]
fn time_limits_are_enforced_and_times_recorded() {
    let (_, said) = short_match("sleep 0.35", "movetime=10");
    let wanted =
        "other cannot play this match: it forfeited every game (other ran out of time: it took ";
    assert!(
        said.contains(wanted) && said.contains("had 10 ms, with a margin of 100 ms"),
        "{said}"
    );
    assert!(!said.contains("Elo"), "{said}");
    let (folder, said) = short_match("sleep 0.35", "movetime=10,time_margin=2000");
    assert!(!said.contains("forfeit"), "{said}");
    let (_, mean) = said.split_once("time per move of other: ").expect("a mean");
    let (mean, _) = mean.split_once(" ms on average").expect("a mean");
    assert!(
        (350.0..2000.0).contains(&mean.parse::<f64>().expect("a number")),
        "{said}"
    );
    for game in games(&folder, "") {
        let times = game["times"].as_array().expect("times");
        let long = times
            .iter()
            .filter(|time| time.as_u64() >= Some(350))
            .count();
        assert_eq!((times.len(), long), (4, 2), "{game}");
    }
    let pgn = folder.passes("games result --pgn");
    assert_eq!(pgn.matches("%emt").count(), 16, "{pgn}");
}

/// Only the lines with an exact score of the best move count.
#[test]
fn scores_of_other_lines_end_no_game() {
    let folder = Folder::new();
    for (name, score) in [("ahead", 2000), ("behind", -2000)] {
        let script = format!(
            "tradewind uci | while IFS= read -r line; do case \"$line\" in\ninfo*) continue;;\n\
             bestmove*) echo info depth 1 multipv 1 score cp {score}\necho info depth 1 multipv 2 score cp 0\n\
             echo info depth 2 score cp -5 upperbound\necho info depth 2 score cp 5 lowerbound\n\
             echo info string the old score cp 0 was worse;;\nesac; printf '%s\\n' \"$line\"; done\n"
        );
        folder.write(&format!("{name}.sh"), script);
    }
    let player = |name: &str| {
        format!(
            "[[player]]\nname = \"{name}\"\nnodes = 1\nengine = {{ program = \"sh\", arguments = [\"{name}.sh\"] }}\n"
        )
    };
    let text = format!(
        "name = \"whose score\"\nseed = 1\npairs = 2\nply_cap = 60\n[rules]\nid = \"chess\"\n{}{}[opening]\nplies = 2\n\
         [adjudication]\nwin = {{ score = 1000, plies = 6 }}\n[match]\n",
        player("ahead"),
        player("behind")
    );
    folder.write("match.toml", text);
    folder.passes("match match.toml --out result");
    let games = games(&folder, "");
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(
            (&game["termination"], &game["plies"]),
            (&json!("adjudicated"), &json!(8)),
            "{game}"
        );
    }
}

/// A program may depend on its name and its folder; its dialogue is logged on request.
#[test]
fn engines_are_started_as_named_in_their_folder_and_logged() {
    let folder = Folder::new();
    folder.write(
        "real.sh",
        "#!/bin/sh\ncase \"$0\" in *linked.sh) ;; *) echo called as \"$0\" >&2; exit 4;; esac\n\
         test -f here || exit 5\nexec tradewind uci\n",
    );
    fs::set_permissions(folder.path("real.sh"), fs::Permissions::from_mode(0o755))
        .expect("it is ours");
    symlink("real.sh", folder.path("linked.sh")).expect("a link");
    fs::create_dir(folder.path("own")).expect("a folder");
    folder.write("own/here", "");
    let with = |second: &str| {
        format!(
            "match chess --first nodes=1 --second engine={second},nodes=10 --pairs 2 --ply-cap 12 --out result"
        )
    };
    folder.refuses(
        &with("./real.sh,dir=own"),
        &["exit status: 4", "called as /"],
    );
    folder.refuses(&with("./linked.sh"), &["exit status: 5"]);
    folder.passes(&with("./linked.sh,dir=own,log=said.txt"));
    let log = folder.read("said.txt");
    for part in [" > uci\n", " < uciok\n", " > go nodes 10\n", " < bestmove "] {
        assert!(log.contains(part), "{part}: {log}");
    }
    // With another log it is the same match.
    folder.passes(&with("./linked.sh,dir=own"));
}

/// Processes that an engine has started end with it, even in a session of their own.
#[test]
#[cfg(target_os = "linux")]
fn processes_of_an_engine_end_with_it() {
    let folder = Folder::new();
    // Written before the engine answers, however late its children run.
    let start = "setsid sleep 1000 >/dev/null 2>&1 &\necho $! >>pids\n\
                 sleep 1000 >/dev/null 2>&1 &\necho $! >>pids\n";
    folder.write(
        "engine.sh",
        format!("{start}{}", engine("echo bestmove a1a1")),
    );
    folder.call(
        "match tiny.toml --first nodes=50 --second engine=sh,arg=engine.sh,time_margin=1000,nodes=50,name=bad",
    );
    let text = folder.read("pids");
    assert!(text.lines().count() > 2, "{text}");
    let is_running = |process: &str| {
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        status
            .rsplit(") ")
            .next()
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    };
    for _ in 0..100 {
        if !text.lines().any(is_running) {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("some of {text:?} go on");
}

/// An engine searches fewer nodes the farther its option is from 60: SPSA finds that.
#[test]
#[ignore = "long: run by .ci/full"]
fn spsa_finds_the_planted_optimum_of_an_option() {
    let folder = Folder::new();
    folder.write(
        "skilled.sh",
        "exec 3>&1\nwhile read line; do case \"$line\" in\n\
         uci) echo option name Skill type spin default 20 min 0 max 100 >&3; echo uci;;\n\
         \"setoption name Skill value \"*) skill=${line##* };;\n\
         go*) off=$((skill - 60)); echo go nodes $((400 >> ${off#-} / 8));;\n\
         *) echo \"$line\";;\nesac; done | tradewind uci\n",
    );
    let text = "name = \"skill\"\nseed = 1\npairs = 4\nply_cap = 120\n[rules]\nid = \"chess\"\n\
         [player]\nnodes = 400\nengine = { program = \"sh\", arguments = [\"skilled.sh\"] }\n[opening]\nplies = 4\n\
         [adjudication]\nwin = { score = 500, plies = 4 }\n[spsa]\niterations = 150\nrate = 0.06\n\
         [[parameter]]\nname = \"Skill\"\n[verification]\npairs = 20\n";
    folder.write("skill.toml", text);
    let said = folder.passes("tune spsa skill.toml --out skill");
    let path = folder.read("skill/path.csv");
    let last = path.lines().last().expect("iterations");
    let (_, skill) = last.rsplit_once(',').expect("cells");
    let skill: f64 = skill.parse().expect("a number");
    assert!((45.0..75.0).contains(&skill), "{skill}: {said}");
}
