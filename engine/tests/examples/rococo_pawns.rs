//! Rococo's Cannon Pawns: the single step, and the leap over an adjacent piece.

use super::board::{after, allows, at, board, destinations, game, moves, over, shows_moves};

/// The page's picture of the Pawn: its steps, its leap over the enemy Pawn to an empty square, and
/// its capture over the Advancer.
#[test]
fn the_pages_picture() {
    shows_moves(
        "rococo",
        "w",
        "
         x  a   b   c   d    e   f   g   h  y
     8   .  .   .   .   .    .   .   .   k  .
     5   .  .   .   .   p!   .   *   .   .  .
     4   .  .   .   *   A    p   .   .   .  .
     3   .  .   .   *   (P)  *   .   .   .  .
     2   .  .   .   *   *    *   .   .   .  .
     1   .  K   .   .   .    .   .   .   .  .
        ",
    );
}

#[test]
fn it_steps_in_all_eight_directions() {
    shows_moves(
        "rococo",
        "w",
        "
     8   .  k   .   .   .    .   .   .   .  .
     6   .  .   .   *   *    *   .   .   .  .
     5   .  .   .   *   (P)  *   .   .   .  .
     4   .  .   .   *   *    *   .   .   .  .
     1   .  K   .   .   .    .   .   .   .  .
        ",
    );
}

#[test]
fn so_does_blacks() {
    shows_moves(
        "rococo",
        "b",
        "
     8   .  k   .   .   .    .   .   .   .  .
     6   .  .   .   *   *    *   .   .   .  .
     5   .  .   .   *   (p)  *   .   .   .  .
     4   .  .   .   *   *    *   .   .   .  .
     1   .  K   .   .   .    .   .   .   .  .
        ",
    );
}

#[test]
fn it_leaps_over_friend_and_enemy_alike_in_all_directions() {
    shows_moves(
        "rococo",
        "w",
        "
     8   .  k   .   .   .    .   .   .   .  .
     7   .  .   *   .   w!   .   *   .   .  .
     6   .  .   .   L   l    a   .   .   .  .
     5   .  .   p!  P   (P)  P   *   .   .  .
     4   .  .   .   p   S    p   .   .   .  .
     3   .  .   *   .   s!   .   c!  .   .  .
     1   .  K   .   .   .    .   .   .   .  .
        ",
    );
}

#[test]
fn it_captures_nothing_by_a_step() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   .  .  .  .  l  P  .  .  .  .
     5   .  .  .  .  P  p  W  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(!allows(&play, "d5e5"), "a step captures nothing");
    assert!(!allows(&play, "d5d6"), "a step captures nothing");
    assert!(!allows(&play, "d5f5"), "a friend stands beyond");
    assert!(allows(&play, "d5d7"), "over the Long Leaper");
    assert!(allows(&play, "d5f7"), "over the friend on e6");
}

#[test]
fn what_it_leaps_over_stays() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  P  p  s  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["d5f5"]);
    assert_eq!(at(&rules, &play, "d5"), "");
    assert_eq!(at(&rules, &play, "e5"), "p");
    assert_eq!(at(&rules, &play, "f5"), "P");
}

#[test]
fn it_does_not_go_two_squares_without_a_piece_to_leap_over() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  P  .  p  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(!allows(&play, "d5f5"), "nothing stands between");
    assert!(!allows(&play, "d5d7"));
    assert!(!allows(&play, "d5g5"), "f5 is not adjacent");
}

#[test]
fn it_leaps_over_one_piece_to_the_square_just_beyond() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  p  .  .  .  .  .
     6   .  .  .  .  l  .  .  .  .  .
     5   .  .  .  .  P  p  P  .  p  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(!allows(&play, "d5g5"), "over two");
    assert!(!allows(&play, "d5h5"), "over two");
    assert!(allows(&play, "d5d7"), "just beyond d6");
    assert!(!allows(&play, "d5d8"), "two squares beyond d6");
}

#[test]
fn it_captures_the_king_by_a_leap_and_not_by_a_step() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     7   .  .  .  .  k  .  .  .  .  .
     6   .  .  .  .  p  P  .  .  .  .
     5   .  .  .  .  P  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(!allows(&start, "e6d7"), "a step");
    let play = after(&start, &["d5d7"]);
    assert_eq!(over(&play), Some(("w", "royal captured")));
}

/// A Cannon Pawn may only move to an edge square when capturing a piece on an edge square.
#[test]
fn it_comes_to_an_edge_square_only_by_capturing_there() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   .  .  .  .  .  .  .  .  p  .
     5   .  .  .  .  .  .  .  P  p  p
     4   .  .  .  .  .  .  .  .  A  .
     1   .  K  .  .  .  .  .  .  P  .
     0   .  .  .  .  .  .  .  .  p  .
        ",
    );
    assert!(allows(&play, "g5y5"), "captures the Pawn on the edge");
    assert!(!allows(&play, "g5y3"), "an empty edge square");
    assert!(allows(&play, "g5f4"), "a step within the field");
    let of_h1 = ["h1g1", "h1g2", "h1h2"];
    assert_eq!(moves(&play, "h1"), of_h1, "no step to the edge");
}

#[test]
fn on_the_edge_it_goes_back_to_the_field_or_captures_along_the_edge() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  .  .  .  .  .  p
     6   .  .  .  .  .  .  .  .  .  s
     5   .  .  .  .  .  .  .  .  L  P
     4   .  .  .  .  .  .  .  .  .  P
     3   .  .  .  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(destinations(&play, "y5"), ["g5", "h4", "h6", "y7"]);
    assert_eq!(destinations(&play, "y4"), ["g6", "h3", "h4", "y6"]);
}
