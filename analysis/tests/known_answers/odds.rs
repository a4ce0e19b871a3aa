//! Odds games simulated from known values, and the fit to them.
//!
//! Each kind of odds has the sum of the values of its pieces and an interaction of its own that the model
//! leaves out; games are often drawn, the first move has a value, and the games of a pair are
//! correlated.

use crate::coverage::Covered;
use crate::simulation::{World, by_length, normal, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::{OddsGames, OddsGroup, OddsTally};
use tradewind_analysis::estimators::odds::fit;
use tradewind_engine::rules::PieceType;

/// The odds of an experiment: the first player's surplus of pieces.
pub fn design(world: &World, kinds: usize, random: &mut ChaCha8Rng) -> Vec<Vec<(usize, f64)>> {
    let mut odds = Vec::new();
    while odds.len() < kinds {
        let difference: Vec<(usize, f64)> = (0..world.pieces.len())
            .map(|piece| (piece, (uniform(random) * 5.0).floor() - 2.0))
            .filter(|(_, often)| *often != 0.0)
            .collect();
        let worth: f64 = (difference.iter())
            .map(|&(piece, often)| world.pieces[piece].1 * often)
            .sum();
        if !difference.is_empty() && worth.abs() < 1.2 {
            odds.push(difference);
        }
    }
    odds
}

/// Odds games of a world in which odds of two pieces have interactions of this standard deviation.
fn play(world: &World, kinds: usize, pairs: u64, interaction: f64, seed: u64) -> OddsGames {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let groups = design(world, kinds, &mut random)
        .into_iter()
        .map(|difference| {
            let sum: f64 = (difference.iter())
                .map(|&(piece, often)| world.pieces[piece].1 * often)
                .sum();
            let pieces: f64 = difference.iter().map(|(_, often)| often.abs()).sum();
            let worth = sum + interaction * (pieces / 2.0).sqrt() * normal(&mut random);
            let mut tally = OddsTally::default();
            for _ in 0..pairs {
                let first = uniform(&mut random);
                let shared = uniform(&mut random) < world.shared_draws;
                let second = if shared { first } else { uniform(&mut random) };
                let white = world.outcome(worth + world.first_move, first);
                let black = world.outcome(worth - world.first_move, second);
                tally.add(Some(white), Some(black));
            }
            OddsGroup {
                text: String::new(),
                difference,
                pairs: Vec::new(),
                tally,
            }
        });
    OddsGames {
        pieces: (0..world.pieces.len())
            .map(|at| PieceType(at as u8))
            .collect(),
        paired: Vec::new(),
        groups: groups.collect(),
    }
}

/// The coverage of the first move, of values in log-odds and of values in pawns.
fn coverage(experiments: u32, pairs: u64, interaction: f64) -> Covered {
    let world = World::small();
    let pawn = world.pieces[0].1;
    // Averaged over odds that deviate by more than a pawn from their sum, log-odds are attenuated;
    // in pawns that cancels.
    let with_log_odds = interaction < 0.25;
    let mut coverage = Covered::of_values(&world, with_log_odds, experiments);
    for experiment in 0..experiments {
        let games = play(&world, 40, pairs, interaction, u64::from(experiment));
        let fit = fit(&games, None).expect("a fit");
        let mut covered = Vec::new();
        if with_log_odds {
            covered.push(fit.first_move.covers(world.first_move));
            for (at, (_, value)) in world.pieces.iter().enumerate() {
                covered.push(fit.coefficients.sum(&[(at, 1.0)]).covers(*value));
            }
        }
        for (at, (_, value)) in world.pieces.iter().enumerate().skip(1) {
            let ratio = fit.coefficients.ratio(&[(at, 1.0)], &[(0, 1.0)]);
            // Where the pawn is not clearly positive there is no ratio, and no error.
            covered.push(ratio.is_none_or(|ratio| ratio.covers(value / pawn)));
        }
        coverage.add(covered);
    }
    coverage
}

/// With `TRADEWIND_LONG`, 2000 experiments.
#[test]
fn odds_intervals_cover_the_truth() {
    let short = vec![(0.0, 60), (0.15, 60)];
    let long = [0.0, 0.05, 0.15, 0.3].map(|interaction| [(interaction, 20), (interaction, 200)]);
    for (interaction, pairs) in by_length(long.concat(), short) {
        println!("interactions of {interaction}, {pairs} pairs of each kind");
        coverage(by_length(2000, 200), pairs, interaction).check();
    }
}

/// Interactions are found with their size and are significant; without them the error rate is as stated.
#[test]
fn interactions_are_detected() {
    let world = World::small();
    let with = fit(&play(&world, 80, 400, 0.3, 1), None).expect("a fit");
    assert!((0.22..0.38).contains(&with.tau), "{}", with.tau);
    assert!(with.heterogeneity < 1e-6, "{}", with.heterogeneity);
    let alarms = (0..200)
        .filter(|&seed| {
            fit(&play(&world, 40, 100, 0.0, seed), None)
                .expect("a fit")
                .heterogeneity
                < 0.05
        })
        .count();
    // 10 are expected; three standard deviations more are 19.
    assert!(alarms <= 19, "{alarms} of 200");
}

/// Intervals without interactions cover far less: the test above can fail.
#[test]
fn intervals_without_interactions_are_too_narrow() {
    let world = World::small();
    let mut covered = 0;
    for seed in 0..200 {
        let games = play(&world, 40, 200, 0.25, seed);
        let fit = fit(&games, None).expect("a fit");
        let (values, covariance) = fit.coefficients.sums(&[vec![(4, 1.0)]]);
        // The sampling error of the games alone.
        let sampling = covariance[(0, 0)] - fit.of_odds[(4, 4)];
        let error = (values[0] - world.pieces[4].1).abs();
        covered += u32::from(error < 1.96 * sampling.max(0.0).sqrt());
    }
    assert!(covered < 160, "{covered} of 200");
}
