//! A side without a legal move: lost in most games, a draw in chess.

use super::board::{after, board, load, over};
use super::solver::{Known, both_find, nodes, searcher, solve_move, to_depth};
use tradewind_engine::search::Score;

/// The knight takes the last square from the king; no other move wins at once.
const KNIGHT: &str = "
     8  k  .  .  .  .  .  .  .
     6  .  K  .  .  .  N  .  .
     3  .  .  .  .  .  .  .  p
     2  .  .  .  .  .  .  .  P
        a  b  c  d  e  f  g  h
";

#[test]
fn the_search_goes_for_stalemate_where_it_wins() {
    for rules in [
        "shatranj",
        "hashishin-wazir",
        "hashishin-any",
        "hashishin-homeward",
        "chess stalemate_loses=true",
    ] {
        let game = board(rules, "w", KNIGHT);
        assert_eq!(both_find(rules, &game, Score::Wins(1)), "f6d7", "{rules}");
        let end = after(&game, &["f6d7"]);
        assert_eq!(over(&end), Some(("w", "stalemate")), "{rules}");
    }
}

#[test]
fn the_search_does_not_stalemate_in_chess_when_it_is_winning() {
    let queen = "
     8  .  .  .  .  .  .  .  k
     5  .  .  .  .  .  .  Q  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
    ";
    for drawing in [KNIGHT, queen] {
        let game = board("chess", "w", drawing);
        for depth in 2..=6 {
            let info = to_depth("chess", &game, depth);
            let first = game.move_text(info.pv[0]);
            let end = after(&game, &[&first]);
            assert_eq!(over(&end), None, "{first} at depth {depth}");
            assert!(info.score.cp() > 0, "{first} at depth {depth}");
        }
    }
}

/// White must take the queen, and then Black has no move.
#[test]
fn the_search_goes_for_stalemate_in_chess_when_it_is_losing() {
    let game = board(
        "chess",
        "b",
        "
     7  .  .  .  .  .  .  .  q
     5  .  .  .  .  .  .  Q  .
     4  .  .  .  .  .  .  R  .
     2  p  .  .  .  .  .  .  .
     1  k  .  K  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(solve_move(&game, "h7c2", 3), Known::Draws);
    let end = after(&game, &["h7c2", "c1c2"]);
    assert_eq!(over(&end), Some(("draw", "stalemate")));
    for depth in 3..=6 {
        let info = to_depth("chess", &game, depth);
        assert_eq!(info.score, Score::Cp(0), "depth {depth}");
        assert_eq!(game.move_text(info.pv[0]), "h7c2", "depth {depth}");
    }
}

/// Black's pieces in the corner cannot move; the pawn can until something stands before it.
const CORNER: &str = "
    10  .  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  .  .  .  K  .
     8  .  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  .  .  p  .  .
     5  .  .  .  .  .  .  .  .  .  .
     4  .  .  .  .  .  .  R  .  .  .
     2  p  p  .  .  .  .  .  .  .  .
     1  k  p  .  .  .  .  .  .  .  P
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn the_last_piece_that_can_move_is_blocked() {
    for rules in ["scirocco-2009", "scirocco-1999", "scirocco-jocly"] {
        let game = board(rules, "w", &CORNER.replace("     4", "     6"));
        assert_eq!(both_find(rules, &game, Score::Wins(1)), "g6h6", "{rules}");
        let end = after(&game, &["g6h6"]);
        assert_eq!(over(&end), Some(("w", "stalemate")), "{rules}");
    }
}

#[test]
fn a_side_that_will_have_no_move_has_lost() {
    let game = board("scirocco-2009", "w", &CORNER.replace("     4", "     5"));
    both_find("scirocco-2009", &game, Score::Wins(3));
}

/// The static evaluation favours Black, and White could win a queen instead.
const FAR_AHEAD: &str = "
    10  .  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  .  .  .  K  .
     7  .  .  .  .  .  .  .  p  .  .
     6  .  .  .  .  .  .  R  .  .  .
     3  .  .  .  N  .  .  .  .  .  .
     2  p  p  p  p  p  .  .  .  .  .
     1  k  q  q  q  p  .  .  .  .  P
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn a_side_that_is_far_ahead_without_a_move_has_lost_too() {
    let game = board("scirocco-2009", "w", FAR_AHEAD);
    assert_eq!(solve_move(&game, "g6h6", 1), Known::Wins(1));
    let rules = load("scirocco-2009");
    let info = searcher(&rules).search(&game, &nodes(100_000), |_| {});
    let first = game.move_text(info.pv[0]);
    assert_eq!((first.as_str(), info.score), ("g6h6", Score::Wins(1)));
}

#[test]
fn a_side_that_is_far_ahead_without_a_move_has_lost_at_every_depth() {
    let game = board("scirocco-2009", "w", FAR_AHEAD);
    for depth in 2..=6 {
        let info = to_depth("scirocco-2009", &game, depth);
        assert_eq!(info.score, Score::Wins(1), "depth {depth}");
    }
}
