//! `tradewind plan`: how large an experiment must be.

use super::program::{EXPERIMENT, Folder, OTHER};
use serde_json::Value;

fn plan(folder: &Folder, more: &[&str]) -> Value {
    let arguments = ["plan", "experiment.toml", "--json"];
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
    let large = plan(&folder, &["--score", "4", "--seconds", "0.2"]);
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
    let elo = plan(&folder, &["--elo", "27.85", "--seconds", "0.2"])["effect"]
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

/// All pairs take a second, and a pilot ends with them: what it says does not depend on the machine.
const WORTH: &str = "name = \"worth\"\nseed = 3\npairs = 120\nply_cap = 300\n[[rules]]\nname = \"level\"\nid = \"shatranj\"\n\
                     [[rules]]\nname = \"odds\"\nid = \"shatranj\"\nodds = \"designed\"\n[player]\nnodes = 30\n\
                     [opening]\nplies = 4\n[estimates]\nbootstrap = 40\n";

/// What a piece is worth by the pilot, by each method.
fn values(plan: &Value) -> Vec<&Value> {
    let answers = plan["answers"].as_array().expect("answers");
    answers.iter().map(|answer| &answer["value"]).collect()
}

#[test]
fn a_piece_is_known_by_the_square_root_of_the_pairs() {
    let folder = Folder::new();
    folder.write("experiment.toml", WORTH);
    let more = ["--piece", "R", "--within", "0.25", "--seconds", "10"];
    let plan = plan(&folder, &more);
    let answers = plan["answers"].as_array().expect("answers");
    assert!(!answers.is_empty(), "{plan}");
    for answer in answers {
        let number = |name: &str| answer[name].as_f64().expect("a number");
        let end = |name: &str| answer["value"][name].as_f64().expect("a number");
        let half = (end("high") - end("low")) / 2.0;
        let played = plan["pilot_pairs"].as_f64().expect("a number");
        // Of each of two pairings.
        let wanted = played / 2.0 * (half / 0.25).powi(2);
        assert!((number("pairs") - wanted).abs() <= 1.0, "{plan}");
        let reached = half * (played / 240.0).sqrt();
        let off = (number("half_interval") - reached).abs();
        assert!(off < 0.02 * reached, "{plan}");
    }
    assert!(!folder.path("out").exists());
    // Those who play are those of `run`, and not the network that comes with the rules.
    let by_linear = "nodes = 30\nweights = \"linear\"";
    folder.write("experiment.toml", &WORTH.replace("nodes = 30", by_linear));
    assert_eq!(values(&self::plan(&folder, &more)), values(&plan));
    folder.write("experiment.toml", WORTH);
    let said = folder.passes(&["plan", "experiment.toml", "--piece", "R"]);
    assert!(
        said.contains("R by regression") && said.contains("to ± 0.5: about "),
        "{said}"
    );
}

#[test]
fn a_piece_that_cannot_be_measured_is_refused() {
    let folder = Folder::new();
    folder.write("experiment.toml", WORTH);
    folder.refuses(
        &["plan", "experiment.toml", "--piece", "Zz"],
        &["there is no piece `Zz` here; there are", "Rook (R)"],
    );
    folder.write("short.toml", &WORTH.replace("pairs = 120", "pairs = 2"));
    folder.refuses(
        &["plan", "short.toml", "--piece", "R", "--seconds", "0.2"],
        &["do not tell what R is worth", "longer pilot"],
    );
}

/// Two rule sets that are compared.
const TWO: &str = "name = \"two\"\nseed = 3\npairs = 60\nply_cap = 80\n[[rules]]\nname = \"old\"\nid = \"tiny.toml\"\n[[rules]]\n\
                   name = \"new\"\nid = \"other.toml\"\n[player]\nnodes = 30\n[opening]\nplies = 4\n";

const CLAIM: &str = "[[claim]]\nid = \"longer-games\"\ngame = \"Shatranj\"\nclaim = \"Games are longer.\"\nsource = \"nobody\"\nexperiment = \"worth\"\nabove = 0\n";

#[test]
fn a_claim_is_decided_by_so_many_pairs() {
    let folder = Folder::new();
    folder.write("experiment.toml", TWO);
    folder.write("other.toml", OTHER);
    let metric = "metric = { name = \"length\", rules = \"new\", than = \"old\" }\n";
    folder.write("claims.toml", &format!("{CLAIM}{metric}"));
    let of_claim = |more: &[&str]| {
        let claim = ["--claim", "longer-games", "--claims", "claims.toml"];
        plan(&folder, &[&claim, more, &["--seconds", "2"]].concat())
    };
    let asked = of_claim(&["--away", "5"]);
    let number = |of: &Value| of.as_f64().expect("a number");
    let played = number(&asked["pilot_pairs"]);
    let half = (number(&asked["measured"]["high"]) - number(&asked["measured"]["low"])) / 2.0;
    // (1.96 + 0.84)² standard errors of the pilot, of each of two pairings.
    let wanted = played / 2.0 * (2.801_585 * half / 1.959_964 / 5.0).powi(2);
    let pairs = number(&asked["alone"]["pairs"]);
    assert!((pairs - wanted).abs() <= 1.0 + 1e-3 * wanted, "{asked}");
    assert_eq!(asked["alone"]["pairs"], asked["among_all"]["pairs"]);
    // By default, by the smallest effect of interest, whatever the pilot measured.
    let by_default = of_claim(&[]);
    assert_eq!(number(&by_default["away"]), 0.1, "{by_default}");
    assert!(!folder.path("out").exists());
}

/// Before anything is played.
#[test]
fn a_design_that_cannot_answer_is_refused() {
    let folder = Folder::new();
    folder.write("experiment.toml", WORTH);
    folder.write("claims.toml", &format!("{CLAIM}odds = \"Q : R\"\n"));
    let claim = [
        "plan",
        "experiment.toml",
        "--claims",
        "claims.toml",
        "--claim",
    ];
    folder.refuses(
        &[&claim[..], &["longer-games"]].concat(),
        &["worth does not tell longer-games: it has no odds `Q : R`"],
    );
    folder.refuses(
        &[&claim[..], &["longer-game"]].concat(),
        &["no claim `longer-game` (did you mean `longer-games`?)"],
    );
    folder.refuses(
        &["plan", "experiment.toml", "--within", "1"],
        &["--piece <PIECE>"],
    );
    std::fs::create_dir_all(folder.path("data/experiments")).expect("a folder");
    folder.write("data/experiments/worth.toml", WORTH);
    folder.refuses(
        &[
            "claims",
            "--file",
            "claims.toml",
            "--play",
            "--recipe",
            "none",
        ],
        &["longer-games: worth has no odds `Q : R`"],
    );
}
