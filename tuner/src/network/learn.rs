//! Learning: batches in an order by chance, Adam, and an end when what is kept aside is not predicted better any more.

use super::adam::AdamStep;
use super::layer::{LANES, RowParts, UnitGroup, Units};
use super::output::{Output, OutputSlopes, Target};
use super::plan::NetworkPlan;
use super::positions::{LearningPosition, LearningSet};
use super::scale::scale;
use crate::texel::{Epoch, TexelError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::f32::consts::PI;
use tradewind_engine::evaluation::network::{ActiveInputs, Network, Parameters, Shape};
use tradewind_engine::rules::RuleSpec;

/// Positions that one thread takes at once. Sums go by these, whatever the number of threads.
const CHUNK: usize = 256;
/// What is left of the rate at the end.
const LAST_RATE: f32 = 0.05;
/// The stream of chance of the first numbers, and that of the order of positions.
const FIRST_STREAM: u64 = (1 << 61) + 2;
const ORDER_STREAM: u64 = (1 << 61) + 3;

/// A network that was learnt.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The network.
    pub network: Network,
    /// The passes. Losses are logarithmic, less what is lost by who knows the targets.
    pub epochs: Vec<Epoch>,
    /// The number of the pass whose network it is.
    pub best: u32,
    /// Centipawns of a log-odds of 1.
    pub scale: f64,
    /// The root of the mean square of its scores, in centipawns, over the positions kept aside.
    pub spread: f64,
    /// The root of the mean square of what rounding to whole numbers changes, in centipawns.
    pub rounding: f64,
}

/// Learns a network for a rule set, on the threads of the current rayon pool; the same one on any number of them.
/// `progress` hears of every pass; all is given up when it says `false`.
///
/// # Errors
/// The numbers have run away in the first pass already.
pub fn learn(
    [positions, aside]: &[LearningSet; 2],
    spec: &RuleSpec,
    plan: &NetworkPlan,
    mut progress: impl FnMut(&Epoch) -> bool,
) -> Result<Option<Learnt>, TexelError> {
    let shape = Shape::of(spec, plan.hidden, plan.buckets);
    let mut model = NetworkModel::new(shape, plan.seed);
    let target = Target {
        scale: scale(positions),
        lambda: plan.lambda,
    };
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(ORDER_STREAM);
    let steps = order.len().div_ceil(plan.batch) as i32;
    let all_steps = (steps * plan.epochs as i32).max(1);
    let mut epochs = vec![Epoch {
        epoch: 0,
        fitted: f64::NAN,
        validation: model.loss(aside, target),
    }];
    let (mut best, mut best_model) = (epochs[0], model.clone());
    let mut number = 0;
    for epoch in 1..=plan.epochs {
        order.shuffle(&mut random);
        let mut loss = 0.0;
        for batch in order.chunks(plan.batch) {
            number += 1;
            let fall = 0.5 * (1.0 + libm::cosf(PI * number as f32 / all_steps as f32));
            let rate = plan.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall);
            let lessons: Vec<LearningPosition<'_>> = batch
                .iter()
                .map(|&at| positions.lesson(at as usize))
                .collect();
            loss += model.step(&lessons, target, AdamStep::new(number, rate, plan.decay));
        }
        let done = Epoch {
            epoch,
            fitted: loss / positions.len() as f64,
            validation: model.loss(aside, target),
        };
        if !(done.fitted.is_finite() && done.validation.is_finite()) {
            // What was learnt before is whole.
            if best.epoch == 0 {
                return Err(TexelError::Diverged(epoch));
            }
            break;
        }
        epochs.push(done);
        if !progress(&done) {
            return Ok(None);
        }
        if done.validation < best.validation {
            (best, best_model) = (done, model.clone());
        } else if epoch - best.epoch >= plan.patience {
            break;
        }
    }
    Ok(Some(best_model.learnt(
        spec,
        plan,
        (epochs, best.epoch),
        (aside, target.scale),
    )))
}

/// The numbers on their way.
#[derive(Clone)]
struct NetworkModel {
    shape: Shape,
    parts: RowParts,
    groups: Vec<UnitGroup>,
    output: Output,
}

