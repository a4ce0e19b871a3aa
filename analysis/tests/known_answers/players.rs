//! Values under one rule set by several players, each with values of its own around the true ones: where
//! players are a sample, intervals have their stated coverage; where they are fixed, they have not.

use crate::odds::design;
use crate::simulation::{
    World, by_odds, by_regression, covered, normal, origin, samples_of, share_of,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::{OddsGames, OddsGroup, OddsParts, PositionSamples};
use tradewind_analysis::estimators::regression::log_odds;
use tradewind_analysis::row::{Row, RowCondition};
use tradewind_engine::rules::{PieceType, RuleSpec, load};
use tradewind_stats::{BootstrapOptions, Samples};

const PLAYERS: usize = 4;

/// Standard deviations of values between players, in log-odds, and whether intervals with fixed
/// players are then too narrow.
const DEVIATIONS: [(f64, bool); 2] = [(0.0, false), (0.5, true)];

/// The values of a player.
fn player(deviation: f64, random: &mut ChaCha8Rng) -> World {
    let mut own = World::small();
    for (_, value) in &mut own.pieces {
        *value += deviation * normal(random);
    }
    own
}

/// Checks intervals that cover where players are a sample, and where they are fixed.
fn check(experiments: u64, study: impl Fn(f64, u64) -> [Vec<bool>; 2]) {
    for (deviation, is_narrow) in DEVIATIONS {
        let studies: Vec<[Vec<bool>; 2]> = (0..experiments)
            .map(|seed| study(deviation, seed))
            .collect();
        let share = |which: usize| {
            let all: Vec<bool> = studies.iter().flat_map(|one| one[which].clone()).collect();
            share_of(&all)
        };
        println!("{deviation}: {} and {}", share(0), share(1));
        assert!((0.92..=0.985).contains(&share(0)), "{deviation}");
        assert_eq!(share(1) < 0.85, is_narrow, "{deviation}");
    }
}

/// Whether the intervals of rows cover the true values.
fn covers(rows: &[Row], spec: &RuleSpec) -> Vec<bool> {
    covered(rows, spec, &RowCondition::All, |piece| {
        World::small().pieces[piece].1
    })
}

/// Positions of games of some players, and the same as those of one player.
fn positions(deviation: f64, seed: u64) -> [PositionSamples; 2] {
    const PAIRS: u64 = 120;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut material = Samples::new(World::small().names()).expect("distinct names");
    let mut origins = Vec::new();
    for number in 0..PLAYERS as u64 {
        let games = player(deviation, &mut random).play(PAIRS, seed * 10 + number);
        material
            .append_renumbered(&games, number * PAIRS)
            .expect("the same pieces");
        origins.extend((0..PAIRS).map(|pair| origin(number * PAIRS + pair, number as usize)));
    }
    let fixed = origins.iter().map(|one| origin(one.pair, 0)).collect();
    [
        samples_of(material.clone(), origins, None),
        samples_of(material, fixed, None),
    ]
}

#[test]
fn regression_values_include_the_variance_between_players() {
    let spec = load("chess", &[]).expect("chess");
    check(60, |deviation, seed| {
        positions(deviation, seed)
            .map(|samples| covers(&by_regression(&spec, &samples, 60).rows, &spec))
    });
}

/// The values in comparisons of rule sets.
#[test]
fn values_in_comparisons_include_the_variance_between_players() {
    let spec = load("chess", &[]).expect("chess");
    let resampling = BootstrapOptions {
        replicates: 60,
        seed: 1,
    };
    check(100, |deviation, seed| {
        positions(deviation, seed).map(|samples| {
            let rows = log_odds(&samples, &spec, &resampling).expect("values");
            let both = rows.iter().zip(World::small().pieces);
            both.filter_map(|(one, (_, truth))| Some(one.row.estimate()?.covers(truth)))
                .collect()
        })
    });
}

/// The same odds by all players; the value of each kind beyond the sum of its pieces is common to them.
fn odds(deviation: f64, seed: u64) -> OddsParts {
    const PAIRS: u64 = 40;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let world = World::small();
    let kinds: Vec<(Vec<(usize, f64)>, f64)> = design(&world, 40, &mut random)
        .into_iter()
        .map(|difference| {
            let pieces: f64 = difference.iter().map(|(_, often)| often.abs()).sum();
            let beyond = 0.25 * (pieces / 2.0).sqrt() * normal(&mut random);
            (difference, beyond)
        })
        .collect();
    let games = |groups: Vec<OddsGroup>| OddsGames {
        pieces: (0..5).map(PieceType).collect(),
        paired: Vec::new(),
        groups,
    };
    let mut players = Vec::new();
    for _ in 0..PLAYERS {
        let own = player(deviation, &mut random);
        let groups = kinds
            .iter()
            .enumerate()
            .map(|(kind, (difference, beyond))| {
                let sum: f64 = (difference.iter())
                    .map(|&(piece, often)| own.pieces[piece].1 * often)
                    .sum();
                OddsGroup {
                    text: format!("odds {kind} :"),
                    difference: difference.clone(),
                    pairs: Vec::new(),
                    tally: own.odds(sum + beyond, PAIRS, &mut random),
                }
            });
        players.push(games(groups.collect()));
    }
    let mut all = games(Vec::new());
    for own in &players {
        all.append(own.clone());
    }
    OddsParts {
        all,
        families: Vec::new(),
        players,
    }
}

#[test]
fn odds_values_include_the_variance_between_players() {
    let spec = load("chess", &[]).expect("chess");
    check(100, |deviation, seed| {
        let mut parts = odds(deviation, seed);
        let sample = covers(&by_odds(&spec, &parts), &spec);
        parts.players.clear();
        [sample, covers(&by_odds(&spec, &parts), &spec)]
    });
}
