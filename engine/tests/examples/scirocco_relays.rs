//! The Dervish and the Harpy: moves lent to friends (S-D1, S-D2, S-D3), in all revisions.

use super::board::{after, allows, at, board, game, moves, shows_moves};

/// The page: "if you have a Dervish on g5 and Pawns on f4 and h5 …".
const THE_PAGES_DERVISH: &str = "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  .  .  .
     5  .  .  .  .  .  .  De P  .  .
     4  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn a_pawn_diagonally_next_to_the_dervish_leaps_to_the_opposite_square() {
    let play = board("scirocco-2009", "w", THE_PAGES_DERVISH);
    assert_eq!(moves(&play, "f4"), ["f4f5", "f4h6"]);
}

#[test]
fn a_pawn_orthogonally_next_to_it_may_also_step_around_it() {
    let play = board("scirocco-2009", "w", THE_PAGES_DERVISH);
    assert_eq!(moves(&play, "h5"), ["h5f5", "h5g4", "h5g6", "h5h6"]);
}

#[test]
fn before_2009_the_dervish_lent_leaps_only() {
    for rules in ["scirocco-2001", "scirocco-1999"] {
        let play = board(rules, "w", THE_PAGES_DERVISH);
        assert_eq!(moves(&play, "f4"), ["f4f5", "f4h6"], "{rules}");
        assert_eq!(moves(&play, "h5"), ["h5f5", "h5h6"], "{rules}");
    }
}

#[test]
fn with_ring_leaps_a_piece_diagonally_next_to_it_leaps_sideways_along_the_ring() {
    for rules in ["scirocco-2009", "scirocco-2001", "scirocco-1999"] {
        let rules = format!("{rules} dervish_ring_leaps=true");
        let play = board(&rules, "w", THE_PAGES_DERVISH);
        assert_eq!(moves(&play, "f4"), ["f4f5", "f4f6", "f4h4", "f4h6"]);
    }
}

#[test]
fn ring_leaps_change_nothing_for_a_piece_orthogonally_next_to_it() {
    let of_2009 = board(
        "scirocco-2009 dervish_ring_leaps=true",
        "w",
        THE_PAGES_DERVISH,
    );
    assert_eq!(moves(&of_2009, "h5"), ["h5f5", "h5g4", "h5g6", "h5h6"]);
    let of_2001 = board(
        "scirocco-2001 dervish_ring_leaps=true",
        "w",
        THE_PAGES_DERVISH,
    );
    assert_eq!(moves(&of_2001, "h5"), ["h5f5", "h5h6"]);
}

#[test]
fn lent_moves_capture_as_well() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  p  n  .  .
     5  .  .  .  .  .  .  De P  .  .
     4  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(moves(&play, "f4"), ["f4f5", "f4h6"], "takes the knight");
    assert_eq!(moves(&play, "h5"), ["h5f5", "h5g4", "h5g6"], "takes on g6");
}

#[test]
fn a_lent_move_to_a_square_with_a_friend_cannot_be_made() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  P  P  .  .
     5  .  .  .  .  .  .  De P  .  .
     4  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(moves(&play, "f4"), ["f4f5"]);
    assert_eq!(moves(&play, "h5"), ["h5f5", "h5g4"]);
}

#[test]
fn only_friends_next_to_the_dervish_receive() {
    let drawing = "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  .  .  .  P  .  De w  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
    ";
    let white = board("scirocco-2009", "w", drawing);
    assert_eq!(moves(&white, "e5"), ["e5e6"], "a friend two squares away");
    let black = board("scirocco-2009", "b", drawing);
    assert_eq!(
        moves(&black, "h5"),
        ["h5g5", "h5h4", "h5h6", "h5i5"],
        "an enemy next to it"
    );
}

#[test]
fn the_royal_receives_too() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  .  .  .  .  .  De .  .  .
     4  .  .  .  .  .  K  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(allows(&play, "f4h6"));
}

#[test]
fn a_dervish_receives_from_another_and_none_from_itself() {
    let alone = "
    10  .   k   p   .   .   .    .   .   .   .
     7  .   .   .   .   *   .    *   .    *   .
     6  .   .   .   .   .   .    .   .   .   .
     5  .   .   .   .   *   .   (De) .    *   .
     4  .   .   .   .   .   .    .   .   .   .
     3  .   .   .   .   *   .    *   .    *   .
     1  .   K   P   .   .   .    .   .   .   .
        a   b   c   d   e   f    g   h   i   j
    ";
    shows_moves("scirocco-2009", "w", alone);
    let next_to_another = "
    10  .   k   p   .   .   .    .   .   .   .
     7  .   .   .   .   *   .    *   .    *   .
     6  .   .   .   .   .   *    .   .   .   .
     5  .   .   .   .   *   De  (De) .    *   .
     4  .   .   .   .   .   *    .   .   .   .
     3  .   .   .   .   *   .    *   .    *   .
     1  .   K   P   .   .   .    .   .   .   .
        a   b   c   d   e   f    g   h   i   j
    ";
    shows_moves("scirocco-2009", "w", next_to_another);
}

#[test]
fn a_lent_move_never_promotes() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     9  .  .  .  .  .  P  .  .  .  .
     8  .  .  .  .  .  .  De .  .  .
     7  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(
        moves(&play, "f7"),
        ["f7f8", "f7f8=Ta", "f7h9"],
        "into the zone"
    );
    assert_eq!(
        moves(&play, "f9"),
        ["f9f10", "f9f10=Ta", "f9h7"],
        "out of the zone"
    );
}

