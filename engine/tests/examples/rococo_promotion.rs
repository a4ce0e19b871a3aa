//! Promotion of Rococo's Cannon Pawns to pieces that were lost (R-D9).

use super::board::{after, allows, at, board, game, moves};

/// White has lost an Advancer and a Long Leaper.
const AN_ADVANCER_AND_A_LEAPER_LOST: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  .  .  .  .  .  .  .  .  .
 7   .  .  .  .  .  P  .  .  .  .
 5   .  k  .  .  .  .  .  .  .  .
 1   .  I  W  L  K  C  .  .  S  .
";

/// The promotions among the moves of a piece, by the square that they end on.
fn promotions(rules: &str, to_move: &str, drawing: &str, from: &str) -> Vec<String> {
    let mut texts = moves(&board(rules, to_move, drawing), from);
    texts.retain(|text| text.contains('='));
    texts
}

#[test]
fn a_pawn_may_become_any_piece_that_was_lost() {
    let promotions = promotions("rococo", "w", AN_ADVANCER_AND_A_LEAPER_LOST, "e7");
    let expected = ["e7d8=A", "e7d8=L", "e7e8=A", "e7e8=L", "e7f8=A", "e7f8=L"];
    assert_eq!(promotions, expected);
}

#[test]
fn it_need_not() {
    let rules = game("rococo");
    let start = board("rococo", "w", AN_ADVANCER_AND_A_LEAPER_LOST);
    let play = after(&start, &["e7e8"]);
    assert_eq!(at(&rules, &play, "e8"), "P");
    let play = after(&start, &["e7e8=A"]);
    assert_eq!(at(&rules, &play, "e8"), "A");
    assert_eq!(at(&rules, &play, "e7"), "");
}

#[test]
fn with_nothing_lost_there_is_no_promotion() {
    let complete = "
         x  a  b  c  d  e  f  g  h  y
     7   .  .  .  .  .  P  .  .  .  .
     5   .  k  .  .  .  .  .  .  .  .
     1   .  I  W  L  K  C  L  A  S  .
    ";
    assert!(promotions("rococo", "w", complete, "e7").is_empty());
    let play = board("rococo", "w", complete);
    assert!(
        allows(&play, "e7e8"),
        "that Cannon Pawns were lost is nothing"
    );
}

#[test]
fn every_piece_but_pawn_and_king_is_among_them() {
    let nothing_left = "
         x  a  b  c  d  e  f  g  h  y
     7   .  P  .  .  .  .  .  .  .  .
     5   .  .  .  .  .  .  .  k  .  .
     1   .  .  .  .  K  .  .  .  .  .
    ";
    let mut promotions = promotions("rococo", "w", nothing_left, "a7");
    promotions.retain(|text| text.starts_with("a7b8"));
    let expected = ["a7b8=A", "a7b8=C", "a7b8=I", "a7b8=L", "a7b8=S", "a7b8=W"];
    assert_eq!(promotions, expected);
}

#[test]
fn each_lost_piece_comes_back_once() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     7   .  .  .  P  P  P  P  .  .  .
     5   .  k  .  .  .  .  .  .  .  .
     1   .  I  W  .  K  C  .  .  S  .
        ",
    );
    let play = after(&start, &["c7b8=A", "a5a6"]);
    assert!(!allows(&play, "d7d8=A"), "there is one");
    assert!(allows(&play, "d7d8=L"), "two of them were lost");
    let play = after(&play, &["d7d8=L", "a6a5"]);
    assert!(allows(&play, "e7e8=L"), "the second one");
    let play = after(&play, &["e7e8=L", "a5a6"]);
    let promotion = |text: &String| text.contains('=');
    assert!(allows(&play, "f7g8"));
    assert!(!moves(&play, "f7").iter().any(promotion));
}

#[test]
fn a_piece_that_removed_itself_counts_as_lost() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     7   .  .  .  .  .  P  .  .  .  .
     5   .  k  .  .  .  .  .  .  .  i
     4   .  .  .  .  .  .  .  .  A  .
     1   .  I  W  L  K  C  L  .  S  .
        ",
    );
    assert!(!allows(&start, "e7e8=A"));
    let play = after(&start, &["h4h4xh4", "a5a6"]);
    assert!(allows(&play, "e7e8=A"));
    assert!(!allows(&play, "e7e8=L"));
}

#[test]
fn so_does_a_swapper_after_mutual_destruction() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     7   .  .  .  .  .  P  .  .  .  .
     5   .  k  .  .  .  .  .  .  .  p
     4   .  .  .  .  .  .  .  .  S  .
     1   .  I  W  L  K  C  L  A  .  .
        ",
    );
    let play = after(&start, &["h4h4xh4xy5", "a5a6"]);
    assert!(allows(&play, "e7e8=S"));
}

#[test]
fn on_rank_9_too_where_it_comes_by_a_capture() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  .  .  l  .  .  .  .
     8   .  .  .  .  .  P  .  .  .  .
     7   .  .  .  .  .  P  .  .  .  .
     5   .  k  .  .  .  .  .  .  .  .
     1   .  I  W  L  K  C  L  .  S  .
    ";
    let play = board("rococo", "w", drawing);
    assert!(allows(&play, "e7e9"));
    assert!(allows(&play, "e7e9=A"), "edge squares let both through");
    assert!(!allows(&play, "e7c9"), "an empty edge square");
}

