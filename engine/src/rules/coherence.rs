//! Checks of rule sets that involve several keys.

use super::spec::{EndSpec, PieceSpec, PromotionCondition, RoyalRule};
use crate::input::{Node, Reader};
use crate::piece::PieceType;
use crate::powers::{CheckContext, PieceView};

/// Checks that the pieces fit each other and the end of the game. `nodes` are their tables;
/// `longest` is the number of files or ranks of the board, whichever is more.
pub(crate) fn check(
    nodes: &[&Node],
    pieces: &[PieceSpec],
    end: &EndSpec,
    longest: usize,
    reader: &Reader<'_>,
) {
    captured(nodes, pieces, reader);
    let views: Vec<PieceView<'_>> = pieces.iter().map(PieceSpec::view).collect();
    for (at, (node, piece)) in nodes.iter().zip(pieces).enumerate() {
        royalty(node, piece, pieces, end, reader);
        let context = CheckContext {
            place: &node.get("powers").unwrap_or(node).place,
            before: &views[..at],
            piece: views[at],
            pieces: &views,
            has_check: end.royal == RoyalRule::Check,
            longest,
            reader,
        };
        context.check();
    }
}

/// The maximum number of piece types whose captures are counted.
const MAX_COUNTED: usize = 8;

/// Checks the number of types to which pieces promote only after a capture: captures of each are
/// counted.
fn captured(nodes: &[&Node], pieces: &[PieceSpec], reader: &Reader<'_>) {
    let wanted = PromotionCondition::Lost { captured: true };
    let mut counted: Vec<PieceType> = Vec::new();
    for (node, piece) in nodes.iter().zip(pieces) {
        let choices = piece.promotion.iter().flat_map(|promotion| &promotion.to);
        for choice in choices.filter(|choice| choice.condition == wanted) {
            if !counted.contains(&choice.to) {
                counted.push(choice.to);
            }
        }
        if counted.len() > MAX_COUNTED {
            let message = format!(
                "with lost = \"captured\" pieces become {} other types",
                counted.len()
            );
            let place = node.get("promotes").unwrap_or(node);
            reader.fault(&place.place, message, format!("at most {MAX_COUNTED}"));
            return;
        }
    }
}

/// Checks that royals promote to royals, and other pieces only where a side may have several
/// royals.
fn royalty(
    node: &Node,
    piece: &PieceSpec,
    pieces: &[PieceSpec],
    end: &EndSpec,
    reader: &Reader<'_>,
) {
    let royal = |piece: PieceType| pieces.get(piece.index()).is_some_and(|piece| piece.royal);
    let place = node.get("promotes").unwrap_or(node);
    for choice in piece.promotion.iter().flat_map(|promotion| &promotion.to) {
        let to = pieces.get(choice.to.index()).map_or("?", |to| &to.text);
        match (piece.royal, royal(choice.to)) {
            (true, false) => reader.fault(
                &place.place,
                format!(
                    "the royal `{}` would become `{to}`, which is not royal",
                    piece.text
                ),
                "let it become another royal piece",
            ),
            (false, true) if !end.several_royals => reader.fault(
                &place.place,
                format!("`{}` would become `{to}`, a second royal", piece.text),
                "let it become a piece that is not royal, or write royal = \"capture-last\" in [end]",
            ),
            _ => {}
        }
    }
}
