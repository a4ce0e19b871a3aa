//! A network on its way: its numbers, what they say of positions, and a step that makes them say it better.

use super::adam::AdamStep;
use super::layer::{LANES, RowParts, UnitGroup, Units};
use super::output::{LearningTarget, Output, OutputSlopes};
use super::positions::{LearningPosition, LearningSet};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tradewind_engine::evaluation::network::{Network, Parameters, Shape};

/// Positions that one thread takes at once. Sums go by these, whatever the number of threads.
const CHUNK: usize = 256;
/// The stream of chance of the first numbers.
const FIRST_STREAM: u64 = (1 << 61) + 2;

/// The numbers on their way.
#[derive(Clone)]
pub(super) struct NetworkModel {
    pub shape: Shape,
    pub parts: RowParts,
    pub groups: Vec<UnitGroup>,
    pub output: Output,
}

impl NetworkModel {
    pub fn new(shape: Shape, seed: u64) -> NetworkModel {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(FIRST_STREAM);
        let parts = RowParts::new(&shape);
        let groups = (0..shape.hidden / LANES).map(|_| UnitGroup::new(&parts, &mut random));
        NetworkModel {
            groups: groups.collect(),
            output: Output::new(shape.hidden, shape.buckets, &mut random),
            parts,
            shape,
        }
    }

    /// The model whose numbers are those of a network, which has as many rows for each input as the shape, or one.
    pub fn of_network(network: &Network, shape: Shape, seed: u64) -> NetworkModel {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(FIRST_STREAM);
        let (parts, known) = (RowParts::new(&shape), network.parameters());
        let group = |number: usize| {
            let lanes = number * LANES..(number + 1) * LANES;
            let rows = known.rows.chunks_exact(shape.hidden);
            let rows: Vec<&[f32]> = rows.map(|row| &row[lanes.clone()]).collect();
            UnitGroup::of_rows(&parts, &rows, &known.biases[lanes.clone()], &mut random)
        };
        let groups = (0..shape.hidden / LANES).map(group).collect();
        let mut output = Output::new(shape.hidden, shape.buckets, &mut random);
        let by_bucket = known.output.chunks_exact(2 * shape.hidden);
        let numbers = by_bucket.zip(&known.output_biases);
        output.numbers = numbers
            .flat_map(|(weights, bias)| weights.iter().chain([bias]).copied())
            .collect();
        NetworkModel {
            groups,
            output,
            parts,
            shape,
        }
    }

    /// All numbers that change from step to step.
    pub fn state(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let groups = self.groups.iter_mut().flat_map(UnitGroup::state);
        groups.chain(self.output.state())
    }

    /// Takes the numbers of [`Self::state`] as they are now.
    pub fn restore(&mut self) {
        self.groups
            .iter_mut()
            .for_each(|group| group.sum(&self.parts));
    }

