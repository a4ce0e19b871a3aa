//! The layers of a network: the first one, in groups of hidden units that are trained in parallel, and the output layer.
//! Each group processes all positions in order, so that sums do not depend on the number of threads.
//!
//! Rows of weights of the first layer are factorised: the row of an input is the sum of the factors of the piece on the
//! square, the piece anywhere, the piece on the rank and the piece on the file. With several royal buckets, the factor of
//! the piece on the square is shared by all buckets, and each bucket adds its own, which starts at 0.

use super::packed::Position;
use crate::adam::{AdamStep, Moments};
use arrayvec::ArrayVec;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::ops::Range;
use tradewind_engine::evaluation::network::{MAX_WEIGHT, Shape};
use tradewind_stats::logistic;

/// The number of hidden units of a group.
pub(super) const LANES: usize = 16;
/// The range of the initial weights and biases.
const INITIAL_ROW: f32 = 0.08;
const INITIAL_BIAS: f32 = 0.4;

/// A number for each unit of a group.
pub(super) type Units = [f32; LANES];

/// A row of a table that is accessed randomly, aligned to a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct UnitRow(Units);

const ZEROS: UnitRow = UnitRow([0.0; LANES]);

/// A group of hidden units.
#[derive(Clone, Debug)]
pub(super) struct UnitGroup {
    /// The parameters: one factor for each input, then those shared by royal buckets, then those of pieces anywhere, on
    /// ranks and on files, then the biases.
    factors: Vec<Units>,
    moments: Moments<f32>,
    /// The rows, as sums of their factors.
    rows: Vec<UnitRow>,
    gradients: Vec<UnitRow>,
}

/// The factors of each row.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    /// By input: the numbers of its shared factors.
    shared: Vec<ArrayVec<u32, 4>>,
    /// The number of inputs of one royal bucket.
    placings: usize,
    /// The number of factors, including the biases.
    count: usize,
}

impl Factors {
    pub fn new(shape: &Shape) -> Factors {
        let (pieces, squares) = (2 * shape.pieces.len(), shape.squares());
        let (inputs, placings) = (shape.inputs(), shape.placings());
        let shared_placings = if inputs > placings { placings } else { 0 };
        let anywhere = inputs + shared_placings;
        let on_rank = anywhere + pieces;
        let on_file = on_rank + pieces * shape.ranks;
        let shared = |input: usize| {
            let placing = input % placings;
            let (piece, square) = (placing / squares, placing % squares);
            let (rank, file) = (square / shape.files, square % shape.files);
            let of_placing = (shared_placings > 0).then_some(inputs + placing);
            let others = [
                anywhere + piece,
                on_rank + piece * shape.ranks + rank,
                on_file + piece * shape.files + file,
            ];
            let factors = of_placing.into_iter().chain(others);
            factors.map(|factor| factor as u32).collect()
        };
        Factors {
            shared: (0..inputs).map(shared).collect(),
            placings,
            count: on_file + pieces * shape.files + 1,
        }
    }

    /// The factors of pieces on squares that no royal bucket has for itself.
    fn of_placings(&self) -> Range<usize> {
        let inputs = self.shared.len();
        let begin = if inputs > self.placings { inputs } else { 0 };
        begin..begin + self.placings
    }
}

impl UnitGroup {
    pub fn new(layout: &Factors, random: &mut ChaCha8Rng) -> UnitGroup {
        let mut factors = vec![[0.0; LANES]; layout.count];
        for number in factors[layout.of_placings()].as_flattened_mut() {
            *number = random.random_range(-INITIAL_ROW..INITIAL_ROW);
        }
        if let Some(biases) = factors.last_mut() {
            biases.fill_with(|| random.random_range(0.0..INITIAL_BIAS));
        }
        let mut group = UnitGroup {
            moments: Moments::<f32>::new(layout.count * LANES),
            rows: vec![ZEROS; layout.shared.len()],
            gradients: vec![ZEROS; layout.count],
            factors,
        };
        group.sum_factors(layout);
        group
    }

    /// Replaces the parameters by the rows of a network, put into the factors of squares. A network with fewer royal buckets
    /// starts with the same row in several of them.
    pub(crate) fn set_rows(&mut self, layout: &Factors, rows: &[&[f32]], biases: &[f32]) {
        self.factors.fill([0.0; LANES]);
        let (inputs, placings) = (layout.shared.len(), layout.of_placings());
        for (input, own) in self.factors[..inputs].iter_mut().enumerate() {
            own.copy_from_slice(rows[input % rows.len()]);
        }
        if inputs > layout.placings {
            // The mean of the rows of all royal buckets is their shared factor.
            let share = layout.placings as f32 / inputs as f32;
            let (own, shared) = self.factors.split_at_mut(placings.start);
            for (place, row) in own.iter().enumerate() {
                for (mean, number) in shared[place % layout.placings].iter_mut().zip(row) {
                    *mean += share * number;
                }
            }
            for (place, row) in own.iter_mut().enumerate() {
                for (number, mean) in row.iter_mut().zip(shared[place % layout.placings]) {
                    *number -= mean;
                }
            }
        }
        if let Some(own) = self.factors.last_mut() {
            own.copy_from_slice(biases);
        }
        self.sum_factors(layout);
    }

