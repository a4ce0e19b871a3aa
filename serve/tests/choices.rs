//! Every legal move can be chosen by clicks, and its clicks choose no other move.

use std::collections::HashSet;
use tradewind_engine::{Game, Rules, rules};
use tradewind_serve::choices;

/// A generator of the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % count
    }
}

fn check_position(rules: &Rules, game: &Game) {
    let all = choices(rules, game);
    assert_eq!(all.len(), game.legal_moves().len());
    let mut clicks = HashSet::new();
    for (one, &mv) in all.iter().zip(game.legal_moves()) {
        assert_eq!(game.find(&one.text), Some(mv), "{}", one.text);
        let own = (one.from, one.target, one.wall, one.label.as_str());
        assert!(clicks.insert(own), "{}: twice {own:?}", game.text());
        assert_eq!(one.from.is_none(), one.target.is_none(), "{}", one.text);
    }
}

/// Checks positions of random games of all rule sets that come with the program, and of games with drops and walls.
fn check_all(positions: usize) {
    let others = ["crazyhouse", "shogi", "duck", "amazons"]
        .map(|name| format!("../scripts/variants/{name}.toml"));
    for id in rules::built_in().into_iter().chain(others) {
        let rules = Rules::load(&id, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let arrays = rules.spec().array_numbers();
        let mut random = Random(1);
        // A wall may be on most squares of the board.
        let has_walls = rules.spec().walls.is_some();
        let mut left = if has_walls { positions / 25 } else { positions };
        while left > 0 {
            let array = arrays[random.below(arrays.len())];
            let mut game = rules.start(array).expect("an array");
            while left > 0 && game.over().is_none() && game.ply() < 400 {
                check_position(&rules, &game);
                left -= 1;
                let moves = game.legal_moves();
                let mv = moves[random.below(moves.len())];
                game.play_unchecked(mv);
            }
        }
    }
}

#[test]
fn clicks_choose_one_move() {
    check_all(500);
}

#[test]
#[ignore = "long"]
fn clicks_choose_one_move_in_many_positions() {
    check_all(10_000);
}

/// Moves that are alike on the board differ in their words.
#[test]
fn words_tell_moves_apart() {
    let chess = Rules::load("chess", &[]).expect("chess");
    let game = chess
        .parse("4,k,3/P,7/8/8/8/8/8/R,3,K,2,R w castle=KQ 0")
        .expect("a position");
    let all = choices(&chess, &game);
    let labels = |from: &str, target: &str| -> Vec<&str> {
        let square = |name| chess.geometry().parse(name).map(|square| square.0);
        let own = all
            .iter()
            .filter(|one| one.from == square(from).map(u16::from) && one.target == square(target));
        own.map(|one| one.label.as_str()).collect()
    };
    assert_eq!(
        labels("a7", "a8"),
        ["Queen", "Rook", "Bishop", "Knight"].map(|name| format!("move to a8, become {name}"))
    );
    assert_eq!(labels("e1", "g1"), ["castle"]);
    assert_eq!(labels("e1", "f1"), ["move to f1"]);
}
