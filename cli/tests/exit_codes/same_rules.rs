//! The same rules under another name are the same game, played by the same player; and a comparison says
//! where the players' weights come from.

use super::program::Folder;
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

/// A rule file that only names another one, and a whole copy of one, are played byte by byte as the
/// original is: games, evaluations and all.
#[test]
fn copies_of_every_rule_set_are_the_same_games() {
    let folder = Folder::new();
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
            folder.passes(&["run", &file, "--out", which, "--threads", "1"]);
        }
        // The copy that a run leaves extends nothing.
        folder.write("whole-plan.toml", &plan("original/rules/rules.toml"));
        folder.passes(&["run", "whole-plan.toml", "--out", "whole", "--threads", "1"]);
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

/// Two rule sets and their weights, as a comparison tells them.
fn compared(rules: [&str; 2], weights: [&str; 2]) -> (Folder, Value) {
    let folder = Folder::new();
    folder.write("same.toml", "extends = \"shatranj\"\nname = \"the same\"\n");
    folder.write(
        "stronger.toml",
        "extends = \"shatranj\"\nname = \"stronger\"\n[[piece]]\ntext = \"A\"\nmoves = \"A W\"\n",
    );
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
    let said = folder.passes(&["compare", "plan.toml", "--json", "--out", "comparison"]);
    let json = serde_json::from_str(&said).expect("JSON");
    (folder, json)
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
    let (_, json) = compared(["shatranj", "same.toml"], ["", ""]);
    let (weights, warned) = warnings(&json);
    assert_eq!(weights, ["tuned for shatranj", "tuned for shatranj"]);
    assert!(!warned);
    for one in differences(&json) {
        let value = one["value"].as_f64().expect("a number");
        assert_eq!(value, 0.0, "{one}");
    }
}

#[test]
fn unlike_weights_are_a_warning_in_the_table() {
    let untuned = "weights = \"untuned\"";
    for (rules, weights, origins, is_warned) in [
        (
            ["shatranj", "ending.toml"],
            ["", ""],
            ["tuned for shatranj", "inherited from shatranj, all pieces"],
            false,
        ),
        (
            ["shatranj", "stronger.toml"],
            ["", ""],
            ["tuned for shatranj", "inherited from shatranj; untuned: A"],
            true,
        ),
        (
            ["shatranj", "stronger.toml"],
            [untuned, untuned],
            [
                "untuned, from the rules alone",
                "untuned, from the rules alone",
            ],
            false,
        ),
        (
            ["shatranj", "same.toml"],
            ["", untuned],
            ["tuned for shatranj", "untuned, from the rules alone"],
            true,
        ),
    ] {
        let (folder, json) = compared(rules, weights);
        assert_eq!(
            warnings(&json),
            (origins.map(str::to_string).to_vec(), is_warned)
        );
        // The kept folder says the same, and so do the tables.
        let again = folder.passes(&["compare", "out/plan", "--out", "comparison"]);
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
}
