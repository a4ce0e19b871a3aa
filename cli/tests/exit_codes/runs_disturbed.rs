//! `tradewind run` when the machine gets in its way: it is killed, the disk is full, another runner
//! is there already, the user stops it.
#![cfg(unix)]

use super::program::{EXPERIMENT, Folder};
use super::runs::files;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An experiment that takes a second or some.
pub fn long() -> String {
    EXPERIMENT
        .replace("pairs = 30", "pairs = 400")
        .replace("depth = 1", "nodes = 300")
        .replace("[opening]", "[record]\ngames_per_file = 10\n\n[opening]")
}

/// Begins to play it.
pub fn start(folder: &Folder, out: &str, more: &[&str]) -> Child {
    let words = ["run", "long.toml", "--out", out, "--threads", "2"];
    folder.start(&[&words, more].concat())
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_end() {
    let folder = Folder::new();
    folder.write("long.toml", &long());
    let begin = Instant::now();
    folder.passes(&["run", "long.toml", "--out", "whole"]);
    let whole = begin.elapsed();
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(20);
    const KILLS: u32 = 20;
    for _ in 0..KILLS {
        let mut run = start(&folder, "killed", &[]);
        // Whatever it does then: reading what is there, playing, writing, estimating.
        sleep(whole.mul_f64(random.random::<f64>() / 4.0));
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
    }
    // Some files may have been half-written; the last run clears them away.
    folder.passes(&["run", "long.toml", "--out", "killed"]);
    let [whole, killed] = ["whole", "killed"].map(|name| files(&folder.path(name)));
    let names: Vec<_> = killed
        .keys()
        .filter(|name| !whole.contains_key(*name))
        .collect();
    assert!(names.is_empty(), "{names:?} are left over");
    assert!(whole == killed, "the files differ");
}

#[test]
fn a_run_that_is_stopped_keeps_what_it_has_played() {
    let folder = Folder::new();
    let text = long().replace("games_per_file = 10", "games_per_file = 1000");
    // It would go on for minutes; what is compared is a shorter plan.
    folder.write("long.toml", &text.replace("pairs = 400", "pairs = 20000"));
    let run = start(&folder, "results", &[]);
    sleep(Duration::from_secs(1));
    interrupt(&run);
    let output = run.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(75), "{said}");
    assert!(
        said.contains("stopping") && said.contains("run the same command again"),
        "{said}"
    );
    folder.write("long.toml", &text.replace("pairs = 400", "pairs = 1000"));
    let said = folder.call(&["run", "long.toml", "--out", "results"]);
    assert!(
        said.err.contains("games were there already; played"),
        "{}",
        said.err
    );
    folder.passes(&["run", "long.toml", "--out", "whole"]);
    let same = files(&folder.path("results")) == files(&folder.path("whole"));
    assert!(same, "the files differ");
}

/// What Ctrl-C does.
pub fn interrupt(run: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(sent.expect("a signal is sent").success());
}

#[test]
fn a_second_runner_is_refused() {
    let folder = Folder::new();
    folder.write("long.toml", &long().replace("pairs = 400", "pairs = 20000"));
    let mut first = start(&folder, "results", &[]);
    while !folder.path("results/games").exists() {
        sleep(Duration::from_millis(5));
    }
    let parts = ["another run is playing into results", "--out", "--players"];
    folder.refuses(&["run", "long.toml", "--out", "results"], &parts);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    // The folder is free as soon as the first is gone, however it went.
    folder.write("long.toml", &long());
    folder.passes(&["run", "long.toml", "--out", "results"]);
}

