//! The draw after a hundred plies without progress.

use super::board::{after, board, over};
use super::solver::{Known, solve, solve_move, to_depth};
use tradewind_engine::search::Score;

const CHESS: &str = "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  .  .  p  p
     3  .  .  .  .  .  .  .  .
     2  P  .  .  .  .  .  .  .
     1  K  .  .  .  R  .  .  Q
        a  b  c  d  e  f  g  h
";

#[test]
fn mate_on_the_hundredth_ply_is_found() {
    let game = board("chess", "w clock=99", CHESS);
    let end = after(&game, &["e1e8"]);
    assert_eq!(over(&end), Some(("w", "checkmate")));
    assert_eq!(solve(&game, 1), Known::Wins(1));
    let info = to_depth("chess", &game, 3);
    assert_eq!(info.score, Score::Wins(1));
}

/// White is far ahead; every move but those of the pawn ends the game as a draw.
#[test]
fn the_side_ahead_makes_progress_on_the_hundredth_ply() {
    let chess = "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  .  .  p  .
     4  .  .  .  .  .  .  .  .
     2  P  .  .  .  .  .  .  .
     1  K  .  Q  .  .  .  .  .
        a  b  c  d  e  f  g  h
    ";
    let game = board("chess", "w clock=99", chess);
    assert_eq!(solve_move(&game, "a1b1", 1), Known::Draws);
    for depth in 2..=5 {
        let info = to_depth("chess", &game, depth);
        let first = game.move_text(info.pv[0]);
        assert!(
            ["a2a3", "a2a4"].contains(&first.as_str()),
            "{first}, {depth}"
        );
        assert!(info.score.cp() > 300, "{depth}");
    }
    let rococo = "
     8  .  k  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  .  .  .
     3  .  .  .  P  .  .  .  .  .  .
     1  .  .  .  L  A  .  .  .  K  .
        x  a  b  c  d  e  f  g  h  y
    ";
    let game = board("rococo", "w clock=99", rococo);
    assert_eq!(solve_move(&game, "h1g1", 1), Known::Draws);
    for depth in 2..=4 {
        let info = to_depth("rococo", &game, depth);
        let first = game.move_text(info.pv[0]);
        assert!(first.starts_with("c3"), "{first}, {depth}");
        assert!(info.score.cp() > 300, "{depth}");
    }
}

/// Black is far behind; every move without progress saves it.
#[test]
fn the_side_behind_makes_no_progress_on_the_hundredth_ply() {
    for (rules, drawing) in [
        (
            "chess",
            "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  .  .  p  .
     1  K  .  Q  .  .  .  .  .
        a  b  c  d  e  f  g  h
            ",
        ),
        (
            "rococo",
            "
     8  .  k  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  p  .  .
     1  .  .  .  L  A  .  .  .  K  .
        x  a  b  c  d  e  f  g  h  y
            ",
        ),
    ] {
        let game = board(rules, "b clock=99", drawing);
        for depth in 2..=4 {
            let info = to_depth(rules, &game, depth);
            let end = after(&game, &[&game.move_text(info.pv[0])]);
            assert_eq!(over(&end), Some(("draw", "move count")), "{rules}");
            assert_eq!(info.score, Score::Cp(0), "{rules}, {depth}");
            assert_eq!(info.pv.len(), 1, "{rules}: the game is over");
        }
    }
}

/// The draw is seen when it is a few plies off, too.
#[test]
fn a_draw_by_count_is_seen_ahead() {
    let game = board(
        "chess",
        "w clock=97",
        "
     8  .  .  .  .  .  .  .  k
     1  K  .  Q  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(solve(&game, 3), Known::Draws);
    for depth in 4..=5 {
        let info = to_depth("chess", &game, depth);
        assert_eq!(info.score, Score::Cp(0), "{depth}");
    }
}
