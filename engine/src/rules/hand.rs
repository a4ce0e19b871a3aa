//! Pieces in hand, and where they may be dropped.

use super::spec::{DropSpec, HandSpec, PieceSpec, RoyalRule, RuleSpec};
use crate::board::Geometry;
use crate::input::{Node, Reader, TableReader};

/// The maximum number of piece types that can be in hand.
pub(crate) const MAX_HAND_TYPES: usize = 16;

/// The values of keys that say whether something has to be done.
pub(super) const CHOICE: [(&str, bool); 2] = [("optional", false), ("compulsory", true)];

/// Reads `[hand]`.
pub(super) fn read(node: &Node, reader: &Reader<'_>) -> HandSpec {
    let table = reader.table(node, "`hand`", &["captured", "drops", "stuck"]);
    HandSpec {
        captured: table.truth("captured").unwrap_or(false),
        must_drop: table.choice("drops", &CHOICE).unwrap_or(false),
        may_be_stuck: table.truth("stuck").unwrap_or(true),
    }
}

/// Reads the `drop` of a piece.
pub(super) fn drop(piece: &TableReader<'_>, board: &Geometry) -> DropSpec {
    let reader = piece.reader;
    let Some(node) = piece.get("drop") else {
        return DropSpec::default();
    };
    let table = reader.table(node, "`drop`", &["ranks", "per_file", "mate", "check"]);
    let last = i64::from(board.ranks());
    let ranks = table.get("ranks").and_then(|node| {
        let listed = table.list("ranks");
        let number = |node| reader.number(node, 1, last);
        let numbers: Vec<i64> = listed.iter().filter_map(number).collect();
        match numbers.as_slice() {
            &[first, last] if first <= last => Some([first as u8 - 1, last as u8 - 1]),
            // Wrong numbers are reported already.
            numbers if numbers.len() < listed.len() => None,
            _ => {
                let remedy = "write the first and the last rank, counted from its owner's side, such as [2, 7]";
                reader.fault(&node.place, "these are not two ranks in order", remedy);
                None
            }
        }
    });
    DropSpec {
        ranks,
        per_file: table.number("per_file", 1, last).map(|most| most as u8),
        never_mates: !table.truth("mate").unwrap_or(true),
        never_checks: !table.truth("check").unwrap_or(true),
    }
}

/// Checks that what is said about pieces in hand fits the rest; `nodes` are the tables of the pieces.
pub(super) fn check(spec: &RuleSpec, top: &TableReader<'_>, nodes: &[&Node]) {
    let reader = top.reader;
    let Some(hand) = &spec.hand else {
        let arrays = top.list("array").iter();
        let keys = (arrays.map(|node| (node, &["hand", "black_hand"][..])))
            .chain(nodes.iter().map(|&node| (node, &["hand", "drop"][..])));
        for (node, keys) in keys {
            for node in keys.iter().filter_map(|key| node.get(key)) {
                let remedy = "write [hand], with captured = true if captured pieces go there";
                reader.fault(&node.place, "this game has no pieces in hand", remedy);
            }
        }
        return;
    };
    let kept = spec.hand_pieces();
    let Some(node) = top.get("hand") else {
        return;
    };
    if kept.len() > MAX_HAND_TYPES {
        let message = format!("{} kinds of pieces can be in hand", kept.len());
        let remedy =
            format!("at most {MAX_HAND_TYPES}; let some become others by `hand` in [[piece]]");
        reader.fault(&node.place, message, remedy);
    }
    if kept.is_empty() && !spec.pieces.is_empty() && !spec.arrays.is_empty() {
        let remedy = "write captured = true, or `hand` in [[array]]";
        reader.fault(&node.place, "no piece can ever be in hand", remedy);
    }
    if kept.iter().any(|&piece| spec.piece(piece).royal) && spec.end.royal != RoyalRule::Check {
        let remedy = "put it on the board; only with royal = \"check\" in [end] it may be dropped";
        reader.fault(&node.place, "a royal begins in hand", remedy);
    }
    let is_royal = |piece: &PieceSpec| {
        let becomes = piece.hand.map(|to| spec.piece(to).royal);
        hand.captured && (piece.royal || becomes == Some(true))
    };
    for (node, piece) in nodes.iter().zip(&spec.pieces) {
        if let Some(node) = node.get("hand").filter(|_| is_royal(piece)) {
            let remedy = "name a piece that is not royal, for one that is not";
            reader.fault(&node.place, "a captured royal is in no hand", remedy);
        }
    }
}
