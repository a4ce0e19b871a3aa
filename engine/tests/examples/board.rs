//! Drawn boards, and what may be asked of them.
//!
//! A line of a drawing is a rank: its number, then one token a square, `.` for an empty one and
//! pieces as position texts write them (`De` is White's, `de` Black's). Ranks that are not drawn
//! are empty, and a line that does not begin with a number, such as `a b c`, is for the reader.
//!
//! [`shows_moves`] reads three marks more: `(N)` is the piece in question, `*` an empty square that
//! it may go to, and `p!` an enemy that it may capture by replacement.

use tradewind_engine::{Game, Play};

/// A rule set by its id, with options set: `chess no_castling=true`.
pub fn game(rules: &str) -> Game {
    let mut words = rules.split(' ');
    let id = words.next().unwrap_or_default();
    let settings: Vec<_> = words
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    Game::load(id, &settings).unwrap_or_else(|fault| panic!("{rules}: {fault}"))
}

/// A game that begins with a drawn board. `to_move` is the side, with the state after it where
/// there is one: `w`, or `b castle=KQ;ep=e3`.
pub fn board(rules: &str, to_move: &str, drawing: &str) -> Play {
    let game = game(rules);
    let text = position_text(&game, to_move, &unmarked(drawing));
    game.parse(&text)
        .unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// A game that begins with an array.
pub fn array(rules: &str, number: u32) -> Play {
    let play = game(rules).start(number);
    play.unwrap_or_else(|| panic!("{rules} has no array {number}"))
}

/// Checks that the piece `(N)` of a drawing goes to the marked squares and to no others.
#[track_caller]
pub fn shows_moves(rules: &str, to_move: &str, drawing: &str) {
    let play = board(rules, to_move, drawing);
    let mut from = None;
    let mut marked = Vec::new();
    for (name, token) in squares(&game(rules), drawing) {
        if token.starts_with('(') {
            from = Some(name);
        } else if token == "*" || token.ends_with('!') {
            marked.push(name);
        }
    }
    let from = from.expect("a piece in parentheses");
    marked.sort();
    assert_eq!(
        destinations(&play, &from),
        marked,
        "the squares that {from} reaches{drawing}"
    );
}

/// The squares that the piece on a square goes to, sorted; captures without moving go nowhere.
pub fn destinations(play: &Play, from: &str) -> Vec<String> {
    let mut squares: Vec<String> = (moves(play, from).iter())
        .map(|text| first_square(&text[from.len()..]).to_string())
        .filter(|to| to != from)
        .collect();
    squares.sort();
    squares.dedup();
    squares
}

/// The texts of all legal moves of the piece on a square, sorted.
pub fn moves(play: &Play, from: &str) -> Vec<String> {
    let mut texts = all_moves(play);
    texts.retain(|text| first_square(text) == from);
    texts
}

/// The texts of all legal moves, sorted.
pub fn all_moves(play: &Play) -> Vec<String> {
    let mut texts: Vec<String> = (play.legal_moves().iter())
        .map(|&one| play.move_text(one))
        .collect();
    texts.sort();
    texts
}

/// Whether a move is legal.
pub fn allows(play: &Play, text: &str) -> bool {
    play.find(text).is_some()
}

/// Plays moves one after the other, both sides'.
#[track_caller]
pub fn play(play: &mut Play, texts: &[&str]) {
    for text in texts {
        let Some(one) = play.find(text) else {
            panic!(
                "{text} is not legal in {}: {:?}",
                play.text(),
                all_moves(play)
            );
        };
        play.play(one);
    }
}

/// The same game after some moves.
#[track_caller]
pub fn after(start: &Play, texts: &[&str]) -> Play {
    let mut next = start.clone();
    play(&mut next, texts);
    next
}

/// How a game is over: who has won (`w`, `b` or `draw`) and by what.
pub fn over(play: &Play) -> Option<(&'static str, &'static str)> {
    let (outcome, ending) = play.over()?;
    Some((outcome.text(), ending.name()))
}

/// What stands on a square, as position texts write it; empty when nothing does.
pub fn at(game: &Game, play: &Play, square: &str) -> String {
    let square = game.geometry().parse(square).expect("a square");
    let Some((color, piece)) = play.at(square) else {
        return String::new();
    };
    let text = &game.spec().piece(piece).text;
    match color {
        tradewind_engine::Color::White => text.clone(),
        tradewind_engine::Color::Black => text.to_lowercase(),
    }
}

/// The rows of an array, top rank first, `-` for an empty square.
pub fn rows(rules: &Game, number: u32) -> Vec<String> {
    let play = rules.start(number).expect("the array exists");
    let spec = rules.spec();
    let row = |rank: u8| {
        let square = |file: &char| match at(rules, &play, &format!("{file}{rank}")) {
            empty if empty.is_empty() => "-".to_string(),
            piece => piece,
        };
        spec.files.iter().map(square).collect::<Vec<_>>().join(" ")
    };
    let ranks = spec.first_rank..spec.first_rank + spec.ranks;
    ranks.rev().map(row).collect()
}

/// The name of the square that a text starts with.
fn first_square(text: &str) -> &str {
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    &text[..1 + digits]
}

/// The squares of the ranks that a drawing shows, each with its token.
fn squares(game: &Game, drawing: &str) -> Vec<(String, String)> {
    let files = &game.spec().files;
    let mut squares = Vec::new();
    for (rank, tokens) in ranks(drawing) {
        assert_eq!(tokens.len(), files.len(), "rank {rank} of{drawing}");
        for (file, token) in files.iter().zip(tokens) {
            squares.push((format!("{file}{rank}"), token.to_string()));
        }
    }
    squares
}

/// The ranks that a drawing shows, by number.
fn ranks(drawing: &str) -> impl Iterator<Item = (i32, Vec<&str>)> {
    drawing.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let rank = words.next()?.parse().ok()?;
        Some((rank, words.collect()))
    })
}

/// A drawing without the marks of [`shows_moves`].
fn unmarked(drawing: &str) -> String {
    drawing.replace(['(', ')', '!'], " ").replace('*', ".")
}

fn position_text(game: &Game, to_move: &str, drawing: &str) -> String {
    let spec = game.spec();
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
