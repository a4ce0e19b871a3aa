//! The effects of a change of rules: differences of every metric and of piece values, with intervals,
//! tested together.

use super::design::{Changed, Compared, Design};
use super::{Measurement, RulesCell, Stratum};
use crate::estimators::regression::PieceLogOdds;
use crate::metric::{Family, Metric};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, Warning, correct};
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::significance::two_sided;
use tradewind_stats::{Contrast, Mean, Variance, WeightedMean};

/// The method of differences between rule sets, in the unit of the metric.
pub const DIFFERENCE: &str = "difference";

/// The method of differences in what an effect changes by itself ([`Changed`]).
pub const CHECK: &str = "manipulation check";

/// The method of effect sizes: Cohen's *h* or *d*.
pub const EFFECT_SIZE: &str = "effect size";

/// The effects of the rules over all players, then their interactions with the player.
pub(super) fn effects(design: &Design, rules: &[RulesCell], strata: &[Stratum]) -> Vec<Compared> {
    let specs: Vec<&RuleSpec> = rules.iter().map(|cell| &cell.spec).collect();
    let mut effects = design.effects();
    for effect in &mut effects {
        effect.changed = Changed::of(&effect.weights, &specs, effect.order > 1);
    }
    let selves: Vec<&Stratum> = strata.iter().filter(|stratum| !stratum.is_gap).collect();
    if let [first, .., last] = selves.as_slice() {
        let main = effects.clone().into_iter();
        let main = main.filter(|effect| effect.order == 1);
        effects.extend(main.map(|effect| Compared {
            name: format!(
                "{}, more with {} than with {}",
                effect.name, last.name, first.name
            ),
            order: 2,
            by_player: true,
            ..effect
        }));
    }
    effects
}

struct Tested {
    /// The tests that it is corrected with: the family of its metric, and whether it is a check; `None`
    /// for a metric that never varies, which is not tested.
    family: Option<(Family, bool)>,
    /// In the unit of the metric, and as an effect size.
    rows: [Row; 2],
    p: f64,
}

/// The differences for every effect and every metric that all of its rule sets have, with Holm's
/// correction within a family of metrics; manipulation checks are corrected separately.
pub(super) fn rows(
    effects: &[Compared],
    rules: &[RulesCell],
    strata: &[Stratum],
    measurements: &[Measurement],
    warning: impl Fn(&Compared) -> Option<Warning>,
) -> Vec<Row> {
    let mut all: Vec<Tested> = Vec::new();
    for effect in effects {
        for measurement in measurements {
            let Some((players, found)) = contrast(effect, strata, measurement) else {
                continue;
            };
            let metric = &measurement.metric;
            let row = |method, unit: &'static str| Row {
                rules: effect.rules(rules),
                player: players.clone(),
                condition: RowCondition::Effect(effect.name.clone()),
                n: found.games,
                pairs: found.pairs,
                warning: warning(effect),
                ..Row::new(method, Subject::Metric(metric.clone()), unit)
            };
            let is_check = effect.changed.is_counted_by(metric);
            let method = if is_check { CHECK } else { DIFFERENCE };
            let unit = metric.unit();
            let estimate = found.estimate.scaled(unit.factor());
            let rows = [
                row(method, unit.of_difference()).with_estimate(Some(estimate)),
                row(EFFECT_SIZE, found.effect_unit).with_estimate(Some(found.effect)),
            ];
            let varies = rows[1].low < rows[1].high && rows[0].value != Some(0.0);
            all.push(Tested {
                family: varies.then_some((metric.family(), is_check)),
                rows,
                p: found.z.filter(|_| varies).map_or(1.0, two_sided),
            });
        }
    }
    for family in [Family::Game, Family::Pieces] {
        for is_check in [false, true] {
            let own = all.iter_mut();
            let own = own.filter(|one| one.family == Some((family, is_check)));
            correct(own.map(|one| &mut one.p));
        }
    }
    let corrected = all.into_iter().flat_map(|one| {
        one.rows.map(|row| Row {
            p: Some(one.p),
            ..row
        })
    });
    corrected.collect()
}

impl Compared {
    /// The names of its rule sets.
    pub fn rules(&self, rules: &[RulesCell]) -> String {
        let used = rules
            .iter()
            .zip(&self.weights)
            .filter(|(_, weight)| **weight != 0.0);
        let names: Vec<&str> = used.map(|(cell, _)| cell.name.as_str()).collect();
        names.join(", ")
    }
}

/// The players, and the effect on a metric; `None` when one of its rule sets lacks the metric.
fn contrast(
    effect: &Compared,
    strata: &[Stratum],
    measurement: &Measurement,
) -> Option<(String, Contrast)> {
    let wanted = measurement.metric == Metric::SkillGap;
    let (names, rows): (Vec<&str>, Vec<&Vec<Option<Mean>>>) = (strata.iter())
        .zip(&measurement.means)
        .filter(|(stratum, _)| stratum.is_gap == wanted)
        .map(|(stratum, means)| (stratum.name.as_str(), means))
        .unzip();
    let by_stratum: Vec<f64> = match (effect.by_player, rows.len()) {
        (_, 0) => return None,
        // Pairings of two players have no order by strength.
        (true, _) if wanted => return None,
        (true, 1) => return None,
        (true, all) => (0..all)
            .map(|at| f64::from(i32::from(at == all - 1) - i32::from(at == 0)))
            .collect(),
        (false, all) => vec![1.0 / all as f64; all],
    };
    let mut parts: Vec<WeightedMean<'_>> = Vec::new();
    for (setting, (stratum, means)) in by_stratum.iter().zip(rows).enumerate() {
        for (rules, (weight, mean)) in effect.weights.iter().zip(means).enumerate() {
            if weight * stratum != 0.0 {
                parts.push(WeightedMean {
                    weight: weight * stratum,
                    mean: mean.as_ref().filter(|mean| mean.is_comparable())?,
                    players: rules,
                    // Differences between players are the effect here, and not settings of it.
                    setting: if effect.by_player { 0 } else { setting },
                });
            }
        }
    }
    Some((names.join(", "), Contrast::of(&parts)))
}

