//! The odds of a rule set: listed or designed.

use super::ExperimentReader;
use crate::experiment::RulesPlan;
use crate::odds::design::{DesignInput, design};
use crate::odds::{Odds, can_begin, contrast, possible_arrays};
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Term;
use tradewind_engine::input::{Node, TableReader, Value, describe};
use tradewind_engine::rules::{COPY_MARK, MAX_PIECES, PieceType, RuleSpec};

/// The maximum number of odds of a rule set.
const MAX_ODDS: i64 = 10_000;

const REMEDY: &str = "write \"designed\", { number = 200, promotion = true, contrasts = [\"B : N\"] }, or a list such as \
                      [\"-N : -B\", \"N>Q :\"]";

const CONTRAST_REMEDY: &str =
    "write two pieces of the rule set with a colon: contrasts = [\"B : N\", \"Q : R\"]";

/// The key `odds` of a rule set.
pub(super) struct OddsPlan<'r> {
    node: &'r Node,
    /// The odds of a list, or the pairs of pieces for direct contrasts of a design.
    texts: Vec<(&'r Node, &'r str)>,
    /// `None` for a list.
    design: Option<DesignPlan>,
}

#[derive(Default)]
struct DesignPlan {
    number: Option<usize>,
    /// Whether the value of promotion is measured.
    promotion: bool,
}

/// Odds, or the fault and a remedy.
type OddsResult = Result<Odds, (String, &'static str)>;

impl OddsPlan<'_> {
    /// Whether the rule set needs non-promoting copies.
    pub(super) fn has_copies(&self, spec: &RuleSpec) -> bool {
        let mut texts = self.texts.iter().map(|(_, text)| text);
        let Some(design) = &self.design else {
            return texts.any(|text| text.contains(COPY_MARK));
        };
        let mut pieces = texts
            .flat_map(|text| text.split(':'))
            .filter_map(|piece| spec.find(piece.trim()));
        design.promotion || pieces.any(|piece| spec.piece(piece).promotion.is_some())
    }
}

impl<'r> ExperimentReader<'r> {
    /// Reads `odds`: `Some(None)` without the key, `None` if it is invalid.
    pub(super) fn odds_plan(&self, table: &TableReader<'r>) -> Option<Option<OddsPlan<'r>>> {
        let Some(node) = table.get("odds") else {
            return Some(None);
        };
        let texts = |items: &'r [Node]| -> Option<Vec<(&'r Node, &'r str)>> {
            let texts = items.iter();
            texts
                .map(|item| Some((item, self.reader.text(item)?)))
                .collect()
        };
        let (texts, design) = match &node.value {
            Value::Text(text) if text == "designed" => (Vec::new(), Some(DesignPlan::default())),
            Value::List(items) if !items.is_empty() => (texts(items)?, None),
            Value::Table(_) => {
                let keys = ["number", "promotion", "contrasts"];
                let keys = self.reader.table(node, "`odds`", &keys);
                let number = match keys.get("number") {
                    // Contrasts alone are possible.
                    Some(node) if keys.get("contrasts").is_some() => {
                        Some(self.number(node, 0, MAX_ODDS)?)
                    }
                    Some(node) => Some(self.number(node, 2, MAX_ODDS)?),
                    None => None,
                };
                let contrasts = match keys.get("contrasts").map(|node| (node, &node.value)) {
                    None => Vec::new(),
                    Some((_, Value::List(items))) => texts(items)?,
                    Some((node, _)) => {
                        let message = format!("{} is not a list of contrasts", describe(node));
                        return self.refuse(node, message, CONTRAST_REMEDY);
                    }
                };
                let promotion = keys.truth("promotion").unwrap_or(false);
                (contrasts, Some(DesignPlan { number, promotion }))
            }
            _ => {
                let message = format!("{} is not a choice of odds", describe(node));
                return self.refuse(node, message, REMEDY);
            }
        };
        Some(Some(OddsPlan {
            node,
            texts,
            design,
        }))
    }

    /// The rule set with the non-promoting copies that a plan needs; `None` if they are too many.
    pub(super) fn with_copies(&self, game: Rules, plan: &OddsPlan<'_>) -> Option<Rules> {
        if !plan.has_copies(game.spec()) {
            return Some(game);
        }
        let copied_pieces = game.spec().with_copies();
        let types = copied_pieces.pieces.len();
        if types > MAX_PIECES {
            let node = match (&plan.design, plan.texts.first()) {
                (None, Some((node, _))) => node,
                _ => plan.node,
            };
            let message = format!("with non-promoting copies there are {types} piece types");
            let remedy = format!("at most {MAX_PIECES} are possible; leave out `promotion`");
            return self.refuse(node, message, remedy);
        }
        Some(Rules::new(copied_pieces))
    }

