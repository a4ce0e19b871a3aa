//! The odds of a rule set: listed, or designed for the experiment.

use super::GamePlan;
use crate::experiment::RulesPlan;
use crate::odds::design::{Purpose, contrast, design};
use crate::odds::{Odds, can_begin, possible_arrays};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Term;
use tradewind_engine::input::{Node, Reader, TableReader, Value, describe};
use tradewind_engine::rules::{COPY_MARK, MAX_PIECES, PieceType, RuleSpec};

/// The most odds of a rule set.
const MAX_ODDS: i64 = 10_000;

const REMEDY: &str = "write \"designed\", { number = 200, promotion = true, contrasts = [\"B : N\"] }, or a list such as \
                      [\"-N : -B\", \"N>Q :\"]";

const CONTRAST_REMEDY: &str =
    "write two pieces of the rule set with a colon: contrasts = [\"B : N\", \"Q : R\"]";

/// What the file says about odds.
pub(super) enum OddsPlan<'r> {
    Listed(Vec<(&'r Node, String)>),
    Designed {
        place: &'r Node,
        number: Option<usize>,
        /// Whether what promoting is worth is asked for.
        promotion: bool,
        /// The pieces to be compared directly.
        contrasts: Vec<(&'r Node, String)>,
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
                    let message = format!("{} are no contrasts", describe(node));
                    reader.fault(&node.place, message, CONTRAST_REMEDY);
                    return None;
                }
            };
            designed(number, keys.truth("promotion").unwrap_or(false), contrasts)
        }
        Value::List(items) if !items.is_empty() => OddsPlan::Listed(texts(items)?),
        _ => {
            let message = format!("{} are no odds", describe(node));
            reader.fault(&node.place, message, REMEDY);
            return None;
        }
    };
    Some(Some(plan))
}

impl OddsPlan<'_> {
    /// Whether a rule set needs non-promoting copies.
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
                contrasts,
            } => {
                let all = designed(rules, course, *number, *promotion);
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
                if all.is_empty() {
                    return None;
                }
                let direct = direct_contrasts(contrasts, rules, course, reader)?;
                // A third of the games, however few are played: one after two of the others, by turns.
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

/// The odds of direct contrasts; `None` when one of them is wrong.
fn direct_contrasts(
    contrasts: &[(&Node, String)],
    rules: &RulesPlan,
    course: &GamePlan,
    reader: &Reader<'_>,
) -> Option<Vec<Odds>> {
    let arrays = rules.played_arrays();
    let mut all = Vec::new();
    for (node, text) in contrasts {
        let found = direct_contrast(text, rules, course)
            .and_then(|odds| playable(odds, text, rules, &arrays));
        match found {
            Ok(odds) => all.push(odds),
            Err((message, remedy)) => reader.fault(&node.place, message, remedy),
        }
    }
    (all.len() == contrasts.len()).then_some(all)
}

/// The odds of a contrast such as `C : N`, or what is wrong with it and what would be right.
fn direct_contrast(
    text: &str,
    rules: &RulesPlan,
    course: &GamePlan,
) -> Result<Odds, (String, &'static str)> {
    let spec = rules.game.spec();
    let Some((first, second)) = text.split_once(':') else {
        return Err((format!("`{text}` is no contrast"), CONTRAST_REMEDY));
    };
    let [first, second] = [first, second].map(|piece| {
        let piece = piece.trim();
        let missing = || (format!("there is no piece `{piece}`"), CONTRAST_REMEDY);
        spec.find(piece).ok_or_else(missing)
    });
    contrast(
        spec,
        [first?, second?],
        &guess(rules, course),
        course.left.is_some(),
    )
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
    playable(odds, text, rules, arrays)
}

/// Odds with which games can begin, or what is wrong with them and what would be right.
fn playable(
    odds: Odds,
    text: &str,
    rules: &RulesPlan,
    arrays: &[u32],
) -> Result<Odds, (String, &'static str)> {
    let possible = possible_arrays(rules.game.spec(), &odds, arrays);
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

/// The unit of values. That there is none is reported where it is read.
fn unit(rules: &RulesPlan, course: &GamePlan) -> PieceType {
    let found = rules.game.spec().find(&course.unit);
    found.unwrap_or(PieceType(0))
}

/// What each piece type is worth to the first player's weights, in units.
fn guess(rules: &RulesPlan, course: &GamePlan) -> Vec<f64> {
    let spec = rules.game.spec();
    let Some(weights) = rules.player_weights.first() else {
        return vec![1.0; spec.pieces.len()];
    };
    let material = |piece: PieceType| weights.get(Term::Material(piece)).average();
    let scale = material(unit(rules, course)).max(1.0);
    let pieces = spec.piece_types();
    pieces
        .map(|piece| material(piece).max(0.0) / scale)
        .collect()
}

fn designed(
    rules: &RulesPlan,
    course: &GamePlan,
    number: Option<usize>,
    promotion: bool,
) -> Vec<Odds> {
    // Where only contrasts need copies, their values are not asked for.
    let game = match promotion {
        true => rules.game.clone(),
        false => Game::new(rules.game.spec().without_copies()),
    };
    let purpose = Purpose {
        game: &game,
        arrays: &rules.played_arrays(),
        guess: &guess(rules, course),
        unit: unit(rules, course),
        puts_on: course.left.is_some(),
        seed: course.seed,
    };
    design(&purpose, number)
}
