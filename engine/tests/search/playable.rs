//! Whatever is searched, however shortly: the move is legal, and the line can be played.

use super::solver::{nodes, searcher};
use crate::properties::random_games::{every_game, name, visit};

#[test]
fn moves_are_legal_and_lines_can_be_played() {
    for game in every_game() {
        let mut searcher = searcher(&game);
        let mut searched = 0;
        visit(&game, 60, |play| {
            for limit in [1, 10, 100, 1_000] {
                let info = searcher.search(play, &nodes(limit), |_| {});
                assert_eq!(info.pv.is_empty(), play.over().is_some());
                let mut on = play.clone();
                for &one in &info.pv {
                    assert!(
                        on.legal_moves().contains(&one),
                        "{}: {} of {:?} in {} with {limit} nodes",
                        name(&game),
                        on.move_text(one),
                        super::solver::pv_texts(play, &info),
                        play.text()
                    );
                    on.play_unchecked(one);
                }
                searched += u32::from(!info.pv.is_empty());
            }
        });
        assert!(searched >= 160, "{}: {searched}", name(&game));
    }
}

/// Whole games with one transposition table, to their end or to a cap.
#[test]
fn whole_games_are_legal() {
    for game in every_game() {
        let mut searcher = searcher(&game);
        let array = game.spec().array_numbers()[0];
        let mut play = game.start(array).expect("an array");
        while play.over().is_none() && play.ply() < 60 {
            let info = searcher.search(&play, &nodes(200), |_| {});
            let best = info.best_move().expect("a move");
            assert!(play.legal_moves().contains(&best), "{}", play.text());
            play.play_unchecked(best);
        }
    }
}
