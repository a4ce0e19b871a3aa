//! `tradewind run` into a folder where something is already: what is right is kept, what is
//! missing is made, and what is wrong is named and left as it is.

use super::program::{EXPERIMENT, Folder};
use super::runs::files;
use std::fs;

const RUN: &[&str] = &["run", "experiment.toml", "--out", "results"];
const PART: &str = "results/games/part-000000-of-60.parquet";

#[test]
fn a_second_run_keeps_the_games() {
    let folder = Folder::new();
    let first = folder.passes(RUN);
    let before = files(&folder.path("results"));
    let written = || fs::metadata(folder.path(PART)).and_then(|data| data.modified());
    let time = written().expect("the games have a time");
    assert_eq!(folder.passes(RUN), first);
    assert_eq!(
        written().expect("the games have a time"),
        time,
        "they were written again"
    );
    assert!(files(&folder.path("results")) == before, "the files differ");
}

#[test]
fn what_is_missing_is_made_again() {
    let folder = Folder::new();
    folder.passes(RUN);
    let before = files(&folder.path("results"));
    for name in ["results/shares.csv", "results/manifest.json", PART] {
        fs::remove_file(folder.path(name)).expect("the file was there");
        folder.passes(RUN);
        assert!(
            files(&folder.path("results")) == before,
            "without {name} the files differ"
        );
    }
}

#[test]
fn shards_are_put_together() {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml", "--out", "whole"]);
    // The experiment is one part, which belongs to the second shard.
    let said = folder.call(&[RUN, &["--shard", "1/2"]].concat());
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), ""),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("1 of 1 parts are still missing"),
        "{}",
        said.err
    );
    assert!(!folder.path("results/manifest.json").exists());
    folder.passes(&[RUN, &["--shard", "2/2"]].concat());
    assert!(
        files(&folder.path("results")) == files(&folder.path("whole")),
        "the files differ"
    );
}

/// Checks that a run into the folder is refused and leaves every file as it is.
#[track_caller]
fn refuses(folder: &Folder, arguments: &[&str], parts: &[&str]) {
    let before = files(&folder.path("results"));
    folder.refuses(arguments, parts);
    assert!(files(&folder.path("results")) == before, "the files differ");
}

#[test]
fn games_of_another_experiment_are_not_taken() {
    let folder = Folder::new();
    folder.passes(RUN);
    for (from, to) in [
        ("seed = 7", "seed = 8"),
        ("noise = 50", "noise = 51"),
        ("ply_cap = 40", "ply_cap = 41"),
    ] {
        folder.write("other.toml", &EXPERIMENT.replace(from, to));
        refuses(&folder, &["run", "other.toml", "--out", "results"], &[PART]);
    }
    let other = super::program::TINY.replace("moves = \"R\"", "moves = \"R3\"");
    folder.write("tiny.toml", &other);
    refuses(&folder, RUN, &[PART]);
}

#[test]
fn damaged_games_are_named() {
    let folder = Folder::new();
    folder.passes(RUN);
    let whole = fs::read(folder.path(PART)).expect("the games");
    for length in [0, 10, whole.len() / 2, whole.len() - 1] {
        fs::write(folder.path(PART), &whole[..length]).expect("a file is written");
        refuses(&folder, RUN, &[PART]);
    }
}
