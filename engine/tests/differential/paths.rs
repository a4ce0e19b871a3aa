//! Random words of several legs against the reference.

use crate::reference::board::Board;
use crate::reference::squares::{Geometry, Side, Square, at};
use crate::reference::xbetza;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::{Game, Rules};

const GEOMETRY: Geometry = Geometry {
    files: "abcdefghij",
    ranks: 9,
    lowest_rank: 1,
    holes: &[],
};
const WORDS: usize = 400;
const POSITIONS: usize = 12;

fn rule_file(words: &str) -> String {
    format!(
        "name = \"Paths\"\nboard = {{ files = \"abcdefghij\", ranks = 9 }}\n\
         [[piece]]\nname = \"King\"\ntext = \"K\"\nmoves = \"K\"\nroyal = true\n\
         [[piece]]\nname = \"Pawn\"\ntext = \"P\"\nmoves = \"fW\"\n\
         [[piece]]\nname = \"Walker\"\ntext = \"X\"\nmoves = \"mW\"\n\
         powers = [{{ power = \"legs\", moves = \"{words}\" }}]\n\
         [[array]]\nrows = [\"- X P - K - - - - -\"]\nblack = \"mirrored\"\n\
         [end]\nroyal = \"capture\"\nbare = \"nothing\"\nstalemate = \"draw\"\n"
    )
}

