//! The fit recovers known weights, within its intervals.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::{Weight, Weights};
use tradewind_engine::rules::{RuleSpec, load};
use tradewind_stats::Estimate;
use tradewind_tuner::texel::{
    PositionRow, Positions, TexelFit, TexelPlan, Values, WeightBound, fit,
};

/// Log-odds per centipawn with which results are drawn.
pub const SCALE: f64 = 0.004;

pub fn chess() -> RuleSpec {
    load("chess", &[]).expect("chess loads")
}

/// Weights that differ from those that follow from the rules.
pub fn planted(spec: &RuleSpec) -> Weights {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut weights = Weights::starting(spec);
    for (_, weight) in &mut weights.terms {
        let mut moved =
            |value: f64| value * random.random_range(0.7..1.3) + random.random_range(-9.0..9.0);
        *weight = Weight {
            middlegame: moved(weight.middlegame),
            endgame: moved(weight.endgame),
        };
    }
    weights
}

/// The ratio of fitted to planted weights, which depends on the fitted scale.
fn factor(found: &TexelFit) -> f64 {
    SCALE / found.scale
}

/// Positions of game pairs, `copies` identical ones each.
pub fn positions(weights: &Weights, pairs: u32, copies: usize, seed: u64) -> Positions {
    drawn(weights, pairs, copies, seed, 64)
}

/// The same with a memory limit.
fn drawn(weights: &Weights, pairs: u32, copies: usize, seed: u64, megabytes: u64) -> Positions {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Positions::new(weights.terms.len(), megabytes);
    for pair in 0..pairs {
        let share: f32 = random.random_range(0.1..1.0);
        let counts: Vec<f32> = (weights.terms.iter())
            .map(|_| random.random_range(-2..=2) as f32)
            .collect();
        let worth: f64 = (weights.terms.iter().zip(&counts))
            .map(|((_, weight), count)| {
                let share = f64::from(share);
                f64::from(*count) * (share * weight.middlegame + (1.0 - share) * weight.endgame)
            })
            .sum();
        let chance = 1.0 / (1.0 + (-SCALE * worth).exp());
        let row = PositionRow {
            counts,
            share,
            result: f32::from(u8::from(random.random::<f64>() < chance)),
            score: Some((worth as i16).clamp(-900, 900)),
            pair,
        };
        positions
            .add(&vec![row; copies], pair % 10 == 0)
            .expect("room in memory");
    }
    positions.close_all().expect("they can be learnt from");
    positions
}

/// A plan without effective regularisation, and with enough epochs to increase the value of the queen by half.
pub fn free() -> TexelPlan {
    TexelPlan {
        l2: 1e6,
        epochs: 300,
        patience: 30,
        ..TexelPlan::DEFAULT
    }
}

fn fitted(positions: &Positions, plan: &TexelPlan) -> TexelFit {
    let spec = chess();
    let found = fit(positions, &spec, &Weights::starting(&spec), plan, |_| true);
    found.expect("no error").expect("it was not stopped")
}

/// Few games and long steps overfit: the weights are those of the epoch with the minimum validation loss.
#[test]
fn the_best_epoch_is_taken() {
    let positions = positions(&planted(&chess()), 300, 1, 3);
    let plan = TexelPlan {
        rate: 20.0,
        epochs: 30,
        patience: 30,
        ..free()
    };
    let found = fitted(&positions, &plan);
    let lowest = (found.epochs.iter()).min_by(|a, b| a.validation.total_cmp(&b.validation));
    let lowest = lowest.expect("epochs");
    assert_eq!(found.best, lowest.epoch);
    assert!((found.after[1] - lowest.validation).abs() < 1e-9);
    let last = found.epochs.last().copied();
    assert_eq!(found.overfitted().copied(), last);
    assert!(lowest.epoch < last.expect("epochs").epoch);
}

#[test]
fn planted_weights_come_back_within_their_intervals() {
    let truth = planted(&chess());
    let (mut covered, mut all) = (0, 0);
    let mut widths = Vec::new();
    for seed in 1..=5 {
        let found = fitted(&positions(&truth, 40_000, 1, seed), &free());
        assert!(
            found.after[1] < found.before[1],
            "{:?} {:?}",
            found.before,
            found.after
        );
        let planted = truth
            .terms
            .iter()
            .flat_map(|(_, weight)| [weight.middlegame, weight.endgame]);
        for (one, planted) in found.each.iter().zip(planted) {
            // Material values are at least 0.
            if one.name.0 == "material" && planted < 30.0 {
                continue;
            }
            covered += u32::from(one.after.covers(planted * factor(&found)));
            all += 1;
            widths.push(one.after.high - one.after.low);
        }
    }
    let share = f64::from(covered) / f64::from(all);
    // 300 weights, some of them correlated: 95 % ± three standard errors.
    assert!((0.90..0.99).contains(&share), "{covered} of {all}");
    let [narrowest, widest] = [f64::min, f64::max].map(|of| widths.iter().copied().reduce(of));
    assert!(
        narrowest > Some(5.0) && widest < Some(200.0),
        "{narrowest:?} {widest:?}"
    );
}

