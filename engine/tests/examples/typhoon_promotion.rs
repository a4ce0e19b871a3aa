//! Typhoon: what promotes to what, where, and the King (T-D4, T-D15).

use super::board::{after, allows, at, board, game, moves, over};

/// What each piece of the arrays becomes; the King stands below. T-D15: the Undertaker becomes a
/// Dayrider.
const PROMOTIONS: [(&str, &str); 36] = [
    ("FH", "FO"),
    ("GW", "FB"),
    ("Ma", "Ab"),
    ("Pr", "Du"),
    ("St", "Q"),
    ("Go", "Li"),
    ("Ci", "Ty"),
    ("Sa", "Ge"),
    ("GG", "HO"),
    ("FL", "DO"),
    ("Co", "Wi"),
    ("Cu", "Lo"),
    ("Hu", "Im"),
    ("C", "Sq"),
    ("BD", "Ce"),
    ("A", "Sc"),
    ("D", "DK"),
    ("W", "Za"),
    ("F", "Zi"),
    ("Ot", "Mi"),
    ("Be", "So"),
    ("Ov", "Nr"),
    ("Un", "Da"),
    ("Ch", "Oc"),
    ("Wa", "Sp"),
    ("N", "R"),
    ("Der", "Ha"),
    ("SG", "Vu"),
    ("CG", "Ib"),
    ("DEl", "EP"),
    ("BT", "TP"),
    ("La", "Pa"),
    ("Ba", "Ra"),
    ("Fu", "Z"),
    ("P", "Ta"),
    ("Gu", "B"),
];

/// The promotions among the moves of one of White's pieces on f9, with a Pawn on e8 for the Cicada.
fn promotions_of(piece: &str) -> Vec<String> {
    let drawing = format!(
        "12 . k p . . . . . . . . .\n 9 . . . . . {piece} . . . . . .\n\
         8 . . . . P . . . . . . .\n 1 . K P . . . . . . . . ."
    );
    let mut texts: Vec<String> = (moves(&board("typhoon", "w", &drawing), "f9").iter())
        .filter_map(|text| text.split_once('='))
        .map(|(_, promoted)| promoted.to_string())
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

#[test]
fn every_piece_of_the_arrays_promotes() {
    for (piece, promoted) in PROMOTIONS {
        assert_eq!(promotions_of(piece), [promoted], "{piece}");
    }
    assert_eq!(promotions_of("K"), ["Em"]);
}

#[test]
fn promoted_pieces_do_not_promote() {
    for (_, promoted) in PROMOTIONS {
        assert!(promotions_of(promoted).is_empty(), "{promoted}");
    }
    assert!(promotions_of("Em").is_empty());
    assert!(promotions_of("EE").is_empty());
}

#[test]
fn there_are_75_pieces_and_each_is_one_that_promotes_or_what_one_becomes() {
    let rules = game("typhoon");
    let mut known = vec!["K", "Em", "EE"];
    for (piece, promoted) in PROMOTIONS {
        known.extend([piece, promoted]);
    }
    known.sort_unstable();
    let mut pieces: Vec<&str> = (rules.spec().pieces.iter())
        .map(|piece| piece.text.as_str())
        .collect();
    assert_eq!(pieces.len(), 75);
    pieces.sort_unstable();
    assert_eq!(pieces, known);
}

#[test]
fn whites_zone_is_ranks_9_to_12() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
    11  .  .  .  .  .  .  .  .  .  .  P  .
     9  .  .  .  .  W  .  .  .  .  .  .  .
     8  .  .  .  .  .  .  .  .  P  .  .  .
     7  .  .  .  .  .  .  P  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(moves(&play, "g7"), ["g7g8"]);
    assert_eq!(moves(&play, "i8"), ["i8i9", "i8i9=Ta"]);
    assert_eq!(
        moves(&play, "k11"),
        ["k11k12", "k11k12=Ta"],
        "optional even on the last rank"
    );
    let wazir = [
        "e9d9", "e9d9=Za", "e9e10", "e9e10=Za", "e9e8", "e9e8=Za", "e9f9", "e9f9=Za",
    ];
    assert_eq!(moves(&play, "e9"), wazir, "out of the zone and within it");
}

#[test]
fn blacks_zone_is_ranks_4_to_1() {
    let play = board(
        "typhoon",
        "b",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  p  .  .  .  .  .
     5  .  .  .  .  .  .  .  .  p  .  .  .
     4  .  .  .  .  w  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert_eq!(moves(&play, "g6"), ["g6g5"]);
    assert_eq!(moves(&play, "i5"), ["i5i4", "i5i4=Ta"]);
    assert!(allows(&play, "e4e5=Za") && allows(&play, "e4e5"));
}

#[test]
fn captures_promote_too_also_those_of_several_pieces() {
    let play = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  n  .  .  Un .  .  .
     8  .  .  .  .  P  .  .  .  n  .  .  .
     7  .  .  Ov .  .  .  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    assert!(allows(&play, "e8f9=Ta"));
    assert!(allows(&play, "i9i10xi8=Da"));
    assert!(!allows(&play, "c7c8=Nr"));
}

#[test]
fn a_prince_is_a_second_royal() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .   k   p   .   .   .   .   .   .   .   .   .
     8  .   .   .   .   .   DEl .   .   .   .   .   .
     5  .   r   .   .   .   .   .   .   .   .   .   .
     1  .   K   P   .   .   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h   i   j   k   l
        ",
    );
    let play = after(&start, &["f8f9=EP", "b5b1"]);
    assert_eq!(at(&rules, &play, "f9"), "EP");
    assert_eq!(over(&play), None, "the King is gone, the Prince is there");
    let play = after(&start, &["f8f9", "b5b1"]);
    assert_eq!(over(&play), Some(("b", "royal captured")));
}

