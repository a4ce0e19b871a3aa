//! Rococo's Swapper: changing places, mutual destruction (R-D3), and no swapping back (R-D4).

use super::board::{after, allows, at, board, game, moves, over, shows_moves};

/// Its lines end at two friends and the own King, at two enemies and the enemy King. The pieces
/// marked are those that it changes places with.
const LINES_THAT_END_AT_PIECES: &str = "
     x  a   b   c   d   e   f   g   h   y
 8   .  .   .   .   .   .   .   .   k!  .
 7   .  *   .   .   p!  .   .   *   .   .
 6   .  .   *   .   *   .   *   .   .   .
 5   .  .   .   *   *   *   .   .   .   .
 4   .  L!  *   *   (S) *   l!  a   .   .
 3   .  .   .   *   *   *   .   .   .   .
 2   .  .   P!  .   *   .   *   .   .   .
 1   .  .   .   .   K!  .   .   *   .   .
";

#[test]
fn it_moves_as_a_queen_and_changes_places_with_the_first_piece_on_each_line() {
    shows_moves("rococo", "w", LINES_THAT_END_AT_PIECES);
    let play = board("rococo", "w", LINES_THAT_END_AT_PIECES);
    let mut swaps = moves(&play, "d4");
    swaps.retain(|text| text.ends_with("<>"));
    let expected = ["d4a4<>", "d4b2<>", "d4d1<>", "d4d7<>", "d4f4<>", "d4h8<>"];
    assert_eq!(swaps, expected);
    assert!(!allows(&play, "d4d7"), "it captures nothing by replacement");
}

#[test]
fn a_swap_exchanges_the_two_pieces() {
    let rules = game("rococo");
    let start = board("rococo", "w", LINES_THAT_END_AT_PIECES);
    for (text, square, other) in [
        ("d4a4<>", "a4", "L"),
        ("d4d1<>", "d1", "K"),
        ("d4d7<>", "d7", "p"),
        ("d4h8<>", "h8", "k"),
    ] {
        let play = after(&start, &[text]);
        assert_eq!(at(&rules, &play, "d4"), other, "{text}");
        assert_eq!(at(&rules, &play, square), "S", "{text}");
        assert_eq!(over(&play), None, "{text}: nothing is captured");
    }
}

#[test]
fn it_changes_places_with_a_neighbour() {
    let play = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  p  P  .  .  .  .
     4   .  .  .  .  s  W  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    for text in ["d4d5<>", "d4e5<>", "d4e4<>", "d4a1<>"] {
        assert!(allows(&play, text), "{text}");
    }
    assert!(!allows(&play, "d4a8<>"), "not on a line");
}

#[test]
fn mutual_destruction_removes_it_and_one_adjacent_enemy() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  .  .  .  l  .  .
     6   .  .  .  .  .  .  .  .  a  .
     5   .  .  .  .  .  .  p  S  .  .
     4   .  .  .  .  .  .  .  P  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let mut removals = moves(&start, "g5");
    removals.retain(|text| text.contains('x'));
    assert_eq!(
        removals,
        ["g5g5xf5xg5", "g5g5xg5xh6"],
        "not the friend on g4, nor g7, which is not adjacent"
    );
    let play = after(&start, &["g5g5xg5xh6"]);
    assert_eq!(at(&rules, &play, "g5"), "");
    assert_eq!(at(&rules, &play, "h6"), "");
    assert_eq!(at(&rules, &play, "f5"), "p");
    assert_eq!(at(&rules, &play, "g4"), "P");
}

#[test]
fn mutual_destruction_takes_a_king() {
    let start = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     2   .  .  s  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["b2b2xa1xb2"]);
    assert_eq!(over(&play), Some(("b", "royal captured")));
}

#[test]
fn a_swap_counts_as_a_capture_for_edge_squares() {
    let rules = game("rococo");
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     9   .  .  .  .  p  .  .  .  .  .
     8   .  k  .  .  .  .  .  .  .  .
     4   .  .  .  .  S  .  .  .  .  L
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["d4d9<>"]);
    assert_eq!(at(&rules, &play, "d9"), "S");
    assert_eq!(at(&rules, &play, "d4"), "p");
    assert!(allows(&start, "d4y4<>"), "with a friend on the edge");
    assert!(!allows(&start, "d4x4"), "nothing is swapped");
    let along_the_edge = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   p  k  .  .  .  .  .  .  .  .
     4   S  P  .  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&along_the_edge, "x4x8<>"));
    assert!(allows(&along_the_edge, "x4a4<>"), "brings the Pawn there");
    assert!(!allows(&along_the_edge, "x4x7"));
}

