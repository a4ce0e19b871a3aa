//! Whatever is searched, however shortly: the move is legal, and the line can be played.

use super::solver::{nodes, searcher};
use crate::properties::random_games::{every_game, name, visit};

#[test]
fn moves_are_legal_and_lines_can_be_played() {
    for rules in every_game() {
        let mut searcher = searcher(&rules);
        let mut searched = 0;
        visit(&rules, 60, |game| {
            for limit in [1, 10, 100, 1_000] {
                let info = searcher.search(game, &nodes(limit), |_| {});
                assert_eq!(info.pv.is_empty(), game.over().is_some());
                let mut on = game.clone();
                for &one in &info.pv {
                    assert!(
                        on.legal_moves().contains(&one),
                        "{}: {} of {:?} in {} with {limit} nodes",
                        name(&rules),
                        on.move_text(one),
                        super::solver::pv_texts(game, &info),
                        game.text()
                    );
                    on.play_unchecked(one);
                }
                searched += u32::from(!info.pv.is_empty());
            }
        });
        assert!(searched >= 160, "{}: {searched}", name(&rules));
    }
}

/// Whole games with one transposition table, to their end or to a cap.
#[test]
fn whole_games_are_legal() {
    for rules in every_game() {
        let mut searcher = searcher(&rules);
        let array = rules.spec().array_numbers()[0];
        let mut game = rules.start(array).expect("an array");
        while game.over().is_none() && game.ply() < 60 {
            let info = searcher.search(&game, &nodes(200), |_| {});
            let best = info.best_move().expect("a move");
            assert!(game.legal_moves().contains(&best), "{}", game.text());
            game.play_unchecked(best);
        }
    }
}
