//! The cross-entropy loss, its gradient, and the covariance of fitted weights.

use super::plan::ParameterMap;
use super::positions::{Blocks, FRACTION, LANES, Positions, RowBlock, width};
use crate::error::TunerError;
use nalgebra::DMatrix;
use rayon::prelude::*;
use tradewind_files::FileError;
use tradewind_stats::{Symmetric, logistic};

/// Logistic regression on an evaluation that is linear in its weights: White's expected score is the logistic function
/// of `scale` times the evaluation in centipawns.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// By term: the middlegame and the endgame weight of one [`FRACTION`].
    middle: Vec<f32>,
    end: Vec<f32>,
    /// Log-odds per centipawn.
    pub scale: f64,
    /// The share of the result in the target; the rest is the score of a search.
    pub lambda: f64,
}

/// Sums over positions.
#[derive(Clone, Debug, Default)]
pub(super) struct LossSums {
    pub loss: f64,
    /// By slot: the derivative of the loss.
    pub gradient: Vec<f64>,
    pub rows: u64,
}

impl LossSums {
    fn join(mut self, other: LossSums) -> LossSums {
        self.loss += other.loss;
        self.rows += other.rows;
        self.gradient
            .resize(other.gradient.len().max(self.gradient.len()), 0.0);
        for (sum, more) in self.gradient.iter_mut().zip(other.gradient) {
            *sum += more;
        }
        self
    }

    pub(crate) fn mean_loss(&self) -> f64 {
        self.loss / self.rows.max(1) as f64
    }
}

impl Model {
    /// The model with the weights of all slots.
    pub fn new(slots: &[f64], scale: f64, lambda: f64) -> Model {
        let width = width(slots.len() / 2);
        let phase = |phase: usize| {
            let own = slots.iter().skip(phase).step_by(2);
            let mut own: Vec<f32> = own.map(|weight| *weight as f32 * FRACTION).collect();
            own.resize(width, 0.0);
            own
        };
        Model {
            middle: phase(0),
            end: phase(1),
            scale,
            lambda,
        }
    }

    /// The evaluation of a row in centipawns, for White.
    pub fn eval(&self, block: &RowBlock, at: usize) -> f64 {
        let (mut middle, mut end) = ([0.0_f32; LANES], [0.0_f32; LANES]);
        let (counts, _) = block.row(at).as_chunks::<LANES>();
        let (for_middle, _) = self.middle.as_chunks::<LANES>();
        let (for_end, _) = self.end.as_chunks::<LANES>();
        for ((counts, of_middle), of_end) in counts.iter().zip(for_middle).zip(for_end) {
            for lane in 0..LANES {
                let count = f32::from(counts[lane]);
                middle[lane] += count * of_middle[lane];
                end[lane] += count * of_end[lane];
            }
        }
        let share = f64::from(block.shares[at]);
        let sum = |lanes: [f32; LANES]| lanes.iter().map(|&lane| f64::from(lane)).sum::<f64>();
        share * sum(middle) + (1.0 - share) * sum(end)
    }

    /// The target of a row.
    pub fn target(&self, block: &RowBlock, at: usize) -> f64 {
        let result = f64::from(block.results[at]);
        match block.score(at) {
            Some(score) if self.lambda < 1.0 => {
                let by_score = logistic(self.scale * f64::from(score));
                self.lambda * result + (1.0 - self.lambda) * by_score
            }
            _ => result,
        }
    }

    /// White's predicted score in a row, and its loss.
    pub fn predict(&self, block: &RowBlock, at: usize) -> (f64, f64) {
        let odds = self.scale * self.eval(block, at);
        let power = libm::exp(-odds.abs());
        // ln(1 + e^odds) without overflow.
        let both = odds.max(0.0) + libm::log1p(power);
        let expected = if odds >= 0.0 {
            1.0 / (1.0 + power)
        } else {
            power / (1.0 + power)
        };
        (expected, both - self.target(block, at) * odds)
    }

    fn loss_of(&self, block: &RowBlock) -> LossSums {
        LossSums {
            loss: (0..block.rows()).map(|at| self.predict(block, at).1).sum(),
            gradient: Vec::new(),
            rows: block.rows() as u64,
        }
    }

    fn gradient_of(&self, block: &RowBlock) -> LossSums {
        let mut loss = 0.0;
        let (mut middle, mut end) = (vec![0.0_f32; block.width], vec![0.0_f32; block.width]);
        for at in 0..block.rows() {
            let (expected, own) = self.predict(block, at);
            loss += own;
            let off = self.scale * (expected - self.target(block, at)) * f64::from(FRACTION);
            let share = f64::from(block.shares[at]);
            let (to_middle, to_end) = ((off * share) as f32, (off * (1.0 - share)) as f32);
            let sums = middle.iter_mut().zip(&mut end);
            for ((middle, end), &count) in sums.zip(block.row(at)) {
                let count = f32::from(count);
                *middle += count * to_middle;
                *end += count * to_end;
            }
        }
        let slots = middle.into_iter().zip(end);
        LossSums {
            loss,
            gradient: (slots.flat_map(|(middle, end)| [middle, end]))
                .map(f64::from)
                .collect(),
            rows: block.rows() as u64,
        }
    }

