//! How games of Shatranj al'Hashishin end: check (H-D7), bare kings (H-D8) and draws (H-D9).

use super::board::{after, all_moves, allows, board, moves, over};

#[test]
fn an_assassin_gives_check_by_overtaking() {
    let play = board(
        "hashishin-wazir",
        "b",
        "
     4  .  .  .  k  .  .  .  p
     3  .  .  As .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(!allows(&play, "h4h3"), "c3e5xd4 would take the king");
    assert!(allows(&play, "d4c3"), "takes the Assassin");
    assert!(!allows(&play, "d4d3"), "c3e3xd3");
    assert!(allows(&play, "d4d5"));
}

#[test]
fn a_piece_on_the_landing_square_prevents_it_and_is_pinned_there() {
    let play = board(
        "hashishin-wazir",
        "b",
        "
     5  .  .  .  .  r  .  .  .
     4  .  .  .  k  .  .  .  p
     3  .  .  As .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(allows(&play, "h4h3"));
    assert!(moves(&play, "e5").is_empty());
}

#[test]
fn checkmate_wins() {
    let play = board(
        "hashishin-wazir",
        "b",
        "
     8  .  .  .  .  R  .  .  k
     7  .  .  .  .  R  .  .  .
     3  p  .  .  .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&play), Some(("w", "checkmate")));
}

#[test]
fn stalemate_wins_for_the_side_that_gives_it() {
    let play = board(
        "hashishin-wazir",
        "b",
        "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  R  .  .  .
     3  p  .  .  .  .  .  .  .
     2  P  .  .  .  .  .  .  .
     1  K  .  .  .  .  .  R  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&play), Some(("w", "stalemate")));
}

/// How the game stands when White has taken Black's last piece on d5.
fn after_baring(drawing: &str) -> Option<(&'static str, &'static str)> {
    let play = after(&board("hashishin-wazir", "w", drawing), &["c4d5"]);
    assert!(all_moves(&play).is_empty());
    over(&play)
}

#[test]
fn a_capture_that_bares_the_opponent_wins_at_once() {
    let far_away = "
     8  k  .  .  .  .  .  .  .
     5  .  .  .  n  .  .  .  .
     4  .  .  P  .  .  .  .  .
     1  .  .  .  .  .  .  .  K
        a  b  c  d  e  f  g  h
    ";
    assert_eq!(after_baring(far_away), Some(("w", "bared")));
}

#[test]
fn unless_the_opponent_can_bare_the_capturer_in_turn_which_draws_at_once() {
    let next_to_it = "
     6  .  .  .  .  k  .  .  .
     5  .  .  .  n  .  .  .  .
     4  .  .  P  .  .  .  .  .
     1  .  .  .  .  .  .  .  K
        a  b  c  d  e  f  g  h
    ";
    assert_eq!(after_baring(next_to_it), Some(("draw", "bared")));
}

#[test]
fn it_cannot_where_the_last_piece_is_protected() {
    let protected = "
     6  .  .  .  .  k  .  .  .
     5  .  .  .  n  .  .  .  .
     4  .  .  P  K  .  .  .  .
        a  b  c  d  e  f  g  h
    ";
    assert_eq!(after_baring(protected), Some(("w", "bared")));
}

#[test]
fn it_cannot_where_the_capturer_has_more_pieces() {
    let one_more = "
     8  R  .  .  .  .  .  .  .
     6  .  .  .  .  k  .  .  .
     5  .  .  .  n  .  .  .  .
     4  .  .  P  .  .  .  .  .
     1  .  .  .  .  .  .  .  K
        a  b  c  d  e  f  g  h
    ";
    assert_eq!(after_baring(one_more), Some(("w", "bared")));
}

#[test]
fn a_bare_king_may_bare_in_turn_by_taking_a_king_that_a_regent_shields() {
    let start = board(
        "hashishin-wazir",
        "w",
        "
     8  Re .  .  .  .  .  .  .
     6  .  .  .  .  k  .  .  .
     5  .  .  .  n  .  .  .  .
     4  .  .  .  K  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let play = after(&start, &["d4d5"]);
    assert_eq!(
        over(&play),
        Some(("draw", "bared")),
        "e6d5 takes the king, and the Regent stands alone as king"
    );
}

#[test]
fn two_bare_kings_draw() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     8  .  .  .  .  k  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&play), Some(("draw", "bared")));
}

/// Nothing that matters can happen here.
const WAITING: &str = "
     8  .  .  .  .  k  .  .  .
     7  .  .  .  .  .  .  .  r
     4  .  .  .  .  .  p  .  .
     3  .  .  .  .  .  .  N  .
     2  .  .  .  P  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
";

#[test]
fn a_hundred_plies_without_progress_draw() {
    let start = board("hashishin-wazir", "w clock=98", WAITING);
    let play = after(&start, &["a1b1"]);
    assert_eq!(over(&play), None);
    assert!(play.text().contains("clock=99"));
    let play = after(&play, &["e8d8"]);
    assert_eq!(over(&play), Some(("draw", "move count")));
    assert!(all_moves(&play).is_empty());
}

#[test]
fn captures_pawn_moves_and_promotions_are_progress() {
    let start = board(
        "hashishin-wazir",
        "w clock=99",
        "
     8  .  .  .  .  k  .  .  .
     7  p  .  .  .  .  .  W  .
     5  .  .  .  .  .  r  .  .
     3  .  .  .  .  .  .  N  .
     2  .  .  .  P  .  .  GV .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    for progress in ["d2d3", "g3f5", "g7g8=GV", "g2g1=Re"] {
        let play = after(&start, &[progress]);
        assert_eq!(over(&play), None, "{progress}");
        assert!(
            play.text().ends_with(" b - 1"),
            "{progress}: {}",
            play.text()
        );
    }
    let play = after(&start, &["g3h5"]);
    assert_eq!(over(&play), Some(("draw", "move count")));
}

#[test]
fn checkmate_on_the_hundredth_ply_is_checkmate() {
    let start = board(
        "hashishin-wazir",
        "w clock=99",
        "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  R  .  .  .
     3  p  .  .  .  .  .  .  .
     1  K  .  .  .  .  R  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&after(&start, &["f1f8"])), Some(("w", "checkmate")));
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let start = board("hashishin-wazir", "w", WAITING);
    let round = ["a1b1", "e8d8", "b1a1", "d8e8"];
    let second = after(&start, &round);
    assert_eq!(over(&second), None);
    let before = after(&second, &round[..3]);
    assert_eq!(over(&before), None);
    assert_eq!(
        over(&after(&before, &["d8e8"])),
        Some(("draw", "repetition"))
    );
}
