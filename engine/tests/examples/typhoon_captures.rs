//! Typhoon: the Cicada, the Typhoon, the Longleaper, the Overtaker, the Undertaker and the shots of
//! the Emperor of Emperors (T-D1, T-D2, T-D6, T-D11, T-D14).

use super::board::{after, allows, at, board, game, moves};

/// The page: a Cicada on b2 among a Tan Bishop, Rook and Spider and a Blue Guard and Knight.
const THE_PAGES_CICADA: &str = "
    12  .  .  .  .  .  .  .  k  .  .  .  .
     4  .  .  .  Gu .  .  .  .  .  .  .  .
     3  .  b  .  .  .  .  .  .  .  .  .  .
     2  .  Ci N  r  sp .  .  .  .  .  .  .
     1  .  .  .  .  .  .  .  K  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn the_cicada_hops_over_one_or_two_pieces_on_a_line_of_three_squares() {
    let play = board("typhoon", "w", THE_PAGES_CICADA);
    assert_eq!(moves(&play, "b2"), ["b2b4", "b2b5", "b2d2", "b2e2", "b2e5"]);
}

#[test]
fn what_the_cicada_hops_over_is_not_captured() {
    let rules = game("typhoon");
    let play = after(&board("typhoon", "w", THE_PAGES_CICADA), &["b2e2"]);
    assert_eq!(at(&rules, &play, "e2"), "Ci", "it captures the Spider");
    assert_eq!(at(&rules, &play, "d2"), "r");
    assert_eq!(at(&rules, &play, "c2"), "N");
}

/// T-D1.
#[test]
fn the_cicada_needs_something_to_hop_over_and_goes_no_farther_than_three_squares() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  n  .  .  .  .  .  .
     8  .  .  .  .  .  p  .  .  .  .  .  .
     6  .  .  .  .  .  Ci .  P  .  r  .  .
     5  .  .  .  .  n  .  .  .  .  .  .  .
     4  .  .  .  P  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(
        moves(&play, "f6"),
        ["f6c3", "f6f9", "f6f9=Ty", "f6i6"],
        "f8 has nothing before it, d4 is a friend, j6 is four squares away"
    );
}

/// Three enemies ahead, one to the right, a friend to the left, an enemy before a friend behind.
const A_TYPHOONS_LINES: &str = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
    10  .  .  .  .  .  p  .  .  .  .  .  .
     9  .  .  .  .  .  r  .  .  .  .  .  .
     8  .  .  .  .  .  n  .  .  .  .  .  .
     7  .  .  .  .  .  p  p  .  .  .  .  .
     6  .  .  n  .  P  Ty .  p  .  n  .  .
     5  .  .  .  .  .  p  .  .  .  .  .  .
     4  .  .  .  .  .  P  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

/// T-D2.
#[test]
fn the_typhoon_captures_every_enemy_on_its_way() {
    let play = board("typhoon", "w", A_TYPHOONS_LINES);
    let typhoon = [
        "f6d4",
        "f6d8",
        "f6e5",
        "f6e7",
        "f6f5",
        "f6f7",
        "f6f8xf7",
        "f6f9xf7xf8",
        "f6g5",
        "f6g6",
        "f6g7",
        "f6h4",
        "f6h6",
        "f6h8",
        "f6i6xh6",
    ];
    assert_eq!(moves(&play, "f6"), typhoon);
}

#[test]
fn the_typhoon_captures_up_to_three_pieces_in_a_turn() {
    let rules = game("typhoon");
    let start = board("typhoon", "w", A_TYPHOONS_LINES);
    let play = after(&start, &["f6f9xf7xf8"]);
    for (square, piece) in [
        ("f6", ""),
        ("f7", ""),
        ("f8", ""),
        ("f9", "Ty"),
        ("f10", "p"),
    ] {
        assert_eq!(at(&rules, &play, square), piece, "{square}");
    }
    let play = after(&start, &["f6h8"]);
    assert_eq!(
        at(&rules, &play, "g7"),
        "p",
        "as an Alfil it captures nothing on the way"
    );
}

