//! What must hold in every position, after every refusal and in every text that is shown.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Searcher};
use tradewind_engine::input::Fault;
use tradewind_engine::{Game, Move, Play};

/// The most moves that are made one by one in a position.
const FEW: usize = 40;

/// Chance that follows from an input.
pub fn chance(data: &[u8]) -> ChaCha8Rng {
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    ChaCha8Rng::seed_from_u64(hasher.finish())
}

/// The moves of a game, told when something does not hold.
struct Course(Vec<String>);

impl Drop for Course {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in the game {}", self.0.join(" "));
        }
    }
}

/// Looks at a position of a game and at some that follow it.
pub fn game(game: &Game, mut play: Play, plies: usize, random: &mut ChaCha8Rng) {
    let mut course = Course(vec![play.text(), "moves".to_string()]);
    for _ in 0..plies {
        position(game, &play);
        let Some(&one) = play.legal_moves().choose(random) else {
            break;
        };
        course.0.push(play.move_text(one));
        play.play(one);
    }
    position(game, &play);
}

/// Position and moves have one text each, moves are counted as they are listed, and all parts of what
/// follows agree.
pub fn position(game: &Game, play: &Play) {
    let text = play.text();
    plain(&text, "");
    assert!(play.is_consistent(), "{text} is not consistent");
    let fresh = parsed(game, &text);
    assert_eq!(fresh.text(), text);
    assert_eq!(fresh.key(), play.key(), "{text}");
    assert_eq!(fresh.outcome(), play.outcome(), "{text}");
    let legal = play.legal_moves();
    assert_eq!(legal.is_empty(), play.over().is_some(), "{text}");
    let replay = game.replay_from(&text).expect("it was parsed");
    let mut moves: HashSet<Move> = HashSet::new();
    let mut texts = HashSet::new();
    let stride = legal.len() / FEW + 1;
    for (at, &one) in legal.iter().enumerate() {
        let said = play.move_text(one);
        plain(&said, "");
        assert!(moves.insert(one), "{text}: {said} is there twice");
        assert_eq!(replay.read(&said), Ok(one), "{text}: {said}");
        assert!(texts.insert(said.clone()), "{text}: {said} is two moves");
        if at % stride == 0 {
            let mut next = play.clone();
            next.play(one);
            assert!(next.is_consistent(), "{text}: after {said}");
        }
    }
    let listed = fresh.divide(1);
    assert_eq!(fresh.perft(1), listed.len() as u64, "{text}: perft 1");
    if fresh.over().is_none() {
        assert_eq!(fresh.legal_moves().len(), listed.len(), "{text}");
    }
    if listed.len() <= FEW {
        let answers = listed.iter().map(|&(one, _)| {
            let mut next = fresh.clone();
            next.play(one);
            // What repetition, move counts and material draw goes on here.
            parsed(game, &next.text()).divide(1).len() as u64
        });
        assert_eq!(fresh.perft(2), answers.sum::<u64>(), "{text}: perft 2");
    }
}

/// A position of a game reads back.
fn parsed(game: &Game, text: &str) -> Play {
    let read = game.parse(text);
    read.unwrap_or_else(|fault| panic!("{text} does not read back: {fault}"))
}

/// A short search finds a legal move where there is one.
pub fn search(game: &Game, weights: &Weights, play: &Play, nodes: u64) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(game, weights, 0.05);
    let best = searcher.search(play, &limits, |_| {}).best_move();
    match best {
        Some(best) => assert!(
            play.legal_moves().contains(&best),
            "{}: {} is not legal",
            play.text(),
            play.move_text(best)
        ),
        None => assert!(play.legal_moves().is_empty(), "{}: no move", play.text()),
    }
}

/// A refusal names places that are there.
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

/// A text says something and does nothing to a terminal.
pub fn plain(text: &str, allowed: &str) {
    let hidden = |letter: char| letter.is_control() && !allowed.contains(letter);
    assert!(!text.is_empty() && !text.contains(hidden), "{text:?}");
}