#[test]
fn a_leap_within_the_field_promotes_as_a_step_does() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  s  .  .  .  .  .
     7   .  .  .  .  p  P  .  .  .  .
     6   .  .  .  .  P  .  .  .  .  .
     5   .  k  .  .  .  .  .  .  .  .
     1   .  I  W  L  K  C  L  .  S  .
    ";
    assert_eq!(
        promotions("rococo", "w", drawing, "d6"),
        ["d6d8=A", "d6f8=A"]
    );
}

#[test]
fn a_pawn_that_moves_again_within_the_two_ranks_may_promote_then() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  .  P  .  .  .  .  .
     8   .  .  .  .  .  .  P  .  .  .
     5   .  k  .  .  .  .  .  .  .  .
     1   .  I  W  L  K  C  L  .  S  .
    ";
    assert_eq!(
        promotions("rococo", "w", drawing, "f8"),
        ["f8e8=A", "f8g8=A"]
    );
    assert_eq!(
        promotions("rococo", "w", drawing, "d9"),
        ["d9c8=A", "d9d8=A", "d9e8=A"]
    );
    let play = board("rococo", "w", drawing);
    assert!(allows(&play, "f8f7"));
    assert!(!allows(&play, "f8f7=A"), "it leaves them");
}

#[test]
fn a_pawn_swapped_there_does_not_promote() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  S  .  .  .  .  .
     5   .  k  .  .  .  .  .  .  .  .
     4   .  .  .  .  P  .  .  .  .  .
     1   .  I  W  L  K  C  L  .  .  .
        ",
    );
    let mut swaps = moves(&start, "d8");
    swaps.retain(|text| text.starts_with("d8d4"));
    assert_eq!(swaps, ["d8d4<>"]);
    let play = after(&start, &["d8d4<>", "a5a6"]);
    assert_eq!(at(&rules, &play, "d8"), "P");
    assert!(allows(&play, "d8c8=A"), "when it moves itself");
}

#[test]
fn blacks_pawns_promote_on_ranks_1_and_0() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  i  .  l  k  c  l  a  s  .
     3   .  .  .  .  .  .  .  .  K  .
     2   .  .  .  p  .  .  .  .  .  .
     1   .  .  .  A  .  .  p  .  .  .
     0   .  .  .  S  .  .  .  .  .  .
    ";
    assert_eq!(
        promotions("rococo", "b", drawing, "c2"),
        ["c2b1=W", "c2c0=W", "c2d1=W"]
    );
    assert_eq!(
        promotions("rococo", "b", drawing, "f1"),
        ["f1e1=W", "f1g1=W"]
    );
    let rules = game("rococo");
    let play = after(&board("rococo", "b", drawing), &["c2b1=W"]);
    assert_eq!(at(&rules, &play, "b1"), "w");
}

#[test]
fn other_pieces_do_not_promote() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     7   .  .  .  .  .  .  .  W  L  .
     5   .  k  .  .  .  .  .  .  .  .
     1   .  .  .  .  K  .  .  .  .  .
    ";
    assert!(promotions("rococo", "w", drawing, "g7").is_empty());
    assert!(promotions("rococo", "w", drawing, "h7").is_empty());
}

#[test]
fn with_pushme_pullyus_there_are_two_of_them_and_no_advancer_or_withdrawer() {
    for (left, expected) in [
        ("1 . I U L K C L U S .", vec![]),
        ("1 . I U L K C L . S .", vec!["e7e8=U"]),
        ("1 . I . L K C L . S .", vec!["e7e8=U"]),
        ("1 . I . . K C L . S .", vec!["e7e8=L", "e7e8=U"]),
    ] {
        let drawing = format!("7 . . . . . P . . . .\n5 . k . . . . . . . .\n{left}");
        let mut found = promotions("rococo-pushme-pullyu", "w", &drawing, "e7");
        found.retain(|text| text.starts_with("e7e8"));
        assert_eq!(found, expected, "{left}");
    }
}

/// R-D9: what removed itself can be got back, unless the option says that only captures count. The
/// withdrawer beside the immobilizer leaves the board; the advancer was captured before.
#[test]
fn what_removed_itself_may_be_lost_for_good() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     7   .  .  P  .  .  .  .  .  .  .
     4   .  .  .  .  .  .  .  W  i  .
     1   .  I  .  L  K  C  L  .  S  .
    ";
    let lost = |rules: &str| {
        let start = board(rules, "w", drawing);
        let play = after(&start, &["g4g4xg4", "h8h7"]);
        let mut found = moves(&play, "b7");
        found.retain(|text| text.starts_with("b7b8="));
        (found, play.text())
    };
    let (found, text) = lost("rococo");
    assert_eq!(found, ["b7b8=A", "b7b8=W"]);
    assert!(text.ends_with(" w clock=1 2"), "{text}");
    let rules = "rococo suicides_return=false";
    let (found, text) = lost(rules);
    assert_eq!(found, ["b7b8=A"]);
    assert!(text.ends_with(" w clock=1;left=W 2"), "{text}");
    let again = game(rules).parse(&text).expect("its own text");
    assert_eq!(again.text(), text);
    for wrong in ["left=P", "left=W,A", "left=", "left=X"] {
        let text = text.replace("left=W", wrong);
        assert!(game(rules).parse(&text).is_err(), "{wrong}");
    }
    assert!(game("rococo").parse(&text).is_err());
}
