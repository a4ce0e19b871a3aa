//! The engine against the slow reference generator, over random games of every rule set.

mod paths;
mod shown;

use crate::reference::{
    ANTICHESS, ATOMIC, BREAKTHROUGH, CHESS960, COREGAL, CORNERS, EXTINCTION, HOLES, HOPPERS, HORDE,
    KING_OF_THE_HILL, KINGS, LIONS, MISERE, RACING_KINGS, ROWS, Reference, THREE_CHECK, XIANGQI,
};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shown::Shown;
use std::collections::{BTreeMap, BTreeSet};
use tradewind_engine::board::Square;
use tradewind_engine::{Color, Game, Move, Rules};

/// A rule set with options, the arrays to play from, and how many positions to compare.
struct Case {
    rules: &'static str,
    options: &'static [(&'static str, &'static str)],
    positions: usize,
}

const CASES: &[Case] = &[
    Case {
        rules: "scirocco-2009",
        options: &[],
        positions: 4_000,
    },
    Case {
        rules: "scirocco-2009",
        options: &[("dervish_ring_leaps", "true")],
        positions: 1_000,
    },
    Case {
        rules: "scirocco-2001",
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: "scirocco-2001",
        options: &[("dervish_ring_leaps", "true")],
        positions: 500,
    },
    Case {
        rules: "scirocco-1999",
        options: &[],
        positions: 4_000,
    },
    Case {
        rules: "scirocco-jocly",
        options: &[],
        positions: 2_500,
    },
    Case {
        rules: "scirocco-jocly",
        options: &[("dervish_captures", "true")],
        positions: 500,
    },
    Case {
        rules: "hashishin-wazir",
        options: &[],
        positions: 2_500,
    },
    Case {
        rules: "hashishin-any",
        options: &[],
        positions: 2_500,
    },
    Case {
        rules: "hashishin-homeward",
        options: &[],
        positions: 2_500,
    },
    Case {
        rules: "hashishin-homeward",
        options: &[("optional_promotion", "true")],
        positions: 1_000,
    },
    Case {
        rules: "shatranj",
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: "chess",
        options: &[],
        positions: 2_500,
    },
    Case {
        rules: "chess",
        options: &[("no_castling", "true"), ("stalemate_loses", "true")],
        positions: 500,
    },
    Case {
        rules: "typhoon",
        options: &[],
        positions: 8_000,
    },
    Case {
        rules: "typhoon",
        options: &[("salamander_range", "4"), ("tadpole_diagonal_leap", "true")],
        positions: 1_000,
    },
    Case {
        rules: "rococo",
        options: &[],
        positions: 8_000,
    },
    Case {
        rules: "rococo",
        options: &[("chameleon_swaps_own_swapper", "false")],
        positions: 1_000,
    },
    Case {
        rules: "rococo",
        options: &[
            ("chameleon_swaps_own_swapper", "false"),
            ("chameleon_takes_leapt_leaper", "false"),
        ],
        positions: 1_000,
    },
    Case {
        rules: "rococo-pushme-pullyu",
        options: &[],
        positions: 3_000,
    },
    Case {
        rules: "rococo-mirror",
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: "rococo-enhanced-withdrawer",
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: "hashishin-homeward",
        options: &[("second_regent", "true")],
        positions: 2_500,
    },
    Case {
        rules: "hashishin-any",
        options: &[("four_thieves", "true")],
        positions: 500,
    },
    Case {
        rules: "typhoon",
        options: &[
            ("undertaker_promotion", "nightrider"),
            ("emperor_of_emperors_leaps", "move"),
        ],
        positions: 2_000,
    },
    Case {
        rules: "rococo",
        options: &[("suicides_return", "false")],
        positions: 3_000,
    },
    Case {
        rules: "rococo",
        options: &[
            ("mirror", "true"),
            ("pushme_pullyu", "true"),
            ("enhanced_withdrawer", "true"),
        ],
        positions: 1_000,
    },
    Case {
        rules: "rococo-enhanced-withdrawer",
        options: &[("mirror", "true"), ("suicides_return", "false")],
        positions: 1_000,
    },
    Case {
        rules: "rococo-mirror",
        options: &[("exact_half_turn", "true")],
        positions: 200,
    },
    Case {
        rules: KING_OF_THE_HILL,
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: BREAKTHROUGH,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: HOPPERS,
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: LIONS,
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: ANTICHESS,
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: EXTINCTION,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: CORNERS,
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: XIANGQI,
        options: &[],
        positions: 1_500,
    },
    Case {
        rules: THREE_CHECK,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: RACING_KINGS,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: MISERE,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: ROWS,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: HORDE,
        options: &[],
        positions: 2_000,
    },
    Case {
        rules: HOLES,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: COREGAL,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: KINGS,
        options: &[],
        positions: 1_000,
    },
    Case {
        rules: KINGS,
        options: &[("last", "true")],
        positions: 1_000,
    },
    Case {
        rules: CHESS960,
        options: &[],
        positions: 3_000,
    },
    Case {
        rules: ATOMIC,
        options: &[],
        positions: 2_000,
    },
];

