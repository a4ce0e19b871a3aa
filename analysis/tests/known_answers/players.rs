//! Values under one rule set as several players have them, each with values of its own around the true ones: where
//! players are a sample, intervals hold the truth as often as they claim; where they are taken as given, they do not.

use crate::odds::design;
use crate::simulation::{World, normal, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::{
    LaterOrigins, OddsGames, OddsGroup, OddsParts, OddsTally, PairOrigin, PositionSamples,
};
use tradewind_analysis::estimators::odds::MaterialOdds;
use tradewind_analysis::estimators::regression::{PositionRegression, log_odds};
use tradewind_analysis::estimators::{Method, PieceGames, second_unit};
use tradewind_analysis::row::{LOG_ODDS, Row, RowCondition, Subject};
use tradewind_engine::rules::{PieceType, RuleSpec, load};
use tradewind_stats::{BootstrapOptions, Estimate, Samples};

const PLAYERS: usize = 4;

/// How far the players' values lie apart, in log-odds, and whether intervals that take players as given are then too
/// narrow.
const SPREADS: [(f64, bool); 2] = [(0.0, false), (0.5, true)];

/// A player's values.
fn player(spread: f64, random: &mut ChaCha8Rng) -> World {
    let mut own = World::small();
    for (_, value) in &mut own.pieces {
        *value += spread * normal(random);
    }
    own
}

/// How many intervals hold the truth, and how many there are.
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

fn check(spread: f64, is_narrow: bool, as_sample: &Count, as_given: &Count) {
    let shares = [as_sample, as_given].map(Count::share);
    println!("{spread}: {shares:?} of {}", as_sample.all);
    assert!((0.92..=0.985).contains(&shares[0]), "{spread}");
    assert_eq!(shares[1] < 0.85, is_narrow, "{spread}");
}

/// Positions of games of some players; taken as those of one, if they are taken as given.
fn positions(spread: f64, seed: u64, pairs: u64) -> PositionSamples {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut material = Samples::new(World::small().names()).expect("distinct names");
    let mut origins = Vec::new();
    for number in 0..PLAYERS as u64 {
        let games = player(spread, &mut random).play(pairs, seed * 10 + number);
        material
            .append_renumbered(&games, number * pairs)
            .expect("the same pieces");
        origins.extend((0..pairs).map(|pair| PairOrigin {
            pair: number * pairs + pair,
            family: None,
            player: number as usize,
            games: 2,
        }));
    }
    PositionSamples {
        pieces: (0..5).map(PieceType).collect(),
        games: 2 * pairs * PLAYERS as u64,
        material: material.into(),
        origins,
        later: LaterOrigins::default(),
        detail: None,
    }
}

/// The same games as those of one player.
fn as_given(mut samples: PositionSamples) -> PositionSamples {
    for origin in &mut samples.origins {
        origin.player = 0;
    }
    samples
}

#[test]
fn regression_values_have_what_players_differ_by() {
    let spec = load("chess", &[]).expect("chess");
    let estimate = |samples: &PositionSamples| {
        let games = PieceGames {
            positions: Some(samples),
            replicates: 60,
            ..no_games(&spec)
        };
        let found = PositionRegression.estimate(&games).expect("values");
        found.expect("positions").rows
    };
    for (spread, is_narrow) in SPREADS {
        let (mut sampled, mut given) = (Count::default(), Count::default());
        for experiment in 0..60 {
            let samples = positions(spread, experiment, 120);
            sampled.add_rows(&estimate(&samples), &spec);
            given.add_rows(&estimate(&as_given(samples)), &spec);
        }
        check(spread, is_narrow, &sampled, &given);
    }
}

/// What comparisons of rule sets take for the values.
#[test]
fn values_in_comparisons_have_what_players_differ_by() {
    let spec = load("chess", &[]).expect("chess");
    let resampling = BootstrapOptions {
        replicates: 60,
        seed: 1,
    };
    for (spread, is_narrow) in SPREADS {
        let (mut sampled, mut given) = (Count::default(), Count::default());
        for experiment in 0..100 {
            let samples = positions(spread, experiment, 120);
            let add = |count: &mut Count, samples: &PositionSamples| {
                let rows = log_odds(samples, &spec, &resampling).expect("values");
                for (one, piece) in rows.iter().zip(&World::small().pieces) {
                    count.add(one.row.estimate(), piece.1);
                }
            };
            add(&mut sampled, &samples);
            add(&mut given, &as_given(samples));
        }
        check(spread, is_narrow, &sampled, &given);
    }
}

/// The same odds by all players; what each kind is worth beyond the sum of its pieces is no player's.
fn odds(spread: f64, seed: u64) -> OddsParts {
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
        let own = player(spread, &mut random);
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
fn odds_values_have_what_players_differ_by() {
    let spec = load("chess", &[]).expect("chess");
    let estimate = |parts: &OddsParts| {
        let games = PieceGames {
            odds: Some((&spec, parts)),
            ..no_games(&spec)
        };
        let found = MaterialOdds.estimate(&games).expect("values");
        found.expect("odds").rows
    };
    for (spread, is_narrow) in SPREADS {
        let (mut sampled, mut given) = (Count::default(), Count::default());
        for experiment in 0..100 {
            let mut parts = odds(spread, experiment);
            sampled.add_rows(&estimate(&parts), &spec);
            parts.players.clear();
            given.add_rows(&estimate(&parts), &spec);
        }
        check(spread, is_narrow, &sampled, &given);
    }
}

/// Chess as methods see it when no games were played.
pub fn no_games(spec: &RuleSpec) -> PieceGames<'_> {
    PieceGames {
        spec,
        unit: PieceType(0),
        second_unit: second_unit(spec),
        odds: None,
        positions: None,
        families: &[],
        replicates: 0,
        seed: 1,
    }
}