/// Positions of a pair are not independent: four copies do not narrow intervals.
#[test]
fn repeated_positions_do_not_narrow_intervals() {
    let truth = planted(&chess());
    let [once, often] = [1, 4].map(|copies| fitted(&positions(&truth, 20_000, copies, 3), &free()));
    for (one, other) in once.each.iter().zip(&often.each) {
        let [one, other] = [one, other].map(|weight| weight.after.high - weight.after.low);
        assert!((0.8..1.25).contains(&(other / one)), "{one} {other}");
    }
}

#[test]
fn l2_regularisation_keeps_weights_near_the_start() {
    let positions = positions(&planted(&chess()), 4_000, 1, 5);
    let moved = |l2: f64| -> f64 {
        let plan = TexelPlan { l2, ..free() };
        let each = fitted(&positions, &plan).each;
        each.iter()
            .map(|one| (one.after.value - one.before).abs())
            .sum()
    };
    let (freely, kept) = (moved(1e6), moved(3.0));
    assert!(kept < 0.3 * freely, "{kept} {freely}");
}

#[test]
fn weights_are_tied_frozen_and_bounded() {
    let plan = TexelPlan {
        frozen: vec!["position.tempo".to_string(), "center.*".to_string()],
        tied: vec![vec!["mobility.N".to_string(), "mobility.B".to_string()]],
        bounds: vec![WeightBound {
            weights: "material.Q".to_string(),
            min: 700.0,
            max: 705.0,
        }],
        ..free()
    };
    let found = fitted(&positions(&planted(&chess()), 5_000, 1, 6), &plan);
    let after = |group: &str, key: &str| {
        let own = found
            .each
            .iter()
            .filter(|one| one.name.0 == group && one.name.1 == key);
        let own: Vec<f64> = own.map(|one| one.after.value).collect();
        assert_eq!(own.len(), 2, "{group}.{key}");
        own
    };
    assert_eq!(after("position", "tempo"), [10.0, 10.0]);
    assert_eq!(after("center", "R"), [3.0, 3.0]);
    assert_eq!(after("mobility", "N"), after("mobility", "B"));
    assert_ne!(after("mobility", "N"), after("mobility", "R"));
    for queen in after("material", "Q") {
        assert!((700.0..=705.0).contains(&queen), "{queen}");
    }
    assert!(
        found
            .each
            .iter()
            .all(|one| one.is_free != (one.name.0 == "center" || one.name.1 == "tempo"))
    );
}

/// Frozen weights count as exact in piece values; there are no values if all are frozen.
#[test]
fn frozen_weights_count_in_piece_values() {
    let spec = chess();
    let positions = positions(&planted(&spec), 5_000, 1, 6);
    let groups = ["material", "promotion", "center", "advance", "mobility"];
    let frozen = |key: &str| TexelPlan {
        frozen: groups
            .iter()
            .map(|group| format!("{group}.{key}"))
            .collect(),
        ..free()
    };
    let found = fitted(&positions, &frozen("P"));
    let worth = |piece: &str| {
        let own = found.values.pieces.iter();
        let mut own = own.filter(|(known, _)| spec.piece(*known).text == piece);
        own.next().expect("a value").1
    };
    assert_eq!(worth("P"), Estimate::exactly(1.0));
    let material = |piece: &str| {
        let own = found.each.iter();
        let own = own.filter(|one| one.name.0 == "material" && one.name.1 == piece);
        own.map(|one| one.after.value).sum::<f64>()
    };
    let queen = worth("Q");
    // Other terms are unrelated to the pieces here.
    assert!(
        (queen.value * material("P") / material("Q") - 1.0).abs() < 0.05,
        "{queen:?}"
    );
    assert!(queen.low < queen.value && queen.value < queen.high);
    let found = fitted(&positions, &frozen("*"));
    assert_eq!(found.values, Values::default());
}

/// The number of threads and the memory limit do not change the fit.
#[test]
fn the_fit_depends_on_nothing_but_plan_and_positions() {
    let truth = planted(&chess());
    let of = |threads: usize, megabytes: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| {
            let positions = drawn(&truth, 6_000, 1, 2, megabytes);
            let plan = TexelPlan {
                lambda: 0.5,
                epochs: 12,
                ..free()
            };
            let found = fitted(&positions, &plan);
            (found.weights, found.epochs, found.each)
        })
    };
    let first = of(1, 64);
    assert_eq!(of(3, 64), first);
    assert_eq!(of(2, 0), first);
}
