//! `tradewind values`, from files of experiments to tables, and what it refuses.

use super::program::{EXPERIMENT, Folder, TINY};
use serde_json::Value;
use std::fs;

/// Level games and odds games with every kind of change.
fn plan(odds: &str, more: &str) -> String {
    let level = "[rules]\nid = \"tiny.toml\"\n";
    let both = format!(
        "[[rules]]\nname = \"level\"\nid = \"tiny.toml\"\n{WEIGHTS}\n[[rules]]\nname = \"odds\"\nid = \
         \"tiny.toml\"\nodds = {odds}\n{WEIGHTS}\n"
    );
    let text = EXPERIMENT.replace(level, &both).replace("pairs = 30", more);
    // Rule sets name their weights, and not players.
    text.replace(&format!("noise = 50\n{WEIGHTS}"), "noise = 50\n")
}

const WEIGHTS: &str = "weights = \"untuned\"";

const ODDS: &str =
    "[\"-P :\", \"-R : -P\", \"P>P' :\", \"-P -P :\", \": P>P' P>P'\", \"-R : -P -P\"]";

#[test]
fn values_are_measured_both_ways_and_written() {
    let folder = Folder::new();
    folder.write("plan.toml", &plan(ODDS, "pairs = 1000"));
    let said = folder.passes(&["values", "plan.toml", "--all", "--threads", "1"]);
    for part in [
        "What was found",
        "Piece values in Tiny, depth 1",
        "odds (pawns)",
        "regression (pawns)",
        "theory (pawns)",
        "What promoting is worth",
        "Odds: 6 kinds in",
        " over all positions: the most ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for name in [
        "report.html",
        "report.md",
        "rows.csv",
        "rows.json",
        "values-tiny-depth-1.png",
        "values-tiny-depth-1.svg",
    ] {
        let path = folder.path(&format!("out/plan/values/{name}"));
        assert!(path.is_file(), "{name}");
    }
    // The same again, from the folder, with another number of threads.
    let again = folder.passes(&[
        "values",
        "out/plan",
        "--all",
        "--threads",
        "2",
        "--out",
        "again",
    ]);
    assert_eq!(said, again);
    let csv = |place: &str| fs::read(folder.path(place).join("rows.csv")).expect("rows");
    assert_eq!(csv("out/plan/values"), csv("again"));
    let csv = String::from_utf8(csv("again")).expect("text");
    let head = "rules,player,method,condition,subject,unit,value,low,high,n,pairs,p,warning";
    assert!(csv.starts_with(head), "{csv}");

    let markdown = folder.passes(&["values", "out/plan", "--markdown"]);
    assert!(markdown.contains("| :--- |"), "{markdown}");
    let json = folder.passes(&["values", "out/plan", "--json"]);
    let all: Value = serde_json::from_str(&json).expect("JSON");
    let mut rows = all["rows"].as_array().expect("rows").iter();
    let rook = rows.find(|row| row["subject"] == "Rook (R)" && row["unit"] == "pawns");
    let rook = rook.expect("a rook");
    assert_eq!(
        (&rook["rules"], &rook["condition"]),
        (&"Tiny".into(), &"all".into())
    );
    assert!(rook["low"].is_number());
}

/// A piece that no game had has no value: not 0, and not one with an interval.
#[test]
fn a_piece_that_was_never_seen_has_no_value() {
    let folder = Folder::new();
    let ghost = "\n[[piece]]\nname = \"Ghost\"\ntext = \"G\"\nmoves = \"W\"\n";
    folder.write("tiny.toml", &format!("{TINY}{ghost}"));
    folder.write("plan.toml", &plan(ODDS, "pairs = 200"));
    let json = folder.passes(&["values", "plan.toml", "--json"]);
    let all: Value = serde_json::from_str(&json).expect("JSON");
    let rows = all["rows"].as_array().expect("rows").iter();
    let is_ghost = |row: &&Value| row["subject"] == "Ghost (G)" && row["method"] != "theory";
    let ghosts: Vec<&Value> = rows.filter(is_ghost).collect();
    assert!(ghosts.len() >= 4, "{ghosts:?}");
    for ghost in ghosts {
        assert_eq!(ghost["warning"], "never seen");
        for number in ["value", "low", "high"] {
            assert!(ghost[number].is_null(), "{ghost}");
        }
    }
}

