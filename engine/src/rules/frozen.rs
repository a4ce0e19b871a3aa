//! Pieces that are frozen on their first turn.

use super::spec::FrozenSpec;
use crate::input::{Node, Reader, Value};

/// Reads `frozen`: how the pieces come that are frozen.
pub(super) fn read(node: &Node, reader: &Reader<'_>) -> Option<FrozenSpec> {
    let remedy = "write frozen = [\"drop\"], [\"promotion\"] or [\"drop\", \"promotion\"]";
    let mut frozen = FrozenSpec::default();
    let Value::List(items) = &node.value else {
        reader.fault(
            &node.place,
            "`frozen` must be a list of \"drop\" and \"promotion\"",
            remedy,
        );
        return None;
    };
    if items.is_empty() {
        reader.fault(&node.place, "no piece is frozen", remedy);
        return None;
    }
    for item in items {
        match item.text() {
            Some("drop") => frozen.drops = true,
            Some("promotion") => frozen.promotions = true,
            _ => {
                reader.fault(&item.place, "pieces come by drops and promotions", remedy);
                return None;
            }
        }
    }
    Some(frozen)
}
