//! The answer of a trial of changed rules: a few sentences, then short tables.

use crate::comparison::{clear_changes, clear_checks, differences, first_in_words};
use crate::format::{fixed, joined};
use crate::table::{Columns, Table};
use crate::values::contrasts;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use tradewind_analysis::compare::{Compared, Comparison};
use tradewind_analysis::estimators::second_unit;
use tradewind_analysis::findings::Findings;
use tradewind_analysis::metric::Family;
use tradewind_analysis::row::{LOG_ODDS, Row, RowCondition, unit_of};
use tradewind_analysis::values::ValueSet;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::Estimate;

/// The number of pairs after which an unclear value of a pawn is blamed on the players.
const ENOUGH_PAIRS: u64 = 500;

/// A change of the rules and the games of its trial.
#[derive(Debug)]
pub struct Trial<'t> {
    /// The original rules.
    pub before: &'t RuleSpec,
    /// The changed rules.
    pub after: &'t RuleSpec,
    /// The pieces that are new or move differently.
    pub new_pieces: &'t [PieceType],
    /// The planned contrasts of new pieces with others, such as `La : N`.
    pub contrasts: &'t [String],
    /// The results.
    pub findings: &'t Findings,
}

/// The answer of a trial.
#[derive(Debug)]
pub struct TrialAnswer {
    /// The results, the most important first.
    pub found: Vec<String>,
    /// The numbers.
    pub tables: Vec<Table>,
    /// The open questions.
    pub open: Vec<String>,
}

/// A direct contrast of a new piece with another one.
struct PieceContrast<'r> {
    other: String,
    /// Whether the other piece is the second unit.
    is_unit: bool,
    row: &'r Row,
    score: Estimate,
}

/// A value and its [quantity](tradewind_analysis::estimators::Method::quantity).
type NamedValue = (Estimate, &'static str);

/// The results about a new piece.
struct PieceAnswer<'r> {
    name: String,
    units: Option<NamedValue>,
    seconds: Option<NamedValue>,
    against: Vec<PieceContrast<'r>>,
    /// The value of an extra pawn to these players, in percentage points of the score of an even game, if it is significant.
    /// Below the lower end of its interval pieces count as about equal.
    pawn: Option<Estimate>,
}

impl Trial<'_> {
    /// The answer.
    pub fn answer(&self) -> TrialAnswer {
        let mut answer = TrialAnswer {
            found: Vec::new(),
            tables: Vec::new(),
            open: Vec::new(),
        };
        if let Some(set) = self.values() {
            let pieces: Vec<PieceAnswer<'_>> = (self.new_pieces.iter())
                .filter_map(|&piece| self.of_piece(set, piece))
                .collect();
            for piece in &pieces {
                answer.found.push(piece.sentence(set, self.after));
                answer.open.extend(piece.open_contrasts());
            }
            answer.tables.extend(piece_table(set, &pieces));
        }
        let comparison = self.findings.comparison.as_ref();
        let effect = comparison.and_then(|found| Some((found, main_effect(found)?)));
        if let Some((comparison, effect)) = effect {
            let changes = clear_changes(comparison, effect);
            let before = &self.before.name;
            answer.found.push(match first_in_words(&changes) {
                None => format!("The game as a whole: no significant difference from {before}."),
                Some(first) => format!("The game, compared with {before}: {first}."),
            });
            let checks = clear_checks(comparison, effect);
            let checks = checks.map(|checks| format!("Manipulation checks: {checks}."));
            answer.found.extend(checks);
            answer.tables.extend(change_table(comparison, effect));
            answer.open.extend(unseen(comparison, effect));
        }
        answer
    }

    /// The values of the pieces of the changed rules.
    fn values(&self) -> Option<&ValueSet> {
        let own = self.after.fingerprint_text();
        let mut sets = self.findings.values.measured.iter();
        sets.find(|set| set.spec.fingerprint_text() == own)
    }

    fn of_piece<'r>(&self, set: &'r ValueSet, piece: PieceType) -> Option<PieceAnswer<'r>> {
        let spec = self.after;
        if spec.piece(piece).royal {
            return None;
        }
        let in_these = |unit: Option<PieceType>| {
            // In units of itself every piece is worth 1.
            let unit = unit_of(spec, unit.filter(|&unit| unit != piece)?);
            let mut methods = set.methods().into_iter();
            methods.find_map(|method| {
                let row = set.find(method.name, &RowCondition::All, piece, &unit)?;
                let value = row.reliable().filter(|_| row.n > 0)?;
                Some((value, method.quantity))
            })
        };
        let second = second_unit(spec);
        let against = contrasts(set).into_iter().filter_map(|(pieces, row)| {
            let score = row.estimate()?;
            let (other, score) = match pieces {
                [own, other] if own == piece => (other, score),
                // The other player has the new piece.
                [other, own] if own == piece => {
                    let [value, low, high] =
                        [score.value, score.high, score.low].map(|end| 100.0 - end);
                    (other, Estimate { value, low, high })
                }
                _ => return None,
            };
            let [own, with] = [piece, other].map(|piece| &spec.piece(piece).text);
            if !self.contrasts.contains(&format!("{own} : {with}")) {
                return None;
            }
            Some(PieceContrast {
                other: spec.piece(other).name.clone(),
                is_unit: Some(other) == second,
                score,
                row,
            })
        });
        let mut against: Vec<PieceContrast<'_>> = against.collect();
        against.sort_by_key(|one| (!one.is_unit, Reverse(one.row.pairs)));
        // If both orders of the two pieces were played, the one with more pairs counts.
        let mut known = BTreeSet::new();
        against.retain(|one| known.insert(one.other.clone()));
        Some(PieceAnswer {
            name: spec.piece(piece).name.clone(),
            units: in_these(Some(set.unit)),
            seconds: in_these(second),
            against,
            pawn: points_of_unit(set),
        })
    }
}

