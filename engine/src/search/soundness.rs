//! Assumptions of the search, checked on the positions of random games.

use super::picker::MovePicker;
use super::score::{MATE, of_outcome};
use super::time::{Limits, TimeManager};
use super::transposition::{TranspositionTable, move_key};
use super::worker::{Learned, Settings, Worker};
use crate::by_width::each_width;
use crate::evaluation::{Evaluator, Weights};
use crate::game::Rules;
use crate::moves::Move;
use crate::play::GameState;
use crate::position::Position;
use crate::rules::built_in;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Plies of a random game.
const PLIES: usize = 200;

/// Plays a random game and checks each position and those after its moves. Returns the number of
/// moves that gave up a royal.
fn check_game<const W: usize>(line: &GameState<W>, seed: u64) -> usize {
    let rules = &*line.rules;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let evaluator = Evaluator::new(&line.rules, &Weights::of(&rules.spec));
    let tt = TranspositionTable::new(0.1);
    let mut learned = Learned::new(rules.reach.len());
    let time = TimeManager::new(&Limits::default());
    let shared = (&evaluator, &tt);
    let worker = Worker::new(shared, &mut learned, Settings::default(), time, line);
    let (mut position, mut given_up) = (line.position, 0);
    let mut moves = Vec::new();
    for _ in 0..PLIES {
        moves.clear();
        rules.generate(&position, &mut moves);
        if position.is_over(rules) || moves.is_empty() {
            break;
        }
        check_picker(&worker, &position, &moves);
        if !rules.may_have_no_moves(&position) && !worker.royal_attacked(&position, position.side) {
            assert!(rules.count(&position) > 0);
        }
        if !worker.has_check || !rules.in_check(&position, position.side) {
            for wanted in [1, 6, 12] {
                let has_moves = moves.len() >= wanted;
                assert_eq!(rules.has_at_least(&position, wanted as u32), has_moves);
            }
        }
        let sums = evaluator.piece_sums(&position);
        for &mv in &moves {
            let next = position.after(rules, mv);
            let updated = evaluator.piece_sums_after(&position, &next, mv, sums);
            assert_eq!(updated, evaluator.piece_sums(&next), "{mv:?}");
            if worker.has_check {
                let in_check = rules.in_check(&next, next.side);
                let text = next.text(rules);
                assert_eq!(
                    worker.gives_check(&position, mv),
                    in_check,
                    "{mv:?} to {text}"
                );
            }
            if worker.gives_up_royal(&next) {
                given_up += 1;
                let wins = wins_at_once(rules, &next);
                assert!(wins, "{}: {}", rules.spec.id, next.text(rules));
            }
        }
        position = position.after(rules, *moves.choose(&mut random).expect("a move"));
    }
    given_up
}

/// The picker gives each legal move once, or each that changes the material, whatever the hash move
/// is; that one first.
fn check_picker<const W: usize>(worker: &Worker<'_, W>, position: &Position<W>, moves: &[Move]) {
    let keys = [moves.first(), moves.last()].map(|mv| mv.map_or(0, |&mv| move_key(mv)));
    let mut picker = MovePicker::default();
    for key in [0, keys[0], keys[1], 0x5a5a] {
        for only_noisy in [false, true] {
            let wanted = (moves.iter()).filter(|mv| !only_noisy || position.is_noisy(**mv));
            let wanted: Vec<Move> = wanted.copied().collect();
            picker.begin(only_noisy, key);
            let mut picked = Vec::new();
            while let Some((_, one)) = picker.next(worker.picker_context(position, 0, [None; 2])) {
                picked.push(one.mv);
            }
            assert_eq!(picked.len(), wanted.len());
            assert!(wanted.iter().all(|mv| picked.contains(mv)));
            if wanted.iter().any(|&mv| move_key(mv) == key) {
                assert_eq!(move_key(picked[0]), key);
            }
        }
    }
}

fn wins_at_once<const W: usize>(
    rules: &crate::tables::RuleTables<W>,
    position: &Position<W>,
) -> bool {
    let mut replies = Vec::new();
    rules.generate(position, &mut replies);
    replies.iter().any(|&reply| {
        let decision = position.after(rules, reply).decision(rules);
        decision.is_some_and(|(outcome, _)| of_outcome(outcome, position.side, 0) == MATE)
    })
}

#[test]
fn assumptions_of_the_search_hold() {
    for id in built_in() {
        let rules = Rules::load(&id, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let array = rules.spec().array_numbers()[0];
        let game = rules.start(array).expect("the array is there");
        let mut given_up = 0;
        for seed in 0..6 {
            given_up += each_width!(&game.0, line => check_game(line, seed));
        }
        let has_check = rules.spec().end.royal == crate::rules::RoyalRule::Check;
        assert_eq!(given_up == 0, has_check, "{id}");
    }
}
