//! `tradewind compare`, `claims` and `report`: what they leave, and what they refuse.

use super::program::{EXPERIMENT, Folder, OTHER};
use serde_json::Value;
use std::fs;

/// The experiment with two rule sets, of which the second has the other moves for the rook.
fn two(levels: [&str; 2]) -> String {
    let [one, other] = levels;
    EXPERIMENT.replace(
        "[rules]\nid = \"tiny.toml\"\n",
        &format!(
            "[[rules]]\nname = \"old\"\nid = \"tiny.toml\"\n{one}\n[[rules]]\nname = \"new\"\nid = \
                 \"other.toml\"\n{other}\n"
        ),
    )
}

fn folder(plan: &str) -> Folder {
    let folder = Folder::new();
    folder.write("other.toml", OTHER);
    folder.write("plan.toml", plan);
    folder
}

#[test]
fn rule_sets_are_compared_and_written() {
    let folder = folder(&two(["", ""]));
    let said = folder.passes(&["compare", "plan.toml", "--all", "--threads", "1"]);
    for part in [
        "What was found",
        "new instead of old",
        "Games, depth 1",
        "branching factor",
        "p (Holm)",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for name in [
        "report.html",
        "report.md",
        "rows.csv",
        "rows.json",
        "effects-1.png",
        "games-running-1.svg",
        "pieces-left-1.png",
    ] {
        let path = folder.path(&format!("out/plan/comparison/{name}"));
        assert!(path.is_file(), "{name}");
    }
    // The same from the folder, with another number of threads.
    let again = folder.passes(&[
        "compare",
        "out/plan",
        "--all",
        "--threads",
        "2",
        "--out",
        "again",
    ]);
    assert_eq!(said, again);
    let csv = |place: &str| fs::read(folder.path(place).join("rows.csv")).expect("rows");
    assert_eq!(csv("out/plan/comparison"), csv("again"));

    let json = folder.passes(&["compare", "out/plan", "--json"]);
    let all: Value = serde_json::from_str(&json).expect("JSON");
    let mut rows = all["rows"].as_array().expect("rows").iter();
    let branching =
        rows.find(|row| row["subject"] == "branching_factor" && row["method"] == "difference");
    let branching = branching.expect("the metric");
    // A queen has more moves than a rook.
    assert!(branching["low"].as_f64() > Some(0.0), "{branching}");
    assert!(branching["p"].as_f64() < Some(0.05), "{branching}");
    // What is changed is the rook: whether it is used is apart from what follows.
    let method = |subject: &str| {
        let mut rows = all["rows"].as_array().expect("rows").iter();
        let is_own = |row: &&Value| {
            row["subject"] == subject
                && row["condition"] == "new instead of old"
                && row["p"] != Value::Null
        };
        rows.find(|row| is_own(row) && row["method"] != "effect size")
            .map(|row| row["method"].clone())
    };
    assert_eq!(method("captures_by:R"), Some("manipulation check".into()));
    assert_eq!(method("captures_by:K"), Some("difference".into()));
    assert!(
        said.contains("new instead of old: what was changed"),
        "{said}"
    );

    folder.passes(&["report", "out/plan", "--out", "page.html"]);
    let page = fs::read_to_string(folder.path("page.html")).expect("a page");
    for part in [
        "new instead of old",
        "class=\"player\"",
        "\"games\":[{",
        "How the pieces move",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

/// A side with queens for rooks wins.
#[test]
fn pieces_meet_pieces() {
    let against = EXPERIMENT.replace(
        "id = \"tiny.toml\"",
        "id = \"other.toml\"\nagainst = \"tiny.toml\"",
    );
    let folder = folder(&against);
    let json = folder.passes(&["compare", "plan.toml", "--json"]);
    let all: Value = serde_json::from_str(&json).expect("JSON");
    let met = &all["rows"][0];
    assert_eq!(met["condition"], "Tiny, changed against Tiny");
    assert_eq!(
        (&met["subject"], &met["unit"]),
        (&"score".into(), &"%".into())
    );
    assert!(met["value"].as_f64() > Some(60.0), "{met}");
    // What was kept plays the same games again.
    let again = folder.passes(&["compare", "out/plan", "--json"]);
    assert_eq!(json, again);
    folder.refuses(
        &["values", "out/plan"],
        &["pieces of two rule sets met", "compare"],
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = folder(EXPERIMENT);
    folder.refuses(
        &["compare", "nothing"],
        &["`nothing` is no folder of games", "tradewind run"],
    );
    folder.refuses(
        &["compare", "plan.toml"],
        &["there is nothing to compare", "several rule sets"],
    );
    folder.refuses(&["report", "nothing"], &["there are no games in nothing"]);
    // A piece is missed before anything is played.
    folder.write("two.toml", &two(["", ""]));
    let part = "there is no piece `Rok` here (did you mean `Rook`?)";
    folder.refuses(
        &["compare", "two.toml", "--piece", "Rok"],
        &["--piece", part],
    );
    for (option, text, part) in [
        ("--rules", "newer", "nothing here has `newer` in its name"),
        ("--metric", "lenght", "(did you mean `length`?)"),
    ] {
        let said = folder.call(&["compare", "two.toml", option, text]);
        assert_eq!(said.code, Some(2));
        assert!(
            said.err.contains(option) && said.err.contains(part),
            "{}",
            said.err
        );
    }
}

#[test]
fn wrong_factors_are_pointed_at() {
    for (levels, parts) in [
        (
            ["levels = { a = \"1\" }", ""],
            [
                "plan.toml:6:",
                "new does not have a level of every factor",
                "`a`",
            ],
        ),
        (
            ["levels = { a = \"1\" }", "levels = { a = \"1\" }"],
            [
                "plan.toml:6:",
                "the same levels of every factor",
                "each combination once",
            ],
        ),
        (
            ["levels = { a = 1, b = 1 }", "levels = { a = 2, b = 2 }"],
            [
                "plan.toml:6:",
                "2 of the 4 combinations",
                "a rule set for each",
            ],
        ),
        (
            ["levels = { a = [1] }", ""],
            ["plan.toml:9:", "is no level", "levels = { FACTOR"],
        ),
        (
            ["against = \"tiny.toml\"", ""],
            ["plan.toml:9:", "its pieces are the same", "other pieces"],
        ),
        (
            ["odds = [\"-P :\"]\nagainst = \"other.toml\"", ""],
            [
                "plan.toml:10:",
                "odds besides would hide",
                "leave out `odds`",
            ],
        ),
    ] {
        folder(&two(levels)).refuses(&["compare", "plan.toml"], &parts);
    }
}

#[test]
fn claims_are_known_measured_and_refused() {
    let folder = folder(&two(["", ""]));
    // Without games the reference results are shown, and told as such.
    let known = folder.passes(&["claims"]);
    assert!(
        known.contains("A Camel is worth a little less than a Knight."),
        "{known}"
    );
    assert!(known.contains("From the reference results"), "{known}");

    folder.passes(&["compare", "plan.toml"]);
    let claim = |more: &str| {
        format!(
            "[[claim]]\nid = \"x\"\ngame = \"Tiny\"\nclaim = \"There is more to choose from.\"\nsource = \
             \"nobody\"\nexperiment = \"plan\"\n{more}\n"
        )
    };
    let metric = "metric = { name = \"branching_factor\", rules = \"new\", than = \"old\" }";
    folder.write("claims.toml", &claim(&format!("{metric}\nabove = 0")));
    let json = folder.passes(&[
        "claims",
        "--file",
        "claims.toml",
        "--json",
        "--out",
        "ledger",
    ]);
    let all: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(all[0]["verdict"], "supported", "{json}");
    assert!(folder.path("ledger/claims.md").is_file());
    folder.write("claims.toml", &claim(&format!("{metric}\nbelow = 0")));
    let json = folder.passes(&["claims", "--file", "claims.toml", "--json"]);
    assert!(json.contains("contradicted"), "{json}");

    folder.write("claims.toml", &claim(metric));
    folder.refuses(
        &["claims", "--file", "claims.toml"],
        &[
            "claims.toml:1:",
            "nothing says when this claim holds",
            "above = 0",
        ],
    );
    folder.refuses(
        &["claims", "--file", "none.toml"],
        &["cannot read the claims none.toml"],
    );
}
