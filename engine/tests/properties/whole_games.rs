//! A thousand random games of every rule set, each to its end or to a cap.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::{Rules, rules};

const GAMES: u64 = 1_000;
/// Far above the longest random game of any rule set but the one in which games may go on.
const CAP: u32 = 3_000;

/// Plays the games of a rule set; the number of those that reached the cap.
fn play_all(rules: &Rules) -> u64 {
    let arrays = rules.spec().array_numbers();
    let unfinished = |number: &u64| {
        let mut random = ChaCha8Rng::seed_from_u64(*number);
        let array = *arrays.choose(&mut random).expect("there is an array");
        let mut game = rules.start(array).expect("the array exists");
        while game.over().is_none() && game.ply() < CAP {
            let one = *game.legal_moves().choose(&mut random).expect("a move");
            game.play_unchecked(one);
            assert!(game.is_consistent(), "{}: {}", rules.spec().id, game.text());
        }
        game.over().is_none()
    };
    (0..GAMES).filter(unfinished).count() as u64
}

#[test]
fn a_thousand_random_games_of_every_rule_set_come_to_an_end() {
    std::thread::scope(|scope| {
        for id in rules::built_in() {
            scope.spawn(move || {
                let rules = Rules::load(&id, &[]).unwrap_or_else(|fault| panic!("{fault}"));
                let unfinished = play_all(&rules);
                assert!(unfinished * 100 < GAMES, "{id}: {unfinished} games go on");
            });
        }
    });
}
