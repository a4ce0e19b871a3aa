//! Reading when and into what pieces promote.

use super::limits;
use super::names::PieceNames;
use super::spec::{
    Heading, PromotionChoice, PromotionCondition, PromotionMoment, PromotionSpec, Zone, ZoneDepth,
    ZoneSide,
};
use crate::piece::PieceType;
use crate::toml_file::{Node, Reader, TableReader, Value};

const KEYS: &[&str] = &["zone", "side", "when", "choice", "lost"];

/// Reads `promotes` and `promotion` of a piece over the rule set's defaults.
pub(crate) fn read(
    piece: &TableReader<'_>,
    defaults: Option<&Node>,
    names: &PieceNames<'_>,
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
    if let Some(item) = items.get(limits::PROMOTIONS) {
        let message = format!("{} promotions of a piece are too many", items.len());
        let remedy = format!("at most {}", limits::PROMOTIONS);
        reader.fault(&item.place, message, remedy);
    }
    let lost = find("lost").and_then(|node| {
        let ways = [("any", false), ("captured", true)];
        reader.choice(node, &ways)
    });
    let lost = PromotionCondition::Lost {
        captured: lost.unwrap_or(false),
    };
    let mut to = Vec::new();
    for item in items.iter().take(limits::PROMOTIONS) {
        if item.text() == Some("lost") {
            to.extend(
                names
                    .officers
                    .iter()
                    .map(|&officer| lost_piece(officer, lost)),
            );
            continue;
        }
        let Some(choice) = choice(item, lost, names, reader) else {
            continue;
        };
        if to.contains(&choice) {
            // What stands in the place of another may have been named beside it.
            let said = item.text().or_else(|| item.get("to")?.text());
            if said.is_some_and(|text| names.is_replaced_or_replaces(text)) {
                continue;
            }
            let message = "this promotion is named twice";
            reader.fault(&item.place, message, "name each promotion once");
        }
        to.push(choice);
    }
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

/// Becoming a piece that has been lost.
fn lost_piece(to: PieceType, lost: PromotionCondition) -> PromotionChoice {
    PromotionChoice {
        to,
        after: None,
        condition: lost,
    }
}

/// `lost` is the condition that the piece has been lost.
fn choice(
    node: &Node,
    lost: PromotionCondition,
    names: &PieceNames<'_>,
    reader: &Reader<'_>,
) -> Option<PromotionChoice> {
    if node.text().is_some() {
        let to = names.piece(reader, node)?;
        return Some(PromotionChoice {
            to,
            after: None,
            condition: PromotionCondition::Always,
        });
    }
    let keys = ["to", "after", "unless", "unless_any", "if_any", "lost"];
    let table = reader.table(node, "a promotion", &keys);
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
        condition: condition(&table, lost, names, reader),
    })
}

/// What must hold for a promotion: at most one of a few keys says it.
fn condition(
    table: &TableReader<'_>,
    lost: PromotionCondition,
    names: &PieceNames<'_>,
    reader: &Reader<'_>,
) -> PromotionCondition {
    let piece = |key: &str, make: fn(PieceType) -> PromotionCondition| {
        let node = table.get(key)?;
        Some((node, names.piece(reader, node).map(make)))
    };
    let lost = table.get("lost").map(|node| {
        let is_lost = reader.truth(node).filter(|is_lost| *is_lost);
        (node, is_lost.map(|_| lost))
    });
    let said = [
        piece("unless", PromotionCondition::OwnerLacks),
        piece("unless_any", PromotionCondition::NoneOnBoard),
        piece("if_any", PromotionCondition::SomeOnBoard),
        lost,
    ];
    let mut said = said.into_iter().flatten();
    let first = said.next().and_then(|(_, condition)| condition);
    if let Some((node, _)) = said.next() {
        reader.fault(
            &node.place,
            "one promotion has two conditions",
            "keep one of unless, unless_any, if_any and lost",
        );
    }
    first.unwrap_or(PromotionCondition::Always)
}