/// T-D6.
#[test]
fn the_longleaper_captures_by_passing_over_enemies_with_an_empty_square_behind_each() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
    11  .  .  .  .  .  .  .  .  .  .  n  .
    10  .  .  .  .  .  p  .  .  .  .  .  .
     8  .  .  .  n  .  n  .  p  .  .  .  .
     7  .  .  .  .  p  .  .  .  .  .  .  .
     6  .  .  P  .  p  Lo .  n  p  .  .  .
     5  .  .  .  .  .  P  P  .  .  .  .  .
     3  .  .  p  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let longleaper = [
        "f6a1xc3",
        "f6b2xc3",
        "f6d4",
        "f6d6xe6",
        "f6e5",
        "f6f11xf8xf10",
        "f6f12xf8xf10",
        "f6f7",
        "f6f9xf8",
        "f6g6",
        "f6g7",
        "f6i9xh8",
        "f6j10xh8",
        "f6l12xh8xk11",
    ];
    assert_eq!(
        moves(&play, "f6"),
        longleaper,
        "not over two enemies in a row (h6, e7), nor over a friend (c6, f5, g5)"
    );
}

#[test]
fn the_longleaper_does_not_pass_over_a_friend_after_an_enemy() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  Lo .  p  .  P  .  p  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert!(allows(&play, "b6e6xd6"));
    assert!(!allows(&play, "b6g6xd6"));
    assert!(!allows(&play, "b6i6xd6xh6"));
    assert!(!allows(&play, "b6d6"), "it does not capture by replacement");
}

/// The page: an Overtaker on a4 captures a Pawn on a5 by hopping it to a6.
#[test]
fn the_overtaker_hops_over_an_enemy() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     5  p  .  .  .  .  .  .  .  .  .  .  .
     4  Ov .  .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(
        moves(&play, "a4"),
        ["a4a3", "a4a6xa5", "a4b3", "a4b4", "a4b5"]
    );
}

#[test]
fn the_overtaker_hops_in_all_directions_to_empty_squares_and_over_no_friend() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  .  .  p  .  .  .  .
     7  .  .  .  .  .  p  p  .  .  .  .  .
     6  .  .  .  .  n  Ov .  .  .  .  .  .
     5  .  .  .  .  P  .  r  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(
        moves(&play, "f6"),
        ["f6d6xe6", "f6e7", "f6f5", "f6f8xf7", "f6g6", "f6h4xg5"]
    );
}

/// The page: an Undertaker on a4 captures a Pawn on a5 by moving to a3. T-D11: it has no choice.
#[test]
fn the_undertaker_captures_the_enemy_that_it_moves_away_from() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     5  p  .  .  .  .  .  .  .  .  .  .  .
     4  Un .  .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(moves(&play, "a4"), ["a4a3xa5", "a4b3", "a4b4", "a4b5"]);
}

#[test]
fn the_undertaker_moves_to_empty_squares_only_and_captures_no_friend() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  n  .  .  .  .  .  .
     6  .  .  .  .  P  Un .  .  .  .  .  .
     5  .  .  .  .  p  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(
        moves(&start, "f6"),
        ["f6e7", "f6f5xf7", "f6g5", "f6g6", "f6g7xe5"]
    );
    let play = after(&start, &["f6f5xf7"]);
    assert_eq!(at(&rules, &play, "f5"), "Un");
    assert_eq!(at(&rules, &play, "f7"), "");
    assert_eq!(at(&rules, &play, "e5"), "p");
}

/// T-D14.
#[test]
fn the_emperor_of_emperors_captures_the_first_piece_on_a_queen_line_without_moving() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
    11  .  .  .  .  .  n  .  .  .  .  .  .
    10  .  .  .  .  .  r  .  .  .  .  .  .
     8  .  .  .  .  .  .  .  p  .  .  .  .
     6  .  .  .  .  n  EE .  P  p  .  .  .
     4  .  .  .  .  .  .  n  .  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let mut shots = moves(&start, "f6");
    shots.retain(|text| text.starts_with("f6f6"));
    assert_eq!(
        shots,
        ["f6f6xe6", "f6f6xf10", "f6f6xh8"],
        "not behind an enemy (f11) or a friend (i6), nor off the lines (g4)"
    );
    assert!(
        allows(&start, "f6h8") && allows(&start, "f6g4"),
        "its leaps capture too"
    );
    assert!(!allows(&start, "f6f10"), "four squares away");
    let play = after(&start, &["f6f6xf10"]);
    assert_eq!(at(&rules, &play, "f6"), "EE");
    assert_eq!(at(&rules, &play, "f10"), "");
    assert_eq!(at(&rules, &play, "f11"), "n");
}
