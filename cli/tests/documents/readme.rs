//! `README.md`: the findings that it shows are those of the reference results.

use serde_json::Value;
use std::process::Command;

const PAGE: &str = include_str!("../../../README.md");

/// The rows of the table of findings.
fn findings() -> Vec<&'static str> {
    let (_, section) = PAGE
        .split_once("## What it has found")
        .expect("the findings");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| "));
    rows.skip(1).collect()
}

/// The row of a claim, as the ledger without any games has it.
fn row(claim: &Value) -> String {
    let text = |key: &str| claim[key].as_str().unwrap_or_default();
    let measured = &claim["measured"];
    let [value, low, high] =
        ["value", "low", "high"].map(|key| measured[key].as_f64().unwrap_or(f64::NAN));
    let of_measured = |key: &str| measured[key].as_str().unwrap_or_default();
    let digits = match (high - low) / 2.0 {
        half if half >= 9.95 => 0,
        half if half >= 0.995 => 1,
        half if half >= 0.0995 => 2,
        _ => 3,
    };
    let interval = match low < high {
        true => format!("{value:.digits$} [{low:.digits$}, {high:.digits$}]"),
        // What is solved.
        false => format!("{value:.1}"),
    };
    let (subject, unit) = (of_measured("subject"), of_measured("unit"));
    let measured = format!("{subject}: {interval} {unit}");
    format!(
        "| {} | {} | {} | {} |",
        text("game"),
        text("claim"),
        measured.trim_end(),
        text("verdict")
    )
}

#[test]
fn findings_are_those_of_the_reference_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .args(["claims", "--json"])
        .current_dir(folder.path())
        .output()
        .expect("it starts");
    let mut all: Vec<Value> = serde_json::from_slice(&run.stdout).expect("JSON");
    all.retain(|claim| claim["verdict"] != "dropped");
    let known: Vec<String> = all.iter().map(row).collect();
    assert!(findings().len() >= 5);
    for found in findings() {
        assert!(
            known.iter().any(|row| row == found),
            "{found}\n{}",
            known.join("\n")
        );
    }
    let count = |verdict: &str| all.iter().filter(|one| one["verdict"] == verdict).count();
    let words = format!(
        "Of {} claims {} are supported, {} contradicted and {} undecided; {} are open",
        all.len(),
        count("supported"),
        count("contradicted"),
        count("undecided"),
        count("open")
    );
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&words), "{words}");
}
