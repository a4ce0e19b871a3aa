//! How games of Typhoon end: T-D17 (royals, bare royals, no legal move) and T-D18 (repetition).

use super::board::{after, all_moves, allows, board, moves, over};
use tradewind_engine::Play;

/// Who has won.
fn winner(play: &Play) -> Option<&'static str> {
    over(play).map(|(side, _)| side)
}

#[test]
fn capturing_the_only_royal_wins_whichever_it_is() {
    for royal in ["k", "em", "ee", "ep", "tp"] {
        let drawing = format!(
            "12 . {royal} p . . . . . . . . .\n 5 . R . . . . . . . . . .\n 1 . . K P . . . . . . . ."
        );
        let start = board("typhoon", "w", &drawing);
        assert_eq!(over(&start), None, "{royal}");
        let play = after(&start, &["b5b12"]);
        assert_eq!(over(&play), Some(("w", "royal captured")), "{royal}");
        assert!(all_moves(&play).is_empty(), "{royal}");
    }
}

#[test]
fn a_side_with_several_royals_loses_when_the_last_is_captured() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  .  .  tp .  .  .  .
     5  .  R  .  .  .  .  .  R  .  .  .  .
     1  .  .  K  P  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["b5b12"]);
    assert_eq!(over(&play), None);
    let play = after(&play, &["c12c11", "h5h9"]);
    assert_eq!(over(&play), Some(("w", "royal captured")));
}

#[test]
fn there_is_no_check() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     5  .  r  .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(over(&play), None);
    assert!(
        allows(&play, "c1c2"),
        "the King is left where it can be captured"
    );
    assert!(allows(&play, "b1b2"), "or moved there");
    assert_eq!(winner(&after(&play, &["b1b2", "b5b2"])), Some("b"));
}

#[test]
fn royals_captured_on_the_way_or_without_moving_are_lost_too() {
    for (piece, text) in [
        ("Ty", "f6f8xf7"),
        ("Pa", "f6f6xf7"),
        ("EE", "f6f6xf7"),
        ("Lo", "f6f8xf7"),
        ("Ov", "f6f8xf7"),
        ("Un", "f6f5xf7"),
    ] {
        let drawing = format!(
            "12 . r p . . . . . . . . .\n 7 . . . . . k . . . . . .\n\
             6 . . . . . {piece} . . . . . .\n 1 . K P . . . . . . . . ."
        );
        let play = after(&board("typhoon", "w", &drawing), &[text]);
        assert_eq!(over(&play), Some(("w", "royal captured")), "{piece}");
    }
    let start = board(
        "typhoon",
        "w",
        "
    12  .  r  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  k  .  .  .  .  .  .
     8  .  .  .  .  .  n  .  .  .  .  .  .
     6  .  .  .  .  .  So .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(winner(&after(&start, &["f6f7xf8xf9"])), Some("w"));
    assert_eq!(over(&after(&start, &["f6f7"])), None);
}

/// T-D17: that this ends the game is the reading of the rules.
#[test]
fn converting_the_last_royal_wins() {
    for (piece, text) in [("Cu", "f6f6~f7"), ("Mi", "f5f6~f7")] {
        let rank = if piece == "Cu" { 6 } else { 5 };
        let drawing = format!(
            "12 . r p . . . . . . . . .\n 7 . . . . . k . . . . . .\n\
             {rank} . . . . . {piece} . . . . . .\n 1 . K P . . . . . . . . ."
        );
        let start = board("typhoon", "w", &drawing);
        let play = after(&start, &[text]);
        assert_eq!(winner(&play), Some("w"), "{piece}");
        assert!(all_moves(&play).is_empty(), "{piece}");
    }
}

/// T-D17: removed by itself.
#[test]
fn a_side_whose_last_royal_removes_itself_loses() {
    let drawing = "
    12  .  .  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  k  .  .  .  .  .  .
     6  .  .  .  .  im K  .  .  .  .  .  .
     1  .  .  P  .  .  .  .  N  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
    ";
    let play = after(&board("typhoon", "w", drawing), &["f6f6xf6"]);
    assert_eq!(winner(&play), Some("b"));
    let with_a_prince = drawing.replace('N', "TP");
    let play = after(&board("typhoon", "w", &with_a_prince), &["f6f6xf6"]);
    assert_eq!(over(&play), None, "the Tiger Prince is there");
}

#[test]
fn a_side_left_with_one_piece_loses_at_once() {
    let start = board(
        "typhoon",
        "w",
        "
     7  .  .  .  .  .  .  .  k  .  .  .  .
     6  .  .  .  .  .  .  p  .  .  .  .  .
     5  .  .  .  .  .  P  .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["f5g6"]);
    assert_eq!(
        over(&play),
        Some(("w", "bared")),
        "there is no draw though the King could take the Pawn on g6"
    );
    assert!(all_moves(&play).is_empty());
}

#[test]
fn the_king_may_capture_the_next_to_last_piece_into_what_looks_like_check() {
    let start = board(
        "typhoon",
        "w",
        "
     7  .  .  .  .  .  .  .  k  .  .  .  .
     6  .  .  .  .  .  .  p  .  .  .  .  .
     5  .  .  .  .  .  K  .  .  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(over(&after(&start, &["f5g6"])), Some(("w", "bared")));
}

#[test]
fn a_conversion_can_bare() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  .  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  n  .  .  .  .  .  .
     6  .  .  .  .  .  Cu .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(over(&after(&start, &["f6f6~f7"])), Some(("w", "bared")));
}

#[test]
fn a_side_that_bares_itself_loses() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  .  .  .  .  .  .  .  .  .  .
     7  .  .  .  .  .  im .  .  .  .  .  .
     6  .  .  .  .  .  W  .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(over(&after(&start, &["f6f6xf6"])), Some(("b", "bared")));
}

