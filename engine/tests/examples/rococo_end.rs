//! How games of Rococo end (R-D10, R-D11), and which positions are refused (R-D12).

use super::board::{after, all_moves, allows, board, game, moves, over};

#[test]
fn a_king_may_go_next_to_a_king_and_be_left_to_be_captured() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     4   .  .  .  .  k  .  .  .  .  .
     2   .  .  .  .  K  P  .  .  .  .
     1   .  .  .  .  .  .  .  .  .  .
        ",
    );
    assert!(allows(&start, "e2f2"), "another piece may move");
    let play = after(&start, &["d2d3"]);
    assert_eq!(over(&play), None);
    let play = after(&play, &["d4d3"]);
    assert_eq!(over(&play), Some(("b", "royal captured")));
    assert!(all_moves(&play).is_empty());
}

#[test]
fn there_is_no_check() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     4   .  .  .  .  K  .  .  a  .  .
     2   .  .  .  .  .  .  .  .  P  .
        ",
    );
    let play = after(&start, &["h2h3"]);
    assert_eq!(over(&play), None);
    let play = after(&play, &["g4e4xd4"]);
    assert_eq!(over(&play), Some(("b", "royal captured")));
}

#[test]
fn to_be_unable_to_move_loses() {
    // Black's King will be held, and the Withdrawer can only go along the edge, where it captures
    // nothing.
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   .  .  .  I  .  .  .  .  .  .
     1   .  P  .  .  .  .  .  .  K  .
     0   w  .  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["c6b7"]);
    assert_eq!(over(&play), Some(("w", "stalemate")));
    let unheld = after(&start, &["c6c7"]);
    assert_eq!(over(&unheld), None);
}

