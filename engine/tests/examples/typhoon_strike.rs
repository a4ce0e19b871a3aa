//! Typhoon: `strike` and `pass`, the powers of the Parrot, the Raven, the Horned Owl and the Diving
//! Osprey.

use super::board::{after, all_moves, allows, array, at, board, game, moves, shows_moves};

/// An enemy in each orthogonal direction: before another one, before an empty square, behind a
/// friend and before a friend.
const A_PARROT: &str = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  n  .  .  .  .  .  .
     7  .  .  .  .  .  p  .  .  .  .  .  .
     6  .  .  .  n  P  Pa p  .  .  .  .  .
     5  .  .  .  .  .  p  .  .  .  .  .  .
     4  .  .  .  .  .  P  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn the_parrot_strikes_in_the_four_orthogonal_directions() {
    let play = board("typhoon", "w", A_PARROT);
    let parrot = [
        "f6d6", "f6f5", "f6f6xf5", "f6f6xf7", "f6f6xg6", "f6f7", "f6f8", "f6f8xf7", "f6g6", "f6h6",
        "f6h6xg6",
    ];
    assert_eq!(moves(&play, "f6"), parrot);
}

#[test]
fn a_leap_to_the_same_square_may_capture_both_pieces_or_the_farther_alone() {
    let rules = game("typhoon");
    let start = board("typhoon", "w", A_PARROT);
    for (text, f6, f7, f8) in [
        ("f6f8", "", "p", "Pa"),
        ("f6f8xf7", "", "", "Pa"),
        ("f6f7", "", "Pa", "n"),
        ("f6f6xf7", "Pa", "", "n"),
    ] {
        let play = after(&start, &[text]);
        let found = ["f6", "f7", "f8"].map(|square| at(&rules, &play, square));
        assert_eq!(found, [f6, f7, f8], "{text}");
    }
}

#[test]
fn the_raven_strikes_in_the_four_diagonal_directions() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  n  .  .  .  .  .  .  .  .
     7  .  .  .  .  p  .  p  .  .  .  .  .
     6  .  .  .  .  n  Ra n  .  .  .  .  .
     5  .  .  .  .  P  .  p  .  .  .  .  .
     4  .  .  .  n  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let raven = [
        "f6d4", "f6d8", "f6d8xe7", "f6e7", "f6f6xe7", "f6f6xg5", "f6f6xg7", "f6g5", "f6g7", "f6h8",
        "f6h8xg7",
    ];
    assert_eq!(moves(&play, "f6"), raven);
}

#[test]
fn the_horned_owl_moves_diagonally_four_squares_leaps_as_dabbaba_and_steps_ahead() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
     9  .    .    .    .    .    .    .    .    p!   .    .    .
     8  .    .    .    .    .    *    .    *    .    .    .    .
     7  .    .    .    .    p!   p!   *    .    .    .    .    .
     6  .    .    .    p!   .    (HO) n    *    .    .    .    .
     5  .    .    .    .    *    .    *    .    .    .    .    .
     4  .    .    .    *    .    P    .    *    .    .    .    .
     3  .    .    *    .    .    .    .    .    *    .    .    .
     2  .    *    .    .    .    .    .    .    .    *    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn the_diving_osprey_moves_orthogonally_four_squares_leaps_as_alfil_and_steps_diagonally_ahead() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .    k    p    .    .    .    .    .    .    .    .    .
    10  .    .    .    .    .    p!   .    .    .    .    .    .
     9  .    .    .    .    .    *    .    .    .    .    .    .
     8  .    .    .    p!   .    *    .    *    .    .    .    .
     7  .    .    .    .    *    *    p!   .    .    .    .    .
     6  .    .    r!   *    *    (DO) *    *    P    .    .    .
     5  .    .    .    .    n    *    .    .    .    .    .    .
     4  .    .    .    *    .    *    .    P    .    .    .    .
     3  .    .    .    .    .    *    .    .    .    .    .    .
     2  .    .    .    .    .    *    .    .    .    .    .    .
     1  .    K    P    .    .    .    .    .    .    .    .    .
        ",
    );
}

