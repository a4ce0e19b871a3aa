//! Whether the parts of a rule set fit together: what no single key can show to be wrong.

use super::spec::{EndSpec, PieceSpec, PromotionCondition, RoyalRule};
use crate::piece::PieceType;
use crate::powers::{self, Bearer, Checking};
use crate::toml_file::{Node, Reader};

/// Notes what does not fit. `nodes` are where the pieces are described; `longest` is the number of
/// files or ranks of the board, whichever is more.
pub(crate) fn check(
    nodes: &[&Node],
    pieces: &[PieceSpec],
    end: &EndSpec,
    longest: usize,
    reader: &Reader<'_>,
) {
    captured(nodes, pieces, reader);
    let bearers: Vec<Bearer<'_>> = pieces.iter().map(PieceSpec::bearer).collect();
    for (at, (node, piece)) in nodes.iter().zip(pieces).enumerate() {
        royalty(node, piece, pieces, end, reader);
        powers::check(&Checking {
            place: &node.get("powers").unwrap_or(node).place,
            before: &bearers[..at],
            piece: bearers[at],
            pieces: &bearers,
            has_check: end.royal == RoyalRule::Check,
            longest,
            reader,
        });
    }
}

/// The most types whose pieces are counted when they remove themselves.
const MAX_COUNTED: usize = 8;

/// Pieces that can be got back only when they were captured: those that removed themselves are counted.
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

/// A royal stays royal, and nothing else becomes one where a side has one.
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
