//! Orthodox chess: check, and how games end.

use super::board::{after, all_moves, allows, array, board, moves, over};

#[test]
fn a_pinned_piece_stays_on_its_line() {
    let play = board(
        "chess",
        "w",
        "
     8  .  .  .  .  r  .  .  k
     4  .  .  .  .  Q  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let queen = ["e4e2", "e4e3", "e4e5", "e4e6", "e4e7", "e4e8"];
    assert_eq!(moves(&play, "e4"), queen);
}

#[test]
fn check_is_answered_by_going_away_standing_in_between_or_capturing() {
    let play = board(
        "chess",
        "w",
        "
     8  .  k  .  .  r  .  .  .
     6  .  .  .  .  .  .  N  .
     3  R  .  .  .  .  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let answers = ["a3e3", "e1d1", "e1d2", "e1f1", "e1f2", "g6e5", "g6e7"];
    assert_eq!(
        all_moves(&play).len(),
        answers.len(),
        "{:?}",
        all_moves(&play)
    );
    assert_eq!(all_moves(&play), answers);
}

#[test]
fn a_double_check_is_answered_by_the_king_alone() {
    let play = board(
        "chess",
        "w",
        "
     8  .  .  .  .  r  .  .  k
     3  R  .  .  n  .  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(all_moves(&play), ["e1d1", "e1d2", "e1f1"]);
}

#[test]
fn fools_mate() {
    let play = after(&array("chess", 0), &["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(over(&play), Some(("b", "checkmate")));
    assert!(all_moves(&play).is_empty());
}

/// Black, to move, cannot and is not in check.
const STALEMATE: &str = "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  .  Q  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
";

#[test]
fn stalemate_is_a_draw() {
    let play = board("chess", "b", STALEMATE);
    assert_eq!(over(&play), Some(("draw", "stalemate")));
}

#[test]
fn with_the_option_it_loses() {
    let play = board("chess stalemate_loses=true", "b", STALEMATE);
    assert_eq!(over(&play), Some(("w", "stalemate")));
}

#[test]
fn checkmate_is_not_changed_by_it() {
    let start = array("chess stalemate_loses=true", 0);
    let play = after(&start, &["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(over(&play), Some(("b", "checkmate")));
}

#[test]
fn bare_kings_draw() {
    let start = board(
        "chess",
        "w",
        "
     8  .  .  .  .  .  .  .  k
     2  r  .  .  .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&start), None, "one bare king is nothing");
    assert_eq!(over(&after(&start, &["a1a2"])), Some(("draw", "bared")));
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let second = after(&array("chess", 0), &round);
    assert_eq!(over(&second), None);
    let before = after(&second, &round[..3]);
    assert_eq!(over(&before), None);
    let third = after(&before, &["f6g8"]);
    assert_eq!(over(&third), Some(("draw", "repetition")));
    assert!(all_moves(&third).is_empty());
}

#[test]
fn the_occurrences_need_not_follow_each_other() {
    let moves = [
        "g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8",
    ];
    let play = after(&array("chess", 0), &moves);
    assert_eq!(over(&play), Some(("draw", "repetition")));
}

#[test]
fn with_other_castling_rights_it_is_another_position() {
    let start = board(
        "chess",
        "w castle=KQ",
        "
     8  .  .  .  .  k  .  .  r
     1  R  .  .  .  K  .  .  R
        a  b  c  d  e  f  g  h
        ",
    );
    let round = ["h1g1", "e8d8", "g1h1", "d8e8"];
    // The rook's first move gives up castling short, so the beginning never comes again.
    let thrice = after(&after(&start, &round), &round);
    assert_eq!(over(&thrice), None);
    assert_eq!(
        over(&after(&thrice, &["h1g1"])),
        Some(("draw", "repetition")),
        "the rook on g1 for the third time"
    );
}

#[test]
fn with_en_passant_possible_it_is_another_position() {
    let start = board(
        "chess",
        "w",
        "
     8  .  .  .  .  k  .  .  .
     4  .  .  .  p  .  .  .  .
     2  .  .  .  .  P  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let stepped = after(&start, &["e2e4"]);
    let round = ["e8d8", "e1d1", "d8e8", "d1e1"];
    let play = after(&after(&stepped, &round), &round);
    assert_eq!(over(&play), None, "the first time en passant was possible");
    assert_eq!(over(&after(&play, &["e8d8"])), Some(("draw", "repetition")));
}

#[test]
fn fifty_moves_of_each_side_without_capture_or_pawn_move_draw() {
    let drawing = "
     8  .  .  .  .  k  .  .  r
     7  .  .  .  .  .  .  .  p
     1  K  .  .  .  .  R  .  .
        a  b  c  d  e  f  g  h
    ";
    let start = board("chess", "w clock=98", drawing);
    let play = after(&start, &["f1f2"]);
    assert_eq!(over(&play), None);
    assert_eq!(over(&after(&play, &["e8d8"])), Some(("draw", "move count")));
    let pawn = after(&play, &["h7h6"]);
    assert_eq!(over(&pawn), None);
    assert!(pawn.text().ends_with(" w - 2"), "{}", pawn.text());
}

#[test]
fn checkmate_on_the_hundredth_ply_is_checkmate() {
    let start = board(
        "chess",
        "w clock=99",
        "
     8  .  .  .  .  .  .  .  k
     7  .  .  .  .  R  .  .  .
     1  K  .  .  .  .  R  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&after(&start, &["f1f8"])), Some(("w", "checkmate")));
}

#[test]
fn castling_counts_as_no_progress() {
    let start = board(
        "chess",
        "w castle=K;clock=99",
        "
     8  .  .  .  .  k  .  .  r
     1  .  .  .  .  K  .  .  R
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(allows(&start, "e1g1"));
    assert_eq!(
        over(&after(&start, &["e1g1"])),
        Some(("draw", "move count"))
    );
}
