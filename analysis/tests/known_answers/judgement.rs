//! How well players judge positions: one that takes all pieces for pawns judges worse than one that does not, and equal
//! players judge equally well.

use super::played::of_games;
use tradewind_analysis::compare::{compare, wanted_by_comparison};
use tradewind_analysis::row::{Row, Subject};

/// All pieces are worth a pawn.
const BLIND: &str = "[material]\nP = 100\nN = 100\nB = 100\nR = 100\nQ = 100\n";

/// The judgement under two rule sets, with these weights for the second, and whether they are noted to differ.
fn judgement(weights: &str) -> (Vec<Row>, bool) {
    let text = format!(
        "name = \"x\"\nseed = 3\npairs = 100\nply_cap = 90\n[[rules]]\nname = \"one\"\nid = \"chess\"\nweights = \"linear\"\n\
         [[rules]]\nname = \"other\"\nid = \"chess\"\noptions = {{ no_castling = true }}\nweights = {weights:?}\n\
         [player]\nnodes = 30\n[opening]\nplies = 6\n"
    );
    of_games(&text, wanted_by_comparison, |dataset| {
        let datasets = std::slice::from_ref(dataset);
        let mut comparison = compare(datasets, &[]).expect("a comparison");
        comparison.add_judgement(datasets).expect("games");
        let is_noted = comparison.notes.iter().any(|note| {
            note.contains("The players of one judge positions clearly better than those of other")
        });
        let rows = comparison.rows.into_iter();
        let rows = rows.filter(|row| row.subject == Subject::Judgement);
        (rows.collect(), is_noted)
    })
}

#[test]
fn a_player_that_takes_all_pieces_for_pawns_judges_worse() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("blind.toml");
    std::fs::write(&file, BLIND).expect("a file");
    let (blind, is_noted) = judgement(&file.display().to_string());
    assert!(is_noted, "{blind:?}");
    let (equal, is_noted) = judgement("linear");
    assert!(!is_noted, "{equal:?}");
    let value = |rows: &[Row], at: usize| rows[at].value.expect("a number");
    assert_eq!((blind.len(), equal.len()), (2, 2));
    assert!(value(&blind, 1) > 1.3 * value(&blind, 0), "{blind:?}");
    // The first rule set has the same games both times.
    assert_eq!(blind[0], equal[0]);
    assert!(equal.iter().all(|row| row.n > 90), "{equal:?}");
}
