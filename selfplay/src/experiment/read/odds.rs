//! The odds of a rule set: listed, or designed for the experiment.

use super::GamePlan;
use crate::experiment::RulesPlan;
use crate::odds::design::{Purpose, design};
use crate::odds::{Odds, can_begin, possible_arrays};
use tradewind_engine::evaluation::Term;
use tradewind_engine::rules::{COPY_MARK, MAX_PIECES, PieceType, RuleSpec};
use tradewind_engine::toml_file::{Node, Reader, TableReader, Value, describe};

/// The most odds of a rule set.
const MAX_ODDS: i64 = 10_000;

const REMEDY: &str = "write \"designed\", { number = 200, promotion = true }, or a list such as \
                      [\"-N : -B\", \"N>Q :\"]";

/// What the file says about odds.
pub(super) enum OddsPlan<'r> {
    Listed(Vec<(&'r Node, String)>),
    Designed {
        place: &'r Node,
        number: Option<usize>,
        /// Whether what promoting is worth is asked for.
        promotion: bool,
    },
}

/// Reads `odds` of a rule set: `Some(None)` when there is no such key, `None` when it is wrong.
pub(super) fn plan<'r>(
    table: &TableReader<'r>,
    reader: &'r Reader<'r>,
) -> Option<Option<OddsPlan<'r>>> {
    let Some(node) = table.get("odds") else {
        return Some(None);
    };
    let designed = |number, promotion| OddsPlan::Designed {
        place: node,
        number,
        promotion,
    };
    let plan = match &node.value {
        Value::Text(text) if text == "designed" => designed(None, false),
        Value::Table(_) => {
            let keys = reader.table(node, "`odds`", &["number", "promotion"]);
            let number = match keys.get("number") {
                Some(node) => Some(reader.number(node, 2, MAX_ODDS)? as usize),
                None => None,
            };
            designed(number, keys.truth("promotion").unwrap_or(false))
        }
        Value::List(items) if !items.is_empty() => {
            let texts = items
                .iter()
                .map(|item| Some((item, reader.text(item)?.to_string())));
            OddsPlan::Listed(texts.collect::<Option<_>>()?)
        }
        _ => {
            let message = format!("{} are no odds", describe(node));
            reader.fault(&node.place, message, REMEDY);
            return None;
        }
    };
    Some(Some(plan))
}

impl OddsPlan<'_> {
    /// Whether the rule set needs non-promoting copies.
    pub(super) fn has_copies(&self) -> bool {
        match self {
            OddsPlan::Listed(texts) => texts.iter().any(|(_, text)| text.contains(COPY_MARK)),
            OddsPlan::Designed { promotion, .. } => *promotion,
        }
    }

    /// Whether a rule set with non-promoting copies has no more piece types than are possible; notes it as a fault if
    /// it has.
    pub(super) fn are_possible(&self, copied_pieces: &RuleSpec, reader: &Reader<'_>) -> bool {
        let types = copied_pieces.pieces.len();
        if types > MAX_PIECES {
            let node = match self {
                OddsPlan::Listed(texts) => texts.first().map(|(node, _)| *node),
                OddsPlan::Designed { place, .. } => Some(*place),
            };
            if let Some(node) = node {
                let message =
                    format!("with those that never promote there are {types} piece types");
                let remedy = format!("at most {MAX_PIECES} are possible; leave promotion out");
                reader.fault(&node.place, message, remedy);
            }
        }
        types <= MAX_PIECES
    }

    /// The odds themselves; `None` when something is wrong with them.
    pub(super) fn odds(
        &self,
        rules: &RulesPlan,
        course: &GamePlan,
        reader: &Reader<'_>,
    ) -> Option<Vec<Odds>> {
        match self {
            OddsPlan::Listed(texts) => {
                let arrays = rules.played_arrays();
                let mut all: Vec<Odds> = Vec::new();
                let mut wrong = false;
                for (node, text) in texts {
                    match listed(text, rules, course, &arrays) {
                        Ok(odds) => all.push(odds),
                        Err((message, remedy)) => {
                            reader.fault(&node.place, message, remedy);
                            wrong = true;
                        }
                    }
                }
                (!wrong).then_some(all)
            }
            OddsPlan::Designed {
                place,
                number,
                promotion,
            } => {
                let all = designed(rules, course, *number);
                let has_copies = all.iter().any(|odds| odds.text.contains(COPY_MARK));
                if *promotion && !has_copies && !all.is_empty() {
                    let message =
                        "so few odds leave no room for those that promotion is measured by";
                    reader.fault(&place.place, message, "ask for more: number = 100");
                }
                if all.is_empty() {
                    let message = "no odds can be designed for this rule set";
                    reader.fault(&place.place, message, "list them: odds = [\"-N : -B\"]");
                }
                (!all.is_empty()).then_some(all)
            }
        }
    }
}

/// Odds of a list, or what is wrong with them and what would be right.
fn listed(
    text: &str,
    rules: &RulesPlan,
    course: &GamePlan,
    arrays: &[u32],
) -> Result<Odds, (String, &'static str)> {
    let spec = rules.game.spec();
    let odds = Odds::parse(text, spec).map_err(|fault| (fault, ""))?;
    let mut changes = odds.changes.iter().flatten();
    if course.left.is_some() && changes.any(|change| change.from.is_some()) {
        return Err((
            format!("{text} changes pieces that may be gone where games begin with a part of them"),
            "put pieces on the board: +N",
        ));
    }
    let possible = possible_arrays(spec, &odds, arrays);
    if possible.is_empty() {
        return Err((
            format!("no array that is played has the pieces for {text}"),
            "change only pieces that both sides begin with",
        ));
    }
    if can_begin(&rules.game, &odds, &possible) {
        Ok(odds)
    } else {
        Err((
            format!("with {text} a royal stands attacked, or a side wins, before the first move"),
            "put another piece there",
        ))
    }
}

fn designed(rules: &RulesPlan, course: &GamePlan, number: Option<usize>) -> Vec<Odds> {
    let spec = rules.game.spec();
    // That there is no such unit is reported with the unit.
    let unit = spec.find(&course.unit).unwrap_or(PieceType(0));
    let Some(weights) = rules.player_weights.first() else {
        return vec![];
    };
    let material = |piece: PieceType| weights.get(Term::Material(piece)).average();
    let scale = material(unit).max(1.0);
    let guess: Vec<f64> = (spec.piece_types())
        .map(|piece| material(piece).max(0.0) / scale)
        .collect();
    let purpose = Purpose {
        game: &rules.game,
        arrays: &rules.played_arrays(),
        guess: &guess,
        unit,
        puts_on: course.left.is_some(),
        seed: course.seed,
    };
    design(&purpose, number)
}
