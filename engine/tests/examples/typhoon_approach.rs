//! Typhoon: the Missionary and the Sorcerer, which act on what they move up to (T-D9, T-D10).

use super::board::{after, allows, at, board, game, moves};

/// The page: a Missionary on a3 and a Tan Pawn on d6.
const THE_PAGES_MISSIONARY: &str = "
    12  .  .  .  .  .  .  .  k  p  .  .  .
     6  .  .  .  p  .  .  .  .  .  .  .  .
     3  Mi .  .  .  .  .  .  .  .  .  .  .
     1  .  .  .  .  .  .  .  K  P  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn the_missionary_may_convert_the_enemy_that_it_moves_up_to_and_need_not() {
    let rules = game("typhoon");
    let start = board("typhoon", "w", THE_PAGES_MISSIONARY);
    assert_eq!(
        moves(&start, "a3"),
        [
            "a3a2", "a3a4", "a3b2", "a3b3", "a3b4", "a3c1", "a3c5", "a3c5~d6"
        ]
    );
    let play = after(&start, &["a3c5~d6"]);
    assert_eq!(at(&rules, &play, "c5"), "Mi");
    assert_eq!(at(&rules, &play, "d6"), "P");
    let play = after(&start, &["a3c5"]);
    assert_eq!(at(&rules, &play, "c5"), "Mi");
    assert_eq!(at(&rules, &play, "d6"), "p");
}

#[test]
fn a_converted_pawn_changes_direction() {
    let start = board("typhoon", "w", THE_PAGES_MISSIONARY);
    let play = after(&start, &["a3c5~d6", "h12h11"]);
    assert_eq!(moves(&play, "d6"), ["d6d7"]);
}

#[test]
fn it_converts_on_the_next_square_in_the_direction_moved() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  P  .  .  .  .  .  n  .  .  .
     8  .  .  .  .  .  p  .  .  .  .  .  .
     6  .  .  .  P  .  Mi p  .  .  .  .  .
     4  .  .  .  p  .  .  .  .  .  .  .  .
     3  .  .  n  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let missionary = [
        "f6d8", "f6e5", "f6e5~d4", "f6e6", "f6e7", "f6f5", "f6f7", "f6f7~f8", "f6g5", "f6g7",
        "f6h4", "f6h8", "f6h8~i9",
    ];
    assert_eq!(
        moves(&play, "f6"),
        missionary,
        "no friend (d6, c9), nothing on another line (f8 from g7), one piece only (d4 without c3)"
    );
}

#[test]
fn it_converts_nothing_without_moving_and_captures_nothing() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  n  n  n  .  .  .  .  .
     6  .  .  .  .  n  Mi n  .  .  .  .  .
     5  .  .  .  .  n  .  n  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(moves(&play, "f6"), ["f6f5"]);
}

#[test]
fn blacks_missionary_converts_too() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "b",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  mi .  .  .  .  .  .
     6  .  .  .  .  .  N  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["f8f7~f6"]);
    assert_eq!(at(&rules, &play, "f6"), "n");
}

/// The page: a Sorcerer on a3, a Tan Pawn on c3, a Camel on d3 and a Knight on f3.
const THE_PAGES_SORCERER: &str = "
    12  .  .  .  .  .  .  .  k  p  .  .  .
     3  So .  p  c  .  n  .  .  .  .  .  .
     1  .  .  .  .  .  .  .  K  P  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn the_sorcerer_captures_the_whole_line_that_it_moves_up_to_or_nothing() {
    let rules = game("typhoon");
    let start = board("typhoon", "w", THE_PAGES_SORCERER);
    let sorcerer = [
        "a3a2",
        "a3a4",
        "a3b2",
        "a3b3",
        "a3b3xc3xd3",
        "a3b4",
        "a3c1",
        "a3c5",
    ];
    assert_eq!(
        moves(&start, "a3"),
        sorcerer,
        "not the Pawn alone, not the Knight"
    );
    let play = after(&start, &["a3b3xc3xd3"]);
    for (square, piece) in [("b3", "So"), ("c3", ""), ("d3", ""), ("f3", "n")] {
        assert_eq!(at(&rules, &play, square), piece, "{square}");
    }
    let play = after(&start, &["a3b3"]);
    assert_eq!(at(&rules, &play, "c3"), "p");
    assert_eq!(at(&rules, &play, "d3"), "c");
}

/// The page: "the Sorcerer can capture as many as ten pieces in a single turn".
#[test]
fn it_captures_as_many_as_ten_pieces() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  So .  p  n  p  n  p  n  p  n  p  n
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let ten = "a6b6xc6xd6xe6xf6xg6xh6xi6xj6xk6xl6";
    assert!(allows(&start, ten));
    let play = after(&start, &[ten]);
    assert_eq!(
        play.text(),
        "1,k,p,9/12/12/12/12/12/1,So,10/12/12/12/12/1,K,P,9 b - 1"
    );
}

/// The line ends at an empty square, at a friend or at the edge; captured squares are written by
/// rank, then file.
#[test]
fn the_line_is_broken_by_empty_squares_and_friends() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  .  .  .  n  .  .  .
     8  .  .  .  .  .  p  .  .  .  .  .  .
     6  .  .  .  P  .  So p  .  .  .  .  .
     4  .  .  .  p  .  p  .  .  .  .  .  .
     3  .  .  n  .  .  n  .  .  .  .  .  .
     2  .  P  .  .  .  p  .  .  .  .  .  .
     1  .  K  P  .  .  r  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let sorcerer = [
        "f6d8",
        "f6e5",
        "f6e5xc3xd4",
        "f6e6",
        "f6e7",
        "f6f5",
        "f6f5xf1xf2xf3xf4",
        "f6f7",
        "f6f7xf8",
        "f6g5",
        "f6g7",
        "f6h4",
        "f6h8",
        "f6h8xi9",
    ];
    assert_eq!(moves(&play, "f6"), sorcerer);
}
