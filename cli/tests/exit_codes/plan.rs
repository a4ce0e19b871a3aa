//! `tradewind plan`: how large an experiment must be.

use super::program::{EXPERIMENT, Folder};
use serde_json::Value;

fn plan(folder: &Folder, more: &[&str]) -> Value {
    let arguments = ["plan", "experiment.toml", "--seconds", "0.2", "--json"];
    let answer = folder.passes(&[&arguments, more].concat());
    serde_json::from_str(&answer).expect("an object")
}

#[test]
fn a_smaller_difference_takes_more_pairs() {
    let folder = Folder::new();
    folder.write(
        "experiment.toml",
        &EXPERIMENT.replace("pairs = 30", "pairs = 500"),
    );
    let large = plan(&folder, &["--score", "4"]);
    let needed = |plan: &Value| {
        plan["pairings"][0]["pairs"]["value"]
            .as_f64()
            .expect("a number")
    };
    let variance = large["pairings"][0]["variance"]["value"]
        .as_f64()
        .expect("a number");
    // (1.96 + 0.84)² · σ² / effect²
    let wanted = 7.849 * variance / 0.0016;
    assert!((needed(&large) / wanted - 1.0).abs() < 0.001, "{large}");
    assert!(large["pairs_per_second"].as_f64() > Some(0.0) && large["bytes"].as_f64() > Some(0.0));
    assert_eq!(large["pairs"], 500);
    // 27.85 Elo are 4 % of the score.
    let elo = plan(&folder, &["--elo", "27.85"])["effect"]
        .as_f64()
        .expect("a number");
    assert!((elo - 0.04).abs() < 1e-4, "{elo}");
    // Nothing is left behind.
    assert!(!folder.path("out").exists());
    let said = folder.passes(&["plan", "experiment.toml", "--seconds", "0.2"]);
    assert!(said.contains("pairs needed: "), "{said}");
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let folder = Folder::new();
    folder.write("short.toml", &EXPERIMENT.replace("pairs = 30", "pairs = 3"));
    folder.refuses(
        &["plan", "short.toml"],
        &["pairs of tiny were finished in the pilot", "too few"],
    );
    for (option, value) in [
        ("--elo", "0"),
        ("--score", "-1"),
        ("--alpha", "0.6"),
        ("--beta", "x"),
    ] {
        folder.refuses(
            &["plan", "experiment.toml", option, value],
            &[option, "write a number"],
        );
    }
}
