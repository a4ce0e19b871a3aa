//! Drawings of the moves of pieces and of arrays, as SVG and PNG.

pub use crate::plot::boards::Drawing;

use crate::format::joined;
use crate::plot::{PlotError, boards};
use tradewind_engine::rules::{PieceSpec, PieceType, RuleSpec};
use tradewind_engine::tables::diagram;
use tradewind_engine::{Game, Rules};

/// The moves of a piece with its name, a legend and the moves in words.
///
/// # Errors
/// The drawing library fails.
pub fn piece(spec: &RuleSpec, piece: PieceType) -> Result<Drawing, PlotError> {
    let diagrams = diagram(spec, piece);
    let own = spec.piece(piece);
    let title = format!("{} ({})", own.name, own.text);
    boards::piece(&diagrams, &title, &words(spec, own))
}

/// A starting array, or another position of a game.
///
/// # Errors
/// The drawing library fails.
pub fn position(rules: &Rules, game: &Game, title: &str) -> Result<Drawing, PlotError> {
    boards::position(rules, game, title)
}

/// The moves, powers, promotions and drops of a piece in words.
pub fn words(spec: &RuleSpec, piece: &PieceSpec) -> String {
    let royal = piece.royal.then(|| "royal".to_string());
    let moves = piece.moves.as_ref().map(ToString::to_string);
    let powers = piece.powers.iter().map(|power| spec.power_text(power));
    let promotion = piece.promotion.as_ref();
    let promotion = promotion.map(|promotion| spec.promotion_text(promotion));
    let parts = royal
        .into_iter()
        .chain(moves)
        .chain(powers)
        .chain(promotion);
    joined(parts.chain(spec.drop_text(piece)), "; ").unwrap_or_default()
}

/// The element of an SVG file: an XML declaration is not allowed inside HTML.
pub(crate) fn element(svg: &str) -> &str {
    svg.find("<svg").map_or("", |start| &svg[start..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    /// Rides are lines with arrows, leaps are dots, and the legend says so.
    #[test]
    fn pieces_of_chess() {
        let spec = load("chess", &[]).expect("chess");
        let drawn = |text: &str| piece(&spec, spec.find(text).expect("a piece")).expect("drawn");
        let counts = |svg: &str| {
            (
                svg.matches("<circle").count(),
                svg.matches("<polyline").count(),
            )
        };
        // Eight leaps, one in the legend, and the paper behind the letter.
        let knight = drawn("N");
        assert_eq!(counts(&knight.svg().expect("SVG")), (10, 0));
        assert!(
            knight
                .svg()
                .expect("SVG")
                .contains("leap, to move or capture")
        );
        assert!(knight.png().expect("PNG").starts_with(b"\x89PNG"));
        // Four lines, each with an arrow, and one in the legend.
        let rook = drawn("R");
        assert_eq!(counts(&rook.svg().expect("SVG")), (4 * 4 + 2, 2 * 4 + 1));
        assert!(!element(&rook.svg().expect("SVG")).contains("<?xml"));
    }

    #[test]
    fn every_piece_and_array_is_drawn_inside_its_frame() {
        for id in ["chess", "rococo", "scirocco-2009"] {
            let rules = Rules::load(id, &[]).expect("rules");
            for one in rules.spec().piece_types() {
                let drawn = piece(rules.spec(), one).expect("drawn");
                let svg = drawn.svg().expect("SVG");
                crate::plot::tests::check_texts(&svg);
                crate::plot::tests::check_colours(&svg);
            }
            let game = rules.start(0).expect("an array");
            let drawn = position(&rules, &game, "Array 0").expect("drawn");
            let svg = drawn.svg().expect("SVG");
            crate::plot::tests::check_colours(&svg);
            let is_edged = svg.contains("edge square");
            assert_eq!(is_edged, id == "rococo");
        }
    }
}
