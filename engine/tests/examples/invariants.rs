//! Properties of all arrays, all pieces or all squares of a rule set, which need loops.

use std::collections::BTreeSet;
use tradewind_engine::{Color, Game, Rules};

fn load(rules: &str) -> Rules {
    Rules::load(rules, &[]).unwrap_or_else(|fault| panic!("{rules}: {fault}"))
}

/// A position by what stands on its squares, `.` for nothing.
fn position(rules: &Rules, side: Color, token: impl Fn(&str) -> String) -> Game {
    let geometry = rules.geometry();
    let rank = |rank: i32| {
        let squares = (0..geometry.files()).filter_map(|file| geometry.at(file, rank));
        let tokens: Vec<String> = squares
            .map(|square| token(&geometry.name(square).to_string()))
            .collect();
        (tokens.chunk_by(|a, b| a == "." && b == "."))
            .map(|run| match run[0].as_str() {
                "." => run.len().to_string(),
                piece => piece.to_string(),
            })
            .collect::<Vec<_>>()
            .join(",")
    };
    let ranks: Vec<String> = (0..geometry.ranks()).rev().map(rank).collect();
    let text = format!("{} {} - 0", ranks.join("/"), side.letter());
    rules
        .parse(&text)
        .unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The squares that the piece on a square goes to; captures without moving go nowhere.
fn destinations(rules: &Rules, game: &Game, from: &str) -> BTreeSet<String> {
    let geometry = rules.geometry();
    let texts = (game.legal_moves().iter()).map(|&one| game.move_text(one));
    texts
        .filter_map(|text| {
            let (start, rest) = geometry.read(&text)?;
            let (to, _) = geometry.read(rest)?;
            let is_its = geometry.name(start).to_string() == from && to != start;
            is_its.then(|| geometry.name(to).to_string())
        })
        .collect()
}

/// The ranks of an array from the top, each with its tokens from the left: pieces, and the numbers
/// of empty squares between them.
fn ranks(rules: &Rules, number: u32) -> Vec<Vec<String>> {
    let text = rules.start(number).expect("the array exists").text();
    let board = text.split(' ').next().unwrap_or_default();
    (board.split('/'))
        .map(|rank| rank.split(',').map(str::to_string).collect())
        .collect()
}

/// The pieces that promote in Typhoon, and the pieces that they become.
const PROMOTING: &str = "FH GW Ma Pr St Go Ci Sa GG FL Co Cu Hu C BD A D W F Ot Be Ov Un Ch Wa N Der SG CG \
                         DEl BT La Ba Fu P Gu K";
const PROMOTED: &str = "FO FB Ab Du Q Li Ty Ge HO DO Wi Lo Im Sq Ce Sc DK Za Zi Mi So Nr Da Oc Sp R Ha Vu Ib \
                        EP TP Pa Ra Z Ta B Em EE";

#[test]
fn there_are_75_pieces_and_each_is_one_that_promotes_or_what_one_becomes() {
    let rules = load("typhoon");
    let mut known: Vec<&str> = PROMOTING.split(' ').chain(PROMOTED.split(' ')).collect();
    known.sort_unstable();
    let mut pieces: Vec<&str> = (rules.spec().pieces.iter())
        .map(|piece| piece.text.as_str())
        .collect();
    assert_eq!(pieces.len(), 75);
    pieces.sort_unstable();
    assert_eq!(pieces, known);
}

/// The squares that a thief comes to from a square, however many moves it takes: one that never
/// promotes, with the other pieces on a file that it never comes to.
fn ever_reached(from: &str) -> BTreeSet<String> {
    let rules = load("hashishin-any");
    let aside = if "aceg".contains(&from[..1]) {
        ["b8", "b5", "b1"]
    } else {
        ["a8", "a5", "a1"]
    };
    let mut reached = BTreeSet::from([from.to_string()]);
    let mut fresh = vec![from.to_string()];
    while let Some(thief) = fresh.pop() {
        let pieces = aside.into_iter().zip(["k", "p", "K"]);
        let pieces: Vec<_> = pieces.chain([(thief.as_str(), "Tf")]).collect();
        let game = position(&rules, Color::White, |square| {
            let found = pieces.iter().find(|(name, _)| *name == square);
            found.map_or(".", |(_, piece)| piece).to_string()
        });
        for to in destinations(&rules, &game, &thief) {
            if reached.insert(to.clone()) {
                fresh.push(to);
            }
        }
    }
    reached
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
    let four = [("four_thieves".to_string(), "true".to_string())];
    let rules = Rules::load("hashishin-wazir", &four).expect("the option is known");
    let game = rules.start(1).expect("the array exists");
    let is_thief = |(color, piece)| color == Color::White && rules.spec().piece(piece).text == "T";
    let thieves: Vec<String> = (game.occupied().into_iter())
        .filter(|&square| game.at(square).is_some_and(is_thief))
        .map(|square| rules.geometry().name(square).to_string())
        .collect();
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

#[test]
fn there_are_512_arrays_and_no_two_are_the_same() {
    let rules = load("scirocco-2009");
    assert_eq!(rules.spec().array_numbers(), (0..512).collect::<Vec<_>>());
    let boards: BTreeSet<_> = (0..512).map(|number| ranks(&rules, number)).collect();
    assert_eq!(boards.len(), 512);
    assert!(rules.start(512).is_none());
}

#[test]
fn an_array_and_its_number_xor_255_are_reflections_so_256_differ() {
    let rules = load("scirocco-2009");
    for number in 0..512 {
        let mut reflected = ranks(&rules, number ^ 255);
        reflected.iter_mut().for_each(|rank| rank.reverse());
        assert_eq!(ranks(&rules, number), reflected, "array {number}");
    }
}

#[test]
fn arrays_below_256_have_rotational_and_the_others_mirror_symmetry() {
    let rules = load("scirocco-2009");
    for number in 0..512 {
        let ranks = ranks(&rules, number);
        for (black, white) in ranks.iter().zip(ranks.iter().rev()).take(3) {
            let mut expected: Vec<String> =
                white.iter().map(|piece| piece.to_lowercase()).collect();
            if number < 256 {
                expected.reverse();
            }
            assert_eq!(*black, expected, "array {number}");
        }
    }
}

/// The targets of a piece on e5 as offsets in files and ranks, without the outer ranks and the j file:
/// on an almost empty board, and on a board crowded with enemies.
fn reach(rules: &Rules, color: Color, piece: &str) -> BTreeSet<(bool, i32, i32)> {
    let own = |text: &str| match color {
        Color::White => text.to_string(),
        Color::Black => text.to_lowercase(),
    };
    let royal = own(if ["K", "Em"].contains(&piece) {
        "W"
    } else {
        "K"
    });
    let (enemy, high, low) = match color {
        Color::White => ("p", "k", royal.as_str()),
        Color::Black => ("P", royal.as_str(), "K"),
    };
    let mut offsets = BTreeSet::new();
    for crowded in [false, true] {
        let is_inside = |square: &str| !square.ends_with("10") && !square.ends_with('1');
        let game = position(rules, color, |square| match square {
            "e5" => own(piece),
            "b10" => high.to_string(),
            "b1" => low.to_string(),
            "c10" => "p".to_string(),
            "c1" => "P".to_string(),
            _ if crowded && is_inside(square) => enemy.to_string(),
            _ => ".".to_string(),
        });
        for square in destinations(rules, &game, "e5") {
            let file = i32::from(square.as_bytes()[0]) - i32::from(b'e');
            let rank: i32 = square[1..].parse().expect("a rank");
            if (2..=9).contains(&rank) && file <= 4 {
                offsets.insert((crowded, file, rank - 5));
            }
        }
    }
    offsets
}

#[test]
fn every_piece_but_the_pawn_moves_the_same_forwards_and_backwards_left_and_right() {
    let rules = load("scirocco-2009");
    for piece in &rules.spec().pieces {
        let piece = piece.text.as_str();
        let [white, black] = Color::BOTH.map(|color| reach(&rules, color, piece));
        let mirrored: BTreeSet<_> = (white.iter())
            .map(|&(crowded, file, rank)| (crowded, -file, rank))
            .collect();
        assert_eq!(white, mirrored, "{piece}: left and right");
        assert_eq!(
            white == black,
            piece != "P",
            "{piece}: forwards and backwards"
        );
    }
}

#[test]
fn there_are_36_kinds_of_pieces() {
    for rules in ["scirocco-2009", "scirocco-2001", "scirocco-jocly"] {
        assert_eq!(load(rules).spec().pieces.len(), 36, "{rules}");
    }
}
