//! What a change of rules does to every metric: differences with intervals, tested together.

use super::design::Design;
use super::mean::{Contrast, Mean};
use super::metric::{Family, Metric};
use super::{Measurement, Stratum};
use tradewind_stats::estimate::Estimate;
use tradewind_stats::significance::{holm, two_sided};

/// Chances below this call a difference one.
pub const LEVEL: f64 = 0.05;

/// By how much a metric differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The place of the metric among the measurements.
    pub metric: usize,
    /// The place of the effect among the effects.
    pub effect: usize,
    /// The difference in the metric's unit.
    pub estimate: Estimate,
    /// Its size whatever the number of games: Cohen's *h* or *d*.
    pub size: Estimate,
    /// The chance of one as large where there is none.
    pub chance: f64,
    /// The same corrected by the method of Holm for all tests of the metric's family.
    pub corrected: f64,
}

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
}

/// All effects, and the difference that each makes to each metric.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Differences {
    /// The effects.
    pub effects: Vec<Compared>,
    /// The differences, by effect and metric.
    pub all: Vec<Difference>,
}

impl Differences {
    /// The differences of an effect in metrics of a family, in the order of the metrics.
    pub fn of<'d>(
        &'d self,
        effect: usize,
        family: Family,
        measurements: &'d [Measurement],
    ) -> impl Iterator<Item = &'d Difference> {
        let own = self.all.iter().filter(move |one| one.effect == effect);
        own.filter(move |one| measurements[one.metric].metric.family() == family)
    }
}

/// Compares everything that can be compared: every effect on every metric that all rule sets have that
/// it is about.
pub(super) fn all(
    design: &Design,
    strata: &[Stratum],
    measurements: &[Measurement],
) -> Differences {
    let of_rules = design.effects();
    let mut effects: Vec<Compared> = (of_rules.iter())
        .map(|effect| Compared {
            name: effect.name.clone(),
            order: effect.order,
            weights: effect.weights.clone(),
            by_player: false,
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
            weights: effect.weights,
            by_player: true,
        }));
    }
    let mut all = Vec::new();
    for (place, effect) in effects.iter().enumerate() {
        for (metric, measurement) in measurements.iter().enumerate() {
            let Some(found) = contrast(effect, strata, measurement) else {
                continue;
            };
            let factor = measurement.metric.unit().factor();
            all.push(Difference {
                metric,
                effect: place,
                estimate: found.estimate.scaled(factor),
                size: found.effect,
                chance: found.z.map_or(1.0, two_sided),
                corrected: 1.0,
            });
        }
    }
    for family in [Family::Game, Family::Pieces] {
        let places: Vec<usize> = (0..all.len())
            .filter(|&at| measurements[all[at].metric].metric.family() == family)
            // What never varies is no test.
            .filter(|&at| all[at].size.low < all[at].size.high && all[at].estimate.value != 0.0)
            .collect();
        let chances: Vec<f64> = places.iter().map(|&at| all[at].chance).collect();
        for (&at, corrected) in places.iter().zip(holm(&chances)) {
            all[at].corrected = corrected;
        }
    }
    Differences { effects, all }
}

/// The effect on a metric; `None` when a rule set that it is about has no such metric.
fn contrast(effect: &Compared, strata: &[Stratum], measurement: &Measurement) -> Option<Contrast> {
    let wanted = measurement.metric == Metric::SkillGap;
    let rows: Vec<&Vec<Option<Mean>>> = (strata.iter().zip(&measurement.means))
        .filter(|(stratum, _)| stratum.is_gap == wanted)
        .map(|(_, means)| means)
        .collect();
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
    let mut parts: Vec<(f64, &Mean)> = Vec::new();
    for (stratum, means) in by_stratum.iter().zip(rows) {
        for (weight, mean) in effect.weights.iter().zip(means) {
            if weight * stratum != 0.0 {
                parts.push((
                    weight * stratum,
                    mean.as_ref().filter(|mean| mean.is_comparable())?,
                ));
            }
        }
    }
    Some(Contrast::of(&parts))
}
