//! The output: from the sums of hidden units to a log-odds, and the slopes of the loss back to them.

use super::adam::{AdamStep, Moments};
use super::layer::{LANES, Units, add};
use super::positions::LearningPosition;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::network::MAX_WEIGHT;
use tradewind_stats::logistic;

/// The size of the first weights.
const FIRST: f32 = 0.1;

/// The weights of the outputs.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// By bucket: of the hidden units in the view of the side to move, of those in the other one, and the bias.
    pub numbers: Vec<f32>,
    hidden: usize,
    moments: Moments,
}

/// What is to be predicted, and how log-odds are made of centipawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct LearningTarget {
    /// Centipawns of a log-odds of 1.
    pub scale: f64,
    /// The share of the result; the rest is the score of the search.
    pub lambda: f64,
}

/// Sums over some positions.
#[derive(Clone, Debug)]
pub(super) struct OutputSlopes {
    pub loss: f64,
    /// By number of the output.
    of_numbers: Vec<f32>,
    /// By position, group and view: the slope of the loss in the sums of the hidden units.
    pub of_sums: Vec<Vec<[Units; 2]>>,
}

impl Output {
    pub fn new(hidden: usize, buckets: usize, random: &mut ChaCha8Rng) -> Output {
        let count = buckets * (2 * hidden + 1);
        let number = |at: usize| match (at + 1) % (2 * hidden + 1) {
            0 => 0.0,
            _ => random.random_range(-FIRST..FIRST),
        };
        Output {
            numbers: (0..count).map(number).collect(),
            hidden,
            moments: Moments::new(count),
        }
    }

    /// All numbers that change from step to step.
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

    /// The log-odds of a position, from the sums of each group.
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

    /// The loss and its slopes, by the sums of each group in those positions.
    pub fn slopes(
        &self,
        lessons: &[LearningPosition<'_>],
        sums: &[&Vec<[Units; 2]>],
        target: LearningTarget,
    ) -> OutputSlopes {
        let mut found = OutputSlopes {
            loss: 0.0,
            of_numbers: vec![0.0; self.numbers.len()],
            of_sums: vec![vec![[[0.0; LANES]; 2]; lessons.len()]; sums.len()],
        };
        let groups = self.hidden / LANES;
        for (at, lesson) in lessons.iter().enumerate() {
            let odds = self.log_odds(lesson.bucket, sums.iter().map(|group| &group[at]));
            let (loss, error) = target.loss(lesson, f64::from(odds));
            found.loss += loss;
            let error = error as f32;
            let width = 2 * self.hidden + 1;
            let (weights, _) = self.bucket(lesson.bucket);
            let slopes = found.of_numbers[lesson.bucket * width..][..width].as_chunks_mut();
            let (slopes, of_bias): (&mut [Units], _) = slopes;
            of_bias[0] += error;
            for (group, sums) in sums.iter().enumerate() {
                for (view, sums) in sums[at].iter().enumerate() {
                    let from = view * groups + group;
                    let (of_weights, of_sums) = unit_slopes(error, sums, &weights[from]);
                    add(&mut slopes[from], &of_weights);
                    found.of_sums[group][at][view] = of_sums;
                }
            }
        }
        found
    }

    /// A step against the sum of slopes.
    pub fn step(&mut self, slopes: &[OutputSlopes], step: AdamStep) {
        let mut sums = vec![0.0; self.numbers.len()];
        for part in slopes {
            for (sum, slope) in sums.iter_mut().zip(&part.of_numbers) {
                *sum += slope;
            }
        }
        self.moments.step(0, &mut self.numbers, &sums, step);
        for number in &mut self.numbers {
            *number = number.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// The slopes of the loss in the weights of some units, and in what these sum up to.
fn unit_slopes(error: f32, sums: &Units, weights: &Units) -> (Units, Units) {
    let (mut of_weights, mut of_sums) = ([0.0; LANES], [0.0; LANES]);
    for lane in 0..LANES {
        let unit = sums[lane].clamp(0.0, 1.0);
        of_weights[lane] = error * unit * unit;
        let is_free = sums[lane] > 0.0 && sums[lane] < 1.0;
        let slope = error * weights[lane] * 2.0 * unit;
        of_sums[lane] = if is_free { slope } else { 0.0 };
    }
    (of_weights, of_sums)
}

#[cfg(test)]
impl OutputSlopes {
    pub fn of_number(&self, number: usize) -> f32 {
        self.of_numbers[number]
    }
}

impl LearningTarget {
    /// What is to be predicted of a position: a share of the point.
    fn of(&self, lesson: &LearningPosition<'_>) -> f64 {
        let expected = logistic(lesson.score / self.scale);
        self.lambda * lesson.result + (1.0 - self.lambda) * expected
    }

    /// The logarithmic loss, less its minimum at that target, and its slope in the network's log-odds.
    pub fn loss(&self, lesson: &LearningPosition<'_>, log_odds: f64) -> (f64, f64) {
        let (odds, target) = (log_odds + lesson.offset / self.scale, self.of(lesson));
        let loss = odds.max(0.0) + libm::log1p(libm::exp(-odds.abs())) - target * odds;
        (loss - entropy(target), logistic(odds) - target)
    }
}

/// The loss of who knows the chance.
fn entropy(chance: f64) -> f64 {
    let part = |chance: f64| match chance {
        0.0 => 0.0,
        _ => -chance * libm::log(chance),
    };
    part(chance) + part(1.0 - chance)
}
