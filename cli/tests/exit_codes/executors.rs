//! Games that another program has played: the same bytes as without one, whatever happens to it.
#![cfg(unix)]

use super::program::Folder;
use super::runs::files;
use super::runs_disturbed::{long, start};
use super::tuning::{loop_text, search_text};
use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// A worker that serves this machine's runs.
const SERVE: &str = concat!(env!("CARGO_BIN_EXE_tradewind"), " work --serve --threads 2");

fn same(folder: &Folder, one: &str, other: &str) {
    let [one, other] = [one, other].map(|name| files(&folder.path(name)));
    assert!(
        one.keys().eq(other.keys()),
        "{:?}, {:?}",
        one.keys(),
        other.keys()
    );
    assert!(one == other, "the files differ");
}

#[test]
fn games_that_another_program_plays_are_the_same() {
    let folder = Folder::new();
    folder.write("long.toml", &long());
    folder.passes(&["run", "long.toml", "--out", "here"]);
    let said = folder.call(&["run", "long.toml", "--out", "there", "--executor", SERVE]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("a worker plays "), "{}", said.err);
    same(&folder, "here", "there");
}

#[test]
fn a_match_that_another_program_plays_ends_after_the_same_pair() {
    let folder = Folder::new();
    let arguments = [
        "match",
        "tiny.toml",
        "--first",
        "nodes=200",
        "--second",
        "depth=1",
        "--pairs",
        "100",
        "--sprt",
        "0,100",
        "--seed",
        "3",
        "--out",
    ];
    let out = |name, more: &[&str]| {
        let words: Vec<&str> = arguments
            .iter()
            .chain([&name])
            .chain(more)
            .copied()
            .collect();
        folder.passes(&words)
    };
    let here = out("here", &[]);
    let there = out("there", &["--executor", SERVE]);
    assert_eq!(here.replace("here", ""), there.replace("there", ""));
    same(&folder, "here", "there");
}

#[test]
fn a_loop_whose_games_another_program_plays_learns_the_same() {
    let folder = Folder::new();
    folder.write("loop.toml", &loop_text());
    folder.passes(&["tune", "loop", "loop.toml", "--out", "here"]);
    folder.passes(&[
        "tune",
        "loop",
        "loop.toml",
        "--out",
        "there",
        "--executor",
        SERVE,
    ]);
    same(&folder, "here", "there");
}

#[test]
fn a_search_whose_games_another_program_plays_goes_the_same_way() {
    let folder = Folder::new();
    folder.write("search.toml", &search_text());
    let tune = ["tune", "spsa", "search.toml", "--out"];
    folder.passes(&[&tune[..], &["here"]].concat());
    folder.passes(&[&tune[..], &["there", "--executor", SERVE]].concat());
    same(&folder, "here", "there");
}

#[test]
fn a_run_whose_executor_or_itself_is_killed_goes_on_to_the_same_end() {
    let folder = Folder::new();
    folder.write("long.toml", &long());
    folder.passes(&["run", "long.toml", "--out", "whole"]);
    let run = |executor: &str| start(&folder, "killed", &["--executor", executor]);
    // An executor that lives for a moment.
    folder.write(
        "short.sh",
        &format!("timeout -s KILL 0.3 {SERVE}\nexit 3\n"),
    );
    let ended = run("sh short.sh").wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(
        said.contains("`sh short.sh` ended") && said.contains("again to go on"),
        "{said}"
    );
    let mut killed = run(SERVE);
    sleep(Duration::from_millis(300));
    killed.kill().expect("it can be killed");
    killed.wait().expect("it ends");
    folder.passes(&["run", "long.toml", "--out", "killed", "--executor", SERVE]);
    same(&folder, "whole", "killed");
}