    /// The odds; `None` if one is invalid.
    pub(super) fn odds(&self, plan: &OddsPlan<'_>, rules: &RulesPlan) -> Option<Vec<Odds>> {
        let Some(DesignPlan { number, promotion }) = plan.design else {
            return self.all_odds(plan, rules, |text| self.listed(text, rules));
        };
        if number == Some(0) && !plan.texts.is_empty() {
            return self.all_odds(plan, rules, |text| self.direct_contrast(text, rules));
        }
        let all = self.designed(rules, number, promotion);
        let has_copies = all.iter().any(|odds| odds.text.contains(COPY_MARK));
        if promotion && !has_copies && !all.is_empty() {
            let message = "there are too few odds to measure promotion";
            self.fault(plan.node, message, "ask for more: number = 100");
        }
        if all.is_empty() {
            let message = "no odds can be designed for this rule set";
            return self.refuse(plan.node, message, "list them: odds = [\"-N : -B\"]");
        }
        let direct = self.all_odds(plan, rules, |text| self.direct_contrast(text, rules))?;
        // A third of the games: a contrast follows two other odds.
        let mut turns = direct.iter().cycle();
        let parts = all.chunks(2).flat_map(|two| {
            let own = turns.next();
            two.iter().chain(own).cloned().collect::<Vec<Odds>>()
        });
        Some(parts.collect())
    }

    /// The odds of all texts of a plan; `None` if one is invalid, or no game can begin with it.
    fn all_odds(
        &self,
        plan: &OddsPlan<'_>,
        rules: &RulesPlan,
        read: impl Fn(&str) -> OddsResult,
    ) -> Option<Vec<Odds>> {
        let arrays = rules.played_arrays();
        let mut all = Vec::new();
        for (node, text) in &plan.texts {
            match read(text).and_then(|odds| playable(odds, text, rules, &arrays)) {
                Ok(odds) => all.push(odds),
                Err((message, remedy)) => self.fault(node, message, remedy),
            }
        }
        (all.len() == plan.texts.len()).then_some(all)
    }

    /// The odds of a contrast such as `C : N`.
    fn direct_contrast(&self, text: &str, rules: &RulesPlan) -> OddsResult {
        let spec = rules.compiled.spec();
        let Some((first, second)) = text.split_once(':') else {
            return Err((format!("`{text}` is not a contrast"), CONTRAST_REMEDY));
        };
        let [first, second] = [first, second].map(|piece| {
            let piece = piece.trim();
            let missing = || (format!("there is no piece `{piece}`"), CONTRAST_REMEDY);
            spec.find(piece).ok_or_else(missing)
        });
        let only_adds = self.left.is_some();
        contrast(
            spec,
            [first?, second?],
            &self.prior_values(rules),
            only_adds,
        )
    }

    /// Odds of a list.
    fn listed(&self, text: &str, rules: &RulesPlan) -> OddsResult {
        let odds = Odds::parse(text, rules.compiled.spec()).map_err(|fault| (fault, ""))?;
        let mut changes = odds.changes.iter().flatten();
        if self.left.is_some() && changes.any(|change| change.from.is_some()) {
            let message = format!(
                "{text} changes pieces that may be missing, since games begin with part of the pieces"
            );
            return Err((message, "add pieces: +N"));
        }
        Ok(odds)
    }

    /// The unit of values. One that is missing is reported elsewhere.
    fn unit(&self, rules: &RulesPlan) -> PieceType {
        let spec = rules.compiled.spec();
        match &self.unit {
            Some(unit) => spec.find(unit).unwrap_or(PieceType(0)),
            None => spec.default_unit(),
        }
    }

    /// The value of each piece type by the first player's weights, in units.
    fn prior_values(&self, rules: &RulesPlan) -> Vec<f64> {
        let spec = rules.compiled.spec();
        let Some(weights) = rules.player_weights.first() else {
            return vec![1.0; spec.pieces.len()];
        };
        let material = |piece: PieceType| weights.get(Term::Material(piece)).average();
        let scale = material(self.unit(rules)).max(1.0);
        let pieces = spec.piece_types();
        pieces
            .map(|piece| material(piece).max(0.0) / scale)
            .collect()
    }

    fn designed(&self, rules: &RulesPlan, number: Option<usize>, promotion: bool) -> Vec<Odds> {
        // Copies for contrasts only are not measured.
        let game = if promotion {
            rules.compiled.clone()
        } else {
            Rules::new(rules.compiled.spec().without_copies())
        };
        let input = DesignInput {
            rules: &game,
            arrays: &rules.played_arrays(),
            prior: &self.prior_values(rules),
            unit: self.unit(rules),
            only_adds: self.left.is_some(),
            seed: self.seed,
        };
        design(&input, number)
    }
}

/// Odds with which games can begin.
fn playable(odds: Odds, text: &str, rules: &RulesPlan, arrays: &[u32]) -> OddsResult {
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
