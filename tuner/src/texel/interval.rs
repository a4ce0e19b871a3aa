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
    let sums: Result<Vec<BlockSums>, FileError> = (0..taken)
        .into_par_iter()
        .map(|at| {
            let at = at * blocks.len() / taken;
            blocks.with(at, |block| of_block(block, parameter_map, model, size))
        })
        .collect();
    let (mut hessian, mut scatter) = (Symmetric::zeros(size), Symmetric::zeros(size));
    let mut rows = 0.0;
    for (block_hessian, block_scatter, block_rows) in sums? {
        hessian.add(&block_hessian);
        scatter.add(&block_scatter);
        rows += block_rows;
    }
    let times = blocks.rows() as f64 / f64::max(rows, 1.0);
    hessian.scale(times);
    scatter.scale(times);
    for (at, l2) in l2_factors.iter().enumerate() {
        hessian.add_to_diagonal(at, l2 * blocks.rows() as f64);
        // A parameter without observations in these blocks is known only by the L2 term.
        if scatter.diagonal(at) == 0.0 {
            scatter.add_to_diagonal(at, hessian.diagonal(at));
        }
    }
    let factor = hessian.factor().ok_or_else(|| {
        TunerError::useless(
            "the loss is flat in some direction; write a smaller l2, or freeze some weights",
        )
    })?;
    Ok(factor.sandwich(scatter))
}

/// The Hessian, the scatter of pairs, and the number of positions of a block.
type BlockSums = (Symmetric, Symmetric, f64);

fn of_block(
    block: &RowBlock,
    parameter_map: &ParameterMap,
    model: &Model,
    size: usize,
) -> BlockSums {
    let (mut hessian, mut scatter) = (Symmetric::zeros(size), Symmetric::zeros(size));
    let mut gradient = vec![0.0; size];
    for at in 0..block.rows() {
        if at > 0 && block.pairs[at] != block.pairs[at - 1] {
            scatter.add_dense_square(&gradient);
            gradient.fill(0.0);
        }
        let row = coefficients(block, at, parameter_map, size);
        let (expected, _) = model.predict(block, at);
        let curve = model.scale * model.scale * expected * (1.0 - expected);
        hessian.add_square(&row, curve);
        let off = model.scale * (expected - model.target(block, at));
        for &(place, count) in &row {
            gradient[place] += off * count;
        }
    }
    scatter.add_dense_square(&gradient);
    (hessian, scatter, block.rows() as f64)
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
