//! The fit: Adam over batches of positions, ended when those kept aside are not foretold better any
//! more.

use super::TexelError;
use super::adam::Adam;
use super::freedom::{Freedom, weights_of};
use super::interval::covariance;
use super::loss::Model;
use super::plan::TexelPlan;
use super::positions::Positions;
use crate::statistics::{Coefficients, Estimate};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use tradewind_engine::evaluation::{Term, Weight, Weights};
use tradewind_engine::rules::{PieceType, RuleSpec};

/// Blocks of a batch: about 16 000 positions for a step.
const BATCH: usize = 16;
/// The stream of chance that says in which order positions are taken.
const ORDER_STREAM: u64 = (1 << 61) + 1;
/// The scales that are looked for, in log-odds of a hundredth of a pawn.
const SCALES: (f64, f64) = (1e-5, 5e-2);
/// The piece that values are given in, where there is one.
const USUAL_UNIT: &str = "P";
/// A loss smaller by less than this is not smaller.
const LEAST_GAIN: f64 = 1e-6;

/// One pass over all positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Epoch {
    /// Its number; 0 is before the first.
    pub epoch: u32,
    /// The mean logarithmic loss of the positions fitted to, while it moved.
    pub fitted: f64,
    /// That of the positions kept aside, after it.
    pub aside: f64,
}

/// One of the two weights of a term, before and after.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedWeight {
    /// The table and key of a weights file.
    pub name: (&'static str, String),
    /// With all pieces on the board, or with none.
    pub is_middle: bool,
    /// Before, in hundredths of a pawn.
    pub before: f64,
    /// After, with its 95 % interval; without one when it was held.
    pub after: Estimate,
    /// In how many positions its term counts.
    pub seen: u64,
    /// Whether it was free to move.
    pub is_free: bool,
}

/// Fitted weights and how well they foretell.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// Each of them, before and after.
    pub each: Vec<FittedWeight>,
    /// By piece: what it is worth in units of `unit`, halfway between a full board and an empty one.
    pub values: Vec<(PieceType, Estimate)>,
    /// The piece that values are given in.
    pub unit: Option<PieceType>,
    /// Log-odds of a hundredth of a pawn.
    pub scale: f64,
    /// The passes.
    pub epochs: Vec<Epoch>,
    /// The number of the pass whose weights these are.
    pub best: u32,
    /// The loss of the positions fitted to and of those kept aside with the first weights.
    pub before: [f64; 2],
    /// The same with these.
    pub after: [f64; 2],
}

impl Fit {
    /// The names of the terms that stand in no position: their weights stay as they were.
    pub fn unseen(&self) -> Vec<String> {
        let unseen = self
            .each
            .iter()
            .filter(|one| one.seen == 0 && one.is_middle);
        unseen
            .map(|one| format!("{}.{}", one.name.0, one.name.1))
            .collect()
    }
}

/// Fits weights to positions, beginning with some, on the threads of the current rayon pool.
/// `progress` hears of every pass; the fit is given up when it says `false`.
///
/// # Errors
/// The plan is wrong, the results do not follow the evaluation at all, or the weights run away.
pub fn fit(
    positions: &Positions,
    spec: &RuleSpec,
    begin: &Weights,
    plan: &TexelPlan,
    mut progress: impl FnMut(&Epoch) -> bool,
) -> Result<Option<Fit>, TexelError> {
    if plan.blend < 1.0 && positions.tally.without_score > 0 {
        return Err(TexelError::Plan(format!(
            "{} of the positions have no score to blend results with; play with `[record] evaluations = true`, or leave out the blend",
            positions.tally.without_score
        )));
    }
    let freedom = Freedom::new(spec, begin, plan, &positions.seen)?;
    let first = freedom.first();
    let begin_slots = freedom.slots(&first);
    let scale = best_scale(positions, &begin_slots)?;
    let model = |parameters: &[f64]| Model::new(&freedom.slots(parameters), scale, plan.blend);
    let losses = |parameters: &[f64]| -> Result<[f64; 2], TexelError> {
        let model = model(parameters);
        let [fitted, aside] = [&positions.fitted, &positions.aside].map(|of| model.loss(of));
        Ok([fitted?.mean_loss(), aside?.mean_loss()])
    };
    let before = losses(&first)?;
    let mut epochs = vec![Epoch {
        epoch: 0,
        fitted: before[0],
        aside: before[1],
    }];
    if !progress(&epochs[0]) {
        return Ok(None);
    }
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(ORDER_STREAM);
    let mut order: Vec<usize> = (0..positions.fitted.len()).collect();
    let mut adam = Adam::new(first.len());
    let mut now = first.clone();
    let mut best = (0, before[1], first.clone());
    let pull = 2.0 / (plan.pull * plan.pull * positions.fitted.rows() as f64);
    for epoch in 1..=plan.epochs {
        order.shuffle(&mut random);
        let progressed = f64::from(epoch - 1) / f64::from(plan.epochs);
        // Long steps first, then ever shorter ones, so that the last do not scatter.
        let rate = plan.rate * (1.0 - progressed).powi(2).max(0.01);
        let (mut sum, mut rows) = (0.0, 0);
        for batch in order.chunks(BATCH) {
            let found = model(&now).slope(&positions.fitted, batch)?;
            let number = found.rows.max(1) as f64;
            let slots = found.slope.iter().take(2 * positions.terms);
            let slots: Vec<f64> = slots.map(|slope| slope / number).collect();
            let mut slope = freedom.gather(&slots);
            for ((slope, now), first) in slope.iter_mut().zip(&now).zip(&first) {
                *slope += pull * (now - first);
            }
            adam.step(&mut now, &slope, rate);
            freedom.hold(&mut now);
            sum += found.loss;
            rows += found.rows;
        }
        let aside = model(&now).loss(&positions.aside)?.mean_loss();
        let done = Epoch {
            epoch,
            fitted: sum / rows.max(1) as f64,
            aside,
        };
        if !done.fitted.is_finite() || !aside.is_finite() || now.iter().any(|w| !w.is_finite()) {
            return Err(TexelError::Diverged(epoch));
        }
        epochs.push(done);
        if !progress(&done) {
            return Ok(None);
        }
        if aside < best.1 - LEAST_GAIN {
            best = (epoch, aside, now.clone());
        } else if epoch - best.0 >= plan.patience {
            break;
        }
    }
    let (best, _, found) = best;
    let after = losses(&found)?;
    let covariance = covariance(positions, &freedom, &model(&found), pull)?;
    let known = Coefficients::new(found.clone(), covariance);
    let slots = freedom.slots(&found);
    let terms = begin.terms.iter().map(|(term, _)| *term);
    let (values, unit) = values(spec, begin, &freedom, &known);
    Ok(Some(Fit {
        weights: weights_of(terms, &slots),
        each: each(spec, positions, begin, &freedom, &known),
        values,
        unit,
        scale,
        epochs,
        best,
        before,
        after,
    }))
}

