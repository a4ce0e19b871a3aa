//! The fit: Adam over batches of positions, with early stopping by the validation loss, and the piece values that follow
//! from it.

use super::loss::{Model, covariance};
use super::plan::{ParameterMap, TexelPlan, weights_of};
use super::positions::{FRACTION, Positions};
use crate::adam::{AdamStep, Moments};
use crate::error::TunerError;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use tradewind_engine::evaluation::{DEFAULT_LAZY, PositionTerm, Term, Weights};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::{Coefficients, Estimate};

/// The maximum number of blocks in a batch: about 16 000 positions.
const BATCH: usize = 16;
/// The minimum number of steps in an epoch, if there are enough blocks.
const MIN_STEPS: usize = 32;
/// The random stream of the order of batches.
const ORDER_STREAM: u64 = (1 << 61) + 1;
/// The range of scales, in log-odds per centipawn.
const SCALES: (f64, f64) = (1e-5, 5e-2);
/// The minimum scale used. With weights that predict almost nothing the maximum-likelihood scale is so small that
/// only enormous weights could correct them.
const MIN_SCALE: f64 = 1e-3;
/// The mean loss of `n` validation positions varies between epochs by about this over √n; only larger increases end
/// the fit.
const SCATTER: f64 = 0.3;
/// The number of standard errors by which the validation loss of the last epoch must exceed the minimum for the weights
/// of the minimum to be taken. Otherwise the last epoch is nearer to the minimum of the training loss, on which the
/// intervals are based.
const SIGNIFICANT: f64 = 2.0;

/// The share of positions in which the terms skipped by lazy evaluation may exceed its margin.
const BEYOND: f64 = 0.002;
/// The maximum margin of lazy evaluation, in centipawns.
const MAX_MARGIN: usize = 5_000;

/// An epoch: a pass over all training positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Epoch {
    /// Its number; 0 is before training.
    pub epoch: u32,
    /// The mean cross-entropy of the training positions during it.
    pub fitted: f64,
    /// The mean cross-entropy of the validation set after it.
    pub validation: f64,
}

/// One of the two weights of a term, before and after the fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedWeight {
    /// The table and key in a weights file.
    pub name: (&'static str, String),
    /// Whether it is the middlegame weight (all pieces on the board) or the endgame weight (none).
    pub is_middle: bool,
    /// The value before, in centipawns.
    pub before: f64,
    /// The value after, in centipawns with a 95 % interval; exact if it was frozen.
    pub after: Estimate,
    /// The number of training positions in which its term counts.
    pub seen: u64,
    /// Whether it was free to move.
    pub is_free: bool,
}

/// Fitted weights and how well they predict.
#[derive(Clone, Debug)]
pub struct TexelFit {
    /// The weights.
    pub weights: Weights,
    /// Each weight before and after.
    pub each: Vec<FittedWeight>,
    /// The piece values that follow from the weights.
    pub values: Values,
    /// Log-odds per centipawn.
    pub scale: f64,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The epoch whose weights these are: the last one, or the one with the minimum validation loss if the loss of the
    /// last is significantly higher.
    pub best: u32,
    /// The training and validation loss before.
    pub before: [f64; 2],
    /// The training and validation loss after.
    pub after: [f64; 2],
}

impl TexelFit {
    /// The last epoch, if the fit overfitted and an earlier one was taken.
    pub fn overfitted(&self) -> Option<&Epoch> {
        self.epochs.last().filter(|last| last.epoch != self.best)
    }

    /// The names of the terms that count in no training position; their weights are unchanged.
    pub fn unseen(&self) -> Vec<String> {
        let each = self.each.iter();
        each.filter(|one| one.seen == 0 && one.is_middle)
            .map(|one| format!("{}.{}", one.name.0, one.name.1))
            .collect()
    }
}

