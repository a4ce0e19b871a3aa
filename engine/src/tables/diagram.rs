//! Diagrams of a piece's moves: one board, and further boards for powers that would be ambiguous
//! there.

use crate::drawing::{Diagram, Picture, board, draw};
use crate::rules::{PieceType, RuleSpec};

/// Draws a piece: its moves with every power that shares no square with them, then each other.
pub fn diagram(spec: &RuleSpec, piece: PieceType) -> Vec<Diagram> {
    let pieces = spec.piece_views();
    let (setting, bearer) = (spec.rule_set_view(&pieces), &pieces[piece.index()]);
    let (name, text) = (&spec.piece(piece).name, bearer.text);
    let board = board();
    let mut picture = Picture::new(&board, bearer.moves);
    for power in bearer.powers {
        power.info().draw(&setting, bearer, &mut picture);
    }
    let (mut first, layers) = picture.finish();
    let mut apart = Vec::new();
    for layer in layers {
        if !layer.apart && first.is_disjoint(&layer) {
            first.join(layer)
        } else {
            apart.push(layer)
        }
    }
    let mut drawn = vec![draw(&first, format!("{name} ({text})"), text)];
    drawn.extend(apart.iter().map(|layer| {
        let title = format!("{text}: {}", layer.title);
        draw(layer, title, layer.centre.unwrap_or(text))
    }));
    drawn
}
