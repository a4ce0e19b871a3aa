//! `docs/reference/rule-files.md`: every file that it shows is played, every answer compared.

use super::document::{Document, passes, said, tradewind};
use std::fs;

const PAGE: Document = Document(include_str!("../../../docs/reference/rule-files.md"));
const KINDS: &[&str] = &["file", "experiment", "comparison", "wrong file"];

#[test]
fn every_rule_file_is_right_and_has_moves() {
    let folder = PAGE.folder(KINDS);
    for (name, _) in PAGE.files("file") {
        passes(folder.path(), &["rules", "check", name]);
        let moves = passes(folder.path(), &["moves", name]);
        assert!(!moves.is_empty(), "{name} has no moves at the start");
    }
}

#[test]
fn every_experiment_is_played() {
    let folder = PAGE.folder(KINDS);
    for (name, _) in PAGE.files("experiment") {
        let said = passes(
            folder.path(),
            &["run", name, "--recipe", "none", "--out", "results"],
        );
        assert!(folder.path().join("results/report.html").exists(), "{said}");
    }
}

/// With fewer games than the page has, and by players that need no training.
#[test]
fn every_comparison_is_made() {
    let folder = PAGE.folder(KINDS);
    for (name, _) in PAGE.files("comparison") {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).expect("the page's file");
        let short = text.replace("pairs   = 1000", "pairs   = 2");
        assert_ne!(text, short, "{name}");
        fs::write(&path, short).expect("a file is written");
        let said = passes(folder.path(), &["compare", name, "--recipe", "none"]);
        assert!(said.contains("What the rules change"), "{said}");
    }
}

#[test]
fn every_answer_is_what_the_program_says() {
    let folder = PAGE.folder(KINDS);
    let commands = PAGE.check_answers(folder.path(), "wrong file");
    assert!(commands > 20, "only {commands} commands were found");
}

#[test]
fn the_document_names_every_power() {
    // Checking an unknown power lists the known ones. Each has a section, with its line in a rule
    // file and a command, and stands in the contents.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "extends = \"chess\"\n[[piece]]\ntext = \"N\"\npowers = [{ power = \"?\" }]\n";
    fs::write(folder.path().join("unknown.toml"), text).expect("a file is written");
    let output = tradewind(folder.path(), &["rules", "check", "unknown.toml"]);
    let said = said(&output);
    let (_, list) = said
        .split_once("the powers are ")
        .expect("the powers are listed");
    let list = list.lines().next().unwrap_or_default();
    let known: Vec<&str> = list.split(", ").collect();
    assert!(known.len() > 20, "only {list} are listed");
    for power in known {
        let heading = format!("\n### `{power}`\n");
        let (_, section) = PAGE
            .0
            .split_once(&heading)
            .unwrap_or_else(|| panic!("there is no section {heading}"));
        let (section, _) = section.split_once("\n## ").unwrap_or((section, ""));
        let (section, _) = section.split_once("\n### ").unwrap_or((section, ""));
        let example = format!("\npowers = [{{ power = \"{power}\"");
        for part in [example.as_str(), "\n$ tradewind "] {
            assert!(section.contains(part), "{heading} does not show {part}");
        }
        let (contents, _) = PAGE.0.split_once("\n## ").expect("there are sections");
        let entry = format!("`{power}`");
        assert!(contents.contains(&entry), "the contents lack {entry}");
    }
}

/// The legend has every sign that a drawing of a piece of ours has.
#[test]
fn the_legend_has_every_sign() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = passes(folder.path(), &["rules", "list"]);
    let (_, legend) = PAGE.0.split_once("**Drawings.**").expect("the legend");
    let (legend, _) = legend.split_once("**Moves**").expect("its end");
    let mut signs = 0;
    for id in list.lines().filter_map(|line| line.split(' ').next()) {
        let shown = passes(folder.path(), &["rules", "show", id]);
        let (_, drawings) = shown.split_once("\n\n").expect("drawings");
        // A line of the legend is a sign and what it means.
        let explained = drawings.lines().filter_map(|line| {
            let (sign, meaning) = line.strip_prefix("  ")?.split_once(' ')?;
            (sign.chars().count() == 1 && !meaning.starts_with(' ')).then_some(sign)
        });
        for sign in
            explained.filter(|sign| !sign.chars().all(char::is_alphanumeric) && *sign != ":")
        {
            signs += 1;
            assert!(legend.contains(&format!("`{sign}`")), "{id}: {sign}");
        }
    }
    assert!(signs > 50, "{signs}");
}
