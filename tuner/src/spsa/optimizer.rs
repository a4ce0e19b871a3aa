//! The method: gains, perturbations and steps.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// The first random stream of steps; openings use those from 0.
const STEP_STREAMS: u64 = 1 << 60;

/// The gain sequences of J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
/// Optimization" (1998): in step k a parameter is perturbed by c/k^γ and updated by a/(A + k)^α times the gradient.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Gains {
    /// The number of game pairs of the whole run.
    pub pairs: u64,
    /// α.
    pub alpha: f64,
    /// γ.
    pub gamma: f64,
    /// A as a share of all pairs. It limits the first steps.
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

/// A tuned parameter. Its step sizes are given at the end of the run as in fishtest.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// The initial value.
    pub start: f64,
    /// The perturbation in the last step (c_end).
    pub step: f64,
    /// The update in the last step per game won more than lost, in units of `step` (r_end).
    pub rate: f64,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
}

/// Parameters and their gains.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Optimizer {
    gains: Gains,
    tuned: Vec<Tuned>,
    /// The current values.
    pub numbers: Vec<f64>,
}

/// The perturbation of a step.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Perturbation {
    /// By parameter: the update per game won more than lost by the first set.
    steps: Vec<f64>,
    /// The two sets of parameters, rounded stochastically to integers without bias.
    pub sides: [Vec<i32>; 2],
}

impl Optimizer {
    /// Starts from the initial values.
    pub fn new(gains: Gains, tuned: Vec<Tuned>) -> Optimizer {
        Optimizer {
            gains,
            numbers: tuned.iter().map(|one| one.start).collect(),
            tuned,
        }
    }

    /// The perturbation after a number of pairs, which together with the seed determines its random numbers.
    pub(crate) fn perturb(&self, played: u64, seed: u64) -> Perturbation {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(STEP_STREAMS + played);
        let gains = &self.gains;
        let (all, now) = (gains.pairs as f64, played as f64 + 1.0);
        let a_ratio = gains.a_ratio * all;
        let widen = libm::pow(all / now, gains.gamma);
        let lengthen = libm::pow((a_ratio + all) / (a_ratio + now), gains.alpha);
        let mut perturbation = Perturbation::default();
        for (scale, &number) in self.tuned.iter().zip(&self.numbers) {
            let sign = if random.random::<bool>() { 1.0 } else { -1.0 };
            let distance = scale.step * widen;
            // With a_k = rate · step² · lengthen, the step is a_k / c_k for a result of 1.
            let length = scale.rate * scale.step * lengthen / widen;
            perturbation.steps.push(sign * length);
            for (side, direction) in perturbation.sides.iter_mut().zip([sign, -sign]) {
                let wanted = number + direction * distance;
                let rounded = (wanted + random.random::<f64>()).floor();
                side.push(rounded.clamp(scale.min, scale.max) as i32);
            }
        }
        perturbation
    }

    /// Updates the parameters by the sum over some perturbations, each with the games that its first set won more than
    /// lost.
    pub fn update(&mut self, results: &[(Perturbation, f64)]) {
        for (at, (number, scale)) in self.numbers.iter_mut().zip(&self.tuned).enumerate() {
            let steps = results.iter().map(|(one, result)| one.steps[at] * result);
            *number = (*number + steps.sum::<f64>()).clamp(scale.min, scale.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearer a set is to the maximum, the more often it wins.
    #[test]
    fn a_noisy_quadratic_is_maximized() {
        let top = [120.0, 40.0, -30.0, 900.0];
        let steps = [10.0, 4.0, 5.0, 60.0];
        let begin = [60.0, 60.0, 10.0, 500.0];
        let tuned = steps.into_iter().zip(begin).map(|(step, start)| Tuned {
            name: String::new(),
            start,
            step,
            rate: 0.02,
            min: -2_000.0,
            max: 2_000.0,
        });
        let gains = Gains {
            pairs: 20_000,
            ..Gains::DEFAULT
        };
        let mut optimizer = Optimizer::new(gains, tuned.collect());
        let strength = |numbers: &[i32]| -> f64 {
            let off = numbers.iter().zip(top).zip(steps);
            off.map(|((number, top), step)| -((f64::from(*number) - top) / step).powi(2))
                .sum()
        };
        let mut random = ChaCha8Rng::seed_from_u64(9);
        for played in (0..gains.pairs).step_by(4) {
            let perturbation = optimizer.perturb(played, 3);
            let [one, other] = perturbation.sides.each_ref().map(|side| strength(side));
            let probability = 1.0 / (1.0 + (-(one - other) / 40.0).exp());
            let games = (0..8).map(|_| {
                if random.random::<f64>() < probability {
                    1.0
                } else {
                    -1.0
                }
            });
            let result: f64 = games.sum();
            optimizer.update(&[(perturbation, result)]);
        }
        for ((number, top), step) in optimizer.numbers.iter().zip(top).zip(steps) {
            assert!((number - top).abs() < 1.5 * step, "{:?}", optimizer.numbers);
        }
    }

    #[test]
    fn without_signal_numbers_stay_within_bounds() {
        let gains = Gains {
            pairs: 2_000,
            ..Gains::DEFAULT
        };
        let tuned = Tuned {
            name: String::new(),
            start: 10.0,
            step: 2.0,
            rate: 0.002,
            min: 0.0,
            max: 12.0,
        };
        let mut optimizer = Optimizer::new(gains, vec![tuned]);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for played in 0..gains.pairs {
            let perturbation = optimizer.perturb(played, 8);
            let sides = perturbation.sides.iter().flatten();
            assert!(sides.into_iter().all(|number| (0..=12).contains(number)));
            let result = f64::from(random.random_range(-2_i32..=2));
            optimizer.update(&[(perturbation, result)]);
        }
        assert!(
            (optimizer.numbers[0] - 10.0).abs() < 2.0,
            "{:?}",
            optimizer.numbers
        );
    }

    /// The gains of the last step are those of the scale.
    #[test]
    fn the_last_gains_are_as_planned() {
        let gains = Gains {
            pairs: 1_000,
            ..Gains::DEFAULT
        };
        let tuned = Tuned {
            name: String::new(),
            start: 1_000.0,
            step: 8.0,
            rate: 0.01,
            min: 0.0,
            max: 1e6,
        };
        let mut optimizer = Optimizer::new(gains, vec![tuned]);
        let last = optimizer.perturb(999, 1);
        assert_eq!((last.sides[0][0] - last.sides[1][0]).abs(), 16);
        optimizer.update(&[(last, 3.0)]);
        assert!(((optimizer.numbers[0] - 1_000.0).abs() - 3.0 * 0.01 * 8.0).abs() < 1e-9);
        // The first ones are larger.
        let first = optimizer.perturb(0, 1);
        assert!((first.sides[0][0] - first.sides[1][0]).abs() > 30);
    }
}
