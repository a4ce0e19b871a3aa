//! `tradewind run` into a folder where something is already: what is right is kept, what is
//! missing is made, what is wrong is named and quarantined, and another experiment is left alone.

use super::program::{EXPERIMENT, Folder};
use super::runs::files;
use std::collections::BTreeMap;
use std::fs;
use tradewind_selfplay::record::archive::{Archive, experiment_of};

const RUN: &[&str] = &["run", "several.toml", "--out", "results"];
/// A part in the middle.
const CHUNK: &str = "results/games/chunk-000002.parquet";
const PART: &str = "games/chunk-000002.parquet";

/// A folder with an experiment of several parts, and what it comes to when nothing goes wrong.
fn played() -> (Folder, BTreeMap<String, Vec<u8>>) {
    let folder = Folder::new();
    folder.write("several.toml", &several());
    folder.passes(RUN);
    let results = files(&folder.path("results"));
    assert!(results.contains_key("games/chunk-000004.parquet"));
    (folder, results)
}

/// The experiment in parts of 12 games.
fn several() -> String {
    EXPERIMENT.replace("[opening]", "[record]\ngames_per_file = 12\n\n[opening]")
}

#[test]
fn a_second_run_keeps_the_games() {
    let (folder, before) = played();
    let written = || fs::metadata(folder.path(CHUNK)).and_then(|data| data.modified());
    let time = written().expect("the games have a time");
    let said = folder.call(RUN);
    assert!(
        said.err.contains("60 games were there already"),
        "{}",
        said.err
    );
    let again = written().expect("the games have a time");
    assert_eq!(again, time, "they were written again");
    assert!(files(&folder.path("results")) == before, "the files differ");
}

#[test]
fn what_is_missing_is_made_again() {
    let (folder, before) = played();
    for name in [
        "results/rows.csv",
        "results/manifest.json",
        "results/experiment.toml",
        CHUNK,
    ] {
        fs::remove_file(folder.path(name)).expect("the file was there");
        folder.passes(RUN);
        let same = files(&folder.path("results")) == before;
        assert!(same, "without {name} the files differ");
    }
}

#[test]
fn a_plan_can_be_made_longer_and_shorter() {
    let (folder, before) = played();
    let shorter = several().replace("pairs = 30", "pairs = 20");
    folder.write("shorter.toml", &shorter);
    folder.passes(&["run", "shorter.toml", "--out", "grown"]);
    folder.write("longer.toml", &several());
    let said = folder.call(&["run", "longer.toml", "--out", "grown"]);
    assert!(
        said.err.contains("40 games were there already; played 20"),
        "{}",
        said.err
    );
    assert!(files(&folder.path("grown")) == before, "the files differ");
    folder.passes(&["run", "shorter.toml", "--out", "small"]);
    folder.passes(&["run", "shorter.toml", "--out", "grown"]);
    let [small, grown] = ["small", "grown"].map(|name| files(&folder.path(name)));
    assert!(small["games.csv"] == grown["games.csv"]);
}

#[test]
fn shards_are_put_together_in_any_folders() {
    let (folder, whole) = played();
    // Seven shards do not end where files do.
    for shard in 1..=7 {
        let (shard, out) = (format!("{shard}/7"), format!("shard-{shard}"));
        let arguments = ["run", "several.toml", "--shard", &shard, "--out", &out];
        let said = folder.call(&arguments);
        assert_eq!(
            (said.code, said.out.as_str()),
            (Some(0), ""),
            "{}",
            said.err
        );
        assert!(said.err.contains("tradewind merge"), "{}", said.err);
        assert!(!folder.path(&out).join("manifest.json").exists());
    }
    let shards: Vec<String> = (1..=7).map(|shard| format!("shard-{shard}")).collect();
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    let merge =
        |shards: &[&str], out: &str| folder.call(&[&["merge"], shards, &["--out", out]].concat());
    let said = merge(&shards[1..], "some");
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("are still missing"), "{}", said.err);
    // What has been merged may be one of the folders.
    let said = merge(&["some", "shard-1", "shard-1"], "all");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(files(&folder.path("all")) == whole, "the files differ");
    // One folder for all shards, one after the other.
    for shard in ["3/3", "1/3", "2/3"] {
        folder.passes(&["run", "several.toml", "--shard", shard, "--out", "one"]);
    }
    assert!(files(&folder.path("one")) == whole, "the files differ");
}

#[test]
fn only_games_of_one_experiment_are_merged() {
    let (folder, _) = played();
    folder.write("other.toml", &several().replace("seed = 7", "seed = 8"));
    folder.passes(&["run", "other.toml", "--out", "other"]);
    let merge = ["merge", "results", "other", "--out", "all"];
    folder.refuses(&merge, &["results and other", "they differ in `seed`"]);
    folder.refuses(
        &["merge", "nowhere", "--out", "all"],
        &["there are no games in nowhere"],
    );
    let part = folder.path(CHUNK);
    let bytes = fs::read(&part).expect("the games");
    fs::write(&part, &bytes[..bytes.len() - 1]).expect("a file is written");
    let said = folder.call(&["merge", "results", "--out", "all"]);
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.contains("chunk-000002.parquet is damaged"),
        "{}",
        said.err
    );
}

