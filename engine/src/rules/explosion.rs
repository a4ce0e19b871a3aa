//! Explosions: captures that remove pieces beside them.

use super::names::PieceNames;
use super::spec::{ExplosionSpec, RoyalRule, RuleSpec};
use crate::input::{Node, Reader, TableReader};
use crate::powers::{Power, PowerKind};

/// The powers of pieces that take enemies otherwise than by moving to their squares.
const ELSEWHERE: [PowerKind; 11] = [
    PowerKind::Approach,
    PowerKind::Chameleon,
    PowerKind::Convert,
    PowerKind::Hop,
    PowerKind::Igui,
    PowerKind::Legs,
    PowerKind::LongLeap,
    PowerKind::MutualDestruction,
    PowerKind::Strike,
    PowerKind::Trample,
    PowerKind::Withdrawal,
];

/// Checks that the target of every capture is its victim's square, the centre of its explosion, and that
/// a side keeps one royal.
pub(super) fn check(spec: &RuleSpec, top: &TableReader<'_>, nodes: &[&Node]) {
    let reader = top.reader;
    if spec.end.several_royals
        && spec.end.royal == RoyalRule::Check
        && let Some(node) = top.get("explosion")
    {
        let remedy = "write royal = \"check\", \"capture\" or \"capture-last\" in [end]";
        let message = "a side may have several royals in check, which may not explode";
        reader.fault(&node.place, message, remedy);
    }
    for (piece, node) in spec.pieces.iter().zip(nodes) {
        if let Some(iron) = node.get("iron").filter(|_| piece.iron) {
            let message = format!(
                "`{}` may not be captured, in a game with explosions",
                piece.text
            );
            reader.fault(&iron.place, message, "leave out `iron` or [explosion]");
        }
        let mut powers = piece.powers.iter().map(Power::kind);
        if let Some(kind) = powers.find(|kind| ELSEWHERE.contains(kind)) {
            let place = &node.get("powers").unwrap_or(node).place;
            let (text, power) = (&piece.text, kind.name());
            let message = format!(
                "`{text}` takes enemies elsewhere than on its target by `{power}`, in a game with explosions"
            );
            let remedy = "leave out the power or [explosion]";
            reader.fault(place, message, remedy);
        }
    }
}

/// Reads `[explosion]`.
pub(super) fn read(
    node: &Node,
    reader: &Reader<'_>,
    names: &PieceNames<'_>,
) -> Option<ExplosionSpec> {
    let table = reader.table(node, "`explosion`", &["spares", "survivors"]);
    let [spared, survivors] = ["spares", "survivors"].map(|key| names.list(&table, key));
    Some(ExplosionSpec {
        spared: spared?,
        survivors: survivors?,
    })
}