/// A Swapper of each side on one line, and a second one of Black's.
const OPPOSING_SWAPPERS: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  k  .  .  .  .  .  .  .  .
 7   .  .  .  .  s  .  .  s  .  .
 4   .  .  .  .  S  .  .  P  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

#[test]
fn two_opposing_swappers_may_not_swap_back_on_the_next_turn() {
    let start = board("rococo", "w", OPPOSING_SWAPPERS);
    let play = after(&start, &["d4d7<>"]);
    assert!(play.text().ends_with(" b swap=d4d7;clock=1 1"));
    assert!(!allows(&play, "d4d7<>"));
    assert!(allows(&play, "d4d6"), "it may move");
    assert!(allows(&play, "d4g4<>"), "or swap with another piece");
    assert!(allows(&play, "g7d7<>"), "another Swapper may swap with d7");
}

#[test]
fn after_any_other_move_they_may_swap_again() {
    let start = board("rococo", "w", OPPOSING_SWAPPERS);
    let play = after(&start, &["d4d7<>", "a8b8"]);
    assert!(play.text().ends_with(" w clock=2 2"));
    assert!(allows(&play, "d7d4<>"));
    let play = after(&start, &["d4d7<>", "d4d5"]);
    assert!(allows(&play, "d7d5<>"));
    let play = after(&start, &["d4d7<>", "a8b8", "a1b1"]);
    assert!(allows(&play, "d4d7<>"));
}

#[test]
fn the_position_text_tells_which_two_were_swapped() {
    let play = board("rococo", "w swap=d4d7", OPPOSING_SWAPPERS);
    assert!(!allows(&play, "d4d7<>"));
    assert!(allows(&play, "d4g4<>"));
    let play = board("rococo", "b swap=d4d7", OPPOSING_SWAPPERS);
    assert!(!allows(&play, "d7d4<>"));
    assert!(allows(&play, "d7g7<>"));
}

#[test]
fn the_squares_stand_in_ascending_order_of_rank_then_file() {
    for (drawing, swap, state) in [
        (
            "7 . . . . . . S . . .\n4 . . . s . . . . . .",
            "f7c4<>",
            "swap=c4f7",
        ),
        (
            "4 . . . . . . S . . .\n7 . . . s . . . . . .",
            "f4c7<>",
            "swap=f4c7",
        ),
        ("4 . . . s . . S . . .", "f4c4<>", "swap=c4f4"),
        ("4 s . . . . . S . . .", "f4x4<>", "swap=x4f4"),
    ] {
        let drawing = format!("8 . k . . . . . . . .\n{drawing}\n1 . K . . . . . . . .");
        let play = after(&board("rococo", "w", &drawing), &[swap]);
        let text = play.text();
        assert!(text.contains(&format!(" b {state};")), "{swap}: {text}");
    }
}

#[test]
fn a_swapper_and_an_opposing_chameleon_may_not_swap_back() {
    for (white, black) in [("S", "c"), ("C", "s")] {
        let drawing = "
         8   .  k  .  .  .  .  .  .  .  .
         7   .  .  .  .  B  .  .  .  .  .
         4   .  .  .  .  A  .  .  .  .  .
         1   .  K  .  .  .  .  .  .  .  .
        ";
        let drawing = drawing.replace('A', white).replace('B', black);
        let start = board("rococo", "w", &drawing);
        let play = after(&start, &["d4d7<>"]);
        assert!(!allows(&play, "d4d7<>"), "{white} and {black}");
        assert!(allows(&play, "d4d6"), "{white} and {black}");
        let play = after(&play, &["a8b8"]);
        assert!(allows(&play, "d7d4<>"), "{white} and {black}");
    }
}

#[test]
fn not_even_with_a_capture_on_the_way() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  c  .  .  .  .  .
     4   .  .  .  .  S  .  .  .  .  .
     3   .  .  .  .  W  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["d4d7<>"]);
    assert!(allows(&play, "d4d6xd3"), "withdraws from the Withdrawer");
    assert!(!allows(&play, "d4d7xd3<>"), "would exchange the two back");
    let later = after(&play, &["a8b8", "a1b1"]);
    assert!(allows(&later, "d4d7xd3<>"));
}

#[test]
fn other_swaps_may_be_taken_back() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  .  .  .  L  .  .  .  .  .
     4   .  .  .  .  S  .  .  a  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["d4d7<>"]);
    assert!(play.text().ends_with(" b clock=1 1"), "{}", play.text());
    assert!(allows(&after(&play, &["a8b8"]), "d7d4<>"), "with a friend");
    let play = after(&start, &["d4g4<>"]);
    assert!(play.text().ends_with(" b clock=1 1"), "{}", play.text());
    assert!(
        allows(&after(&play, &["a8b8"]), "g4d4<>"),
        "with an Advancer"
    );
}
