//! Promotion in Scirocco: the zone, the choice, and the chains of 1999 (S-D4).

use super::board::{after, allows, board, game, moves};

/// White's knight in front of the zone, in it and behind it.
fn knight_on(square: &str) -> Vec<String> {
    let drawing = match square {
        "e6" => "6  .  .  .  .  N  .  .  .  .  .",
        "e5" => "5  .  .  .  .  N  .  .  .  .  .",
        _ => "8  .  .  .  .  N  .  .  .  .  .",
    };
    let kings = "\n10  .  k  p  .  .  .  .  .  .  .\n1  .  K  P  .  .  .  .  .  .  .";
    moves(
        &board("scirocco-2009", "w", &format!("{drawing}{kings}")),
        square,
    )
}

#[test]
fn a_move_that_ends_in_the_far_three_ranks_may_promote() {
    let expected = [
        "e6c5", "e6c7", "e6d4", "e6d8", "e6d8=R", "e6f4", "e6f8", "e6f8=R", "e6g5", "e6g7",
    ];
    assert_eq!(knight_on("e6"), expected);
}

#[test]
fn a_move_that_starts_there_may_promote_wherever_it_ends() {
    let expected = [
        "e8c7", "e8c7=R", "e8c9", "e8c9=R", "e8d10", "e8d10=R", "e8d6", "e8d6=R", "e8f10",
        "e8f10=R", "e8f6", "e8f6=R", "e8g7", "e8g7=R", "e8g9", "e8g9=R",
    ];
    assert_eq!(knight_on("e8"), expected);
}

#[test]
fn other_moves_do_not_promote() {
    let none = |texts: &[String]| texts.iter().all(|text| !text.contains('='));
    assert!(none(&knight_on("e5")));
}

