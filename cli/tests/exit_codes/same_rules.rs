//! The same rules under another name are the same game, played by the same player; and a comparison says
//! where the players' weights come from.

use super::program::Folder;
use super::training::RECIPE;
use serde_json::Value;
use std::fs;

/// A few short games by the rules of an id or a file.
fn plan(id: &str) -> String {
    format!(
        "name = \"few\"\nseed = 4\npairs = 2\nply_cap = 24\n\
         [rules]\nname = \"rules\"\nid = \"{id}\"\n\
         [player]\nnodes = 60\n\
         [opening]\nplies = 4\n\
         [record]\nevaluations = true\n\
         [estimates]\nunit = \"P\"\nbootstrap = 40\n"
    )
}

/// A recipe that is done in a moment, for games of any length.
fn recipe() -> String {
    let longer = RECIPE.replace("ply_cap = 80", "ply_cap = 600");
    longer + "[adjudication]\nwin = { score = 700, plies = 2 }\n"
}

/// Plays with players of that recipe.
const TRAINED: [&str; 4] = ["--recipe", "few.toml", "--players", "kept"];

/// A rule file that only names another one, and a whole copy of one, have its player and are played byte by byte as
/// the original is: games, evaluations and all.
#[test]
fn copies_of_every_rule_set_are_the_same_games() {
    let folder = Folder::new();
    folder.write("few.toml", &recipe());
    let list: Value = serde_json::from_str(&folder.passes(&["rules", "list", "--json"]))
        .expect("a list of rule sets");
    let sets = list.as_array().expect("a list");
    assert!(sets.len() > 10);
    for set in sets {
        let id = set["id"].as_str().expect("an id");
        folder.write(
            "named.toml",
            &format!("extends = \"{id}\"\nname = \"mine\"\n"),
        );
        folder.write("original-plan.toml", &plan(id));
        folder.write("named-plan.toml", &plan("named.toml"));
        for which in ["original", "named"] {
            let file = format!("{which}-plan.toml");
            folder.passes(
                &[
                    &["run", &file, "--out", which, "--threads", "1"],
                    &TRAINED[..],
                ]
                .concat(),
            );
        }
        // The copy that a run leaves extends nothing.
        folder.write("whole-plan.toml", &plan("original/rules/rules.toml"));
        let run = ["run", "whole-plan.toml", "--out", "whole", "--threads", "1"];
        folder.passes(&[&run[..], &TRAINED[..]].concat());
        let players = fs::read_dir(folder.path("kept")).expect("players");
        assert_eq!(players.count(), 1, "{id}: copies have its player");
        fs::remove_dir_all(folder.path("kept")).expect("it is ours");
        let games = |which: &str| {
            let path = folder.path(&format!("{which}/games/chunk-000000.parquet"));
            fs::read(path).expect("the games")
        };
        let original = games("original");
        assert!(
            games("named") == original,
            "{id}: the games of a named copy differ"
        );
        assert!(
            games("whole") == original,
            "{id}: the games of a whole copy differ"
        );
        for which in ["original", "named", "whole"] {
            fs::remove_dir_all(folder.path(which)).expect("it is ours");
        }
    }
}

/// A folder with a plan of two rule sets and their weights.
fn two_rule_sets(rules: [&str; 2], weights: [&str; 2]) -> Folder {
    let folder = Folder::new();
    folder.write("few.toml", &recipe());
    folder.write("mine.toml", "[position]\ntempo = 11\n");
    folder.write("same.toml", "extends = \"shatranj\"\nname = \"the same\"\n");
    folder.write(
        "ending.toml",
        "extends = \"shatranj\"\nname = \"ending\"\n[end]\nstalemate = \"draw\"\n",
    );
    let sets: String = (["one", "two"].iter().zip(rules).zip(weights))
        .map(|((name, id), weights)| {
            format!("[[rules]]\nname = \"{name}\"\nid = \"{id}\"\n{weights}\n")
        })
        .collect();
    let plan = format!(
        "name = \"weights\"\nseed = 4\npairs = 30\nply_cap = 30\n{sets}\n[player]\nnodes = 20\n\
         [opening]\nplies = 4\n[record]\nevaluations = true\n[estimates]\nunit = \"N\"\nbootstrap = 40\n"
    );
    folder.write("plan.toml", &plan);
    folder
}

