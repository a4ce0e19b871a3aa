//! The texts of the piece types, so that other keys of a rule file can refer to them.

use crate::piece::PieceType;
use crate::toml_file::{Node, Reader, Value};
use std::collections::HashMap;

/// The texts of the piece types, so that other keys can refer to them.
pub(crate) struct PieceNames<'n> {
    pub texts: Vec<&'n str>,
    /// What stands in the place of a text.
    pub(super) replaced: HashMap<&'n str, &'n str>,
    /// Those that are neither royal nor pawns.
    pub officers: Vec<PieceType>,
}

impl<'n> PieceNames<'n> {
    pub(crate) fn of(pieces: impl IntoIterator<Item = &'n Node>) -> PieceNames<'n> {
        let text = |node: &'n Node| node.get("text").and_then(Node::text).unwrap_or("");
        let is = |node: &Node, key| {
            (node.get(key)).is_some_and(|node| matches!(node.value, Value::Truth(true)))
        };
        let mut names = PieceNames {
            texts: Vec::new(),
            replaced: HashMap::new(),
            officers: Vec::new(),
        };
        for (at, node) in pieces.into_iter().enumerate() {
            names.texts.push(text(node));
            if !is(node, "royal") && !is(node, "pawn") {
                names.officers.push(PieceType(at as u8));
            }
        }
        names
    }

    /// Whether another piece stands in the place of the one with a text, or that one in the place of another.
    pub(super) fn is_replaced_or_replaces(&self, text: &str) -> bool {
        let mut replaced = self.replaced.iter();
        replaced.any(|(one, by)| [*one, *by].contains(&text))
    }

    /// The piece type that a text names.
    pub(crate) fn find(&self, text: &str) -> Option<PieceType> {
        let text = self.replaced.get(text).copied().unwrap_or(text);
        let found = self.texts.iter().position(|known| *known == text)?;
        Some(PieceType(found as u8))
    }

    /// The piece type that a value names.
    pub(crate) fn piece(&self, reader: &Reader<'_>, node: &Node) -> Option<PieceType> {
        let text = reader.text(node)?;
        let found = self.find(text);
        if found.is_none() {
            reader.fault(
                &node.place,
                format!("there is no piece with the text \"{text}\""),
                format!("the pieces are {}", self.texts.join(" ")),
            );
        }
        found
    }
}