/// Friends on the diagonals, and an enemy in each orthogonal direction.
#[test]
fn the_horned_owl_strikes_straight_ahead_only() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  n  .  .  .  .  .  .
     7  .  .  .  .  P  p  P  .  .  .  .  .
     6  .  .  .  .  n  HO n  p  .  .  .  .
     5  .  .  .  .  P  n  P  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let owl = ["f6d6", "f6f4", "f6f6xf7", "f6f7", "f6f8", "f6f8xf7", "f6h6"];
    assert_eq!(moves(&play, "f6"), owl);
}

/// Friends on the lines, and an enemy in each diagonal direction.
#[test]
fn the_diving_osprey_strikes_diagonally_ahead_only() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  n  .  .  .  P  .  .  .  .
     7  .  .  .  .  p  P  p  .  .  .  .  .
     6  .  .  .  .  P  DO P  .  .  .  .  .
     5  .  .  .  .  n  P  n  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let osprey = [
        "f6d4", "f6d8", "f6d8xe7", "f6e7", "f6f6xe7", "f6f6xg7", "f6g7", "f6h4",
    ];
    assert_eq!(moves(&play, "f6"), osprey);
}

#[test]
fn blacks_horned_owl_and_diving_osprey_strike_down_the_board() {
    let play = board(
        "typhoon",
        "b",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     7  .  .  P  .  .  .  .  .  N  .  .  .
     6  .  .  ho .  .  .  .  do .  .  .  .
     5  .  .  P  .  .  .  .  .  N  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    for text in ["c6c6xc5", "c6c4xc5", "h6h6xi5", "h6j4xi5"] {
        assert!(allows(&play, text), "{text}");
    }
    for text in ["c6c6xc7", "c6c8xc7", "h6h6xi7", "h6j8xi7"] {
        assert!(!allows(&play, text), "{text}");
    }
}

#[test]
fn at_the_edge_of_the_board_there_is_only_the_capture_without_moving() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  p  Pa .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let mut captures = moves(&play, "b6");
    captures.retain(|text| text.contains('x') || text == "b6a6");
    assert_eq!(captures, ["b6a6", "b6b6xa6"]);
}

/// A board with one more piece on f6.
fn with_on_f6(to_move: &str, piece: &str) -> tradewind_engine::Play {
    let drawing = format!(
        "12 . k p . . . . . . . . .\n 6 . . . . . {piece} . . . . . .\n 1 . K P . . . . . . . . ."
    );
    board("typhoon", to_move, &drawing)
}

#[test]
fn these_four_pieces_and_no_others_may_pass() {
    for piece in &game("typhoon").spec().pieces {
        let text = piece.text.as_str();
        let may_pass = ["HO", "DO", "Pa", "Ra"].contains(&text);
        let white = with_on_f6("w", text);
        assert_eq!(allows(&white, "pass"), may_pass, "White's {text}");
        let black = with_on_f6("b", &text.to_lowercase());
        assert_eq!(allows(&black, "pass"), may_pass, "Black's {text}");
    }
}

#[test]
fn only_the_side_that_has_such_a_piece_may_pass() {
    assert!(!allows(&with_on_f6("b", "Pa"), "pass"));
    assert!(!allows(&with_on_f6("w", "pa"), "pass"));
    assert!(!allows(&array("typhoon", 0), "pass"));
}

#[test]
fn a_pass_is_one_move_and_leaves_the_board_as_it_is() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  Pa .  .  Ra .  .  .
     5  .  .  HO .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let passes = all_moves(&start)
        .iter()
        .filter(|text| *text == "pass")
        .count();
    assert_eq!(passes, 1);
    let play = after(&start, &["pass"]);
    assert_eq!(start.text().replace("w - 0", "b - 1"), play.text());
    let rules = game("typhoon");
    assert_eq!(at(&rules, &play, "f6"), "Pa");
}
