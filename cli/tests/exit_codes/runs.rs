//! `tradewind run` on a small experiment: the files that it leaves, and the same files every time.

use super::program::{EXPERIMENT, Folder};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files of a folder and those below it, by their names.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").display().to_string();
        if path.is_dir() {
            let below = self::files(&path).into_iter();
            files.extend(below.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            files.insert(name, fs::read(&path).expect("a file"));
        }
    }
    files
}

#[test]
fn a_run_leaves_its_games_and_results_and_nothing_else() {
    let folder = Folder::new();
    let said = folder.call(&["run", "experiment.toml", "--out", "results"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    for part in ["What was found", "Left out here (the report has it)"] {
        assert!(said.out.contains(part), "{}", said.out);
    }
    let report = fs::read_to_string(folder.path("results/report.md")).expect("a report");
    for table in ["Games, ", "Length of games in plies", "Terminations, "] {
        assert!(report.contains(table), "{report}");
        assert!(!said.out.contains(table), "{}", said.out);
    }
    assert!(
        said.err.contains("60 games into results") && said.err.contains("played 60 games"),
        "{}",
        said.err
    );
    let files = files(&folder.path("results"));
    let mut names: Vec<&str> = files.keys().map(String::as_str).collect();
    // There are plots of piece values when the games say enough about every piece.
    names.retain(|name| !name.starts_with("values-") && !name.starts_with("methods-"));
    assert_eq!(
        names,
        [
            ".tradewind.lock",
            "experiment.toml",
            "game-lengths.png",
            "game-lengths.svg",
            "games-running-1.png",
            "games-running-1.svg",
            "games.csv",
            "games/chunk-000000.parquet",
            "manifest.json",
            "pieces-left-1.png",
            "pieces-left-1.svg",
            "report.html",
            "report.md",
            "rows.csv",
            "rows.json",
            "rules/tiny.toml",
            "weights/players/1.toml",
            "weights/rules/tiny.toml",
        ]
    );
    for (name, bytes) in &files {
        let (start, end): (&[u8], &[u8]) = match name.rsplit('.').next() {
            Some("png") => (b"\x89PNG", b"IEND\xaeB`\x82"),
            Some("svg") => (b"<svg", b"</svg>\n"),
            Some("html") => (b"<!DOCTYPE html>", b"</html>\n"),
            Some("json") => (b"{", b"}"),
            Some("parquet") => (b"PAR1", b"PAR1"),
            Some("lock") => (b"", b""),
            // The weights that follow from the rules are an empty file.
            _ if name == "weights/players/1.toml" => (b"", b""),
            _ => (b"", b"\n"),
        };
        assert!(
            bytes.starts_with(start) && bytes.ends_with(end),
            "{name} is not whole"
        );
    }
    let games = String::from_utf8(files["games.csv"].clone()).expect("UTF-8");
    assert_eq!(games.lines().count(), 1 + 60, "{games}");
    let manifest: serde_json::Value =
        serde_json::from_slice(&files["manifest.json"]).expect("the manifest is JSON");
    assert_eq!(
        (&manifest["games"], &manifest["experiment"]["seed"]),
        (&60.into(), &7.into())
    );
    let listed = manifest["files"].as_object().expect("files by name");
    let mut names: Vec<&str> = listed.keys().map(String::as_str).collect();
    names.sort_unstable();
    let wanted: Vec<&str> = (files.keys().map(String::as_str))
        .filter(|name| !["manifest.json", ".tradewind.lock"].contains(name))
        .filter(|name| !name.starts_with("rules/") && !name.starts_with("weights/"))
        .collect();
    assert_eq!(names, wanted);
    for (name, digest) in listed {
        use sha2::{Digest, Sha256};
        let digits = Sha256::digest(&files[name]);
        let digits: String = digits.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, &digits, "{name}");
    }
}

#[test]
fn the_folder_is_named_after_the_experiment() {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml"]);
    assert!(folder.path("out/experiment/manifest.json").exists());
}

#[test]
fn the_same_seed_gives_the_same_files_with_any_number_of_threads() {
    let folder = Folder::new();
    let first = folder.passes(&["run", "experiment.toml", "--out", "a", "--threads", "1"]);
    for threads in ["2", "7"] {
        let again = folder.passes(&["run", "experiment.toml", "--out", "b", "--threads", threads]);
        assert_eq!(first, again);
        let same = files(&folder.path("a")) == files(&folder.path("b"));
        assert!(same, "the files differ with {threads} threads");
        fs::remove_dir_all(folder.path("b")).expect("the folder was there");
    }
}

#[test]
fn another_seed_gives_other_games() {
    let folder = Folder::new();
    folder.write("other.toml", &EXPERIMENT.replace("seed = 7", "seed = 8"));
    folder.passes(&["run", "experiment.toml", "--out", "a"]);
    folder.passes(&["run", "other.toml", "--out", "b"]);
    let games = |name| files(&folder.path(name))["games.csv"].clone();
    assert!(games("a") != games("b"));
}
