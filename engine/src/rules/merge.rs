//! Merging a rule file into the one that it extends.

use crate::input::{Node, Value};
use std::collections::HashMap;

/// Merges `over` into `base`: tables key by key, the pieces of `piece` by their `text`. The list
/// `remove_pieces` is appended to; `replace` also applies to the values of the `replace` before it.
/// Everything else is replaced.
pub(crate) fn merge(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::Table(below), Value::Table(above)) => {
            for entry in above {
                match below.iter_mut().find(|known| known.key == entry.key) {
                    None => below.push(entry),
                    Some(known) if ["piece", "remove_pieces"].contains(&&*entry.key) => {
                        extend(&mut known.node, entry.node)
                    }
                    Some(known) if entry.key == "replace" => {
                        replace_again(&mut known.node, &entry.node);
                        merge(&mut known.node, entry.node);
                    }
                    Some(known) => {
                        known.key_place = entry.key_place;
                        merge(&mut known.node, entry.node);
                    }
                }
            }
        }
        (below, above) => *below = above,
    }
    // A fault of the whole follows from `over`.
    base.place = over.place;
}

/// Applies `over` to the replacing pieces of `base`.
fn replace_again(base: &mut Node, over: &Node) {
    if let Value::Table(below) = &mut base.value {
        for entry in below {
            let further = entry.node.text().and_then(|text| over.get(text));
            if let Some(further) = further.cloned() {
                entry.node = further;
            }
        }
    }
}

/// Appends a list to another; a piece with the text of an inherited one is merged into that.
fn extend(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::List(below), Value::List(above)) => {
            let text = |piece: &Node| piece.get("text").and_then(Node::text).map(str::to_string);
            // Each inherited piece is merged once, so that a text twice in one file is found later.
            let inherited = below.iter().enumerate().rev();
            let inherited = inherited.filter_map(|(at, piece)| Some((text(piece)?, at)));
            let mut inherited: HashMap<String, usize> = inherited.collect();
            for piece in above {
                match text(&piece).and_then(|text| inherited.remove(&text)) {
                    Some(known) => merge(&mut below[known], piece),
                    None => below.push(piece),
                }
            }
        }
        (below, above) => {
            *below = above;
            base.place = over.place;
        }
    }
}
