//! Pieces whose values change with the phase and with the strength of the players, who differ, too: the
//! fitted line has its stated coverage at the standard phase.

use crate::phases::{LONG, SHORT, STANDARD, positions, worth};
use crate::simulation::{by_length, by_regression, normal, share_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use tradewind_analysis::row::RowCondition;
use tradewind_analysis::values::ValueSet;
use tradewind_analysis::values::skill::SkillFit;
use tradewind_engine::rules::{PieceType, load};

/// The levels, in nodes.
const NODES: [u64; 3] = [64, 256, 1024];

/// The growth of the logarithms of all values per doubling of the nodes.
const GROWTH: f64 = 0.15;

/// The scales of the drifts of pieces per doubling, and of the lack of fit: half-normal, as in the model.
const SCALE: f64 = 0.1;

/// The coverage of ratios to the pawn, at the levels and beyond.
fn coverage(phases: [f64; 2], players: usize, deviation: f64, experiments: u64) -> f64 {
    let spec = load("chess", &[]).expect("chess");
    let study = |experiment: u64| {
        let mut intervals = Vec::new();
        let mut random = ChaCha8Rng::seed_from_u64(2_000_000 + experiment);
        let [drift, lack_of_fit] = [0, 1].map(|_| SCALE * normal(&mut random).abs());
        let drifts: Vec<f64> = (0..5).map(|_| drift * normal(&mut random)).collect();
        let off: Vec<f64> = (0..15).map(|_| lack_of_fit * normal(&mut random)).collect();
        let own: Vec<f64> = (0..5 * players)
            .map(|_| deviation * normal(&mut random))
            .collect();
        let doublings = |nodes: u64| (nodes as f64 / 256.0).log2();
        let level = |(number, &nodes): (usize, &u64)| {
            let doubled = doublings(nodes);
            let worth = |player: usize, piece: usize, share: f64| {
                let drift = (GROWTH + drifts[piece]) * doubled;
                let own = own[5 * player + piece] + off[5 * number + piece];
                worth(piece, share) * (drift + own).exp()
            };
            let seed = 3 * experiment + number as u64;
            let found = by_regression(&spec, &positions(phases, players, &worth, seed), 40);
            ValueSet {
                player: format!("{nodes} nodes"),
                players,
                nodes: Some(nodes),
                rows: found.rows,
                joints: found.joints,
                ..ValueSet::new(spec.clone(), PieceType(0))
            }
        };
        let sets: Vec<ValueSet> = NODES.iter().enumerate().map(level).collect();
        let sets: Vec<&ValueSet> = sets.iter().collect();
        let Some(fit) = SkillFit::of(&sets, "regression", &RowCondition::StandardPhase) else {
            return intervals;
        };
        for nodes in [64, 1_000, 10_000] {
            for piece in 1..5 {
                let found = fit.ratio_at(PieceType(piece as u8), PieceType(0), nodes);
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
fn lines_have_their_stated_coverage() {
    let experiments = by_length(1_000, 60);
    for phases in [SHORT, LONG] {
        for (players, deviation) in [(1, 0.0), (4, 0.2)] {
            let share = coverage(phases, players, deviation, experiments);
            println!("phases {phases:?}, {players} players {deviation} apart: {share:.3}");
            assert!(
                (0.91..=0.985).contains(&share),
                "{phases:?}, {players}: {share}"
            );
        }
    }
}
