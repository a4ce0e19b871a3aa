//! Ladders with planted drifts.

use super::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A draw from the standard normal distribution (G. E. P. Box and M. E. Muller, 1958).
fn normal(random: &mut impl Rng) -> f64 {
    let (one, other): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - one).ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

/// A study with planted drifts: heights, values of a pawn and of officers, and what is true of the ratios.
struct Study {
    heights: Vec<f64>,
    drifts: Vec<f64>,
    logs: Vec<f64>,
    misfit: f64,
    error: f64,
}

impl Study {
    fn draw(
        items: usize,
        rungs: usize,
        [drift, misfit, error]: [f64; 3],
        random: &mut impl Rng,
    ) -> Study {
        Study {
            heights: (0..rungs).map(|at| 5.0 + 2.0 * at as f64).collect(),
            drifts: (0..items).map(|_| drift * normal(random)).collect(),
            logs: (0..items)
                .map(|at| (0.1 * (1.0 + 1.5 * at as f64)).ln())
                .collect(),
            misfit,
            error,
        }
    }

    fn truth(&self, item: usize, height: f64) -> f64 {
        self.logs[item] + self.drifts[item] * (height - 8.0)
    }

    /// What is measured; all values grow by a quarter with each doubling besides.
    fn rungs(&self, random: &mut impl Rng) -> Vec<Rung> {
        let items: Vec<usize> = (0..self.logs.len()).collect();
        let rung = |&height: &f64| {
            let grown = (0.22 * (height - 8.0)).exp();
            let shared = 0.3 * self.error * normal(random);
            let values = items.iter().map(|&item| {
                let real = self.truth(item, height).exp() * grown;
                real * (1.0 + self.misfit * normal(random)) + self.error * normal(random) + shared
            });
            let values = values.collect();
            let count = items.len();
            let common = (0.3 * self.error).powi(2);
            let covariance = DMatrix::from_fn(count, count, |a, b| {
                common + if a == b { self.error * self.error } else { 0.0 }
            });
            Rung {
                height,
                items: items.clone(),
                values,
                covariance,
            }
        };
        self.heights.iter().map(rung).collect()
    }
}

#[test]
fn what_is_measured_without_error_is_found_again() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let study = Study::draw(5, 3, [0.05, 0.0, 1e-5], &mut random);
    let growth = Growth::fit(&study.rungs(&mut random), 5).expect("a ladder");
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
fn ladders_that_tell_nothing_are_refused() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let study = Study::draw(3, 3, [0.05, 0.0, 0.01], &mut random);
    let mut rungs = study.rungs(&mut random);
    assert!(Growth::fit(&rungs[..1], 3).is_none());
    assert!(
        Growth::fit(&rungs, 4).is_none(),
        "a thing that is never measured"
    );
    for rung in &mut rungs {
        rung.values[2] = -0.1;
    }
    assert!(
        Growth::fit(&rungs, 3).is_none(),
        "a thing that is worth nothing"
    );
}

/// Of 95 % intervals of the value within the ladder, the drift, and the value at ten and a hundred times the
/// strength of the highest rung, so many hold what is true (for a new rung: what would be measured there without error).
fn coverage(studies: u64, items: usize, rungs: usize, spread: [f64; 3]) -> [f64; 4] {
    let mut held = [0_u32; 4];
    let mut asked = 0;
    for seed in 0..studies {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let study = Study::draw(items, rungs, spread, &mut random);
        let growth = Growth::fit(&study.rungs(&mut random), items).expect("a ladder");
        let top = *study.heights.last().expect("rungs");
        for item in 1..items {
            asked += 1;
            let truth = |height| study.truth(item, height) - study.truth(0, height);
            let new = |height, random: &mut ChaCha8Rng| {
                truth(height) + study.misfit * (normal(random) - normal(random))
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
    held.map(|held| 100.0 * f64::from(held) / f64::from(asked))
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let studies = if std::env::var_os("TRADEWIND_LONG").is_some() {
        1000
    } else {
        60
    };
    for (items, rungs, spread) in [
        (5, 4, [0.05, 0.03, 0.02]),
        (5, 3, [0.03, 0.0, 0.02]),
        (12, 4, [0.05, 0.05, 0.02]),
        (12, 3, [0.0, 0.03, 0.03]),
    ] {
        let covered = coverage(studies, items, rungs, spread);
        println!("{items} things, {rungs} rungs, {spread:?}: {covered:.1?} %");
        for share in covered {
            assert!(
                (90.0..=100.0).contains(&share),
                "{items}, {rungs}, {spread:?}: {covered:?}"
            );
        }
    }
}
