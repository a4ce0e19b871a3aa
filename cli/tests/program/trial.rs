//! An inventor's half hour: `new`, a piece, `try`, another piece, `try`.

use super::folder::Folder;
use std::fs;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

/// The rule file with the piece that it proposes and these moves of it.
fn edited(text: &str, moves: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| !line.starts_with("# A piece that is there"));
    let proposed = ["# replace", "# [[piece]]", "# name ", "# text "];
    let lines = lines.map(|line| {
        if proposed.iter().any(|start| line.starts_with(start)) {
            line.trim_start_matches("# ").to_string()
        } else if line.starts_with("# moves") {
            format!("moves = \"{moves}\"")
        } else {
            line.to_string()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "long: run by .ci/full"]
fn an_idea_becomes_an_answer() {
    let folder = Folder::new();
    folder.passes("new lancers --from chess");
    let begun = folder.read("lancers.toml");
    let play = "try lancers.toml --recipe none --nodes 10 --pairs";
    folder.write("lancers.toml", edited(&begun, "N"));
    let said = folder.ends(0, &format!("{play} 300"), &["Lancer (La): – → moves: N"]);
    let first = said
        .out
        .lines()
        .find(|line| !line.is_empty())
        .expect("an answer");
    assert!(
        first.starts_with("Lancer ") && first.contains(" Knight: in its place"),
        "{first}"
    );
    for part in [
        "New pieces of lancers",
        "Not told by 1800 games:",
        "report.html",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let folders = || {
        fs::read_dir(folder.path("out/try"))
            .expect("a folder")
            .map(|entry| entry.expect("one").path())
    };
    let kept: Vec<_> = folders().collect();
    assert_eq!(kept.len(), 1);
    // Another piece has a folder of its own; the same command with more pairs resumes.
    folder.write("lancers.toml", edited(&begun, "W"));
    folder.passes(&format!("{play} 300"));
    assert_eq!(folders().count(), 2);
    folder.ends(
        0,
        &format!("{play} 400"),
        &["1800 games were there already; played 600"],
    );
    assert!(kept[0].join("report.html").is_file());
}

/// If training would take longer than the given time, cheaper players are used. Progress is printed without
/// long pauses.
#[test]
#[ignore = "long: run by .ci/full"]
fn the_time_is_kept() {
    const TIME: Duration = Duration::from_secs(12);
    let folder = Folder::new();
    let (begun, mut last) = (Instant::now(), Instant::now());
    let mut child =
        folder.start("try other.toml --recipe thorough --nodes 20 --players players --for 12s");
    let lines = BufReader::new(child.stderr.take().expect("messages")).lines();
    let lines: Vec<(Duration, String)> = lines
        .map(|line| {
            let silence = last.elapsed();
            last = Instant::now();
            (silence, line.expect("a line"))
        })
        .collect();
    assert!(child.wait().expect("it ends").success(), "{lines:?}");
    assert!(
        begun.elapsed() < 2 * TIME,
        "{:?}: {lines:?}",
        begun.elapsed()
    );
    for (silence, line) in &lines {
        assert!(*silence < TIME / 2, "{silence:?} before {line}: {lines:?}");
    }
    let said: String = lines.into_iter().map(|(_, line)| line + "\n").collect();
    for part in [
        "training by `thorough` takes up to",
        "more than half of 12 s",
        "estimating from",
        "plays for another 12 s",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn the_same_command_adds_time() {
    let folder = Folder::new();
    let arguments = "try other.toml --recipe none --nodes 20 --for 1s";
    folder.passes(arguments);
    folder.ends(0, arguments, &["games were there already; played"]);
}
