//! Values by the regression at the standard phase do not depend on the definition of quiet positions.

use crate::played;
use crate::simulation::by_length;
use tradewind_analysis::claims::{AnalysisKind, Claims, Evidence, judge, measure, other_analyses};
use tradewind_analysis::dataset::Dataset;
use tradewind_analysis::row::RowCondition;
use tradewind_analysis::values::{gather, wanted_by_values};

/// Plays `pairs` pairs of chess and evaluates the games.
fn of_games<T>(pairs: u32, evaluate: impl FnOnce(&Dataset<'_>) -> T) -> T {
    let text = format!(
        "name = \"quiet\"\nseed = 71\npairs = {pairs}\nply_cap = 600\n[rules]\nid = \"chess\"\n[player]\nnodes = 100\n\
         weights = \"untuned\"\n[opening]\nplies = 8\nmax_imbalance_cp = 150\n[estimates]\nsamples_per_game = 8\n\
         bootstrap = 40\n"
    );
    played::of_games(&text, wanted_by_values, evaluate)
}

/// The value of a rook in chess at the standard phase, and by other definitions of quiet positions.
fn rooks(games: &Dataset<'_>) -> (f64, Vec<(String, f64)>) {
    let gathered = gather(std::slice::from_ref(games)).expect("values");
    let set = &gathered.measured[0];
    let rook = set.spec.find("R").expect("a rook");
    let value = |condition: &RowCondition| {
        let row = set.find("regression", condition, rook, "pawns");
        row.and_then(|row| row.value).expect("a value")
    };
    let others = set.rows.iter().filter(|row| {
        let is_quiet = matches!(row.condition, RowCondition::Quiet(a, b) if a + b > 0);
        is_quiet && row.piece() == Some(rook) && row.unit == "pawns"
    });
    let others = others.map(|row| (row.condition.to_string(), value(&row.condition)));
    (value(&RowCondition::StandardPhase), others.collect())
}

/// With `TRADEWIND_LONG`, within 5 %; with fewer games fewer positions are common.
#[test]
fn a_rook_is_worth_the_same_by_all_quiet_positions() {
    let (pairs, within) = by_length((4_000, 0.05), (400, 0.15));
    let (rook, others) = of_games(pairs, rooks);
    println!("{rook:.2} {others:.2?}");
    assert_eq!(others.len(), 4);
    for (name, value) in others {
        assert!(
            (value / rook - 1.0).abs() < within,
            "{name}: {value} for {rook}"
        );
    }
}

/// A rook is worth more than a knight, by all analyses.
#[test]
fn a_claim_is_judged_by_all_analyses_of_its_games() {
    let text = r#"
[[claim]]
id         = "rook-above-knight"
game       = "Chess"
claim      = "A Rook is worth more than a Knight."
source     = "everybody"
experiment = "quiet"
value      = { piece = "R", minus = "N", condition = "standard phase", method = "regression" }
above      = 0
"#;
    let claims = Claims::parse("claims.toml", text.to_string()).expect("a claim");
    let claim = &claims.claims[0];
    let others = of_games(400, |games| {
        let evidence = [Evidence::new("quiet", games, &claims)];
        let own = measure(claim, &evidence).expect("games").expect("a number");
        assert!(judge(&[(claim, own)])[0].distance > 1.96);
        other_analyses(claim, &evidence).expect("games")
    });
    let count = |kind: AnalysisKind| others.iter().filter(|one| one.kind == kind).count();
    // The network that comes with the rules is one training run, without intervals; knights and
    // log-odds are the other units; there is one player.
    let found = AnalysisKind::ALL.map(count);
    assert_eq!(found, [0, 4, 2, 3, 0, 0, 0]);
    for other in &others {
        assert!(
            other.judgement.distance > 0.0,
            "{}: {:?}",
            other.name,
            other.judgement
        );
    }
}