impl PieceAnswer<'_> {
    /// A sentence about its value, compared with the first other piece.
    fn sentence(&self, set: &ValueSet, spec: &RuleSpec) -> String {
        let name = &self.name;
        let mut text = match self.against.first() {
            Some(first) => {
                let than = match verdict(first.score, self.pawn) {
                    ContrastVerdict::More => "is worth more than",
                    ContrastVerdict::Less => "is worth less than",
                    ContrastVerdict::About => "is worth the same within a pawn as",
                    ContrastVerdict::Unknown => "is not yet distinguished from",
                };
                format!(
                    "{name} {than} {}: replacing it scores {} %",
                    first.other,
                    percent(first.score)
                )
            }
            None => format!("{name} was not compared with another piece"),
        };
        let units = [
            (self.seconds, second_unit(spec)),
            (self.units, Some(set.unit)),
        ];
        for (value, unit) in units {
            if let (Some((value, quantity)), Some(unit)) = (value, unit) {
                let own = value.text(1);
                text.push_str(&format!("; {own} {} by {quantity}", unit_of(spec, unit)));
            }
        }
        text + "."
    }

    /// The names of the quantities of its values.
    fn quantities(&self) -> String {
        let all = [self.units, self.seconds].into_iter().flatten();
        let mut quantities: Vec<&str> = all.map(|(_, quantity)| quantity).collect();
        quantities.dedup();
        quantities.join("; ")
    }

    /// The undecided contrasts, with the additional games that would decide them.
    fn open_contrasts(&self) -> Vec<String> {
        let open = self.against.iter();
        let open = open.filter(|one| verdict(one.score, self.pawn) == ContrastVerdict::Unknown);
        open.map(|one| {
            let half = (one.score.high - one.score.low) / 2.0;
            // A half-width of half a pawn.
            let needed = match self.pawn {
                Some(pawn) => {
                    let times = (half / (0.5 * pawn.value)).powi(2).max(2.0).ceil();
                    format!("about {times:.0} times as many pairs would show a difference of half a pawn")
                }
                None if one.row.pairs < ENOUGH_PAIRS => "more games are needed".to_string(),
                None => {
                    "an extra pawn is worth too little to these players: use more --nodes".to_string()
                }
            };
            format!(
                "whether {} is worth more or less than {}: {} % by {} pairs; {needed}",
                self.name,
                one.other,
                percent(one.score),
                one.row.pairs,
            )
        })
        .collect()
    }
}

/// The value of an extra unit; `None` if it is not significant.
fn points_of_unit(set: &ValueSet) -> Option<Estimate> {
    let mut methods = set.methods().into_iter();
    let log_odds = methods.find_map(|method| {
        let row = set.find(method.name, &RowCondition::All, set.unit, LOG_ODDS)?;
        row.reliable().filter(|found| row.n > 0 && found.low > 0.0)
    });
    let points = |log_odds: f64| 100.0 / (1.0 + libm::exp(-log_odds)) - 50.0;
    log_odds.map(|found| Estimate {
        value: points(found.value),
        low: points(found.low),
        high: points(found.high),
    })
}

/// The verdict of a contrast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ContrastVerdict {
    More,
    Less,
    About,
    Unknown,
}

/// The verdict of a score, given the value of a pawn.
fn verdict(score: Estimate, pawn: Option<Estimate>) -> ContrastVerdict {
    let Estimate { low, high, .. } = score;
    let farthest = (50.0 - low).max(high - 50.0);
    if pawn.is_some_and(|pawn| farthest <= pawn.low) {
        ContrastVerdict::About
    } else if low > 50.0 {
        ContrastVerdict::More
    } else if high < 50.0 {
        ContrastVerdict::Less
    } else {
        ContrastVerdict::Unknown
    }
}

/// A percentage with its interval, rounded to integers.
fn percent(share: Estimate) -> String {
    let inside = Estimate {
        low: share.low.max(0.0),
        high: share.high.min(100.0),
        ..share
    };
    inside.text(0)
}

