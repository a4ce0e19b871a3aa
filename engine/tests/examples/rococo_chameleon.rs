//! Rococo's Chameleon (R-D6): how it captures Advancers, Withdrawers, Long Leapers, Kings and
//! Cannon Pawns, several at once too. Swappers are in `rococo_chameleon_swaps`.

use super::board::{after, allows, at, board, destinations, game, moves, over, shows_moves};

#[test]
fn it_moves_as_a_queen() {
    shows_moves(
        "rococo",
        "w",
        "
         x  a   b   c   d   e   f   g   h  y
     8   .  .   .   .   .   .   .   .   k  .
     7   .  *   .   .   a   .   .   p   .  .
     6   .  .   *   .   *   .   *   .   .  .
     5   .  .   .   *   *   *   .   .   .  .
     4   .  .   L   *   (C) *   *   *   c  .
     3   .  .   .   *   *   *   .   .   .  .
     2   .  .   P   .   *   .   w   .   .  .
     1   .  K   .   .   *   .   .   .   .  .
        ",
    );
}

/// The page's example: the Chameleon withdraws, leaps and approaches in one move.
#[test]
fn the_pages_example_of_three_captures_in_one_move() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     5   .  A  .  .  .  .  .  .  .  .
     4   .  .  .  .  .  .  .  .  .  .
     3   .  L  .  .  .  .  .  .  .  .
     2   .  c  .  .  .  .  .  .  .  .
     1   .  W  .  .  .  .  .  .  K  .
        ",
    );
    let mut up = moves(&start, "a2");
    up.retain(|text| text.starts_with("a2a"));
    assert_eq!(up, ["a2a4xa1xa3xa5"]);
    let play = after(&start, &["a2a4xa1xa3xa5"]);
    assert_eq!(at(&rules, &play, "a4"), "c");
    for square in ["a1", "a2", "a3", "a5"] {
        assert_eq!(at(&rules, &play, square), "", "{square}");
    }
}

#[test]
fn it_captures_an_advancer_by_approach_and_nothing_else() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  .  k  .
     7   .  .  .  .  a  .  .  p  .  .
     4   .  w  .  .  C  .  .  l  .  .
     2   .  s  .  .  .  .  .  .  .  .
     1   .  K  .  .  c  .  .  .  .  .
        ",
    );
    assert!(allows(&play, "d4d6xd7"));
    assert!(!allows(&play, "d4d6"), "it is not optional");
    assert!(allows(&play, "d4d5"), "d6 lies between");
    assert!(allows(&play, "d4f6"), "next to a Cannon Pawn");
    assert!(allows(&play, "d4b4"), "next to a Withdrawer");
    assert!(allows(&play, "d4f4"), "next to a Long Leaper");
    assert!(allows(&play, "d4d2"), "next to a Chameleon");
}

#[test]
fn it_captures_a_withdrawer_by_withdrawal_and_nothing_else() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  p  .  .  .  .  .  .
     4   .  .  .  w  C  .  .  .  .  .
     3   .  .  .  l  a  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    for text in ["d4e4xc4", "d4f4xc4", "d4h4xc4"] {
        assert!(allows(&play, text), "{text}");
    }
    assert!(!allows(&play, "d4e4"), "it is not optional");
    assert!(allows(&play, "d4d5"), "away from an Advancer");
    assert!(allows(&play, "d4e5"), "away from a Long Leaper");
    assert!(allows(&play, "d4e3"), "away from a Cannon Pawn");
    assert!(allows(&play, "d4d8"), "away from an Advancer");
}

#[test]
fn it_passes_over_enemy_long_leapers_only() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  k  .  .
     7   .  L  .  .  .  .  .  .  .  .
     4   .  C  l  .  l  .  .  w  .  .
     1   .  l  .  .  w  .  .  .  K  .
        ",
    );
    let mut captures = moves(&play, "a4");
    captures.retain(|text| text.contains('x'));
    assert_eq!(
        captures,
        ["a4a0xa1", "a4c4xb4", "a4e4xb4xd4", "a4f4xb4xd4"],
        "over the one on a1 to the edge, as there is no nearer square"
    );
    let mut up = destinations(&play, "a4");
    up.retain(|to| to.starts_with('a'));
    assert_eq!(up, ["a0", "a2", "a3", "a5", "a6"], "not over its own");
}

#[test]
fn an_empty_square_must_follow_each_long_leaper() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  .  .  .  .  .  .  k  .  .
     6   .  .  .  l  .  .  .  .  .  .
     5   .  .  l  .  .  .  .  .  .  .
     4   .  C  l  l  .  .  l  P  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(moves(&play, "a4").iter().all(|text| !text.contains('x')));
}

#[test]
fn it_captures_an_adjacent_king_by_moving_onto_it() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     5   .  .  .  .  k  .  .  .  .  .
     4   .  .  .  .  C  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["d4d5"]);
    assert_eq!(over(&play), Some(("w", "royal captured")));
}

#[test]
fn a_king_farther_away_is_safe_from_it() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     6   .  .  .  .  k  .  .  .  .  .
     4   .  .  .  .  C  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&play, "d4d5"), "next to the King");
    assert!(!allows(&play, "d4d6"));
}

#[test]
fn on_the_way_onto_a_king_it_captures_by_withdrawal_and_approach_too() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     6   .  .  .  .  a  .  .  .  .  .
     5   .  .  .  .  k  .  .  .  .  .
     4   .  .  .  .  C  .  .  .  .  .
     3   .  .  .  .  w  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let mut up = moves(&start, "d4");
    up.retain(|text| text.starts_with("d4d"));
    assert_eq!(up, ["d4d5xd3xd6"]);
}