/// One word, chained or in brackets.
fn word(random: &mut impl RngExt) -> String {
    let mut pick = |texts: &[&'static str]| *texts.choose(random).expect("a text");
    let first = ["", "", "", "f", "b", "l", "r", "s", "v"];
    let turns = [
        "", "", "f", "b", "l", "r", "s", "v", "fs", "bs", "fr", "lb", "rv", "fbr", "z", "fq", "bz",
        "ib", "is",
    ];
    let ends = [
        "", "", "m", "c", "mc", "p", "mp", "g", "y", "cg", "d", "cd", "pt",
    ];
    let modes = ["", "", "m", "c", "d", "md", "cd"];
    let atoms = [
        "W", "F", "K", "D", "A", "N", "C", "R", "B", "Q", "W3", "NN", "H", "Z", "FX", "NY",
    ];
    let form = pick(&["chain", "chain", "brackets", "brackets", "ride", "repeated"]);
    if form == "ride" {
        // One leg: a ride that turns or goes around the board, or a capture of an own piece.
        let kind = pick(&["z", "q", "o", "d", "zo", "qd", "cd", "mdo", "oc"]);
        let atom = pick(&[
            "W", "F", "N", "B", "R", "Q3", "C", "D", "NN", "Z2", "WX", "DY",
        ]);
        return format!("{}{kind}{atom}", pick(&["", "", "f", "l", "v"]));
    }
    if form == "repeated" {
        let group = pick(&["(az)", "(afz)", "(afr)", "(aq)", "(alar)", "(af)", "(caf)"]);
        let last = pick(&["", "az", "aq", "maf", "cafs"]);
        return format!(
            "{}{group}{last}{}",
            pick(&["f", "s", "v", "r"]),
            pick(&["W", "F", "D"])
        );
    }
    if form == "chain" {
        let atom = pick(&atoms);
        let first = if "NCZ".contains(&atom[..1]) || atom.starts_with(['K', 'Q']) {
            ""
        } else {
            pick(&first)
        };
        let lame = if "DAN".contains(atom) {
            pick(&["", "", "n"])
        } else {
            ""
        };
        let around = pick(&["", "", "", "o"]);
        let mut text = format!("{first}{}{lame}{around}a{}", pick(&ends), pick(&turns));
        if pick(&["two", "two", "three"]) == "three" {
            text += &format!("{}a{}", pick(&ends), pick(&turns));
        }
        return format!("{text}{}{lame}{atom}", pick(&modes));
    }
    let mut text = format!(
        "{}{}[",
        pick(&["", "", "f", "r"]),
        pick(&["", "", "m", "c", "d", "md"])
    );
    text += pick(&["W", "F", "D", "A", "R", "B3"]);
    for _ in 0..pick(&["1", "1", "2"]).len() {
        text += &format!("{}{}{}", pick(&["-", "?"]), pick(&turns), pick(&atoms));
    }
    text + "]"
}

/// A board with one walker, two kings and pawns; and the walker's square.
fn random_board(random: &mut impl RngExt) -> (String, Square) {
    let mut squares: Vec<&str> = (0..90)
        .map(|_| match random.random_range(0..100) {
            0..15 => "P",
            15..32 => "p",
            _ => "1",
        })
        .collect();
    let places = rand::seq::index::sample(random, 90, 3).into_vec();
    for (&place, piece) in places.iter().zip(["X", "K", "k"]) {
        squares[place] = piece;
    }
    let rows: Vec<String> = squares.chunks(10).map(|row| row.join(",")).collect();
    let (rank, file) = (8 - places[0] / 10, places[0] % 10);
    (rows.join("/"), at(file as i32, rank as i32))
}

/// The moves of random pieces agree, and those of their mirror images for Black.
#[test]
fn random_paths_agree() {
    let mut random = ChaCha8Rng::seed_from_u64(59);
    let folder = tempfile::tempdir().expect("a folder");
    let mut refused = 0;
    for _ in 0..WORDS {
        let words = word(&mut random);
        let file = folder.path().join("paths.toml");
        std::fs::write(&file, rule_file(&words)).expect("a file");
        let rules = match Rules::load(file.to_str().expect("a path"), &[]) {
            Ok(rules) => rules,
            Err(fault) => {
                assert!(
                    fault.to_string().contains("ways over a board"),
                    "{words}: {fault}"
                );
                refused += 1;
                continue;
            }
        };
        for _ in 0..POSITIONS {
            let (mut text, square) = random_board(&mut random);
            let side = *[Side::White, Side::Black]
                .choose(&mut random)
                .expect("a side");
            if side == Side::Black {
                text = text.chars().map(swap_case).collect();
            }
            let board = Board::read(&text, GEOMETRY, &["K", "P", "X"]);
            let position = format!("{} {} - 0", board.write(), side.letter());
            let game = rules
                .parse(&position)
                .unwrap_or_else(|fault| panic!("{position}: {fault}"));
            let theirs = xbetza::moves(&board, side, square, &words);
            let steps =
                [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(file, rank)| square.offset(file, rank));
            let steps = steps.into_iter().filter(|&to| board.is_empty(to));
            let from = GEOMETRY.name(square);
            let steps = steps.map(|to| from.clone() + &GEOMETRY.name(to));
            let mut theirs: Vec<String> = theirs
                .iter()
                .map(|one| match one.to == one.from && one.removed.is_empty() {
                    true => "pass".to_string(),
                    false => one.write(&GEOMETRY),
                })
                .chain(steps)
                .collect();
            theirs.sort();
            theirs.dedup();
            let legal = game.legal_moves();
            let mut ours: Vec<String> = (legal.iter()).map(|&one| game.move_text(one)).collect();
            ours.retain(|one| one == "pass" || one.starts_with(&from));
            ours.sort();
            assert_eq!(ours, theirs, "{words}: {position}");
            assert_eq!(game.perft(1), legal.len() as u64, "{words}: {position}");
        }
    }
    assert!(
        refused < WORDS / 4,
        "{refused} of {WORDS} words are too long"
    );
}

/// Powers with tables of their own are names for words of XBetza: the game with the words has the same moves. (They stay
/// because they are faster: `docs/results/speed.md`.)
#[test]
fn powers_are_paths() {
    let replaced = ["Wa", "Za", "Zi", "Oc", "Sp", "Ge", "Ov", "Ty", "EE"];
    let mut random = ChaCha8Rng::seed_from_u64(60);
    let mut compared = 0;
    for id in ["scirocco-2009", "typhoon"] {
        let by_legs = Rules::load(&format!("tests/differential/{id}-by-legs.toml"), &[]);
        let by_legs = by_legs.unwrap_or_else(|fault| panic!("{fault}"));
        let rules = Rules::load(id, &[]).expect("a rule set");
        let is_there = |symbol: &&str| rules.spec().find(symbol).is_some();
        let symbols: Vec<&str> = replaced.into_iter().filter(is_there).collect();
        for _ in 0..60 {
            // Such pieces among others, in a random game.
            let mut game = rules.start(0).expect("an array");
            for _ in 0..random.random_range(0..30) {
                let moves = game.legal_moves().to_vec();
                let Some(&one) = moves.choose(&mut random) else {
                    break;
                };
                game.play_unchecked(one);
            }
            let text = game.text();
            let (board, rest) = text.split_once(' ').expect("a position");
            let mut replaced = |token: &str| {
                let is_royal = ["k", "em", "ee"].contains(&token.to_lowercase().as_str());
                let is_piece = token.starts_with(|letter: char| letter.is_ascii_alphabetic());
                if !is_piece || is_royal || random.random_bool(0.4) {
                    return token.to_string();
                }
                let other = symbols.choose(&mut random).expect("a symbol");
                match token.starts_with(|letter: char| letter.is_ascii_uppercase()) {
                    true => other.to_string(),
                    false => other.to_lowercase(),
                }
            };
            let rows = board.split('/').map(|row| {
                let tokens: Vec<String> = row.split(',').map(&mut replaced).collect();
                tokens.join(",")
            });
            let board: Vec<String> = rows.collect();
            let position = format!("{} {rest}", board.join("/"));
            let (Ok(one), Ok(other)) = (rules.parse(&position), by_legs.parse(&position)) else {
                continue;
            };
            let texts = |game: &Game| {
                let mut texts: Vec<String> = game
                    .legal_moves()
                    .iter()
                    .map(|&mv| game.move_text(mv))
                    .collect();
                texts.sort();
                texts
            };
            assert_eq!(texts(&other), texts(&one), "{position}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} positions");
}

fn swap_case(letter: char) -> char {
    if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}
