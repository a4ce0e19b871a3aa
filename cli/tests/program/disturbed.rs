//! `tradewind run` when it is killed or stopped, the disk is full, or another run uses its folder.

use super::folder::{EXPERIMENT, Folder, Output};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rand::{RngExt, SeedableRng};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An experiment of a second or some.
pub fn long(pairs: u32, games_per_file: u32) -> String {
    let record = format!("[record]\ngames_per_file = {games_per_file}\n\n[opening]");
    EXPERIMENT
        .replace("pairs = 30", &format!("pairs = {pairs}"))
        .replace("depth = 1", "nodes = 300")
        .replace("[opening]", &record)
}

const RUN: &str = "run long.toml --threads 2 --out results";

/// Sends a signal, and returns what the program then did and how long that took.
pub fn stopped(child: Child, signal: Signal) -> (Output, Duration) {
    kill(Pid::from_raw(child.id().cast_signed()), signal).expect("it runs");
    let begin = Instant::now();
    let output = Output::of(child);
    assert_eq!(output.code, Some(75), "{}", output.err);
    (output, begin.elapsed())
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_end() {
    let folder = Folder::new();
    folder.write("long.toml", long(100, 10));
    let begin = Instant::now();
    folder.passes("run long.toml --out whole");
    let whole = begin.elapsed();
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(20);
    for _ in 0..10 {
        let mut run = folder.start(RUN);
        // Whatever it does then: reading what is there, playing, writing, estimating.
        sleep(whole.mul_f64(random.random::<f64>() / 3.0));
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
    }
    // Some files may have been half-written; the last run removes them.
    folder.passes(RUN);
    folder.same("whole", "results");
}

#[test]
fn a_run_that_is_stopped_keeps_its_games() {
    let folder = Folder::new();
    folder.write("long.toml", long(20_000, 1000));
    let run = folder.start(RUN);
    folder.wait_for("results/.tradewind.lock");
    sleep(Duration::from_millis(500));
    let (said, _) = stopped(run, Signal::SIGINT);
    for part in ["stopping", "run the same command again"] {
        assert!(said.err.contains(part), "{}", said.err);
    }
    let games = folder.call("games results --csv").out.lines().count();
    folder.write("long.toml", long(games as u32 / 2 + 50, 1000));
    folder.ends(0, RUN, &["games were there already; played"]);
    folder.passes("run long.toml --out whole");
    folder.same("whole", "results");
}

#[test]
fn a_second_run_into_a_folder_is_refused() {
    let folder = Folder::new();
    folder.write("long.toml", long(20_000, 10));
    let mut first = folder.start(RUN);
    folder.wait_for("results/games");
    folder.refuses(
        RUN,
        &["another run is playing into results", "--out", "--players"],
    );
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    // The folder is free as soon as the first run is gone.
    folder.write("long.toml", long(40, 10));
    folder.passes(RUN);
}

/// Files of a limited size, as on a full disk: the first file of games fits, that of all games does not.
#[test]
fn a_full_disk_breaks_no_file() {
    let folder = Folder::new();
    folder.write("long.toml", long(20, 40));
    folder.passes(RUN);
    let mut before = folder.files("results");
    folder.write("long.toml", long(40, 40));
    let limited = format!("ulimit -f 8; trap '' XFSZ; exec tradewind {RUN}");
    let output = folder
        .shell(&limited)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let said = Output::of(output.expect("a shell"));
    assert_eq!(said.code, Some(2), "{}", said.err);
    for part in [
        "cannot write results/games/chunk-000001.parquet: ",
        "the games played so far are kept",
    ] {
        assert!(said.err.contains(part), "`{part}`: {}", said.err);
    }
    assert_eq!(said.err.matches("cannot write").count(), 1, "{}", said.err);
    let mut after = folder.files("results");
    for files in [&mut before, &mut after] {
        files.remove("experiment.toml");
    }
    super::folder::assert_files(&before, &after);
    folder.passes(RUN);
    folder.passes("run long.toml --out whole");
    folder.same("whole", "results");
}

/// A reader of the output may go: the run continues, and its files are whole.
#[test]
fn a_run_whose_reader_has_gone_continues() {
    let folder = Folder::new();
    folder.write("long.toml", long(20, 10));
    folder.passes("run long.toml --out whole");
    for (out, closed) in [
        ("out", "| head -c 1"),
        ("err", "2>&1 >/dev/null | head -c 1"),
    ] {
        let script = format!("tradewind run long.toml --out {out} {closed} >/dev/null 2>&1");
        assert!(folder.shell(&script).status().expect("a shell").success());
        // The shell does not wait for the program when its reader has gone.
        folder.wait_for(&format!("{out}/manifest.json"));
        sleep(Duration::from_millis(50));
        folder.same("whole", out);
    }
}

#[test]
fn a_damaged_snapshot_of_the_experiment_is_quarantined() {
    let folder = Folder::new();
    folder.write("long.toml", long(20, 10));
    folder.passes(RUN);
    let whole = folder.files("results");
    for name in ["results/experiment.toml", "results/rules/tiny.toml"] {
        folder.write(name, "[");
        folder.ends(
            0,
            RUN,
            &["it was moved to results/quarantine/experiment.1.toml"],
        );
        folder.remove("results/quarantine");
        super::folder::assert_files(&folder.files("results"), &whole);
    }
}

#[test]
fn files_that_are_removed_during_a_run_are_missed_at_its_end() {
    let folder = Folder::new();
    folder.write("long.toml", long(160, 10));
    let run = folder.start(RUN);
    folder.wait_for("results/games/chunk-000003.parquet");
    for number in [0, 1] {
        folder.remove(&format!("results/games/chunk-{number:06}.parquet"));
    }
    let said = Output::of(run);
    assert_eq!(said.code, Some(2), "{}", said.err);
    let gone = "results/games/chunk-000000.parquet and 1 more have disappeared during the run";
    for part in [gone, "run the same command again"] {
        assert!(said.err.contains(part), "`{part}`: {}", said.err);
    }
    folder.passes(RUN);
    folder.passes("run long.toml --out whole");
    folder.same("whole", "results");
}

#[test]
fn a_merge_that_is_stopped_goes_on() {
    let folder = Folder::new();
    folder.write("long.toml", long(200, 2));
    for shard in [1, 2] {
        folder.passes(&format!(
            "run long.toml --out shard-{shard} --shard {shard}/2"
        ));
    }
    let merge = "merge shard-1 shard-2 --threads 1 --out";
    folder.passes(&format!("{merge} whole"));
    let run = folder.start(&format!("{merge} stopped"));
    folder.wait_for("stopped/games");
    let (said, _) = stopped(run, Signal::SIGTERM);
    assert!(said.err.contains("again to resume"), "{}", said.err);
    folder.passes(&format!("{merge} stopped"));
    folder.same("whole", "stopped");
}

/// A plan of a billion files of games: only those that are there are read. Two gigabytes of addresses and
/// twenty seconds are enough for any plan.
#[test]
fn a_plan_of_a_billion_files_is_answered_at_once() {
    let folder = Folder::new();
    folder.write(
        "long.toml",
        long(1_000_000_000, 2).replace("nodes = 300", "depth = 1"),
    );
    let limited = format!("ulimit -v 2000000; exec tradewind {RUN}");
    let run = folder
        .shell(&limited)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    folder.wait_for("results/games/chunk-000000.parquet");
    let (_, took) = stopped(run.expect("a shell"), Signal::SIGTERM);
    assert!(took < Duration::from_secs(20));
    for arguments in [
        "games results --limit 1",
        "games results",
        "report results",
        "merge results --out merged",
    ] {
        let begin = Instant::now();
        let said = folder.call(arguments);
        assert!(said.code.is_some_and(|code| code < 2), "{}", said.err);
        assert!(begin.elapsed() < Duration::from_secs(20), "{arguments}");
    }
}