/// What the plan keeps can be played again, odds and all.
#[test]
fn odds_are_kept_and_recorded() {
    let folder = Folder::new();
    let designed = "{ number = 8, promotion = true }";
    folder.write("plan.toml", &plan(designed, "pairs = 20"));
    folder.passes(&["run", "plan.toml"]);
    let kept = fs::read_to_string(folder.path("out/plan/experiment.toml")).expect("a copy");
    let kept: toml::Table = kept.parse().expect("TOML");
    let odds = kept["rules"][1]["odds"].as_array().expect("a list");
    assert!((2..=8).contains(&odds.len()), "{odds:?}");
    folder.passes(&["run", "out/plan/experiment.toml", "--out", "again"]);
    let games = |place: &str| folder.passes(&["games", place, "--csv"]);
    assert_eq!(games("out/plan"), games("again"));

    // Records say where a game began, and the players exchange the odds with the colours.
    let json = folder.passes(&["games", "out/plan", "--json", "--rules", "odds"]);
    let games: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(games.len(), 40);
    assert!(
        games
            .iter()
            .all(|game| game["odds"] != "" && game["start"] != "")
    );
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["odds"], pair[1]["odds"]);
        assert_ne!(pair[0]["start"], pair[1]["start"]);
    }
    let shown = folder.passes(&["games", "out/plan", "--game", "2", "--ply", "0"]);
    // Pieces of one letter need no commas between them.
    let start = games[0]["start"].as_str().expect("a text");
    let board = start.split(' ').next().expect("a board").replace(',', "");
    assert!(shown.contains(&board), "{shown}");
}

/// A third of the games of a design, and a table that says which piece is better.
#[test]
fn pieces_are_compared_directly() {
    let folder = Folder::new();
    let designed = "{ number = 8, contrasts = [\"R : P\"] }";
    folder.write("plan.toml", &plan(designed, "pairs = 240"));
    let said = folder.passes(&["values", "plan.toml"]);
    let kept = fs::read_to_string(folder.path("out/plan/experiment.toml")).expect("a copy");
    let kept: toml::Table = kept.parse().expect("TOML");
    let odds = kept["rules"][1]["odds"].as_array().expect("a list");
    let direct = odds.iter().filter(|one| one.as_str() == Some(": R>P'"));
    assert_eq!(2 * direct.count(), (odds.len() * 2).div_ceil(3), "{odds:?}");
    assert!(said.contains("Piece against piece in Tiny"), "{said}");
    for (contrasts, part) in [
        ("[\"R : X\"]", "no piece `X`"),
        ("[\"R P\"]", "`R P` is no contrast"),
        ("[\"R : R\"]", "compared with itself"),
        ("[\"K : R\"]", "King is royal"),
        ("\"R : P\"", "no contrasts"),
    ] {
        let designed = format!("{{ contrasts = {contrasts} }}");
        folder.write("wrong.toml", &plan(&designed, "pairs = 20"));
        folder.refuses(&["values", "wrong.toml"], &[part]);
    }
}

