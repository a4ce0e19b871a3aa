//! Rococo's capture by approach and by withdrawal: Advancer, Withdrawer and Pushme-Pullyu (R-D1).

use super::board::{after, allows, at, board, game, moves, over, shows_moves};

/// The page's picture of the Advancer: b6, e2 and e5 are next to a Pawn in the line of movement.
const THE_ADVANCERS_PICTURE: &str = "
     x  a   b   c   d   e   f   g   h  y
 8   .  .   .   .   .   .   .   .   k  .
 7   .  .   p   .   .   .   .   .   .  .
 6   .  .   *   .   .   .   p   .   .  .
 5   .  .   *   .   .   *   .   .   .  .
 4   .  .   *   .   *   .   .   .   .  .
 3   .  *   *   *   .   .   .   .   .  .
 2   .  *   (A) *   *   *   p   .   .  .
 1   .  *   *   *   .   .   .   .   K  .
";

#[test]
fn the_pages_picture_of_the_advancer() {
    shows_moves("rococo", "w", THE_ADVANCERS_PICTURE);
    let play = board("rococo", "w", THE_ADVANCERS_PICTURE);
    let mut captures = moves(&play, "b2");
    captures.retain(|text| text.contains('x'));
    assert_eq!(captures, ["b2b6xb7", "b2e2xf2", "b2e5xf6"]);
    for plain in ["b2b6", "b2e2", "b2e5"] {
        assert!(!allows(&play, plain), "{plain}: it is not optional");
    }
}

#[test]
fn the_advancer_stops_beside_what_it_captures() {
    let rules = game("rococo");
    let start = board("rococo", "w", THE_ADVANCERS_PICTURE);
    let play = after(&start, &["b2e5xf6"]);
    assert_eq!(at(&rules, &play, "e5"), "A");
    assert_eq!(at(&rules, &play, "f6"), "");
    assert_eq!(at(&rules, &play, "b2"), "");
}

#[test]
fn only_the_next_square_in_the_direction_moved_counts() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  p  P  .  .  .  .  .
     6   .  .  .  p  .  p  .  .  .  .
     5   .  .  .  .  .  .  .  .  .  .
     4   .  .  .  .  A  .  .  L  .  .
     3   .  .  .  p  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(
        allows(&play, "d4d6"),
        "a friend stands ahead, enemies beside"
    );
    assert!(allows(&play, "d4f4"), "a friend stands ahead");
    assert!(allows(&play, "d4d5"), "the next square is empty");
    assert!(allows(&play, "d4b6"), "c6 is beside it");
    assert!(allows(&play, "d4e5"), "it goes away from c3");
    assert!(
        !allows(&play, "d4c3"),
        "it never moves to an occupied square"
    );
}

#[test]
fn an_enemy_next_to_the_advancer_is_not_captured_where_it_stands() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  p  p  p  .  .  .  .
     4   .  .  .  p  A  p  .  .  .  .
     3   .  .  .  p  .  p  .  .  .  .
     1   .  .  .  .  K  .  .  .  .  .
        ",
    );
    assert_eq!(moves(&play, "d4"), ["d4d2", "d4d3"]);
}

#[test]
fn the_advancer_captures_a_king_by_approach() {
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   .  a  .  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["a6a2xa1"]);
    assert_eq!(over(&play), Some(("b", "royal captured")));
}

/// The page's picture of the Withdrawer: away from d3 and from c5.
const THE_WITHDRAWERS_PICTURE: &str = "
     x  a   b   c   d   e   f   g   h  y
 8   .  k   .   .   *   .   .   .   *  .
 7   .  .   .   .   *   .   .   *   .  .
 6   .  .   .   .   *   .   *   .   .  .
 5   .  .   .   p   *   *   .   .   .  .
 4   .  *   *   *   (W) *   *   *   *  .
 3   .  .   .   *   p   *   .   .   .  .
 2   .  .   *   .   .   .   *   .   .  .
 1   .  *   .   .   .   .   .   *   K  .
