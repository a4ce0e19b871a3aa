//! `tradewind run` into a folder where something is already: what is right is kept, what is missing is made, what is
//! wrong is named and quarantined, and another experiment is left alone.

use super::folder::{EXPERIMENT, Folder, TINY, assert_files};
use std::collections::BTreeMap;
use std::fs;
use tradewind_selfplay::record::archive::{Archive, experiment_of};

const RUN: &str = "run several.toml --out results";
/// A file of games in the middle.
const CHUNK: &str = "results/games/chunk-000002.parquet";

type Files = BTreeMap<String, Vec<u8>>;

/// The experiment in files of 12 games.
fn several() -> String {
    EXPERIMENT.replace("[opening]", "[record]\ngames_per_file = 12\n\n[opening]")
}

/// A folder with the results of that experiment.
fn played() -> (Folder, Files) {
    let folder = Folder::new();
    folder.write("several.toml", several());
    folder.passes(RUN);
    let results = folder.files("results");
    assert!(results.contains_key("games/chunk-000004.parquet"));
    (folder, results)
}

#[test]
fn games_are_kept_and_what_is_missing_is_made_again() {
    let (folder, before) = played();
    let written = || {
        fs::metadata(folder.path(CHUNK))
            .and_then(|data| data.modified())
            .expect("a time")
    };
    let time = written();
    folder.ends(0, RUN, &["60 games were there already"]);
    assert_eq!(written(), time, "they were written again");
    assert_files(&folder.files("results"), &before);
    for name in [
        "results/rows.csv",
        "results/manifest.json",
        "results/experiment.toml",
        CHUNK,
    ] {
        folder.remove(name);
        folder.passes(RUN);
        assert_files(&folder.files("results"), &before);
    }
    // A folder needs no file outside it.
    folder.remove("tiny.toml");
    folder.remove("several.toml");
    folder.passes("run results/experiment.toml --out results");
    assert_files(&folder.files("results"), &before);
    folder.passes("run results/experiment.toml --out again");
    folder.same("again", "results");
}

#[test]
fn a_plan_can_be_made_longer_and_shorter() {
    let (folder, before) = played();
    folder.write(
        "shorter.toml",
        several().replace("pairs = 30", "pairs = 20"),
    );
    folder.passes("run shorter.toml --out grown");
    folder.ends(
        0,
        "run several.toml --out grown",
        &["40 games were there already; played 20"],
    );
    assert_files(&folder.files("grown"), &before);
    folder.passes("run shorter.toml --out small");
    folder.passes("run shorter.toml --out grown");
    assert_eq!(
        folder.read("small/games.csv"),
        folder.read("grown/games.csv")
    );
}

#[test]
fn shards_are_merged_in_any_folders() {
    let (folder, _) = played();
    // Seven shards do not end where files do.
    for shard in 1..=7 {
        let arguments = format!("run several.toml --shard {shard}/7 --out shard-{shard}");
        let said = folder.ends(0, &arguments, &["tradewind merge"]);
        assert_eq!(said.out, "");
        assert!(
            !folder
                .path(&format!("shard-{shard}/manifest.json"))
                .exists()
        );
    }
    folder.ends(
        1,
        "merge shard-2 shard-3 shard-4 shard-5 shard-6 shard-7 --out some",
        &["are missing"],
    );
    // A folder may be the result of a merge, and may be named twice.
    folder.passes("merge some shard-1 shard-1 --out all");
    folder.same("all", "results");
    // One folder for all shards, one after the other.
    for shard in ["3/3", "1/3", "2/3"] {
        folder.passes(&format!("run several.toml --shard {shard} --out one"));
    }
    folder.same("one", "results");
}

#[test]
fn only_games_of_one_experiment_are_merged() {
    let (folder, _) = played();
    folder.write("other.toml", several().replace("seed = 7", "seed = 8"));
    folder.passes("run other.toml --out other");
    folder.refuses(
        "merge results other --out all",
        &["results and other", "they differ in `seed`"],
    );
    folder.refuses(
        "merge nowhere --out all",
        &["there are no games in nowhere"],
    );
    let bytes = folder.bytes(CHUNK);
    folder.write(CHUNK, &bytes[..bytes.len() - 1]);
    folder.ends(
        2,
        "merge results --out all",
        &["chunk-000002.parquet is damaged"],
    );
}

