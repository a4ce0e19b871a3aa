//! Typhoon: the Immobilizer (T-D8).

use super::board::{after, all_moves, allows, at, board, game, moves};

#[test]
fn enemies_on_the_eight_adjacent_squares_can_only_remove_themselves() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "b",
        "
    12  .  .  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  .  .  n  .  .  .  .
     7  .  .  .  .  r  q  ce .  .  .  .  .
     6  .  .  .  .  k  Im im .  .  .  .  .
     5  .  .  .  .  n  w  pa .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    for square in ["e7", "f7", "g7", "e6", "g6", "e5", "f5", "g5"] {
        assert_eq!(
            moves(&start, square),
            [format!("{square}{square}x{square}")]
        );
    }
    assert!(moves(&start, "h8").len() > 4, "two squares away");
    assert!(
        !allows(&start, "h8h8xh8"),
        "only immobilized pieces remove themselves"
    );
    let play = after(&start, &["f7f7xf7"]);
    assert_eq!(at(&rules, &play, "f7"), "");
    assert_eq!(at(&rules, &play, "f6"), "Im");
}

#[test]
fn it_immobilizes_no_friends() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  W  .  .  .  .  .  .
     6  .  .  .  .  .  Im .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(moves(&play, "f7"), ["f7e7", "f7f8", "f7g7"]);
}

/// The page: a Cuckoo cannot convert, a Harpy cannot relay, a Raven cannot pass. T-D8: nor can
/// others swap, strike or capture without moving.
#[test]
fn an_immobilized_piece_has_no_power_of_its_own() {
    for piece in [
        "Cu", "Hu", "Pa", "Ra", "HO", "DO", "Ge", "EE", "Ty", "So", "Mi", "Un",
    ] {
        let drawing = format!(
            "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  p  .  .  .  .  .  .
     7  .  .  .  .  .  p  p  .  .  .  .  .
     6  .  .  .  .  p  {piece} im .  .  .  .  .
     5  .  .  .  .  .  p  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
            "
        );
        let play = board("typhoon", "w", &drawing);
        assert_eq!(moves(&play, "f6"), ["f6f6xf6"], "{piece}");
        assert!(!allows(&play, "pass"), "{piece}");
    }
}

#[test]
fn a_side_may_pass_while_one_of_its_passing_pieces_is_free() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  Ra im .  .  .  .  .
     3  .  .  .  .  .  Pa .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert!(allows(&play, "pass"));
}

/// The page: "two adjacent Immobilizers immobilize each other".
#[test]
fn an_immobilized_immobilizer_still_immobilizes() {
    let drawing = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  N  .  .  .  .  .  .
     7  .  .  .  .  .  im .  .  .  .  .  .
     6  .  .  .  .  .  Im .  .  .  .  .  .
     5  .  .  .  .  .  n  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
    ";
    let white = board("typhoon", "w", drawing);
    assert_eq!(moves(&white, "f6"), ["f6f6xf6"]);
    assert_eq!(moves(&white, "f8"), ["f8f8xf8"]);
    let black = board("typhoon", "b", drawing);
    assert_eq!(moves(&black, "f7"), ["f7f7xf7"]);
    assert_eq!(moves(&black, "f5"), ["f5f5xf5"]);
}

#[test]
fn a_piece_is_free_again_when_the_immobilizer_is_gone() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  W  im .  .  .  .  .
     1  .  K  P  .  .  .  R  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(moves(&start, "f6"), ["f6f6xf6"]);
    let captured = after(&start, &["g1g6", "b12a12"]);
    assert_eq!(moves(&captured, "f6"), ["f6e6", "f6f5", "f6f7"]);
    let left = after(&start, &["b1a1", "g6i6"]);
    assert_eq!(moves(&left, "f6"), ["f6e6", "f6f5", "f6f7", "f6g6"]);
}