/// By weight: before and after.
fn each(
    spec: &RuleSpec,
    positions: &Positions,
    begin: &Weights,
    freedom: &Freedom,
    known: &Coefficients,
) -> Vec<FittedWeight> {
    let mut each = Vec::new();
    for (at, (term, weight)) in begin.terms.iter().enumerate() {
        let Weight { middle, end } = *weight;
        for (phase, before) in [middle, end].into_iter().enumerate() {
            let place = freedom.places[2 * at + phase];
            each.push(FittedWeight {
                name: term.name(spec),
                is_middle: phase == 0,
                before,
                after: place.map_or(Estimate::exactly(before), |place| {
                    known.sum(&[(place, 1.0)])
                }),
                seen: positions.seen[at],
                is_free: place.is_some(),
            });
        }
    }
    each
}

/// What pieces are worth in units of the pawn, or where there is none of the cheapest piece that
/// promotes; and that piece, which must be clearly worth something.
fn values(
    spec: &RuleSpec,
    begin: &Weights,
    freedom: &Freedom,
    known: &Coefficients,
) -> (Vec<(PieceType, Estimate)>, Option<PieceType>) {
    // Halfway between a full board and an empty one; none when one of the two was held.
    let halves = |at: usize| {
        let place = |phase: usize| freedom.places[2 * at + phase];
        Some([(place(0)?, 0.5), (place(1)?, 0.5)])
    };
    let materials: Vec<(PieceType, [(usize, f64); 2])> = (begin.terms.iter().enumerate())
        .filter_map(|(at, (term, _))| match term {
            Term::Material(piece) => Some((*piece, halves(at)?)),
            _ => None,
        })
        .collect();
    let promotes = |(piece, _): &&(PieceType, _)| spec.piece(*piece).promotion.is_some();
    let worth = |sum: &[(usize, f64); 2]| known.sum(sum).value;
    let positive = |(_, sum): &&(PieceType, [(usize, f64); 2])| known.is_clearly_positive(sum);
    let pawn = (materials.iter().filter(positive))
        .find(|(piece, _)| spec.piece(*piece).text == USUAL_UNIT);
    let cheapest = || {
        (materials.iter().filter(positive).filter(promotes))
            .min_by(|one, other| worth(&one.1).total_cmp(&worth(&other.1)))
    };
    let unit = pawn.or_else(cheapest);
    let Some((unit, to)) = unit else {
        return (Vec::new(), None);
    };
    let ratios = materials.iter();
    let found = ratios.filter_map(|(piece, sum)| Some((*piece, known.ratio(sum, to)?)));
    (found.collect(), Some(*unit))
}

/// The scale with which weights foretell best, by golden-section search over its logarithm: the
/// loss has one lowest place.
fn best_scale(positions: &Positions, slots: &[f64]) -> Result<f64, TexelError> {
    let loss = |scale: f64| -> Result<f64, TexelError> {
        let model = Model::new(slots, scale, 1.0);
        Ok(model.loss(&positions.fitted)?.mean_loss())
    };
    let (mut low, mut high) = (libm::log(SCALES.0), libm::log(SCALES.1));
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    while high - low > 1e-4 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(libm::exp(a))? < loss(libm::exp(b))? {
            high = b;
        } else {
            low = a;
        }
    }
    let scale = libm::exp((low + high) / 2.0);
    let useless = |why: &str| Err(TexelError::Useless(why.to_string()));
    if scale < SCALES.0 * 1.01 {
        return useless(
            "their results do not follow the evaluation that the fit begins with; play with stronger players, or begin with other weights",
        );
    }
    if scale > SCALES.1 * 0.99 {
        return useless(
            "the side that is ahead always wins; play more games, from more openings and between equal players",
        );
    }
    Ok(scale)
}