fn piece_table(set: &ValueSet, pieces: &[PieceAnswer<'_>]) -> Option<Table> {
    let lines: Vec<(&PieceAnswer<'_>, Option<&PieceContrast<'_>>)> = (pieces.iter())
        .flat_map(|piece| {
            let alone = piece.against.is_empty().then_some((piece, None));
            let all = piece.against.iter().map(move |one| (piece, Some(one)));
            alone.into_iter().chain(all)
        })
        .collect();
    let second = second_unit(&set.spec).map_or(String::new(), |piece| unit_of(&set.spec, piece));
    let mut table = Columns::of(&lines)
        .text("piece", "piece", |(piece, _)| &piece.name)
        .text("against", "against", |(_, against)| {
            against.map_or("", |one| &one.other)
        })
        .estimate("score", "score, %", |(_, against)| {
            against.map(|one| one.score)
        })
        .estimate("units", &unit_of(&set.spec, set.unit), |(piece, _)| {
            piece.units.map(|(value, _)| value)
        })
        .estimate("second_units", &second, |(piece, _)| {
            piece.seconds.map(|(value, _)| value)
        })
        .text("quantity", "values by", |(piece, _)| piece.quantities())
        .count("pairs", "pairs", |(_, against)| {
            against.map(|one| one.row.pairs)
        })
        .table(&format!("New pieces of {}", set.spec.name))
        .if_any()?;
    table.note(
        "Score: that of the side with the new piece in place of the other one. Intervals are not corrected for multiple \
         comparisons. Values by different methods are different quantities."
    );
    Some(table)
}

/// The effect of the change, over all players.
fn main_effect(comparison: &Comparison) -> Option<&Compared> {
    let mut effects = comparison.effects.iter();
    effects.find(|effect| effect.order == 1 && !effect.by_player)
}

/// The significant changes, the largest first.
fn change_table(comparison: &Comparison, effect: &Compared) -> Option<Table> {
    let changes = clear_changes(comparison, effect).into_iter();
    let rows: Vec<&Row> = changes.map(|(_, row)| row).collect();
    let mut table = Columns::of(&rows)
        .text("metric", "metric", |row| row.subject.name())
        .text("unit", "unit", |row| &row.unit)
        .estimate("difference", "difference", |row| row.estimate())
        .mixed()
        .number("p", "p", |row| row.p)
        .decimals(3)
        .table("Significant changes of the game")
        .if_any()?;
    table.note(format!(
        "Significant after correction for {} metrics, the largest effects first.",
        differences(comparison, &effect.name, Family::Game).count()
    ));
    Some(table)
}

/// The upper limits of differences that are not significant.
fn unseen(comparison: &Comparison, effect: &Compared) -> Option<String> {
    let clear = clear_changes(comparison, effect);
    let wanted = ["first_player_score", "length"];
    let parts = wanted.iter().filter_map(|key| {
        let mut all = differences(comparison, &effect.name, Family::Game);
        let row = all.find(|row| row.subject.to_string() == *key)?;
        let is_clear = clear.iter().any(|(_, seen)| seen.subject == row.subject);
        let Estimate { low, high, .. } = row.estimate().filter(|_| !is_clear)?;
        let size = fixed(low.abs().max(high.abs()), 1);
        Some(format!(
            "{} by less than {size} {}",
            row.subject.name(),
            row.unit
        ))
    });
    joined(parts, ", and of ").map(|parts| format!("changes of {parts}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_analysis::values::of_rules;
    use tradewind_engine::rules::load;

    /// Each value is given with its quantity.
    #[test]
    fn values_are_given_with_their_quantity() {
        let spec = load("chess", &[]).expect("chess");
        let piece = PieceAnswer {
            name: "Lancer".to_string(),
            units: Some((Estimate::around(3.0, 0.5), "regression over all positions")),
            seconds: Some((Estimate::around(1.6, 0.2), "odds at the start")),
            against: Vec::new(),
            pawn: None,
        };
        let told = piece.sentence(&of_rules(&spec), &spec);
        for part in [
            "1.6 [1.4, 1.8] knights by odds at the start",
            "3.0 [2.5, 3.5] pawns by regression over all positions",
        ] {
            assert!(told.contains(part), "{told}");
        }
        assert_eq!(
            piece.quantities(),
            "regression over all positions; odds at the start"
        );
    }

    #[test]
    fn pieces_are_about_the_same_within_a_pawn() {
        let score = |value, half| Estimate::around(value, half);
        for (score, pawn, expected) in [
            (score(51.0, 3.0), Some(6.0), ContrastVerdict::About),
            (score(51.0, 3.0), None, ContrastVerdict::Unknown),
            (score(51.0, 3.0), Some(2.0), ContrastVerdict::Unknown),
            (score(51.0, 8.0), Some(6.0), ContrastVerdict::Unknown),
            (score(58.0, 3.0), Some(6.0), ContrastVerdict::More),
            (score(40.0, 3.0), Some(6.0), ContrastVerdict::Less),
            // Significantly more, but by less than a pawn.
            (score(53.0, 2.0), Some(6.0), ContrastVerdict::About),
        ] {
            // Only the lower end of the value of a pawn counts.
            let of = |low| Estimate::around(2.0 * low, low);
            assert_eq!(verdict(score, pawn.map(of)), expected, "{score:?} {pawn:?}");
        }
    }
}
