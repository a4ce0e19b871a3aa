//! Trades that are not allowed, as those of the lions of chu shogi.

use super::names::PieceNames;
use super::spec::{NoTradeSpec, RuleSpec};
use crate::input::{Node, Reader, TableReader};

/// Reads `[no_trade]`.
pub(super) fn read(
    node: &Node,
    reader: &Reader<'_>,
    names: &PieceNames<'_>,
) -> Option<NoTradeSpec> {
    let table = reader.table(node, "`no_trade`", &["pieces", "weak"]);
    table.need("pieces", "name the pieces, such as [\"L\"]")?;
    let [pieces, weak] = ["pieces", "weak"].map(|key| names.list(&table, key));
    let pieces = pieces?;
    if pieces.is_empty() {
        let remedy = "name the pieces, such as [\"L\"], or leave out `no_trade`";
        reader.fault(&node.place, "`pieces` names no piece", remedy);
        return None;
    }
    Some(NoTradeSpec {
        pieces,
        weak: weak?,
    })
}

/// Checks that royals are not among what may not be traded, and nothing explodes.
pub(super) fn check(spec: &RuleSpec, top: &TableReader<'_>) {
    let (Some(trade), Some(node)) = (&spec.no_trade, top.get("no_trade")) else {
        return;
    };
    let mut pieces = trade.pieces.iter().map(|piece| spec.piece(*piece));
    let fault = |message, remedy| top.reader.fault(&node.place, message, remedy);
    if let Some(royal) = pieces.find(|piece| piece.royal) {
        let message = format!("`pieces` lists `{}`, which is royal", royal.text);
        fault(message, "name other pieces, or leave out `no_trade`");
    }
    if spec.explosion.is_some() {
        let message = "captors do not survive a trade, in a game with explosions".to_string();
        fault(message, "leave out `no_trade` or [explosion]");
    }
}
