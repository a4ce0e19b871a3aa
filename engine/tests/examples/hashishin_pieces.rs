//! The pieces and arrays of Shatranj al'Hashishin (H-D1, H-D5).

use super::board::{after, allows, array, at, board, destinations, game, moves, rows, shows_moves};
use std::collections::BTreeSet;

#[test]
fn the_pawn_has_neither_a_double_step_nor_en_passant() {
    shows_moves(
        "hashishin-wazir",
        "w",
        "
     8  .   k   .   .   .   .   p   .
     4  .   .   *   p!  .   .   .   .
     3  .   .  (P)  .   .   .   .   .
     1  .   K   .   .   .   .   .   .
        a   b   c   d   e   f   g   h
        ",
    );
    let start = array("hashishin-wazir", 0);
    assert!(allows(&start, "e3e4") && !allows(&start, "e3e5"));
}

#[test]
fn the_thief_leaps_two_squares_in_all_directions() {
    shows_moves(
        "hashishin-wazir",
        "w",
        "
     8  .   k   .   .   .   .   .   p
     6  .   *   .   p!  .   *   .   .
     5  .   .   .   p   P   .   .   .
     4  .   *   .  (T)  .   P   .   .
     3  .   .   p   .   .   .   .   .
     2  .   p!  .   *   .   *   .   .
     1  .   .   .   .   .   .   .   K
        a   b   c   d   e   f   g   h
        ",
    );
}

#[test]
fn the_warrior_is_knight_and_wazir() {
    shows_moves(
        "hashishin-wazir",
        "w",
        "
     8  k   .   .   .   .   .   .   p
     6  .   .   *   .   p!  .   .   .
     5  .   *   .   p!  .   *   .   .
     4  .   .   P  (Wr) *   .   .   .
     3  .   *   .   *   .   P   .   .
     2  .   .   *   .   *   .   .   .
     1  K   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h
        ",
    );
}

#[test]
fn the_warrior_king_is_king_and_knight() {
    shows_moves(
        "hashishin-wazir",
        "w",
        "
     8  k   .   .   .   .   .   .   p
     6  .   .   *   .   *   .   .   .
     5  .   *   *   *   *   *   .   .
     4  .   .   *  (WK) P   .   .   .
     3  .   *   *   *   *   *   .   .
     2  .   .   p!  .   *   .   .   .
        a   b   c   d   e   f   g   h
        ",
    );
}

#[test]
fn the_grand_vizier_and_the_regent_move_as_kings() {
    for piece in ["GV", "Re"] {
        let drawing = "
     8  k   .   .   .   .   .   .   p
     5  .   .   *   p!  *   .   .   .
     4  .   .   *  (??) P   .   .   .
     3  .   .   *   *   *   .   .   .
     1  K   .   .   .   .   .   .   .
        a   b   c   d   e   f   g   h
        ";
        shows_moves("hashishin-wazir", "w", &drawing.replace("??", piece));
    }
}

#[test]
fn the_fers_steps_diagonally_and_the_wazir_orthogonally() {
    let drawing = "
     8  k  .  .  .  .  .  .  p
     4  .  .  .  F  .  .  .  .
     2  .  .  .  .  .  W  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
    ";
    let play = board("hashishin-wazir", "w", drawing);
    assert_eq!(moves(&play, "d4"), ["d4c3", "d4c5", "d4e3", "d4e5"]);
    assert_eq!(moves(&play, "f2"), ["f2e2", "f2f1", "f2f3", "f2g2"]);
}

/// H-D5: an Assassin on c3 and an enemy on d4.
const AN_ASSASSIN: &str = "
     8  k  .  .  .  .  .  .  p
     4  .  .  P  p  .  .  .  .
     3  .  .  As .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
";

#[test]
fn the_assassin_leaps_over_an_enemy_with_or_without_capturing_it() {
    let play = board("hashishin-wazir", "w", AN_ASSASSIN);
    let expected = [
        "c3a3", "c3a5", "c3c1", "c3c5", "c3e1", "c3e3", "c3e5", "c3e5xd4",
    ];
    assert_eq!(moves(&play, "c3"), expected, "over a friend it only leaps");
}