/// T-D17: the opponent's royals and count before the mover's, and these before the opponent's moves.
#[test]
fn where_both_sides_have_lost_the_side_to_move_has() {
    let both_bare = "
    12  .  k  .  .  .  .  .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .  .  .
    ";
    assert_eq!(
        over(&board("typhoon", "w", both_bare)),
        Some(("b", "bared"))
    );
    assert_eq!(
        over(&board("typhoon", "b", both_bare)),
        Some(("w", "bared"))
    );
    let bare_and_without_a_royal = "
    12  .  k  .  .  .  .  .  .  .  .  .  .
     1  .  N  P  .  .  .  .  .  .  .  .  .
    ";
    let white = board("typhoon", "w", bare_and_without_a_royal);
    assert_eq!(winner(&white), Some("b"));
    assert_eq!(white.perft(2), 0);
    let black = board("typhoon", "b", bare_and_without_a_royal);
    assert_eq!(over(&black), Some(("w", "bared")));
    let bare = BLACK_CANNOT_MOVE.replace("  K  P  ", "  K  .  ");
    let white_is_bare = board("typhoon", "b", &bare);
    assert_eq!(
        over(&white_is_bare),
        Some(("b", "bared")),
        "though Black cannot move"
    );
}

/// Black's pawns cannot go beyond the last rank, and its King is among them.
const BLACK_CANNOT_MOVE: &str = "
    12  .  K  P  .  .  .  .  .  .  .  .  .
     2  .  .  .  .  .  .  .  .  .  .  p  p
     1  .  .  .  .  .  .  .  .  .  .  p  k
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn a_side_without_a_move_loses() {
    let start = board("typhoon", "w", BLACK_CANNOT_MOVE);
    let play = after(&start, &["b12a12"]);
    assert_eq!(over(&play), Some(("w", "stalemate")));
    assert_eq!(play.perft(1), 0);
}

/// T-D8: an immobilized piece may always remove itself.
#[test]
fn an_immobilized_side_has_a_move() {
    let drawing = BLACK_CANNOT_MOVE.replace("  .  p  p\n", "  Im p  p\n");
    let start = board("typhoon", "w", &drawing);
    let play = after(&start, &["b12a12"]);
    assert_eq!(over(&play), None);
    assert_eq!(all_moves(&play), ["k1k1xk1", "k2k2xk2"]);
}

/// The page's example of repetition, which it plays on two by three squares, with a blocked pair
/// of pawns beside it so that nobody is bare.
const THE_PAGES_REPETITION: &str = "
     6  .  .  .  .  .  .  .  p  .  .  .  .
     5  .  .  .  .  .  .  .  P  .  .  .  .
     3  .  k  .  .  .  .  .  .  .  .  .  .
     1  K  .  .  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

/// T-D18.
#[test]
fn a_move_to_the_third_occurrence_of_a_position_is_illegal() {
    let start = board("typhoon", "w", THE_PAGES_REPETITION);
    let second = after(&start, &["a1b1", "b3a3", "b1a1"]);
    assert!(allows(&second, "a3b3"), "the second occurrence");
    let twice = after(&second, &["a3b3", "a1b1", "b3a3"]);
    assert!(allows(&twice, "b1a1"), "3. K-b1 K-a3 4. K-a1 is played");
    let play = after(&twice, &["b1a1"]);
    assert!(
        !allows(&play, "a3b3"),
        "4. ... K-b3 would be the third time"
    );
    assert!(allows(&play, "a3a2") && allows(&play, "a3b2"));
    let lost = after(&play, &["a3a2", "a1a2"]);
    assert_eq!(over(&lost), Some(("w", "royal captured")));
}

#[test]
fn passing_repeats_positions() {
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  pa .  .  .  .  .
     1  .  K  P  .  .  .  Pa .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["pass", "pass", "pass"]);
    assert!(!allows(&play, "pass"), "the third time with White to move");
    assert!(allows(&play, "b12a12"));
}

/// Black can only shuttle with its Elephant Prince between a1 and b1: the pawns of the columns stand
/// on each other, and the Alfils' squares are taken.
const BLACK_CAN_ONLY_SHUTTLE: &str = "
     8  .  .  .  .  .  .  .  .  .  .  .  W
     6  .  .  .  .  .  .  .  .  .  K  .  .
     4  .  .  p  p  .  .  .  .  .  .  .  .
     3  p  p  p  p  .  .  .  .  .  .  .  .
     2  a  a  p  p  .  .  .  .  .  .  .  .
     1  ep .  p  p  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
";

#[test]
fn a_side_all_of_whose_moves_would_repeat_a_position_a_third_time_loses() {
    let start = board("typhoon", "w", BLACK_CAN_ONLY_SHUTTLE);
    let round = ["j6i6", "a1b1", "i6j6", "b1a1"];
    assert_eq!(moves(&after(&start, &round[..1]), "a1"), ["a1b1"]);
    assert_eq!(all_moves(&after(&start, &round[..3])), ["b1a1"]);
    let second = after(&start, &round);
    let last = after(&second, &round[..3]);
    assert_eq!(over(&last), Some(("w", "repetition")));
    assert!(all_moves(&last).is_empty());
    assert_eq!(last.perft(1), 1, "repetition is no matter for perft");
}
