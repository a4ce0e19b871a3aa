//! `tradewind plan`: the numbers of pairs follow from what the pilot measured.

use super::folder::Folder;
use serde_json::Value;

fn plan(folder: &Folder, more: &str) -> Value {
    let answer = folder.passes(&format!("plan plan.toml --json {more}"));
    // Nothing is left behind.
    assert!(!folder.path("out").exists());
    serde_json::from_str(&answer).expect("an object")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Half of an interval.
fn half(of: &Value) -> f64 {
    (number(&of["high"]) - number(&of["low"])) / 2.0
}

#[test]
fn a_smaller_difference_takes_more_pairs() {
    let folder = Folder::new();
    folder.write_experiment("plan.toml", &[("pairs = 30", "pairs = 500")]);
    let large = plan(&folder, "--score 4 --seconds 0.2");
    let pairing = &large["pairings"][0];
    // (1.96 + 0.84)² · σ² / effect²
    let wanted = 7.849 * number(&pairing["variance"]["value"]) / 0.0016;
    assert!(
        (number(&pairing["pairs"]["value"]) / wanted - 1.0).abs() < 0.001,
        "{large}"
    );
    assert!(number(&large["pairs_per_second"]) > 0.0 && number(&large["bytes"]) > 0.0);
    assert_eq!(large["pairs"], 500);
    // 27.85 Elo are 4 % of the score.
    let elo = number(&plan(&folder, "--elo 27.85 --seconds 0.2")["effect"]);
    assert!((elo - 0.04).abs() < 1e-4, "{elo}");
    let said = folder.passes("plan plan.toml --seconds 0.2");
    assert!(said.contains("pairs needed: "), "{said}");
}

/// All pairs take a second, and a pilot ends with them: its numbers do not depend on the machine.
#[test]
fn an_interval_narrows_with_the_square_root_of_the_pairs() {
    let folder = Folder::new();
    let worth = "name = \"worth\"\nseed = 3\npairs = 120\nply_cap = 300\n[[rules]]\nname = \"level\"\nid = \"shatranj\"\n\
                 [[rules]]\nname = \"odds\"\nid = \"shatranj\"\nodds = \"designed\"\n[player]\nnodes = 30\n\
                 [opening]\nplies = 4\n[estimates]\nbootstrap = 40\n";
    folder.write("plan.toml", worth);
    let more = "--piece R --within 0.25 --seconds 10";
    let report = plan(&folder, more);
    let answers = report["answers"].as_array().expect("answers");
    assert!(!answers.is_empty(), "{report}");
    let played = number(&report["pilot_pairs"]);
    for answer in answers {
        // Of each of two pairings.
        let wanted = played / 2.0 * (half(&answer["value"]) / 0.25).powi(2);
        assert!((number(&answer["pairs"]) - wanted).abs() <= 1.0, "{report}");
        let reached = half(&answer["value"]) * (played / 240.0).sqrt();
        assert!(
            (number(&answer["half_interval"]) / reached - 1.0).abs() < 0.02,
            "{report}"
        );
    }
    // The players are those of `run`, and not the network that comes with the rules.
    folder.write(
        "plan.toml",
        worth.replace("nodes = 30", "nodes = 30\nweights = \"linear\""),
    );
    let linear = plan(&folder, more);
    let values = |report: &Value| -> Vec<Value> {
        report["answers"]
            .as_array()
            .expect("answers")
            .iter()
            .map(|answer| answer["value"].clone())
            .collect()
    };
    assert_eq!(values(&linear), values(&report));
}

#[test]
fn a_claim_is_decided_by_its_power() {
    let folder = Folder::new();
    folder.write(
        "plan.toml",
        "name = \"two\"\nseed = 3\npairs = 60\nply_cap = 80\n[[rules]]\nname = \"old\"\nid = \"tiny.toml\"\n\
         [[rules]]\nname = \"new\"\nid = \"other.toml\"\n[player]\nnodes = 30\n[opening]\nplies = 4\n",
    );
    folder.write(
        "claims.toml",
        "[[claim]]\nid = \"longer-games\"\ngame = \"Shatranj\"\nclaim = \"Games are longer.\"\nsource = \"nobody\"\n\
         experiment = \"worth\"\nabove = 0\nmetric = { name = \"length\", rules = \"new\", than = \"old\" }\n",
    );
    let claim = "--claim longer-games --claims claims.toml --seconds 2";
    let report = plan(&folder, &format!("{claim} --away 5"));
    // (1.96 + 0.84)² standard errors of the pilot, of each of two pairings.
    let errors = 2.801_585 * half(&report["measured"]) / 1.959_964 / 5.0;
    let wanted = number(&report["pilot_pairs"]) / 2.0 * errors.powi(2);
    let pairs = number(&report["alone"]["pairs"]);
    assert!((pairs - wanted).abs() <= 1.0 + 1e-3 * wanted, "{report}");
    assert_eq!(report["alone"]["pairs"], report["among_all"]["pairs"]);
    // By default, by the smallest effect of interest, whatever the pilot measured.
    assert_eq!(number(&plan(&folder, claim)["away"]), 0.1);
}
