//! Scirocco as the Jocly page reads it: S-J1 to S-J4.

use super::board::{after, all_moves, allows, board, moves, over, shows_moves};

#[test]
fn the_dervish_moves_without_capturing() {
    shows_moves(
        "scirocco-jocly",
        "w",
        "
    10  .    k    p    .    .    .    .    .    .    .
     7  .    .    *    .    p    .    *    .    .    .
     6  .    .    .    .    .    .    .    .    .    .
     5  .    .    *    .    (De) .    *    .    .    .
     3  .    .    *    .    *    .    p    .    .    .
     1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn with_the_option_it_captures_as_in_the_jocly_program() {
    shows_moves(
        "scirocco-jocly dervish_captures=true",
        "w",
        "
    10  .    k    p    .    .    .    .    .    .    .
     7  .    .    *    .    p!   .    *    .    .    .
     5  .    .    *    .    (De) .    *    .    .    .
     3  .    .    *    .    *    .    p!   .    .    .
     1  .    K    P    .    .    .    .    .    .    .
        ",
    );
}

#[test]
fn moves_that_the_dervish_lends_capture_all_the_same() {
    let play = board(
        "scirocco-jocly",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  p  .  .  .
     5  .  .  .  .  .  .  De P  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(moves(&play, "h5"), ["h5f5", "h5g4", "h5g6", "h5h6"]);
}

#[test]
fn a_dervish_that_does_not_capture_gives_no_check() {
    let checked = |rules| {
        board(
            rules,
            "b",
            "
    10  .  .  p  .  .  .  .  .  .  .
     7  .  .  .  .  k  .  .  .  .  .
     5  .  .  .  .  De .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
            ",
        )
    };
    assert!(allows(&checked("scirocco-jocly"), "c10c9"));
    let rules = "scirocco-jocly dervish_captures=true";
    assert!(!allows(&checked(rules), "c10c9"));
}

#[test]
fn a_move_may_not_leave_the_own_royal_in_check() {
    let pinned = board(
        "scirocco-jocly",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  r  .  .  .  .  .  .  .  .
     2  .  Gu .  .  .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  P
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(moves(&pinned, "b2"), ["b2b3"], "still in between");
    let checked = after(&pinned, &["b2b3", "b5b3"]);
    assert_eq!(
        all_moves(&checked),
        ["b1a1", "b1a2", "b1c1", "b1c2"],
        "out of the line"
    );
}

#[test]
fn a_lent_move_gives_check() {
    // The pawn on f4 could leap over the Dervish to h6.
    let play = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  k  .  .
     5  .  .  .  .  .  .  De .  .  .
     4  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(!allows(&play, "c10c9"), "left in check");
    assert!(allows(&play, "h6h5"), "out of its reach");
}

#[test]
fn a_knights_move_lent_by_a_harpy_gives_check() {
    let play = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  k  .  .  .  .
     4  .  .  .  .  P  .  .  Ha .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(!allows(&play, "c10c9"), "the pawn on e4 is a knight too");
}

#[test]
fn a_piece_that_stands_in_the_way_of_the_lending_is_pinned() {
    let play = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  k  .  .  .  .
     4  .  .  .  .  P  .  w  Ha .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(allows(&play, "c10c9"), "no check");
    let wazir = ["g4f4", "g4h4"];
    assert_eq!(
        moves(&play, "g4"),
        wazir,
        "along the line, or takes the Harpy"
    );
}

#[test]
fn a_hop_gives_check() {
    let play = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  p  .  .  .  .  .  .  .
     6  .  .  .  .  k  .  .  .  .  .
     5  .  .  .  .  Za .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(!allows(&play, "c10c9"));
    assert!(allows(&play, "e6e5"), "takes the Zag");
}

#[test]
fn a_piece_on_the_square_beyond_prevents_the_hop_and_is_pinned_there() {
    let play = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  p  .  .  .  .  .  .  .
     7  .  .  .  .  w  .  .  .  .  .
     6  .  .  .  .  k  .  .  .  .  .
     5  .  .  .  .  Za .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(allows(&play, "c10c9"));
    assert!(moves(&play, "e7").is_empty());
}

#[test]
fn igui_gives_check() {
    let play = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  k  .  .
     5  .  .  .  .  .  .  Ge .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(!allows(&play, "c10c9"));
    assert!(allows(&play, "h6g5"), "the Genie is not protected");
}

#[test]
fn baring_the_opponent_is_legal_even_in_check() {
    let start = board(
        "scirocco-jocly",
        "w",
        "
     7  .  .  .  .  .  .  .  k  .  .
     6  .  .  .  .  .  .  r  .  .  .
     5  .  .  .  .  .  K  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(allows(&start, "f5g6"), "next to the king, but it bares it");
    assert_eq!(over(&after(&start, &["f5g6"])), Some(("w", "bared")));
}

#[test]
fn a_capture_that_does_not_bare_must_heed_check() {
    let play = board(
        "scirocco-jocly",
        "w",
        "
    10  .  .  p  .  .  .  .  .  .  .
     7  .  .  .  .  .  .  .  k  .  .
     6  .  .  .  .  .  .  r  .  .  .
     5  .  .  .  .  .  K  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(!allows(&play, "f5g6"));
}

#[test]
fn checkmate_and_stalemate_both_lose() {
    let mate = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  .  .  .  .  .  Q  .  k
     9  .  .  .  .  .  .  .  R  .  .
     3  p  .  .  .  .  .  .  .  .  .
     2  P  .  .  .  .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&mate), Some(("w", "checkmate")));
    let stalemate = board(
        "scirocco-jocly",
        "b",
        "
    10  .  .  .  .  .  .  .  .  .  k
     9  .  .  .  .  .  .  .  R  .  .
     8  .  .  .  .  .  .  .  .  .  .
     3  p  .  .  .  .  .  .  .  .  .
     2  P  .  .  .  .  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  R  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(over(&stalemate), Some(("w", "stalemate")));
}

#[test]
fn the_emperor_may_not_be_left_in_check_either() {
    let play = board(
        "scirocco-jocly",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  f  .  .  .  .
     5  .  .  .  .  Em .  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(!allows(&play, "c1c2"));
    assert!(!allows(&play, "e5f6"), "an Emperor has no diagonal step");
    assert!(allows(&play, "e5e3"));
}

/// Kings and far-off pawns: nothing attacks anything.
const QUIET: &str = "
    10  .  k  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  .  .  p
     3  .  .  .  .  P  .  .  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn the_second_occurrence_of_a_position_draws_when_nothing_was_attacked_meanwhile() {
    let start = board("scirocco-jocly", "w", QUIET);
    let three = after(&start, &["b1a1", "b10a10", "a1b1"]);
    assert_eq!(over(&three), None);
    assert_eq!(
        over(&after(&three, &["a10b10"])),
        Some(("draw", "repetition"))
    );
}

/// A rook that can attack the pawn on j6.
const A_ROOK_AND_A_PAWN: &str = "
    10  .  k  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  .  .  p
     3  .  .  .  .  .  .  R  .  .  .
     1  .  K  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn the_mover_loses_when_a_move_meanwhile_attacked_something() {
    let start = board("scirocco-jocly", "w", A_ROOK_AND_A_PAWN);
    let play = after(&start, &["g3g6", "b10a10", "g6g3", "a10b10"]);
    assert_eq!(over(&play), Some(("w", "repetition")), "Black moved last");
}

#[test]
fn attacks_before_the_first_occurrence_do_not_count() {
    let start = board("scirocco-jocly", "w", A_ROOK_AND_A_PAWN);
    let attacking = after(&start, &["g3g6", "b10a10", "g6g4"]);
    let play = after(&attacking, &["a10b10", "b1a1", "b10a10", "a1b1"]);
    assert_eq!(over(&play), Some(("draw", "repetition")), "{}", play.text());
}

#[test]
fn staying_on_an_attack_is_not_a_new_attack() {
    // The rook attacks j6 all the time, on its way along the rank too.
    let drawing = A_ROOK_AND_A_PAWN
        .replace(
            "6  .  .  .  .  .  .  .  .  .  p",
            "6  .  .  .  .  .  .  R  .  .  p",
        )
        .replace("3  .  .  .  .  .  .  R", "3  .  .  .  .  .  .  .");
    let start = board("scirocco-jocly", "w", &drawing);
    let play = after(&start, &["g6h6", "b10a10", "h6g6", "a10b10"]);
    assert_eq!(over(&play), Some(("draw", "repetition")));
}

/// S-J4: with `any`, what the piece moved attacked before counts too.
#[test]
fn any_attack_of_the_piece_moved_may_count() {
    let drawing = A_ROOK_AND_A_PAWN
        .replace(
            "6  .  .  .  .  .  .  .  .  .  p",
            "6  .  .  .  .  .  .  R  .  .  p",
        )
        .replace("3  .  .  .  .  .  .  R", "3  .  .  .  .  .  .  .");
    for (attacks, expected) in [("any", "w"), ("discovered", "draw")] {
        let start = board(
            &format!("scirocco-jocly repetition_attacks={attacks}"),
            "w",
            &drawing,
        );
        let play = after(&start, &["g6h6", "b10a10", "h6g6", "a10b10"]);
        assert_eq!(over(&play), Some((expected, "repetition")), "{attacks}");
    }
}

/// S-J4: with `discovered`, so does what a piece attacks that another one has made way for.
#[test]
fn discovered_attacks_may_count() {
    let drawing = "
    10  .  k  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  R  W  .  p
     1  .  K  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
    ";
    for (attacks, expected) in [("new", "draw"), ("any", "draw"), ("discovered", "w")] {
        let start = board(
            &format!("scirocco-jocly repetition_attacks={attacks}"),
            "w",
            drawing,
        );
        let play = after(&start, &["h6h5", "b10a10", "h5h6", "a10b10"]);
        assert_eq!(over(&play), Some((expected, "repetition")), "{attacks}");
    }
}
