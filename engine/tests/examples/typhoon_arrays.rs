//! Typhoon: the starting arrays.

use super::board::{array, at, game, rows};
use tradewind_engine::Game;

/// The pairs in the order of the bits: the square on the left with its piece in array 0, and the
/// square on the right.
const PAIRS: [(&str, &str, &str, &str); 17] = [
    ("a1", "FH", "l1", "GW"),
    ("b1", "Ma", "k1", "Pr"),
    ("c1", "St", "j1", "Go"),
    ("d1", "Ci", "i1", "Sa"),
    ("e1", "GG", "h1", "FL"),
    ("f1", "K", "g1", "Co"),
    ("a2", "Cu", "l2", "Hu"),
    ("c2", "C", "j2", "BD"),
    ("e2", "A", "h2", "D"),
    ("f2", "W", "g2", "F"),
    ("a3", "Ot", "l3", "Be"),
    ("b3", "Ov", "k3", "Un"),
    ("c3", "Ch", "j3", "Wa"),
    ("d3", "N", "i3", "Der"),
    ("e3", "SG", "h3", "CG"),
    ("f3", "DEl", "g3", "BT"),
    ("d5", "La", "i5", "Ba"),
];

/// Array numbers of all sorts.
const SOME: [u32; 12] = [
    0,
    1,
    2,
    1 << 5,
    1 << 16,
    131_071,
    131_072,
    262_143,
    77_777,
    150_000,
    200_001,
    99_999,
];

#[test]
fn array_0_has_the_first_named_piece_of_every_pair_on_the_left() {
    let expected = [
        "gw pr go sa fl co k gg ci st ma fh",
        "hu - bd - d f w a - c - cu",
        "be un wa der cg bt del sg n ch ov ot",
        "fu p p gu p p p p gu p p fu",
        "- - - ba - - - - la - - -",
        "- - - - - - - - - - - -",
        "- - - - - - - - - - - -",
        "- - - La - - - - Ba - - -",
        "Fu P P Gu P P P P Gu P P Fu",
        "Ot Ov Ch N SG DEl BT CG Der Wa Un Be",
        "Cu - C - A W F D - BD - Hu",
        "FH Ma St Ci GG K Co FL Sa Go Pr GW",
    ];
    assert_eq!(rows(&game("typhoon"), 0), expected);
}

#[test]
fn the_text_of_array_0() {
    let text = "gw,pr,go,sa,fl,co,k,gg,ci,st,ma,fh/hu,1,bd,1,d,f,w,a,1,c,1,cu/\
                be,un,wa,der,cg,bt,del,sg,n,ch,ov,ot/fu,p,p,gu,p,p,p,p,gu,p,p,fu/3,ba,4,la,3/12/12/\
                3,La,4,Ba,3/Fu,P,P,Gu,P,P,P,P,Gu,P,P,Fu/Ot,Ov,Ch,N,SG,DEl,BT,CG,Der,Wa,Un,Be/\
                Cu,1,C,1,A,W,F,D,1,BD,1,Hu/FH,Ma,St,Ci,GG,K,Co,FL,Sa,Go,Pr,GW w - 0";
    assert_eq!(array("typhoon", 0).text(), text);
}

#[test]
fn every_bit_exchanges_one_pair_of_whites_pieces() {
    let rules = game("typhoon");
    let mut numbers = SOME.to_vec();
    numbers.extend((0..18).map(|bit| 1 << bit));
    for number in numbers {
        let play = rules.start(number).expect("the array exists");
        for (bit, (left, first, right, second)) in PAIRS.into_iter().enumerate() {
            let expected = if number >> bit & 1 == 1 {
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
fn b2_d2_i2_and_k2_are_empty_and_the_pawn_row_is_fixed() {
    let rules = game("typhoon");
    for number in SOME {
        let play = rules.start(number).expect("the array exists");
        for square in ["b2", "d2", "i2", "k2", "b11", "d11", "i11", "k11"] {
            assert_eq!(at(&rules, &play, square), "", "array {number}: {square}");
        }
        let rows = rows(&rules, number);
        assert_eq!(rows[8], "Fu P P Gu P P P P Gu P P Fu", "array {number}");
        assert_eq!(rows[3], "fu p p gu p p p p gu p p fu", "array {number}");
    }
}

/// The page: the same pieces at a1 and l12, b1 and k12 and so on, or at a1 and a12, b1 and b12.
#[test]
fn arrays_below_131072_have_rotational_and_the_others_mirror_symmetry() {
    let rules = game("typhoon");
    for number in SOME {
        let rows = rows(&rules, number);
        for rank in 0..12 {
            let mut pieces: Vec<String> = (rows[11 - rank].split(' '))
                .map(str::to_lowercase)
                .collect();
            if number < 131_072 {
                pieces.reverse();
            }
            let same = rows[rank].to_lowercase() == pieces.join(" ");
            assert!(same, "array {number}, row {rank}");
        }
    }
}

#[test]
fn an_array_and_its_number_xor_131071_are_reflections() {
    let reflected = |rows: Vec<String>| -> Vec<String> {
        rows.iter()
            .map(|row| row.split(' ').rev().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let rules = game("typhoon");
    for number in SOME {
        // Only the pairs are reflected; what else is on the board is the same on both sides.
        assert_eq!(
            rows(&rules, number),
            reflected(rows(&rules, number ^ 131_071)),
            "array {number}"
        );
    }
}

#[test]
fn there_are_262144_arrays() {
    let rules = game("typhoon");
    let numbers = rules.spec().array_numbers();
    assert_eq!(numbers.len(), 262_144);
    assert_eq!((numbers[0], numbers[262_143]), (0, 262_143));
    assert!(rules.start(262_144).is_none());
}

#[test]
fn no_two_of_some_arrays_are_the_same() {
    let rules = game("typhoon");
    let mut texts: Vec<String> = (0..18).map(|bit| start_text(&rules, 1 << bit)).collect();
    texts.push(start_text(&rules, 0));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 19);
}

fn start_text(rules: &Game, number: u32) -> String {
    rules.start(number).expect("the array exists").text()
}

#[test]
fn each_side_has_46_pieces_of_37_kinds_none_of_them_promoted() {
    let rules = game("typhoon");
    for number in SOME {
        let rows = rows(&rules, number).join(" ");
        let mut white: Vec<&str> = rows
            .split(' ')
            .filter(|token| token.starts_with(|letter: char| letter.is_ascii_uppercase()))
            .collect();
        assert_eq!(white.len(), 46, "array {number}");
        white.sort_unstable();
        let several: Vec<_> = (white.chunk_by(|a, b| a == b))
            .filter(|kind| kind.len() > 1)
            .map(|kind| (kind[0], kind.len()))
            .collect();
        assert_eq!(several, [("Fu", 2), ("Gu", 2), ("P", 8)], "array {number}");
        white.dedup();
        assert_eq!(white.len(), 37, "array {number}");
        let mut first: Vec<&str> = (PAIRS.iter())
            .flat_map(|&(_, one, _, other)| [one, other])
            .chain(["Fu", "Gu", "P"])
            .collect();
        first.sort_unstable();
        assert_eq!(white, first, "array {number}");
    }
}
