//! Pieces whose values change with the phase, in games that are short or long, by players that differ.
//! Values at the standard phase have the stated coverage and do not depend on the length of games; those
//! over all positions do.

use crate::simulation::{
    World, by_length, by_regression, covered, detail, normal, origin, row_of, samples_of, share_of,
    uniform,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use tradewind_analysis::dataset::PositionSamples;
use tradewind_analysis::row::{Row, RowCondition};
use tradewind_engine::rules::{PieceType, RuleSpec, load};
use tradewind_stats::Samples;

/// The factors of the values of [`World::small`] on a full board, and on an empty one.
const FULL: [f64; 5] = [0.6, 1.1, 1.2, 1.2, 1.3];
const EMPTY: [f64; 5] = [1.6, 0.9, 0.7, 0.8, 0.6];

/// The standard phase.
pub const STANDARD: f64 = 0.6;

/// The piece that stands for the knight.
const KNIGHT: usize = 1;

/// Pairs per player.
const PAIRS: u64 = 300;

/// The conditions of games.
#[derive(Clone, Copy)]
struct Played {
    /// The largest and the smallest share of the pieces in the positions.
    phases: [f64; 2],
    players: usize,
    /// Standard deviation of values between players, in log-odds.
    deviation: f64,
}

pub const SHORT: [f64; 2] = [1.0, 0.4];
pub const LONG: [f64; 2] = [0.9, 0.1];

/// The value of a piece in a phase, in log-odds.
pub fn worth(piece: usize, share: f64) -> f64 {
    let factor = FULL[piece] * share + EMPTY[piece] * (1.0 - share);
    World::small().pieces[piece].1 * factor
}

/// The value of a piece, in log-odds, to a player (from 0) for a share of the pieces on the board.
pub type Worth<'w> = &'w dyn Fn(usize, usize, f64) -> f64;

/// Positions of games between the largest and the smallest share of the pieces on the board.
pub fn positions(phases: [f64; 2], players: usize, worth: Worth<'_>, seed: u64) -> PositionSamples {
    let world = World::small();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut material = Samples::new(world.names()).expect("distinct names");
    let names = (0..10).map(|at| at.to_string()).collect();
    let mut by_phase = Samples::new(names).expect("distinct names");
    let mut origins = Vec::new();
    for player in 0..players {
        for number in 0..PAIRS {
            let pair = player as u64 * PAIRS + number;
            let start: Vec<f64> = (0..5)
                .map(|_| (uniform(&mut random) * 3.0).floor() - 1.0)
                .collect();
            for colour in [1.0, -1.0] {
                let draw = uniform(&mut random);
                for _ in 0..2 {
                    let [most, fewest] = phases;
                    let share = fewest + (most - fewest) * uniform(&mut random);
                    let values = (0..5).map(|piece| worth(player, piece, share));
                    let sides = start.iter().map(|often| often * colour);
                    let log_odds: f64 = sides.clone().zip(values).map(|(d, v)| d * v).sum();
                    let result = world.outcome(world.first_move + log_odds, draw) as f32;
                    let row = |share: f64| sides.clone().map(move |often| (often * share) as f32);
                    let both: Vec<f32> = row(share).chain(row(1.0 - share)).collect();
                    let whole: Vec<f32> = row(1.0).collect();
                    material.push(pair, result, &whole).expect("a row");
                    by_phase.push(pair, result, &both).expect("a row");
                }
            }
            origins.push(origin(pair, player));
        }
    }
    let detail = detail(&material, by_phase);
    samples_of(material, origins, Some(detail))
}

/// The values from games in which each player has an offset for each piece, in all phases.
fn rows(spec: &RuleSpec, played: Played, seed: u64) -> Vec<Row> {
    let mut random = ChaCha8Rng::seed_from_u64(1_000_000 + seed);
    let all = 0..5 * played.players;
    let own: Vec<f64> = all
        .map(|_| played.deviation * normal(&mut random))
        .collect();
    let worth =
        |player: usize, piece: usize, share: f64| worth(piece, share) + own[5 * player + piece];
    let samples = positions(played.phases, played.players, &worth, seed);
    by_regression(spec, &samples, 40).rows
}

/// The coverage at the standard phase, in log-odds and in pawns.
fn coverage(played: Played, experiments: u64) -> f64 {
    let spec = load("chess", &[]).expect("chess");
    let study = |experiment: u64| {
        let rows = rows(&spec, played, experiment);
        let truth = |piece| worth(piece, STANDARD);
        covered(&rows, &spec, &RowCondition::StandardPhase, truth)
    };
    let studies = (0..experiments).into_par_iter();
    share_of(&studies.flat_map_iter(study).collect::<Vec<bool>>())
}

/// Values in knights in the endgame minus those in the middlegame, which decide claims about phases.
#[test]
fn differences_between_phases_have_their_stated_coverage() {
    let spec = load("chess", &[]).expect("chess");
    let experiments = by_length(1_000, 100);
    let phases = [RowCondition::Endgame, RowCondition::Middlegame];
    let study = |seed: u64| {
        let worth = |_: usize, piece: usize, share: f64| worth(piece, share);
        let found = by_regression(&spec, &positions(LONG, 1, &worth, seed), 40);
        let difference = |piece: usize| {
            let of = |piece: usize| {
                let part = |phase| (1.0, phase, PieceType(piece as u8));
                phases.clone().map(part)
            };
            let ([end, middle], [end_unit, middle_unit]) = (of(piece), of(KNIGHT));
            let mut joints = found.joints.iter();
            joints.find_map(|joint| {
                joint.ratio_difference([&end, &end_unit], [&middle, &middle_unit])
            })
        };
        let covers = |piece: usize| {
            let [end, middle] =
                [0.3, 0.8].map(|share| worth(0, piece, share) / worth(0, KNIGHT, share));
            difference(piece).map(|estimate| estimate.covers(end - middle))
        };
        [0, 2, 3, 4]
            .into_iter()
            .filter_map(covers)
            .collect::<Vec<bool>>()
    };
    let studies = (0..experiments).into_par_iter();
    let intervals: Vec<bool> = studies.flat_map_iter(study).collect();
    let share = share_of(&intervals);
    println!("{} intervals: {share:.3}", intervals.len());
    assert!(
        intervals.len() as u64 > 3 * experiments,
        "{}",
        intervals.len()
    );
    assert!((0.92..=0.98).contains(&share), "{share}");
}

#[test]
fn values_at_the_standard_phase_have_their_stated_coverage() {
    let experiments = by_length(1_000, 50);
    for phases in [SHORT, LONG] {
        for (players, deviation) in [(1, 0.0), (4, 0.3)] {
            let played = Played {
                phases,
                players,
                deviation,
            };
            let share = coverage(played, experiments);
            println!("phases {phases:?}, {players} players {deviation} apart: {share:.3}");
            assert!(
                (0.92..=0.98).contains(&share),
                "{phases:?}, {players}: {share}"
            );
        }
    }
}

/// The value of a queen in pawns by long games, divided by that by short ones.
#[test]
fn values_at_the_standard_phase_do_not_depend_on_the_length_of_games() {
    let spec = load("chess", &[]).expect("chess");
    let queen = |phases: [f64; 2], condition: &RowCondition| {
        let played = Played {
            phases,
            players: 20,
            deviation: 0.0,
        };
        let rows = rows(&spec, played, 1);
        let found = row_of(&rows, &spec, 4, (condition, "pawns")).expect("a queen");
        found.value.expect("a value")
    };
    let ratio = |condition| queen(LONG, condition) / queen(SHORT, condition);
    let (all, standard) = (
        ratio(&RowCondition::All),
        ratio(&RowCondition::StandardPhase),
    );
    println!("all {all:.3}, standard phase {standard:.3}");
    assert!(all < 0.8, "{all}");
    assert!((standard - 1.0).abs() < 0.12, "{standard}");
}
