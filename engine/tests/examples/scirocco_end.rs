//! How games of Scirocco end: S-D5 (no check, bare royals, stalemate) and S-D6 (repetition).

use super::board::{after, all_moves, allows, board, moves, over};

#[test]
fn capturing_the_king_wins() {
    let start = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  .  .  .  .  Q  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let play = after(&start, &["f5b5", "c10c9", "b5b10"]);
    assert_eq!(over(&play), Some(("w", "royal captured")));
    assert!(all_moves(&play).is_empty());
}

#[test]
fn capturing_the_emperor_wins() {
    let start = board(
        "scirocco-2009",
        "b",
        "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  .  .  .  .  q  .  .  .  .
     1  .  Em P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let play = after(&start, &["f5b1"]);
    assert_eq!(over(&play), Some(("b", "royal captured")));
}

#[test]
fn there_is_no_check_the_king_may_be_moved_or_left_where_it_can_be_captured() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  r  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&play), None);
    assert!(allows(&play, "c1c2"), "left in check");
    assert!(allows(&play, "b1b2"), "moved in check");
    let kings = board(
        "scirocco-2009",
        "w",
        "
     5  .  .  .  p  k  .  .  .  .  .
     3  .  .  .  P  K  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let lost = after(&kings, &["e3e4", "e5e4"]);
    assert_eq!(over(&lost), Some(("b", "royal captured")));
}

#[test]
fn a_side_left_with_its_royal_alone_loses_at_once() {
    let start = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  p  .  .  .
     5  .  .  .  .  .  P  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&after(&start, &["f5g6"])), Some(("w", "bared")));
}

#[test]
fn there_is_no_draw_even_if_the_bared_side_could_bare_the_other_in_turn() {
    let start = board(
        "scirocco-2009",
        "w",
        "
     7  .  .  .  .  .  .  .  k  .  .
     6  .  .  .  .  .  .  p  .  .  .
     5  .  .  .  .  .  P  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let play = after(&start, &["f5g6"]);
    assert_eq!(over(&play), Some(("w", "bared")), "the king next to g6");
}

#[test]
fn the_king_may_capture_the_next_to_last_piece_even_into_check() {
    let start = board(
        "scirocco-2009",
        "w",
        "
     7  .  .  .  .  .  .  .  k  .  .
     6  .  .  .  .  .  .  p  .  .  .
     5  .  .  .  .  .  K  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&after(&start, &["f5g6"])), Some(("w", "bared")));
}

#[test]
fn a_side_without_a_move_loses() {
    // Black's pawns cannot go beyond the last rank, and its king is among them.
    let start = board(
        "scirocco-2009",
        "w",
        "
    10  .  K  P  .  .  .  .  .  .  .
     2  .  .  .  .  .  .  .  .  p  p
     1  .  .  .  .  .  .  .  .  p  k
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&after(&start, &["b10a10"])), Some(("w", "stalemate")));
}

#[test]
fn a_decided_position_may_be_set_up_and_is_over() {
    let bare = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&bare), Some(("w", "bared")));
    assert!(all_moves(&bare).is_empty());
    assert_eq!(bare.perft(2), 0);
    let captured = board(
        "scirocco-2009",
        "w",
        "
    10  .  .  p  p  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&captured), Some(("w", "royal captured")));
}

#[test]
fn where_both_sides_have_lost_the_side_to_move_has() {
    let both_bare = "
    10  .  k  .  .  .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
    ";
    let white = board("scirocco-2009", "w", both_bare);
    assert_eq!(over(&white), Some(("b", "bared")));
    let black = board("scirocco-2009", "b", both_bare);
    assert_eq!(over(&black), Some(("w", "bared")));
}

