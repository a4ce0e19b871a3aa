//! The number of a claim about the values of pieces.

use super::{experiment_name, texts};
use crate::claims::ValueStatistic;
use crate::estimators::METHODS;
use crate::row::{LOG_ODDS, RowCondition};
use tradewind_engine::input::{Node, Reader, Renamed};

/// The conditions that a claim may ask for.
const CONDITIONS: [RowCondition; 6] = [
    RowCondition::All,
    RowCondition::StandardPhase,
    RowCondition::WithoutPromotion,
    RowCondition::PromotionPremium,
    RowCondition::Middlegame,
    RowCondition::Endgame,
];

/// The units that a claim may ask for.
pub(in crate::claims) const UNITS: &[(&str, &str)] = &[
    ("pawns", "pawns"),
    ("knights", "knights"),
    (LOG_ODDS, LOG_ODDS),
];

/// The most nodes a move that a claim may name.
const MAX_NODES: i64 = 1_000_000_000;

/// What is right where a value has no method.
const METHOD: &str = "name the method that decides, before results are seen: method = \"odds\"";

/// Reads a number about the value of a piece.
pub(super) fn value(reader: &Reader<'_>, node: &Node) -> Option<ValueStatistic> {
    let keys = [
        "piece",
        "minus",
        "over",
        "than",
        "condition",
        "than_condition",
        "unit",
        "method",
        "players",
        "at",
    ];
    let conditions = CONDITIONS.map(|condition| condition.to_string());
    let conditions: Vec<(&str, usize)> = (conditions.iter().map(String::as_str)).zip(0..).collect();
    let methods = METHODS.map(|method| (method.name(), method.name()));
    let own = reader.table_renamed(node, "a value", &keys, Renamed(&[("aspect", "condition")]));
    let piece = own.need("piece", "name a piece by its text: piece = \"N\"")?;
    let one_of = |key: &str, choices: &[(&str, &'static str)]| match own.get(key) {
        Some(node) => reader.choice(node, choices).map(Some),
        None => Some(None),
    };
    let condition_of = |key: &str| match own.get(key) {
        Some(node) => (reader.choice(node, &conditions)).map(|at| Some(CONDITIONS[at].clone())),
        None => Some(None),
    };
    let condition = condition_of("condition")?.unwrap_or(RowCondition::All);
    let statistic = ValueStatistic {
        piece: reader.text(piece)?.to_string(),
        minus: texts(reader, own.get("minus"))?,
        over: texts(reader, own.get("over"))?,
        than: match own.get("than") {
            Some(node) => Some(experiment_name(reader, node)?),
            None => None,
        },
        condition,
        than_condition: condition_of("than_condition")?,
        unit: one_of("unit", UNITS)?.unwrap_or("pawns"),
        method: reader.choice(own.need("method", METHOD)?, &methods)?,
        players: own.text("players").map(str::to_string),
        at: match own.get("at") {
            Some(node) => Some(reader.number(node, 1, MAX_NODES)?.cast_unsigned()),
            None => None,
        },
    };
    if statistic.than_condition.as_ref() == Some(&statistic.condition) {
        let message = "a value is compared with itself";
        let remedy = "write another condition as `than_condition`";
        reader.fault(&node.place, message, remedy);
        return None;
    }
    if statistic.at.is_some() && (statistic.over.is_empty() || statistic.players.is_some()) {
        let message = "`at` asks for a line through all players";
        let remedy = "write `over` with it, for a line gives ratios, and no `players`";
        reader.fault(&node.place, message, remedy);
        return None;
    }
    let several = [
        !statistic.minus.is_empty(),
        !statistic.over.is_empty(),
        statistic.than.is_some(),
        statistic.than_condition.is_some(),
    ];
    if several.into_iter().filter(|&given| given).count() > 1 {
        let message = "a value is compared in several ways at once";
        reader.fault(
            &node.place,
            message,
            "write one of `minus`, `over`, `than` and `than_condition`",
        );
        return None;
    }
    Some(statistic)
}