    /// Loss and gradient over some blocks. The sums do not depend on the number of threads.
    pub fn gradient(&self, blocks: &Blocks, which: &[usize]) -> Result<LossSums, TunerError> {
        self.sums(blocks, which, |block| self.gradient_of(block))
    }

    /// The loss over all blocks.
    pub fn loss(&self, blocks: &Blocks) -> Result<LossSums, TunerError> {
        let all: Vec<usize> = (0..blocks.len()).collect();
        self.sums(blocks, &all, |block| self.loss_of(block))
    }

    /// The mean loss of this model minus that of another one on the same rows, and its standard error, clustered by game
    /// pair: that of a ratio of sums over pairs (Cochran, *Sampling Techniques*, 6.2).
    pub fn excess(&self, other: &Model, blocks: &Blocks) -> Result<(f64, f64), TunerError> {
        let all: Vec<usize> = (0..blocks.len()).collect();
        let sums = self.sums(blocks, &all, |block| {
            let mut found = LossSums {
                // Sums of squares, products and sizes.
                gradient: vec![0.0; 3],
                rows: block.rows() as u64,
                ..LossSums::default()
            };
            let mut at = 0;
            for pair in block.pairs.chunk_by(|one, next| one == next) {
                let rows = at..at + pair.len();
                at = rows.end;
                let size = rows.len() as f64;
                let sum: f64 = rows
                    .map(|at| self.predict(block, at).1 - other.predict(block, at).1)
                    .sum();
                found.loss += sum;
                found.gradient[0] += sum * sum;
                found.gradient[1] += sum * size;
                found.gradient[2] += size * size;
            }
            found
        })?;
        let (mean, rows) = (sums.mean_loss(), sums.rows.max(1) as f64);
        let [squares, products, sizes] = sums.gradient[..] else {
            return Ok((mean, 0.0));
        };
        let variance = squares - 2.0 * mean * products + mean * mean * sizes;
        Ok((mean, variance.max(0.0).sqrt() / rows))
    }

    fn sums(
        &self,
        blocks: &Blocks,
        which: &[usize],
        work: impl Fn(&RowBlock) -> LossSums + Sync,
    ) -> Result<LossSums, TunerError> {
        let found: Result<Vec<LossSums>, FileError> = (which.par_iter())
            .map(|&at| blocks.with(at, &work))
            .collect();
        Ok(found?.into_iter().fold(LossSums::default(), LossSums::join))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texel::PositionRow;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const TERMS: usize = 11;

    fn example() -> (Blocks, Vec<f64>) {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let mut blocks = Blocks::new(TERMS);
        for _ in 0..3 {
            let mut block = RowBlock::new(TERMS);
            for pair in 0..500 {
                block.push(&PositionRow {
                    counts: (0..TERMS)
                        .map(|_| random.random_range(-12..=12) as f32 / 4.0)
                        .collect(),
                    share: random.random_range(0.0..1.0),
                    result: [0.0, 0.5, 1.0][random.random_range(0..3)],
                    score: Some(random.random_range(-500..500)),
                    pair,
                });
            }
            blocks.push(block, true).expect("room in memory");
        }
        let slots = (0..2 * TERMS).map(|_| random.random_range(-120.0..120.0));
        (blocks, slots.collect())
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let (blocks, slots) = example();
        let all = [0, 1, 2];
        for lambda in [1.0, 0.6, 0.0] {
            let loss = |slots: &[f64]| {
                let sums = Model::new(slots, 0.004, lambda).loss(&blocks);
                sums.expect("in memory").loss
            };
            let model = Model::new(&slots, 0.004, lambda);
            let found = model.gradient(&blocks, &all).expect("in memory");
            assert_eq!(found.rows, 1_500);
            assert!((found.loss - loss(&slots)).abs() < 1e-9 * found.loss);
            let largest = found
                .gradient
                .iter()
                .fold(0.0_f64, |max, one| max.max(one.abs()));
            for at in 0..2 * TERMS {
                let moved = |by: f64| {
                    let mut moved = slots.clone();
                    moved[at] += by;
                    loss(&moved)
                };
                let difference = (moved(0.5) - moved(-0.5)) / 1.0;
                let off = (difference - found.gradient[at]).abs();
                assert!(
                    off < 2e-4 * largest,
                    "{at}: {difference} {}",
                    found.gradient[at]
                );
            }
        }
    }

    /// With lambda 0 the loss has its minimum where the evaluation equals the score.
    #[test]
    fn scores_are_targets_on_the_same_scale() {
        let mut block = RowBlock::new(1);
        block.push(&PositionRow {
            counts: vec![2.0],
            share: 1.0,
            result: 0.0,
            score: Some(180),
            pair: 0,
        });
        let gradient = |weight: f64| {
            Model::new(&[weight, 0.0], 0.004, 0.0)
                .gradient_of(&block)
                .gradient[0]
        };
        assert!(gradient(89.0) < 0.0 && gradient(91.0) > 0.0);
        assert!(gradient(90.0).abs() < 1e-9);
    }
}
