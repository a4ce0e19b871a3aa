//! Values from the material in positions of games that began level.

use super::odds::knight;
use super::{Aspect, Joint, Method, MethodValue, ValueSet};
use crate::dataset::{Detail, PairOrigin, PositionSamples};
use crate::notices::Flag;
use crate::piece_values::{MIN_PAIRS, is_clearly_positive, ratio};
use crate::results::ValuesError;
use tradewind_engine::rules::{ArrayFamily, PieceType};
use tradewind_stats::bootstrap::{BootstrapOptions, bootstrap};
use tradewind_stats::coefficients::Coefficients;
use tradewind_stats::estimate::Estimate;
use tradewind_stats::logistic::FitOptions;
use tradewind_stats::regression::{RegressionFit, fit, fit_weighted};
use tradewind_stats::samples::Samples;
use tradewind_stats::sandwich::sandwich;

/// The shares of the pieces on the board for which values by phase are given.
const OPENING: f64 = 0.8;
const ENDING: f64 = 0.3;

/// Bootstrap and sandwich differ when one's interval is wider by this factor.
const DIFFERENT: f64 = 1.25;

/// The games of a rule set that began level.
pub(super) struct RegressionPart<'g> {
    pub samples: &'g PositionSamples,
    pub detail: &'g Detail,
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
    measured: &mut ValueSet,
) -> Result<(), ValuesError> {
    let options = FitOptions::default();
    let RegressionPart {
        samples, detail, ..
    } = *part;
    let (material, size) = (&samples.material, samples.pieces.len());
    let support: Vec<u64> = material.support(None).iter().map(|s| s.pairs).collect();
    let view = |rows: &Samples, fit: &RegressionFit| View {
        samples,
        detail,
        coefficients: sandwich(rows, fit, None),
        penalty_share: fit.penalty_share.clone(),
        support: support.clone(),
        games: samples.games,
    };
    let single = |at: usize| vec![(at + 1, 1.0)];

    let fitted = fit(material, &options)?;
    let resampling = BootstrapOptions {
        replicates: part.replicates,
        seed: part.seed,
    };
    let resampled = bootstrap(material, &fitted, &options, &resampling)?;
    let whole = view(material, &fitted);
    measured.joints.push(whole.joint(&[(Aspect::All, &single)]));
    let by_sandwich = whole.values(measured, &Aspect::Sandwich, &single, &single);
    let unit = whole.column(measured.unit).filter(|&unit| {
        whole.flag(unit, &single(unit)).is_none() && is_clearly_positive(&resampled, unit + 1)
    });
    let in_these = |at: usize, to: Option<usize>| {
        let to = to?;
        match at == to {
            true => Some(Estimate::exactly(1.0)),
            false => resampled.interval(&fitted, |values| ratio(values[at + 1], values[to + 1])),
        }
    };
    let knight = whole.clear(knight(&measured.spec), &single);
    // One value a column, in their order.
    for (at, value) in by_sandwich.iter().enumerate() {
        let seen = Some(at).filter(|_| value.flag != Some(Flag::NeverSeen));
        measured.values.push(MethodValue {
            aspect: Aspect::All,
            units: seen.and_then(|at| in_these(at, unit)),
            knights: seen.and_then(|at| in_these(at, knight)),
            log_odds: seen.and_then(|at| resampled.interval(&fitted, |values| values[at + 1])),
            ..value.clone()
        });
    }
    measured.values.extend(by_sandwich);
    note(measured, samples);

    let fitted = fit(&detail.by_phase, &options)?;
    let phases = view(&detail.by_phase, &fitted);
    let at_share =
        |share: f64| move |at: usize| vec![(at + 1, share), (size + at + 1, 1.0 - share)];
    measured.joints.push(phases.joint(&[
        (Aspect::Opening, &at_share(OPENING)),
        (Aspect::Ending, &at_share(ENDING)),
    ]));
    for (aspect, share) in [(Aspect::Opening, OPENING), (Aspect::Ending, ENDING)] {
        let at_share = at_share(share);
        let values = phases.values(measured, &aspect, &at_share, &at_share);
        measured.values.extend(values);
    }

    let fitted = fit(&detail.by_prospect, &options)?;
    let prospects = view(&detail.by_prospect, &fitted);
    let option = |at: usize| prospects.prospect(at);
    let whole = |at: usize| single(at).into_iter().chain(option(at)).collect();
    let promoting = |sum: CoefficientSums<'_>, aspect: &Aspect| {
        let values = prospects.values(measured, aspect, sum, &whole);
        values.into_iter().filter(|value| {
            let column = prospects.column(value.piece);
            column.is_some_and(|at| option(at).is_some())
        })
    };
    let gain = |at: usize| option(at).into_iter().collect();
    let base: Vec<MethodValue> = promoting(&single, &Aspect::Base).collect();
    let gained: Vec<MethodValue> = promoting(&gain, &Aspect::Promotion).collect();
    measured.joints.push(prospects.joint(&[
        (Aspect::All, &whole),
        (Aspect::Base, &single),
        (Aspect::Promotion, &gain),
    ]));
    measured.values.extend(base.into_iter().chain(gained));

    if part.families.len() > 1 {
        for family in part.families {
            let weights = of_family(samples, detail, *family);
            let Ok(fitted) = fit_weighted(material, &weights, &options) else {
                continue;
            };
            let own = View {
                samples,
                detail,
                coefficients: sandwich(material, &fitted, Some(&weights)),
                penalty_share: fitted.penalty_share,
                support: (material.support(Some(&weights)).iter())
                    .map(|support| support.pairs)
                    .collect(),
                games: (detail.origins.iter())
                    .filter(|origin| origin.family == *family)
                    .map(|origin| u64::from(origin.games))
                    .sum(),
            };
            let aspect = Aspect::Family(measured.spec.family_name(*family));
            let values = own.values(measured, &aspect, &single, &single);
            measured.values.extend(values);
        }
    }
    Ok(())
}

