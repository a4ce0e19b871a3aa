//! The network during training: parameters, forward pass and training steps.

use super::layers::{Factors, LANES, Output, OutputGradients, Target, UnitGroup, Units};
use super::packed::{Position, PositionSet};
use crate::adam::AdamStep;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tradewind_engine::evaluation::network::{Network, Parameters, Shape};

/// The number of positions per task. It fixes the order of sums, whatever the number of threads.
const CHUNK: usize = 256;
/// The random stream of the initial parameters.
const INITIAL_STREAM: u64 = (1 << 61) + 2;

/// The network during training.
#[derive(Clone)]
pub(super) struct NetworkModel {
    pub shape: Shape,
    pub factors: Factors,
    pub groups: Vec<UnitGroup>,
    pub output: Output,
}

impl NetworkModel {
    pub fn new(shape: Shape, seed: u64) -> NetworkModel {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(INITIAL_STREAM);
        let factors = Factors::new(&shape);
        let groups = (0..shape.hidden / LANES).map(|_| UnitGroup::new(&factors, &mut random));
        NetworkModel {
            groups: groups.collect(),
            output: Output::new(shape.hidden, shape.buckets, &mut random),
            factors,
            shape,
        }
    }

    /// The model with the parameters of a network, which has as many royal buckets as the shape, or one.
    pub(crate) fn of_network(network: &Network, shape: Shape, seed: u64) -> NetworkModel {
        let (mut model, known) = (NetworkModel::new(shape, seed), network.parameters());
        let hidden = model.shape.hidden;
        for (number, group) in model.groups.iter_mut().enumerate() {
            let lanes = number * LANES..(number + 1) * LANES;
            let rows = known.rows.chunks_exact(hidden);
            let rows: Vec<&[f32]> = rows.map(|row| &row[lanes.clone()]).collect();
            group.set_rows(&model.factors, &rows, &known.biases[lanes]);
        }
        let by_bucket = known.output.chunks_exact(2 * hidden);
        let numbers = by_bucket.zip(&known.output_biases);
        model.output.numbers = numbers
            .flat_map(|(weights, bias)| weights.iter().chain([bias]).copied())
            .collect();
        model
    }

    /// The parameters and the moments of the optimizer.
    pub fn state(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let groups = self.groups.iter_mut().flat_map(UnitGroup::state);
        groups.chain(self.output.state())
    }

    /// Recomputes the rows after [`Self::state`] was changed.
    pub(crate) fn restore(&mut self) {
        self.groups
            .iter_mut()
            .for_each(|group| group.sum_factors(&self.factors));
    }

