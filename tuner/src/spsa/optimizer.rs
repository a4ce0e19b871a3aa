//! The method: gains, perturbations and steps.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// The first stream of chance for steps: openings have those from 0 upwards.
const STEP_STREAMS: u64 = 1 << 60;

/// How gains fall, with the notation and the values of J. C. Spall, "Implementation of the
/// Simultaneous Perturbation Algorithm for Stochastic Optimization" (1998): in step k a number is moved by
/// c/k^γ to ask, and by a/(A + k)^α times what was seen to go on.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Gains {
    /// How many pairs of games are played in all.
    pub pairs: u64,
    /// The exponent of the steps.
    pub alpha: f64,
    /// The exponent of the perturbations.
    pub gamma: f64,
    /// A as a share of all pairs: it keeps the first steps from being too long.
    pub a_ratio: f64,
}

impl Gains {
    /// Spall's exponents, and the A ratio of fishtest.
    pub const DEFAULT: Gains = Gains {
        pairs: 0,
        alpha: 0.602,
        gamma: 0.101,
        a_ratio: 0.1,
    };
}

/// How far one number is moved, as the testers of Stockfish say it (fishtest): by what is right at the
/// end, from which the gains of all steps follow.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scale {
    /// How far it is moved to ask, in the last step: far enough to be seen in games.
    pub step: f64,
    /// How far it goes on in the last step, in `step`s for each game won more than lost.
    pub rate: f64,
    /// The least that it may be.
    pub min: f64,
    /// The most.
    pub max: f64,
}

/// Parameters and their gains.
#[derive(Clone, PartialEq, Debug)]
pub struct Optimizer {
    gains: Gains,
    scales: Vec<Scale>,
    /// Where they are.
    pub numbers: Vec<f64>,
}

/// What is asked in a step: which of two sets of parameters plays better.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    /// By number: up or down in the first set.
    signs: Vec<f64>,
    /// By number: how far it goes for a game won more than lost.
    lengths: Vec<f64>,
    /// The two sets, in whole numbers: rounded by chance, so that they are right on average.
    pub sides: [Vec<i32>; 2],
}

impl Optimizer {
    /// From some parameters.
    pub fn new(gains: Gains, scales: Vec<Scale>, numbers: Vec<f64>) -> Optimizer {
        Optimizer {
            gains,
            scales,
            numbers,
        }
    }

    /// The question of the step before which so many pairs were played; its chance follows from the
    /// seed and that number.
    pub fn ask(&self, played: u64, seed: u64) -> Perturbation {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(STEP_STREAMS + played);
        let Gains {
            pairs,
            alpha,
            gamma,
            a_ratio,
        } = self.gains;
        let (all, now) = (pairs as f64, played as f64 + 1.0);
        let a_ratio = a_ratio * all;
        let widen = libm::pow(all / now, gamma);
        let lengthen = libm::pow((a_ratio + all) / (a_ratio + now), alpha);
        let mut question = Perturbation {
            signs: Vec::new(),
            lengths: Vec::new(),
            sides: [Vec::new(), Vec::new()],
        };
        for (scale, &number) in self.scales.iter().zip(&self.numbers) {
            let sign = if random.random::<bool>() { 1.0 } else { -1.0 };
            let perturbation = scale.step * widen;
            // With a_k = rate · step² · lengthen, the step is a_k / c_k for a result of 1.
            question
                .lengths
                .push(scale.rate * scale.step * lengthen / widen);
            question.signs.push(sign);
            for (side, direction) in question.sides.iter_mut().zip([sign, -sign]) {
                let wanted = number + direction * perturbation;
                let rounded = (wanted + random.random::<f64>()).floor();
                side.push(rounded.clamp(scale.min, scale.max) as i32);
            }
        }
        question
    }

