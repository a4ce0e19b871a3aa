//! Values from the material in positions of games that began level.

use super::odds::{knight, ratio};
use super::{Aspect, Measured, Method, Value};
use crate::bootstrap::{Bootstrap, BootstrapOptions, bootstrap};
use crate::coefficients::{Coefficients, Sum};
use crate::estimate::Estimate;
use crate::from_games::Detailed;
use crate::logistic::{Fit, FitOptions, fit, fit_weighted};
use crate::notices::Flag;
use crate::piece_values::{ValueOptions, flags};
use crate::results::ValuesError;
use crate::samples::Samples;
use crate::sandwich::sandwich;
use tradewind_engine::rules::{ArrayFamily, PieceType};

/// The shares of the pieces on the board for which values by phase are given.
const OPENING: f64 = 0.8;
const ENDING: f64 = 0.3;

/// Bootstrap and sandwich differ when one's interval is wider by this factor.
const DIFFERENT: f64 = 1.25;

/// The games of a rule set that began level.
pub(super) struct RegressionPart<'g> {
    pub detailed: &'g Detailed,
    pub families: &'g [ArrayFamily],
    pub replicates: u32,
    pub seed: u64,
}

/// Adds what the games tell.
///
/// # Errors
/// There are too few of them, or all ended alike.
pub(super) fn measure(
    part: &RegressionPart<'_>,
    measured: &mut Measured,
) -> Result<(), ValuesError> {
    let options = FitOptions::default();
    let detailed = part.detailed;
    let material = &detailed.material;
    let fitted = fit(material, &options)?;
    let resampling = BootstrapOptions {
        replicates: part.replicates,
        seed: part.seed,
    };
    let resampled = bootstrap(material, &fitted, &options, &resampling)?;
    let robust = sandwich(material, &fitted, None);
    let rows = Rows::new(part, measured, material, &fitted);
    let single = |at: usize| vec![(at + 1, 1.0)];
    measured
        .values
        .extend(rows.resampled(measured, &fitted, &resampled));
    let by_sandwich = rows.by(measured, Aspect::Sandwich, &robust, &single);
    measured.values.extend(by_sandwich);
    note(measured, detailed);
    let size = detailed.pieces.len();

    let fitted = fit(&detailed.by_phase, &options)?;
    let phases = sandwich(&detailed.by_phase, &fitted, None);
    for (aspect, share) in [(Aspect::Opening, OPENING), (Aspect::Ending, ENDING)] {
        let at_share = |at: usize| vec![(at + 1, share), (size + at + 1, 1.0 - share)];
        let values = rows.by(measured, aspect, &phases, &at_share);
        measured.values.extend(values);
    }

    let fitted = fit(&detailed.by_prospect, &options)?;
    let prospects = sandwich(&detailed.by_prospect, &fitted, None);
    let values = rows.promotion(measured, &prospects);
    measured.values.extend(values);

    if part.families.len() > 1 {
        for family in part.families {
            let weights = of_family(detailed, *family);
            let Ok(fitted) = fit_weighted(material, &weights, &options) else {
                continue;
            };
            let robust = sandwich(material, &fitted, Some(&weights));
            let aspect = Aspect::Family(measured.spec.family_name(*family));
            let values = rows.by(measured, aspect, &robust, &single);
            measured.values.extend(values);
        }
    }
    Ok(())
}

/// One for each pair of samples that comes from an array of a family, 0 for others.
fn of_family(detailed: &Detailed, family: ArrayFamily) -> Vec<f64> {
    let known = &detailed.families;
    let pairs = detailed.material.pair_numbers();
    pairs
        .map(|pair| {
            let at = known.binary_search_by_key(&pair, |(number, _)| *number);
            let is_own = at.is_ok_and(|at| known[at].1 == family);
            f64::from(u8::from(is_own))
        })
        .collect()
}

/// What all values of the regression have in common.
struct Rows<'r> {
    detailed: &'r Detailed,
    flags: Vec<Option<Flag>>,
    pairs: Vec<u64>,
    unit: Option<usize>,
    knight: Option<usize>,
}

