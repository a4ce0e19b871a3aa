//! Values under one rule set by several players, each with values of its own around the true ones: where
//! players are a sample, intervals have their stated coverage; where they are fixed, they have not.

use crate::odds::design;
use crate::simulation::{World, by_odds, by_regression, normal, origin, samples_of, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::{OddsGames, OddsGroup, OddsParts, OddsTally, PositionSamples};
use tradewind_analysis::estimators::regression::log_odds;
use tradewind_analysis::row::{LOG_ODDS, Row, RowCondition, Subject};
use tradewind_engine::rules::{PieceType, RuleSpec, load};
use tradewind_stats::{BootstrapOptions, Estimate, Samples};

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

/// Counts of intervals that cover, and of all.
#[derive(Default)]
struct Count {
    covered: u32,
    all: u32,
}

impl Count {
    fn add(&mut self, estimate: Option<Estimate>, truth: f64) {
        if let Some(estimate) = estimate {
            self.covered += u32::from(estimate.covers(truth));
            self.all += 1;
        }
    }

    /// Adds the values of all pieces, in log-odds and in pawns.
    fn add_rows(&mut self, rows: &[Row], spec: &RuleSpec) {
        let truth = World::small().pieces;
        for (at, (_, value)) in truth.iter().enumerate() {
            let subject = Subject::piece(spec, PieceType(at as u8));
            for (unit, size) in [(LOG_ODDS, 1.0), ("pawns", truth[0].1)] {
                let found = rows.iter().find(|row| {
                    row.subject == subject && row.unit == unit && row.condition == RowCondition::All
                });
                let is_itself = at == 0 && unit == "pawns";
                self.add(
                    found.and_then(Row::estimate).filter(|_| !is_itself),
                    value / size,
                );
            }
        }
    }

    fn share(&self) -> f64 {
        f64::from(self.covered) / f64::from(self.all)
    }
}

/// Checks intervals where players are a sample, and where they are fixed.
fn check(mut add: impl FnMut(f64, u64, [&mut Count; 2]), experiments: u64) {
    for (deviation, is_narrow) in DEVIATIONS {
        let [mut sample, mut fixed] = <[Count; 2]>::default();
        for experiment in 0..experiments {
            add(deviation, experiment, [&mut sample, &mut fixed]);
        }
        let shares = [&sample, &fixed].map(Count::share);
        println!("{deviation}: {shares:?} of {}", sample.all);
        assert!((0.92..=0.985).contains(&shares[0]), "{deviation}");
        assert_eq!(shares[1] < 0.85, is_narrow, "{deviation}");
    }
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
    let add = |deviation, experiment, counts: [&mut Count; 2]| {
        for (count, samples) in counts.into_iter().zip(positions(deviation, experiment)) {
            count.add_rows(&by_regression(&spec, &samples, 60).rows, &spec);
        }
    };
    check(add, 60);
}

/// The values in comparisons of rule sets.
#[test]
fn values_in_comparisons_include_the_variance_between_players() {
    let spec = load("chess", &[]).expect("chess");
    let resampling = BootstrapOptions {
        replicates: 60,
        seed: 1,
    };
    let add = |deviation, experiment, counts: [&mut Count; 2]| {
        for (count, samples) in counts.into_iter().zip(positions(deviation, experiment)) {
            let rows = log_odds(&samples, &spec, &resampling).expect("values");
            for (one, piece) in rows.iter().zip(&World::small().pieces) {
                count.add(one.row.estimate(), piece.1);
            }
        }
    };
    check(add, 100);
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
                let mut tally = OddsTally::default();
                for _ in 0..PAIRS {
                    let [white, black] = [own.first_move, -own.first_move]
                        .map(|first| own.outcome(sum + beyond + first, uniform(&mut random)));
                    tally.add(Some(white), Some(black));
                }
                OddsGroup {
                    text: format!("odds {kind} :"),
                    difference: difference.clone(),
                    pairs: Vec::new(),
                    tally,
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
    let add = |deviation, experiment, [sample, fixed]: [&mut Count; 2]| {
        let mut parts = odds(deviation, experiment);
        sample.add_rows(&by_odds(&spec, &parts), &spec);
        parts.players.clear();
        fixed.add_rows(&by_odds(&spec, &parts), &spec);
    };
    check(add, 100);
}