    /// By group, position and view: what the hidden units sum up to.
    pub fn forward(&self, lessons: &[LearningPosition<'_>]) -> Vec<Vec<[Units; 2]>> {
        self.groups
            .iter()
            .map(|group| group.forward(lessons))
            .collect()
    }

    /// A step against the slope of the loss of a batch. Returns the loss before it.
    pub fn step(
        &mut self,
        lessons: &[LearningPosition<'_>],
        target: LearningTarget,
        step: AdamStep,
    ) -> f64 {
        // Group by group, so that a thread has the rows of few groups at hand.
        let chunks = lessons.len().div_ceil(CHUNK);
        let sums: Vec<Vec<[Units; 2]>> = (0..self.groups.len() * chunks)
            .into_par_iter()
            .map(|task| {
                let (group, chunk) = (task / chunks, task % chunks);
                let from = chunk * CHUNK;
                self.groups[group].forward(&lessons[from..lessons.len().min(from + CHUNK)])
            })
            .collect();
        let slopes: Vec<OutputSlopes> = (lessons.par_chunks(CHUNK).enumerate())
            .map(|(chunk, lessons)| {
                let sums: Vec<&Vec<[Units; 2]>> = sums.iter().skip(chunk).step_by(chunks).collect();
                self.output.slopes(lessons, &sums, target)
            })
            .collect();
        let parts = &self.parts;
        (self.groups.par_iter_mut().enumerate()).for_each(|(number, group)| {
            group.begin();
            for (lessons, slopes) in lessons.chunks(CHUNK).zip(&slopes) {
                group.backward(lessons, &slopes.of_sums[number]);
            }
            group.step(parts, step);
        });
        self.output.step(&slopes, step);
        slopes.iter().map(|part| part.loss).sum()
    }

    /// The log-odds of positions, from one place to another.
    pub fn log_odds(&self, lessons: &[LearningPosition<'_>]) -> Vec<f32> {
        let sums = self.forward(lessons);
        let of_position = |(at, lesson): (usize, &LearningPosition<'_>)| {
            self.output
                .log_odds(lesson.bucket, sums.iter().map(|group| &group[at]))
        };
        lessons.iter().enumerate().map(of_position).collect()
    }

    /// The mean loss of positions.
    pub fn loss(&self, positions: &LearningSet, target: LearningTarget) -> f64 {
        let losses: Vec<f64> = (chunks(positions).into_par_iter())
            .map(|lessons| {
                let odds = self.log_odds(&lessons);
                let both = lessons.iter().zip(odds);
                both.map(|(lesson, odds)| target.loss(lesson, f64::from(odds)).0)
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

/// All positions, by chunks.
pub(super) fn chunks(positions: &LearningSet) -> Vec<Vec<LearningPosition<'_>>> {
    let all: Vec<usize> = (0..positions.len()).collect();
    let lessons = |chunk: &[usize]| chunk.iter().map(|&at| positions.lesson(at)).collect();
    all.chunks(CHUNK).map(lessons).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::Game;

    /// Slopes are what the loss does when a number moves.
    #[test]
    fn slopes_are_finite_differences() {
        let game = Game::load("chess", &[]).expect("chess");
        let shape = Shape::of(game.spec(), 32, 4);
        let set = LearningSet::planted(60, 6, |[own, enemy]| (100 * (own[1] - enemy[1])) as i16);
        // Pieces on squares, anywhere, on ranks and files, and biases.
        let parts = [
            0, 65, 400, 700, 768, 770, 779, 785, 800, 870, 880, 900, 960, 972,
        ];
        check_slopes(NetworkModel::new(shape.clone(), 5), &set, &parts);
        let several = shape.with_royal_buckets(4);
        // The same parts after those of pieces on squares for places of the royal, and some of these.
        let after = parts.map(|part| 4 * 768 + part);
        let parts: Vec<usize> = after.into_iter().chain([8, 1_000, 1_700, 2_400]).collect();
        check_slopes(NetworkModel::new(several, 5), &set.with_royals(768), &parts);
    }

    fn check_slopes(model: NetworkModel, set: &LearningSet, parts: &[usize]) {
        let lessons: Vec<LearningPosition<'_>> = (0..60).map(|at| set.lesson(at)).collect();
        let target = LearningTarget {
            scale: 200.0,
            lambda: 0.5,
        };
        let loss = |model: &NetworkModel| -> f64 {
            let odds = model.log_odds(&lessons);
            let both = lessons.iter().zip(odds);
            both.map(|(lesson, odds)| target.loss(lesson, f64::from(odds)).0)
                .sum()
        };
        let slopes = model.output.slopes(
            &lessons,
            &model.forward(&lessons).iter().collect::<Vec<_>>(),
            target,
        );
        let close = |slope: f32, above: &NetworkModel, below: &NetworkModel, step: f32| {
            let measured = ((loss(above) - loss(below)) / f64::from(2.0 * step)) as f32;
            let error = (slope - measured).abs();
            assert!(error < 0.02 + 0.02 * slope.abs(), "{slope} and {measured}");
            usize::from(slope.abs() > 0.05)
        };
        let step = 0.002;
        let mut large = 0;
        for number in 0..model.output.numbers.len() {
            let moved = |by: f32| {
                let mut moved = model.clone();
                moved.output.numbers[number] += by;
                moved
            };
            let slope = slopes.of_number(number);
            large += close(slope, &moved(step), &moved(-step), step);
        }
        for &part in parts {
            for (group, lane) in [(0, 3), (1, 11)] {
                let mut own = model.groups[group].clone();
                own.begin();
                own.backward(&lessons, &slopes.of_sums[group]);
                let moved = |by: f32| {
                    let mut moved = model.clone();
                    moved.groups[group] = own.moved(&model.parts, [part, lane], by);
                    moved
                };
                let (above, below) = (moved(step), moved(-step));
                let slope = own.slope(&model.parts, [part, lane]);
                large += close(slope, &above, &below, step);
            }
        }
        assert!(large > 100, "only {large} slopes say something");
    }
}
