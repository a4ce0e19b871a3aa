//! Many games recover the true values, and results do not depend on the number of threads.

use tradewind_analysis::estimators::regression::MaterialFit;
use tradewind_analysis::row::{MIN_PAIRS, Warning};
use tradewind_stats::regression::fit;
use tradewind_stats::{BootstrapOptions, FitOptions, Samples};

use crate::simulation::World;

fn analyse(samples: &Samples, replicates: u32, seed: u64) -> MaterialFit {
    let resampling = BootstrapOptions { replicates, seed };
    MaterialFit::of(samples, &resampling, MIN_PAIRS).expect("a fit")
}

/// The column of a piece.
fn column(samples: &Samples, name: &str) -> usize {
    let mut names = samples.names().iter();
    names
        .position(|known| known == name)
        .expect("a piece of that name")
}

/// 40 000 pairs: every value is found within 4 % and 0.03 log-odds, some four standard errors.
#[test]
fn a_large_sample_recovers_the_truth() {
    let world = World::small();
    let fit = fit(&world.play(40_000, 1), &FitOptions::default()).expect("a fit");
    assert!((fit.intercept - world.first_move).abs() < 0.03);
    for (found, (name, true_value)) in fit.coefficients.iter().zip(&world.pieces) {
        let allowed = 0.03 + 0.04 * true_value;
        assert!(
            (found - true_value).abs() < allowed,
            "{name}: {found}, not {true_value}"
        );
    }
    assert!(fit.penalty_share.iter().all(|share| *share < 1e-4));
    assert!(fit.log_loss < std::f64::consts::LN_2);
}

#[test]
fn values_are_the_same_on_any_number_of_threads_and_change_with_the_seed() {
    let samples = World::small().play(3000, 2);
    let on = |threads: usize, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let values = pool
            .expect("a pool")
            .install(|| analyse(&samples, 100, seed));
        format!("{values:?}")
    };
    let one = on(1, 7);
    assert_eq!(one, on(2, 7));
    assert_ne!(one, on(2, 8));
}

#[test]
fn values_in_pawns_are_ratios() {
    let samples = World::small().play(4000, 3);
    let values = analyse(&samples, 200, 1);
    let pawn = values
        .clear_unit(column(&samples, "Pawn"))
        .expect("it is clear");
    let in_pawns = |name: &str| values.ratio(column(&samples, name), pawn).expect("seen");
    let log_odds = |name: &str| values.log_odds(column(&samples, name)).expect("seen");
    for name in ["Queen", "Rook", "Knight", "Ferz"] {
        let (ratio, own) = (in_pawns(name), log_odds(name));
        assert!((ratio.value - own.value / log_odds("Pawn").value).abs() < 1e-12);
        assert!(own.low < own.value && own.value < own.high);
    }
    let unit = in_pawns("Pawn");
    assert_eq!((unit.value, unit.low, unit.high), (1.0, 1.0, 1.0));
    // The pawn's error is included: a ratio is less precise than its numerator.
    let relative = |e: tradewind_stats::Estimate| (e.high - e.low) / e.value;
    assert!(relative(in_pawns("Rook")) > relative(log_odds("Rook")));
    let first_move = values.first_move().expect("replicates");
    assert_eq!(first_move.value, values.fit.intercept);
    assert!(first_move.low < first_move.value && first_move.value < first_move.high);
}

#[test]
fn undetermined_values_have_a_warning() {
    let mut world = World::small();
    world.difference = 0.6;
    let plain = world.play(400, 4);
    // Three more pieces: a non-promoting copy of the rook, one seen in ten pairs, one never seen.
    let mut names = world.names();
    names.extend(["Twin", "Rare", "Unseen"].map(str::to_owned));
    let mut samples = Samples::new(names).expect("distinct names");
    let mut random_like = 0u64;
    for pair in 0..plain.pair_count() as u64 {
        for game in 0..2u64 {
            random_like = random_like
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(pair + 1);
            let d = |shift: u64| ((random_like >> shift) % 3) as i8 - 1;
            let rare = i8::from(pair < 10);
            let result = [0.0, 0.5, 1.0][((random_like >> 20) % 3) as usize];
            let rook = d(50);
            let row = [d(40), d(43), d(46), rook, d(53), rook, rare, 0];
            samples
                .push(pair, result, &row)
                .unwrap_or_else(|e| panic!("{pair} {game}: {e}"));
        }
    }
    let values = analyse(&samples, 100, 1);
    let warning = |name: &str| values.warnings[column(&samples, name)];
    assert_eq!(warning("Rook"), Some(Warning::Undetermined));
    assert_eq!(warning("Twin"), Some(Warning::Undetermined));
    assert_eq!(warning("Rare"), Some(Warning::FewPairs));
    assert_eq!(warning("Unseen"), Some(Warning::NeverSeen));
    assert_eq!(warning("Knight"), None);
    // Results were random, so the pawn is not clearly positive.
    assert_eq!(values.clear_unit(column(&samples, "Pawn")), None);
    assert_eq!(values.log_odds(column(&samples, "Unseen")), None);
}
