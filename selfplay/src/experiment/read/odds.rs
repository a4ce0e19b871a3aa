//! The odds of a rule set: listed or designed.

use super::OddsContext;
use crate::experiment::RulesPlan;
use crate::odds::design::{DesignInput, design};
use crate::odds::{Odds, can_begin, contrast, possible_arrays};
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Term;
use tradewind_engine::input::{Node, Reader, TableReader, Value, describe};
use tradewind_engine::rules::{COPY_MARK, MAX_PIECES, PieceType, RuleSpec};

/// The maximum number of odds of a rule set.
const MAX_ODDS: i64 = 10_000;

const REMEDY: &str = "write \"designed\", { number = 200, promotion = true, contrasts = [\"B : N\"] }, or a list such as \
                      [\"-N : -B\", \"N>Q :\"]";

const CONTRAST_REMEDY: &str =
    "write two pieces of the rule set with a colon: contrasts = [\"B : N\", \"Q : R\"]";

/// The key `odds` of a rule set.
pub(super) enum OddsPlan<'r> {
    Listed(Vec<(&'r Node, String)>),
    Designed {
        place: &'r Node,
        number: Option<usize>,
        /// Whether the value of promotion is measured.
        promotion: bool,
        /// Pairs of pieces for direct contrasts.
        contrasts: Vec<(&'r Node, String)>,
    },
}

/// Reads `odds`: `Some(None)` without the key, `None` if it is invalid.
pub(super) fn plan<'r>(
    table: &TableReader<'r>,
    reader: &'r Reader<'r>,
) -> Option<Option<OddsPlan<'r>>> {
    let Some(node) = table.get("odds") else {
        return Some(None);
    };
    let designed = |number, promotion, contrasts| OddsPlan::Designed {
        place: node,
        number,
        promotion,
        contrasts,
    };
    let texts = |items: &'r [Node]| -> Option<Vec<(&'r Node, String)>> {
        let texts = items
            .iter()
            .map(|item| Some((item, reader.text(item)?.to_string())));
        texts.collect()
    };
    let plan = match &node.value {
        Value::Text(text) if text == "designed" => designed(None, false, Vec::new()),
        Value::Table(_) => {
            let keys = reader.table(node, "`odds`", &["number", "promotion", "contrasts"]);
            let number = match keys.get("number") {
                Some(node) => Some(reader.number(node, 2, MAX_ODDS)? as usize),
                None => None,
            };
            let contrasts = match keys.get("contrasts").map(|node| (node, &node.value)) {
                None => Vec::new(),
                Some((_, Value::List(items))) => texts(items)?,
                Some((node, _)) => {
                    let message = format!("{} is not a list of contrasts", describe(node));
                    reader.fault(&node.place, message, CONTRAST_REMEDY);
                    return None;
                }
            };
            designed(number, keys.truth("promotion").unwrap_or(false), contrasts)
        }
        Value::List(items) if !items.is_empty() => OddsPlan::Listed(texts(items)?),
        _ => {
            let message = format!("{} is not a choice of odds", describe(node));
            reader.fault(&node.place, message, REMEDY);
            return None;
        }
    };
    Some(Some(plan))
}

impl OddsPlan<'_> {
    /// Whether the rule set needs non-promoting copies.
    pub(super) fn has_copies(&self, spec: &RuleSpec) -> bool {
        match self {
            OddsPlan::Listed(texts) => texts.iter().any(|(_, text)| text.contains(COPY_MARK)),
            OddsPlan::Designed {
                promotion,
                contrasts,
                ..
            } => {
                let pieces = contrasts.iter().flat_map(|(_, text)| text.split(':'));
                let mut pieces = pieces.filter_map(|piece| spec.find(piece.trim()));
                *promotion || pieces.any(|piece| spec.piece(piece).promotion.is_some())
            }
        }
    }

    /// Checks the number of piece types of a rule set with non-promoting copies.
    pub(super) fn check_piece_types(&self, copied_pieces: &RuleSpec, reader: &Reader<'_>) -> bool {
        let types = copied_pieces.pieces.len();
        if types > MAX_PIECES {
            let node = match self {
                OddsPlan::Listed(texts) => texts.first().map(|(node, _)| *node),
                OddsPlan::Designed { place, .. } => Some(*place),
            };
            if let Some(node) = node {
                let message = format!("with non-promoting copies there are {types} piece types");
                let remedy = format!("at most {MAX_PIECES} are possible; leave out `promotion`");
                reader.fault(&node.place, message, remedy);
            }
        }
        types <= MAX_PIECES
    }

    /// The odds; `None` if one is invalid.
    pub(super) fn odds(
        &self,
        rules: &RulesPlan,
        context: &OddsContext,
        reader: &Reader<'_>,
    ) -> Option<Vec<Odds>> {
        match self {
            OddsPlan::Listed(texts) => {
                let arrays = rules.played_arrays();
                let mut all: Vec<Odds> = Vec::new();
                let mut is_valid = true;
                for (node, text) in texts {
                    match listed(text, rules, context, &arrays) {
                        Ok(odds) => all.push(odds),
                        Err((message, remedy)) => {
                            reader.fault(&node.place, message, remedy);
                            is_valid = false;
                        }
                    }
                }
                is_valid.then_some(all)
            }
            OddsPlan::Designed {
                place,
                number,
                promotion,
                contrasts,
            } => {
                let all = designed(rules, context, *number, *promotion);
                let has_copies = all.iter().any(|odds| odds.text.contains(COPY_MARK));
                if *promotion && !has_copies && !all.is_empty() {
                    let message = "there are too few odds to measure promotion";
                    reader.fault(&place.place, message, "ask for more: number = 100");
                }
                if all.is_empty() {
                    let message = "no odds can be designed for this rule set";
                    reader.fault(&place.place, message, "list them: odds = [\"-N : -B\"]");
                    return None;
                }
                let direct = direct_contrasts(contrasts, rules, context, reader)?;
                // A third of the games: a contrast follows two other odds.
                let mut turns = direct.iter().cycle();
                let parts = all.chunks(2).flat_map(|two| {
                    let own = turns.next();
                    two.iter().chain(own).cloned().collect::<Vec<Odds>>()
                });
                Some(parts.collect())
            }
        }
    }
}

