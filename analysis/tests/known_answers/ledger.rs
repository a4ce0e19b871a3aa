//! Claims judged by games: by the line through two players, with a replaced number, and by every opening
//! policy.

use crate::played::of_games;
use tradewind_analysis::claims::{
    AnalysisKind, Claim, Claims, Evidence, judge, measure, other_analyses,
};
use tradewind_analysis::compare::wanted_by_comparison;
use tradewind_analysis::dataset::Wanted;
use tradewind_analysis::row::Row;
use tradewind_analysis::values::wanted_by_values;
use tradewind_selfplay::experiment::{Experiment, Pairing};

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

const SETTINGS: &str = r#"
name = "settings"
seed = 73
pairs = 105
ply_cap = 120
schedule = "themselves"
[rules]
id = "chess"
weights = "untuned"
[[player]]
nodes = 5
[[player]]
nodes = 10
[opening]
plies = 8
further = [{ plies = 0 }, { plies = 20 }]
"#;

const LENGTH: &str = r#"
[[claim]]
id         = "short"
game       = "Chess"
claim      = "Games of weak players are not stopped before ply 50."
source     = "nobody"
experiment = "settings"
metric     = { name = "length", rules = "chess" }
above      = 50

[[claim]]
id         = "most"
game       = "Chess"
claim      = "Most games of weak players last 50 plies or more."
source     = "nobody"
experiment = "settings"
metric     = { name = "length", from = 50, to = 120, rules = "chess" }
above      = 50
"#;

/// Plays an experiment and evaluates its games as evidence for some claims.
fn evidence_of<T>(
    name: &str,
    text: &str,
    claims: &Claims,
    wanted: impl Fn(&Experiment, Pairing) -> Wanted,
    evaluate: impl FnOnce(&Evidence<'_>) -> T,
) -> T {
    of_games(text, wanted, |games| {
        evaluate(&Evidence::new(name, games, claims))
    })
}

fn claims(text: &str) -> Claims {
    let claims = Claims::parse("claims.toml", text.to_string());
    claims.unwrap_or_else(|fault| panic!("{fault}"))
}

fn measured(claim: &Claim, evidence: &Evidence<'_>) -> Vec<Row> {
    let found = measure(claim, std::slice::from_ref(evidence));
    found.expect("games").expect("a number")
}

/// A claim about a metric is also analysed for every opening policy, whose variance is in its interval.
#[test]
fn claims_are_analysed_by_opening_policy() {
    let claims = claims(LENGTH);
    let [length, share] = claims.claims.as_slice() else {
        panic!("two claims");
    };
    let (own, share, others) = evidence_of(
        "settings",
        SETTINGS,
        &claims,
        wanted_by_comparison,
        |games| {
            let others = other_analyses(length, std::slice::from_ref(games));
            let [own, share] = [length, share].map(|claim| measured(claim, games));
            (own, share, others.expect("games"))
        },
    );
    assert_eq!(
        share[0].subject.to_string(),
        "games with length from 50 to 120, chess"
    );
    let value = share[0].value.expect("a share");
    assert!(share[0].unit == "%" && (50.0..=100.0).contains(&value));
    let kinds: Vec<(AnalysisKind, &str)> = others
        .iter()
        .map(|one| (one.kind, one.name.as_str()))
        .collect();
    let wanted = [
        (AnalysisKind::Players, "5 nodes"),
        (AnalysisKind::Players, "10 nodes"),
        (AnalysisKind::Openings, "8 random plies"),
        (AnalysisKind::Openings, "0 random plies"),
        (AnalysisKind::Openings, "20 random plies"),
    ];
    assert_eq!(kinds, wanted);
    let values = others.iter().map(|one| &one.judgement.measured);
    let by_opening: Vec<&Row> = values.skip(2).collect();
    let pairs: u64 = by_opening.iter().map(|row| row.pairs).sum();
    assert_eq!(pairs, own[0].pairs);
    let mean = by_opening.iter().filter_map(|row| row.value).sum::<f64>() / 3.0;
    let own = own[0].estimate().expect("an interval");
    assert!((mean - own.value).abs() < 1e-9, "{mean} {own:?}");
}

#[test]
fn claims_are_measured_by_the_line_and_beside_their_first_number() {
    let claims = claims(CLAIMS);
    let [ladder, contrast] = claims.claims.as_slice() else {
        panic!("two claims");
    };
    let (rows, own, others) =
        evidence_of("ladder", EXPERIMENT, &claims, wanted_by_values, |games| {
            let others = other_analyses(contrast, std::slice::from_ref(games));
            let [rows, own] = [ladder, contrast].map(|claim| measured(claim, games));
            (rows, own, others.expect("games"))
        });
    assert_eq!(rows[0].subject.to_string(), "Queen / Knight at 60 nodes");
    assert_eq!(rows[0].player, "30 to 120 nodes");
    assert!(judge(&[(ladder, rows)])[0].distance > 0.0);

    assert_eq!(own[0].player, "120 nodes");
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
