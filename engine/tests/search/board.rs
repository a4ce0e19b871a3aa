//! Drawn boards, and games that begin with them.
//!
//! A line of a drawing is a rank: its number, then one token a square, `.` for an empty one and
//! pieces as position texts write them (`De` is White's, `de` Black's). Ranks that are not drawn
//! are empty, and a line that does not begin with a number, such as `a b c`, is for the reader.

use tradewind_engine::{Game, Rules};

/// A rule set by its id, with options set: `chess no_castling=true`.
pub fn load(rules: &str) -> Rules {
    let mut words = rules.split(' ');
    let id = words.next().unwrap_or_default();
    let settings: Vec<_> = words
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    Rules::load(id, &settings).unwrap_or_else(|fault| panic!("{rules}: {fault}"))
}

/// A game that begins with a drawn board. `to_move` is the side, with the state after it where
/// there is one: `w`, or `b castle=KQ;ep=e3`.
pub fn board(rules: &str, to_move: &str, drawing: &str) -> Game {
    let rules = load(rules);
    let text = position_text(&rules, to_move, drawing);
    rules
        .parse(&text)
        .unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The texts of all legal moves, sorted.
fn all_moves(game: &Game) -> Vec<String> {
    let mut texts: Vec<String> = (game.legal_moves().iter())
        .map(|&one| game.move_text(one))
        .collect();
    texts.sort();
    texts
}

/// Whether a move is legal.
pub fn allows(game: &Game, text: &str) -> bool {
    game.find(text).is_some()
}

/// Plays moves one after the other, both sides'.
#[track_caller]
fn play(game: &mut Game, texts: &[&str]) {
    for text in texts {
        let Some(one) = game.find(text) else {
            panic!(
                "{text} is not legal in {}: {:?}",
                game.text(),
                all_moves(game)
            );
        };
        game.play_unchecked(one);
    }
}

/// The same game after some moves.
#[track_caller]
pub fn after(start: &Game, texts: &[&str]) -> Game {
    let mut next = start.clone();
    play(&mut next, texts);
    next
}

/// The result of a game (`w`, `b` or `draw`) and its termination.
pub fn over(game: &Game) -> Option<(&'static str, &'static str)> {
    let (outcome, ending) = game.over()?;
    Some((outcome.text(), ending.name()))
}

/// The ranks that a drawing shows, by number.
fn ranks(drawing: &str) -> impl Iterator<Item = (i32, Vec<&str>)> {
    drawing.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let rank = words.next()?.parse().ok()?;
        Some((rank, words.collect()))
    })
}

fn position_text(rules: &Rules, to_move: &str, drawing: &str) -> String {
    let spec = rules.spec();
    let (first, last) = (
        i32::from(spec.first_rank),
        i32::from(spec.first_rank) + i32::from(spec.ranks) - 1,
    );
    let drawn: std::collections::BTreeMap<i32, Vec<&str>> = ranks(drawing).collect();
    assert!(
        drawn.keys().all(|rank| (first..=last).contains(rank)),
        "ranks{drawing}"
    );
    let rank_text = |rank: i32| match drawn.get(&rank) {
        None => spec.files.len().to_string(),
        Some(tokens) => (tokens.chunk_by(|a, b| *a == "." && *b == "."))
            .map(|run| match run {
                [".", ..] => run.len().to_string(),
                _ => run.concat(),
            })
            .collect::<Vec<_>>()
            .join(","),
    };
    let rows: Vec<String> = (first..=last).rev().map(rank_text).collect();
    let (side, state) = to_move.split_once(' ').unwrap_or((to_move, "-"));
    format!("{} {side} {state} 0", rows.join("/"))
}