/// The page: "to disclose a line of attack on the Immobilizer".
#[test]
fn a_piece_that_removes_itself_opens_a_line() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  R  .  .  .  W  im .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert!(!allows(&start, "b6g6"));
    let play = after(&start, &["f6f6xf6", "b12a12"]);
    assert!(allows(&play, "b6g6"));
}

#[test]
fn an_immobilized_piece_receives_from_a_free_relayer() {
    let free = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     8  .   .   .   .   .   im  .   .   .   .   .   .
     7  .   .   .   .   .   P   .   .   .   .   .   .
     6  .   .   .   .   Der .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert_eq!(moves(&free, "f7"), ["f7d5", "f7f7xf7"]);
    let immobilized = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     8  .   .   .   .   .   im  .   .   .   .   .   .
     7  .   .   .   .   Der P   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert_eq!(moves(&immobilized, "f7"), ["f7f7xf7"]);
}

#[test]
fn an_immobilized_harpy_relays_nothing() {
    let drawing = |immobilizer: &str| {
        format!(
            "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  {immobilizer} .  .  .  .  .  .
     6  .  .  .  .  .  Ha .  .  .  .  .  .
     4  .  .  .  .  P  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
            "
        )
    };
    let play = board("typhoon", "w", &drawing("n"));
    assert!(allows(&play, "e4c5"));
    let play = board("typhoon", "w", &drawing("im"));
    assert_eq!(moves(&play, "e4"), ["e4e5"]);
}

/// The page: "until some other piece relays a move to one of the Immobilizers".
#[test]
fn an_immobilized_immobilizer_leaves_by_a_relayed_move() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     7  .   .   .   .   .   im  .   .   .   .   .   .
     6  .   .   .   .   .   Im  .   .   .   .   .   .
     5  .   .   .   .   Der .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert_eq!(moves(&play, "f6"), ["f6d4", "f6f6xf6"]);
}

/// T-D8: relayed even if the piece has that move itself.
#[test]
fn an_immobilized_piece_does_not_promote_by_a_relayed_move_that_it_has_itself() {
    let drawing = |immobilizer: &str| {
        format!(
            "
    12  .   k   p   .   .   .   .   .   .   .   .   .
    10  .   .   .   .   .   .   {immobilizer} .  .  .  .  .
     9  .   .   .   .   Der Go  .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
            "
        )
    };
    let free = board("typhoon", "w", &drawing("n"));
    assert!(allows(&free, "f9d9") && allows(&free, "f9d9=Li"));
    let immobilized = board("typhoon", "w", &drawing("im"));
    assert_eq!(moves(&immobilized, "f9"), ["f9d9", "f9f9xf9"]);
}

#[test]
fn an_immobilized_knight_receives_the_knights_move_from_a_harpy() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  N  im .  .  .  .  .
     8  .  .  .  Ha .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let knight = [
        "f9d10", "f9e11", "f9e7", "f9f9xf9", "f9g11", "f9g7", "f9h10", "f9h8",
    ];
    assert_eq!(moves(&play, "f9"), knight);
}

#[test]
fn an_immobilized_piece_may_be_swapped_by_a_free_hummingbird_of_either_side() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  .  im .  .  .  .  .
     7  .  .  .  .  Hu N  .  .  .  .  .  .
     5  .  .  .  .  .  hu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["e7f7<>", "b12a12"]);
    assert_eq!(at(&rules, &play, "e7"), "N");
    assert!(allows(&play, "e7d5"), "the Knight is free");
    assert_eq!(moves(&play, "f7"), ["f7f7xf7"], "the Hummingbird is not");
    let play = after(&start, &["b1a1", "f5f7<>"]);
    assert_eq!(at(&rules, &play, "f5"), "N");
}

#[test]
fn royals_are_immobilized_and_may_remove_themselves() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  .  .  .  im K  .  .  .  .  .  .
     5  .  .  .  .  .  EP .  .  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(all_moves(&play), ["c1c2", "f5f5xf5", "f6f6xf6"]);
}
