//! `tradewind run` on a small experiment: the files that it leaves, and the same files every time.

use super::folder::Folder;
use serde_json::Value;
use sha2::{Digest, Sha256};

#[test]
fn a_run_leaves_its_games_and_results_and_nothing_else() {
    let folder = Folder::new();
    let said = folder.ends(
        0,
        "run experiment.toml",
        &["60 games into out/experiment", "played 60 games"],
    );
    let report = folder.read("out/experiment/report.md");
    for table in ["Games, ", "Length of games in plies", "Terminations, "] {
        assert!(
            report.contains(table) && !said.out.contains(table),
            "{table}: {}",
            said.out
        );
    }
    let files = folder.files("out/experiment");
    let plots = ["game-lengths", "games-running-1", "pieces-left-1"];
    let plots = plots
        .into_iter()
        .flat_map(|name| [format!("{name}.png"), format!("{name}.svg")]);
    let mut wanted: Vec<String> = [
        ".tradewind.lock",
        "experiment.toml",
        "games.csv",
        "games/chunk-000000.parquet",
        "manifest.json",
        "report.html",
        "report.md",
        "rows.csv",
        "rows.json",
        "rules/tiny.toml",
        "weights/players/1.toml",
        "weights/rules/tiny.toml",
    ]
    .map(str::to_string)
    .into();
    wanted.extend(plots);
    wanted.sort();
    // There are plots of piece values when the games say enough about every piece.
    let is_optional = |name: &str| name.starts_with("values-") || name.starts_with("methods-");
    let names: Vec<&str> = files
        .keys()
        .map(String::as_str)
        .filter(|name| !is_optional(name))
        .collect();
    assert_eq!(names, wanted);
    for (name, bytes) in &files {
        let (start, end): (&[u8], &[u8]) = match name.rsplit('.').next() {
            Some("png") => (b"\x89PNG", b"IEND\xaeB`\x82"),
            Some("svg") => (b"<svg", b"</svg>\n"),
            Some("html") => (b"<!DOCTYPE html>", b"</html>\n"),
            Some("json") => (b"{", b"}"),
            Some("parquet") => (b"PAR1", b"PAR1"),
            // The weights that follow from the rules are an empty file.
            _ if bytes.is_empty() => (b"", b""),
            _ => (b"", b"\n"),
        };
        assert!(
            bytes.starts_with(start) && bytes.ends_with(end),
            "{name} is not whole"
        );
    }
    assert_eq!(
        folder.read("out/experiment/games.csv").lines().count(),
        1 + 60
    );
    let manifest: Value = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
    assert_eq!(
        (&manifest["games"], &manifest["experiment"]["seed"]),
        (&60.into(), &7.into())
    );
    let listed = manifest["files"].as_object().expect("files by name");
    let is_listed = |name: &str| {
        !["manifest.json", ".tradewind.lock"].contains(&name)
            && !name.starts_with("rules/")
            && !name.starts_with("weights/")
    };
    for (name, bytes) in files.iter().filter(|(name, _)| is_listed(name)) {
        let digest: String = Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(listed[name], digest, "{name}");
    }
    assert!(listed.keys().all(|name| files.contains_key(name)));
}

#[test]
fn the_same_seed_gives_the_same_files_with_any_number_of_threads() {
    let folder = Folder::new();
    let first = folder.passes("run experiment.toml --out 1 --threads 1");
    for threads in ["2", "7"] {
        let arguments = format!("run experiment.toml --out {threads} --threads {threads}");
        assert_eq!(folder.passes(&arguments), first);
        folder.same("1", threads);
    }
    folder.write_experiment("other.toml", &[("seed = 7", "seed = 8")]);
    folder.passes("run other.toml --out other");
    assert_ne!(folder.read("1/games.csv"), folder.read("other/games.csv"));
}

#[test]
#[ignore = "long: run by .ci/full"]
fn bench_measures_every_kind_of_work() {
    let speeds: Value = serde_json::from_str(&Folder::new().passes("bench --json")).expect("JSON");
    for speed in speeds.as_array().expect("a list") {
        assert!(speed["count"].as_u64() > Some(0), "{speed}");
        assert!(speed["seconds"].as_f64() > Some(0.0), "{speed}");
    }
}