#[test]
fn the_games_of_a_worker_that_outlived_its_run_are_taken() {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml", "--out", "whole"]);
    let outlived = |out: &str, pairs: [u64; 2]| {
        folder.passes(&["run", "experiment.toml", "--out", out, "--shard", "1/3"]);
        fs::create_dir(folder.path(out).join("units")).expect("a folder");
        let [start, end] = pairs;
        let file = format!("{out}/units/pairs-{start:08}-{end:08}.parquet");
        let pairs = format!("{start}..{end}");
        folder.passes(&["work", out, "--pairs", &pairs, "--file", &file]);
    };
    // Nobody is there to play: all that is missing is in the file.
    outlived("part", [10, 30]);
    folder.passes(&[
        "run",
        "experiment.toml",
        "--out",
        "part",
        "--executor",
        "false",
    ]);
    same(&folder, "whole", "part");
    // A run without an executor takes them as well, and what is damaged is played again.
    outlived("other", [10, 20]);
    folder.write("other/units/pairs-00000020-00000030.parquet", "damaged");
    folder.passes(&["run", "experiment.toml", "--out", "other"]);
    same(&folder, "whole", "other");
}

#[test]
fn what_was_played_before_an_executor_ended_is_kept() {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml", "--out", "whole"]);
    let worker = env!("CARGO_BIN_EXE_tradewind");
    folder.write(
        "ending.sh",
        &format!(
            "echo '{{\"room\":{{\"units\":1}}}}'\nread begin\nread unit\n\
             {worker} work o --pairs 0..2 --file o/units/pairs-00000000-00000002.parquet > done.txt\n\
             echo '{{\"done\":{{\"unit\":0,\"seconds\":1,\"worker\":\"w\"}}}}'\n"
        ),
    );
    let run = ["run", "experiment.toml", "--out", "o"];
    let said = folder.call(&[run.as_slice(), &["--executor", "sh ending.sh"]].concat());
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        folder.path("o/games/chunk-000000.parquet").exists(),
        "{}",
        said.err
    );
    folder.passes(&run);
    same(&folder, "whole", "o");
}

#[test]
fn a_unit_that_always_fails_ends_the_run() {
    let folder = Folder::new();
    folder.write(
        "failing.sh",
        "echo '{\"room\":{\"units\":1}}'\nread line\nunit=0\nwhile read line; do\n\
         echo '{\"failed\":{\"unit\":'$unit',\"why\":\"no room\",\"worker\":\"w\"}}'\nunit=$((unit + 1))\ndone\n",
    );
    let said = folder.call(&[
        "run",
        "experiment.toml",
        "--out",
        "o",
        "--executor",
        "sh failing.sh",
    ]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        said.err
            .contains("could not be played, 4 times; the last time: w: no room"),
        "{}",
        said.err
    );
}

#[test]
fn wrong_executors_and_workers_are_refused() {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml", "--out", "o"]);
    let unit = |more: &[&'static str]| {
        let words = ["work", "o", "--file", "u.parquet"];
        folder.call(
            &words
                .into_iter()
                .chain(more.iter().copied())
                .collect::<Vec<_>>(),
        )
    };
    for (said, words) in [
        (unit(&["--pairs", "20..31"]), "--pairs goes up to 30"),
        (unit(&["--pairs", "4..4"]), "40..50"),
        (
            unit(&["--pairs", "0..1", "--signature", "17"]),
            "that of the run has 17",
        ),
        (folder.call(&["work"]), "required"),
        (
            folder.call(&[
                "run",
                "experiment.toml",
                "--out",
                "p",
                "--executor",
                "no-such-program",
            ]),
            "`no-such-program`",
        ),
        (
            folder.call(&[
                "run",
                "experiment.toml",
                "--out",
                "p",
                "--executor",
                "echo hello",
            ]),
            "no message of protocol 2",
        ),
        (
            folder.call(&["run", "experiment.toml", "--out", "p", "--executor", " "]),
            "has no name",
        ),
    ] {
        assert_eq!(said.code, Some(2), "{words}: {}", said.err);
        assert!(said.err.contains(words), "{}", said.err);
        assert!(!folder.path("u.parquet").exists());
    }
}
