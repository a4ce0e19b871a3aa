//! Input that would need more memory or time than there is: what is too large is refused at once.

use super::program::{EXPERIMENT, Folder};
use std::time::{Duration, Instant};

/// Long enough for a slow machine, and far shorter than what is refused would take.
const AT_ONCE: Duration = Duration::from_secs(20);

fn varied(options: u32) -> String {
    let options: Vec<String> = (0..options)
        .map(|number| format!("o{number} = [true, false]"))
        .collect();
    let rules = format!("id = \"tiny.toml\"\noptions = {{ {} }}", options.join(", "));
    EXPERIMENT.replace("id = \"tiny.toml\"", &rules)
}

#[test]
fn combinations_of_options_are_counted_before_they_are_made() {
    let folder = Folder::new();
    for (options, number) in [(9, "512"), (26, "67108864"), (90, "18446744073709551615")] {
        folder.write("varied.toml", &varied(options));
        let begin = Instant::now();
        let message = format!("varied.toml:8:11: {number} combinations of options are too many");
        folder.refuses(
            &["run", "varied.toml"],
            &[&message, "at most 256 rule sets"],
        );
        assert!(begin.elapsed() < AT_ONCE);
    }
}

#[test]
fn too_many_rule_sets_and_players_are_refused() {
    let folder = Folder::new();
    let rules: String = (0..257)
        .map(|number| format!("[[rules]]\nname = \"r{number}\"\nid = \"tiny.toml\"\n"))
        .collect();
    folder.write(
        "rules.toml",
        &EXPERIMENT.replace("[rules]\nid = \"tiny.toml\"\n", &rules),
    );
    folder.refuses(
        &["run", "rules.toml"],
        &[
            "more than 256 rule sets are too many",
            "at most 256 rule sets",
        ],
    );
    let players: String = (0..101)
        .map(|number| format!("[[player]]\nname = \"p{number}\"\ndepth = 1\n"))
        .collect();
    let text = EXPERIMENT.replace("[player]\ndepth = 1\nnoise = 50\n", &players);
    folder.write("players.toml", &text);
    folder.refuses(
        &["run", "players.toml"],
        &["more than 100 players are too many", "several experiments"],
    );
}

/// A device has no end, and a pipe into which nobody writes has no beginning.
#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_not_read() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path("pipe.toml"))
        .status();
    assert!(made.expect("mkfifo is there").success());
    for file in ["/dev/zero", "pipe.toml"] {
        for (before, after) in [
            (&["run"][..], &[][..]),
            (&["plan"], &[]),
            (&["claims", "--file"], &[]),
            (&["verify"], &[]),
            (&["compare"], &[]),
            (&["match"], &[]),
            (&["tune", "loop"], &[]),
            (&["tune", "spsa"], &["--out", "nowhere"]),
        ] {
            let arguments = [before, &[file], after].concat();
            let begin = Instant::now();
            let reason = match before {
                ["compare"] => "is no folder of games and no experiment file",
                _ => "it is not a regular file",
            };
            folder.refuses(&arguments, &[file, reason]);
            assert!(begin.elapsed() < AT_ONCE, "{arguments:?}");
        }
    }
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = Folder::new();
    let file = std::fs::File::create(folder.path("huge.toml")).expect("a file");
    file.set_len(1 << 40).expect("it takes no place");
    for arguments in [
        &["run", "huge.toml"][..],
        &["claims", "--file", "huge.toml"],
    ] {
        let message = "it is larger than 16777216 bytes, the most that is read";
        folder.refuses(arguments, &["huge.toml", message]);
    }
    folder.refuses(&["verify", "huge.toml"], &["larger than 1073741824 bytes"]);
}

/// The plan has a billion files of games: only those that are there are asked for.
#[test]
#[cfg(unix)]
fn a_plan_of_a_billion_files_is_answered_at_once() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let long = EXPERIMENT
        .replace("pairs = 30", "pairs = 1000000000")
        .replace("[opening]", "[record]\ngames_per_file = 2\n\n[opening]");
    folder.write("long.toml", &long);
    let begin = Instant::now();
    let program = env!("CARGO_BIN_EXE_tradewind");
    // Two gigabytes of addresses are enough for any plan.
    let script =
        format!("ulimit -v 2000000; exec {program} run long.toml --out results --threads 2");
    let mut run = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    while !folder.path("results/games/chunk-000000.parquet").exists() {
        assert!(begin.elapsed() < AT_ONCE, "nothing was played");
        assert_eq!(run.try_wait().expect("it is known"), None);
        std::thread::sleep(Duration::from_millis(20));
    }
    let stop = Instant::now();
    let sent = Command::new("kill").arg(run.id().to_string()).status();
    assert!(sent.expect("a signal is sent").success());
    let output = run.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(75), "{said}");
    assert!(stop.elapsed() < AT_ONCE);
    for arguments in [
        &["games", "results", "--limit", "1"][..],
        &["games", "results"],
        &["report", "results"],
        &["merge", "results", "--out", "merged"],
    ] {
        let begin = Instant::now();
        let said = folder.call(arguments);
        assert!(said.code.is_some_and(|code| code < 2), "{}", said.err);
        assert!(begin.elapsed() < AT_ONCE, "{arguments:?}");
    }
}
