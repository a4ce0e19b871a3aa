//! Many games give the true values back, and the same table whatever the number of threads.

use tradewind_analysis::notices::{Flag, Notice};
use tradewind_analysis::piece_values::{ValueError, piece_values};
use tradewind_analysis::{PieceValues, ValueOptions};
use tradewind_stats::bootstrap::bootstrap;
use tradewind_stats::regression::fit;
use tradewind_stats::{BootstrapOptions, FitOptions, Samples};

use crate::simulation::World;

fn analyse(samples: &Samples, replicates: u32, seed: u64, unit: &str) -> PieceValues {
    let options = FitOptions::default();
    let fit = fit(samples, &options).expect("a fit");
    let options = (options, BootstrapOptions { replicates, seed });
    let bootstrap = bootstrap(samples, &fit, &options.0, &options.1).expect("a bootstrap");
    piece_values(samples, &fit, &bootstrap, &ValueOptions::new(unit)).expect("values")
}

/// 40 000 pairs: every value is found to within 4 % and 0.03 log-odds, some four standard errors.
#[test]
fn a_large_sample_gives_the_truth_back() {
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
            .install(|| analyse(&samples, 100, seed, "Pawn"));
        format!("{values:?}")
    };
    let one = on(1, 7);
    assert_eq!(one, on(2, 7));
    assert_ne!(one, on(2, 8));
}

#[test]
fn values_in_pawns_are_ratios_and_the_first_move_is_one_too() {
    let world = World::small();
    let values = analyse(&world.play(4000, 3), 200, 1, "Pawn");
    assert!(values.has_units && values.notices.is_empty());
    let names: Vec<&str> = values
        .pieces
        .iter()
        .map(|piece| piece.piece.as_str())
        .collect();
    assert_eq!(names, ["Queen", "Rook", "Knight", "Ferz", "Pawn"]);
    let pawn = values.pieces[4].in_log_odds().expect("seen");
    for piece in &values.pieces {
        let (ratio, log_odds) = (piece.in_units(), piece.in_log_odds());
        let (ratio, log_odds) = (ratio.expect("seen"), log_odds.expect("seen"));
        assert!((ratio.value - log_odds.value / pawn.value).abs() < 1e-12);
        assert!(log_odds.low < log_odds.value && log_odds.value < log_odds.high);
    }
    let unit = values.pieces[4].in_units().expect("the unit");
    assert_eq!((unit.value, unit.low, unit.high), (1.0, 1.0, 1.0));
    // The pawn's error is carried: a ratio is less certain than its numerator alone.
    let relative = |e: tradewind_stats::Estimate| (e.high - e.low) / e.value;
    let rook = &values.pieces[1];
    let (in_units, in_log_odds) = (rook.in_units(), rook.in_log_odds());
    assert!(relative(in_units.expect("seen")) > relative(in_log_odds.expect("seen")));
    assert!(
        values
            .first_move_in_units
            .expect("units")
            .covers(0.15 / 0.45)
    );
}

#[test]
fn what_the_data_cannot_tell_is_flagged() {
    let mut world = World::small();
    world.difference = 0.6;
    let plain = world.play(400, 4);
    // Three more pieces: a twin of the rook, one seen in ten pairs, one never seen.
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
    let values = analyse(&samples, 100, 1, "Pawn");
    let flag = |name: &str| {
        let piece = values.pieces.iter().find(|piece| piece.piece == name);
        piece.expect("a piece of that name").flag
    };
    assert_eq!(flag("Rook"), Some(Flag::Undetermined));
    assert_eq!(flag("Twin"), Some(Flag::Undetermined));
    assert_eq!(flag("Rare"), Some(Flag::FewPairs));
    assert_eq!(flag("Unseen"), Some(Flag::NeverSeen));
    assert_eq!(flag("Knight"), None);
    // Results were random, so the pawn is not clearly worth anything.
    assert!(!values.has_units);
    assert!(values.pieces.iter().all(|piece| piece.value.is_none()));
    assert!(matches!(&values.notices[0], Notice::UnitNotClear { .. }));
    assert_eq!(values.notices.len(), 4);
    let unseen = values.pieces.last().expect("pieces");
    assert_eq!((unseen.piece.as_str(), unseen.log_odds), ("Unseen", None));
    let notices: Vec<String> = values.notices.iter().map(Notice::to_string).collect();
    let text = notices.join("\n");
    assert!(
        text.contains("The value of Pawn is not clearly positive"),
        "{text}"
    );
    assert!(
        text.contains("never-seen: the sides never differ in Unseen."),
        "{text}"
    );
}

#[test]
fn an_unknown_unit_is_an_error() {
    let samples = World::small().play(100, 5);
    let options = FitOptions::default();
    let fit = fit(&samples, &options).expect("a fit");
    let few = BootstrapOptions {
        replicates: 40,
        seed: 1,
    };
    let bootstrap = bootstrap(&samples, &fit, &options, &few).expect("a bootstrap");
    let found = piece_values(&samples, &fit, &bootstrap, &ValueOptions::new("Hippogriff"));
    let known = "Pawn, Ferz, Knight, Rook, Queen".to_owned();
    let unit_piece = "Hippogriff".to_owned();
    assert_eq!(found, Err(ValueError::UnknownUnit { unit_piece, known }));
}
