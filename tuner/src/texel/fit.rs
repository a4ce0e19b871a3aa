//! The fit: Adam over batches of positions, ended when the validation set is not predicted better any
//! more.

use super::TexelError;
use super::adam::Adam;
use super::interval::covariance;
use super::lazy::lazy;
use super::loss::Model;
use super::parameter_map::{ParameterMap, weights_of};
use super::plan::TexelPlan;
use super::positions::Positions;
use super::values::{Values, values};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use tradewind_engine::evaluation::{Weight, Weights};
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::{Coefficients, Estimate};

/// The most blocks of a batch: about 16 000 positions for a step.
const BATCH: usize = 16;
/// A pass has at least so many steps, where there are blocks for them.
const STEPS: usize = 32;
/// The stream of chance that says in which order positions are taken.
const ORDER_STREAM: u64 = (1 << 61) + 1;
/// The scales that are looked for, in log-odds of a centipawn.
const SCALES: (f64, f64) = (1e-5, 5e-2);
/// With weights that predict next to nothing the likeliest scale is so small that only weights of enormous
/// size could mend it. This much a centipawn is worth at least, in log-odds.
const MIN_SCALE: f64 = 1e-3;
/// The mean loss of `n` validation positions scatters from pass to pass by about so much over √n: only what
/// is larger ends the fit.
const SCATTER: f64 = 0.3;
/// By how many standard errors the loss of the last pass must exceed the lowest one, on the same positions, before the
/// weights are those of the lowest. Within that the last pass is nearer to the minimum that intervals are around.
const SIGNIFICANT: f64 = 2.0;

/// One pass over all positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Epoch {
    /// Its number; 0 is before the first.
    pub epoch: u32,
    /// The mean logarithmic loss of the positions fitted to, while it moved.
    pub fitted: f64,
    /// That of the validation set, after it.
    pub validation: f64,
}

/// One of the two weights of a term, before and after.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedWeight {
    /// The table and key of a weights file.
    pub name: (&'static str, String),
    /// With all pieces on the board, or with none.
    pub is_middle: bool,
    /// Before, in centipawns.
    pub before: f64,
    /// After, with its 95 % interval; without one when it was frozen.
    pub after: Estimate,
    /// In how many positions its term counts.
    pub seen: u64,
    /// Whether it was free to move.
    pub is_free: bool,
}

/// Fitted weights and how well they predict.
#[derive(Clone, Debug)]
pub struct TexelFit {
    /// The weights.
    pub weights: Weights,
    /// Each of them, before and after.
    pub each: Vec<FittedWeight>,
    /// What pieces are worth by them.
    pub values: Values,
    /// Log-odds of a centipawn.
    pub scale: f64,
    /// The passes.
    pub epochs: Vec<Epoch>,
    /// The number of the pass whose weights these are: the last one, or the one with the lowest loss of the validation set,
    /// where the loss of the last is higher by more than chance.
    pub best: u32,
    /// The loss of the positions fitted to and of the validation set with the first weights.
    pub before: [f64; 2],
    /// The same with these.
    pub after: [f64; 2],
}