fn load(case: &Case) -> (Rules, Box<dyn Reference>) {
    let settings: Vec<_> = case
        .options
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    let rules = Rules::load(case.rules, &settings).unwrap_or_else(|fault| panic!("{fault}"));
    let reference =
        crate::reference::game(case.rules, case.options).expect("the reference knows the rule set");
    (rules, reference)
}

/// The engine's moves and resulting positions as the reference gives them.
fn engine_moves(game: &Game) -> Vec<(String, String)> {
    let mut moves: Vec<_> = (game.legal_moves().iter())
        .map(|&one| {
            let mut next = game.clone();
            next.play_unchecked(one);
            assert!(
                next.is_consistent(),
                "{} after {}",
                game.text(),
                game.move_text(one)
            );
            (game.move_text(one), next.text())
        })
        .collect();
    moves.sort();
    moves
}

fn report(
    case: &Case,
    text: &str,
    ours: &[(String, String)],
    theirs: &[(String, String)],
) -> String {
    let ours: BTreeSet<_> = ours.iter().collect();
    let theirs: BTreeSet<_> = theirs.iter().collect();
    let board: Vec<&str> = text.split(' ').next().unwrap_or("").split('/').collect();
    format!(
        "{} {:?}\n{text}\n{}\nmissing: {:#?}\nextra: {:#?}",
        case.rules,
        case.options,
        board.join("\n"),
        theirs.difference(&ours).collect::<Vec<_>>(),
        ours.difference(&theirs).collect::<Vec<_>>(),
    )
}

/// One random game; promotions are chosen when there are any, half of the time.
fn random_game(
    case: &Case,
    rules: &Rules,
    reference: &dyn Reference,
    random: &mut ChaCha8Rng,
    left: &mut usize,
    seen: &mut Shown,
) {
    let arrays = rules.spec().array_numbers();
    assert_eq!(arrays, reference.arrays(), "{}", case.rules);
    let array = *arrays.choose(random).expect("there is an array");
    let mut game = rules.start(array).expect("the array exists");
    assert_eq!(
        game.text(),
        reference.start(array),
        "{} array {array}",
        case.rules
    );
    let mut length = random.random_range(20..200);
    let castles = rules.castling().iter().any(Option::is_some);
    if castles && random.random_bool(0.4) {
        game = thinned(rules, &game, random);
        length = random.random_range(1..30);
    } else if random.random_bool(0.7) {
        game = sprinkled(rules, random);
        length = random.random_range(1..30);
    }
    for _ in 0..length {
        let text = game.text();
        let fresh = rules
            .parse(&text)
            .unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(fresh.text(), text);
        assert_eq!(fresh.key(), game.key(), "{text}");
        let (ours, theirs) = (engine_moves(&fresh), reference.moves(&text));
        assert!(ours == theirs, "{}", report(case, &text, &ours, &theirs));
        let over = fresh.over().map(|(outcome, _)| outcome.text());
        assert_eq!(
            over,
            reference.over(&text),
            "{} {:?} {text}",
            case.rules,
            case.options
        );
        shown::note(rules, &fresh, seen);
        *left = left.saturating_sub(1);
        if *left == 0 {
            return;
        }
        let moves = game.legal_moves();
        let promotions: Vec<_> = moves
            .iter()
            .filter(|one| one.promotion().is_some())
            .collect();
        let favoured = random
            .random_bool(0.5)
            .then(|| promotions.choose(random))
            .flatten();
        let Some(&one) = favoured.copied().or_else(|| moves.choose(random)) else {
            return;
        };
        game.play_unchecked(one);
    }
}

