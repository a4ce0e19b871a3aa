//! Rococo's Immobilizer (R-D5), and the Withdrawer that it does not hold.

use super::board::{after, allows, at, board, game, moves, over, shows_moves};

#[test]
fn it_moves_as_a_queen_and_captures_nothing() {
    shows_moves(
        "rococo",
        "w",
        "
         x  a   b   c   d   e   f   g   h  y
     8   .  .   .   .   .   .   .   .   k  .
     7   .  *   .   .   p   .   .   p   .  .
     6   .  .   *   .   *   .   *   .   .  .
     5   .  .   .   *   *   *   .   .   .  .
     4   .  .   L   *   (I) *   *   *   *  .
     3   .  .   .   p   *   *   .   .   .  .
     2   .  .   .   .   *   .   *   .   .  .
     1   .  .   .   .   *   .   .   *   K  .
        ",
    );
}

/// White's Immobilizer with five enemies next to it and one farther away.
const SURROUNDED: &str = "
     x  a  b  c  d  e  f  g  h  y
 6   .  .  .  .  .  .  s  .  .  .
 5   .  .  .  .  a  w  .  .  .  .
 4   .  .  .  k  I  P  .  .  .  .
 3   .  .  .  p  .  l  .  .  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

#[test]
fn an_adjacent_enemy_can_only_remove_itself_and_a_king_not_even_that() {
    let rules = game("rococo");
    let start = board("rococo", "b", SURROUNDED);
    for square in ["d5", "e5", "c3", "e3"] {
        let removal = format!("{square}{square}x{square}");
        assert_eq!(moves(&start, square), [removal.as_str()]);
        let play = after(&start, &[&removal]);
        assert_eq!(at(&rules, &play, square), "", "{square}");
        assert_eq!(at(&rules, &play, "d4"), "I");
        assert_eq!(over(&play), None);
    }
    assert!(moves(&start, "c4").is_empty(), "the King");
}

#[test]
fn farther_enemies_and_friends_are_free() {
    let play = board("rococo", "b", SURROUNDED);
    assert!(allows(&play, "f6h8"));
    assert!(!allows(&play, "f6f6xf6"), "it is not immobilized");
    let play = board("rococo", "w", SURROUNDED);
    assert!(allows(&play, "e4f5"), "a friend of the Immobilizer");
    assert!(!allows(&play, "e4e4xe4"));
    assert!(allows(&play, "d4d3"), "the Immobilizer itself");
}

#[test]
fn they_are_free_again_when_it_goes_away() {
    let start = board("rococo", "w", SURROUNDED);
    let play = after(&start, &["d4d2"]);
    assert!(allows(&play, "d5d8"));
    assert!(allows(&play, "e5h5"));
    assert!(allows(&play, "c4c5"));
    assert_eq!(moves(&play, "c3"), ["c3c3xc3"], "it stands next to d2");
    assert_eq!(moves(&play, "e3"), ["e3e3xe3"], "it stands next to d2");
}

/// Usually a piece removes itself to open a line of attack.
#[test]
fn a_piece_that_removes_itself_opens_a_line() {
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  l  .  .  .  .  .
     5   .  .  .  .  p  .  .  .  .  .
     4   .  .  .  .  I  .  .  .  .  .
     1   .  .  .  .  .  .  .  .  K  .
        ",
    );
    assert!(!allows(&start, "d8d3xd4"));
    let play = after(&start, &["d5d5xd5", "h1h2"]);
    assert!(allows(&play, "d8d3xd4"));
}

#[test]
fn an_immobilized_swapper_neither_swaps_nor_destroys() {
    let play = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  s  P  .  .  .  .
     4   .  .  .  .  I  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(moves(&play, "d5"), ["d5d5xd5"]);
}

#[test]
fn a_free_swapper_may_swap_with_an_immobilized_piece() {
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     5   .  .  .  .  .  l  .  s  .  .
     4   .  .  .  .  I  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(moves(&start, "e5"), ["e5e5xe5"]);
    let play = after(&start, &["g5e5<>", "a1a2"]);
    assert_eq!(moves(&play, "e5"), ["e5e5xe5"], "the Swapper");
    assert!(allows(&play, "g5g1"), "the Long Leaper");
}

#[test]
fn a_free_chameleon_may_swap_with_an_immobilized_swapper() {
    let play = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  c  .  .  .  k  .
     5   .  .  .  .  s  .  .  .  .  .
     4   .  .  .  .  I  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&play, "d8d5<>"));
}