#[test]
fn rules_alone_have_a_table() {
    let said = Folder::new().passes(&["values", "chess", "tiny.toml"]);
    for part in [
        "Piece values in Chess",
        "Piece values in Tiny",
        "theory (pawns)",
        "Queen",
        "30 % full",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

/// A game ends without its royal, so that it has no value; how many squares it can go to is known.
#[test]
fn a_royal_has_no_value() {
    let folder = Folder::new();
    let said = folder.passes(&["values", "typhoon", "--published", "--out", "told"]);
    assert!(said.contains("weights (pawns)"), "{said}");
    let rows = fs::read_to_string(folder.path("told/rows.csv")).expect("rows");
    let of_king: Vec<&str> = rows
        .lines()
        .filter(|row| row.contains(",King (K),"))
        .collect();
    assert!(!of_king.is_empty());
    for row in of_king {
        assert!(row.contains(",King (K),targets,"), "{row}");
    }
    let plot = fs::read_to_string(folder.path("told/values-typhoon.svg")).expect("a plot");
    assert!(plot.contains("Wildebeest (Wi)"));
    assert!(!plot.contains("King (K)") && !plot.contains("Emperor (Em)"));
    for file in fs::read_dir(folder.path("told")).expect("files") {
        let path = file.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        assert!(!name.ends_with('-'), "{name}");
    }
}

/// Players that differ in more than their limits keep their values apart, and are told apart.
#[test]
fn other_players_are_other_measurements() {
    let folder = Folder::new();
    for noise in [10, 80] {
        let plan = plan(ODDS, "pairs = 20").replace("noise = 50", &format!("noise = {noise}"));
        folder.write("plan.toml", &plan);
        folder.passes(&["run", "plan.toml", "--out", &format!("noise-{noise}")]);
    }
    let said = folder.passes(&["values", "noise-10", "noise-80", "--out", "tables"]);
    for noise in [10, 80] {
        let title = format!("Piece values in Tiny, depth 1, noise {noise}, weights");
        assert!(said.contains(&title), "{said}");
    }
    assert!(!said.contains("Values by the players' strength"), "{said}");
}

#[test]
fn values_are_measured_until_they_stand_still() {
    let folder = Folder::new();
    folder.write("plan.toml", &plan(ODDS, "pairs = 400"));
    let said = folder.call(&["values", "plan.toml", "--iterate", "--rounds", "4"]);
    // Random games may go either way; either is said.
    let expected = match said.code {
        Some(0) => "the values no longer change after",
        _ => "the values still change after 4 rounds",
    };
    assert!(said.err.contains(expected), "{}", said.err);
    let tables = said.out.matches("By every method: Tiny").count();
    assert_eq!(tables, 1, "{}", said.out);
    let weights = |round: u32| {
        let path = format!("out/plan/round-{round}/weights/rules/odds.toml");
        fs::read_to_string(folder.path(&path)).expect("weights")
    };
    assert_ne!(weights(1), weights(2));
}

/// A few games do not tell what a pawn is worth: then nothing is given in pawns.
#[test]
fn few_games_leave_values_in_log_odds() {
    let folder = Folder::new();
    folder.write("plan.toml", &plan(ODDS, "pairs = 20"));
    let said = folder.passes(&["values", "plan.toml"]);
    assert!(said.contains("(log-odds)"), "{said}");
    assert!(
        said.contains("is not clearly worth something here"),
        "{said}"
    );
}

#[test]
fn what_has_no_values_is_refused() {
    let folder = Folder::new();
    folder.refuses(
        &["values", "none"],
        &["`none` is no folder of games", "chess"],
    );
    folder.refuses(&["values", "none.toml"], &["none.toml"]);
    folder.refuses(&["values"], &["DIR|FILE|RULES"]);
    folder.refuses(&["values", "chess", "--iterate"], &["name its file"]);
    folder.write("few.toml", &plan(ODDS, "pairs = 20"));
    let said = folder.call(&["values", "few.toml", "--iterate"]);
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    assert!(
        said.err
            .contains("round 1 measured no value in pawns well enough"),
        "{}",
        said.err
    );
    folder.passes(&["run", "few.toml", "--out", "copy"]);
    folder.refuses(
        &["values", "out/few/round-1", "copy"],
        &["hold games of the same experiment", "count twice"],
    );
    folder.refuses(&["values", "chess", "--rounds", "3"], &["--iterate"]);
    fs::create_dir(folder.path("empty")).expect("a folder");
    folder.refuses(&["values", "empty"], &["there are no games in empty"]);
    let two = EXPERIMENT.replace(
        "[player]\ndepth = 1\nnoise = 50",
        "[[player]]\ndepth = 1\n[[player]]\nname = \"other\"\ndepth = 1",
    );
    folder.write("two.toml", &two);
    folder.passes(&["run", "two.toml"]);
    folder.refuses(&["values", "out/two"], &["two players met"]);
    let king = EXPERIMENT.replace("[estimates]", "[estimates]\nunit = \"K\"");
    folder.write("king.toml", &king);
    folder.refuses(
        &["values", "king.toml"],
        &["`K` is a royal", "another unit"],
    );
}

#[test]
fn wrong_odds_are_pointed_at() {
    for (odds, parts) in [
        ("[\"-P\"]", &["plan.toml:13:9:", "colon"][..]),
        ("[\"-Q :\"]", &["there is no piece `Q`", "P R K"]),
        ("[\"-K :\"]", &["takes away a royal"]),
        (
            "[\"-R -R -R :\"]",
            &["no array that is played has the pieces"],
        ),
        ("[]", &["no odds", "designed"]),
        ("\"many\"", &["no odds", "designed"]),
        ("{ number = 1 }", &["2"]),
        ("{ count = 10 }", &["no key `count`"]),
    ] {
        let folder = Folder::new();
        folder.write("plan.toml", &plan(odds, "pairs = 20"));
        folder.refuses(&["run", "plan.toml"], parts);
    }
}
