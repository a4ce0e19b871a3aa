//! The covariance of fitted weights.

use super::block::{FRACTION, RowBlock};
use super::loss::Model;
use super::parameter_map::ParameterMap;
use super::positions::Positions;
use crate::error::TunerError;
use nalgebra::DMatrix;
use rayon::prelude::*;
use tradewind_files::FileError;
use tradewind_stats::Symmetric;

/// The maximum number of blocks that matrices are summed over, evenly spread over all: about 200 000 positions.
const MAX_BLOCKS: usize = 200;

/// The sandwich estimator H⁻¹·G·H⁻¹ of the covariance of parameters (P. J. Huber 1967). H is the Hessian of the loss with
/// its L2 term; G is the sum of outer products of the gradients of game pairs, since the positions of a pair are
/// correlated.
pub(super) fn covariance(
    positions: &Positions,
    parameter_map: &ParameterMap,
    model: &Model,
    l2_factors: &[f64],
) -> Result<DMatrix<f64>, TunerError> {
    let size = parameter_map.bounds.len();
    let blocks = &positions.fitted;
    let taken = blocks.len().min(MAX_BLOCKS);
    let sums: Result<Vec<Matrices>, FileError> = (0..taken)
        .into_par_iter()
        .map(|at| {
            let at = at * blocks.len() / taken;
            blocks.with(at, |block| of_block(block, parameter_map, model, size))
        })
        .collect();
    let mut all = Matrices::new(size);
    for sum in sums? {
        all.add(&sum);
    }
    let times = blocks.rows() as f64 / all.rows.max(1.0);
    all.hessian.scale(times);
    all.scatter.scale(times);
    for (at, l2) in l2_factors.iter().enumerate() {
        all.hessian.add_to_diagonal(at, l2 * blocks.rows() as f64);
    }
    for at in 0..size {
        // A parameter without observations in these blocks is known only by the L2 term.
        if all.scatter.diagonal(at) == 0.0 {
            let hessian = all.hessian.diagonal(at);
            all.scatter.add_to_diagonal(at, hessian);
        }
    }
    let Some(factor) = all.hessian.factor() else {
        return Err(TunerError::Useless(
            "the loss is flat in some direction; write a smaller l2, or freeze some weights"
                .to_string(),
        ));
    };
    Ok(factor.sandwich(all.scatter))
}

/// Sums of matrices over positions and pairs.
struct Matrices {
    hessian: Symmetric,
    scatter: Symmetric,
    rows: f64,
}

impl Matrices {
    fn new(size: usize) -> Matrices {
        Matrices {
            hessian: Symmetric::zeros(size),
            scatter: Symmetric::zeros(size),
            rows: 0.0,
        }
    }

    fn add(&mut self, other: &Matrices) {
        self.hessian.add(&other.hessian);
        self.scatter.add(&other.scatter);
        self.rows += other.rows;
    }
}

fn of_block(
    block: &RowBlock,
    parameter_map: &ParameterMap,
    model: &Model,
    size: usize,
) -> Matrices {
    let mut sums = Matrices::new(size);
    let mut gradient = vec![0.0; size];
    let close_pair = |gradient: &mut Vec<f64>, scatter: &mut Symmetric| {
        let sparse: Vec<(usize, f64)> = (gradient.iter().copied().enumerate())
            .filter(|(_, one)| *one != 0.0)
            .collect();
        scatter.add_square(&sparse, 1.0);
        gradient.fill(0.0);
    };
    for at in 0..block.rows() {
        if at > 0 && block.pairs[at] != block.pairs[at - 1] {
            close_pair(&mut gradient, &mut sums.scatter);
        }
        let row = coefficients(block, at, parameter_map, size);
        let (expected, _) = model.predict(block, at);
        let curve = model.scale * model.scale * expected * (1.0 - expected);
        sums.hessian.add_square(&row, curve);
        let off = model.scale * (expected - model.target(block, at));
        for &(place, count) in &row {
            gradient[place] += off * count;
        }
    }
    close_pair(&mut gradient, &mut sums.scatter);
    sums.rows = block.rows() as f64;
    sums
}

/// The derivatives of a row's evaluation in the parameters, without those that are 0.
fn coefficients(
    block: &RowBlock,
    at: usize,
    parameter_map: &ParameterMap,
    size: usize,
) -> Vec<(usize, f64)> {
    let share = f64::from(block.shares[at]);
    let mut all = vec![0.0; size];
    for (term, &count) in block.row(at).iter().enumerate() {
        if count == 0 {
            continue;
        }
        let count = f64::from(count) * f64::from(FRACTION);
        for (phase, share) in [share, 1.0 - share].into_iter().enumerate() {
            if let Some(Some(place)) = parameter_map.places.get(2 * term + phase) {
                all[*place] += count * share;
            }
        }
    }
    let all = all.into_iter().enumerate();
    all.filter(|(_, one)| *one != 0.0).collect()
}