/// Cannon Pawns just beyond a friend, a Withdrawer and a Cannon Pawn; other things beyond others.
const PAWNS_BEYOND_MOUNTS: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  k  .  .  .  .  .  .  .  .
 6   .  .  p  .  p  .  a  .  .  .
 5   .  .  .  .  w  P  .  .  .  .
 4   .  .  p  p  C  L  p  .  .  .
 3   .  .  .  P  .  P  .  .  .  .
 2   .  .  .  .  p  .  P  .  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

#[test]
fn it_captures_a_cannon_pawn_by_leaping_over_one_adjacent_piece() {
    let play = board("rococo", "w", PAWNS_BEYOND_MOUNTS);
    let leaps = ["d4b4", "d4d6", "d4f4"];
    for text in leaps {
        assert!(allows(&play, text), "{text}");
    }
    for (text, why) in [
        ("d4b2", "the square beyond is empty"),
        ("d4f6", "an Advancer stands beyond"),
        ("d4f2", "a friend stands beyond"),
        ("d4b6", "nothing stands between"),
        ("d4d2", "nothing stands between"),
        ("d4c4", "no Cannon Pawn is captured by replacement"),
    ] {
        assert!(!allows(&play, text), "{text}: {why}");
    }
    let expected = ["b4", "c5", "d3", "d6", "f4"];
    assert_eq!(destinations(&play, "d4"), expected);
}

#[test]
fn what_it_leaps_over_on_the_way_to_a_cannon_pawn_stays() {
    let rules = game("rococo");
    let start = board("rococo", "w", PAWNS_BEYOND_MOUNTS);
    for (text, mount, stays) in [
        ("d4b4", "c4", "p"),
        ("d4d6", "d5", "w"),
        ("d4f4", "e4", "L"),
    ] {
        let play = after(&start, &[text]);
        assert_eq!(at(&rules, &play, mount), stays, "{text}");
        assert_eq!(at(&rules, &play, &text[2..]), "C", "{text}");
    }
}

#[test]
fn leaping_onto_a_cannon_pawn_it_captures_by_withdrawal_and_approach_too() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  a  .  .  .  .  .
     6   .  .  .  .  p  .  .  .  .  .
     5   .  .  .  .  P  .  .  .  .  .
     4   .  .  .  .  C  .  .  .  .  .
     3   .  .  .  .  w  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&play, "d4d6xd3xd7"));
    assert!(!allows(&play, "d4d6"));
}

/// A Long Leaper stands between the Chameleon and a Cannon Pawn.
const A_LEAPER_LEAPT: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  k  .  .  .  .  .  .  .  .
 6   .  .  .  .  p  .  .  .  .  .
 5   .  .  .  .  l  .  .  .  .  .
 4   .  .  .  .  C  .  .  .  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

#[test]
fn a_long_leaper_leapt_on_the_way_to_a_cannon_pawn_is_captured_with_it() {
    let rules = game("rococo");
    let start = board("rococo", "w", A_LEAPER_LEAPT);
    assert!(!allows(&start, "d4d6"));
    let play = after(&start, &["d4d6xd5"]);
    assert_eq!(at(&rules, &play, "d5"), "");
    assert_eq!(at(&rules, &play, "d6"), "C");
}

#[test]
fn the_option_leaves_the_leapt_long_leaper() {
    let option = "rococo chameleon_takes_leapt_leaper=false";
    let rules = game(option);
    let start = board(option, "w", A_LEAPER_LEAPT);
    assert!(!allows(&start, "d4d6xd5"));
    let play = after(&start, &["d4d6"]);
    assert_eq!(at(&rules, &play, "d5"), "l");
    assert_eq!(at(&rules, &play, "d6"), "C");
}

#[test]
fn its_own_long_leaper_leapt_on_the_way_stays() {
    let drawing = A_LEAPER_LEAPT.replace('l', "L");
    let play = board("rococo", "w", &drawing);
    assert!(allows(&play, "d4d6"));
    assert!(!allows(&play, "d4d6xd5"));
}

#[test]
fn it_captures_neither_chameleons_nor_immobilizers() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  i  .  .  .  .  .
     5   .  .  .  c  .  .  .  .  .  .
     4   .  .  .  .  C  P  i  .  .  .
     3   .  .  .  .  P  .  .  .  .  .
     2   .  .  .  .  c  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(moves(&play, "d4").iter().all(|text| !text.contains('x')));
    assert!(allows(&play, "d4d6"), "next to d7");
    assert!(allows(&play, "d4e3"), "away from c5");
    for square in ["c5", "d7", "d2", "f4"] {
        assert!(!allows(&play, &format!("d4{square}")), "{square}");
    }
}

#[test]
fn it_captures_a_pushme_pullyu_by_approach_and_by_withdrawal() {
    let play = board(
        "rococo-pushme-pullyu",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  u  .  .  .  .  .
     4   .  .  .  u  C  .  .  u  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    for text in ["d4d6xd7", "d4e4xc4", "d4f4xc4xg4"] {
        assert!(allows(&play, text), "{text}");
    }
    for text in ["d4d6", "d4e4", "d4f4", "d4f4xc4", "d4f4xg4"] {
        assert!(!allows(&play, text), "{text}");
    }
}
