//! The Regent of Shatranj al'Hashishin: immunity from check, and succession (H-D6).

use super::board::{after, all_moves, allows, at, board, game, moves, over};

/// White's king in check from the rook on a5; `X` is to be replaced.
const IN_CHECK: &str = "
     8  .  .  .  .  k  .  .  .
     5  r  .  .  .  .  .  .  .
     2  .  .  .  .  .  X  P  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
";

fn in_check_with(piece: &str) -> tradewind_engine::Play {
    board("hashishin-wazir", "w", &IN_CHECK.replace('X', piece))
}

#[test]
fn without_a_regent_check_must_be_answered() {
    assert_eq!(
        all_moves(&in_check_with("GV")),
        ["a1b1", "a1b2", "f2e1=Re", "f2f1=Re", "f2g1=Re"],
        "by the king, or by making a Regent"
    );
}

#[test]
fn with_a_regent_the_king_may_stay_in_check() {
    let play = in_check_with("Re");
    assert!(allows(&play, "g2g3"));
    assert!(allows(&play, "a1a2"), "along the rook's file");
    assert_eq!(over(&play), None);
}

#[test]
fn and_may_move_into_check() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     8  .  .  .  .  k  .  .  .
     5  r  .  .  .  .  .  .  .
     2  .  .  .  .  .  Re P  .
     1  .  K  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(allows(&play, "b1a1") && allows(&play, "b1a2"));
}

#[test]
fn when_the_king_is_captured_the_regent_becomes_king_at_once() {
    let rules = game("hashishin-wazir");
    let play = after(&in_check_with("Re"), &["g2g3", "a5a1"]);
    assert_eq!(over(&play), None);
    assert_eq!(at(&rules, &play, "f2"), "K");
    assert_eq!(at(&rules, &play, "a1"), "r");
}

#[test]
fn then_check_counts_again() {
    let play = after(&in_check_with("Re"), &["g2g3", "a5a1"]);
    let king = moves(&play, "f2");
    assert_eq!(
        king,
        ["f2e2", "f2e3", "f2f3", "f2g2"],
        "not to the rook's rank"
    );
}

#[test]
fn the_new_king_may_stand_in_check_and_must_answer_it() {
    let start = board(
        "hashishin-wazir",
        "w",
        "
     8  .  .  .  .  k  .  .  .
     5  r  .  .  .  .  .  .  .
     2  .  .  .  .  .  .  P  .
     1  K  .  .  .  .  Re .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let play = after(&start, &["g2g3", "a5a1"]);
    assert_eq!(all_moves(&play), ["f1e2", "f1f2", "f1g2"]);
}

#[test]
fn the_new_king_may_be_checkmated_at_once() {
    let start = board(
        "hashishin-wazir",
        "b",
        "
     8  .  .  .  .  k  .  .  .
     5  r  .  .  .  .  .  .  .
     4  .  .  .  P  .  .  .  .
     2  .  r  .  .  .  .  .  .
     1  K  .  .  .  .  .  .  Re
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&after(&start, &["a5a1"])), Some(("b", "checkmate")));
}

#[test]
fn a_captured_warrior_king_is_followed_by_a_plain_king_which_may_promote() {
    let rules = game("hashishin-wazir");
    let start = board(
        "hashishin-wazir",
        "w",
        "
     7  .  .  .  .  .  Re .  .
     5  r  .  .  .  .  .  .  .
     2  .  .  .  .  k  .  .  .
     1  WK .  P  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let play = after(&start, &["c1c2", "a5a1"]);
    assert_eq!(at(&rules, &play, "f7"), "K");
    assert!(allows(&play, "f7f8=WK") && !allows(&play, "f7f8"));
}

#[test]
fn when_the_regent_is_captured_check_counts_again() {
    let start = board(
        "hashishin-wazir",
        "b",
        "
     8  .  .  .  .  k  .  .  .
     5  r  .  .  .  .  r  .  .
     2  .  .  .  .  .  Re P  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let play = after(&start, &["f5f2"]);
    assert_eq!(all_moves(&play), ["a1b1"], "out of the check on the a file");
}

#[test]
fn a_regent_that_became_king_leaves_room_for_another() {
    let start = board(
        "hashishin-wazir",
        "w",
        "
     8  .  .  .  .  k  .  .  .
     5  r  .  .  .  .  .  .  .
     2  .  .  .  .  .  .  Re GV
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(!allows(&start, "h2h1=Re"));
    let play = after(&start, &["g2g3", "a5a1"]);
    assert!(allows(&play, "h2h1=Re"));
}

#[test]
fn the_enemys_regent_shields_nobody_but_its_owner() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     8  .  .  .  .  k  .  re .
     5  r  .  .  .  .  .  .  .
     2  .  .  .  .  .  .  P  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(all_moves(&play), ["a1b1", "a1b2"]);
}

#[test]
fn a_king_with_only_a_regent_left_is_bare_when_it_is_captured() {
    let start = board(
        "hashishin-wazir",
        "b",
        "
     8  .  .  .  .  k  .  .  .
     5  r  .  .  .  .  .  .  .
     2  .  .  .  .  .  Re .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(over(&after(&start, &["a5a1"])), Some(("b", "bared")));
}

/// H-D4: one Regent a side, unless the option allows another.
#[test]
fn a_second_regent_is_an_option() {
    let drawing = "
     8  .  .  .  .  k  .  .  .
     7  .  .  .  .  .  .  .  p
     4  .  .  .  .  .  .  Re .
     2  GV .  .  .  .  .  .  .
     1  .  .  .  .  K  .  .  .
        a  b  c  d  e  f  g  h
    ";
    let play = board("hashishin-homeward", "w", drawing);
    assert!(allows(&play, "a2a1") && !allows(&play, "a2a1=Re"));
    let play = board("hashishin-homeward second_regent=true", "w", drawing);
    assert!(allows(&play, "a2a1=Re") && !allows(&play, "a2a1"));
}
