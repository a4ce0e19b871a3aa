//! Extinction: pieces that a side loses or wins without.

use super::names::PieceNames;
use crate::input::{Node, Reader};
use crate::piece::PieceType;
use std::fmt;

/// The end of a game by the number of pieces left.
#[derive(Clone, PartialEq, Eq)]
pub struct ExtinctionSpec {
    /// The groups of piece types that are counted together: the game ends by any of them.
    pub groups: Vec<Vec<PieceType>>,
    /// The number of pieces left at which it ends.
    pub left: u8,
    /// Whether the side wins; else it loses.
    pub wins: bool,
    /// In words: the pieces.
    pub text: String,
}

/// The text in words says the same once more.
impl fmt::Debug for ExtinctionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (&self.groups, self.left, self.wins).fmt(f)
    }
}

/// Reads an extinction.
pub(super) fn read(
    node: &Node,
    reader: &Reader<'_>,
    names: &PieceNames<'_>,
) -> Option<ExtinctionSpec> {
    let table = reader.table(node, "`extinct`", &["pieces", "which", "left", "result"]);
    table.need(
        "pieces",
        "name the pieces that are counted, such as [\"P\"]",
    )?;
    let pieces = names.list(&table, "pieces");
    let which = [("all", false), ("any", true)];
    let any = table.choice_or_fault("which", false, &which);
    let wins = table.choice_or_fault("result", false, &[("loses", false), ("wins", true)]);
    let number = |node| reader.number(node, 0, 100);
    let left = table.get("left").map_or(Some(0), number);
    let (any, wins, left) = (any?, wins?, left? as u8);
    let pieces = pieces?;
    if pieces.is_empty() {
        reader.fault(
            &node.place,
            "no piece is counted",
            "name at least one piece",
        );
        return None;
    }
    let texts: Vec<&str> = pieces
        .iter()
        .map(|piece| names.texts[piece.index()])
        .collect();
    let (texts, joint) = (
        texts.join(", "),
        if any { "of any of" } else { "of all of" },
    );
    let joint = if pieces.len() == 1 { "of" } else { joint };
    Some(ExtinctionSpec {
        text: match left {
            0 => format!("without pieces {joint} {texts}"),
            1 => format!("with one piece {joint} {texts}"),
            left => format!("with {left} pieces {joint} {texts}"),
        },
        groups: match any {
            true => pieces.into_iter().map(|piece| vec![piece]).collect(),
            false => vec![pieces],
        },
        left,
        wins,
    })
}
