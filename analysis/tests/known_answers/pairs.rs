//! A piece of which two have more than twice the value of one: both methods estimate the difference
//! with the stated coverage, and none for a piece without one.

use crate::simulation::{
    World, by_length, by_odds, by_regression, detail, origin, samples_of, uniform,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::{Detail, OddsGames, OddsGroup, OddsParts, PositionSamples};
use tradewind_analysis::row::{LOG_ODDS, Row, Subject};
use tradewind_engine::rules::{PieceType, RuleSpec, load};
use tradewind_stats::Samples;

/// The value of two or more of each of these pieces beyond the sum of single ones, in log-odds.
const PAIRED: [(usize, f64); 2] = [(2, 0.4), (3, 0.0)];

/// Maximum number of each piece on a side.
const MAX_COUNT: [u32; 5] = [8, 1, 2, 2, 1];

type Army = [u32; 5];

/// The surplus of one side, by piece.
fn difference(one: Army, other: Army) -> Vec<f64> {
    let both = one.iter().zip(other);
    both.map(|(&own, its)| f64::from(own) - f64::from(its))
        .collect()
}

/// By piece of [`PAIRED`]: 1 where only one side has a pair, -1 where only the other has.
fn pairs(one: Army, other: Army) -> Vec<f64> {
    let has = |army: Army, piece: usize| i8::from(army[piece] >= 2);
    let of = |(piece, _)| f64::from(has(one, piece) - has(other, piece));
    PAIRED.map(of).to_vec()
}

/// In log-odds.
fn worth(world: &World, one: Army, other: Army) -> f64 {
    let material = difference(one, other).into_iter().zip(&world.pieces);
    let beyond = pairs(one, other).into_iter().zip(PAIRED);
    material.map(|(often, piece)| often * piece.1).sum::<f64>()
        + beyond.map(|(often, (_, value))| often * value).sum::<f64>()
}

/// Two armies of similar value.
fn armies(world: &World, random: &mut ChaCha8Rng) -> [Army; 2] {
    loop {
        let mut army = || MAX_COUNT.map(|max| (uniform(random) * f64::from(max + 1)) as u32);
        let both = [army(), army()];
        if worth(world, both[0], both[1]).abs() < 1.5 {
            return both;
        }
    }
}

fn narrow(numbers: Vec<f64>) -> Vec<f32> {
    numbers.into_iter().map(|one| one as f32).collect()
}

/// Games with one position each.
fn positions(seed: u64) -> PositionSamples {
    const PAIRS: u64 = 1_500;
    let world = World::small();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let names = world.names();
    let with = |further: &[&str]| {
        let all = names.iter().cloned();
        Samples::new(all.chain(further.iter().map(ToString::to_string)).collect()).expect("names")
    };
    let mut by_phase = Samples::new((0..10).map(|at| at.to_string()).collect()).expect("names");
    let (mut material, mut by_pair) = (with(&[]), with(&["one pair", "other pair"]));
    let mut origins = Vec::new();
    for pair in 0..PAIRS {
        let [one, other] = armies(&world, &mut random);
        for [white, black] in [[one, other], [other, one]] {
            let log_odds = world.first_move + worth(&world, white, black);
            let result = world.outcome(log_odds, uniform(&mut random)) as f32;
            let own = difference(white, black);
            let full = uniform(&mut random);
            let phases = [full, 1.0 - full].map(|share| own.iter().map(move |n| n * share));
            let phases = narrow(phases.into_iter().flatten().collect());
            let beside = narrow([&own[..], &pairs(white, black)].concat());
            let push = |rows: &mut Samples, numbers: &[f32]| {
                rows.push(pair, result, numbers).expect("a row");
            };
            push(&mut material, &narrow(own.clone()));
            push(&mut by_phase, &phases);
            push(&mut by_pair, &beside);
        }
        origins.push(origin(pair, 0));
    }
    let detail = Detail {
        by_pair: by_pair.into(),
        paired: PAIRED.map(|(at, _)| PieceType(at as u8)).to_vec(),
        ..detail(&material, by_phase)
    };
    samples_of(material, origins, Some(detail))
}

/// Sixty kinds of odds.
fn odds(seed: u64) -> OddsParts {
    let world = World::small();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let with_columns = |numbers: Vec<f64>| {
        let all = numbers.into_iter().enumerate();
        all.filter(|(_, often)| *often != 0.0).collect()
    };
    let groups = (0..60).map(|kind| {
        let [one, other] = armies(&world, &mut random);
        OddsGroup {
            text: format!("odds {kind} :"),
            difference: with_columns(difference(one, other)),
            pairs: with_columns(pairs(one, other)),
            tally: world.odds(worth(&world, one, other), 60, &mut random),
        }
    });
    OddsParts {
        all: OddsGames {
            pieces: (0..5).map(PieceType).collect(),
            paired: PAIRED.map(|(at, _)| PieceType(at as u8)).to_vec(),
            groups: groups.collect(),
        },
        families: Vec::new(),
        players: Vec::new(),
    }
}

/// Checks the coverage of the intervals, and the power and error rate of the tests.
fn check(experiments: u32, spec: &RuleSpec, find: impl Fn(u64) -> Vec<Row>) {
    let (mut covered, mut found) = ([0; 2], [0; 2]);
    for experiment in 0..experiments {
        let rows = find(u64::from(experiment));
        for (at, (piece, truth)) in PAIRED.into_iter().enumerate() {
            let subject = Subject::pair(spec, PieceType(piece as u8));
            let mut own = rows.iter().filter(|row| row.subject == subject);
            let row = own.find(|row| row.unit == LOG_ODDS).expect("a pair");
            covered[at] += u32::from(row.reliable().expect("an interval").covers(truth));
            found[at] += u32::from(row.p.expect("a test") < 0.05);
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(experiments);
    let (covered, found) = (covered.map(share), found.map(share));
    println!("of {experiments}: covered {covered:?}, found {found:?}");
    let scatter = 3.5 * (0.95 * 0.05 / f64::from(experiments)).sqrt();
    assert!(covered.iter().all(|share| (share - 0.95).abs() < scatter));
    assert!(found[0] > 0.6 && found[1] < 0.05 + scatter);
}

fn experiments() -> u32 {
    by_length(1_000, 100)
}

#[test]
fn the_regression_separates_a_pair_from_two_single_pieces() {
    let spec = load("chess", &[]).expect("chess");
    check(experiments(), &spec, |seed| {
        by_regression(&spec, &positions(seed), 40).rows
    });
}

#[test]
fn odds_separate_a_pair_from_two_single_pieces() {
    let spec = load("chess", &[]).expect("chess");
    check(experiments(), &spec, |seed| by_odds(&spec, &odds(seed)));
}
