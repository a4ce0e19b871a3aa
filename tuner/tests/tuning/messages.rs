//! Messages about unsuitable games and wrong plans.

use super::planted::{chess, free, planted, positions};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::Weights;
use tradewind_tuner::TunerError;
use tradewind_tuner::texel::{PositionRow, Positions, TexelPlan, WeightBound, fit};

/// Positions whose result is a function of their number and evaluation.
fn made(
    result: impl Fn(u32, f64) -> f32,
    count: impl Fn(usize, f32) -> f32,
) -> Result<Positions, TunerError> {
    let begin = Weights::starting(&chess());
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut positions = Positions::new(begin.terms.len(), 64);
    for pair in 0..3_000 {
        let counts: Vec<f32> = (0..begin.terms.len())
            .map(|term| count(term, random.random_range(-2..=2) as f32))
            .collect();
        let worth = begin.terms.iter().zip(&counts);
        let worth: f64 = worth
            .map(|((_, weight), count)| weight.average() * f64::from(*count))
            .sum();
        let row = PositionRow {
            result: result(pair, worth),
            counts,
            share: 0.5,
            score: None,
            pair,
        };
        positions.add(&[row], pair % 10 == 0)?;
    }
    positions.close_all()?;
    Ok(positions)
}

fn chance(pair: u32, worth: f64) -> f32 {
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(pair));
    let chance = 1.0 / (1.0 + (-0.003 * worth).exp());
    f32::from(u8::from(random.random::<f64>() < chance))
}

fn fault(positions: &Positions, plan: &TexelPlan) -> String {
    let spec = chess();
    match fit(positions, &spec, &Weights::starting(&spec), plan, |_| true) {
        Err(fault) => fault.to_string(),
        Ok(_) => panic!("it was fitted"),
    }
}

#[test]
fn uninformative_positions_are_refused() {
    let all = |result: fn(u32, f64) -> f32| made(result, |_, count| count);
    for (result, said) in [
        ((|_, _| 1.0) as fn(u32, f64) -> f32, "the same result"),
        (|_, _| 0.5, "the same result"),
        (
            |pair, _| [0.5, 1.0][pair as usize % 2],
            "Black has won none",
        ),
        (
            |pair, _| [0.5, 0.0][pair as usize % 2],
            "White has won none",
        ),
    ] {
        let fault = all(result).expect_err("not suitable").to_string();
        assert!(fault.contains(said), "{fault}");
    }
    let nothing = Positions::new(3, 1).close_all();
    let fault = nothing.expect_err("there are none").to_string();
    assert!(fault.contains("no quiet position"), "{fault}");
}

#[test]
fn results_against_the_evaluation_are_refused() {
    let against = made(|pair, worth| 1.0 - chance(pair, worth), |_, count| count);
    let fault = fault(&against.expect("both sides win"), &free());
    assert!(fault.contains("unrelated to the evaluation"), "{fault}");
    let surely = made(
        |_, worth| f32::from(u8::from(worth > 0.0)),
        |_, count| count,
    );
    let spec = chess();
    let found = fit(
        &surely.expect("both sides win"),
        &spec,
        &Weights::starting(&spec),
        &free(),
        |_| true,
    );
    let fault = found.expect_err("the loss has no lowest place").to_string();
    assert!(fault.contains("always wins"), "{fault}");
}

/// A term that counts in no position keeps its weight and is reported.
#[test]
fn a_term_that_is_never_seen_stays_as_it_is() {
    let spec = chess();
    let begin = Weights::starting(&spec);
    let positions = made(chance, |term, count| if term == 3 { 0.0 } else { count });
    let positions = positions.expect("suitable positions");
    let found = fit(&positions, &spec, &begin, &free(), |_| true);
    let found = found.expect("no error").expect("not stopped");
    let (group, key) = begin.terms[3].0.name(&spec);
    assert_eq!(found.unseen(), [format!("{group}.{key}")]);
    let each = &found.each[6..8];
    assert!(
        each.iter()
            .all(|one| !one.is_free && one.after.value == one.before)
    );
    assert!(found.each.iter().filter(|one| one.is_free).count() == found.each.len() - 2);
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

#[test]
fn wrong_plans_are_refused() {
    let positions = made(chance, |_, count| count).expect("suitable positions");
    type Change = fn(&mut TexelPlan);
    let cases: [(Change, &str); 7] = [
        (
            |plan| plan.frozen = texts(&["material.Z"]),
            "no weight `material.Z`",
        ),
        (
            |plan| plan.frozen = texts(&["position.temp"]),
            "did you mean `position.tempo`",
        ),
        (|plan| plan.frozen = texts(&["*"]), "every weight is frozen"),
        (
            |plan| plan.tied = vec![texts(&["mobility.N", "mobility.B"]), texts(&["mobility.*"])],
            "tied twice",
        ),
        (
            |plan| {
                plan.tied = ["B", "R"]
                    .map(|key| texts(&["mobility.N", &format!("mobility.{key}")]))
                    .to_vec()
            },
            "tied twice",
        ),
        (
            |plan| {
                plan.tied = vec![texts(&["mobility.N", "mobility.B"])];
                plan.frozen = texts(&["mobility.B"]);
            },
            "tied and frozen",
        ),
        (
            |plan| {
                plan.bounds = vec![WeightBound {
                    weights: "material.*".to_string(),
                    min: 500.0,
                    max: 100.0,
                }]
            },
            "the other way round",
        ),
    ];
    for (change, said) in cases {
        let mut plan = free();
        change(&mut plan);
        let fault = fault(&positions, &plan);
        assert!(fault.contains(said), "{fault}");
    }
}

#[test]
fn divergence_is_detected() {
    let positions = positions(&planted(&chess()), 2_000, 1, 2);
    let plan = TexelPlan {
        rate: f64::MAX,
        l2: 1e-100,
        ..free()
    };
    let fault = fault(&positions, &plan);
    assert!(fault.contains("diverged in epoch"), "{fault}");
}
