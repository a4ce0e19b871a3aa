//! Reading promotions.

use super::limits;
use super::names::PieceNames;
use super::spec::{
    Heading, PromotionChoice, PromotionCondition, PromotionMoment, PromotionSpec, Zone, ZoneDepth,
    ZoneSide,
};
use crate::input::{Node, Reader, TableReader, Value};
use crate::piece::PieceType;

const KEYS: &[&str] = &["zone", "side", "when", "choice", "lost"];

/// Reads `promotes` and `promotion` of a piece over the rule set's defaults.
pub(crate) fn read(
    piece: &TableReader<'_>,
    defaults: Option<&Node>,
    names: &PieceNames<'_>,
    ranks: i64,
) -> Option<PromotionSpec> {
    let reader = piece.reader;
    let own = piece.get("promotion");
    let tables = [own, defaults].map(|node| Some(reader.table(node?, "`promotion`", KEYS)));
    let Some(promotes) = piece.get("promotes") else {
        if let Some(own) = own {
            let remedy = "give the new piece: promotes = \"Q\"";
            reader.fault(&own.place, "`promotion` without `promotes`", remedy);
        }
        return None;
    };
    let find = |key: &str| {
        let mut tables = tables.iter().flatten();
        tables.find_map(|table| table.get(key))
    };
    let items = match &promotes.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(promotes),
    };
    let ways = [("any", false), ("captured", true)];
    let captured = find("lost").and_then(|node| reader.choice(node, &ways));
    let lost = PromotionCondition::Lost {
        captured: captured.unwrap_or(false),
    };
    let mut to = Vec::new();
    for item in reader.at_most(items, limits::PROMOTIONS, "promotions of a piece") {
        if item.text() == Some("lost") {
            to.extend(names.officers.iter().map(|&to| PromotionChoice {
                to,
                after: None,
                condition: lost,
            }));
            continue;
        }
        let Some(choice) = choice(item, lost, names, reader) else {
            continue;
        };
        if to.contains(&choice) {
            // A piece that replaces another may have been named beside it.
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
        let message = format!("this promotion has no `{key}`");
        let remedy = format!("write [promotion] {remedy}");
        reader.fault(&promotes.place, message, remedy);
    };
    let depth = match find("zone").map(|node| (node, &node.value)) {
        None => {
            let remedy = "zone = 1, or another number of ranks, or \"last-reachable\"";
            missing("zone", remedy);
            None
        }
        Some((_, Value::Text(text))) if text == "last-reachable" => Some(ZoneDepth::LastReachable),
        Some((node, Value::Number(_))) => {
            (reader.number(node, 1, ranks)).map(|ranks| ZoneDepth::Ranks(ranks as u8))
        }
        Some((node, _)) => {
            let remedy = "write a number of ranks or \"last-reachable\"";
            reader.fault(&node.place, "this is not a promotion zone", remedy);
            None
        }
    };
    let side = find("side").map_or(Some(ZoneSide::Far), |node| {
        reader.choice(node, &[("far", ZoneSide::Far), ("home", ZoneSide::Home)])
    });
    let moments = [
        ("start-or-end", PromotionMoment::StartOrEnd),
        ("end", PromotionMoment::End),
        ("enter", PromotionMoment::Enter),
        ("enter-or-capture", PromotionMoment::EnterOrCapture),
        ("capture", PromotionMoment::Capture),
    ];
    if find("when").is_none() {
        let remedy =
            "when = \"start-or-end\", \"end\", \"enter\", \"enter-or-capture\" or \"capture\"";
        missing("when", remedy);
    }
    if find("choice").is_none() {
        let remedy = "choice = \"optional\", \"optional-unless-stuck\" or \"compulsory\"";
        missing("choice", remedy);
    }
    let when = find("when").and_then(|node| reader.choice(node, &moments));
    let choices = [
        ("optional", (false, false)),
        ("optional-unless-stuck", (false, true)),
        ("compulsory", (true, false)),
    ];
    let compulsory = find("choice").and_then(|node| reader.choice(node, &choices));
    let (compulsory, compulsory_if_stuck) = compulsory?;
    Some(PromotionSpec {
        zone: Zone {
            side: side?,
            depth: depth?,
        },
        when: when?,
        compulsory,
        to,
        compulsory_if_stuck,
    })
}

/// Reads one choice; `lost` is the condition that the piece has been lost.
fn choice(
    node: &Node,
    lost: PromotionCondition,
    names: &PieceNames<'_>,
    reader: &Reader<'_>,
) -> Option<PromotionChoice> {
    if node.text().is_some() {
        return Some(PromotionChoice {
            to: names.piece(reader, node)?,
            after: None,
            condition: PromotionCondition::Always,
        });
    }
    let keys = ["to", "after", "unless", "unless_any", "if_any", "lost"];
    let table = reader.table(node, "a promotion", &keys);
    let to = table.need("to", "give the new piece");
    let headings = [
        ("orthogonal", Heading::Orthogonal),
        ("diagonal", Heading::Diagonal),
    ];
    Some(PromotionChoice {
        to: names.piece(reader, to?)?,
        after: table.choice("after", &headings),
        condition: condition(&table, lost, names),
    })
}

/// Reads the condition of a promotion, which one key at most gives.
fn condition(
    table: &TableReader<'_>,
    lost: PromotionCondition,
    names: &PieceNames<'_>,
) -> PromotionCondition {
    let reader = table.reader;
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
        let remedy = "keep one of unless, unless_any, if_any and lost";
        reader.fault(&node.place, "one promotion has two conditions", remedy);
    }
    first.unwrap_or(PromotionCondition::Always)
}
