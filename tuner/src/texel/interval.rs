//! How sure fitted weights are.

use super::TexelError;
use super::block::{Block, FRACTION};
use super::freedom::Freedom;
use super::loss::Model;
use super::positions::Positions;
use rayon::prelude::*;
use tradewind_selfplay::files::FileError;
use tradewind_stats::{Cholesky, packed};

/// Matrices are summed over no more blocks than this, evenly spread over all: about 200 000
/// positions say how much the rest scatter.
const MOST_BLOCKS: usize = 200;

/// The covariance of fitted parameters, all rows one after another: the sandwich H⁻¹·G·H⁻¹ of
/// P. J. Huber (1967), where H is the curvature of the loss, pull included, and G the scatter of the
/// slopes of whole pairs of games, since positions of a pair are not independent.
pub(super) fn covariance(
    positions: &Positions,
    freedom: &Freedom,
    model: &Model,
    pulls: &[f64],
) -> Result<Vec<f64>, TexelError> {
    let size = freedom.bounds.len();
    let blocks = &positions.fitted;
    let taken = blocks.len().min(MOST_BLOCKS);
    let sums: Result<Vec<Matrices>, FileError> = (0..taken)
        .into_par_iter()
        .map(|at| {
            let at = at * blocks.len() / taken;
            blocks.with(at, |block| of_block(block, freedom, model, size))
        })
        .collect();
    let mut all = Matrices::new(size);
    for sum in sums? {
        all.join(&sum);
    }
    let times = blocks.rows() as f64 / all.rows.max(1.0);
    for element in all.curvature.iter_mut().chain(&mut all.scatter) {
        *element *= times;
    }
    for (at, pull) in pulls.iter().enumerate() {
        all.curvature[packed(at, at)] += pull * blocks.rows() as f64;
    }
    for at in 0..size {
        let diagonal = packed(at, at);
        // What is in none of these positions is as sure as the pull makes it, not surer.
        if all.scatter[diagonal] == 0.0 {
            all.scatter[diagonal] = all.curvature[diagonal];
        }
    }
    let Some(cholesky) = Cholesky::new(all.curvature, size) else {
        return Err(TexelError::Useless(
            "the loss is flat in some direction; write a smaller pull, or hold some weights"
                .to_string(),
        ));
    };
    Ok(cholesky.sandwich(&all.scatter))
}

/// Sums of packed matrices over positions and pairs.
struct Matrices {
    curvature: Vec<f64>,
    scatter: Vec<f64>,
    rows: f64,
}

impl Matrices {
    fn new(size: usize) -> Matrices {
        Matrices {
            curvature: vec![0.0; size * (size + 1) / 2],
            scatter: vec![0.0; size * (size + 1) / 2],
            rows: 0.0,
        }
    }

    fn join(&mut self, other: &Matrices) {
        let add = |to: &mut Vec<f64>, from: &Vec<f64>| {
            to.iter_mut().zip(from).for_each(|(sum, more)| *sum += more);
        };
        add(&mut self.curvature, &other.curvature);
        add(&mut self.scatter, &other.scatter);
        self.rows += other.rows;
    }
}

/// Adds `times` times the product of a sparse vector with itself.
fn add_square(matrix: &mut [f64], vector: &[(usize, f64)], times: f64) {
    for (at, &(row, left)) in vector.iter().enumerate() {
        let scaled = times * left;
        for &(column, right) in &vector[..=at] {
            matrix[packed(row, column)] += scaled * right;
        }
    }
}

fn of_block(block: &Block, freedom: &Freedom, model: &Model, size: usize) -> Matrices {
    let mut sums = Matrices::new(size);
    let mut slope = vec![0.0; size];
    let close = |slope: &mut Vec<f64>, scatter: &mut Vec<f64>| {
        let sparse: Vec<(usize, f64)> = (slope.iter().copied().enumerate())
            .filter(|(_, one)| *one != 0.0)
            .collect();
        add_square(scatter, &sparse, 1.0);
        slope.fill(0.0);
    };
    for at in 0..block.rows() {
        if at > 0 && block.pairs[at] != block.pairs[at - 1] {
            close(&mut slope, &mut sums.scatter);
        }
        let row = coefficients(block, at, freedom, size);
        let (chance, _) = model.foretell(block, at);
        let curve = model.scale * model.scale * chance * (1.0 - chance);
        add_square(&mut sums.curvature, &row, curve);
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
fn coefficients(block: &Block, at: usize, freedom: &Freedom, size: usize) -> Vec<(usize, f64)> {
    let share = f64::from(block.shares[at]);
    let mut all = vec![0.0; size];
    for (term, &count) in block.row(at).iter().enumerate() {
        if count == 0 {
            continue;
        }
        let count = f64::from(count) * f64::from(FRACTION);
        for (phase, share) in [share, 1.0 - share].into_iter().enumerate() {
            if let Some(Some(place)) = freedom.places.get(2 * term + phase) {
                all[*place] += count * share;
            }
        }
    }
    let all = all.into_iter().enumerate();
    all.filter(|(_, one)| *one != 0.0).collect()
}
