//! Reading when and into what pieces promote.

use super::read::Names;
use super::reader::{Reader, Table};
use super::spec::{
    Heading, PromotionChoice, PromotionMoment, PromotionSpec, Zone, ZoneDepth, ZoneSide,
};
use super::tree::{Node, Value};

const KEYS: &[&str] = &["zone", "side", "when", "choice"];

/// Reads `promotes` and `promotion` of a piece over the rule set's defaults.
pub(crate) fn read(
    piece: &Table<'_>,
    defaults: Option<&Node>,
    names: &Names<'_>,
    ranks: i64,
    reader: &Reader<'_>,
) -> Option<PromotionSpec> {
    let own = piece.get("promotion");
    let (own_keys, default_keys) = (
        own.map(|node| reader.table(node, "`promotion`", KEYS)),
        defaults.map(|node| reader.table(node, "`promotion`", KEYS)),
    );
    let Some(promotes) = piece.get("promotes") else {
        if let Some(own) = own {
            reader.fault(
                &own.place,
                "`promotion` without `promotes`",
                "say what the piece becomes: promotes = \"Q\"",
            );
        }
        return None;
    };
    let find = |key: &str| {
        let own = own_keys.as_ref().and_then(|table| table.get(key));
        own.or_else(|| default_keys.as_ref().and_then(|table| table.get(key)))
    };
    let items = match &promotes.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(promotes),
    };
    let to: Vec<_> = items
        .iter()
        .filter_map(|item| choice(item, names, reader))
        .collect();
    if items.is_empty() {
        return None;
    }
    let missing = |key: &str, remedy: &str| {
        let message = format!("it is not said for this promotion: `{key}`");
        reader.fault(
            &promotes.place,
            message,
            format!("write [promotion] {remedy}"),
        );
    };
    let depth = match find("zone") {
        None => {
            missing(
                "zone",
                "zone = 1, or another number of ranks, or \"last-reachable\"",
            );
            None
        }
        Some(node) if node.text() == Some("last-reachable") => Some(ZoneDepth::LastReachable),
        Some(node) => match node.value {
            Value::Number(_) => reader
                .number(node, 1, ranks)
                .map(|ranks| ZoneDepth::Ranks(ranks as u8)),
            _ => {
                reader.fault(
                    &node.place,
                    "this is no promotion zone",
                    "write a number of ranks or \"last-reachable\"",
                );
                None
            }
        },
    };
    let side = find("side").map_or(Some(ZoneSide::Far), |node| {
        reader.choice(node, &[("far", ZoneSide::Far), ("home", ZoneSide::Home)])
    });
    let moments = [
        ("start-or-end", PromotionMoment::StartOrEnd),
        ("end", PromotionMoment::End),
        ("enter", PromotionMoment::Enter),
    ];
    if find("when").is_none() {
        missing("when", "when = \"start-or-end\", \"end\" or \"enter\"");
    }
    if find("choice").is_none() {
        missing("choice", "choice = \"optional\" or \"compulsory\"");
    }
    let when = find("when").and_then(|node| reader.choice(node, &moments));
    let compulsory = find("choice")
        .and_then(|node| reader.choice(node, &[("optional", false), ("compulsory", true)]));
    Some(PromotionSpec {
        zone: Zone {
            side: side?,
            depth: depth?,
        },
        when: when?,
        compulsory: compulsory?,
        to,
    })
}

fn choice(node: &Node, names: &Names<'_>, reader: &Reader<'_>) -> Option<PromotionChoice> {
    if node.text().is_some() {
        let to = names.piece(reader, node)?;
        return Some(PromotionChoice {
            to,
            after: None,
            unless: None,
        });
    }
    let table = reader.table(node, "a promotion", &["to", "after", "unless"]);
    let to = table.need("to", "say what the piece becomes");
    let headings = [
        ("orthogonal", Heading::Orthogonal),
        ("diagonal", Heading::Diagonal),
    ];
    Some(PromotionChoice {
        to: names.piece(reader, to?)?,
        after: table
            .get("after")
            .and_then(|node| reader.choice(node, &headings)),
        unless: table
            .get("unless")
            .and_then(|node| names.piece(reader, node)),
    })
}