/// A position of pieces of any kind on any squares, each side with a royal, either to move. Half of
/// the positions hold few kinds of piece, close together, so that powers meet.
fn sprinkled(rules: &Rules, random: &mut ChaCha8Rng) -> Game {
    let spec = rules.spec();
    let (royals, mut others): (Vec<_>, Vec<_>) = spec.pieces.iter().partition(|piece| piece.royal);
    if others.is_empty() {
        others.clone_from(&royals);
    }
    let board = rules.geometry();
    let (mut files, mut ranks) = (0..board.files(), 0..board.ranks());
    if random.random_bool(0.5) {
        others = others.sample(random, 6).copied().collect();
        let file = random.random_range(0..board.files() - 6);
        let rank = random.random_range(0..board.ranks() - 6);
        (files, ranks) = (file..file + 7, rank..rank + 7);
    }
    let max = random.random_range(2..=20);
    loop {
        let mut squares: Vec<Option<String>> = vec![None; board.squares()];
        let mut put = |text: String, random: &mut ChaCha8Rng| {
            let inside = |at: &usize| {
                let square = Square(*at as u8);
                files.contains(&board.file(square)) && ranks.contains(&board.rank(square))
            };
            let empty: Vec<_> = (0..squares.len())
                .filter(|&at| squares[at].is_none())
                .filter(inside)
                .collect();
            squares[*empty.choose(random).expect("an empty square")] = Some(text);
        };
        for black in [false, true] {
            let side = |text: &str| {
                if black {
                    text.to_lowercase()
                } else {
                    text.to_string()
                }
            };
            let several = spec.end.several_royals && random.random_bool(0.3);
            for _ in 0..if several { 3 } else { 1 } {
                if let Some(royal) = royals.choose(random) {
                    put(side(&royal.text), random);
                }
            }
            for _ in 0..random.random_range(1..max) {
                put(side(&others.choose(random).expect("a piece").text), random);
            }
        }
        let side = ["w", "b"].choose(random).expect("a side");
        let text = format!("{} {side} - 0", board_text(&squares, spec.files.len()));
        if let Ok(game) = rules.parse(&text) {
            return game;
        }
    }
}

/// The start of a game with all rights, most pieces except kings and rooks taken away, and others put
/// between the two sides.
fn thinned(rules: &Rules, start: &Game, random: &mut ChaCha8Rng) -> Game {
    let board = rules.geometry();
    let text = start.text();
    let (_, state) = text.split_once(' ').expect("a state");
    let written = |color, text: &str| match color {
        Color::White => text.to_string(),
        Color::Black => text.to_lowercase(),
    };
    let pieces: Vec<&str> = rules
        .spec()
        .pieces
        .iter()
        .map(|piece| &*piece.text)
        .collect();
    loop {
        let mut squares = vec![None; board.squares()];
        for square in board.all() {
            let at = &mut squares[square.index()];
            if board.is_hole(square) {
                *at = Some("*".to_string());
            } else if let Some((color, piece)) = start.at(square) {
                let text = &rules.spec().piece(piece).text;
                let stays = text == "K" || text == "R" || random.random_bool(0.2);
                *at = stays.then(|| written(color, text));
            } else if random.random_bool(0.1) {
                let text = pieces.choose(random).filter(|text| **text != "K");
                let color = *[Color::White, Color::Black].choose(random).expect("a side");
                *at = text.map(|text| written(color, text));
            }
        }
        let text = format!("{} {state}", board_text(&squares, rules.spec().files.len()));
        if let Ok(game) = rules.parse(&text) {
            return game;
        }
    }
}

/// The board part of a position text, from pieces by square.
fn board_text(squares: &[Option<String>], files: usize) -> String {
    let rank_text = |rank: &[Option<String>]| {
        let mut tokens: Vec<String> = Vec::new();
        for run in rank.chunk_by(|a, b| a.is_none() && b.is_none()) {
            tokens.push(run[0].clone().unwrap_or_else(|| run.len().to_string()));
        }
        tokens.join(",")
    };
    squares
        .chunks(files)
        .rev()
        .map(rank_text)
        .collect::<Vec<_>>()
        .join("/")
}

/// The positions to compare; `TRADEWIND_POSITIONS` multiplies them for a longer run.
fn wanted(case: &Case) -> usize {
    let factor = std::env::var("TRADEWIND_POSITIONS")
        .ok()
        .and_then(|factor| factor.parse().ok());
    case.positions * factor.unwrap_or(1)
}