/// Games of a build that searches otherwise are read and merged with their own, but not added to.
#[test]
fn games_of_another_search_are_not_mixed() {
    let (folder, _) = played();
    let before = folder.bytes(CHUNK);
    let path = folder.path("results");
    // As if another build had played them all.
    let experiment = experiment_of(&path).unwrap_or_else(|error| panic!("{error}"));
    let archive = Archive::new(&experiment, &path);
    let other = archive.clone().with_signature(Some("17".to_string()));
    for chunk in archive.chunks().expect("a folder") {
        let games = archive.read(chunk).expect("games");
        other.write(chunk, &games).expect("a file is written");
    }
    folder.ends(0, RUN, &["60 games were there already"]);
    folder.passes("merge results --out joined");
    assert!(folder.bytes("joined/games/chunk-000002.parquet") != before);
    folder.remove("results/games/chunk-000000.parquet");
    let left = folder.bytes(CHUNK);
    folder.ends(2, RUN, &["signature 17", "into another folder with --out"]);
    assert!(folder.bytes(CHUNK) == left);
    folder.passes("run several.toml --out own");
    folder.ends(
        2,
        "merge results own --out all",
        &["by the search with signature"],
    );
}

#[test]
fn games_of_another_experiment_or_version_are_left_alone() {
    let (folder, before) = played();
    let refuses = |arguments: &str, part: &str| {
        folder.refuses(
            arguments,
            &["results holds the games of another experiment", part],
        );
        assert_files(&folder.files("results"), &before);
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
        folder.write("other.toml", several().replace(from, to));
        refuses("run other.toml --out results", part);
    }
    folder.write("tiny.toml", TINY.replace("moves = \"R\"", "moves = \"R3\""));
    refuses(RUN, "the rules of tiny have changed");
    // Keys may have other names in another version: its folder is not taken for a damaged one.
    let version = format!("tradewind {}", tradewind_selfplay::GAMES_VERSION);
    let old = folder
        .read("results/experiment.toml")
        .replace(&version, "tradewind 0.1.0");
    folder.write("results/experiment.toml", old.replace("schedule", "meet"));
    let before = folder.files("results");
    for arguments in [RUN, "games results"] {
        folder.refuses(arguments, &["results was played by tradewind 0.1.0"]);
    }
    assert_files(&folder.files("results"), &before);
}

/// Runs with `bytes` as a file of games: the file must be named and quarantined, and the run must come to the
/// same end.
#[track_caller]
fn quarantines(folder: &Folder, before: &Files, bytes: &[u8], reason: &str) {
    folder.write(CHUNK, bytes);
    let moved = "results/quarantine/chunk-000002.1.parquet";
    folder.ends(0, RUN, &[CHUNK, moved, reason, "played 12"]);
    assert!(folder.bytes(moved) == bytes);
    folder.remove("results/quarantine");
    assert_files(&folder.files("results"), before);
}

#[test]
fn damaged_and_foreign_games_are_quarantined() {
    let (folder, before) = played();
    let whole = folder.bytes(CHUNK);
    for length in [0, 10, whole.len() / 2, whole.len() - 1] {
        quarantines(&folder, &before, &whole[..length], "is damaged");
    }
    for at in (0..whole.len()).step_by(whole.len() / 4) {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        quarantines(&folder, &before, &flipped, "is damaged");
    }
    quarantines(&folder, &before, b"not a file of games", "is damaged");
    folder.write("other.toml", several().replace("seed = 7", "seed = 8"));
    folder.passes("run other.toml --out other");
    let foreign = folder.bytes("other/games/chunk-000002.parquet");
    quarantines(
        &folder,
        &before,
        &foreign,
        "holds games of another experiment",
    );
    let misplaced = folder.bytes("results/games/chunk-000001.parquet");
    quarantines(
        &folder,
        &before,
        &misplaced,
        "does not hold the games that its name says",
    );
}