#[test]
fn blacks_zone_is_ranks_three_to_one() {
    let play = board(
        "scirocco-2009",
        "b",
        "
    10  .  k  p  .  .  .  .  .  .  .
     5  .  .  .  .  n  .  .  .  .  .
     4  p  .  .  .  .  .  .  .  .  .
     3  .  .  .  .  .  .  .  .  p  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(allows(&play, "e5d3=R") && allows(&play, "e5d3"));
    assert!(!allows(&play, "e5c4=R"));
    assert_eq!(moves(&play, "a4"), ["a4a3", "a4a3=Ta"]);
    assert_eq!(moves(&play, "i3"), ["i3i2", "i3i2=Ta"]);
}

#[test]
fn captures_promote_too() {
    let play = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     8  .  .  .  .  .  n  .  .  .  .
     7  .  .  .  .  P  .  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert_eq!(moves(&play, "e7"), ["e7e8", "e7e8=Ta", "e7f8", "e7f8=Ta"]);
}

#[test]
fn a_pawn_may_even_decline_on_the_last_rank_and_then_stands_there_for_good() {
    let start = board(
        "scirocco-2009",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     9  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let play = after(&start, &["f9f10", "b10a10"]);
    assert!(moves(&play, "f10").is_empty());
}

/// The table of the page.
const PROMOTIONS: [(&str, &str); 18] = [
    ("P", "Ta"),
    ("Gu", "Z"),
    ("Pr", "Du"),
    ("Sc", "Vu"),
    ("K", "Em"),
    ("W", "Za"),
    ("F", "Zi"),
    ("Co", "Wi"),
    ("Ma", "Ab"),
    ("Ch", "Oc"),
    ("A", "B"),
    ("St", "Q"),
    ("N", "R"),
    ("C", "Sq"),
    ("De", "Ha"),
    ("Go", "Li"),
    ("D", "Ge"),
    ("Wa", "Sp"),
];

/// The moves of White's `piece` on f8, where everything promotes.
fn from_f8(rules: &str, piece: &str) -> Vec<String> {
    let king = if ["K", "Em"].contains(&piece) {
        "W"
    } else {
        "K"
    };
    let drawing = format!(
        "
    10  .  k  p  .  .  .        .  .  .  .
     8  .  .  .  .  .  {piece}  .  .  .  .
     1  .  {king}  P  .  .  .   .  .  .  .
        a  b  c  d  e  f        g  h  i  j
        "
    );
    moves(&board(rules, "w", &drawing), "f8")
}

#[test]
fn every_piece_promotes_just_one_way_and_may_always_decline() {
    for rules in ["scirocco-2009", "scirocco-2001", "scirocco-jocly"] {
        for (piece, promoted) in PROMOTIONS {
            let texts = from_f8(rules, piece);
            let (promoting, plain): (Vec<_>, Vec<_>) =
                texts.into_iter().partition(|text| text.contains('='));
            assert!(!plain.is_empty(), "{rules} {piece}");
            let expected: Vec<_> = (plain.iter())
                .map(|text| format!("{text}={promoted}"))
                .collect();
            assert_eq!(sorted(promoting), sorted(expected), "{rules} {piece}");
        }
    }
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn promoted_pieces_never_promote_again() {
    for rules in ["scirocco-2009", "scirocco-2001", "scirocco-jocly"] {
        for (_, promoted) in PROMOTIONS {
            let texts = from_f8(rules, promoted);
            assert!(!texts.is_empty(), "{rules} {promoted}");
            assert!(
                texts.iter().all(|text| !text.contains('=')),
                "{rules} {promoted}: {texts:?}"
            );
        }
    }
}

#[test]
fn there_are_36_kinds_of_pieces() {
    for rules in ["scirocco-2009", "scirocco-2001", "scirocco-jocly"] {
        assert_eq!(game(rules).spec().pieces.len(), 36, "{rules}");
    }
}

/// A pawn about to enter the zone under the rules of 1999.
const A_PAWN_OF_1999: &str = "
    10  .  k  p  .  .  .  .  .  .  .
     7  .  .  .  .  .  P  .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
";

#[test]
fn in_1999_a_pawn_becomes_alfil_then_dabbaba_then_frog_one_step_a_move() {
    let start = board("scirocco-1999", "w", A_PAWN_OF_1999);
    assert_eq!(moves(&start, "f7"), ["f7f8", "f7f8=A"]);
    let alfil = after(&start, &["f7f8=A", "b10a10"]);
    let expected = [
        "f8d10", "f8d10=D", "f8d6", "f8d6=D", "f8h10", "f8h10=D", "f8h6", "f8h6=D",
    ];
    assert_eq!(moves(&alfil, "f8"), expected);
    let dabbaba = after(&alfil, &["f8h10=D", "a10b10"]);
    let expected = [
        "h10f10",
        "h10f10=Fr",
        "h10h8",
        "h10h8=Fr",
        "h10j10",
        "h10j10=Fr",
    ];
    assert_eq!(moves(&dabbaba, "h10"), expected);
    let frog = after(&dabbaba, &["h10h8=Fr", "b10a10"]);
    assert!(allows(&frog, "h8e5") && allows(&frog, "h8h9"));
    assert!(moves(&frog, "h8").iter().all(|text| !text.contains('=')));
}

#[test]
fn in_1999_a_step_of_the_chain_waits_for_a_qualifying_move() {
    let start = board("scirocco-1999", "w", A_PAWN_OF_1999);
    // Out of the zone as an Alfil, which declines; then outside, then in again.
    let alfil = after(&start, &["f7f8=A", "b10a10", "f8d6", "a10b10"]);
    assert_eq!(
        moves(&alfil, "d6"),
        ["d6b4", "d6b8", "d6b8=D", "d6f4", "d6f8", "d6f8=D"]
    );
}

#[test]
fn in_1999_a_guard_becomes_zebra_bishop_zebra_and_so_on_without_end() {
    let start = board(
        "scirocco-1999",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     7  .  .  .  .  .  Gu .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    let moves = [
        "f7f8=Z", "b10a10", "f8h5=B", "a10b10", "h5e8=Z", "b10a10", "e8h6=B", "a10b10", "h6f8=Z",
    ];
    let play = after(&start, &moves);
    assert!(play.text().contains("/5,Z,4/"), "{}", play.text());
}

#[test]
fn in_1999_a_scirocco_becomes_vulture_or_genie_by_the_kind_of_its_move() {
    let play = board(
        "scirocco-1999",
        "w",
        "
    10  .  k  p  .  .  .  .  .  .  .
     7  .  .  .  .  .  Sc .  .  .  .
     1  .  K  P  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h  i  j
        ",
    );
    assert!(allows(&play, "f7g8=Vu") && allows(&play, "f7g8"));
    assert!(allows(&play, "f7f8=Ge") && allows(&play, "f7f8"));
    assert!(!allows(&play, "f7g8=Ge") && !allows(&play, "f7f8=Vu"));
    assert!(
        !allows(&play, "f7g7=Ge"),
        "it neither starts nor ends in the zone"
    );
}

#[test]
fn in_1999_every_other_piece_promotes_as_in_the_table() {
    for (piece, promoted) in PROMOTIONS {
        if ["P", "A", "D", "Sc"].contains(&piece) {
            continue;
        }
        let texts = from_f8("scirocco-1999", piece);
        let promotions: Vec<_> = (texts.iter())
            .filter_map(|text| text.split_once('='))
            .map(|(_, to)| to)
            .collect();
        assert!(!promotions.is_empty(), "{piece}");
        assert!(promotions.iter().all(|to| *to == promoted), "{piece}");
    }
}

#[test]
fn in_1999_the_ends_of_the_chains_promote_no_further() {
    for piece in ["Du", "Vu", "Ge", "Em", "Fr", "Q", "R", "Li"] {
        let texts = from_f8("scirocco-1999", piece);
        assert!(texts.iter().all(|text| !text.contains('=')), "{piece}");
    }
}