#[test]
fn to_be_able_to_remove_a_piece_is_a_move() {
    let play = board(
        "rococo",
        "b",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  a  .  .  .  .  .  .  .
     7   .  .  I  .  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(over(&play), None);
    assert_eq!(all_moves(&play), ["b8b8xb8"]);
    let play = after(&play, &["b8b8xb8"]);
    assert_eq!(over(&play), None);
    assert_eq!(over(&after(&play, &["a1a2"])), Some(("w", "stalemate")));
}

/// Kings far apart and a Swapper on each side, on one file.
const WAITING: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  k  .  .  .  .  .  .  .  .
 7   .  .  .  .  s  .  .  .  .  .
 4   .  .  .  .  S  .  .  .  .  .
 3   .  .  .  .  .  .  .  .  p  .
 2   .  .  .  .  .  .  P  .  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

/// The kings go to and fro.
const ROUND: [&str; 4] = ["a1b1", "a8b8", "b1a1", "b8a8"];

#[test]
fn who_brings_about_the_third_occurrence_of_a_position_loses() {
    let start = board("rococo", "w", WAITING);
    let second = after(&start, &ROUND);
    assert_eq!(over(&second), None);
    let before = after(&second, &ROUND[..3]);
    assert_eq!(over(&before), None);
    assert!(allows(&before, "b8a8"), "the move is legal");
    let third = after(&before, &["b8a8"]);
    assert_eq!(over(&third), Some(("w", "repetition")));
    assert!(all_moves(&third).is_empty());
}

#[test]
fn white_loses_by_it_too() {
    let start = board("rococo", "b", WAITING);
    let round = ["a8b8", "a1b1", "b8a8", "b1a1"];
    let third = after(&after(&start, &round), &round);
    assert_eq!(over(&third), Some(("b", "repetition")));
}

#[test]
fn with_swapping_back_forbidden_it_is_another_position() {
    let start = board("rococo", "w", WAITING);
    let swapped = after(&start, &["d4d7<>"]);
    let round = ["a8b8", "a1b1", "b8a8", "b1a1"];
    let play = after(&after(&swapped, &round), &round);
    assert_eq!(over(&play), None, "the first time it was forbidden");
    let play = after(&play, &["a8b8"]);
    assert_eq!(
        over(&play),
        Some(("w", "repetition")),
        "each of the three times without"
    );
}

#[test]
fn a_hundred_plies_without_a_capture_or_a_cannon_pawns_move_draw() {
    let start = board("rococo", "w clock=98", WAITING);
    let play = after(&start, &["a1b1"]);
    assert_eq!(over(&play), None);
    assert!(play.text().ends_with(" b clock=99 1"));
    let play = after(&play, &["a8b8"]);
    assert_eq!(over(&play), Some(("draw", "move count")));
    assert!(all_moves(&play).is_empty());
}

#[test]
fn a_swap_is_no_progress() {
    let start = board("rococo", "w clock=99", WAITING);
    let play = after(&start, &["d4d7<>"]);
    assert_eq!(over(&play), Some(("draw", "move count")));
}

/// White may capture, move a Cannon Pawn, remove a piece, or destroy two; all in one position.
const PROGRESS: &str = "
     x  a  b  c  d  e  f  g  h  y
 8   .  k  .  .  .  .  .  .  .  .
 7   .  .  .  .  .  .  .  .  A  .
 6   .  .  .  .  .  .  .  .  .  i
 4   .  .  L  p  .  S  p  .  .  .
 2   .  .  .  .  .  .  .  P  .  .
 1   .  K  .  .  .  .  .  .  .  .
";

#[test]
fn captures_removals_and_cannon_pawn_moves_are_progress() {
    let start = board("rococo", "w clock=99", PROGRESS);
    for progress in ["b4d4xc4", "g2g3", "h7h7xh7", "e4e4xe4xf4"] {
        let play = after(&start, &[progress]);
        assert_eq!(over(&play), None, "{progress}");
        assert!(play.text().ends_with(" b - 1"), "{progress}");
    }
    let play = after(&start, &["a1a2"]);
    assert_eq!(over(&play), Some(("draw", "move count")));
}

#[test]
fn capturing_the_king_on_the_hundredth_ply_wins() {
    let start = board(
        "rococo",
        "w clock=99",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     7   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(
        over(&after(&start, &["a7a8"])),
        Some(("w", "royal captured"))
    );
}

#[test]
fn a_third_occurrence_on_the_hundredth_ply_loses() {
    let start = board("rococo", "w clock=92", WAITING);
    let play = after(&after(&start, &ROUND), &ROUND[..3]);
    assert!(play.text().contains("clock=99"));
    assert_eq!(over(&after(&play, &["b8a8"])), Some(("w", "repetition")));
}

#[test]
fn having_no_move_on_the_hundredth_ply_loses() {
    let start = board(
        "rococo",
        "w clock=99",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     6   .  .  .  I  .  .  .  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    assert_eq!(over(&after(&start, &["c6b7"])), Some(("w", "stalemate")));
}

#[test]
fn a_position_text_with_a_clock_of_a_hundred_still_has_its_moves() {
    let play = board("rococo", "w clock=100", WAITING);
    assert_eq!(over(&play), None);
    assert!(allows(&play, "a1b1"));
}

#[test]
fn a_side_with_its_king_alone_plays_on() {
    let start = board(
        "rococo",
        "w",
        "
         x  a  b  c  d  e  f  g  h  y
     8   .  k  .  .  .  .  .  .  .  .
     5   .  .  .  .  .  L  p  .  .  .
     1   .  K  .  .  .  .  .  .  .  .
        ",
    );
    let play = after(&start, &["e5g5xf5"]);
    assert_eq!(over(&play), None);
    assert_eq!(moves(&play, "a8"), ["a8a7", "a8b7", "a8b8"]);
}

/// A Long Leaper of each side, and what stands on the first rank.
fn with_first_rank(rank: &str) -> String {
    format!("5 . . . . l . . . . .\n4 . . . . L . . . . .\n1 {rank}")
}

#[test]
fn a_side_without_a_king_has_lost() {
    for (rank, winner) in [(". K . . . . . . . .", "w"), (". k . . . . . . . .", "b")] {
        for to_move in ["w", "b"] {
            let play = board("rococo", to_move, &with_first_rank(rank));
            assert_eq!(over(&play), Some((winner, "royal captured")), "{to_move}");
        }
    }
}

#[test]
fn where_neither_side_has_one_the_side_to_move_has_lost() {
    let neither = with_first_rank(". . . . . . . . . .");
    for (to_move, winner) in [("w", "b"), ("b", "w")] {
        let play = board("rococo", to_move, &neither);
        assert_eq!(over(&play), Some((winner, "royal captured")), "{to_move}");
    }
}

/// Whether a position text is accepted.
fn accepts(rules: &str, text: &str) -> bool {
    game(rules).parse(text).is_ok()
}

#[test]
fn a_piece_that_the_rule_set_does_not_have_is_refused() {
    let with = |piece: &str| format!("10/1,k,8/10/10/10/4,{piece},5/10/10/1,K,8/10 w - 0");
    for piece in ["A", "w", "L", "s", "I", "c", "P"] {
        assert!(accepts("rococo", &with(piece)), "{piece}");
    }
    for piece in ["U", "Q", "N"] {
        assert!(!accepts("rococo", &with(piece)), "{piece}");
    }
    assert!(accepts("rococo-pushme-pullyu", &with("U")));
    assert!(!accepts("rococo-pushme-pullyu", &with("A")));
    assert!(!accepts("rococo-pushme-pullyu", &with("w")));
}

#[test]
fn a_second_king_is_refused() {
    assert!(!accepts(
        "rococo",
        "10/1,k,8/10/10/10/4,K,5/10/10/1,K,8/10 w - 0"
    ));
    assert!(!accepts(
        "rococo",
        "10/1,k,8/10/10/10/4,k,5/10/10/1,K,8/10 w - 0"
    ));
}

#[test]
fn swapped_squares_must_hold_two_opposing_pieces_that_are_swapper_or_chameleon() {
    let with = |one: &str, other: &str| {
        format!("10/1,k,8/4,{one},5/10/10/4,{other},5/10/10/1,K,8/10 b swap=d4d7 1")
    };
    for (one, other) in [("S", "s"), ("S", "c"), ("c", "S"), ("s", "C"), ("C", "c")] {
        assert!(accepts("rococo", &with(one, other)), "{one} {other}");
    }
    for (one, other) in [("S", "S"), ("S", "C"), ("s", "c"), ("S", "a"), ("L", "c")] {
        assert!(!accepts("rococo", &with(one, other)), "{one} {other}");
    }
    let elsewhere = with("S", "s").replace("d4d7", "d4d6");
    assert!(!accepts("rococo", &elsewhere));
}