/// Fits weights to positions, starting from `begin`, on the threads of the current rayon pool. `progress` is given
/// every epoch and stops the fit by returning `false`.
///
/// # Errors
/// The plan is wrong, the results are unrelated to the evaluation, or the fit diverges.
pub fn fit(
    positions: &Positions,
    spec: &RuleSpec,
    begin: &Weights,
    plan: &TexelPlan,
    mut progress: impl FnMut(&Epoch) -> bool,
) -> Result<Option<TexelFit>, TunerError> {
    let parameter_map = ParameterMap::new(spec, begin, plan, &positions.seen)?;
    let first = parameter_map.first();
    let begin_slots = parameter_map.slots(&first);
    let scale = best_scale(positions, &begin_slots)?;
    let model =
        |parameters: &[f64]| Model::new(&parameter_map.slots(parameters), scale, plan.lambda);
    let losses = |parameters: &[f64]| -> Result<[f64; 2], TunerError> {
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
    let batch = (order.len() / MIN_STEPS).clamp(1, BATCH);
    let (mut moments, mut steps) = (Moments::<f64>::new(first.len()), 0_i32);
    let mut now = first.clone();
    let mut best = (0, before[1], first.clone());
    let (mut last, mut last_near_best) = (0, 0);
    // By parameter: the second derivative of the L2 term of the mean loss.
    let l2_of_size = |size: f64| 2.0 * (size / plan.l2).powi(2) / positions.fitted.rows() as f64;
    let sizes = positions.sizes().into_iter();
    let slots: Vec<f64> = sizes.flat_map(|size| [l2_of_size(size); 2]).collect();
    let l2_factors = parameter_map.gather(&slots);
    for epoch in 1..=plan.epochs {
        order.shuffle(&mut random);
        // The learning rate decays quadratically to 0.
        let left = 1.0 - f64::from(epoch - 1) / f64::from(plan.epochs);
        let rate = plan.rate * left * left;
        let (mut sum, mut rows) = (0.0, 0);
        for batch in order.chunks(batch) {
            let found = model(&now).gradient(&positions.fitted, batch)?;
            let number = found.rows.max(1) as f64;
            let slots = found.gradient.iter().take(2 * positions.terms);
            let slots: Vec<f64> = slots.map(|gradient| gradient / number).collect();
            let mut gradient = parameter_map.gather(&slots);
            let moved = now.iter().zip(&first).zip(&l2_factors);
            for (gradient, ((now, first), l2)) in gradient.iter_mut().zip(moved) {
                *gradient += l2 * (now - first);
            }
            steps = steps.saturating_add(1);
            moments.step(
                0,
                &mut now,
                &gradient,
                AdamStep::<f64>::new(steps, rate, 0.0),
            );
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
            return Err(TunerError::Diverged(epoch));
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
    let (best, found) = if excess > SIGNIFICANT * error {
        (best.0, best.2)
    } else {
        (last, now)
    };
    let after = losses(&found)?;
    let covariance = covariance(positions, &parameter_map, &model(&found), &l2_factors)?;
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

/// Every weight before and after.
fn each(
    spec: &RuleSpec,
    positions: &Positions,
    begin: &Weights,
    parameter_map: &ParameterMap,
    known: &Coefficients,
) -> Vec<FittedWeight> {
    let mut each = Vec::new();
    for (at, (term, weight)) in begin.terms.iter().enumerate() {
        for (phase, before) in [weight.middlegame, weight.endgame].into_iter().enumerate() {
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

/// The scale with the minimum loss, by golden-section search over its logarithm. The loss has a single minimum.
fn best_scale(positions: &Positions, slots: &[f64]) -> Result<f64, TunerError> {
    let loss = |scale: f64| -> Result<f64, TunerError> {
        let model = Model::new(slots, scale, 1.0);
        Ok(model.loss(&positions.fitted)?.mean_loss())
    };
    let (mut low, mut high) = (libm::log(SCALES.0), libm::log(SCALES.1));
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    // Each iteration reuses one of the two inner points of the one before.
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
    let useless = |why: &str| Err(TunerError::useless(why));
    if scale < SCALES.0 * 1.01 {
        return useless(
            "their results are unrelated to the evaluation that the fit begins with; play with stronger players, or begin with other weights",
        );
    }
    if scale > SCALES.1 * 0.99 {
        return useless(
            "the side that is ahead always wins; play more games, from more openings and between equal players",
        );
    }
    Ok(scale.max(MIN_SCALE))
}

/// The margin of lazy evaluation ([`Weights::lazy`]), in centipawns: at least the default, and so large that the
/// skipped terms exceed it in at most one of 500 positions.
fn lazy(begin: &Weights, positions: &Positions, slots: &[f64]) -> Result<i32, TunerError> {
    let is_skipped = |term: &Term| {
        !matches!(
            term,
            Term::Material(_)
                | Term::Promotion(_)
                | Term::Center(_)
                | Term::Advance(_)
                | Term::Hand(_)
                | Term::Position(
                    PositionTerm::Bare
                        | PositionTerm::Tempo
                        | PositionTerm::Goal
                        | PositionTerm::Scarce
                )
        )
    };
    let terms = begin.terms.iter().zip(slots.chunks(2));
    let active: Vec<f64> = terms
        .flat_map(|((term, _), pair)| {
            if is_skipped(term) {
                [pair[0], pair[1]]
            } else {
                [0.0, 0.0]
            }
        })
        .collect();
    let model = Model::new(&active, 1.0, 1.0);
    // By size in centipawns: the number of positions.
    let mut sizes = vec![0_u64; MAX_MARGIN + 1];
    positions.fitted.for_each(|block| {
        for row in 0..block.rows() {
            sizes[(model.eval(block, row).abs() as usize).min(MAX_MARGIN)] += 1;
        }
    })?;
    let allowed = (positions.fitted.rows() as f64 * BEYOND) as u64;
    let mut beyond = 0;
    let size = (0..=MAX_MARGIN).rev().find(|&size| {
        beyond += sizes[size];
        beyond > allowed
    });
    // Rounded up to 10 centipawns.
    let margin = (size.unwrap_or(0) as i32 / 10 + 1) * 10;
    Ok(margin.max(DEFAULT_LAZY))
}

/// The preferred unit of piece values.
const DEFAULT_UNIT: &str = "P";

/// Piece values in units of one piece.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    /// The values of the unit and of all pieces with a free weight.
    pub pieces: Vec<(PieceType, Estimate)>,
    /// The unit; none if no piece has a value significantly above 0, or none has a free weight.
    pub unit: Option<PieceType>,
}

/// A linear combination of parameters: their numbers and factors.
type ValueSum = Vec<(usize, f64)>;

/// The value of an additional piece, halfway between middlegame and endgame: its material plus its promotion, placement
/// and mobility terms, each times the regression slope of its count on the number of pieces in the training set. The unit
/// is the pawn, else the cheapest piece that promotes. Frozen weights count as exact.
fn values(
    spec: &RuleSpec,
    begin: &Weights,
    parameter_map: &ParameterMap,
    known: &Coefficients,
    positions: &Positions,
) -> Result<Values, TunerError> {
    let terms: Vec<Term> = begin.terms.iter().map(|(term, _)| *term).collect();
    let slopes = slopes(&terms, positions)?;
    let (known, one) = known.with_exact(1.0);
    let sums: Vec<(PieceType, ValueSum)> = slopes
        .iter()
        .map(|(piece, slopes)| {
            let of_term = slopes.iter().flat_map(|&(term, slope)| {
                [2 * term, 2 * term + 1].map(|slot| match parameter_map.places[slot] {
                    Some(place) => (place, 0.5 * slope),
                    None => (one, 0.5 * slope * parameter_map.begin[slot]),
                })
            });
            (*piece, of_term.filter(|(_, times)| *times != 0.0).collect())
        })
        .collect();
    let positive = |(_, sum): &&(PieceType, ValueSum)| known.is_clearly_positive(sum);
    let mut clear = sums.iter().filter(positive);
    let pawn = clear.find(|(piece, _)| spec.piece(*piece).text == DEFAULT_UNIT);
    let cheapest = || {
        let worth = |sum: &ValueSum| known.sum(sum).value;
        (sums.iter().filter(positive))
            .filter(|(piece, _)| spec.piece(*piece).promotion.is_some())
            .min_by(|one, other| worth(&one.1).total_cmp(&worth(&other.1)))
    };
    let Some((unit, to)) = pawn.or_else(cheapest) else {
        return Ok(Values::default());
    };
    let is_free = |(_, sum): &&(PieceType, ValueSum)| sum.iter().any(|(place, _)| *place != one);
    if !sums.iter().any(|piece| is_free(&piece)) {
        return Ok(Values::default());
    }
    // A royal has no value: losing it ends the game.
    let rated = (sums.iter()).filter(|(piece, _)| !spec.piece(*piece).royal);
    let rated = rated.filter(|piece| piece.0 == *unit || is_free(piece));
    let ratios = rated.filter_map(|(piece, sum)| Some((*piece, known.ratio(sum, to)?)));
    Ok(Values {
        pieces: ratios.collect(),
        unit: Some(*unit),
    })
}

/// By piece: its material term, then its other terms, each with the regression slope of its count on the number of pieces.
type Slopes = Vec<(PieceType, Vec<(usize, f64)>)>;

fn slopes(terms: &[Term], positions: &Positions) -> Result<Slopes, TunerError> {
    let mut slopes: Slopes = Vec::new();
    for (at, term) in terms.iter().enumerate() {
        if let Term::Material(piece) = *term {
            let others = [
                Term::Promotion(piece),
                Term::Center(piece),
                Term::Advance(piece),
                Term::Mobility(piece),
            ];
            let others = others
                .iter()
                .filter_map(|other| terms.iter().position(|t| t == other));
            let own = std::iter::once(at).chain(others).map(|at| (at, 0.0));
            slopes.push((piece, own.collect()));
        }
    }
    positions.fitted.for_each(|block| {
        for row in 0..block.rows() {
            let counts = block.row(row);
            for (_, slopes) in &mut slopes {
                let more = f64::from(counts[slopes[0].0]) * f64::from(FRACTION);
                if more != 0.0 {
                    for (term, sum) in slopes {
                        *sum += more * f64::from(counts[*term]) * f64::from(FRACTION);
                    }
                }
            }
        }
    })?;
    for (_, slopes) in &mut slopes {
        let square = slopes[0].1;
        for (_, sum) in slopes {
            *sum = if square > 0.0 { *sum / square } else { 0.0 };
        }
    }
    // Without an imbalance of a piece there is no slope.
    slopes.retain(|(_, slopes)| slopes[0].1 > 0.0);
    Ok(slopes)
}
