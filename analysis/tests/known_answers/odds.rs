//! Odds games made up from known values, and what the fit makes of them.
//!
//! Each kind of odds is worth the sum of its pieces and an interaction of its own that the model
//! leaves out; games are drawn often, the first move is worth something, and the two games of a
//! pair share their luck.

use crate::coverage::Covered;
use crate::simulation::{World, normal, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::{OddsGames, OddsGroup, OddsTally};
use tradewind_analysis::estimators::odds::fit;
use tradewind_engine::rules::PieceType;

/// The odds of an experiment: which pieces the first player has more of.
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

/// Odds games of a world whose odds of two pieces have interactions of this standard deviation: the more pieces, the more.
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
                let shared = uniform(&mut random) < world.shared_luck;
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

/// How often the intervals of the first move, of values in log-odds and of values in pawns cover
/// the truth.
fn coverage(experiments: u32, pairs: u64, interaction: f64) -> Covered {
    let world = World::small();
    let pawn = world.pieces[0].1;
    // An average over odds that differ by more than a pawn from their sum moves less than any of them
    // does; in pawns that cancels.
    let with_log_odds = interaction < 0.25;
    let mut names = Vec::new();
    if with_log_odds {
        names.push("first move".to_owned());
        names.extend(world.names());
    }
    names.extend(
        world.names()[1..]
            .iter()
            .map(|name| format!("{name} in pawns")),
    );
    let mut coverage = Covered::new(names, experiments);
    for experiment in 0..experiments {
        let games = play(&world, 40, pairs, interaction, u64::from(experiment));
        let fit = fit(&games).expect("a fit");
        let mut covered = Vec::new();
        if with_log_odds {
            covered.push(fit.first_move.covers(world.first_move));
            for (at, (_, value)) in world.pieces.iter().enumerate() {
                covered.push(fit.coefficients.sum(&[(at, 1.0)]).covers(*value));
            }
        }
        for (at, (_, value)) in world.pieces.iter().enumerate().skip(1) {
            let ratio = fit.coefficients.ratio(&[(at, 1.0)], &[(0, 1.0)]);
            // Where the pawn is not clear nothing is said of the ratio, and nothing wrong.
            covered.push(ratio.is_none_or(|ratio| ratio.covers(value / pawn)));
        }
        coverage.add(covered);
    }
    coverage
}

#[test]
fn odds_intervals_cover_the_truth() {
    for interaction in [0.0, 0.15] {
        let covered = coverage(200, 60, interaction);
        covered.print();
        covered.check();
    }
}

/// The same with 2000 experiments, only when `TRADEWIND_LONG` is set.
#[test]
fn odds_intervals_cover_the_truth_in_many_experiments() {
    if std::env::var_os("TRADEWIND_LONG").is_none() {
        return;
    }
    for interaction in [0.0, 0.05, 0.15, 0.3] {
        for pairs in [20, 200] {
            println!("interactions of {interaction}, {pairs} pairs of each kind");
            let covered = coverage(2000, pairs, interaction);
            covered.print();
            covered.check();
        }
    }
}

/// Interactions are found with their size, and said to be more than luck; without them they are
/// not.
#[test]
fn interactions_are_noticed() {
    let world = World::small();
    let with = fit(&play(&world, 80, 400, 0.3, 1)).expect("a fit");
    assert!((0.22..0.38).contains(&with.tau), "{}", with.tau);
    assert!(with.heterogeneity < 1e-6, "{}", with.heterogeneity);
    let alarms = (0..200)
        .filter(|&seed| {
            fit(&play(&world, 40, 100, 0.0, seed))
                .expect("a fit")
                .heterogeneity
                < 0.05
        })
        .count();
    // 10 are expected; three standard deviations more are 19.
    assert!(alarms <= 19, "{alarms} of 200");
}

/// Leaving interactions out of the intervals covers far less: the test above can fail.
#[test]
fn intervals_without_interactions_are_too_narrow() {
    let world = World::small();
    let mut covered = 0;
    for seed in 0..200 {
        let games = play(&world, 40, 200, 0.25, seed);
        let fit = fit(&games).expect("a fit");
        let (values, covariance) = fit.coefficients.sums(&[vec![(4, 1.0)]]);
        // The sampling error of the games alone.
        let sampling = covariance[(0, 0)] - fit.of_odds[(4, 4)];
        let error = (values[0] - world.pieces[4].1).abs();
        covered += u32::from(error < 1.96 * sampling.max(0.0).sqrt());
    }
    assert!(covered < 160, "{covered} of 200");
}
