//! Condensed files: the same numbers as from folders, joined, gone on from, played again, and refused where they are
//! damaged or of other games.

use super::folder::Folder;
use serde_json::Value;
use std::path::Path;
use tradewind_selfplay::record::GameResult;
use tradewind_selfplay::record::archive::{Archive, experiment_of};

/// Level games, games with odds, and one army against another.
const RULES: &str = "\
[[rules]]
id = \"tiny.toml\"

[[rules]]
name = \"odds\"
id = \"tiny.toml\"
odds = [\"-P :\", \"-R :\", \"R>P : \"]

[[rules]]
name = \"armies\"
id = \"other.toml\"
against = \"tiny.toml\"
";

/// A folder with the games of the experiment in `out/all`.
fn played() -> Folder {
    let folder = Folder::new();
    let more = format!("{RULES}\n[record]\nevaluations = true\n");
    folder.write_experiment("all.toml", &[("[rules]\nid = \"tiny.toml\"\n", &more)]);
    folder.passes("run all.toml --out out/all");
    folder
}

#[test]
fn estimates_are_the_same_as_from_folders() {
    let folder = played();
    let said = folder.ends(
        0,
        "condense out --out all.tar.zst",
        &["180 games of 1 experiments"],
    );
    assert!(said.out.is_empty(), "{}", said.out);
    folder.passes("condense out/all --out again.tar.zst");
    assert_eq!(folder.bytes("all.tar.zst"), folder.bytes("again.tar.zst"));
    for command in ["values", "compare"] {
        let by_folder = folder.passes(&format!("{command} out/all --json"));
        assert_eq!(
            folder.passes(&format!("{command} all.tar.zst --json")),
            by_folder
        );
        let [from, to] = [command, "files"].map(|name| format!("{command}-{name}"));
        folder.passes(&format!("{command} out/all --out {from}"));
        folder.passes(&format!("{command} all.tar.zst --out {to}"));
        folder.same(&from, &to);
    }
    folder.passes("condense out --keep counts --out counts.tar.zst");
    let metrics = |of: &str| {
        let said = folder.passes(&format!("compare {of} --json"));
        let said: Value = serde_json::from_str(&said).expect("JSON");
        let rows = said["rows"].as_array().expect("rows").iter();
        let means = rows.filter(|row| row["method"] == "mean").cloned();
        let means: Vec<Value> = means.collect();
        assert!(means.len() > 20, "{said}");
        means
    };
    assert_eq!(metrics("counts.tar.zst"), metrics("out/all"));
    assert!(folder.bytes("counts.tar.zst").len() < folder.bytes("all.tar.zst").len());
    folder.ends(
        2,
        "values counts.tar.zst",
        &["taken from a condensed file without its moves"],
    );
    folder.passes("condense out --keep material --out material.tar.zst");
    let values = |of: &str| {
        let said = folder.passes(&format!("values {of} --json"));
        let said: Value = serde_json::from_str(&said).expect("JSON");
        let rows = said["rows"].as_array().expect("rows").iter();
        let is_known = |row: &&Value| {
            let condition = row["condition"].as_str().expect("a condition");
            row["method"] != "network" && row["method"] != "value" && !condition.contains("quiet")
        };
        rows.filter(is_known).cloned().collect::<Vec<Value>>()
    };
    let by_regression = |rows: &[Value]| {
        let own = rows.iter().filter(|row| row["method"] == "regression");
        own.count()
    };
    let (found, expected) = (values("material.tar.zst"), values("out/all"));
    assert!(by_regression(&found) > 5, "{found:?}");
    assert_eq!(found, expected);
    assert!(folder.bytes("material.tar.zst").len() < folder.bytes("counts.tar.zst").len());
    folder.ends(
        2,
        "compare material.tar.zst",
        &["taken from a condensed file without its moves"],
    );
    // Counts stay what they are.
    folder.passes("condense counts.tar.zst --out same.tar.zst");
    assert_eq!(folder.bytes("same.tar.zst"), folder.bytes("counts.tar.zst"));
    folder.ends(
        2,
        "report all.tar.zst",
        &["name the page to write with --out"],
    );
    folder.passes("report all.tar.zst --out file.html");
    assert!(folder.read("file.html").contains("Tiny"));
    let claims = "[[claim]]\nid = \"x\"\ngame = \"Tiny\"\nclaim = \"It is.\"\nsource = \"nobody\"\nexperiment = \"all\"\n\
        score = { rules = \"armies\" }\nabove = 50\n";
    folder.write("claims.toml", claims);
    let by_folder = folder.passes("claims --file claims.toml --json");
    assert!(by_folder.contains("\"pairs\": 30"), "{by_folder}");
    let by_file = folder.passes("claims --file claims.toml --games all.tar.zst --json");
    assert_eq!(by_file, by_folder);
}

/// A run takes the pairs of the file as played and plays the others; shards are joined.
#[test]
fn a_run_goes_on_from_a_file_and_files_are_joined() {
    let folder = played();
    folder.passes("run all.toml --pairs 18 --out out/short");
    folder.passes("condense out/short --out short.tar.zst");
    let said = folder.ends(
        0,
        "run all.toml --played short.tar.zst --out out/rest",
        &["180"],
    );
    assert!(said.err.contains("played 72 in"), "{}", said.err);
    assert_eq!(
        folder.read("out/rest/rows.csv"),
        folder.read("out/all/rows.csv")
    );
    // Of the games that were taken, level ones have their moves; those played now have them all.
    for line in folder.passes("games out/rest --json").lines() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let has_moves = game["moves"]
            .as_array()
            .is_some_and(|moves| !moves.is_empty());
        let is_taken = game["game"].as_u64().expect("a number") < 108;
        assert_eq!(has_moves, !is_taken || game["rules"] == "tiny", "{line}");
    }
    folder.ends(
        2,
        "games out/rest --game 2",
        &["taken from a condensed file without its moves"],
    );
    for shard in [1, 2] {
        folder.passes(&format!(
            "run all.toml --shard {shard}/2 --out shards/{shard}/all"
        ));
        folder.passes(&format!("condense shards/{shard} --out {shard}.tar.zst"));
    }
    folder.passes("condense 1.tar.zst 2.tar.zst --out joined.tar.zst");
    let by_folder = folder.passes("values out/all --json");
    assert_eq!(folder.passes("values joined.tar.zst --json"), by_folder);
}

