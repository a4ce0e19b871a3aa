//! The output layer: from hidden units to log-odds, and the backward pass.

use super::layer::{LANES, Units, add};
use super::packed::Position;
use crate::adam::{AdamStep, Moments};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::network::MAX_WEIGHT;
use tradewind_stats::logistic;

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
        [&mut self.numbers[..]]
            .into_iter()
            .chain(self.moments.state())
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
    /// The target of a position: an expected score.
    fn of(&self, position: &Position<'_>) -> f64 {
        let expected = logistic(position.score / self.scale);
        self.lambda * position.result + (1.0 - self.lambda) * expected
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
