//! The starting arrays of Scirocco: 512 of them, and which revision plays which.

use super::board::{array, at, game, rows};
use tradewind_engine::Game;

/// The occupied rows of a drawing without its alignment.
fn drawn(drawing: &str) -> Vec<String> {
    let rows = drawing.lines().filter(|line| !line.trim().is_empty());
    rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// A board with the given three ranks of each side and four empty ranks between them.
fn with_empty_middle(black: &str, white: &str) -> Vec<String> {
    let empty = vec!["- - - - - - - - - -".to_string(); 4];
    [drawn(black), empty, drawn(white)].concat()
}

#[test]
fn array_0_is_the_pages_first_list() {
    let expected = with_empty_middle(
        "
        wa  d   go  de  c   n   -   st  a   ch
        -   ma  sc  co  f   w   k   sc  pr  -
        p   p   gu  p   p   p   p   gu  p   p
        ",
        "
        P   P   Gu  P   P   P   P   Gu  P   P
        -   Pr  Sc  K   W   F   Co  Sc  Ma  -
        Ch  A   St  -   N   C   De  Go  D   Wa
        ",
    );
    assert_eq!(rows(&game("scirocco-2009"), 0), expected);
}

#[test]
fn array_255_is_the_pages_second_list() {
    let expected = with_empty_middle(
        "
        ch  a   st  -   n   c   de  go  d   wa
        -   pr  sc  k   w   f   co  sc  ma  -
        p   p   gu  p   p   p   p   gu  p   p
        ",
        "
        P   P   Gu  P   P   P   P   Gu  P   P
        -   Ma  Sc  Co  F   W   K   Sc  Pr  -
        Wa  D   Go  De  C   N   -   St  A   Ch
        ",
    );
    assert_eq!(rows(&game("scirocco-2009"), 255), expected);
}

#[test]
fn array_256_is_array_0_with_black_mirrored_top_to_bottom() {
    let expected = with_empty_middle(
        "
        ch  a   st  -   n   c   de  go  d   wa
        -   pr  sc  k   w   f   co  sc  ma  -
        p   p   gu  p   p   p   p   gu  p   p
        ",
        "
        P   P   Gu  P   P   P   P   Gu  P   P
        -   Pr  Sc  K   W   F   Co  Sc  Ma  -
        Ch  A   St  -   N   C   De  Go  D   Wa
        ",
    );
    assert_eq!(rows(&game("scirocco-2009"), 256), expected);
}

#[test]
fn the_text_of_array_0() {
    let text = "wa,d,go,de,c,n,1,st,a,ch/1,ma,sc,co,f,w,k,sc,pr,1/p,p,gu,p,p,p,p,gu,p,p/10/10/10/10/\
                P,P,Gu,P,P,P,P,Gu,P,P/1,Pr,Sc,K,W,F,Co,Sc,Ma,1/Ch,A,St,1,N,C,De,Go,D,Wa w - 0";
    assert_eq!(array("scirocco-2009", 0).text(), text);
}

#[test]
fn every_bit_exchanges_one_pair_of_whites_pieces() {
    let pairs = [
        ("a1", "Ch", "j1", "Wa"),
        ("b1", "A", "i1", "D"),
        ("c1", "St", "h1", "Go"),
        ("d1", "", "g1", "De"),
        ("e1", "N", "f1", "C"),
        ("b2", "Pr", "i2", "Ma"),
        ("d2", "K", "g2", "Co"),
        ("e2", "W", "f2", "F"),
    ];
    let rules = game("scirocco-2009");
    for number in [0, 1, 2, 4, 8, 16, 32, 64, 128, 0b1010_0110, 0b1_0101_1001] {
        let play = rules.start(number).expect("the array exists");
        for (bit, (left, first, right, second)) in pairs.into_iter().enumerate() {
            let exchanged = number >> bit & 1 == 1;
            let expected = if exchanged {
                (second, first)
            } else {
                (first, second)
            };
            let found = (at(&rules, &play, left), at(&rules, &play, right));
            let found = (found.0.as_str(), found.1.as_str());
            assert_eq!(found, expected, "array {number}, bit {bit}");
        }
    }
}

#[test]
fn there_are_512_arrays_and_no_two_are_the_same() {
    let rules = game("scirocco-2009");
    assert_eq!(rules.spec().array_numbers(), (0..512).collect::<Vec<_>>());
    let mut texts: Vec<String> = (0..512).map(|number| start_text(&rules, number)).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 512);
    assert!(rules.start(512).is_none());
}

fn start_text(rules: &Game, number: u32) -> String {
    rules.start(number).expect("the array exists").text()
}

