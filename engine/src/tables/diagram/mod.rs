//! Drawing how a piece moves: a board with its moves, and beside it further boards for the powers
//! that would not be told apart there.
//!
//! - `signs`: what the signs say;
//! - `layers`: which squares carry them, one layer a power;
//! - `chameleon`: what a chameleon does to each enemy;
//! - `squares`: the squares that a text of the notation reaches;
//! - `drawing`: boards as text.

mod chameleon;
mod drawing;
mod layers;
mod signs;
mod squares;

use crate::rules::{PieceType, Power, RuleSpec};
use drawing::draw;
use layers::Layer;

/// A drawing of White's piece on an empty board: two characters a square, the piece where it
/// stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What is drawn: the piece, or one of its powers.
    pub title: String,
    /// The rows, top down; all of the same width in characters.
    pub rows: Vec<String>,
    /// What the signs used mean, each with its sign first.
    pub legend: Vec<&'static str>,
}

/// Draws a piece of a rule set: first its moves, with every power that shares no square with
/// them, then the other powers one by one.
pub fn diagram(spec: &RuleSpec, piece: PieceType) -> Vec<Diagram> {
    let piece = spec.piece(piece);
    let text = &piece.text;
    let mut first = Layer::moves(piece);
    let mut apart = Vec::new();
    let mut layers = Layer::powers(piece);
    if piece.powers.contains(&Power::Chameleon) {
        layers.extend(chameleon::layers(spec, piece));
    }
    for layer in layers {
        match !layer.apart && first.is_disjoint(&layer) {
            true => first.join(layer),
            false => apart.push(layer),
        }
    }
    let mut drawn = vec![draw(&first, format!("{} ({text})", piece.name), text)];
    drawn.extend(apart.iter().map(|layer| {
        let title = format!("{text}: {}", layer.title);
        draw(layer, title, layer.centre.unwrap_or(text))
    }));
    drawn
}
