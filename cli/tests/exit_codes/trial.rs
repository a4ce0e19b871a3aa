//! An inventor's half hour: `new`, a piece, `try`, another piece, `try`.

use super::program::{Folder, OTHER};
use std::fs;

/// A little of each, by players that are not trained.
const TRY: &[&str] = &[
    "try",
    "lancers.toml",
    "--recipe",
    "none",
    "--nodes",
    "10",
    "--pairs",
];

/// The rule file with the piece that it proposes, which moves so.
fn edited(text: &str, moves: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| !line.starts_with("# A piece that is there"));
    let lines = lines.map(|line| {
        let is_proposed = ["# replace", "# [[piece]]", "# name ", "# text "];
        match is_proposed.iter().any(|start| line.starts_with(start)) {
            true => line.trim_start_matches("# ").to_string(),
            false if line.starts_with("# moves") => format!("moves = \"{moves}\""),
            false => line.to_string(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_idea_becomes_an_answer() {
    let folder = Folder::new();
    let said = folder.passes(&["new", "lancers", "--from", "chess"]);
    assert!(said.contains("tradewind try lancers.toml"), "{said}");
    let begun = fs::read_to_string(folder.path("lancers.toml")).expect("a rule file");
    folder.refuses(&["new", "lancers"], &["lancers.toml is there already"]);
    // It changes nothing yet.
    let said = folder.passes(TRY.split_last().expect("words").1);
    assert!(
        said.contains("lancers has the rules of Chess: no game differs"),
        "{said}"
    );

    folder.write("lancers.toml", &edited(&begun, "N"));
    let said = folder.call(&[TRY, &["300"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(
        said.err.contains("Lancer (La): – → moves: N"),
        "{}",
        said.err
    );
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
    let folders = || -> Vec<_> {
        let entries = fs::read_dir(folder.path("out/try")).expect("a folder");
        entries
            .map(|entry| entry.expect("a folder").path())
            .collect()
    };
    let kept = folders();
    assert_eq!(kept.len(), 1);
    assert!(kept[0].join("report.html").is_file());

    // Another piece has a folder of its own; played on, it goes on.
    folder.write("lancers.toml", &edited(&begun, "W"));
    folder.passes(&[TRY, &["300"]].concat());
    assert_eq!(folders().len(), 2);
    let said = folder.call(&[TRY, &["400"]].concat());
    assert!(
        said.err
            .contains("1800 games were there already; played 600"),
        "{}",
        said.err
    );
    assert!(kept[0].join("report.html").is_file());
}

/// Time that is too short for a recipe is kept all the same, by cheaper players, and nobody waits long for a line.
#[test]
#[cfg(unix)]
fn the_time_is_kept() {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    const TIME: Duration = Duration::from_secs(12);
    let folder = Folder::new();
    folder.write("other.toml", OTHER);
    let words = ["try", "other.toml", "--recipe", "thorough", "--nodes", "20"];
    let (begun, mut last) = (Instant::now(), Instant::now());
    let mut child = folder.start(&[&words[..], &["--players", "players", "--for", "12s"]].concat());
    let lines = BufReader::new(child.stderr.take().expect("messages")).lines();
    let lines = lines.map(|line| {
        let silence = last.elapsed();
        last = Instant::now();
        (silence, line.expect("a line"))
    });
    let lines: Vec<(Duration, String)> = lines.collect();
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

/// The same command plays on.
#[test]
fn time_is_added() {
    let folder = Folder::new();
    folder.write("other.toml", OTHER);
    let words = [
        "try",
        "other.toml",
        "--recipe",
        "none",
        "--nodes",
        "20",
        "--for",
        "2s",
    ];
    folder.passes(&words);
    let said = folder.call(&words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(
        said.err.contains("games were there already; played"),
        "{}",
        said.err
    );
}

#[test]
fn shells_and_man_know_the_commands() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.passes(&["completions", shell]);
        assert!(
            script.contains("tradewind") && script.contains("replicates"),
            "{shell}"
        );
    }
    folder.refuses(&["completions", "basic"], &["bash"]);
    folder.passes(&["man", "pages"]);
    let page = fs::read_to_string(folder.path("pages/tradewind-try.1")).expect("a page");
    assert!(page.contains("Tries a change of the rules"), "{page}");
    assert!(folder.path("pages/tradewind.1").is_file());
}

#[test]
fn what_cannot_be_tried_is_refused() {
    let folder = Folder::new();
    folder.refuses(
        &["try", "tiny.toml"],
        &["tiny.toml extends no other rule set", "--against ID"],
    );
    folder.refuses(
        &["try", "nothing.toml"],
        &["cannot read the rule file nothing.toml"],
    );
    folder.refuses(&["try", "tiny.toml", "--for", "10"], &["90s, 10m or 2h"]);
    folder.refuses(&["new", "a/b"], &["cannot be the name of a file"]);
    folder.refuses(
        &["run", "scirocco-2009"],
        &["is a rule set, and no experiment"],
    );
    folder.refuses(
        &["run", "quickstrt"],
        &["there is no experiment `quickstrt`"],
    );
    folder.refuses(&["docs", "rules-file"], &["did you mean `rule-files`?"]);
    folder.refuses(&["rules", "export", "ches"], &["did you mean `chess`?"]);
    let text = folder.passes(&["rules", "export", "chess"]);
    folder.write("copy.toml", &text);
    let said = folder.passes(&["try", "copy.toml", "--against", "chess"]);
    assert!(said.contains("there is nothing to be played"), "{said}");
    let page = folder.passes(&["docs", "rule-files"]);
    assert!(page.starts_with("# Rule files"), "{page}");
}