/// Games of a build that searches otherwise are read and joined with their own, but not gone on with.
#[test]
fn games_of_another_search_are_not_mixed() {
    let (folder, before) = played();
    let path = folder.path("results");
    // As if another build had played them all.
    let experiment = experiment_of(&path).unwrap_or_else(|fault| panic!("{fault}"));
    let archive = Archive::new(&experiment, &path);
    let other = archive.clone().with_signature(Some("17".to_string()));
    for chunk in archive.chunks().expect("a folder") {
        let games = archive.read(chunk).expect("games");
        other.write(chunk, &games).expect("a file is written");
    }
    let said = folder.call(RUN);
    assert!(
        said.err.contains("60 games were there already"),
        "{}",
        said.err
    );
    folder.passes(&["merge", "results", "--out", "joined"]);
    assert!(files(&folder.path("joined"))[PART] != before[PART]);
    fs::remove_file(folder.path("results/games/chunk-000000.parquet")).expect("the file was there");
    let left = files(&path);
    let said = folder.call(RUN);
    assert_eq!(said.code, Some(2), "{}", said.err);
    for part in ["signature 17", "into another folder with --out"] {
        assert!(said.err.contains(part), "{}", said.err);
    }
    assert!(files(&path)[PART] == left[PART]);
    folder.passes(&["run", "several.toml", "--out", "own"]);
    let said = folder.call(&["merge", "results", "own", "--out", "all"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        said.err.contains("of a search with the signature"),
        "{}",
        said.err
    );
}

#[test]
fn games_of_another_experiment_are_left_alone() {
    let (folder, before) = played();
    let refuses = |arguments: &[&str], part: &str| {
        folder.refuses(
            arguments,
            &["results holds the games of another experiment", part],
        );
        assert!(files(&folder.path("results")) == before, "the files differ");
    };
    for (from, to, part) in [
        ("seed = 7", "seed = 8", "they differ in `seed`"),
        (
            "noise = 50",
            "noise = 51",
            "they differ in `player[1].noise`",
        ),
        ("ply_cap = 40", "ply_cap = 41", "they differ in `ply_cap`"),
    ] {
        folder.write("other.toml", &several().replace(from, to));
        refuses(&["run", "other.toml", "--out", "results"], part);
    }
    let other = super::program::TINY.replace("moves = \"R\"", "moves = \"R3\"");
    folder.write("tiny.toml", &other);
    refuses(RUN, "the rules of tiny have changed");
}

/// Keys may have other names in another version: its folder is not taken for a damaged one.
#[test]
fn games_of_another_version_are_left_alone() {
    let (folder, _) = played();
    let copy = folder.path("results/experiment.toml");
    let text = fs::read_to_string(&copy).expect("a snapshot");
    let version = concat!("tradewind ", env!("CARGO_PKG_VERSION"));
    let old = text
        .replace(version, "tradewind 0.1.0")
        .replace("schedule", "meet");
    fs::write(&copy, old).expect("a file is written");
    let before = files(&folder.path("results"));
    let message = "results was played by tradewind 0.1.0";
    folder.refuses(RUN, &[message]);
    folder.refuses(&["games", "results"], &[message]);
    assert!(files(&folder.path("results")) == before, "the files differ");
}

#[test]
fn a_folder_needs_nothing_but_itself() {
    let (folder, before) = played();
    for name in ["tiny.toml", "several.toml"] {
        fs::remove_file(folder.path(name)).expect("the file was there");
    }
    folder.passes(&["run", "results/experiment.toml", "--out", "results"]);
    assert!(files(&folder.path("results")) == before, "the files differ");
    folder.passes(&["run", "results/experiment.toml", "--out", "again"]);
    assert!(files(&folder.path("again")) == before, "the files differ");
}

/// Runs with `bytes` in place of a part: the file must be named and quarantined, and the run must come
/// to the same end.
#[track_caller]
fn quarantines(folder: &Folder, before: &BTreeMap<String, Vec<u8>>, bytes: &[u8], fault: &str) {
    fs::write(folder.path(CHUNK), bytes).expect("a file is written");
    let said = folder.call(RUN);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let aside = "results/quarantine/chunk-000002.1.parquet";
    for part in [CHUNK, aside, fault, "played 12"] {
        assert!(said.err.contains(part), "`{part}`: {}", said.err);
    }
    assert!(fs::read(folder.path(aside)).expect("it is there") == bytes);
    fs::remove_dir_all(folder.path("results/quarantine")).expect("it is there");
    assert!(
        files(&folder.path("results")) == *before,
        "the files differ"
    );
}

#[test]
fn damaged_games_are_quarantined() {
    let (folder, before) = played();
    let whole = fs::read(folder.path(CHUNK)).expect("the games");
    for length in [0, 10, whole.len() / 2, whole.len() - 1] {
        quarantines(&folder, &before, &whole[..length], "is damaged");
    }
    for at in (0..whole.len()).step_by(whole.len() / 9) {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        quarantines(&folder, &before, &flipped, "is damaged");
    }
    quarantines(&folder, &before, b"no file of games", "is damaged");
}

#[test]
fn foreign_games_are_quarantined() {
    let (folder, before) = played();
    folder.write("other.toml", &several().replace("seed = 7", "seed = 8"));
    folder.passes(&["run", "other.toml", "--out", "other"]);
    let foreign = fs::read(folder.path("other/games/chunk-000002.parquet")).expect("games");
    quarantines(
        &folder,
        &before,
        &foreign,
        "holds games of another experiment",
    );
    let other_chunk = fs::read(folder.path("results/games/chunk-000001.parquet")).expect("games");
    quarantines(
        &folder,
        &before,
        &other_chunk,
        "does not hold the games that its name says",
    );
}