/// Compares random games of the cases of a family; each rule set must show all its pieces and
/// promotions, its cases taken together.
fn compare(family: &str) {
    let mut seen_by: BTreeMap<&str, Shown> = BTreeMap::new();
    let cases = CASES
        .iter()
        .enumerate()
        .filter(|(_, case)| case.rules.starts_with(family));
    for (number, case) in cases {
        let (rules, reference) = load(case);
        let mut random = ChaCha8Rng::seed_from_u64(number as u64);
        let mut left = wanted(case);
        while left > 0 {
            let seen = seen_by.entry(case.rules).or_default();
            random_game(case, &rules, &*reference, &mut random, &mut left, seen);
        }
    }
    for (id, seen) in seen_by {
        let rules = Rules::load(id, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let mut missing = shown::wanted(&rules);
        missing.retain(|name| !seen.contains_key(name));
        assert!(missing.is_empty(), "{id} never showed {missing:?}");
    }
}

#[test]
fn scirocco_moves_agree() {
    compare("scirocco");
}

#[test]
fn hashishin_moves_agree() {
    compare("hashishin");
}

#[test]
fn shatranj_moves_agree() {
    compare("shatranj");
}

#[test]
fn chess_moves_agree() {
    compare("chess");
}

#[test]
fn hopper_moves_agree() {
    compare(HOPPERS);
}

#[test]
fn moves_of_several_legs_agree() {
    compare(LIONS);
}

#[test]
fn extinct_pieces_and_compulsory_captures_agree() {
    compare(ANTICHESS);
    compare(EXTINCTION);
}

#[test]
fn moves_and_goals_agree() {
    compare(KING_OF_THE_HILL);
    compare(CORNERS);
    compare(BREAKTHROUGH);
    compare(ROWS);
}

#[test]
fn regions_and_facing_royals_agree() {
    compare(XIANGQI);
}

#[test]
fn counted_and_forbidden_checks_agree() {
    compare(THREE_CHECK);
    compare(RACING_KINGS);
    compare(MISERE);
}

#[test]
fn several_royals_in_check_agree() {
    compare(COREGAL);
    compare(KINGS);
}

#[test]
fn one_side_without_a_royal_agrees() {
    compare(HORDE);
}

#[test]
fn boards_with_holes_agree() {
    compare(HOLES);
}

#[test]
fn castling_from_every_array_agrees() {
    compare(CHESS960);
}

#[test]
fn explosions_agree() {
    compare(ATOMIC);
}

#[test]
fn typhoon_moves_agree() {
    compare("typhoon");
}

#[test]
fn rococo_moves_agree() {
    compare("rococo");
}

#[test]
fn at_least_twenty_thousand_positions_are_compared() {
    assert!(CASES.iter().map(|case| case.positions).sum::<usize>() >= 20_000);
}

/// Plays back and forth so that positions repeat, and compares what history forbids and decides.
#[test]
fn repetitions_agree() {
    // Pawns never come back.
    let cases = CASES.iter().filter(|case| case.rules != BREAKTHROUGH);
    for (number, case) in cases.enumerate() {
        let (game, reference) = load(case);
        let mut random = ChaCha8Rng::seed_from_u64(1_000 + number as u64);
        let mut repetitions = 0;
        for _ in 0..6 {
            repetitions += u32::from(shuffle(case, &game, &*reference, &mut random));
        }
        assert!(repetitions > 0, "{} never came to a repetition", case.rules);
    }
}

/// One game in which moves are mostly taken back; whether repetition mattered in it.
fn shuffle(case: &Case, rules: &Rules, reference: &dyn Reference, random: &mut ChaCha8Rng) -> bool {
    let array = *rules
        .spec()
        .array_numbers()
        .choose(random)
        .expect("there is an array");
    let mut game = rules.start(array).expect("the array exists");
    let (mut texts, mut played) = (vec![game.text()], Vec::<Move>::new());
    let mut mattered = false;
    for ply in 0..60 {
        let names: Vec<String> = (played.iter().zip(&texts))
            .map(|(&one, text)| {
                rules
                    .parse(text)
                    .expect("a position of the game")
                    .move_text(one)
            })
            .collect();
        let mut ours: Vec<_> = game
            .legal_moves()
            .iter()
            .map(|&one| game.move_text(one))
            .collect();
        ours.sort();
        let theirs = reference.moves_in_game(&texts, &names);
        let theirs: Vec<_> = theirs.into_iter().map(|(text, _)| text).collect();
        assert_eq!(ours, theirs, "{} {:?}: {names:?}", case.rules, case.options);
        let over = game.over().map(|(outcome, _)| outcome.text());
        assert_eq!(
            over,
            reference.over_in_game(&texts, &names),
            "{}: {names:?}",
            case.rules
        );
        let without_history = rules.parse(&game.text()).expect("a position of the game");
        mattered |= without_history.legal_moves().len() != ours.len();
        let back = (ply >= 4).then(|| played[played.len() - 2]);
        let wanted = back.and_then(|back| {
            let undone = |one: &&Move| (one.from, one.to) == (back.to, back.from);
            game.legal_moves().iter().find(undone)
        });
        let undo = wanted.filter(|_| random.random_bool(0.9)).copied();
        let Some(one) = undo.or_else(|| game.legal_moves().choose(random).copied()) else {
            break;
        };
        game.play_unchecked(one);
        played.push(one);
        texts.push(game.text());
    }
    mattered
}