#[test]
fn lending_a_move_does_not_promote_the_dervish() {
    let start = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     8  .  .  .  .  .  .  De .  .  .
     7  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let play = after(&start, &["f7h9"]);
    let rules = game("scirocco-2009");
    assert_eq!(at(&rules, &play, "h9"), "P");
    assert_eq!(at(&rules, &play, "g8"), "De");
}

#[test]
fn a_goat_that_leaps_over_the_dervish_moves_by_its_own_power_and_promotes() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     8  .  .  .  .  .  Go De .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let goat = moves(&play, "f8");
    let over: Vec<_> = goat
        .iter()
        .filter(|text| text.starts_with("f8h8"))
        .collect();
    assert_eq!(over, ["f8h8", "f8h8=Li"], "each once");
}

/// A friend at every distance on the lines of a Harpy on e5, and some enemies.
const A_HARPYS_LINES: &str = "
    10  .  k  p  .  .  .  .  .  .  .
     9  .  .  .  .  P  .  .  .  .  .
     8  .  P  .  .  .  .  .  P  .  .
     7  .  .  .  .  P  .  P  .  .  .
     6  .  .  .  .  P  .  .  .  .  .
     5  .  P  .  .  Ha .  w  P  .  .
     4  .  .  .  .  .  .  .  .  .  .
     3  P  .  .  .  .  .  .  .  .  .
     2  .  .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn the_harpy_of_2009_lends_the_knights_move_to_the_first_piece_met_within_three_steps() {
    let play = board("scirocco-2009", "w", A_HARPYS_LINES);
    for (text, legal, why) in [
        ("e6d8", true, "next to it"),
        ("e7d9", false, "behind a friend"),
        ("g7f9", true, "two steps away"),
        ("h8g10", false, "three steps away, but behind another"),
        ("b5c7", true, "three steps away"),
        ("b8c6", true, "three steps away"),
        ("h5g7", false, "behind an enemy (and a friend is there)"),
        ("h5i7", false, "behind an enemy"),
        ("e9d7", false, "four steps away"),
        ("a3b5", false, "on no line (and a friend is there)"),
        ("a3c4", false, "on no line"),
    ] {
        assert_eq!(allows(&play, text), legal, "{text}: {why}");
    }
}

#[test]
fn what_the_harpy_lends_captures_and_is_a_whole_knights_move() {
    let play = board("scirocco-2009", "w", A_HARPYS_LINES);
    let knight = ["e6c5", "e6c7", "e6d4", "e6d8", "e6f4", "e6f8", "e6g5"];
    assert_eq!(moves(&play, "e6"), knight, "takes the wazir on g5");
    let pawn_and_knight = [
        "g7e8", "g7f5", "g7f9", "g7g8", "g7g8=Ta", "g7h9", "g7i6", "g7i8",
    ];
    assert_eq!(
        moves(&play, "g7"),
        pawn_and_knight,
        "only its own step promotes"
    );
}

#[test]
fn a_piece_that_can_move_like_a_knight_gains_nothing_and_promotes_by_its_own_power() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     7  .  .  .  .  N  .  .  .  .  .
     5  .  .  .  .  Ha .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let expected = [
        "e7c6", "e7c8", "e7c8=R", "e7d5", "e7d9", "e7d9=R", "e7f5", "e7f9", "e7f9=R", "e7g6",
        "e7g8", "e7g8=R",
    ];
    assert_eq!(moves(&play, "e7"), expected);
}

#[test]
fn the_harpy_of_2001_lends_it_to_pieces_a_knights_leap_away() {
    for rules in ["scirocco-2001", "scirocco-1999"] {
        let play = board(
            rules,
            "w",
            "
    10  .  k  p  .  .  .  .  .  .  .
     7  .  .  .  .  .  P  .  .  .  .
     6  .  .  .  P  P  P  P  .  .  .
     5  .  .  .  P  Ha P  .  P  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
            ",
        );
        for (text, legal, why) in [
            ("f7h8", true, "over whatever stands between"),
            ("g6h4", true, "over whatever stands between"),
            ("d5b6", false, "next to it"),
            ("d6b7", false, "next to it"),
            ("e6d8", false, "next to it"),
            ("h5i7", false, "three steps away"),
        ] {
            assert_eq!(allows(&play, text), legal, "{rules} {text}: {why}");
        }
    }
}

/// A Harpy alone has no knight's move (see its diagram among the promoted pieces): it does not
/// lend to itself.
#[test]
fn a_harpy_receives_from_another_and_so_captures() {
    shows_moves(
        "scirocco-2009",
        "w",
        "
    10  .   k   p   .   .   .   .   .   .   .
     8  .   *   .   .   .   .   .   *   .   .
     7  .   .   *   *   Ha  p!  *   .   .   .
     6  .   .   *   *   *   *   *   .   .   .
     5  .   *   *   *  (Ha) *   *   *   .   .
     4  .   .   *   *   *   *   *   .   .   .
     3  .   .   *   *   *   *   *   .   .   .
     2  .   *   .   .   *   .   .   *   .   .
     1  .   K   P   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j
        ",
    );
}

#[test]
fn what_a_harpy_lends_never_promotes() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     9  .  .  .  .  W  .  .  .  .  .
     8  .  .  .  .  Ha .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let wazir = [
        "e9c10", "e9c8", "e9d7", "e9d9", "e9d9=Za", "e9e10", "e9e10=Za", "e9f7", "e9f9", "e9f9=Za",
        "e9g10", "e9g8",
    ];
    assert_eq!(moves(&play, "e9"), wazir, "it promotes as a wazir only");
}
