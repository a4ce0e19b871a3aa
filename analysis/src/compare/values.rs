//! What pieces are worth under each rule set, and by how much that differs.

use super::RulesCell;
use super::difference::{Compared, DIFFERENCE};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, Warning};
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::significance::{holm, two_sided};

/// Piece values by rule set.
pub(super) struct ValuesByRules {
    /// The player on both sides.
    pub player: String,
    /// By rule set: the values of its pieces in log-odds of the result.
    pub by_rules: Vec<Vec<Row>>,
}

/// A piece under every rule set, by its name: rule sets number their pieces differently.
struct PieceByRules {
    subject: Subject,
    /// By rule set: its value, where that may be relied on.
    values: Vec<Option<Row>>,
}

impl PieceByRules {
    fn mean(&self) -> f64 {
        let known = self.values.iter().flatten();
        let known: Vec<f64> = known.filter_map(|row| row.value).collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    }
}

/// The values of all pieces under every rule set, the most valuable first, and how they differ by the main
/// effects. Tests are corrected by the method of Holm.
pub(super) fn rows(
    effects: &[Compared],
    rules: &[RulesCell],
    values: &ValuesByRules,
    warning: impl Fn(&Compared) -> Option<Warning>,
) -> Vec<Row> {
    let pieces = by_piece(values);
    let mut rows = Vec::new();
    for piece in &pieces {
        for (cell, value) in rules.iter().zip(&piece.values) {
            let row = value.clone();
            rows.extend(row.map(|row| row.of_games(&cell.name, &values.player)));
        }
    }
    let main = effects.iter().filter(|one| one.order == 1);
    let mut differences: Vec<(Row, f64)> = Vec::new();
    for piece in &pieces {
        for effect in main.clone() {
            let estimates: Vec<Option<Estimate>> = (piece.values.iter())
                .map(|value| value.as_ref()?.estimate())
                .collect();
            let Some((estimate, chance)) = weighted(&effect.weights, &estimates) else {
                continue;
            };
            let used = piece.values.iter().zip(&effect.weights);
            let used = used.filter(|(_, weight)| **weight != 0.0);
            let used = used.filter_map(|(row, _)| row.as_ref());
            let row = Row {
                rules: effect.rules(rules),
                player: values.player.clone(),
                condition: RowCondition::Effect(effect.name.clone()),
                n: used.clone().map(|row| row.n).sum(),
                pairs: used.map(|row| row.pairs).sum(),
                warning: warning(effect),
                ..Row::new(DIFFERENCE, piece.subject.clone(), LOG_ODDS)
            };
            differences.push((row.with_estimate(Some(estimate)), chance));
        }
    }
    let chances: Vec<f64> = differences.iter().map(|(_, chance)| *chance).collect();
    let corrected = differences.into_iter().zip(holm(&chances));
    rows.extend(corrected.map(|((row, _), p)| Row { p: Some(p), ..row }));
    rows
}

fn by_piece(values: &ValuesByRules) -> Vec<PieceByRules> {
    let mut pieces: Vec<PieceByRules> = Vec::new();
    for (at, own) in values.by_rules.iter().enumerate() {
        for row in own.iter().filter(|row| row.reliable().is_some()) {
            let name = row.subject.to_string();
            let known = pieces
                .iter()
                .position(|one| one.subject.to_string() == name);
            let place = known.unwrap_or_else(|| {
                pieces.push(PieceByRules {
                    subject: row.subject.clone(),
                    values: vec![None; values.by_rules.len()],
                });
                pieces.len() - 1
            });
            pieces[place].values[at] = Some(row.clone());
        }
    }
    pieces.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
    pieces
}

/// A weighted sum of independent estimates with its interval, and the chance of one as far from
/// nothing; `None` where one of them is not known.
fn weighted(weights: &[f64], values: &[Option<Estimate>]) -> Option<(Estimate, f64)> {
    let (mut value, mut below, mut above) = (0.0, 0.0, 0.0);
    for (&weight, one) in weights.iter().zip(values) {
        if weight == 0.0 {
            continue;
        }
        let one = (*one)?;
        let (down, up) = if weight > 0.0 {
            (one.value - one.low, one.high - one.value)
        } else {
            (one.high - one.value, one.value - one.low)
        };
        value += weight * one.value;
        below += (weight * down).powi(2);
        above += (weight * up).powi(2);
    }
    let (below, above): (f64, f64) = (below.sqrt(), above.sqrt());
    let towards_nothing = if value > 0.0 { below } else { above };
    let chance = if towards_nothing > 0.0 {
        two_sided(value * Z / towards_nothing)
    } else {
        1.0
    };
    let estimate = Estimate {
        value,
        low: value - below,
        high: value + above,
    };
    Some((estimate, chance))
}
