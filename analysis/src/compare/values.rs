//! What pieces are worth under each rule set, and by how much that differs.

use super::RulesCell;
use super::difference::{Compared, DIFFERENCE};
use crate::estimators::regression::PieceLogOdds;
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, Warning};
use tradewind_stats::SampleVariance;
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::significance::{holm, two_sided};

/// Piece values by rule set.
pub(super) struct ValuesByRules {
    /// The player on both sides.
    pub player: String,
    /// By rule set: the values of its pieces in log-odds of the result.
    pub by_rules: Vec<Vec<PieceLogOdds>>,
}

/// A piece under every rule set, by its name: rule sets number their pieces differently.
struct PieceByRules {
    subject: Subject,
    /// By rule set: its value, where that may be relied on.
    values: Vec<Option<PieceLogOdds>>,
}

impl PieceByRules {
    fn mean(&self) -> f64 {
        let known = self.values.iter().flatten();
        let known: Vec<f64> = known.filter_map(|one| one.row.value).collect();
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
            let row = value.as_ref().map(|one| one.row.clone());
            rows.extend(row.map(|row| row.of_games(&cell.name, &values.player)));
        }
    }
    let main = effects.iter().filter(|one| one.order == 1);
    let mut differences: Vec<(Row, f64)> = Vec::new();
    for piece in &pieces {
        for effect in main.clone() {
            let Some((estimate, chance)) = weighted(&effect.weights, &piece.values) else {
                continue;
            };
            let used = piece.values.iter().zip(&effect.weights);
            let used = used.filter(|(_, weight)| **weight != 0.0);
            let used = used.filter_map(|(one, _)| Some(&one.as_ref()?.row));
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
        for one in own.iter().filter(|one| one.row.reliable().is_some()) {
            let name = one.row.subject.to_string();
            let known = pieces
                .iter()
                .position(|one| one.subject.to_string() == name);
            let place = known.unwrap_or_else(|| {
                pieces.push(PieceByRules {
                    subject: one.row.subject.clone(),
                    values: vec![None; values.by_rules.len()],
                });
                pieces.len() - 1
            });
            pieces[place].values[at] = Some(one.clone());
        }
    }
    pieces.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
    pieces
}

/// A weighted sum of independent values with its interval, and the chance of one as far from nothing; `None` where one
/// of them is not known. Where players are a sample, with the degrees of freedom of Satterthwaite.
fn weighted(weights: &[f64], values: &[Option<PieceLogOdds>]) -> Option<(Estimate, f64)> {
    let (mut value, mut below, mut above) = (0.0, 0.0, 0.0);
    let (mut variances, mut is_sample) = (Vec::new(), false);
    for (&weight, piece) in weights.iter().zip(values) {
        if weight == 0.0 {
            continue;
        }
        let piece = piece.as_ref()?;
        let one = piece.row.estimate()?;
        let by_player: Vec<f64> = piece.by_player.iter().map(|one| weight * one).collect();
        let between = SampleVariance::of_mean(&by_player);
        is_sample |= between.is_some();
        let error = weight * (one.high - one.low) / (2.0 * Z);
        variances.push(between.unwrap_or(SampleVariance::known(error * error)));
        let (down, up) = if weight > 0.0 {
            (one.value - one.low, one.high - one.value)
        } else {
            (one.high - one.value, one.value - one.low)
        };
        value += weight * one.value;
        below += (weight * down).powi(2);
        above += (weight * up).powi(2);
    }
    if is_sample {
        let variance = SampleVariance::sum(&variances);
        let estimate = Estimate::around(value, variance.half_width());
        return Some((estimate, variance.z(value).map_or(1.0, two_sided)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_stats::mean_of_players;

    fn piece(by_player: &[f64]) -> Option<PieceLogOdds> {
        let row = Row::new("regression", Subject::FirstMove, LOG_ODDS);
        Some(PieceLogOdds {
            row: row.with_estimate(mean_of_players(by_player)),
            by_player: by_player.to_vec(),
        })
    }

    /// Welch's test of Student's data of sleep (1908): p = 0.07939, and an interval from −3.3655 to 0.2055.
    #[test]
    fn values_by_samples_of_players_differ_as_welch_has_it() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let values = [piece(&one), piece(&other)];
        let (estimate, chance) = weighted(&[1.0, -1.0], &values).expect("both are known");
        assert!((chance - 0.079_39).abs() < 1e-4, "{chance}");
        assert!((estimate.low + 3.3655).abs() < 1e-3, "{estimate:?}");
        assert!((estimate.high - 0.2055).abs() < 1e-3, "{estimate:?}");
        assert!(weighted(&[1.0, -1.0], &[piece(&one), None]).is_none());
    }
}
