//! Real games: what the regression says of a piece at the standard phase does not hang on which positions are called
//! quiet.

use std::path::Path;
use std::sync::Arc;
use tradewind_analysis::dataset;
use tradewind_analysis::row::RowCondition;
use tradewind_analysis::values::{gather, wanted_by_values};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, play};

/// The rook of chess by `pairs` pairs: at the standard phase, and by every other quietness.
fn rooks(pairs: u32) -> (f64, Vec<(String, f64)>) {
    let text = format!(
        "name = \"quiet\"\nseed = 71\npairs = {pairs}\nply_cap = 600\n[rules]\nid = \"chess\"\n[player]\nnodes = 100\n\
         weights = \"untuned\"\n[opening]\nplies = 8\nmax_imbalance_cp = 150\n[estimates]\nsamples_per_game = 8\n\
         bootstrap = 40\n"
    );
    let experiment = Experiment::parse("quiet.toml", text, Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::new(&experiment, folder.path());
    let control = Arc::default();
    let control = Control::new(&control);
    play(&archive, 0..experiment.all_pairs(), &control, &|_| {}).expect("it plays");
    let wanted = |pairing| wanted_by_values(&experiment, pairing);
    let read = dataset::read(&archive, wanted, |_| Ok(())).expect("games");
    let gathered = gather(&[read]).expect("values");
    let set = &gathered.measured[0];
    let rook = set.spec.find("R").expect("a rook");
    let value = |condition: &RowCondition| {
        let row = set.find("regression", condition, rook, "pawns");
        row.and_then(|row| row.value).expect("a value")
    };
    let others = set.rows.iter().filter(|row| {
        let is_quiet = matches!(row.condition, RowCondition::Quiet(a, b) if a + b > 0);
        is_quiet && row.is_of_piece(rook) && row.unit == "pawns"
    });
    let others = others.map(|row| (row.condition.to_string(), value(&row.condition)));
    (value(&RowCondition::StandardPhase), others.collect())
}

/// With `TRADEWIND_LONG`, within 5 %; with fewer games the same positions are drawn by chance less often.
#[test]
fn a_rook_is_worth_the_same_by_all_quiet_positions() {
    let (pairs, within) = match std::env::var_os("TRADEWIND_LONG") {
        Some(_) => (4_000, 0.05),
        None => (400, 0.15),
    };
    let (rook, others) = rooks(pairs);
    println!("{rook:.2} {others:.2?}");
    assert_eq!(others.len(), 4);
    for (name, value) in others {
        assert!(
            (value / rook - 1.0).abs() < within,
            "{name}: {value} for {rook}"
        );
    }
}