    /// The parameters and the moments of the optimizer.
    pub fn state(&mut self) -> impl Iterator<Item = &mut [f32]> {
        std::iter::once(self.factors.as_flattened_mut()).chain(self.moments.state())
    }

    /// Computes all rows from their factors, clamped to the range of a network.
    pub(crate) fn sum_factors(&mut self, layout: &Factors) {
        let rows = self.rows.iter_mut().zip(&self.factors).zip(&layout.shared);
        for ((UnitRow(row), own), shared) in rows {
            *row = *own;
            for &factor in shared {
                add(row, &self.factors[factor as usize]);
            }
            for number in row {
                *number = number.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
    }

    /// The row of an input.
    pub fn row(&self, input: usize) -> &Units {
        &self.rows[input].0
    }

    pub fn biases(&self) -> &Units {
        &self.factors[self.factors.len() - 1]
    }

    /// The activations of both views of some positions, before the activation function.
    pub fn forward(&self, positions: &[Position<'_>]) -> Vec<[Units; 2]> {
        let of_view = |inputs: &[u16]| {
            let mut sums = *self.biases();
            for &input in inputs {
                add(&mut sums, &self.rows[usize::from(input)].0);
            }
            sums
        };
        (positions.iter())
            .map(|position| position.views.map(of_view))
            .collect()
    }

    /// Sets all gradients to 0.
    pub(crate) fn clear_gradients(&mut self) {
        self.gradients.fill(ZEROS);
    }

    /// Adds the gradients of some positions, given those of their activations.
    pub fn backward(&mut self, positions: &[Position<'_>], of_sums: &[[Units; 2]]) {
        let Some((UnitRow(of_biases), of_rows)) = self.gradients.split_last_mut() else {
            return;
        };
        for (position, of_sums) in positions.iter().zip(of_sums) {
            // A copied gradient cannot alias a row, so that it is added in whole registers.
            for (inputs, gradient) in position.views.iter().zip(*of_sums) {
                for &input in *inputs {
                    add(&mut of_rows[usize::from(input)].0, &gradient);
                }
                add(of_biases, &gradient);
            }
        }
    }

    /// Adds the gradients of rows to those of their shared factors.
    fn share_gradients(&mut self, layout: &Factors) {
        for (input, shared) in layout.shared.iter().enumerate() {
            let UnitRow(gradient) = self.gradients[input];
            for &factor in shared {
                add(&mut self.gradients[factor as usize].0, &gradient);
            }
        }
    }

    /// Updates the parameters.
    pub fn step(&mut self, layout: &Factors, step: AdamStep<f32>) {
        self.share_gradients(layout);
        let both = self.factors.iter_mut().zip(&self.gradients);
        for (begin, (numbers, UnitRow(gradients))) in (0..).step_by(LANES).zip(both) {
            self.moments.step(begin, numbers, gradients, step);
        }
        self.sum_factors(layout);
    }
}

/// Adds numbers to sums, unit by unit.
#[inline(always)]
pub(super) fn add(sums: &mut Units, more: &Units) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// The range of the initial weights.
const INITIAL: f32 = 0.1;

/// The output layer.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// By bucket: the weights of the hidden units of the side to move, those of the other side, and the bias.
    pub numbers: Vec<f32>,
    hidden: usize,
    moments: Moments<f32>,
}

/// The training target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Centipawns per unit of log-odds.
    pub scale: f64,
    /// The share of the result; the rest is the score of the search.
    pub lambda: f64,
}

/// The loss of some positions and its gradients.
#[derive(Clone, Debug)]
pub(super) struct OutputGradients {
    pub loss: f64,
    /// By number of the output layer.
    of_numbers: Vec<f32>,
    /// By group, position and view: the gradients of the activations.
    pub of_sums: Vec<Vec<[Units; 2]>>,
}

impl Output {
    pub fn new(hidden: usize, buckets: usize, random: &mut ChaCha8Rng) -> Output {
        let count = buckets * (2 * hidden + 1);
        let number = |at: usize| match (at + 1) % (2 * hidden + 1) {
            0 => 0.0,
            _ => random.random_range(-INITIAL..INITIAL),
        };
        Output {
            numbers: (0..count).map(number).collect(),
            hidden,
            moments: Moments::<f32>::new(count),
        }
    }

    /// The parameters and the moments of the optimizer.
    pub fn state(&mut self) -> impl Iterator<Item = &mut [f32]> {
        std::iter::once(&mut self.numbers[..]).chain(self.moments.state())
    }

    /// The weights of a bucket, by view and group, and its bias.
    fn bucket(&self, bucket: usize) -> (&[Units], f32) {
        let width = 2 * self.hidden + 1;
        let (weights, bias) = self.numbers[bucket * width..][..width].as_chunks();
        (weights, bias[0])
    }

    /// The log-odds of a position, from the activations of each group.
    pub fn log_odds<'s>(&self, bucket: usize, sums: impl Iterator<Item = &'s [Units; 2]>) -> f32 {
        let (weights, bias) = self.bucket(bucket);
        let groups = self.hidden / LANES;
        let mut odds = [0.0; LANES];
        for (group, sums) in sums.enumerate() {
            for (view, sums) in sums.iter().enumerate() {
                let weights = &weights[view * groups + group];
                for ((odds, sum), weight) in odds.iter_mut().zip(sums).zip(weights) {
                    let unit = sum.clamp(0.0, 1.0);
                    *odds += unit * unit * weight;
                }
            }
        }
        bias + odds.iter().sum::<f32>()
    }

    /// The loss of some positions and its gradients, from the activations of each group.
    pub fn gradients(
        &self,
        positions: &[Position<'_>],
        sums: &[&Vec<[Units; 2]>],
        target: Target,
    ) -> OutputGradients {
        let mut found = OutputGradients {
            loss: 0.0,
            of_numbers: vec![0.0; self.numbers.len()],
            of_sums: vec![vec![[[0.0; LANES]; 2]; positions.len()]; sums.len()],
        };
        let groups = self.hidden / LANES;
        for (at, position) in positions.iter().enumerate() {
            let odds = self.log_odds(position.bucket, sums.iter().map(|group| &group[at]));
            let (loss, error) = target.loss(position, f64::from(odds));
            found.loss += loss;
            let error = error as f32;
            let width = 2 * self.hidden + 1;
            let (weights, _) = self.bucket(position.bucket);
            let gradients = found.of_numbers[position.bucket * width..][..width].as_chunks_mut();
            let (gradients, of_bias): (&mut [Units], _) = gradients;
            of_bias[0] += error;
            for (group, sums) in sums.iter().enumerate() {
                for (view, sums) in sums[at].iter().enumerate() {
                    let from = view * groups + group;
                    let (of_weights, of_sums) = unit_gradients(error, sums, &weights[from]);
                    add(&mut gradients[from], &of_weights);
                    found.of_sums[group][at][view] = of_sums;
                }
            }
        }
        found
    }

    /// Updates the parameters by the sum of gradients.
    pub fn step(&mut self, gradients: &[OutputGradients], step: AdamStep<f32>) {
        let mut sums = vec![0.0; self.numbers.len()];
        for part in gradients {
            for (sum, gradient) in sums.iter_mut().zip(&part.of_numbers) {
                *sum += gradient;
            }
        }
        self.moments.step(0, &mut self.numbers, &sums, step);
        for number in &mut self.numbers {
            *number = number.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// The gradients of the weights and of the activations of a group.
fn unit_gradients(error: f32, sums: &Units, weights: &Units) -> (Units, Units) {
    let (mut of_weights, mut of_sums) = ([0.0; LANES], [0.0; LANES]);
    for lane in 0..LANES {
        let unit = sums[lane].clamp(0.0, 1.0);
        of_weights[lane] = error * unit * unit;
        let is_active = sums[lane] > 0.0 && sums[lane] < 1.0;
        let gradient = error * weights[lane] * 2.0 * unit;
        of_sums[lane] = if is_active { gradient } else { 0.0 };
    }
    (of_weights, of_sums)
}

#[cfg(test)]
impl OutputGradients {
    pub(crate) fn of_number(&self, number: usize) -> f32 {
        self.of_numbers[number]
    }
}

impl Target {
    /// The target of a position: an expected score. Without a score of the search it is the result.
    fn of(&self, position: &Position<'_>) -> f64 {
        position.score.map_or(position.result, |score| {
            let expected = logistic(score / self.scale);
            self.lambda * position.result + (1.0 - self.lambda) * expected
        })
    }

    /// The cross-entropy minus the entropy of the target, and its derivative in the log-odds of the network.
    pub fn loss(&self, position: &Position<'_>, log_odds: f64) -> (f64, f64) {
        let (odds, target) = (log_odds + position.offset / self.scale, self.of(position));
        let loss = odds.max(0.0) + libm::log1p(libm::exp(-odds.abs())) - target * odds;
        (loss - entropy(target), logistic(odds) - target)
    }
}

/// The entropy of an expected score, in nats.
fn entropy(expected: f64) -> f64 {
    let part = |p: f64| if p == 0.0 { 0.0 } else { -p * libm::log(p) };
    part(expected) + part(1.0 - expected)
}

#[cfg(test)]
impl UnitGroup {
    /// The derivative in one number of a factor.
    pub fn gradient(&mut self, layout: &Factors, [factor, lane]: [usize; 2]) -> f32 {
        self.share_gradients(layout);
        self.gradients[factor].0[lane]
    }

    /// A copy with one number of a factor changed.
    pub fn moved(&self, layout: &Factors, [factor, lane]: [usize; 2], by: f32) -> UnitGroup {
        let mut moved = self.clone();
        moved.factors[factor][lane] += by;
        moved.sum_factors(layout);
        moved
    }
}
