//! Typhoon: the Hummingbird, which changes places with other pieces (T-D7, T-D20).

use super::board::{after, allows, at, board, game, moves, over};

/// The page: a Hummingbird on a4, a Tan Pawn on a5, a Blue Otter on a2 and a Tan Squirrel on b4.
const THE_PAGES_HUMMINGBIRD: &str = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     5  p  .  .  .  .  .  .  .  .  .  .  .
     4  Hu sq .  .  .  .  .  .  .  .  .  .
     2  Ot .  .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn the_hummingbird_moves_captures_or_changes_places() {
    let start = board("typhoon", "w", THE_PAGES_HUMMINGBIRD);
    assert_eq!(
        moves(&start, "a4"),
        ["a4a2<>", "a4a3", "a4a5<>", "a4a6", "a4b4", "a4b4<>"]
    );
    let rules = game("typhoon");
    for (text, squares) in [
        (
            "a4a5<>",
            [("a5", "Hu"), ("a4", "p"), ("b4", "sq"), ("a2", "Ot")],
        ),
        (
            "a4b4<>",
            [("a5", "p"), ("a4", "sq"), ("b4", "Hu"), ("a2", "Ot")],
        ),
        (
            "a4a2<>",
            [("a5", "p"), ("a4", "Ot"), ("b4", "sq"), ("a2", "Hu")],
        ),
        (
            "a4b4",
            [("a5", "p"), ("a4", ""), ("b4", "Hu"), ("a2", "Ot")],
        ),
    ] {
        let play = after(&start, &[text]);
        for (square, piece) in squares {
            assert_eq!(at(&rules, &play, square), piece, "{text}: {square}");
        }
    }
}

/// T-D7: the four squares next to it, two squares ahead and two squares back.
#[test]
fn it_changes_places_on_six_squares() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  n  n  n  n  n  .  .  .  .
     7  .  .  .  n  n  n  n  n  .  .  .  .
     6  .  .  .  n  n  Hu n  n  .  .  .  .
     5  .  .  .  n  n  n  n  n  .  .  .  .
     4  .  .  .  n  n  n  n  n  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let hummingbird = [
        "f6e6", "f6e6<>", "f6f4<>", "f6f5", "f6f5<>", "f6f7<>", "f6f8", "f6f8<>", "f6g6", "f6g6<>",
    ];
    assert_eq!(moves(&play, "f6"), hummingbird);
}

#[test]
fn blacks_hummingbird_captures_the_other_way() {
    let play = board(
        "typhoon",
        "b",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  N  .  .  .  .  .  .
     7  .  .  .  .  .  N  .  .  .  .  .  .
     6  .  .  .  .  P  hu P  .  .  .  .  .
     5  .  .  .  .  .  N  .  .  .  .  .  .
     4  .  .  .  .  .  N  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let hummingbird = [
        "f6e6",
        "f6e6<>",
        "f6f4",
        "f6f4<>",
        "f6f4<>=Im",
        "f6f4=Im",
        "f6f5<>",
        "f6f7",
        "f6f7<>",
        "f6f8<>",
        "f6g6",
        "f6g6<>",
    ];
    assert_eq!(moves(&play, "f6"), hummingbird);
}

#[test]
fn it_changes_places_with_either_sides_royal() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  .  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  k  .  .  .  .  .  .
     6  .  .  .  .  .  Hu .  .  .  .  .  .
     5  .  .  .  .  .  K  .  .  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["f6f5<>"]);
    assert_eq!(at(&rules, &play, "f6"), "K");
    assert_eq!(at(&rules, &play, "f5"), "Hu");
    let play = after(&start, &["f6f8<>"]);
    assert_eq!(at(&rules, &play, "f6"), "k");
    assert_eq!(over(&play), None, "nothing is captured");
}

/// T-D7: it may promote by the exchange, at either end.
#[test]
fn it_may_promote_where_its_exchange_starts_or_ends_in_the_zone() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  p  .  .  .  Hu .  .
     8  .  .  .  .  .  Hu .  .  .  P  .  .
     7  .  .  .  .  .  P  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    for text in [
        "f8f9<>",
        "f8f9<>=Im",
        "f8f7<>",
        "j9j8<>",
        "j9j8<>=Im",
        "f8f10=Im",
    ] {
        assert!(allows(&start, text), "{text}");
    }
    assert!(!allows(&start, "f8f7<>=Im"), "outside the zone");
    let play = after(&start, &["f8f9<>=Im"]);
    assert_eq!(at(&rules, &play, "f9"), "Im");
    assert_eq!(at(&rules, &play, "f8"), "p");
}

/// T-D7: the page counts the Hummingbird among the pieces that relay.
#[test]
fn the_piece_that_it_changes_places_with_does_not_promote() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  Hu .  .  .  .  .  .
     8  .  .  .  .  .  P  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let mut exchanges = moves(&start, "f9");
    exchanges.retain(|text| text.starts_with("f9f8"));
    assert_eq!(exchanges, ["f9f8<>", "f9f8<>=Im"]);
    let play = after(&start, &["f9f8<>"]);
    assert_eq!(at(&rules, &play, "f9"), "P");
    let play = after(&play, &["b12a12"]);
    assert!(
        allows(&play, "f9f10=Ta"),
        "it promotes by a move of its own"
    );
}

/// T-D20.
#[test]
fn two_hummingbirds_of_one_side_have_two_moves_for_one_exchange() {
    for (drawing, one, other) in [
        (
            "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  Hu .  .  .  .  .  .
     6  .  .  .  .  .  Hu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
            ",
            "f6f7<>",
            "f7f6<>",
        ),
        (
            "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  Hu Hu .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
            ",
            "f6g6<>",
            "g6f6<>",
        ),
        (
            "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  Hu .  .  .  .  .  .
     5  .  .  .  .  .  Hu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
            ",
            "f5f7<>",
            "f7f5<>",
        ),
    ] {
        let start = board("typhoon", "w", drawing);
        let (after_one, after_other) = (after(&start, &[one]), after(&start, &[other]));
        assert_eq!(after_one.text(), after_other.text());
    }
}

/// T-D20: which of the two promotes is what tells the moves apart.
#[test]
fn of_two_hummingbirds_the_mover_promotes() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  Hu .  .  .  .  .  .
     8  .  .  .  .  .  Hu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["f8f9<>=Im"]);
    assert_eq!(at(&rules, &play, "f9"), "Im");
    assert_eq!(at(&rules, &play, "f8"), "Hu");
    let play = after(&start, &["f9f8<>=Im"]);
    assert_eq!(at(&rules, &play, "f8"), "Im");
    assert_eq!(at(&rules, &play, "f9"), "Hu");
}

#[test]
fn an_exchange_may_be_undone_at_once() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  hu .  .  .  .  .  .
     6  .  .  .  .  .  Hu .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["f6f7<>"]);
    assert!(allows(&play, "f6f7<>"), "by Black's Hummingbird, now on f6");
}