#[test]
fn an_audit_finds_games_that_were_not_played() {
    let folder = played();
    folder.passes("condense out/all --out all.tar.zst");
    let all = "90 pairs were played again: 0 differ\n";
    assert_eq!(folder.passes("audit all.tar.zst --share 100%"), all);
    assert_eq!(folder.passes("audit out/all --share 1"), all);
    let some = folder.passes("audit all.tar.zst --share 20%");
    let count: u32 = some
        .split(' ')
        .next()
        .and_then(|text| text.parse().ok())
        .expect("a number");
    assert!((5..40).contains(&count), "{some}");
    assert_ne!(folder.passes("audit all.tar.zst --share 20% --seed 2"), "");
    for wrong in ["0", "101%", "much"] {
        folder.ends(
            2,
            &format!("audit all.tar.zst --share {wrong}"),
            &["above 0 and up to 1"],
        );
    }
    // Somebody wins a lost game with odds.
    let path = folder.path("out/all");
    let experiment = experiment_of(&path).expect("an experiment");
    let archive = Archive::new(&experiment, &path);
    let mut games = archive.read(0).expect("games");
    let game = games
        .iter_mut()
        .find(|game| game.odds.is_some() && game.result == GameResult::Black);
    let game = game.expect("Black won one");
    game.result = GameResult::White;
    let pair = game.pair();
    archive.write(0, &games).expect("it is written");
    folder.passes("condense out/all --out wrong.tar.zst");
    let found = folder.ends(1, "audit wrong.tar.zst --share 100%", &[]);
    let line = format!("all in wrong.tar.zst: pair {pair} is not what its players play\n");
    assert_eq!(found.out, line + "90 pairs were played again: 1 differ\n");
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = played();
    folder.passes("condense out/all --out all.tar.zst");
    let bytes = folder.bytes("all.tar.zst");
    folder.write("short.tar.zst", &bytes[..bytes.len() - 5]);
    for place in [5, bytes.len() / 3, bytes.len() / 2, bytes.len() - 2] {
        let mut other = bytes.clone();
        other[place] ^= 1;
        folder.write("other.tar.zst", &other);
        folder.ends(2, "values other.tar.zst", &["other.tar.zst is damaged"]);
    }
    folder.ends(2, "values short.tar.zst", &["short.tar.zst is damaged"]);
    folder.ends(2, "audit short.tar.zst", &["short.tar.zst is damaged"]);
    folder.ends(
        2,
        "run all.toml --played short.tar.zst --out x",
        &["short.tar.zst is damaged"],
    );
    assert!(!folder.path("x").join("games").exists());
    // Another experiment.
    folder.write_experiment("seed.toml", &[("seed = 7", "seed = 8")]);
    folder.ends(
        2,
        "run seed.toml --played all.tar.zst --out y",
        &["all.tar.zst has no games of this experiment, but of another one"],
    );
    folder.ends(
        2,
        "condense tiny.toml --out x.tar.zst",
        &["there are no games in tiny.toml"],
    );
    assert!(!folder.path("x.tar.zst").exists());
    // Another search.
    let path = folder.path("out/all");
    let experiment = experiment_of(&path).expect("an experiment");
    let archive = Archive::new(&experiment, &path);
    let games = archive.read(0).expect("games");
    let elsewhere = archive.clone().with_signature(Some("1".to_string()));
    elsewhere.write(0, &games).expect("it is written");
    folder.passes("condense out/all --out other.tar.zst");
    folder.ends(
        2,
        "audit other.tar.zst",
        &["played by the search with signature 1"],
    );
    assert!(Path::new(&folder.path("other.tar.zst")).exists());
}
