//! One rule file on top of another.

use crate::toml_file::{Node, Value};
use std::collections::HashMap;

/// Lays `over` on top of `base`: tables are merged key by key, the pieces of `piece` by their
/// `text`, `remove_pieces` grows, `replace` goes on from what it replaced before, and everything else is
/// replaced.
pub(crate) fn merge(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::Table(below), Value::Table(above)) => {
            for entry in above {
                match below.iter_mut().find(|known| known.key == entry.key) {
                    None => below.push(entry),
                    Some(known) if entry.key == "piece" => {
                        merge_pieces(&mut known.node, entry.node)
                    }
                    Some(known) if entry.key == "remove_pieces" => {
                        append(&mut known.node, entry.node)
                    }
                    Some(known) if entry.key == "replace" => {
                        replace_further(&mut known.node, &entry.node);
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
    // What is wrong with the whole follows from what was laid over it.
    base.place = over.place;
}

/// Puts a list behind another: what has been taken away stays away.
fn append(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::List(below), Value::List(above)) => below.extend(above),
        (below, above) => {
            *below = above;
            base.place = over.place;
        }
    }
}

/// What was put in the place of a piece is itself replaced.
fn replace_further(base: &mut Node, over: &Node) {
    if let Value::Table(below) = &mut base.value {
        for entry in below {
            let further = entry.node.text().and_then(|text| over.get(text));
            if let Some(further) = further.cloned() {
                entry.node = further;
            }
        }
    }
}

fn merge_pieces(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::List(below), Value::List(above)) => {
            let text = |piece: &Node| piece.get("text").and_then(Node::text).map(str::to_string);
            // Each inherited piece once: a text that one file gives twice stays twice, so that it is
            // refused.
            let inherited = below.iter().enumerate();
            let mut inherited: HashMap<String, usize> = inherited
                .rev()
                .filter_map(|(at, piece)| Some((text(piece)?, at)))
                .collect();
            for piece in above {
                match text(&piece).and_then(|text| inherited.remove(&text)) {
                    Some(known) => {
                        merge(&mut below[known], piece);
                    }
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