    /// Goes on after the first set of each of some questions has won so many games more than it has lost: by the sum
    /// of what follows from them, since all were asked from where the parameters are.
    pub fn answer(&mut self, answered: &[(Perturbation, f64)]) {
        for (at, (number, scale)) in self.numbers.iter_mut().zip(&self.scales).enumerate() {
            let steps = answered
                .iter()
                .map(|(question, result)| question.lengths[at] * result * question.signs[at]);
            *number = (*number + steps.sum::<f64>()).clamp(scale.min, scale.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A noisy quadratic: the nearer a set is to the top, the more often it wins.
    #[test]
    fn a_noisy_quadratic_is_climbed() {
        let top = [120.0, 40.0, -30.0, 900.0];
        let scale = |step: f64| Scale {
            step,
            rate: 0.02,
            min: -2_000.0,
            max: 2_000.0,
        };
        let gains = Gains {
            pairs: 20_000,
            ..Gains::DEFAULT
        };
        let steps = [10.0, 4.0, 5.0, 60.0];
        let begin = [60.0, 60.0, 10.0, 500.0];
        let mut optimizer = Optimizer::new(gains, steps.map(scale).to_vec(), begin.to_vec());
        let strength = |numbers: &[i32]| -> f64 {
            let off = numbers.iter().zip(top).zip(steps);
            off.map(|((number, top), step)| -((f64::from(*number) - top) / step).powi(2))
                .sum()
        };
        let mut random = ChaCha8Rng::seed_from_u64(9);
        for played in (0..gains.pairs).step_by(4) {
            let question = optimizer.ask(played, 3);
            let [one, other] = question.sides.each_ref().map(|side| strength(side));
            let chance = 1.0 / (1.0 + (-(one - other) / 40.0).exp());
            let games = (0..8).map(|_| {
                if random.random::<f64>() < chance {
                    1.0
                } else {
                    -1.0
                }
            });
            let result: f64 = games.sum();
            optimizer.answer(&[(question, result)]);
        }
        for ((number, top), step) in optimizer.numbers.iter().zip(top).zip(steps) {
            assert!((number - top).abs() < 1.5 * step, "{:?}", optimizer.numbers);
        }
    }

    /// What nothing follows from stays about where it is, and within its bounds.
    #[test]
    fn without_signal_numbers_stay_within_bounds() {
        let gains = Gains {
            pairs: 2_000,
            ..Gains::DEFAULT
        };
        let scale = Scale {
            step: 2.0,
            rate: 0.002,
            min: 0.0,
            max: 12.0,
        };
        let mut optimizer = Optimizer::new(gains, vec![scale], vec![10.0]);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for played in 0..gains.pairs {
            let question = optimizer.ask(played, 8);
            let sides = question.sides.iter().flatten();
            assert!(sides.into_iter().all(|number| (0..=12).contains(number)));
            let result = f64::from(random.random_range(-2_i32..=2));
            optimizer.answer(&[(question, result)]);
        }
        assert!(
            (optimizer.numbers[0] - 10.0).abs() < 2.0,
            "{:?}",
            optimizer.numbers
        );
    }

    /// In the last step the gains are those that the scales say.
    #[test]
    fn the_last_gains_are_as_planned() {
        let gains = Gains {
            pairs: 1_000,
            ..Gains::DEFAULT
        };
        let scale = Scale {
            step: 8.0,
            rate: 0.01,
            min: 0.0,
            max: 1e6,
        };
        let mut optimizer = Optimizer::new(gains, vec![scale], vec![1_000.0]);
        let last = optimizer.ask(999, 1);
        assert_eq!((last.sides[0][0] - last.sides[1][0]).abs(), 16);
        optimizer.answer(&[(last, 3.0)]);
        assert!(((optimizer.numbers[0] - 1_000.0).abs() - 3.0 * 0.01 * 8.0).abs() < 1e-9);
        // And the first ones are larger.
        let first = optimizer.ask(0, 1);
        assert!((first.sides[0][0] - first.sides[1][0]).abs() > 30);
    }
}