#[test]
fn an_array_and_its_number_xor_255_are_reflections_so_256_differ() {
    let reflected = |rows: Vec<String>| -> Vec<String> {
        rows.iter()
            .map(|row| row.split(' ').rev().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let rules = game("scirocco-2009");
    for number in 0..512 {
        assert_eq!(
            rows(&rules, number),
            reflected(rows(&rules, number ^ 255)),
            "array {number}"
        );
    }
}

/// A row of White's pieces read from the right, or the same, as Black's.
fn as_black(row: &str, turned: bool) -> String {
    let mut pieces: Vec<String> = row.split(' ').map(str::to_lowercase).collect();
    if turned {
        pieces.reverse();
    }
    pieces.join(" ")
}

#[test]
fn arrays_below_256_have_rotational_and_the_others_mirror_symmetry() {
    let rules = game("scirocco-2009");
    for number in 0..512 {
        let rows = rows(&rules, number);
        for rank in 0..3 {
            assert_eq!(
                rows[rank],
                as_black(&rows[9 - rank], number < 256),
                "array {number}"
            );
        }
    }
}

#[test]
fn kings_on_one_file_mean_mirror_symmetry() {
    // The page: Blue places both kings on the g file, Tan the Blue Chariot on a1; then Tan's
    // Chariot must be on a10, and the two Wagons on j1 and j10.
    let rules = game("scirocco-2009");
    let play = rules.start(256 + 64).expect("the array exists");
    let on = |square| at(&rules, &play, square);
    assert_eq!((on("g2"), on("g9")), ("K".into(), "k".into()));
    assert_eq!((on("a1"), on("a10")), ("Ch".into(), "ch".into()));
    assert_eq!((on("j1"), on("j10")), ("Wa".into(), "wa".into()));
    assert_eq!((on("b1"), on("b10")), ("A".into(), "a".into()));
    assert_eq!((on("i1"), on("i10")), ("D".into(), "d".into()));
}

#[test]
fn each_side_has_27_pieces_of_18_kinds_and_but_one_of_most() {
    let rules = game("scirocco-2009");
    for number in [0, 77, 255, 300, 511] {
        let rows = rows(&rules, number).join(" ");
        let mut white: Vec<&str> = rows
            .split(' ')
            .filter(|token| token.starts_with(|letter: char| letter.is_ascii_uppercase()))
            .collect();
        assert_eq!(white.len(), 27, "array {number}");
        white.sort_unstable();
        let several: Vec<_> = (white.chunk_by(|a, b| a == b))
            .filter(|kind| kind.len() > 1)
            .map(|kind| (kind[0], kind.len()))
            .collect();
        assert_eq!(several, [("Gu", 2), ("P", 8), ("Sc", 2)], "array {number}");
        white.dedup();
        assert_eq!(white.len(), 18, "array {number}");
    }
}

#[test]
fn in_2001_and_1999_there_are_four_known_by_the_pieces_in_the_left_corners() {
    for rules in ["scirocco-2001", "scirocco-1999"] {
        let game = game(rules);
        assert_eq!(game.spec().array_numbers(), [0, 255, 256, 511], "{rules}");
        let corners = [0, 255, 256, 511].map(|number| {
            let play = game.start(number).expect("the array exists");
            // Black's left corner, as Black sees it, is j10.
            (at(&game, &play, "a1"), at(&game, &play, "j10"))
        });
        let expected = [("Ch", "ch"), ("Wa", "wa"), ("Ch", "wa"), ("Wa", "ch")];
        assert_eq!(
            corners,
            expected.map(|(a, b)| (a.to_string(), b.to_string()))
        );
        assert!(game.start(1).is_none(), "{rules}");
    }
}

#[test]
fn in_2001_the_arrays_are_those_of_2009() {
    for number in [0, 255, 256, 511] {
        assert_eq!(
            array("scirocco-2001", number).text(),
            array("scirocco-2009", number).text()
        );
    }
}

#[test]
fn in_1999_alfil_and_dabbaba_are_absent() {
    let expected = with_empty_middle(
        "
        wa  -   go  de  c   n   -   st  -   ch
        -   ma  sc  co  f   w   k   sc  pr  -
        p   p   gu  p   p   p   p   gu  p   p
        ",
        "
        P   P   Gu  P   P   P   P   Gu  P   P
        -   Pr  Sc  K   W   F   Co  Sc  Ma  -
        Ch  -   St  -   N   C   De  Go  -   Wa
        ",
    );
    assert_eq!(rows(&game("scirocco-1999"), 0), expected);
    for number in [255, 256, 511] {
        let text = array("scirocco-1999", number).text();
        let board = text.split(' ').next().unwrap_or_default();
        let absent = |piece| !board.split(['/', ',']).any(|token| token == piece);
        assert!(["A", "D", "a", "d"].into_iter().all(absent), "{text}");
    }
}

#[test]
fn jocly_has_array_0_only() {
    let rules = game("scirocco-jocly");
    assert_eq!(rules.spec().array_numbers(), [0]);
    assert_eq!(
        array("scirocco-jocly", 0).text(),
        array("scirocco-2009", 0).text()
    );
}
