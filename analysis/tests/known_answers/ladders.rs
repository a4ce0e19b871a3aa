//! Pieces whose values change with the phase and with the strength of the players, who differ too: the line through a
//! ladder holds the truth at the standard phase as often as it claims.

use crate::phases::{LONG, SHORT, STANDARD, positions, regression, worth};
use crate::simulation::{normal, share_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use tradewind_analysis::row::RowCondition;
use tradewind_analysis::values::ValueSet;
use tradewind_analysis::values::skill::Ladder;
use tradewind_engine::rules::{PieceType, load};

/// The rungs, in nodes.
const NODES: [u64; 3] = [64, 256, 1024];

/// By how much the logarithms of values grow with a doubling of the nodes, for all alike.
const GROWTH: f64 = 0.15;

/// How far the drifts of pieces lie apart for a doubling, and how far their values lie off the lines: half-normal, as the
/// model has it.
const SCALE: f64 = 0.1;

/// The share of the intervals of ratios to the pawn that hold the truth, at rungs and beyond.
fn coverage(phases: [f64; 2], players: usize, spread: f64, experiments: u64) -> f64 {
    let spec = load("chess", &[]).expect("chess");
    let study = |experiment: u64| {
        let mut intervals = Vec::new();
        let mut random = ChaCha8Rng::seed_from_u64(2_000_000 + experiment);
        let [drift, scatter] = [0, 1].map(|_| SCALE * normal(&mut random).abs());
        let drifts: Vec<f64> = (0..5).map(|_| drift * normal(&mut random)).collect();
        let off: Vec<f64> = (0..15).map(|_| scatter * normal(&mut random)).collect();
        let own: Vec<f64> = (0..5 * players)
            .map(|_| spread * normal(&mut random))
            .collect();
        let doublings = |nodes: u64| (nodes as f64 / 256.0).log2();
        let rung = |(number, &nodes): (usize, &u64)| {
            let height = doublings(nodes);
            let worth = |player: usize, piece: usize, share: f64| {
                let drift = (GROWTH + drifts[piece]) * height;
                let own = own[5 * player + piece] + off[5 * number + piece];
                worth(piece, share) * (drift + own).exp()
            };
            let seed = 3 * experiment + number as u64;
            let found = regression(&spec, &positions(phases, players, &worth, seed));
            ValueSet {
                rules: "Chess".to_string(),
                spec: spec.clone(),
                player: format!("{nodes} nodes"),
                players,
                nodes: Some(nodes),
                alike: String::new(),
                unit: PieceType(0),
                rows: found.rows,
                joints: found.joints,
                notes: Vec::new(),
            }
        };
        let sets: Vec<ValueSet> = NODES.iter().enumerate().map(rung).collect();
        let sets: Vec<&ValueSet> = sets.iter().collect();
        let Some(ladder) = Ladder::of(&sets, "regression", &RowCondition::StandardPhase) else {
            return intervals;
        };
        for nodes in [64, 1_000, 10_000] {
            for piece in 1..5 {
                let found = ladder.ratio_at(PieceType(piece as u8), PieceType(0), nodes);
                let drift = (drifts[piece] - drifts[0]) * doublings(nodes);
                let truth = worth(piece, STANDARD) / worth(0, STANDARD) * drift.exp();
                intervals.extend(found.map(|estimate| estimate.covers(truth)));
            }
        }
        intervals
    };
    let intervals: Vec<bool> = (0..experiments)
        .into_par_iter()
        .flat_map_iter(study)
        .collect();
    println!("{} intervals", intervals.len());
    share_of(&intervals)
}

#[test]
fn lines_through_ladders_are_what_they_claim() {
    let experiments = match std::env::var_os("TRADEWIND_LONG") {
        Some(_) => 1_000,
        None => 60,
    };
    for phases in [SHORT, LONG] {
        for (players, spread) in [(1, 0.0), (4, 0.2)] {
            let share = coverage(phases, players, spread, experiments);
            println!("phases {phases:?}, {players} players {spread} apart: {share:.3}");
            assert!(
                (0.91..=0.985).contains(&share),
                "{phases:?}, {players}: {share}"
            );
        }
    }
}
