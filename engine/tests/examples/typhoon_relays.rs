//! Typhoon: the Dervish and the Harpy, which lend moves to friends (T-D12).

use super::board::{after, allows, at, board, game, moves, shows_moves};

/// The page: a Dervish on b5 and a Pawn on a4.
#[test]
fn a_friend_next_to_the_dervish_leaps_to_the_opposite_square() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     5  .   Der .   .   .   .   .   .   .   .   .   .
     4  P   .   .   .   .   .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert_eq!(moves(&play, "a4"), ["a4a5", "a4c6"]);
}

/// T-D12: "and nothing more", unlike the Dervish of Scirocco (2009). A Fu has its step ahead besides,
/// unless the Dervish stands there.
#[test]
fn from_all_eight_squares_to_the_opposite_square_and_no_other() {
    let around: [(&str, &[&str]); 8] = [
        ("e7", &["e7e8", "e7g5"]),
        ("f7", &["f7f5", "f7f8"]),
        ("g7", &["g7e5", "g7g8"]),
        ("e6", &["e6e7", "e6g6"]),
        ("g6", &["g6e6", "g6g7"]),
        ("e5", &["e5e6", "e5g7"]),
        ("f5", &["f5f7"]),
        ("g5", &["g5e7", "g5g6"]),
    ];
    for (square, expected) in around {
        let row = |rank: u8| {
            let token = |file: char| match format!("{file}{rank}").as_str() {
                "f6" => "Der",
                name if name == square => "Fu",
                _ => ".",
            };
            let tokens: Vec<&str> = ('a'..='l').map(token).collect();
            format!("{rank} {}", tokens.join(" "))
        };
        let drawing = format!(
            "12 . k p . . . . . . . . .\n{}\n{}\n{}\n1 . K P . . . . . . . . .",
            row(7),
            row(6),
            row(5)
        );
        let play = board("typhoon", "w", &drawing);
        assert_eq!(moves(&play, square), expected, "{drawing}");
    }
}

#[test]
fn lent_leaps_capture_but_not_friends() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     7  .   .   .   .   .   .   q   .   .   .   .   .
     6  .   .   .   .   Fu  Der Fu  .   .   .   .   .
     5  .   .   .   .   Fu  .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert_eq!(moves(&start, "e5"), ["e5g7"], "takes the Queen");
    assert_eq!(moves(&start, "e6"), ["e6e7"], "a friend is on g6");
    let play = after(&start, &["e5g7"]);
    assert_eq!(at(&rules, &play, "g7"), "Fu");
    assert_eq!(at(&rules, &play, "f6"), "Der", "what is hopped over stays");
}

#[test]
fn only_friends_receive() {
    let play = board(
        "typhoon",
        "b",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     6  .   .   .   .   fu  Der .   .   .   .   .   .
     5  .   .   .   .   .   .   .   .   .   .   .   .
     4  .   .   .   .   p   .   Ha  .   .   .   .   .
     3  .   .   .   .   p   .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert_eq!(moves(&play, "e6"), ["e6e5"]);
    assert_eq!(moves(&play, "e3"), ["e3e2", "e3e2=Ta"]);
}

#[test]
fn royals_receive() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     6  .   .   .   .   .   Der .   .   .   .   .   .
     5  .   .   .   .   K   .   .   .   .   .   .   .
     4  .   .   .   .   .   .   .   .   .   .   .   .
     3  .   .   .   .   .   Ha  .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert!(allows(&play, "e5g7"), "over the Dervish");
    assert!(allows(&play, "e5c4"), "as a Knight, by the Harpy");
}

/// T-D12: other relayers receive too, a relayer none from itself.
#[test]
fn a_dervish_receives_from_a_harpy_and_from_another_dervish_but_not_from_itself() {
    shows_moves(
        "typhoon",
        "w",
        "
    12  .     k     p     .     .     .     .     .     .     .     .     .
     8  .     .     .     *     .     *     .     *     .     .     .     .
     6  .     .     .     *     .     (Der) .     *     .     .     .     .
     4  .     .     .     *     .     *     .     *     .     .     .     .
     1  .     K     P     .     .     .     .     .     .     .     .     .
        ",
    );
    shows_moves(
        "typhoon",
        "w",
        "
    12  .     k     p     .     .     .     .     .     .     .     .     .
     8  .     .     .     *     *     *     *     *     .     .     .     .
     7  .     .     .     *     .     .     .     *     .     .     .     .
     6  .     .     .     *     .     (Der) .     *     .     .     .     .
     5  .     .     .     *     .     .     .     *     .     .     .     .
     4  .     .     .     *     *     *     Ha    *     .     .     .     .
     1  .     K     P     .     .     .     .     .     .     .     .     .
        ",
    );
    // The square opposite is an Alfil's leap away, which the Dervish has itself.
    let two = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     6  .   .   .   .   .   .   Der .   .   .   .   .
     5  .   .   .   .   .   Der .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert!(allows(&two, "f5h7") && allows(&two, "g6e4"));
}

