//! Rule sets with all their options, and random positions of them.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::{Game, Rules, rules};

/// Every rule set that comes with the program, and each again with every other value of each of
/// its options.
pub fn every_game() -> Vec<Rules> {
    rules::built_in()
        .iter()
        .flat_map(|id| with_options(id))
        .collect()
}

/// One rule set, and again with every other value of each of its options.
pub fn with_options(id: &str) -> Vec<Rules> {
    let rules = load(id, &[]);
    let settings: Vec<_> = (rules.spec().options.iter())
        .flat_map(|option| {
            let values = option
                .values
                .iter()
                .filter(|value| **value != option.default);
            values.map(|value| (option.name.clone(), value.clone()))
        })
        .collect();
    let changed = settings.into_iter().map(|setting| load(id, &[setting]));
    std::iter::once(rules.clone()).chain(changed).collect()
}

/// A rule set with some options set.
pub fn load(id: &str, settings: &[(String, String)]) -> Rules {
    Rules::load(id, settings).unwrap_or_else(|fault| panic!("{id} {settings:?}: {fault}"))
}

/// The name of a rule set in a failed assertion.
pub fn name(rules: &Rules) -> String {
    format!("{} {:?}", rules.spec().id, rules.spec().chosen_options())
}

/// Calls `look` with the positions of random games: a third begin with an array, the others with
/// pieces of any kind on any squares. The games are the same in every run.
pub fn visit(rules: &Rules, positions: usize, mut look: impl FnMut(&Game)) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let arrays = rules.spec().array_numbers();
    let mut left = positions;
    while left > 0 {
        let array = random.random_bool(1.0 / 3.0);
        let (mut game, length) = if array {
            let number = *arrays.choose(&mut random).expect("there is an array");
            (rules.start(number).expect("the array exists"), 80)
        } else {
            (sprinkled(rules, &mut random), 8)
        };
        for _ in 0..length {
            look(&game);
            left = left.saturating_sub(1);
            let Some(&one) = game.legal_moves().choose(&mut random).filter(|_| left > 0) else {
                break;
            };
            game.play_unchecked(one);
        }
    }
}

/// Pieces of any kind on any squares, a royal for each side, either side to move.
fn sprinkled(rules: &Rules, random: &mut ChaCha8Rng) -> Game {
    let spec = rules.spec();
    let (royals, others): (Vec<_>, Vec<_>) = spec.pieces.iter().partition(|piece| piece.royal);
    loop {
        let mut tokens = vec![".".to_string(); rules.geometry().squares()];
        for black in [false, true] {
            let mut pieces = vec![*royals.choose(random).expect("a royal")];
            for _ in 0..random.random_range(1..12) {
                pieces.push(*others.choose(random).expect("a piece"));
            }
            for piece in pieces {
                let at = loop {
                    let at = random.random_range(0..tokens.len());
                    if tokens[at] == "." {
                        break at;
                    }
                };
                tokens[at] = if black {
                    piece.text.to_lowercase()
                } else {
                    piece.text.clone()
                };
            }
        }
        let side = ["w", "b"].choose(random).expect("a side");
        let text = format!("{} {side} - 0", board_text(&tokens, spec.files.len()));
        if let Ok(game) = rules.parse(&text) {
            return game;
        }
    }
}

/// The board of a position text, from a token a square (`.` for an empty one), top rank first.
pub fn board_text(tokens: &[String], files: usize) -> String {
    let rank = |rank: &[String]| {
        let runs = rank.chunk_by(|a, b| a == "." && b == ".");
        let words = runs.map(|run| match run[0].as_str() {
            "." => run.len().to_string(),
            piece => piece.to_string(),
        });
        words.collect::<Vec<_>>().join(",")
    };
    let ranks: Vec<String> = tokens.chunks(files).map(rank).collect();
    ranks.join("/")
}

/// The tokens of a board, as [`board_text`] takes them.
pub fn tokens(board: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for word in board.split(['/', ',']) {
        match word.parse::<usize>() {
            Ok(run) => tokens.extend(vec![".".to_string(); run]),
            Err(_) => tokens.push(word.to_string()),
        }
    }
    tokens
}
