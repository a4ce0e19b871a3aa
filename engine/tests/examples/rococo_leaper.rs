//! Rococo's Long Leaper: capture by overtaking (R-D2).

use super::board::{after, allows, at, board, destinations, game, moves, over, shows_moves};

/// The page's picture of the Long Leaper; its corner is the field's.
const THE_PICTURE: &str = "
     x  a    b   c   d   e   f   g   h  y
 8   .  *    .   .   .   .   .   k   *  .
 7   .  *    .   .   .   .   .   *   .  .
 6   .  *    .   .   .   .   p   .   .  .
 5   .  *    .   .   .   *   .   .   .  .
 4   .  *    .   .   *   .   .   .   .  .
 3   .  p    .   *   .   .   .   .   .  .
 2   .  *    *   .   .   .   .   .   K  .
 1   .  (L)  *   *   *   *   *   p   *  .
";

#[test]
fn the_pages_picture() {
    shows_moves("rococo", "w", THE_PICTURE);
    let play = board("rococo", "w", THE_PICTURE);
    let mut captures = moves(&play, "a1");
    captures.retain(|text| text.contains('x'));
    let expected = [
        "a1a4xa3", "a1a5xa3", "a1a6xa3", "a1a7xa3", "a1a8xa3", "a1g7xf6", "a1h1xg1", "a1h8xf6",
    ];
    assert_eq!(captures, expected);
}

#[test]
fn it_lands_on_any_empty_square_beyond_and_what_it_passed_is_gone() {
    let rules = game("rococo");
    let start = board("rococo", "w", THE_PICTURE);
    let play = after(&start, &["a1a6xa3"]);
    assert_eq!(at(&rules, &play, "a6"), "L");
    assert_eq!(at(&rules, &play, "a3"), "");
    assert_eq!(at(&rules, &play, "a1"), "");
}

#[test]
fn several_enemies_on_one_line_each_followed_by_an_empty_square() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  k  .  .
     4   .  L  p  .  s  .  .  w  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let along_the_rank = ["a4c4xb4", "a4e4xb4xd4", "a4f4xb4xd4", "a4h4xb4xd4xg4"];
    let mut captures = moves(&start, "a4");
    captures.retain(|text| text.contains('x'));
    assert_eq!(captures, along_the_rank);
    let play = after(&start, &["a4h4xb4xd4xg4"]);
    assert_eq!(at(&rules, &play, "h4"), "L");
    for square in ["b4", "d4", "g4"] {
        assert_eq!(at(&rules, &play, square), "", "{square}");
    }
}

#[test]
fn captures_are_written_in_ascending_order_of_rank_then_file() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  .  .  .  L  .  .
     6   .  .  .  .  .  .  p  .  .  .
     4   .  .  .  .  a  .  .  .  .  .
     2   .  .  p  .  .  .  .  .  .  .
     1   .  .  .  .  .  .  .  .  K  .
        ",
    );
    let down = ["g7e5xf6", "g7c3xd4xf6", "g7a1xb2xd4xf6"];
    for text in down {
        assert!(allows(&play, text), "{text}");
    }
}

#[test]
fn it_does_not_leap_over_two_in_a_row_or_over_a_friend() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  P  .  .  .  .  .
     7   .  .  .  .  .  .  .  .  .  .
     6   .  .  .  .  p  .  .  .  .  .
     5   .  .  .  .  .  .  .  .  .  .
     4   .  P  .  .  L  .  p  p  .  .
     3   .  .  .  .  p  .  .  .  .  .
     2   .  .  .  .  P  .  .  .  .  .
     1   .  .  .  .  .  .  .  K  .  .
        ",
    );
    assert!(!allows(&play, "d4h4xf4xg4"), "two in a row");
    assert!(!allows(&play, "d4h4xf4"), "two in a row");
    assert!(!allows(&play, "d4d1xd3"), "a friend stands directly behind");
    assert!(!allows(&play, "d4x4"), "a friend on the way");
    assert!(allows(&play, "d4e4"), "before the two");
    assert!(allows(&play, "d4d7xd6"), "up to the friend");
    let mut up = destinations(&play, "d4");
    up.retain(|to| to.starts_with('d'));
    assert_eq!(up, ["d5", "d7"]);
}

#[test]
fn it_captures_neither_by_replacement_nor_without_passing() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  .  p  .  .  .  .
     4   .  .  .  .  L  .  p  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(!allows(&play, "d4e5"));
    assert!(!allows(&play, "d4f4"));
    assert!(allows(&play, "d4e4"), "it captures nothing next to f4");
    assert!(allows(&play, "d4f6xe5"));
}

#[test]
fn what_stands_on_the_edge_cannot_be_overtaken_from_the_field() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  .  p  .  .  .  .  .
     8   .  k  .  .  .  .  .  .  .  .
     4   p  .  .  .  L  .  .  .  .  p
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(moves(&play, "d4").iter().all(|text| !text.contains('x')));
}

#[test]
fn it_captures_a_king_by_overtaking() {
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  l  .
     4   .  .  .  .  .  .  .  .  K  .
     1   .  P  .  .  .  .  .  .  .  .
        ",
    );
    for text in ["h8h3xh4", "h8h1xh4"] {
        let play = after(&start, &[text]);
        assert_eq!(over(&play), Some(("b", "royal captured")), "{text}");
    }
}
