//! Invariants of positions, errors and texts.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::Fault;
use tradewind_engine::search::{Limits, Searcher};
use tradewind_engine::{Game, Move, Rules};

/// The maximum number of moves that are checked one by one in a position.
const MAX_CHECKED: usize = 40;
/// About the maximum number of moves that are listed behind them: where every move builds a wall there are thousands.
const MAX_LISTED: usize = 20_000;

/// A random generator seeded by an input.
pub fn random_of(data: &[u8]) -> ChaCha8Rng {
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    ChaCha8Rng::seed_from_u64(hasher.finish())
}

/// The start and the moves of a game, printed at a panic.
struct GameTrace(Vec<String>);

impl Drop for GameTrace {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in the game {}", self.0.join(" "));
        }
    }
}

/// Checks the positions of a random game.
pub fn game(rules: &Rules, mut game: Game, plies: usize, random: &mut ChaCha8Rng) {
    let mut trace = GameTrace(vec![game.text(), "moves".to_string()]);
    for _ in 0..plies {
        position(rules, &game);
        let Some(&one) = game.legal_moves().choose(random) else {
            break;
        };
        trace.0.push(game.move_text(one));
        game.play_unchecked(one);
    }
    position(rules, &game);
}

/// Checks that a position and its moves have unique texts that read back, that perft agrees with the list of moves, and that
/// the next positions are consistent.
pub fn position(rules: &Rules, game: &Game) {
    let text = game.text();
    plain(&text, "");
    assert!(game.is_consistent(), "{text} is not consistent");
    let fresh = parsed(rules, &text);
    assert_eq!(fresh.text(), text);
    assert_eq!(fresh.key(), game.key(), "{text}");
    assert_eq!(fresh.outcome(), game.outcome(), "{text}");
    let legal = game.legal_moves();
    assert_eq!(legal.is_empty(), game.over().is_some(), "{text}");
    let replay = rules.replay_from(&text).expect("it was parsed");
    let mut moves: HashSet<Move> = HashSet::new();
    let mut texts = HashSet::new();
    let checked = (MAX_LISTED / legal.len().max(1)).clamp(1, MAX_CHECKED);
    let stride = legal.len() / checked + 1;
    for (at, &one) in legal.iter().enumerate() {
        let said = game.move_text(one);
        plain(&said, "");
        assert!(moves.insert(one), "{text}: {said} is there twice");
        assert_eq!(replay.read(&said), Ok(one), "{text}: {said}");
        assert!(texts.insert(said.clone()), "{text}: {said} is two moves");
        if at % stride == 0 {
            let mut next = game.clone();
            next.play_unchecked(one);
            assert!(next.is_consistent(), "{text}: after {said}");
        }
    }
    let listed = fresh.divide(1);
    assert_eq!(fresh.perft(1), listed.len() as u64, "{text}: perft 1");
    if fresh.over().is_none() {
        assert_eq!(fresh.legal_moves().len(), listed.len(), "{text}");
    }
    if listed.len() <= MAX_CHECKED {
        let answers = listed.iter().map(|&(one, _)| {
            let mut next = fresh.clone();
            next.play_unchecked(one);
            // Repetition, move counts and dead positions do not end a sequence.
            parsed(rules, &next.text()).divide(1).len() as u64
        });
        assert_eq!(fresh.perft(2), answers.sum::<u64>(), "{text}: perft 2");
    }
}

/// Parses a position that was written.
fn parsed(rules: &Rules, text: &str) -> Game {
    let read = rules.parse(text);
    read.unwrap_or_else(|fault| panic!("{text} does not read back: {fault}"))
}

/// Checks that a short search finds a legal move if there is one.
pub fn search(rules: &Rules, weights: &Weights, game: &Game, nodes: u64) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(rules, weights, 0.05);
    let best = searcher.search(game, &limits, |_| {}).best_move();
    match best {
        Some(best) => assert!(
            game.legal_moves().contains(&best),
            "{}: {} is not legal",
            game.text(),
            game.move_text(best)
        ),
        None => assert!(game.legal_moves().is_empty(), "{}: no move", game.text()),
    }
}

/// Checks that errors have messages and valid places.
pub fn faults(faults: &[Fault]) {
    assert!(!faults.is_empty(), "refused without a reason");
    for fault in faults {
        plain(&fault.to_string(), "\n\t");
        assert!(!fault.message.is_empty(), "{fault}");
        assert!(fault.line >= 1 && fault.width >= 1, "{fault}");
        let width = fault.source.chars().count();
        assert!(
            fault.indent <= width && fault.indent < fault.column,
            "{fault}"
        );
    }
}

/// Checks that a text is not empty and has no control characters but the allowed ones.
pub fn plain(text: &str, allowed: &str) {
    let hidden = |letter: char| letter.is_control() && !allowed.contains(letter);
    assert!(!text.is_empty() && !text.contains(hidden), "{text:?}");
}