impl NetworkModel {
    fn new(shape: Shape, seed: u64) -> NetworkModel {
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

    /// By group, position and view: what the hidden units sum up to.
    fn forward(&self, lessons: &[LearningPosition<'_>]) -> Vec<Vec<[Units; 2]>> {
        self.groups
            .iter()
            .map(|group| group.forward(lessons))
            .collect()
    }

    /// A step against the slope of the loss of a batch. Returns the loss before it.
    fn step(&mut self, lessons: &[LearningPosition<'_>], target: Target, step: AdamStep) -> f64 {
        let slopes: Vec<OutputSlopes> = (lessons.par_chunks(CHUNK))
            .map(|lessons| {
                let sums = self.forward(lessons);
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
    fn log_odds(&self, lessons: &[LearningPosition<'_>]) -> Vec<f32> {
        let sums = self.forward(lessons);
        let of_position = |(at, lesson): (usize, &LearningPosition<'_>)| {
            self.output
                .log_odds(lesson.bucket, sums.iter().map(|group| &group[at]))
        };
        lessons.iter().enumerate().map(of_position).collect()
    }

    /// The mean loss of positions.
    fn loss(&self, positions: &LearningSet, target: Target) -> f64 {
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

    fn parameters(&self) -> Parameters {
        let groups = || self.groups.iter().map(UnitGroup::numbers);
        let inputs = self.shape.inputs();
        let width = 2 * self.shape.hidden + 1;
        let by_bucket = self.output.numbers.chunks_exact(width);
        Parameters {
            rows: (0..inputs)
                .flat_map(|input| groups().flat_map(move |(rows, _)| rows[input]))
                .collect(),
            biases: groups().flat_map(|(_, biases)| *biases).collect(),
            output: by_bucket
                .clone()
                .flat_map(|bucket| &bucket[..width - 1])
                .copied()
                .collect(),
            output_biases: by_bucket.map(|bucket| bucket[width - 1]).collect(),
        }
    }

    fn learnt(
        self,
        spec: &RuleSpec,
        plan: &NetworkPlan,
        (epochs, best): (Vec<Epoch>, u32),
        (aside, scale): (&LearningSet, f64),
    ) -> Learnt {
        let scale = scale.round();
        let network = Network::new(
            self.shape.clone(),
            plan.role,
            scale as i32,
            spec.title(),
            &self.parameters(),
        );
        let squares: Vec<[f64; 2]> = (chunks(aside).into_par_iter())
            .flat_map_iter(|lessons| {
                let odds = self.log_odds(&lessons);
                let of_one = |(lesson, odds): (&LearningPosition<'_>, f32)| {
                    let score = f64::from(network.score(&active(lesson)));
                    let error = score - scale * f64::from(odds);
                    [score * score, error * error]
                };
                lessons.iter().zip(odds).map(of_one).collect::<Vec<_>>()
            })
            .collect();
        let root = |which: usize| {
            let sum: f64 = squares.iter().map(|both| both[which]).sum();
            (sum / squares.len().max(1) as f64).sqrt()
        };
        Learnt {
            epochs,
            best,
            scale,
            spread: root(0),
            rounding: root(1),
            network,
        }
    }
}

/// All positions, by chunks.
fn chunks(positions: &LearningSet) -> Vec<Vec<LearningPosition<'_>>> {
    let all: Vec<usize> = (0..positions.len()).collect();
    let lessons = |chunk: &[usize]| chunk.iter().map(|&at| positions.lesson(at)).collect();
    all.chunks(CHUNK).map(lessons).collect()
}

fn active(lesson: &LearningPosition<'_>) -> ActiveInputs {
    ActiveInputs {
        views: lesson
            .views
            .map(|inputs| inputs.iter().map(|&input| u32::from(input)).collect()),
        bucket: lesson.bucket,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::Game;

    const VALUES: [i32; 6] = [0, 90, 300, 320, 500, 950];

    fn material([own, enemy]: [[i32; 6]; 2]) -> i16 {
        let value = |side: [i32; 6]| -> i32 { side.iter().zip(VALUES).map(|(n, v)| n * v).sum() };
        ((value(own) - value(enemy)) / 8) as i16
    }

    fn plan() -> NetworkPlan {
        NetworkPlan {
            hidden: 32,
            batch: 512,
            epochs: 25,
            ..NetworkPlan::DEFAULT
        }
    }

    fn learnt(sets: &[LearningSet; 2], plan: &NetworkPlan) -> Learnt {
        let game = Game::load("chess", &[]).expect("chess");
        let learnt = learn(sets, game.spec(), plan, |_| true).expect("numbers that stay small");
        learnt.expect("it was not stopped")
    }

    /// What the network says of positions that it never saw is what was planted.
    #[test]
    fn a_planted_function_is_learnt() {
        let sets =
            [(12_000, 1), (2_000, 2)].map(|(n, seed)| LearningSet::planted(n, seed, material));
        for (lambda, least) in [(0.0, 0.98), (1.0, 0.9)] {
            let found = learnt(&sets, &NetworkPlan { lambda, ..plan() });
            let unseen = LearningSet::planted(1_000, 3, material);
            let both: Vec<[f64; 2]> = (0..unseen.len())
                .map(|at| {
                    let lesson = unseen.lesson(at);
                    [
                        lesson.score,
                        f64::from(found.network.score(&active(&lesson))),
                    ]
                })
                .collect();
            let sum = |of: fn(&[f64; 2]) -> f64| both.iter().map(of).sum::<f64>();
            let correlation =
                sum(|[x, y]| x * y) / (sum(|[x, _]| x * x) * sum(|[_, y]| y * y)).sqrt();
            assert!(
                correlation > least,
                "lambda {lambda}: correlation {correlation}"
            );
            // Centipawns stay what they were.
            let ratio = sum(|[x, y]| x * y) / sum(|[x, _]| x * x);
            assert!(
                (0.8..1.2).contains(&ratio),
                "lambda {lambda}: slope {ratio}"
            );
            let rounding = found.rounding / found.spread;
            assert!(rounding < 0.05, "lambda {lambda}: rounding is {rounding}");
        }
    }

    /// Nothing is learnt from results that have nothing to do with the positions.
    #[test]
    fn chance_is_not_learnt() {
        let sets = [(8_000, 1), (4_000, 2)].map(|(n, seed)| LearningSet::planted(n, seed, |_| 0));
        let found = learnt(
            &sets,
            &NetworkPlan {
                lambda: 1.0,
                ..plan()
            },
        );
        assert!(
            found.epochs.len() < 20,
            "it went on for {} passes",
            found.epochs.len()
        );
        assert!(
            found.spread < 0.4 * found.scale,
            "{} of {}",
            found.spread,
            found.scale
        );
    }

    #[test]
    fn any_number_of_threads_learns_the_same() {
        let sets =
            [(3_000, 1), (1_000, 2)].map(|(n, seed)| LearningSet::planted(n, seed, material));
        let plan = NetworkPlan {
            epochs: 3,
            hidden: 64,
            ..plan()
        };
        let by = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads").install(|| learnt(&sets, &plan))
        };
        let (one, three) = (by(1), by(3));
        assert_eq!(one.network, three.network);
        assert_eq!(one.epochs[1..], three.epochs[1..]);
    }

    /// Slopes are what the loss does when a number moves.
    #[test]
    fn slopes_are_finite_differences() {
        let game = Game::load("chess", &[]).expect("chess");
        let shape = Shape::of(game.spec(), 32, 4);
        let model = NetworkModel::new(shape, 5);
        let set = LearningSet::planted(60, 6, material);
        let lessons: Vec<LearningPosition<'_>> = (0..60).map(|at| set.lesson(at)).collect();
        let target = Target {
            scale: 200.0,
            lambda: 0.5,
        };
        let loss = |model: &NetworkModel| -> f64 {
            let odds = model.log_odds(&lessons);
            let both = lessons.iter().zip(odds);
            both.map(|(lesson, odds)| target.loss(lesson, f64::from(odds)).0)
                .sum()
        };
        let slopes = model
            .output
            .slopes(&lessons, &model.forward(&lessons), target);
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
        // Pieces on squares, anywhere, on ranks and files, and biases.
        for part in [
            0, 65, 400, 700, 768, 770, 779, 785, 800, 870, 880, 900, 960, 972,
        ] {
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