/// The odds of direct contrasts; `None` if one is invalid.
fn direct_contrasts(
    contrasts: &[(&Node, String)],
    rules: &RulesPlan,
    context: &OddsContext,
    reader: &Reader<'_>,
) -> Option<Vec<Odds>> {
    let arrays = rules.played_arrays();
    let mut all = Vec::new();
    for (node, text) in contrasts {
        let found = direct_contrast(text, rules, context)
            .and_then(|odds| playable(odds, text, rules, &arrays));
        match found {
            Ok(odds) => all.push(odds),
            Err((message, remedy)) => reader.fault(&node.place, message, remedy),
        }
    }
    (all.len() == contrasts.len()).then_some(all)
}

/// The odds of a contrast such as `C : N`, or the fault and a remedy.
fn direct_contrast(
    text: &str,
    rules: &RulesPlan,
    context: &OddsContext,
) -> Result<Odds, (String, &'static str)> {
    let spec = rules.compiled.spec();
    let Some((first, second)) = text.split_once(':') else {
        return Err((format!("`{text}` is not a contrast"), CONTRAST_REMEDY));
    };
    let [first, second] = [first, second].map(|piece| {
        let piece = piece.trim();
        let missing = || (format!("there is no piece `{piece}`"), CONTRAST_REMEDY);
        spec.find(piece).ok_or_else(missing)
    });
    contrast(
        spec,
        [first?, second?],
        &prior_values(rules, context),
        context.left.is_some(),
    )
}

/// Odds of a list, or the fault and a remedy.
fn listed(
    text: &str,
    rules: &RulesPlan,
    context: &OddsContext,
    arrays: &[u32],
) -> Result<Odds, (String, &'static str)> {
    let spec = rules.compiled.spec();
    let odds = Odds::parse(text, spec).map_err(|fault| (fault, ""))?;
    let mut changes = odds.changes.iter().flatten();
    if context.left.is_some() && changes.any(|change| change.from.is_some()) {
        return Err((
            format!(
                "{text} changes pieces that may be missing, since games begin with part of the pieces"
            ),
            "add pieces: +N",
        ));
    }
    playable(odds, text, rules, arrays)
}

/// Odds with which games can begin, or the fault and a remedy.
fn playable(
    odds: Odds,
    text: &str,
    rules: &RulesPlan,
    arrays: &[u32],
) -> Result<Odds, (String, &'static str)> {
    let possible = possible_arrays(rules.compiled.spec(), &odds, arrays);
    if possible.is_empty() {
        return Err((
            format!("no played array has the pieces for {text}"),
            "change only pieces that both sides have",
        ));
    }
    if can_begin(&rules.compiled, &odds, &possible) {
        Ok(odds)
    } else {
        Err((
            format!("with {text} a royal is attacked, or a side wins, before the first move"),
            "put another piece there",
        ))
    }
}

/// The unit of values. A missing one is reported elsewhere.
fn unit(rules: &RulesPlan, context: &OddsContext) -> PieceType {
    let found = rules.compiled.spec().find(&context.unit);
    found.unwrap_or(PieceType(0))
}

/// The value of each piece type by the first player's weights, in units.
fn prior_values(rules: &RulesPlan, context: &OddsContext) -> Vec<f64> {
    let spec = rules.compiled.spec();
    let Some(weights) = rules.player_weights.first() else {
        return vec![1.0; spec.pieces.len()];
    };
    let material = |piece: PieceType| weights.get(Term::Material(piece)).average();
    let scale = material(unit(rules, context)).max(1.0);
    let pieces = spec.piece_types();
    pieces
        .map(|piece| material(piece).max(0.0) / scale)
        .collect()
}

fn designed(
    rules: &RulesPlan,
    context: &OddsContext,
    number: Option<usize>,
    promotion: bool,
) -> Vec<Odds> {
    // Copies for contrasts only are not measured.
    let game = if promotion {
        rules.compiled.clone()
    } else {
        Rules::new(rules.compiled.spec().without_copies())
    };
    let input = DesignInput {
        rules: &game,
        arrays: &rules.played_arrays(),
        prior: &prior_values(rules, context),
        unit: unit(rules, context),
        only_adds: context.left.is_some(),
        seed: context.seed,
    };
    design(&input, number)
}
