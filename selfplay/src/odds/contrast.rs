//! Direct contrasts: the two players have different pieces on the same square.

use super::placement::counts;
use super::{MaterialChange, Odds};
use tradewind_engine::rules::{PieceSpec, PieceType, RuleSpec};

/// Odds that give the first player one piece and the second another on the same square:
/// non-promoting copies, if the rule set has them, so that promotion does not count.
///
/// They replace the first of these that both sides have: one of the two pieces, else the officer
/// whose value is nearest to their mean. With `only_adds` they are put on empty squares. `prior`
/// has the prior value of each piece type.
///
/// # Errors
/// The fault and a remedy, if the pieces cannot be compared.
pub(crate) fn contrast(
    spec: &RuleSpec,
    pieces: [PieceType; 2],
    prior: &[f64],
    only_adds: bool,
) -> Result<Odds, (String, &'static str)> {
    if pieces[0] == pieces[1] {
        return Err(("a piece is compared with itself".to_string(), "name two"));
    }
    let royal = pieces.iter().find(|&&piece| spec.piece(piece).royal);
    if let Some(&royal) = royal {
        let name = &spec.piece(royal).name;
        let message = format!("{name} is royal, and each side needs one");
        return Err((message, "name other pieces"));
    }
    let from = (!only_adds).then(|| replaced(spec, pieces, prior));
    let side = |piece: PieceType| {
        let to = Some(spec.non_promoting_copy(piece).unwrap_or(piece));
        let change = (to != from).then_some(MaterialChange { from, to });
        change.into_iter().collect()
    };
    Ok(Odds::new(pieces.map(side), spec))
}

/// The piece that both replace.
fn replaced(spec: &RuleSpec, pieces: [PieceType; 2], prior: &[f64]) -> PieceType {
    let is_in_all_arrays = |piece: PieceType| {
        let mut entries = 0..spec.arrays.len();
        entries.all(|entry| counts(spec, entry)[piece.index()] > 0)
    };
    if let Some(own) = pieces.into_iter().find(|&piece| is_in_all_arrays(piece)) {
        return own;
    }
    let [one, other] = pieces.map(|piece| prior[piece.index()]);
    let distance = |piece: PieceType| (prior[piece.index()] - (one + other) / 2.0).abs();
    let officers = spec.piece_types().filter(|&piece| {
        let PieceSpec { royal, pawn, .. } = *spec.piece(piece);
        !royal && !pawn && is_in_all_arrays(piece)
    });
    officers
        .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        .unwrap_or(pieces[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;
    use tradewind_engine::theory;

    fn text(spec: &RuleSpec, pieces: [&str; 2], only_adds: bool) -> Result<String, String> {
        let pieces = pieces.map(|text| spec.find(text).expect("a piece"));
        let found = contrast(spec, pieces, &theory::in_pawns(spec), only_adds);
        found.map(|odds| odds.text).map_err(|(message, _)| message)
    }

    #[test]
    fn contrasts_replace_a_piece_of_both_sides() {
        let chess = load("chess", &[]).expect("chess");
        let of_chess = |pieces, only_adds| text(&chess, pieces, only_adds);
        assert_eq!(of_chess(["B", "N"], false), Ok(": B>N".to_string()));
        assert_eq!(of_chess(["B", "N"], true), Ok("+B : +N".to_string()));
        let royal = of_chess(["K", "N"], false).expect_err("a royal");
        assert!(royal.starts_with("King is royal"), "{royal}");
        assert!(of_chess(["N", "N"], false).is_err());
        let scirocco = load("scirocco-2009", &[]).expect("Scirocco").with_copies();
        let of_scirocco = |pieces| text(&scirocco, pieces, false);
        assert_eq!(of_scirocco(["C", "N"]), Ok("C>C' : C>N'".to_string()));
        assert_eq!(of_scirocco(["Z", "N"]), Ok("N>Z : N>N'".to_string()));
        // Neither is in the arrays: both replace a Scirocco.
        assert_eq!(of_scirocco(["Ge", "Q"]), Ok("Sc>Ge : Sc>Q".to_string()));
    }
}
