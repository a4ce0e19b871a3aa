//! How sure fitted weights are.

use super::TexelError;
use super::block::{FRACTION, RowBlock};
use super::loss::Model;
use super::parameter_map::ParameterMap;
use super::positions::Positions;
use nalgebra::DMatrix;
use rayon::prelude::*;
use tradewind_files::FileError;
use tradewind_stats::Symmetric;

/// Matrices are summed over no more blocks than this, evenly spread over all: about 200 000
/// positions say how much the rest scatter.
const MAX_BLOCKS: usize = 200;

/// The covariance of fitted parameters: the sandwich H⁻¹·G·H⁻¹ of
/// P. J. Huber (1967), where H is the curvature of the loss, the L2 term included, and G the scatter of the
/// slopes of whole pairs of games, since positions of a pair are not independent.
pub(super) fn covariance(
    positions: &Positions,
    parameter_map: &ParameterMap,
    model: &Model,
    l2_slopes: &[f64],
) -> Result<DMatrix<f64>, TexelError> {
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
        all.join(&sum);
    }
    let times = blocks.rows() as f64 / all.rows.max(1.0);
    all.curvature.scale(times);
    all.scatter.scale(times);
    for (at, l2) in l2_slopes.iter().enumerate() {
        all.curvature.add_to_diagonal(at, l2 * blocks.rows() as f64);
    }
    for at in 0..size {
        // What is in none of these positions is as sure as the L2 term makes it, not surer.
        if all.scatter.diagonal(at) == 0.0 {
            let curvature = all.curvature.diagonal(at);
            all.scatter.add_to_diagonal(at, curvature);
        }
    }
    let Some(factor) = all.curvature.factor() else {
        return Err(TexelError::Useless(
            "the loss is flat in some direction; write a smaller l2, or freeze some weights"
                .to_string(),
        ));
    };
    Ok(factor.sandwich(all.scatter))
}

/// Sums of matrices over positions and pairs.
struct Matrices {
    curvature: Symmetric,
    scatter: Symmetric,
    rows: f64,
}

impl Matrices {
    fn new(size: usize) -> Matrices {
        Matrices {
            curvature: Symmetric::zeros(size),
            scatter: Symmetric::zeros(size),
            rows: 0.0,
        }
    }

    fn join(&mut self, other: &Matrices) {
        self.curvature.add(&other.curvature);
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
    let mut slope = vec![0.0; size];
    let close = |slope: &mut Vec<f64>, scatter: &mut Symmetric| {
        let sparse: Vec<(usize, f64)> = (slope.iter().copied().enumerate())
            .filter(|(_, one)| *one != 0.0)
            .collect();
        scatter.add_square(&sparse, 1.0);
        slope.fill(0.0);
    };
    for at in 0..block.rows() {
        if at > 0 && block.pairs[at] != block.pairs[at - 1] {
            close(&mut slope, &mut sums.scatter);
        }
        let row = coefficients(block, at, parameter_map, size);
        let (chance, _) = model.predict(block, at);
        let curve = model.scale * model.scale * chance * (1.0 - chance);
        sums.curvature.add_square(&row, curve);
        let off = model.scale * (chance - model.target(block, at));
        for &(place, count) in &row {
            slope[place] += off * count;
        }
    }
    close(&mut slope, &mut sums.scatter);
    sums.rows = block.rows() as f64;
    sums
}

/// The derivative of a row's evaluation in each parameter, those that are 0 left out, in order.
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
