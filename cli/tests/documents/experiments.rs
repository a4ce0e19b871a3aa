//! `docs/reference/experiments.md`: every file that it shows is played, every answer compared.

use super::document::{Document, passes};

const PAGE: Document = Document(include_str!("../../../docs/reference/experiments.md"));
const KINDS: &[&str] = &["experiment", "match", "claims", "wrong experiment"];

#[test]
fn every_answer_is_what_the_program_says() {
    let folder = PAGE.folder(KINDS);
    let commands = PAGE.check_answers(folder.path(), "wrong experiment");
    assert!(commands > 10, "only {commands} commands were found");
}

#[test]
fn what_is_merged_is_what_one_run_leaves() {
    let folder = PAGE.folder(KINDS);
    let small = ["run", "small.toml"];
    passes(folder.path(), &[&small[..], &["--out", "whole"]].concat());
    for shard in ["1/2", "2/2"] {
        passes(
            folder.path(),
            &[&small[..], &["--shard", shard, "--out", "one"]].concat(),
        );
    }
    let manifest = |name: &str| std::fs::read(folder.path().join(name).join("manifest.json"));
    let [whole, one] = ["whole", "one"].map(|name| manifest(name).expect("a manifest"));
    assert!(whole == one, "the manifests differ");
}

/// The keys that a fault lists as known stand in the tables of the page.
#[test]
fn every_key_is_explained() {
    for (table, keys) in [
        ("", "name seed pairs ply_cap schedule"),
        (
            "rules",
            "name id arrays odds options weights levels against",
        ),
        (
            "player",
            "name nodes depth movetime weights noise temperature temperature_plies search engine",
        ),
        ("opening", "plies max_imbalance_cp"),
        ("adjudication", "win draw"),
        ("record", "evaluations games_per_file"),
        ("estimates", "unit samples_per_game bootstrap"),
        ("match", "sprt"),
    ] {
        let heading = match table {
            "" => "\n### Top\n".to_string(),
            _ => format!("\n### `{table}`\n"),
        };
        let (_, section) = (PAGE.0.split_once(&heading)).unwrap_or_else(|| panic!("{heading}"));
        let section = section.split("\n##").next().unwrap_or_default();
        for key in keys.split(' ') {
            let named = [format!("`{key}`"), format!("`{key} = ")];
            assert!(
                named.iter().any(|name| section.contains(name)),
                "{heading}{key}"
            );
        }
    }
}