impl TexelFit {
    /// The last pass, if the weights are those of another one: the fit overfits.
    pub fn overfitted(&self) -> Option<&Epoch> {
        self.epochs.last().filter(|last| last.epoch != self.best)
    }

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
) -> Result<Option<TexelFit>, TexelError> {
    if plan.lambda < 1.0 && positions.tally.without_score > 0 {
        return Err(TexelError::Plan(format!(
            "{} of the positions have no score, which a lambda below 1 needs; play with `[record] evaluations = true`, or leave lambda out",
            positions.tally.without_score
        )));
    }
    let parameter_map = ParameterMap::new(spec, begin, plan, &positions.seen)?;
    let first = parameter_map.first();
    let begin_slots = parameter_map.slots(&first);
    let scale = best_scale(positions, &begin_slots)?;
    let model =
        |parameters: &[f64]| Model::new(&parameter_map.slots(parameters), scale, plan.lambda);
    let losses = |parameters: &[f64]| -> Result<[f64; 2], TexelError> {
        let model = model(parameters);
        let [fitted, validation] =
            [&positions.fitted, &positions.validation].map(|of| model.loss(of));
        Ok([fitted?.mean_loss(), validation?.mean_loss()])
    };
    let before = losses(&first)?;
    let mut epochs = vec![Epoch {
        epoch: 0,
        fitted: before[0],
        validation: before[1],
    }];
    if !progress(&epochs[0]) {
        return Ok(None);
    }
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(ORDER_STREAM);
    let mut order: Vec<usize> = (0..positions.fitted.len()).collect();
    let scatter = SCATTER / (positions.validation.rows() as f64).sqrt();
    let batch = (order.len() / STEPS).clamp(1, BATCH);
    let mut adam = Adam::new(first.len());
    let mut now = first.clone();
    let mut best = (0, before[1], first.clone());
    let (mut last, mut last_near_best) = (0, 0);
    let l2_slopes = l2_slopes(positions, &parameter_map, plan.l2);
    for epoch in 1..=plan.epochs {
        order.shuffle(&mut random);
        // Long steps first, then ever shorter ones, so that the last do not scatter.
        let left = 1.0 - f64::from(epoch - 1) / f64::from(plan.epochs);
        let rate = plan.rate * left * left;
        let (mut sum, mut rows) = (0.0, 0);
        for batch in order.chunks(batch) {
            let found = model(&now).slope(&positions.fitted, batch)?;
            let number = found.rows.max(1) as f64;
            let slots = found.slope.iter().take(2 * positions.terms);
            let slots: Vec<f64> = slots.map(|slope| slope / number).collect();
            let mut slope = parameter_map.gather(&slots);
            let moved = now.iter().zip(&first).zip(&l2_slopes);
            for (slope, ((now, first), l2)) in slope.iter_mut().zip(moved) {
                *slope += l2 * (now - first);
            }
            adam.step(&mut now, &slope, rate);
            parameter_map.clamp(&mut now);
            sum += found.loss;
            rows += found.rows;
        }
        let validation = model(&now).loss(&positions.validation)?.mean_loss();
        let done = Epoch {
            epoch,
            fitted: sum / rows.max(1) as f64,
            validation,
        };
        if !done.fitted.is_finite() || !validation.is_finite() || now.iter().any(|w| !w.is_finite())
        {
            return Err(TexelError::Diverged(epoch));
        }
        epochs.push(done);
        if !progress(&done) {
            return Ok(None);
        }
        last = epoch;
        if validation < best.1 {
            best = (epoch, validation, now.clone());
        }
        if validation < best.1 + scatter {
            last_near_best = epoch;
        } else if epoch - last_near_best >= plan.patience {
            break;
        }
    }
    let (excess, error) = model(&now).excess(&model(&best.2), &positions.validation)?;
    let (best, found) = match excess > SIGNIFICANT * error {
        true => (best.0, best.2),
        false => (last, now),
    };
    let after = losses(&found)?;
    let covariance = covariance(positions, &parameter_map, &model(&found), &l2_slopes)?;
    let known = Coefficients::new(found.clone(), covariance, f64::INFINITY);
    let slots = parameter_map.slots(&found);
    Ok(Some(TexelFit {
        weights: weights_of(begin, &slots, lazy(begin, positions, &slots)?),
        each: each(spec, positions, begin, &parameter_map, &known),
        values: values(spec, begin, &parameter_map, &known, positions)?,
        scale,
        epochs,
        best,
        before,
        after,
    }))
}

/// By parameter: how much the slope of the mean loss grows with each centipawn that it moves
/// away from where it began.
fn l2_slopes(positions: &Positions, parameter_map: &ParameterMap, l2: f64) -> Vec<f64> {
    let rows = positions.fitted.rows() as f64;
    let of_size = |size: f64| 2.0 * (size / l2).powi(2) / rows;
    let sizes = positions.sizes();
    let slots: Vec<f64> = sizes
        .into_iter()
        .flat_map(|size| [of_size(size); 2])
        .collect();
    parameter_map.gather(&slots)
}

/// By weight: before and after.
fn each(
    spec: &RuleSpec,
    positions: &Positions,
    begin: &Weights,
    parameter_map: &ParameterMap,
    known: &Coefficients,
) -> Vec<FittedWeight> {
    let mut each = Vec::new();
    for (at, (term, weight)) in begin.terms.iter().enumerate() {
        let Weight {
            middlegame,
            endgame,
        } = *weight;
        for (phase, before) in [middlegame, endgame].into_iter().enumerate() {
            let place = parameter_map.places[2 * at + phase];
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

/// The scale with which weights predict best, by golden-section search over its logarithm: the
/// loss has one lowest place.
fn best_scale(positions: &Positions, slots: &[f64]) -> Result<f64, TexelError> {
    let loss = |scale: f64| -> Result<f64, TexelError> {
        let model = Model::new(slots, scale, 1.0);
        Ok(model.loss(&positions.fitted)?.mean_loss())
    };
    let (mut low, mut high) = (libm::log(SCALES.0), libm::log(SCALES.1));
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    // One of the two inner points of each round is one of those of the round before.
    let (mut known_a, mut known_b) = (None, None);
    while high - low > 1e-4 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        let of = |known: Option<f64>, point| known.map_or_else(|| loss(libm::exp(point)), Ok);
        let (of_a, of_b) = (of(known_a, a)?, of(known_b, b)?);
        if of_a < of_b {
            high = b;
            (known_a, known_b) = (None, Some(of_a));
        } else {
            low = a;
            (known_a, known_b) = (Some(of_b), None);
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
    Ok(scale.max(MIN_SCALE))
}