impl<'r> Rows<'r> {
    fn new(
        part: &RegressionPart<'r>,
        measured: &Measured,
        material: &Samples,
        fitted: &Fit,
    ) -> Rows<'r> {
        let detailed = part.detailed;
        let column = |piece: PieceType| detailed.pieces.iter().position(|known| *known == piece);
        let flags = flags(material, fitted, &ValueOptions::new(""));
        let is_clear = |at: &usize| flags[*at].is_none();
        Rows {
            detailed,
            unit: column(measured.unit).filter(is_clear),
            knight: knight(&measured.spec).and_then(column).filter(is_clear),
            pairs: material.support().iter().map(|s| s.pairs).collect(),
            flags,
        }
    }

    fn value(&self, measured: &Measured, aspect: Aspect, at: usize) -> Value {
        let piece = self.detailed.pieces[at];
        let spec = measured.spec.piece(piece);
        Value {
            method: Method::Regression,
            aspect,
            piece,
            name: spec.name.clone(),
            text: spec.text.clone(),
            games: self.detailed.games,
            pairs: self.pairs[at],
            units: None,
            knights: None,
            log_odds: None,
            flag: self.flags[at],
        }
    }

    fn seen(&self) -> impl Iterator<Item = usize> {
        (0..self.flags.len()).filter(|&at| self.flags[at] != Some(Flag::NeverSeen))
    }

    /// The values with intervals from resampled pairs.
    fn resampled(&self, measured: &Measured, fitted: &Fit, resampled: &Bootstrap) -> Vec<Value> {
        let robust_unit = self.unit.filter(|&unit| {
            let estimate = resampled.interval(fitted, |values| values[unit + 1]);
            estimate.is_some_and(|estimate| estimate.low > 0.0)
        });
        let ratio = |at: usize, to: Option<usize>| {
            let to = to?;
            match at == to {
                true => Some(Estimate {
                    value: 1.0,
                    low: 1.0,
                    high: 1.0,
                }),
                false => resampled.interval(fitted, |values| match values[to + 1] > 0.0 {
                    true => values[at + 1] / values[to + 1],
                    false => f64::INFINITY.copysign(values[at + 1]),
                }),
            }
        };
        (0..self.flags.len())
            .map(|at| {
                let mut value = self.value(measured, Aspect::All, at);
                if self.flags[at] != Some(Flag::NeverSeen) {
                    value.units = ratio(at, robust_unit);
                    value.knights = ratio(at, self.knight);
                    value.log_odds = resampled.interval(fitted, |values| values[at + 1]);
                }
                value
            })
            .collect()
    }

    /// The values by some coefficients of which `sum` takes what belongs to a piece.
    fn by(
        &self,
        measured: &Measured,
        aspect: Aspect,
        coefficients: &Coefficients,
        sum: &dyn Fn(usize) -> Vec<(usize, f64)>,
    ) -> Vec<Value> {
        let unit = self.unit.map(sum);
        let knight = self.knight.map(sum);
        self.seen()
            .map(|at| {
                let own = sum(at);
                self.estimated(
                    measured,
                    aspect.clone(),
                    at,
                    coefficients,
                    &own,
                    [&unit, &knight],
                )
            })
            .collect()
    }

    /// Base values and what being able to promote adds: the coefficient of a piece's prospect times
    /// the prospect that it has on average.
    fn promotion(&self, measured: &Measured, coefficients: &Coefficients) -> Vec<Value> {
        let size = self.detailed.pieces.len();
        let prospect = |at: usize| {
            let piece = self.detailed.pieces[at];
            let promoting = &self.detailed.promoting;
            let place = promoting.iter().position(|known| *known == piece)?;
            let (sum, count) = self.detailed.prospects[place];
            (count > 0.0).then(|| (size + place + 1, sum / count))
        };
        let whole = |at: usize| -> Vec<(usize, f64)> {
            let base = std::iter::once((at + 1, 1.0));
            base.chain(prospect(at)).collect()
        };
        let unit = self.unit.map(whole);
        let knight = self.knight.map(whole);
        let mut values = Vec::new();
        for at in self.seen() {
            if let Some(option) = prospect(at) {
                for (aspect, sum) in [
                    (Aspect::Base, [(at + 1, 1.0)]),
                    (Aspect::Promotion, [option]),
                ] {
                    let to = [&unit, &knight];
                    values.push(self.estimated(measured, aspect, at, coefficients, &sum, to));
                }
            }
        }
        values
    }

    fn estimated(
        &self,
        measured: &Measured,
        aspect: Aspect,
        at: usize,
        coefficients: &Coefficients,
        sum: Sum<'_>,
        [unit, knight]: [&Option<Vec<(usize, f64)>>; 2],
    ) -> Value {
        let in_these = |to: &Option<Vec<(usize, f64)>>| ratio(coefficients, sum, to.as_ref()?);
        Value {
            units: in_these(unit),
            knights: in_these(knight),
            log_odds: Some(coefficients.sum(sum)),
            ..self.value(measured, aspect, at)
        }
    }
}

fn note(measured: &mut Measured, detailed: &Detailed) {
    measured.notes.push(format!(
        "Regression: {} quiet positions of {} games in {} pairs.",
        detailed.material.row_count(),
        detailed.games,
        detailed.material.pair_count()
    ));
    let width = |estimate: Estimate| estimate.high - estimate.low;
    let different: Vec<String> = (measured.of(Method::Regression, &Aspect::All))
        .filter(|value| value.piece != measured.unit)
        .filter_map(|value| {
            let other = measured.find(Method::Regression, &Aspect::Sandwich, value.piece)?;
            let (one, other) = (value.reliable()?, other.reliable()?);
            let factor = width(one) / width(other);
            let is_different = !(1.0 / DIFFERENT..=DIFFERENT).contains(&factor);
            is_different.then(|| {
                format!(
                    "{} [{:.2}, {:.2}] and [{:.2}, {:.2}]",
                    value.name, one.low, one.high, other.low, other.high
                )
            })
        })
        .collect();
    if !different.is_empty() {
        measured.notes.push(format!(
            "Bootstrap and sandwich intervals of the regression differ: {}.",
            different.join("; ")
        ));
    }
}