#[test]
fn adjacent_immobilizers_hold_each_other_and_go_on_holding_others() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  i  a  .  .  .  .
     4   .  .  .  .  I  .  .  .  .  .
     3   .  .  .  .  .  p  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    let white = board("rococo", "w", drawing);
    assert_eq!(moves(&white, "d4"), ["d4d4xd4"]);
    let black = board("rococo", "b", drawing);
    assert_eq!(moves(&black, "d5"), ["d5d5xd5"]);
    assert_eq!(moves(&black, "e5"), ["e5e5xe5"]);
    assert_eq!(moves(&black, "e3"), ["e3e3xe3"]);
}

/// Chameleons freeze Immobilizers, but when next to one they do not freeze any other pieces.
#[test]
fn a_chameleon_holds_an_adjacent_enemy_immobilizer_and_nothing_else() {
    let drawing = "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  i  .  .  .  .  .
     4   .  .  .  .  C  a  .  .  .  .
     3   .  .  .  .  p  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
    ";
    let black = board("rococo", "b", drawing);
    assert_eq!(moves(&black, "d5"), ["d5d5xd5"]);
    assert!(allows(&black, "e4h4"));
    assert!(allows(&black, "d3c3"));
    let white = board("rococo", "w", drawing);
    assert_eq!(moves(&white, "d4"), ["d4d4xd4"], "held, and holding");
}

#[test]
fn a_chameleon_next_to_no_immobilizer_holds_nothing() {
    let play = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   .  .  .  .  i  .  .  .  .  .
     5   .  .  .  .  s  c  .  .  .  .
     4   .  .  .  .  C  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&play, "d6h6"), "two squares away");
    assert!(allows(&play, "d5a5"), "a Swapper");
    assert!(allows(&play, "e5h5"), "a Chameleon");
}

#[test]
fn a_piece_may_remove_itself_from_an_edge_square() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   a  I  .  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(moves(&start, "x5"), ["x5x5xx5"]);
    let play = after(&start, &["x5x5xx5"]);
    assert_eq!(at(&rules, &play, "x5"), "");
}

#[test]
fn a_king_held_without_any_other_piece_that_can_move_loses() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     6   .  .  .  .  .  .  I  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["f6g7"]);
    assert_eq!(over(&play), Some(("w", "stalemate")));
}

#[test]
fn it_is_captured_from_where_it_does_not_reach() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  a  .  .  .  .  .
     6   .  .  p  .  .  .  .  .  .  .
     5   .  .  .  P  .  .  .  .  .  .
     4   .  .  .  .  I  .  .  l  .  .
     1   .  .  .  .  .  .  .  .  K  .
        ",
    );
    for text in ["d8d5xd4", "b6d4", "g4c4xd4"] {
        let play = after(&start, &[text]);
        assert_ne!(at(&rules, &play, "d4"), "I", "{text}");
    }
}

#[test]
fn an_enemy_swapper_may_swap_with_a_piece_that_is_held() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  S  .  .  .  .  .
     5   .  .  .  .  l  .  .  .  .  .
     4   .  .  .  .  I  .  .  .  .  .
     1   .  .  .  .  .  .  .  .  K  .
        ",
    );
    assert!(allows(&play, "d8d5<>"));
    assert!(allows(&play, "d8a8<>"));
}

/// A Withdrawer and a Long Leaper next to an enemy Immobilizer.
const A_WITHDRAWER_HELD: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  k  .  .  .  .  .  .  .  .
 5   .  .  .  .  i  L  .  .  .  .
 4   .  .  .  .  W  .  .  .  .  .
 2   .  .  .  .  P  .  .  .  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

#[test]
fn an_enhanced_withdrawer_is_never_immobilized() {
    let play = board("rococo", "w", A_WITHDRAWER_HELD);
    assert_eq!(moves(&play, "d4"), ["d4d4xd4"]);
    let play = board("rococo-enhanced-withdrawer", "w", A_WITHDRAWER_HELD);
    let withdrawer = [
        "d4a4", "d4a7", "d4b2", "d4b4", "d4b6", "d4c3", "d4c4", "d4c5", "d4d3xd5", "d4e3", "d4e4",
        "d4f2", "d4f4", "d4g1", "d4g4", "d4h4",
    ];
    assert_eq!(moves(&play, "d4"), withdrawer, "nor does it remove itself");
    assert_eq!(moves(&play, "e5"), ["e5e5xe5"], "other pieces are held");
}