/// One for each pair of samples that comes from an array of a family, 0 for others.
fn of_family(samples: &PositionSamples, detail: &Detail, family: ArrayFamily) -> Vec<f64> {
    let known = &detail.origins;
    let pairs = samples.material.pair_numbers();
    pairs
        .map(|pair| {
            let at = known.binary_search_by_key(&pair, |PairOrigin { pair, .. }| *pair);
            let is_own = at.is_ok_and(|at| known[at].family == family);
            f64::from(u8::from(is_own))
        })
        .collect()
}

/// For a piece by its column, the sum of coefficients that is its value.
type CoefficientSums<'s> = &'s dyn Fn(usize) -> Vec<(usize, f64)>;

/// A regression and what is behind it.
struct View<'r> {
    samples: &'r PositionSamples,
    detail: &'r Detail,
    coefficients: Coefficients,
    /// By coefficient but the first: how much of what is known of it is the penalty's.
    penalty_share: Vec<f64>,
    /// By piece: pairs in which the sides differ in it.
    support: Vec<u64>,
    games: u64,
}

impl View<'_> {
    fn column(&self, piece: PieceType) -> Option<usize> {
        (self.samples.pieces.iter()).position(|known| *known == piece)
    }

    fn flag(&self, at: usize, sum: &[(usize, f64)]) -> Option<Flag> {
        let shares = sum.iter().map(|&(index, _)| self.penalty_share[index - 1]);
        Flag::of(self.support[at], MIN_PAIRS, shares.fold(0.0, f64::max))
    }

    /// The values of pieces that may be relied on, in some aspects, as sums of coefficients.
    fn joint(&self, aspects: &[(Aspect, CoefficientSums<'_>)]) -> Joint {
        let mut all = Vec::new();
        for (aspect, sums) in aspects {
            for (at, &piece) in self.samples.pieces.iter().enumerate() {
                let sum = sums(at);
                if self.flag(at, &sum).is_none() && !sum.is_empty() {
                    all.push((aspect.clone(), piece, sum));
                }
            }
        }
        Joint {
            method: Method::Regression,
            coefficients: self.coefficients.clone(),
            sums: all,
        }
    }

    /// The column of a piece in which others can be counted.
    fn clear(&self, piece: Option<PieceType>, sums: CoefficientSums<'_>) -> Option<usize> {
        let at = self.column(piece?)?;
        let sum = sums(at);
        let is_clear = self.coefficients.is_clearly_positive(&sum);
        (self.flag(at, &sum).is_none() && is_clear).then_some(at)
    }

    /// The values of all pieces: `sums` of each, in those of the unit and the knight by `whole`.
    fn values(
        &self,
        measured: &ValueSet,
        aspect: &Aspect,
        sums: CoefficientSums<'_>,
        whole: CoefficientSums<'_>,
    ) -> Vec<MethodValue> {
        let unit = self.clear(Some(measured.unit), whole).map(whole);
        let knight = self.clear(knight(&measured.spec), whole).map(whole);
        let pieces = self.samples.pieces.iter().enumerate();
        pieces
            .map(|(at, &piece)| {
                let sum = sums(at);
                let flag = self.flag(at, &sum);
                let is_seen = flag != Some(Flag::NeverSeen);
                let in_these = |to: &Option<Vec<(usize, f64)>>| {
                    let to = to.as_ref().filter(|_| is_seen)?;
                    self.coefficients.ratio(&sum, to)
                };
                let spec = measured.spec.piece(piece);
                MethodValue {
                    method: Method::Regression,
                    aspect: aspect.clone(),
                    piece,
                    name: spec.name.clone(),
                    text: spec.text.clone(),
                    games: self.games,
                    pairs: self.support[at],
                    units: in_these(&unit),
                    knights: in_these(&knight),
                    log_odds: is_seen.then(|| self.coefficients.sum(&sum)),
                    flag,
                }
            })
            .collect()
    }

    /// The coefficient of a piece's prospect of promoting, and the prospect that it has on average.
    fn prospect(&self, at: usize) -> Option<(usize, f64)> {
        let piece = self.samples.pieces[at];
        let promoting = &self.detail.promoting;
        let place = promoting.iter().position(|known| *known == piece)?;
        let (sum, count) = self.detail.prospects[place];
        let index = self.samples.pieces.len() + place + 1;
        (count > 0.0).then(|| (index, sum / count))
    }
}

fn note(measured: &mut ValueSet, samples: &PositionSamples) {
    measured.notes.push(format!(
        "Regression: {} quiet positions of {} games in {} pairs.",
        samples.material.row_count(),
        samples.games,
        samples.material.pair_count()
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
