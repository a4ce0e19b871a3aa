//! Draws that must be claimed, in games that another program continues.

use super::board::{after, board, load, over};
use super::solver::{searcher, to_depth};
use tradewind_engine::search::{Limits, Score};

const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

#[test]
fn only_the_fifth_occurrence_ends_a_game_in_which_nobody_claims() {
    let start = load("chess").start(0).expect("array 0").leaving_claims();
    let second = after(&start, &ROUND);
    assert!(!second.is_claimable());
    let third = after(&second, &ROUND);
    assert!(third.is_claimable());
    assert_eq!((over(&third), third.legal_moves().len()), (None, 20));
    assert!(!after(&third, &["e2e4"]).is_claimable());
    let fifth = after(&after(&third, &ROUND), &ROUND);
    assert_eq!(over(&fifth), Some(("draw", "repetition")));
    assert!(!fifth.is_claimable() && fifth.legal_moves().is_empty());
    // From the next move on, what can be claimed is.
    let next = after(&third.taking_claims(), &ROUND[..1]);
    assert_eq!(over(&next), Some(("draw", "repetition")));
}

#[test]
fn only_150_plies_end_a_game_in_which_nobody_claims() {
    let drawing = "8 r . . . k . . .\n1 R . . . K . . .\n";
    for (clock, is_claimable, ends) in [(98, false, false), (99, true, false), (149, false, true)] {
        let game = board("chess", &format!("w clock={clock}"), drawing);
        let game = after(&game.leaving_claims(), &["e1e2"]);
        assert_eq!(game.is_claimable(), is_claimable, "{clock}");
        assert_eq!(over(&game).is_some(), ends, "{clock}");
        assert_eq!(game.legal_moves().is_empty(), ends, "{clock}");
    }
}

/// If the rules have no claims, a draw ends the game at once.
#[test]
fn other_games_end_as_their_rules_say() {
    let start = load("shatranj").start(0).expect("array 0");
    let round = ["b1c3", "b8c6", "c3b1", "c6b8"];
    let third = after(&after(&start.leaving_claims(), &round), &round);
    assert_eq!(over(&third), Some(("draw", "repetition")));
    assert!(!third.is_claimable());
}

/// White is a queen ahead, but every move is a draw that Black may claim.
#[test]
fn a_claimable_draw_is_scored_as_one() {
    let drawing = "8 . . . . k . . .\n7 . . . . . . . p\n1 Q . . . K . . .\n";
    let game = board("chess", "w clock=99", drawing).leaving_claims();
    let game = after(&game, &["e1e2", "e8e7"]);
    assert!(game.is_claimable());
    assert_eq!(to_depth("chess", &game, 4).score, Score::Cp(0));
}

#[test]
fn only_the_root_moves_of_the_limits_are_searched() {
    let rules = load("chess");
    let game = rules.start(0).expect("array 0");
    for threads in [1, 2] {
        let mut searcher = searcher(&rules);
        searcher.set_threads(threads);
        searcher.set_multi_pv(5);
        let limits = Limits {
            depth: Some(4),
            root_moves: ["a2a3", "h2h4"]
                .iter()
                .filter_map(|text| game.find(text))
                .collect(),
            ..Limits::default()
        };
        let mut firsts = Vec::new();
        searcher.search(&game, &limits, |info| {
            firsts.push(game.move_text(info.pv[0]))
        });
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts, ["a2a3", "h2h4"], "{threads}");
    }
}
