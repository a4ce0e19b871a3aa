//! Items with planted drifts.

use super::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A draw from the standard normal distribution (G. E. P. Box and M. E. Muller, 1958).
fn normal(random: &mut impl Rng) -> f64 {
    let (one, other): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - one).ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

/// Planted drifts: strengths, and logarithms of values of a pawn and of officers.
struct Study {
    strengths: Vec<f64>,
    drifts: Vec<f64>,
    logs: Vec<f64>,
    sigma: f64,
    error: f64,
}

impl Study {
    fn draw(
        items: usize,
        levels: usize,
        [tau, sigma, error]: [f64; 3],
        random: &mut impl Rng,
    ) -> Study {
        Study {
            strengths: (0..levels).map(|at| 5.0 + 2.0 * at as f64).collect(),
            drifts: (0..items).map(|_| tau * normal(random)).collect(),
            logs: (0..items)
                .map(|at| (0.1 * (1.0 + 1.5 * at as f64)).ln())
                .collect(),
            sigma,
            error,
        }
    }

    fn truth(&self, item: usize, strength: f64) -> f64 {
        self.logs[item] + self.drifts[item] * (strength - 8.0)
    }

    /// Measured values; all of them also grow by a quarter with each doubling.
    fn levels(&self, random: &mut impl Rng) -> Vec<Level> {
        let items: Vec<usize> = (0..self.logs.len()).collect();
        let level = |&strength: &f64| {
            let grown = (0.22 * (strength - 8.0)).exp();
            let shared = 0.3 * self.error * normal(random);
            let values = items.iter().map(|&item| {
                let real = self.truth(item, strength).exp() * grown;
                real * (1.0 + self.sigma * normal(random)) + self.error * normal(random) + shared
            });
            let values = values.collect();
            let count = items.len();
            let common = (0.3 * self.error).powi(2);
            let covariance = DMatrix::from_fn(count, count, |a, b| {
                common + if a == b { self.error * self.error } else { 0.0 }
            });
            Level {
                strength,
                items: items.clone(),
                values,
                covariance,
            }
        };
        self.strengths.iter().map(level).collect()
    }
}

#[test]
fn values_without_error_are_recovered() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let study = Study::draw(5, 3, [0.05, 0.0, 1e-5], &mut random);
    let growth = Growth::fit(&study.levels(&mut random), 5).expect("levels");
    for item in 1..5 {
        let drift = study.drifts[item] - study.drifts[0];
        assert!((growth.drift(item, 0).value - drift).abs() < 1e-3);
        let ratio = study.truth(item, 9.0) - study.truth(0, 9.0);
        assert!((growth.ratio(item, 0, 9.0).value - ratio).abs() < 1e-3);
        assert!(
            growth
                .predicted(item, 0, 16.0)
                .covers(study.truth(item, 16.0) - study.truth(0, 16.0))
        );
    }
    assert_eq!(growth.ratio(0, 0, 9.0), Estimate::exactly(0.0));
}

#[test]
fn levels_without_information_are_rejected() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let study = Study::draw(3, 3, [0.05, 0.0, 0.01], &mut random);
    let mut levels = study.levels(&mut random);
    assert!(Growth::fit(&levels[..1], 3).is_none());
    assert!(Growth::fit(&levels, 4).is_none(), "an item without values");
    for level in &mut levels {
        level.values[2] = -0.1;
    }
    assert!(Growth::fit(&levels, 3).is_none(), "no positive value");
}

/// Coverage of the 95 % intervals of the value within the levels, of the drift, and of the value at ten
/// and a hundred times the highest strength (the value that would be measured there without error).
fn coverage(studies: u64, items: usize, levels: usize, planted: [f64; 3]) -> [f64; 4] {
    let mut held = [0_u32; 4];
    let mut all = 0;
    for seed in 0..studies {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let study = Study::draw(items, levels, planted, &mut random);
        let growth = Growth::fit(&study.levels(&mut random), items).expect("levels");
        let top = *study.strengths.last().expect("levels");
        for item in 1..items {
            all += 1;
            let truth = |strength| study.truth(item, strength) - study.truth(0, strength);
            let new = |strength, random: &mut ChaCha8Rng| {
                truth(strength) + study.sigma * (normal(random) - normal(random))
            };
            let drift = study.drifts[item] - study.drifts[0];
            let ten = 10.0_f64.log2();
            let answers = [
                growth.ratio(item, 0, top).covers(truth(top)),
                growth.drift(item, 0).covers(drift),
                growth
                    .predicted(item, 0, top + ten)
                    .covers(new(top + ten, &mut random)),
                growth
                    .predicted(item, 0, top + 2.0 * ten)
                    .covers(new(top + 2.0 * ten, &mut random)),
            ];
            for (held, answer) in held.iter_mut().zip(answers) {
                *held += u32::from(answer);
            }
        }
    }
    held.map(|held| 100.0 * f64::from(held) / f64::from(all))
}

#[test]
fn intervals_have_their_stated_coverage() {
    let studies = if std::env::var_os("TRADEWIND_LONG").is_some() {
        1000
    } else {
        60
    };
    for (items, levels, planted) in [
        (5, 4, [0.05, 0.03, 0.02]),
        (5, 3, [0.03, 0.0, 0.02]),
        (12, 4, [0.05, 0.05, 0.02]),
        (12, 3, [0.0, 0.03, 0.03]),
    ] {
        let covered = coverage(studies, items, levels, planted);
        println!("{items} items, {levels} levels, {planted:?}: {covered:.1?} %");
        for share in covered {
            assert!(
                (90.0..=100.0).contains(&share),
                "{items}, {levels}, {planted:?}: {covered:?}"
            );
        }
    }
}