    /// The activations by group, position and view.
    pub fn forward(&self, positions: &[Position<'_>]) -> Vec<Vec<[Units; 2]>> {
        self.groups
            .iter()
            .map(|group| group.forward(positions))
            .collect()
    }

    /// Updates the parameters by the gradient of a batch. Returns the summed loss before.
    pub fn step(&mut self, positions: &[Position<'_>], target: Target, step: AdamStep<f32>) -> f64 {
        // Group by group, so that the rows of few groups are in the cache of a thread.
        let chunks = positions.len().div_ceil(CHUNK);
        let sums: Vec<Vec<[Units; 2]>> = (0..self.groups.len() * chunks)
            .into_par_iter()
            .map(|task| {
                let (group, chunk) = (task / chunks, task % chunks);
                let from = chunk * CHUNK;
                self.groups[group].forward(&positions[from..positions.len().min(from + CHUNK)])
            })
            .collect();
        let gradients: Vec<OutputGradients> = (positions.par_chunks(CHUNK).enumerate())
            .map(|(chunk, positions)| {
                let sums: Vec<&Vec<[Units; 2]>> = sums.iter().skip(chunk).step_by(chunks).collect();
                self.output.gradients(positions, &sums, target)
            })
            .collect();
        let factors = &self.factors;
        (self.groups.par_iter_mut().enumerate()).for_each(|(number, group)| {
            group.clear_gradients();
            for (positions, gradients) in positions.chunks(CHUNK).zip(&gradients) {
                group.backward(positions, &gradients.of_sums[number]);
            }
            group.step(factors, step);
        });
        self.output.step(&gradients, step);
        gradients.iter().map(|part| part.loss).sum()
    }

    /// The log-odds of positions.
    pub fn log_odds(&self, positions: &[Position<'_>]) -> Vec<f32> {
        let sums = self.forward(positions);
        let of_position = |(at, position): (usize, &Position<'_>)| {
            self.output
                .log_odds(position.bucket, sums.iter().map(|group| &group[at]))
        };
        positions.iter().enumerate().map(of_position).collect()
    }

    /// The mean loss of positions.
    pub fn loss(&self, positions: &PositionSet, target: Target) -> f64 {
        let losses: Vec<f64> = (chunks(positions).into_par_iter())
            .map(|positions| {
                let odds = self.log_odds(&positions);
                let both = positions.iter().zip(odds);
                both.map(|(position, odds)| target.loss(position, f64::from(odds)).0)
                    .sum()
            })
            .collect();
        losses.iter().sum::<f64>() / positions.len() as f64
    }

    pub fn parameters(&self) -> Parameters {
        let groups = || self.groups.iter();
        let inputs = self.shape.inputs();
        let width = 2 * self.shape.hidden + 1;
        let by_bucket = self.output.numbers.chunks_exact(width);
        Parameters {
            rows: (0..inputs)
                .flat_map(|input| groups().flat_map(move |group| *group.row(input)))
                .collect(),
            biases: groups().flat_map(|group| *group.biases()).collect(),
            output: by_bucket
                .clone()
                .flat_map(|bucket| &bucket[..width - 1])
                .copied()
                .collect(),
            output_biases: by_bucket.map(|bucket| bucket[width - 1]).collect(),
        }
    }
}

/// All positions, in chunks.
pub(super) fn chunks(positions: &PositionSet) -> Vec<Vec<Position<'_>>> {
    let all: Vec<usize> = (0..positions.len()).collect();
    let positions = |chunk: &[usize]| chunk.iter().map(|&at| positions.get(at)).collect();
    all.chunks(CHUNK).map(positions).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::Rules;

    #[test]
    fn gradients_agree_with_finite_differences() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let shape = Shape::of(rules.spec(), 32, 4);
        let set = PositionSet::planted(60, 6, |[own, enemy]| (100 * (own[1] - enemy[1])) as i16);
        // Pieces on squares, anywhere, on ranks and files, and biases.
        let factors = [
            0, 65, 400, 700, 768, 770, 779, 785, 800, 870, 880, 900, 960, 972,
        ];
        check_gradients(NetworkModel::new(shape.clone(), 5), &set, &factors);
        let several = shape.with_royal_buckets(4);
        // The same after the factors of royal buckets, and some of these.
        let after = factors.map(|factor| 4 * 768 + factor);
        let factors: Vec<usize> = after.into_iter().chain([8, 1_000, 1_700, 2_400]).collect();
        check_gradients(
            NetworkModel::new(several, 5),
            &set.with_royals(768),
            &factors,
        );
    }

    fn check_gradients(model: NetworkModel, set: &PositionSet, factors: &[usize]) {
        let positions: Vec<Position<'_>> = (0..60).map(|at| set.get(at)).collect();
        let target = Target {
            scale: 200.0,
            lambda: 0.5,
        };
        let loss = |model: &NetworkModel| -> f64 {
            let odds = model.log_odds(&positions);
            let both = positions.iter().zip(odds);
            both.map(|(position, odds)| target.loss(position, f64::from(odds)).0)
                .sum()
        };
        let gradients = model.output.gradients(
            &positions,
            &model.forward(&positions).iter().collect::<Vec<_>>(),
            target,
        );
        let close = |gradient: f32, above: &NetworkModel, below: &NetworkModel, step: f32| {
            let measured = ((loss(above) - loss(below)) / f64::from(2.0 * step)) as f32;
            let error = (gradient - measured).abs();
            assert!(
                error < 0.02 + 0.02 * gradient.abs(),
                "{gradient} and {measured}"
            );
            usize::from(gradient.abs() > 0.05)
        };
        let step = 0.002;
        let mut large = 0;
        for number in 0..model.output.numbers.len() {
            let moved = |by: f32| {
                let mut moved = model.clone();
                moved.output.numbers[number] += by;
                moved
            };
            let gradient = gradients.of_number(number);
            large += close(gradient, &moved(step), &moved(-step), step);
        }
        for &factor in factors {
            for (group, lane) in [(0, 3), (1, 11)] {
                let mut own = model.groups[group].clone();
                own.clear_gradients();
                own.backward(&positions, &gradients.of_sums[group]);
                let moved = |by: f32| {
                    let mut moved = model.clone();
                    moved.groups[group] = own.moved(&model.factors, [factor, lane], by);
                    moved
                };
                let (above, below) = (moved(step), moved(-step));
                let gradient = own.gradient(&model.factors, [factor, lane]);
                large += close(gradient, &above, &below, step);
            }
        }
        assert!(large > 100, "only {large} gradients are large enough");
    }
}