/// Runs with files of at most so many blocks of 512 bytes, which is how a full disk looks to one who
/// writes.
fn with_small_files(folder: &Folder, blocks: u32) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_tradewind");
    let script =
        format!("ulimit -f {blocks}; trap '' XFSZ; exec {program} run long.toml --out results");
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .output()
        .expect("a shell");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_full_disk_breaks_no_file() {
    let folder = Folder::new();
    // The first file of games fits, that of all games does not.
    let text = long()
        .replace("pairs = 400", "pairs = 40")
        .replace("games_per_file = 10", "games_per_file = 40");
    folder.write("long.toml", &text.replace("pairs = 40", "pairs = 20"));
    folder.passes(&["run", "long.toml", "--out", "results"]);
    let before = files(&folder.path("results"));
    folder.write("long.toml", &text);
    let (code, said) = with_small_files(&folder, 8);
    assert_eq!(code, Some(2), "{said}");
    let parts = [
        "cannot write results/games/chunk-000001.parquet: ",
        "what was played before is kept",
    ];
    for part in parts {
        assert!(said.contains(part), "`{part}`: {said}");
    }
    assert_eq!(said.matches("cannot write").count(), 1, "{said}");
    assert!(!said.contains("panicked"), "{said}");
    let after = files(&folder.path("results"));
    for (name, bytes) in &before {
        assert!(
            name == "experiment.toml" || after[name] == *bytes,
            "{name} has changed"
        );
    }
    assert_eq!(before.len(), after.len(), "{:?}", after.keys());
    folder.passes(&["run", "long.toml", "--out", "results"]);
    folder.passes(&["run", "long.toml", "--out", "whole"]);
    let same = files(&folder.path("results")) == files(&folder.path("whole"));
    assert!(same, "the files differ");
    fs::remove_dir_all(folder.path("results")).expect("the folder was there");
}

/// Whoever reads what is said may stop reading: the run goes on, and its files are whole.
#[test]
fn a_run_that_nobody_listens_to_goes_on() {
    let folder = Folder::new();
    folder.write("long.toml", &long().replace("pairs = 400", "pairs = 20"));
    folder.passes(&["run", "long.toml", "--out", "whole"]);
    let whole = files(&folder.path("whole"));
    let program = env!("CARGO_BIN_EXE_tradewind");
    for (out, closed) in [
        ("out", "| head -c 1"),
        ("err", "2>&1 >/dev/null | head -c 1"),
    ] {
        let script = format!("{program} run long.toml --out {out} {closed} >/dev/null");
        let status = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path(""))
            .stderr(Stdio::null())
            .status();
        assert!(status.expect("a shell").success());
        // The shell does not wait for the program when its reader has gone.
        let done = || folder.path(out).join("manifest.json").exists();
        let begin = Instant::now();
        while !done() && begin.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(20));
        }
        assert!(files(&folder.path(out)) == whole, "{out}: the files differ");
    }
}

#[test]
fn a_damaged_copy_of_the_experiment_is_quarantined() {
    let folder = Folder::new();
    folder.write("long.toml", &long().replace("pairs = 400", "pairs = 20"));
    let run = ["run", "long.toml", "--out", "results"];
    folder.passes(&run);
    let whole = files(&folder.path("results"));
    for name in ["results/experiment.toml", "results/rules/tiny.toml"] {
        folder.write(name, "[");
        let said = folder.call(&run);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(
            said.err
                .contains("it is now results/quarantine/experiment.1.toml"),
            "{}",
            said.err
        );
        fs::remove_dir_all(folder.path("results/quarantine")).expect("it is there");
        assert!(
            files(&folder.path("results")) == whole,
            "{name}: the files differ"
        );
    }
}

/// Somebody removes files of games while the run goes on.
#[test]
fn files_that_go_during_a_run_are_missed_at_its_end() {
    let folder = Folder::new();
    folder.write("long.toml", &long());
    let run = start(&folder, "results", &[]);
    let part = |number: u32| folder.path(&format!("results/games/chunk-{number:06}.parquet"));
    while !part(3).exists() {
        sleep(Duration::from_millis(2));
    }
    for number in [0, 1] {
        fs::remove_file(part(number)).expect("it was there");
    }
    let output = run.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for words in [
        "results/games/chunk-000000.parquet and 1 more have gone while the run was on",
        "run the same command again",
    ] {
        assert!(said.contains(words), "`{words}`: {said}");
    }
    folder.passes(&["run", "long.toml", "--out", "results"]);
    folder.passes(&["run", "long.toml", "--out", "whole"]);
    let same = files(&folder.path("results")) == files(&folder.path("whole"));
    assert!(same, "the files differ");
}