/// The page: a piece a Knight's move away may move and capture like a Knight.
#[test]
fn the_harpy_lends_the_knights_move_to_friends_a_knights_leap_away() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  .  n  P  .  .  .  .
     7  .  .  .  P  .  P  .  .  .  .  .  .
     6  .  .  .  .  .  Ha P  .  .  .  .  .
     4  .  .  .  .  P  P  .  .  .  .  .  .
     3  .  .  .  .  .  P  .  .  .  .  .  .
     2  .  .  .  .  .  .  .  n  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let by_the_harpy = [
        "e4c3", "e4c5", "e4d2", "e4d6", "e4e5", "e4f2", "e4g3", "e4g5",
    ];
    assert_eq!(
        moves(&play, "e4"),
        by_the_harpy,
        "not to f6, where the Harpy is"
    );
    assert!(allows(&play, "d7b8"), "on the other side");
    for text in ["f7d8", "g6i7", "f4d5", "h8j9", "f3h2"] {
        assert!(
            !allows(&play, text),
            "{text}: not a Knight's leap from the Harpy"
        );
    }
}

#[test]
fn pieces_that_cannot_capture_by_themselves_capture_by_a_relayed_move() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     7  .   .   .   .   .   .   q   .   .   .   .   .
     6  .   .   n   .   .   Der .   .   .   .   .   .
     5  .   .   .   .   Im  .   .   .   .   .   .   .
     4  .   .   .   .   .   r   .   .   .   .   .   .
     3  .   .   .   .   .   .   .   Ha  .   .   .   .
     2  .   .   .   .   .   Lo  .   .   .   .   .   .
     1  .   K   P   .   .   .   .   r   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert!(
        allows(&play, "e5g7"),
        "the Immobilizer takes the Queen over the Dervish"
    );
    assert!(!allows(&play, "e5f4"), "but nothing by itself");
    assert!(
        allows(&play, "f2h1"),
        "the Longleaper takes a Rook as a Knight"
    );
    assert!(allows(&play, "f2f5xf4"), "and another by itself");
}

/// T-D12: a relayed move is a leap that may capture where it ends, and nothing else
/// comes of it.
#[test]
fn what_a_piece_does_by_moving_it_does_not_do_by_a_relayed_move() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     7  .   .   .   p   .   .   .   .   .   .   .   .
     6  .   .   .   .   .   .   .   .   .   .   .   .
     5  .   Der .   .   .   .   .   n   Un  Der .   .
     4  Mi  .   .   .   .   .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert!(allows(&play, "a4c6"));
    assert!(!allows(&play, "a4c6~d7"), "the Missionary does not convert");
    assert!(allows(&play, "i5k5"));
    assert!(
        !allows(&play, "i5k5xh5"),
        "the Undertaker does not capture what it leaves"
    );
}

#[test]
fn a_relayed_move_never_promotes() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
    10  .   .   .   .   .   Der .   .   .   .   .   .
     9  .   .   .   .   P   .   .   .   Ha  .   .   .
     8  .   .   .   .   .   .   .   .   .   .   .   .
     7  .   .   .   .   .   .   .   .   .   P   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    assert_eq!(
        moves(&play, "e9"),
        ["e9e10", "e9e10=Ta", "e9g11"],
        "only by its own step"
    );
    assert!(allows(&play, "j7k9"));
    assert!(!allows(&play, "j7k9=Ta"));
}

/// The page: "as in the case of a Goat leaping orthogonally over a Dervish".
#[test]
fn a_piece_that_has_the_relayed_move_itself_moves_under_its_own_power_and_promotes() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     9  .   .   .   .   .   Go  Der .   .   N   .   .
     7  .   .   .   .   .   .   .   .   Ha  .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    let mut goat = moves(&play, "f9");
    goat.retain(|text| text.starts_with("f9h9"));
    assert_eq!(goat, ["f9h9", "f9h9=Li"], "each once");
    let mut knight = moves(&play, "j9");
    knight.retain(|text| text.starts_with("j9l10"));
    assert_eq!(knight, ["j9l10", "j9l10=R"], "each once");
}

/// The page: lending a move does not give the Dervish the right to promote.
#[test]
fn the_relayer_does_not_promote_by_lending() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
    10  .   .   .   .   .   Der .   .   .   .   .   .
     9  .   .   .   .   P   .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    let play = after(&start, &["e9g11"]);
    assert_eq!(at(&rules, &play, "f10"), "Der");
    assert_eq!(at(&rules, &play, "g11"), "P");
}
