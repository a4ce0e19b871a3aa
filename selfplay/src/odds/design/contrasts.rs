//! Direct contrasts: on the same square the first player has one piece and the second another one.

use crate::odds::place::counts;
use crate::odds::{MaterialChange, Odds};
use tradewind_engine::rules::{PieceSpec, PieceType, RuleSpec};

/// Odds by which the first player has a piece where the second has another one: copies of them that never promote, where the
/// rule set has these, so that only how they move is compared.
///
/// They take the place of the first of these that both sides begin with: the one piece, the other, or else the officer whose
/// worth is nearest to the mean of theirs. With `puts_on` they are put on empty squares. `guess` is what pieces are thought to be
/// worth, by piece type.
///
/// # Errors
/// Why they cannot be compared, and what would be right.
pub fn contrast(
    spec: &RuleSpec,
    pieces: [PieceType; 2],
    guess: &[f64],
    puts_on: bool,
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
    let from = match puts_on {
        true => None,
        false => Some(place_of(spec, pieces, guess)),
    };
    let side = |piece: PieceType| {
        let to = Some(spec.non_promoting_copy(piece).unwrap_or(piece));
        let is_there_already = to == from;
        let change = (!is_there_already).then_some(MaterialChange { from, to });
        change.into_iter().collect()
    };
    Ok(Odds::new(pieces.map(side), spec))
}

/// The piece in whose place both are put.
fn place_of(spec: &RuleSpec, pieces: [PieceType; 2], guess: &[f64]) -> PieceType {
    let is_there = |piece: PieceType| {
        let mut entries = 0..spec.arrays.len();
        entries.all(|entry| counts(spec, entry)[piece.index()] > 0)
    };
    if let Some(own) = pieces.into_iter().find(|&piece| is_there(piece)) {
        return own;
    }
    let [one, other] = pieces.map(|piece| guess[piece.index()]);
    let off = |piece: PieceType| (guess[piece.index()] - (one + other) / 2.0).abs();
    let officers = spec.piece_types().filter(|&piece| {
        let PieceSpec { royal, pawn, .. } = *spec.piece(piece);
        !royal && !pawn && is_there(piece)
    });
    officers
        .min_by(|&a, &b| off(a).total_cmp(&off(b)))
        .unwrap_or(pieces[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;
    use tradewind_engine::theory;

    fn text(spec: &RuleSpec, pieces: [&str; 2], puts_on: bool) -> Result<String, String> {
        let pieces = pieces.map(|text| spec.find(text).expect("a piece"));
        let found = contrast(spec, pieces, &theory::in_pawns(spec), puts_on);
        found.map(|odds| odds.text).map_err(|(message, _)| message)
    }

    #[test]
    fn one_piece_stands_where_the_other_player_has_another() {
        let chess = load("chess", &[]).expect("chess");
        let of_chess = |pieces, puts_on| text(&chess, pieces, puts_on);
        assert_eq!(of_chess(["B", "N"], false), Ok(": B>N".to_string()));
        assert_eq!(of_chess(["B", "N"], true), Ok("+B : +N".to_string()));
        let royal = of_chess(["K", "N"], false).expect_err("a royal");
        assert!(royal.starts_with("King is royal"), "{royal}");
        assert!(of_chess(["N", "N"], false).is_err());
        let scirocco = load("scirocco-2009", &[]).expect("Scirocco").with_copies();
        let of_scirocco = |pieces| text(&scirocco, pieces, false);
        assert_eq!(of_scirocco(["C", "N"]), Ok("C>C' : C>N'".to_string()));
        assert_eq!(of_scirocco(["Z", "N"]), Ok("N>Z : N>N'".to_string()));
        // Neither begins on the board: both stand in the place of one that does, the Scirocco.
        assert_eq!(of_scirocco(["Ge", "Q"]), Ok("Sc>Ge : Sc>Q".to_string()));
    }
}
