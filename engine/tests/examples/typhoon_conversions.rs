//! Typhoon: pieces that change owner, above all by the Cuckoo (T-D5, T-D16).

use super::board::{after, allows, at, board, game, moves, over};

/// The page: a Cuckoo on a4 and a Tan Pawn on a5.
const THE_PAGES_CUCKOO: &str = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     5  p  .  .  .  .  .  .  .  .  .  .  .
     4  Cu .  .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn the_cuckoo_transforms_a_tan_pawn_into_a_blue_one_that_moves_up_the_board() {
    let rules = game("typhoon");
    let start = board("typhoon", "w", THE_PAGES_CUCKOO);
    assert_eq!(moves(&start, "a4"), ["a4a3", "a4a4~a5", "a4a6", "a4b4"]);
    let play = after(&start, &["a4a4~a5"]);
    assert_eq!(at(&rules, &play, "a4"), "Cu");
    assert_eq!(at(&rules, &play, "a5"), "P");
    let later = after(&play, &["b12a12"]);
    assert_eq!(moves(&later, "a5"), ["a5a6"]);
}

/// An enemy on every square within two steps.
const A_CUCKOO_AMONG_ENEMIES: &str = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  n  n  n  n  n  .  .  .  .
     7  .  .  .  n  n  n  n  n  .  .  .  .
     6  .  .  .  n  n  Cu n  n  .  .  .  .
     5  .  .  .  n  n  n  n  n  .  .  .  .
     4  .  .  .  n  n  n  n  n  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

/// T-D5: ahead, to the sides, and two steps back over whatever stands between.
#[test]
fn it_converts_ahead_to_the_sides_and_two_squares_back() {
    let play = board("typhoon", "w", A_CUCKOO_AMONG_ENEMIES);
    let cuckoo = [
        "f6e6", "f6f5", "f6f6~e6", "f6f6~f4", "f6f6~f7", "f6f6~g6", "f6f8", "f6g6",
    ];
    assert_eq!(moves(&play, "f6"), cuckoo);
}

#[test]
fn blacks_cuckoo_looks_the_other_way() {
    let play = board(
        "typhoon",
        "b",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  N  .  .  .  .  .  .
     7  .  .  .  .  .  N  .  .  .  .  .  .
     6  .  .  .  .  N  cu N  .  .  .  .  .
     5  .  .  .  .  .  N  .  .  .  .  .  .
     4  .  .  .  .  .  N  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let cuckoo = [
        "f6e6", "f6f4", "f6f4=Lo", "f6f6~e6", "f6f6~f5", "f6f6~f8", "f6f6~g6", "f6f7", "f6g6",
    ];
    assert_eq!(moves(&play, "f6"), cuckoo);
}

#[test]
fn it_converts_no_friend_and_no_empty_square() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  N  .  .  .  .  .  .
     6  .  .  .  .  N  Cu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert!(moves(&play, "f6").iter().all(|text| !text.contains('~')));
}

/// T-D16.
#[test]
fn a_converted_piece_stays_what_it_is() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  q  .  .  .  .  .  .
     6  .  .  .  .  go Cu st .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    for (text, square, piece) in [
        ("f6f6~f7", "f7", "Q"),
        ("f6f6~e6", "e6", "Go"),
        ("f6f6~g6", "g6", "St"),
    ] {
        assert_eq!(at(&rules, &after(&start, &[text]), square), piece);
    }
}

/// Everything in White's promotion zone.
const CONVERSIONS_IN_THE_ZONE: &str = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
    11  .  .  .  .  .  n  .  .  .  .  .  .
    10  .  .  .  .  p  Cu .  .  p  .  .  .
     8  .  .  .  .  .  .  Mi .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

/// T-D16.
#[test]
fn neither_the_cuckoo_nor_the_converted_piece_promotes_by_a_conversion() {
    let rules = game("typhoon");
    let start = board("typhoon", "w", CONVERSIONS_IN_THE_ZONE);
    let cuckoo = [
        "f10e10",
        "f10e10=Lo",
        "f10f10~e10",
        "f10f10~f11",
        "f10f12",
        "f10f12=Lo",
        "f10f9",
        "f10f9=Lo",
        "f10g10",
        "f10g10=Lo",
    ];
    assert_eq!(moves(&start, "f10"), cuckoo);
    let play = after(&start, &["f10f10~f11"]);
    assert_eq!(at(&rules, &play, "f11"), "N");
    assert_eq!(at(&rules, &play, "f10"), "Cu");
    let play = after(&start, &["g8h9~i10"]);
    assert_eq!(at(&rules, &play, "i10"), "P");
}

#[test]
fn a_converted_piece_promotes_by_a_later_move_of_its_own() {
    let start = board("typhoon", "w", CONVERSIONS_IN_THE_ZONE);
    let play = after(&start, &["f10f10~f11", "b12a12"]);
    assert!(allows(&play, "f11d12=R"));
    let play = after(&start, &["g8h9~i10", "b12a12"]);
    assert_eq!(moves(&play, "i10"), ["i10i11", "i10i11=Ta"]);
}

/// The page: where the opponent has two royals, the King may be converted, "so that you may have
/// two Kings on the board".
#[test]
fn a_king_may_be_converted_and_then_there_are_two() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  ep p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  k  .  .  r  .  .  .
     6  .  .  .  .  .  Cu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["f6f6~f7"]);
    assert_eq!(over(&play), None);
    assert_eq!(at(&rules, &play, "f7"), "K");
    let play = after(&play, &["i7f7"]);
    assert_eq!(over(&play), None, "White still has the other King");
}

#[test]
fn a_piece_can_be_converted_back() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  n  cu .  .  .  .  .
     6  .  .  .  .  .  Cu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["f6f6~f7", "g7g7~f7"]);
    assert_eq!(at(&rules, &play, "f7"), "n");
}
