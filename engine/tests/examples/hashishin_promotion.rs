//! Promotion in Shatranj al'Hashishin: H-D2 to H-D4.

use super::board::{after, allows, board, moves};

/// White's pieces in front of the last rank, or where else they may promote.
const BEFORE_THE_LAST_RANK: &str = "
     7  .  F  .  W  .  .  R  .
     6  .  .  .  .  N  .  .  .
     3  .  .  .  .  .  .  p  k
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
";

#[test]
fn pieces_promote_on_arriving_at_the_last_rank_and_cannot_decline() {
    let play = board("hashishin-wazir", "w", BEFORE_THE_LAST_RANK);
    let fers = ["b7a6", "b7a8=B", "b7c6", "b7c8=B"];
    assert_eq!(moves(&play, "b7"), fers);
    assert_eq!(moves(&play, "d7"), ["d7c7", "d7d6", "d7d8=GV", "d7e7"]);
    let knight = ["e6c5", "e6c7", "e6d4", "e6d8=Wr", "e6f4", "e6f8=Wr", "e6g5"];
    assert_eq!(moves(&play, "e6"), knight);
}

#[test]
fn the_rook_does_not_promote() {
    let play = board("hashishin-wazir", "w", BEFORE_THE_LAST_RANK);
    assert!(allows(&play, "g7g8"));
    assert!(moves(&play, "g7").iter().all(|text| !text.contains('=')));
}

#[test]
fn the_king_becomes_a_warrior_king() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     7  .  K  .  .  .  .  .  .
     2  P  .  .  .  .  .  p  k
        a  b  c  d  e  f  g  h
        ",
    );
    let king = [
        "b7a6", "b7a7", "b7a8=WK", "b7b6", "b7b8=WK", "b7c6", "b7c7", "b7c8=WK",
    ];
    assert_eq!(moves(&play, "b7"), king);
}

#[test]
fn blacks_far_rank_is_the_first() {
    let play = board(
        "hashishin-wazir",
        "b",
        "
     8  k  .  .  .  .  .  .  .
     7  .  .  .  .  .  .  P  K
     3  .  .  .  .  n  .  .  .
     2  .  .  w  .  .  .  p  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(allows(&play, "e3d1=Wr") && !allows(&play, "e3d1"));
    assert!(allows(&play, "c2c1=GV") && !allows(&play, "c2c1"));
    assert_eq!(moves(&play, "g2"), ["g2g1=Wf"]);
}

#[test]
fn a_thief_on_an_even_rank_promotes_on_the_eighth() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     6  .  .  .  T  .  .  .  .
     2  .  .  .  .  .  .  p  k
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let thief = [
        "d6b4", "d6b6", "d6b8=As", "d6d4", "d6d8=As", "d6f4", "d6f6", "d6f8=As",
    ];
    assert_eq!(moves(&play, "d6"), thief);
}

#[test]
fn a_thief_on_an_odd_rank_promotes_on_the_seventh() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     5  .  .  .  T  .  .  .  .
     2  .  .  .  .  .  .  p  k
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let thief = [
        "d5b3", "d5b5", "d5b7=As", "d5d3", "d5d7=As", "d5f3", "d5f5", "d5f7=As",
    ];
    assert_eq!(moves(&play, "d5"), thief);
}

