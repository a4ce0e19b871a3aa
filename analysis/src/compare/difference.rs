//! What a change of rules does to every metric: differences with intervals, tested together.

use super::changed::Changed;
use super::design::{Design, Effect};
use super::{Measurement, RulesCell, Stratum};
use crate::metric::{Family, Metric};
use crate::row::{Row, RowCondition, Subject, Warning};
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::significance::{holm, two_sided};
use tradewind_stats::{Contrast, Mean, Part};

/// The method of differences between rule sets, in the metric's unit.
pub const DIFFERENCE: &str = "difference";

/// The method of differences in what an effect changes by itself, as [`Changed`] has it.
pub const CHECK: &str = "manipulation check";

/// The method of differences whatever the number of games: Cohen's *h* or *d*.
pub const EFFECT_SIZE: &str = "effect size";

/// An effect of the rules, over all players or as it depends on them.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What it is.
    pub name: String,
    /// How many factors it is about, the player included: 1 for a main effect.
    pub order: usize,
    /// By rule set: its weight.
    pub weights: Vec<f64>,
    /// Whether it is by how much more the rules do with the strongest player than with the weakest.
    pub by_player: bool,
    /// The pieces and powers that it changes by itself.
    pub changed: Changed,
}

/// The effects: of the rules over all players, then as they depend on the player.
pub(super) fn effects(design: &Design, rules: &[RulesCell], strata: &[Stratum]) -> Vec<Compared> {
    let of_rules = design.effects();
    let specs: Vec<&RuleSpec> = rules.iter().map(|cell| &cell.spec).collect();
    let changed = |effect: &Effect| Changed::of(&effect.weights, &specs, effect.order > 1);
    let mut effects: Vec<Compared> = (of_rules.iter())
        .map(|effect| Compared {
            name: effect.name.clone(),
            order: effect.order,
            weights: effect.weights.clone(),
            by_player: false,
            changed: changed(effect),
        })
        .collect();
    let selves: Vec<&Stratum> = strata.iter().filter(|stratum| !stratum.is_gap).collect();
    if let [first, .., last] = selves.as_slice() {
        let main = of_rules.into_iter().filter(|effect| effect.order == 1);
        effects.extend(main.map(|effect| Compared {
            name: format!(
                "{}, more with {} than with {}",
                effect.name, last.name, first.name
            ),
            order: 2,
            by_player: true,
            changed: changed(&effect),
            weights: effect.weights,
        }));
    }
    effects
}

/// A difference before it is corrected.
struct Tested {
    /// The tests that it is corrected with: by the family of its metric, and whether that counts what is changed.
    family: (Family, bool),
    /// In the metric's unit, and whatever the number of games.
    rows: [Row; 2],
    chance: f64,
    corrected: f64,
}

/// Compares everything that can be compared: every effect on every metric that all rule sets have that
/// it is about. Tests are corrected by the method of Holm within a family of metrics, those of what is changed apart from those of
/// what follows.
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
            all.push(Tested {
                family: (metric.family(), is_check),
                rows: [
                    row(method, unit.of_difference()).with_estimate(Some(estimate)),
                    row(EFFECT_SIZE, found.effect_unit).with_estimate(Some(found.effect)),
                ],
                chance: found.z.map_or(1.0, two_sided),
                corrected: 1.0,
            });
        }
    }
    let families = [Family::Game, Family::Pieces];
    for family in families
        .into_iter()
        .flat_map(|one| [(one, false), (one, true)])
    {
        let places: Vec<usize> = (0..all.len())
            .filter(|&at| all[at].family == family)
            // What never varies is no test.
            .filter(|&at| all[at].rows[1].low < all[at].rows[1].high)
            .filter(|&at| all[at].rows[0].value != Some(0.0))
            .collect();
        let chances: Vec<f64> = places.iter().map(|&at| all[at].chance).collect();
        for (&at, corrected) in places.iter().zip(holm(&chances)) {
            all[at].corrected = corrected;
        }
    }
    let corrected = all.into_iter().flat_map(|one| {
        one.rows.map(|row| Row {
            p: Some(one.corrected),
            ..row
        })
    });
    corrected.collect()
}

impl Compared {
    /// The names of the rule sets that it is about.
    pub fn rules(&self, rules: &[RulesCell]) -> String {
        let used = rules
            .iter()
            .zip(&self.weights)
            .filter(|(_, weight)| **weight != 0.0);
        let names: Vec<&str> = used.map(|(cell, _)| cell.name.as_str()).collect();
        names.join(", ")
    }
}

/// The players, and the effect on a metric; `None` when a rule set that it is about has no such metric.
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
        // Of gaps between players there is no first and last.
        (true, _) if wanted => return None,
        (true, 1) => return None,
        (true, all) => (0..all)
            .map(|at| f64::from(i32::from(at == all - 1) - i32::from(at == 0)))
            .collect(),
        (false, all) => vec![1.0 / all as f64; all],
    };
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (setting, (stratum, means)) in by_stratum.iter().zip(rows).enumerate() {
        for (rules, (weight, mean)) in effect.weights.iter().zip(means).enumerate() {
            if weight * stratum != 0.0 {
                parts.push(Part {
                    weight: weight * stratum,
                    mean: mean.as_ref().filter(|mean| mean.is_comparable())?,
                    played_by: rules,
                    // What players differ by is the effect here, and no setting of it.
                    setting: if effect.by_player { 0 } else { setting },
                });
            }
        }
    }
    Some((names.join(", "), Contrast::of(&parts)))
}
