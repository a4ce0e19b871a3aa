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
    for part in [
        "lancers, compared with Chess",
        "Lancer is ",
        " the Knight that it replaces",
        "It is worth ",
        "Still open after 1,800 pairs of games",
        "report.html",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    assert!(!said.out.contains("times as many"), "{}", said.out);
    let folders = || {
        fs::read_dir(folder.path("out/try"))
            .expect("a folder")
            .map(|entry| entry.expect("one").path())
    };
    let kept: Vec<_> = folders().collect();
    assert_eq!(kept.len(), 1);
    // The card is a file, too, and on top of the page.
    let read = |name: &str| fs::read_to_string(kept[0].join(name)).expect("a file");
    assert!(read("card.json").contains("\"replaced\": \"Knight\""));
    let page = read("report.html");
    let answer = page.find("lancers, compared with Chess").expect("the card");
    assert!(answer < page.find("<dl>").expect("the facts"), "{answer}");
    assert!(!page.contains("What was found"));
    // Another piece has a folder of its own; the same command with more pairs resumes.
    folder.write("lancers.toml", edited(&begun, "W"));
    folder.passes(&format!("{play} 300"));
    assert_eq!(folders().count(), 2);
    folder.ends(
        0,
        &format!("{play} 400"),
        &["3600 games were there already; played 1200"],
    );
    assert!(kept[0].join("report.html").is_file());
}

/// The card of a trial of changed chess.
fn card(text: &str, pairs: u32) -> serde_json::Value {
    let folder = Folder::new();
    folder.write(
        "changed.toml",
        format!("extends = \"chess\"\nname = \"Changed\"\n{text}"),
    );
    let play = "try changed.toml --recipe none --nodes 20 --json --out results --pairs";
    let said = folder.ends(0, &format!("{play} {pairs}"), &[]);
    let printed: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let kept: serde_json::Value =
        serde_json::from_str(&folder.read("results/card.json")).expect("JSON");
    assert_eq!(printed, kept);
    printed
}

/// Changes with known answers.
#[test]
#[ignore = "long: run by .ci/full"]
fn answers_are_right() {
    let copy =
        "replace = { N = \"Kn\" }\n[[piece]]\nname = \"Hopper\"\ntext = \"Kn\"\nmoves = \"N\"\n";
    let amazon =
        "replace = { Q = \"Am\" }\n[[piece]]\nname = \"Amazon\"\ntext = \"Am\"\nmoves = \"QN\"\n";
    let fers = "[[piece]]\nname = \"Fers\"\ntext = \"N\"\nmoves = \"F\"\n";
    // The new rules have no bishops, so the pieces of both meet.
    let archer = "remove_pieces = [\"B\"]\nreplace = { B = \"Ar\" }\n[[piece]]\nname = \"Archer\"\ntext = \"Ar\"\nmoves = \"mR3cF\"\n";
    for (text, pairs, verdicts, replaced) in [
        (copy, 300, &["equal", "open"][..], "Knight"),
        (amazon, 300, &["better"], "Queen"),
        (fers, 300, &["worse"], "Knight"),
        (archer, 300, &["worse"], "Bishop"),
    ] {
        let found = card(text, pairs);
        let first = &found["pieces"][0]["contrasts"][0];
        assert_eq!(first["against"], replaced, "{found}");
        assert_eq!(first["is_replaced"], true, "{found}");
        let verdict = first["verdict"].as_str().expect("a verdict");
        assert!(verdicts.contains(&verdict), "{found}");
    }
    for (text, pairs, parts) in [
        (
            "[promotion]\nzone = 5\n",
            300,
            &["plies shorter", "decisive"][..],
        ),
        (
            "[end]\nstalemate = \"loses\"\n",
            600,
            &["points more decisive"],
        ),
    ] {
        let found = card(text, pairs);
        let headline = found["headline"][0].as_str().expect("a headline");
        for part in parts {
            assert!(headline.contains(part), "{part}: {found}");
        }
    }
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
        "a cheaper player is used",
        "estimating from",
        "play for another 12 s",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn the_same_command_adds_time() {
    let folder = Folder::new();
    let arguments = "try other.toml --recipe none --nodes 20 --for 1s";
    let games = || -> u64 {
        let said = folder.ends(0, arguments, &["play for another 1 s"]).err;
        let counts = said.split("estimating from ").skip(1);
        let counts = counts.filter_map(|rest| rest.split(' ').next());
        let last = counts.last().expect("a number of games");
        last.parse().expect("a number of games")
    };
    let first = games();
    assert!(games() > first);
}
