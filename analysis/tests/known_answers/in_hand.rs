//! A piece in hand is worth something else than on the board, and another one nothing: the regression finds both with the
//! stated coverage, and the values on the board are not changed by them.

use crate::simulation::{World, by_length, by_regression, origin, samples_of, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::PositionSamples;
use tradewind_analysis::row::{LOG_ODDS, RowCondition, Subject};
use tradewind_engine::rules::{PieceType, load};
use tradewind_stats::Samples;

/// The value of each of these pieces in hand, in log-odds.
const IN_HAND: [(usize, f64); 2] = [(2, 0.5), (3, 0.0)];

/// Games with one position each. A side has the more in hand, the less it has on the board.
fn positions(seed: u64) -> PositionSamples {
    let world = World::small();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut names = world.names();
    names.extend(IN_HAND.map(|(at, _)| format!("{}, in hand", world.pieces[at].0)));
    let mut material = Samples::new(names).expect("names");
    let mut origins = Vec::new();
    for pair in 0..1_500 {
        let mut count =
            |most: i32| (uniform(&mut random) * f64::from(2 * most + 1)).floor() as i32 - most;
        let board: Vec<i32> = world.pieces.iter().map(|_| count(1)).collect();
        let hands = IN_HAND.map(|(at, _)| count(1) - board[at]);
        for sign in [1, -1] {
            let of_board = board.iter().zip(&world.pieces);
            let of_hands = hands.iter().zip(&IN_HAND);
            let worth = of_board
                .map(|(&often, piece)| f64::from(often) * piece.1)
                .sum::<f64>()
                + of_hands
                    .map(|(&often, piece)| f64::from(often) * piece.1)
                    .sum::<f64>();
            let log_odds = world.first_move + f64::from(sign) * worth;
            let result = world.outcome(log_odds, uniform(&mut random)) as f32;
            let row: Vec<f32> = board
                .iter()
                .chain(&hands)
                .map(|&often| (sign * often) as f32)
                .collect();
            material.push(pair, result, &row).expect("a row");
        }
        origins.push(origin(pair, 0));
    }
    PositionSamples {
        in_hand: IN_HAND.map(|(at, _)| PieceType(at as u8)).to_vec(),
        ..samples_of(material, origins, None)
    }
}

#[test]
fn pieces_in_hand_have_values_of_their_own() {
    let spec = load("chess", &[]).expect("chess");
    let worlds = by_length(400, 60);
    let truth = World::small();
    let mut covered = [0; 4];
    for seed in 0..worlds {
        let found = by_regression(&spec, &positions(seed), 60);
        let row = |at: usize, condition: RowCondition| {
            let subject = Subject::piece(&spec, PieceType(at as u8));
            let mut rows = found.rows.iter();
            rows.find(|row| {
                row.subject == subject && row.condition == condition && row.unit == LOG_ODDS
            })
            .expect("a value")
        };
        for (place, (at, value)) in IN_HAND.into_iter().enumerate() {
            let hand = row(at, RowCondition::InHand);
            let board = row(at, RowCondition::Sandwich);
            let on_board = Some(truth.pieces[at].1);
            covered[2 * place] += u64::from(hand.low <= Some(value) && Some(value) <= hand.high);
            covered[2 * place + 1] += u64::from(board.low <= on_board && on_board <= board.high);
        }
    }
    // 95 % within three and a half standard errors.
    let share = covered.map(|count| count as f64 / worlds as f64);
    let allowed = 3.5 * (0.95 * 0.05 / worlds as f64).sqrt();
    assert!(
        share.iter().all(|share| (share - 0.95).abs() <= allowed),
        "{share:?}"
    );
}