/// A piece under every rule set, matched by its name.
struct PieceByRules {
    subject: Subject,
    /// By rule set: its reliable value, if any.
    values: Vec<Option<PieceLogOdds>>,
}

impl PieceByRules {
    fn mean(&self) -> f64 {
        let known = self.values.iter().flatten();
        let known: Vec<f64> = known.filter_map(|one| one.row.value).collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    }
}

/// The values of all pieces under every rule set, the most valuable first, and their differences for the
/// main effects, with Holm's correction; from those in log-odds by rule set, of games of `player`.
pub(super) fn value_rows(
    effects: &[Compared],
    rules: &[RulesCell],
    player: &str,
    values: &[Vec<PieceLogOdds>],
    warning: impl Fn(&Compared) -> Option<Warning>,
) -> Vec<Row> {
    let pieces = by_piece(values);
    let mut rows = Vec::new();
    for piece in &pieces {
        for (cell, value) in rules.iter().zip(&piece.values) {
            let row = value.as_ref().map(|one| one.row.clone());
            rows.extend(row.map(|row| row.of_games(&cell.name, player)));
        }
    }
    let main = effects.iter().filter(|one| one.order == 1);
    let mut differences: Vec<Row> = Vec::new();
    for piece in &pieces {
        for effect in main.clone() {
            let Some((estimate, p)) = weighted(&effect.weights, &piece.values) else {
                continue;
            };
            let used = piece.values.iter().zip(&effect.weights);
            let used = used.filter(|(_, weight)| **weight != 0.0);
            let used = used.filter_map(|(one, _)| Some(&one.as_ref()?.row));
            let row = Row {
                rules: effect.rules(rules),
                player: player.to_string(),
                condition: RowCondition::Effect(effect.name.clone()),
                n: used.clone().map(|row| row.n).sum(),
                pairs: used.map(|row| row.pairs).sum(),
                p: Some(p),
                warning: warning(effect),
                ..Row::new(DIFFERENCE, piece.subject.clone(), LOG_ODDS)
            };
            differences.push(row.with_estimate(Some(estimate)));
        }
    }
    correct(differences.iter_mut().filter_map(|row| row.p.as_mut()));
    rows.extend(differences);
    rows
}

fn by_piece(values: &[Vec<PieceLogOdds>]) -> Vec<PieceByRules> {
    let mut pieces: Vec<PieceByRules> = Vec::new();
    for (at, own) in values.iter().enumerate() {
        for one in own.iter().filter(|one| one.row.reliable().is_some()) {
            let name = one.row.subject.to_string();
            let known = pieces
                .iter()
                .position(|one| one.subject.to_string() == name);
            let place = known.unwrap_or_else(|| {
                pieces.push(PieceByRules {
                    subject: one.row.subject.clone(),
                    values: vec![None; values.len()],
                });
                pieces.len() - 1
            });
            pieces[place].values[at] = Some(one.clone());
        }
    }
    pieces.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
    pieces
}

/// A weighted sum of independent values with its interval, and its p-value against 0; `None` where one of
/// them is unknown. Where players are a sample, with Satterthwaite's degrees of freedom.
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
        let between = Variance::of_mean(&by_player);
        is_sample |= between.is_some();
        let error = weight * (one.high - one.low) / (2.0 * Z);
        variances.push(between.unwrap_or(Variance::known(error * error)));
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
        let variance = Variance::sum(&variances);
        let estimate = Estimate::around(value, variance.half_width());
        return Some((estimate, variance.z(value).map_or(1.0, two_sided)));
    }
    let (below, above): (f64, f64) = (below.sqrt(), above.sqrt());
    let towards_zero = if value > 0.0 { below } else { above };
    let p = if towards_zero > 0.0 {
        two_sided(value * Z / towards_zero)
    } else {
        1.0
    };
    let estimate = Estimate {
        value,
        low: value - below,
        high: value + above,
    };
    Some((estimate, p))
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

    /// Welch's test of Student's data of sleep (1908): p = 0.07939, and an interval from −3.3655 to
    /// 0.2055.
    #[test]
    fn values_by_samples_of_players_are_compared_as_by_welch() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let values = [piece(&one), piece(&other)];
        let (estimate, p) = weighted(&[1.0, -1.0], &values).expect("both are known");
        assert!((p - 0.079_39).abs() < 1e-4, "{p}");
        assert!((estimate.low + 3.3655).abs() < 1e-3, "{estimate:?}");
        assert!((estimate.high - 0.2055).abs() < 1e-3, "{estimate:?}");
        assert!(weighted(&[1.0, -1.0], &[piece(&one), None]).is_none());
    }
}