/// A King that can enter the zone, with another piece on l6.
fn a_king_and(piece: &str) -> Vec<String> {
    let drawing = format!(
        "12 . ep p . . . . . . . . .\n 8 . . . . . K . . . . . .\n 6 . . . . . . . . . . . {piece}\n\
         1 . EP P . . . . . . . . ."
    );
    let mut texts = moves(&board("typhoon", "w", &drawing), "f8");
    texts.retain(|text| text.starts_with("f8f9"));
    texts
}

/// T-D4.
#[test]
fn the_king_becomes_the_emperor_of_emperors_where_either_side_has_an_emperor() {
    assert_eq!(a_king_and("N"), ["f8f9", "f8f9=Em"]);
    assert_eq!(a_king_and("em"), ["f8f9", "f8f9=EE"]);
    assert_eq!(a_king_and("Em"), ["f8f9", "f8f9=EE"]);
}

/// T-D4.
#[test]
fn an_emperor_of_emperors_does_not_count_as_an_emperor() {
    assert_eq!(a_king_and("ee"), ["f8f9", "f8f9=Em"]);
    assert_eq!(a_king_and("EE"), ["f8f9", "f8f9=Em"]);
}

/// T-D4: what counts is the board after the King's move.
#[test]
fn a_king_that_captures_the_last_emperor_becomes_an_emperor() {
    let drawing = "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  em .  .  .  .  .  .
     8  .  .  .  .  .  K  .  .  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
    ";
    let play = board("typhoon", "w", drawing);
    assert!(allows(&play, "f8f9=Em"), "it captures the Emperor");
    assert!(!allows(&play, "f8f9=EE"));
    assert!(allows(&play, "f8e9=EE"), "it leaves the Emperor");
    assert!(!allows(&play, "f8e9=Em"));
    let another = drawing.replace("     1  .  .  P  .  .  .", "     1  .  .  P  .  .  em");
    let play = board("typhoon", "w", &another);
    assert!(allows(&play, "f8f9=EE"), "there is another Emperor");
    assert!(!allows(&play, "f8f9=Em"));
}

#[test]
fn blacks_king_promotes_likewise() {
    let drawing = "
    12  .  .  p  .  .  .  .  .  .  .  .  .
     5  .  .  .  .  .  k  .  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
    ";
    let play = board("typhoon", "b", drawing);
    assert!(allows(&play, "f5f4=Em") && !allows(&play, "f5f4=EE"));
    let play = board("typhoon", "b", &drawing.replace('K', "Em"));
    assert!(allows(&play, "f5f4=EE") && !allows(&play, "f5f4=Em"));
}

/// The page: of two Kings of one side, "the first becomes an Emperor and (provided you don't lose
/// your Emperor in the meantime) the second becomes an Emperor of Emperors".
#[test]
fn one_side_may_have_an_emperor_and_an_emperor_of_emperors() {
    let rules = game("typhoon");
    let start = board(
        "typhoon",
        "w",
        "
    12  .  k  p  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  K  .  .  K  .  .  .  .
     1  .  .  P  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
        ",
    );
    let play = after(&start, &["e8e9=Em", "b12a12"]);
    assert!(!allows(&play, "h8h9=Em"));
    let play = after(&play, &["h8h9=EE"]);
    assert_eq!(at(&rules, &play, "e9"), "Em");
    assert_eq!(at(&rules, &play, "h9"), "EE");
}

/// T-D15: the page's table says Dayrider, its prose Nightrider.
#[test]
fn the_undertaker_may_become_a_nightrider() {
    let drawing = "
    12  k  p  .  .  .  .  .  .  .  .  .  .
     9  .  .  .  .  .  Un .  .  .  .  .  .
     1  K  P  .  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
    ";
    let play = board("typhoon", "w", drawing);
    assert!(allows(&play, "f9f10=Da") && !allows(&play, "f9f10=Nr"));
    let play = board("typhoon undertaker_promotion=nightrider", "w", drawing);
    assert!(allows(&play, "f9f10=Nr") && !allows(&play, "f9f10=Da"));
}

/// T-D14: whether the leaps of the Emperor of Emperors capture.
#[test]
fn the_leaps_of_the_emperor_of_emperors_may_only_move() {
    let drawing = "
    12  k  p  .  .  .  .  .  .  .  .  .  .
     8  .  .  .  .  .  .  p  .  .  .  .  .
     6  .  .  .  .  .  EE .  p  .  .  .  .
     1  K  P  .  .  .  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j  k  l
    ";
    for (rules, captures) in [
        ("typhoon", true),
        ("typhoon emperor_of_emperors_leaps=move", false),
    ] {
        let play = board(rules, "w", drawing);
        assert_eq!(allows(&play, "f6g8"), captures, "{rules}");
        assert_eq!(allows(&play, "f6h6"), captures, "{rules}");
        assert!(allows(&play, "f6f6xh6") && allows(&play, "f6e8"), "{rules}");
    }
}
