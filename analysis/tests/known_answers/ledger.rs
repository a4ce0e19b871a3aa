//! Real games: a claim by the line through two players, and one whose number was changed.

use std::path::Path;
use std::sync::Arc;
use tradewind_analysis::claims::{AnalysisKind, Claims, Evidence, judge, measure, other_analyses};
use tradewind_analysis::dataset;
use tradewind_analysis::values::wanted_by_values;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, play};

const EXPERIMENT: &str = r#"
name = "ladder"
seed = 72
pairs = 600
ply_cap = 300
schedule = "themselves"
[rules]
id = "chess"
weights = "untuned"
odds = ["-Q :", "-R :", "-N :", "-P -P -P :", "-P -P -P -P -P :", "-Q : -R", "-R : -N", "-N : -Q", "-P -P -P : -N", "-B : -P -P -P"]
[[player]]
nodes = 30
[[player]]
nodes = 120
[opening]
plies = 6
[estimates]
bootstrap = 40
"#;

const CLAIMS: &str = r#"
[[claim]]
id         = "queen-above-knight"
game       = "Chess"
claim      = "A Queen is worth twice a Knight or more."
source     = "everybody"
experiment = "ladder"
value      = { piece = "Q", over = "N", method = "odds", at = 60 }
above      = 1.1

[[claim]]
id         = "knight-for-queen"
game       = "Chess"
claim      = "It is better to lack a Knight than a Queen."
source     = "everybody"
experiment = "ladder"
odds       = "-N : -Q"
above      = 50
first      = { experiment = "ladder", value = { piece = "N", minus = "Q", method = "odds" }, below = 0 }
"#;

#[test]
fn claims_are_told_by_ladders_and_beside_their_first_number() {
    let experiment = Experiment::parse("ladder.toml", EXPERIMENT.to_string(), Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::new(&experiment, folder.path());
    let control = Arc::default();
    let control = Control::new(&control);
    play(&archive, 0..experiment.all_pairs(), &control, &|_| {}).expect("it plays");
    let wanted = |pairing| wanted_by_values(&experiment, pairing);
    let games = dataset::read(&archive, wanted, |_| Ok(())).expect("games");
    let evidence = [Evidence::new("ladder", &games)];
    let claims = Claims::parse("claims.toml", CLAIMS.to_string());
    let claims = claims.unwrap_or_else(|fault| panic!("{fault}"));
    let [ladder, contrast] = claims.claims.as_slice() else {
        panic!("two claims");
    };
    let measured = |claim| measure(claim, &evidence).expect("games").expect("a number");

    let rows = measured(ladder);
    assert_eq!(rows[0].subject.to_string(), "Queen / Knight at 60 nodes");
    assert_eq!(rows[0].player, "30 to 120 nodes");
    assert!(judge(&[(ladder, rows)])[0].distance > 0.0);

    assert_eq!(measured(contrast)[0].player, "120 nodes");
    let others = other_analyses(contrast, &evidence).expect("games");
    let kinds: Vec<(AnalysisKind, &str)> = others
        .iter()
        .map(|one| (one.kind, one.name.as_str()))
        .collect();
    let wanted = [
        (AnalysisKind::Players, "30 nodes"),
        (AnalysisKind::First, "ladder"),
    ];
    assert_eq!(kinds, wanted);
    assert_eq!(others[1].bounds, (None, Some(0.0)));
    assert!(others.iter().all(|one| one.judgement.distance > 0.0));
}