#[test]
fn ranks_of_blacks_thieves_are_seen_from_its_side() {
    let play = board(
        "hashishin-wazir",
        "b",
        "
     8  k  .  .  .  .  .  .  .
     7  .  .  .  .  .  .  P  K
     4  .  t  .  .  .  .  .  .
     3  .  .  .  .  .  t  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(
        allows(&play, "b4b2=As") && !allows(&play, "b4b2"),
        "the fourth rank is its fifth"
    );
    assert!(
        allows(&play, "f3f1=As") && !allows(&play, "f3f1"),
        "the third rank is its sixth"
    );
}

/// Pawns about to promote, one by a capture.
const PAWNS: &str = "
     8  .  .  .  r  .  .  .  .
     7  .  .  .  .  P  .  .  .
     3  .  .  .  .  .  .  p  k
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
";

#[test]
fn pawns_become_final_wazirs() {
    let play = board("hashishin-wazir", "w", PAWNS);
    assert_eq!(moves(&play, "e7"), ["e7d8=Wf", "e7e8=Wf"]);
}

#[test]
fn or_any_final_piece() {
    let play = board("hashishin-any", "w", PAWNS);
    let choices = [
        "e7d8=Ff", "e7d8=Nf", "e7d8=R", "e7d8=Tf", "e7d8=Wf", "e7e8=Ff", "e7e8=Nf", "e7e8=R",
        "e7e8=Tf", "e7e8=Wf",
    ];
    assert_eq!(moves(&play, "e7"), choices);
}

#[test]
fn or_any_homeward_piece() {
    let play = board("hashishin-homeward", "w", PAWNS);
    let choices = [
        "e7d8=Fh", "e7d8=Nh", "e7d8=R", "e7d8=Th", "e7d8=Wh", "e7e8=Fh", "e7e8=Nh", "e7e8=R",
        "e7e8=Th", "e7e8=Wh",
    ];
    assert_eq!(moves(&play, "e7"), choices);
}

#[test]
fn final_pieces_promote_nowhere() {
    let play = board(
        "hashishin-any",
        "w",
        "
     7  .  Ff .  Wf .  .  .  .
     6  .  .  .  .  Nf Tf .  .
     3  .  Nf .  .  .  .  p  k
     2  .  .  .  Wf .  Ff .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    for text in ["b7a8", "d7d8", "e6d8", "f6f8", "b3c1", "d2d1", "f2e1"] {
        assert!(allows(&play, text), "{text}");
    }
    for from in ["b7", "d7", "e6", "f6", "b3", "d2", "f2"] {
        assert!(
            moves(&play, from).iter().all(|text| !text.contains('=')),
            "{from}"
        );
    }
}

#[test]
fn homeward_pieces_promote_on_their_owners_first_rank() {
    let play = board(
        "hashishin-homeward",
        "w",
        "
     8  .  .  .  .  Th .  .  .
     7  .  Fh .  Wh .  .  .  .
     4  .  .  .  .  .  .  Th .
     3  .  Nh .  .  .  .  p  k
     2  .  .  .  Wh .  Fh .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    for text in ["b3c1=Wr", "d2d1=GV", "f2e1=B", "f2g1=B"] {
        assert!(allows(&play, text), "{text}");
        assert!(!allows(&play, &text[..4]), "{text} is compulsory");
    }
    for text in ["b7a8", "d7d8", "e8e6"] {
        assert!(allows(&play, text), "{text}: not on the far rank");
    }
}

#[test]
fn a_homeward_thief_promotes_on_the_second_rank_the_nearest_that_it_can_reach() {
    let start = board(
        "hashishin-homeward",
        "w",
        "
     7  .  .  .  .  P  .  .  .
     3  .  .  .  .  .  .  p  k
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let line = ["e7e8=Th", "h3h2", "e8e6", "h2h3", "e6e4", "h3h2"];
    let play = after(&start, &line);
    assert!(allows(&play, "e4e2=As") && allows(&play, "e4c2=As"));
    assert!(!allows(&play, "e4e2"));
    assert!(allows(&play, "e4e6"));
}

#[test]
fn a_grand_vizier_that_returns_to_the_first_rank_becomes_regent() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     8  k  .  .  .  .  .  .  .
     7  p  .  .  .  .  .  .  .
     2  .  .  .  .  .  GV .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    let vizier = [
        "f2e1=Re", "f2e2", "f2e3", "f2f1=Re", "f2f3", "f2g1=Re", "f2g2", "f2g3",
    ];
    assert_eq!(moves(&play, "f2"), vizier, "it cannot decline");
}

#[test]
fn not_by_a_move_along_the_first_rank() {
    let start = board(
        "hashishin-wazir",
        "w",
        "
     8  k  .  .  .  .  .  .  .
     7  p  .  .  .  .  .  .  .
     1  K  .  .  .  .  GV .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(
        moves(&start, "f1"),
        ["f1e1", "f1e2", "f1f2", "f1g1", "f1g2"]
    );
    let back = after(&start, &["f1f2", "a8b8"]);
    assert!(allows(&back, "f2f1=Re"), "away and back again");
}

#[test]
fn not_while_its_owner_has_a_regent() {
    let drawing = "
     8  k  .  .  .  .  .  .  .
     7  p  .  .  .  .  .  .  .
     4  .  .  .  .  .  .  .  Re
     2  .  .  .  .  .  GV .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
    ";
    let play = board("hashishin-wazir", "w", drawing);
    assert!(allows(&play, "f2f1") && !allows(&play, "f2f1=Re"));
    let enemys = board("hashishin-wazir", "w", &drawing.replace("Re", "re"));
    assert!(allows(&enemys, "f2f1=Re"), "the enemy's does not matter");
}

#[test]
fn with_the_option_every_promotion_may_be_declined() {
    let rules = "hashishin-wazir optional_promotion=true";
    let play = board(rules, "w", BEFORE_THE_LAST_RANK);
    for text in ["b7a8", "d7d8", "e6d8"] {
        assert!(allows(&play, text), "{text}");
    }
    for text in ["b7a8=B", "d7d8=GV", "e6d8=Wr"] {
        assert!(allows(&play, text), "{text}");
    }
    let pawns = board(rules, "w", PAWNS);
    let expected = ["e7d8", "e7d8=Wf", "e7e8", "e7e8=Wf"];
    assert_eq!(moves(&pawns, "e7"), expected);
}

#[test]
fn with_the_option_a_grand_vizier_need_not_become_regent() {
    let play = board(
        "hashishin-homeward optional_promotion=true",
        "w",
        "
     8  k  .  .  .  .  .  .  .
     7  p  .  .  .  .  .  .  .
     3  .  .  .  Th .  .  .  .
     2  .  .  .  .  .  GV .  Wh
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(allows(&play, "f2f1") && allows(&play, "f2f1=Re"));
    assert!(allows(&play, "h2h1") && allows(&play, "h2h1=GV"));
}