/// The page's example of repetition, which it plays on two by three squares, with a blocked pair
/// of pawns beside it so that nobody is bare.
const THE_PAGES_REPETITION: &str = "
     6  .  .  .  .  .  .  .  p  .  .
     5  .  .  .  .  .  .  .  P  .  .
     3  .  k  .  .  .  .  .  .  .  .
     1  K  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn a_move_to_the_third_occurrence_of_a_position_is_illegal() {
    let start = board("scirocco-2009", "w", THE_PAGES_REPETITION);
    let twice = after(&start, &["a1b1", "b3a3", "b1a1", "a3b3", "a1b1", "b3a3"]);
    assert!(allows(&twice, "b1a1"), "3. K-b1 K-a3 4. K-a1 is played");
    let play = after(&twice, &["b1a1"]);
    assert!(
        !allows(&play, "a3b3"),
        "4. ... K-b3 would be the third time"
    );
    assert!(
        allows(&play, "a3a2") && allows(&play, "a3b2"),
        "it must move elsewhere, here into check"
    );
    let lost = after(&play, &["a3a2", "a1a2"]);
    assert_eq!(over(&lost), Some(("w", "royal captured")));
}

#[test]
fn the_second_occurrence_is_legal() {
    let start = board("scirocco-2009", "w", THE_PAGES_REPETITION);
    let play = after(&start, &["a1b1", "b3a3", "b1a1"]);
    assert!(allows(&play, "a3b3"));
}

/// Room for the kings to walk.
const A_WALK: &str = "
    10  .  .  .  k  .  .  .  .  p  .
     5  .  .  .  .  N  .  .  .  .  .
     3  .  .  .  .  .  N  .  .  .  .
     1  .  .  .  K  .  .  .  .  P  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    let start = board("scirocco-2009", "w", A_WALK);
    let second = after(&start, &["d1e1", "d10e10", "e1d1", "e10d10"]);
    // White returns in three moves and Black in two, so that it is now Black's turn.
    let triangle = after(&second, &["d1e1", "d10e10", "e1e2", "e10d10"]);
    assert!(allows(&triangle, "e2d1"));
}

#[test]
fn the_same_kinds_of_pieces_on_the_same_squares_are_the_same_position() {
    let start = board("scirocco-2009", "w", A_WALK);
    // The knights change places.
    let exchange = [
        "f3d4", "d10e10", "e5f3", "e10d10", "d4c6", "d10e10", "c6e5", "e10d10",
    ];
    let second = after(&start, &exchange);
    let before_the_third = after(&second, &exchange[..7]);
    assert!(!allows(&before_the_third, "e10d10"));
}

/// Black can only shuttle with its Emperor between a1 and b1: the pawns of the columns stand on
/// each other, and the Alfils' squares are taken.
const BLACK_CAN_ONLY_SHUTTLE: &str = "
    10  .  .  .  .  .  .  .  .  .  K
     8  .  .  .  .  .  .  .  .  .  W
     4  .  .  p  p  .  .  .  .  .  .
     3  p  p  p  p  .  .  .  .  .  .
     2  a  a  p  p  .  .  .  .  .  .
     1  em .  p  p  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn a_side_all_of_whose_moves_would_repeat_a_position_a_third_time_loses() {
    let start = board("scirocco-2009", "w", BLACK_CAN_ONLY_SHUTTLE);
    let round = ["j10i10", "a1b1", "i10j10", "b1a1"];
    let third = after(&start, &round);
    assert_eq!(moves(&after(&start, &round[..3]), "b1"), ["b1a1"]);
    let last = after(&third, &round[..3]);
    assert_eq!(over(&last), Some(("w", "repetition")));
    assert!(all_moves(&last).is_empty());
}

#[test]
fn repetition_is_no_matter_for_perft() {
    let start = board("scirocco-2009", "w", BLACK_CAN_ONLY_SHUTTLE);
    let last = after(
        &start,
        &[
            "j10i10", "a1b1", "i10j10", "b1a1", "j10i10", "a1b1", "i10j10",
        ],
    );
    assert_eq!(over(&last), Some(("w", "repetition")));
    assert_eq!(last.perft(1), 1);
}