#[test]
fn what_it_overtakes_is_gone_and_what_it_passes_stays() {
    let rules = game("hashishin-wazir");
    let start = board("hashishin-wazir", "w", AN_ASSASSIN);
    let capture = after(&start, &["c3e5xd4"]);
    assert_eq!(at(&rules, &capture, "d4"), "");
    assert_eq!(at(&rules, &capture, "e5"), "As");
    let leap = after(&start, &["c3e5"]);
    assert_eq!(at(&rules, &leap, "d4"), "p");
    assert_eq!(at(&rules, &leap, "e5"), "As");
}

#[test]
fn a_leap_onto_an_enemy_captures_only_that_one() {
    let rules = game("hashishin-wazir");
    let start = board(
        "hashishin-wazir",
        "w",
        "
     8  k  .  .  .  .  .  .  p
     5  .  .  .  .  r  .  .  .
     4  .  .  .  p  .  .  .  .
     3  .  .  As .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(allows(&start, "c3e5") && !allows(&start, "c3e5xd4"));
    let play = after(&start, &["c3e5"]);
    assert_eq!(at(&rules, &play, "e5"), "As");
    assert_eq!(at(&rules, &play, "d4"), "p");
}

#[test]
fn there_is_no_leap_onto_a_friend() {
    let play = board(
        "hashishin-wazir",
        "w",
        "
     8  k  .  .  .  .  .  .  p
     5  .  .  .  .  R  .  .  .
     4  .  .  .  p  .  .  .  .
     3  .  .  As .  .  .  .  .
     1  K  .  .  .  .  .  .  .
        a  b  c  d  e  f  g  h
        ",
    );
    assert!(!allows(&play, "c3e5") && !allows(&play, "c3e5xd4"));
}

#[test]
fn the_thief_passes_over_enemies_without_capturing() {
    let play = board("hashishin-wazir", "w", &AN_ASSASSIN.replace("As", "T "));
    assert!(allows(&play, "c3e5") && !allows(&play, "c3e5xd4"));
}

/// The squares that a thief comes to from a square, however many moves it takes: one that never
/// promotes, with the other pieces on a file that it never comes to.
fn ever_reached(from: &str) -> BTreeSet<String> {
    let aside = if "aceg".contains(&from[..1]) {
        "b"
    } else {
        "a"
    };
    let mut reached = BTreeSet::from([from.to_string()]);
    let mut fresh = vec![from.to_string()];
    while let Some(square) = fresh.pop() {
        let pieces = [
            (format!("{aside}8"), "k"),
            (format!("{aside}5"), "p"),
            (format!("{aside}1"), "K"),
            (square.clone(), "Tf"),
        ];
        let play = board("hashishin-any", "w", &drawing_of(&pieces));
        for to in destinations(&play, &square) {
            if reached.insert(to.clone()) {
                fresh.push(to);
            }
        }
    }
    reached
}

/// Some pieces, drawn.
fn drawing_of(pieces: &[(String, &str)]) -> String {
    let token = |name: String| {
        let found = pieces.iter().find(|(square, _)| *square == name);
        found.map_or(".", |(_, piece)| piece)
    };
    let rank = |rank| {
        let tokens = ('a'..='h').map(|file| token(format!("{file}{rank}")));
        format!("{rank} {}\n", tokens.collect::<Vec<_>>().join(" "))
    };
    (1..=8).rev().map(rank).collect()
}

fn all_squares() -> BTreeSet<String> {
    ('a'..='h')
        .flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")))
        .collect()
}

#[test]
fn a_thief_visits_a_quarter_of_the_squares() {
    let squares = ever_reached("a2");
    assert_eq!(squares.len(), 16);
    assert!(squares.contains("g8") && !squares.contains("b2") && !squares.contains("a3"));
}

#[test]
fn four_thieves_together_visit_every_square() {
    let thieves = whites(1, "T");
    assert_eq!(thieves.len(), 4);
    let visited: BTreeSet<String> = thieves
        .iter()
        .flat_map(|square| ever_reached(square))
        .collect();
    assert_eq!(visited, all_squares());
}

#[test]
fn thieves_of_the_first_rank_never_reach_the_eighth_but_the_seventh() {
    for square in ["c1", "d1", "e1", "f1"] {
        let reached = ever_reached(square);
        assert!(reached.iter().all(|square| !square.ends_with('8')));
        assert!(reached.iter().any(|square| square.ends_with('7')));
    }
}

#[test]
fn an_assassin_captures_everywhere_but_on_the_first_rank_and_the_file_opposite_its_start() {
    for (start, opposite) in [("a2", 'h'), ("h2", 'a')] {
        let reached = ever_reached(start);
        let mut covered = reached.clone();
        for from in &reached {
            for to in &reached {
                covered.extend(overtaken(from, to));
            }
        }
        let mut expected = all_squares();
        expected.retain(|square| !square.ends_with('1') && !square.starts_with(opposite));
        assert_eq!(covered, expected, "the thief of {start}");
    }
}

/// The square halfway between two squares that are one leap of two apart.
fn overtaken(from: &str, to: &str) -> Option<String> {
    let [file, rank] = [0, 1].map(|at| (from.as_bytes()[at], to.as_bytes()[at]));
    let one_leap = from != to && file.0.abs_diff(file.1) <= 2 && rank.0.abs_diff(rank.1) <= 2;
    let halfway = |(a, b): (u8, u8)| char::from((a + b) / 2);
    one_leap.then(|| format!("{}{}", halfway(file), halfway(rank)))
}

/// The rule set that has array 0, and the one that has array 1.
const ARRAYS: [&str; 2] = ["hashishin-wazir", "hashishin-wazir four_thieves=true"];

/// The squares of White's pieces of one kind in an array.
fn whites(number: u32, piece: &str) -> Vec<String> {
    let rules = game(ARRAYS[number as usize]);
    let play = rules.start(number).expect("the array exists");
    (all_squares().into_iter())
        .filter(|square| at(&rules, &play, square) == piece)
        .collect()
}

#[test]
fn the_text_of_array_0() {
    assert_eq!(
        array("hashishin-wazir", 0).text(),
        "r,6,r/t,n,f,w,k,f,n,t/p,p,p,p,p,p,p,p/8/8/P,P,P,P,P,P,P,P/T,N,F,W,K,F,N,T/R,6,R w - 0"
    );
}

#[test]
fn the_two_arrays_differ_by_two_thieves() {
    for (number, knights, thieves) in [
        (0, vec!["b2", "g2"], vec!["a2", "h2"]),
        (1, vec!["b2", "g2"], vec!["a2", "c1", "f1", "h2"]),
    ] {
        assert_eq!(whites(number, "N"), knights, "array {number}");
        assert_eq!(whites(number, "T"), thieves, "array {number}");
        assert_eq!(whites(number, "R"), ["a1", "h1"], "array {number}");
        assert_eq!(whites(number, "F"), ["c2", "f2"], "array {number}");
        assert_eq!(whites(number, "W"), ["d2"], "array {number}");
        assert_eq!(whites(number, "K"), ["e2"], "array {number}");
        assert_eq!(whites(number, "P").len(), 8, "array {number}");
    }
    for (number, rules) in (0..).zip(ARRAYS) {
        assert_eq!(game(rules).spec().array_numbers(), [number]);
    }
}

#[test]
fn black_is_mirrored_top_to_bottom_in_every_array() {
    for rules in ["hashishin-wazir", "hashishin-any", "hashishin-homeward"] {
        let rules = game(rules);
        for number in rules.spec().array_numbers() {
            let rows = rows(&rules, number);
            for rank in 0..4 {
                assert_eq!(rows[rank], rows[7 - rank].to_lowercase());
            }
        }
    }
}

/// The page: the first-rank thieves start a knight's move away from the closest thief on the
/// second rank.
#[test]
fn the_other_thieves_start_a_knights_move_from_the_nearest_one() {
    let thieves = whites(1, "T");
    let (first, second): (Vec<_>, Vec<_>) =
        thieves.iter().partition(|square| square.ends_with('1'));
    assert_eq!(first.len(), 2);
    for thief in first {
        let file = |square: &str| square.as_bytes()[0];
        let nearest = second
            .iter()
            .map(|other| file(other).abs_diff(file(thief)))
            .min();
        assert_eq!(nearest, Some(2), "{thief}");
    }
}