";

#[test]
fn the_pages_picture_of_the_withdrawer() {
    shows_moves("rococo", "w", THE_WITHDRAWERS_PICTURE);
    let play = board("rococo", "w", THE_WITHDRAWERS_PICTURE);
    let mut captures = moves(&play, "d4");
    captures.retain(|text| text.contains('x'));
    let expected = [
        "d4d5xd3", "d4d6xd3", "d4d7xd3", "d4d8xd3", "d4e3xc5", "d4f2xc5", "d4g1xc5",
    ];
    assert_eq!(captures, expected);
    for plain in ["d4d5", "d4d8", "d4e3", "d4g1"] {
        assert!(!allows(&play, plain), "{plain}: it is not optional");
    }
}

/// The page: a Withdrawer that moves from d2 to g2 captures c2, not c3, d3, e3, c1, d1 or e1.
#[test]
fn the_withdrawer_captures_only_what_is_directly_behind_its_start() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     3   .  .  .  p  p  p  .  .  .  .
     2   .  .  .  p  W  .  .  .  .  .
     1   .  K  .  p  p  p  .  .  .  .
        ",
    );
    let play = after(&start, &["d2g2xc2"]);
    assert_eq!(at(&rules, &play, "g2"), "W");
    assert_eq!(at(&rules, &play, "c2"), "");
    for square in ["c3", "d3", "e3", "c1", "d1", "e1"] {
        assert_eq!(at(&rules, &play, square), "p", "{square}");
    }
}

#[test]
fn the_withdrawer_must_stand_next_to_an_enemy() {
    let play = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     4   .  .  p  .  W  .  .  .  p  .
     3   .  .  .  .  P  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&play, "d4e4"), "b4 is not next to it");
    assert!(allows(&play, "d4g4"), "it does not approach h4");
    assert!(allows(&play, "d4d6"), "d3 is a friend");
    assert!(moves(&play, "d4").iter().all(|text| !text.contains('x')));
}

#[test]
fn the_withdrawer_captures_a_king() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     5   .  .  .  k  W  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["d5h5xc5"]);
    assert_eq!(over(&play), Some(("w", "royal captured")));
}

#[test]
fn the_pushme_pullyu_captures_in_both_ways_at_once() {
    let rules = game("rococo-pushme-pullyu");
    let start = board(
        "rococo-pushme-pullyu",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  p  .  .  .  .  .
     4   .  .  .  p  U  .  .  l  .  .
     3   .  .  .  .  p  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let along_the_rank = ["d4e4xc4", "d4f4xc4xg4"];
    let up_the_file = ["d4d5xd3", "d4d6xd3xd7"];
    for text in along_the_rank.iter().chain(&up_the_file) {
        assert!(allows(&start, text), "{text}");
    }
    for text in ["d4f4", "d4f4xc4", "d4f4xg4", "d4d6xd7", "d4d6xd7xd3"] {
        assert!(!allows(&start, text), "{text}");
    }
    let play = after(&start, &["d4f4xc4xg4"]);
    assert_eq!(at(&rules, &play, "f4"), "U");
    assert_eq!(at(&rules, &play, "c4"), "");
    assert_eq!(at(&rules, &play, "g4"), "");
}

#[test]
fn the_pushme_pullyu_captures_by_approach_alone_and_by_withdrawal_alone() {
    for (drawing, captures) in [
        (THE_ADVANCERS_PICTURE, ["b2b6xb7", "b2e2xf2", "b2e5xf6"]),
        (THE_WITHDRAWERS_PICTURE, ["d4d5xd3", "d4d8xd3", "d4g1xc5"]),
    ] {
        let drawing = drawing.replace("(A)", "(U)").replace("(W)", "(U)");
        shows_moves("rococo-pushme-pullyu", "w", &drawing);
        let play = board("rococo-pushme-pullyu", "w", &drawing);
        for text in captures {
            assert!(allows(&play, text), "{text}");
        }
    }
}