/// Two rule sets and their weights, as a comparison tells them.
fn compared(folder: &Folder, arguments: &[&str]) -> Value {
    let compare = ["compare", "plan.toml", "--json", "--out", "comparison"];
    let said = folder.passes(&[&compare[..], arguments].concat());
    serde_json::from_str(&said).expect("JSON")
}

/// The rows of differences.
fn differences(json: &Value) -> Vec<&Value> {
    let rows = json["rows"].as_array().expect("rows").iter();
    rows.filter(|row| row["method"] == "difference").collect()
}

fn warnings(json: &Value) -> (Vec<String>, bool) {
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let weights = json["words"][0]["lines"].as_array().expect("lines");
    let differences = differences(json);
    assert!(!differences.is_empty());
    let warned: Vec<bool> = (differences.iter())
        .map(|one| one["warning"] == "unlike weights")
        .collect();
    assert!(warned.iter().all(|one| *one == warned[0]));
    (
        weights.iter().map(|one| text(&one["weights"])).collect(),
        warned[0],
    )
}

#[test]
fn a_copy_differs_in_nothing() {
    let folder = two_rule_sets(["shatranj", "same.toml"], ["", ""]);
    let json = compared(&folder, &TRAINED);
    let (weights, warned) = warnings(&json);
    assert!(
        weights[0].starts_with("trained by few, player "),
        "{weights:?}"
    );
    assert_eq!(weights[0], weights[1]);
    assert!(!warned);
    for one in differences(&json) {
        let value = one["value"].as_f64().expect("a number");
        assert_eq!(value, 0.0, "{one}");
    }
}

/// Where several players take turns, a copy has the same ones, and the games are the same.
#[test]
fn a_copy_differs_in_nothing_whoever_plays() {
    let folder = two_rule_sets(["shatranj", "same.toml"], ["", ""]);
    let json = compared(&folder, &[&TRAINED[..], &["--replicates", "3"]].concat());
    let (weights, warned) = warnings(&json);
    assert_eq!((weights.len(), warned), (6, false));
    assert_eq!(weights[..3], weights[3..]);
    assert_ne!(weights[0], weights[1]);
    for one in differences(&json) {
        assert_eq!(one["value"].as_f64(), Some(0.0), "{one}");
    }
    let notes = json["notes"].as_array().expect("notes").iter();
    let said: Vec<&str> = notes.filter_map(Value::as_str).collect();
    assert!(
        said.iter()
            .any(|note| note.contains("3 players of the recipe")),
        "{said:?}"
    );
}

#[test]
fn players_are_equal_unless_they_are_named() {
    let untuned = "weights = \"untuned\"";
    let mine = "weights = \"mine.toml\"";
    let theory = "untuned, from the rules alone";
    for (weights, origins, is_warned) in [
        ([untuned, untuned], [theory, theory], false),
        ([mine, untuned], ["the file mine.toml", theory], true),
    ] {
        let folder = two_rule_sets(["shatranj", "ending.toml"], weights);
        let json = compared(&folder, &[]);
        let found = warnings(&json);
        assert_eq!(found, (origins.map(str::to_string).to_vec(), is_warned));
        // The kept folder says the same, and so do the tables.
        let again = folder.passes(&["compare", "out/plan", "--all", "--out", "comparison"]);
        for origin in origins {
            assert!(again.contains(origin), "{origin}: {again}");
        }
        assert_eq!(
            again.contains("Warning: unlike weights"),
            is_warned,
            "{again}"
        );
        let csv = fs::read_to_string(folder.path("comparison/rows.csv"));
        assert_eq!(csv.expect("rows").contains("unlike weights"), is_warned);
    }
    let folder = two_rule_sets(["shatranj", "ending.toml"], ["", untuned]);
    let remedy = "name weights for all rule sets or for none";
    folder.refuses(
        &["compare", "plan.toml"],
        &["weights are named for two", remedy],
    );
}

/// Games that were played by unlike players are not compared.
#[test]
fn folders_of_unlike_players_are_refused() {
    let folder = two_rule_sets(["shatranj", "ending.toml"], ["", ""]);
    folder.passes(&[&["run", "plan.toml"], &TRAINED[..]].concat());
    folder.passes(&["run", "plan.toml", "--recipe", "none"]);
    folder.refuses(
        &["compare", "out/plan-few", "out/plan-none"],
        &["unequally well", "trained by few", "players of one recipe"],
    );
}
