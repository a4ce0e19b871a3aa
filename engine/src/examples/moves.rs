//! Texts of moves: which a position has, and whether a text could be one.

use crate::game::{Game, Play};

/// The texts of the legal moves, sorted; of the piece on one square only, where one is given.
pub(super) fn texts(game: &Game, play: &Play, from: Option<&str>) -> Vec<String> {
    let moves = play.moves_on_board().into_iter();
    let mut texts: Vec<String> = moves.map(|one| play.move_text(one)).collect();
    if let Some(from) = from {
        let square = game.geometry().parse(from);
        texts.retain(|text| square.is_some() && parts(game, text).map(|found| found.0) == square);
    }
    texts.sort();
    texts
}

/// The texts that stand more than once in a sorted list.
pub(super) fn repeated(texts: &[String]) -> Vec<&str> {
    let runs = texts.chunk_by(|a, b| a == b).filter(|run| run.len() > 1);
    runs.map(|run| run[0].as_str()).collect()
}

/// The squares that moves go to, sorted; captures without moving go nowhere.
pub(super) fn destinations(game: &Game, texts: &[String]) -> Vec<String> {
    let geometry = game.geometry();
    let parts = texts.iter().filter_map(|text| parts(game, text));
    let mut squares: Vec<String> = parts
        .filter(|(from, to, _)| from != to)
        .map(|(_, to, _)| geometry.name(to).to_string())
        .collect();
    squares.sort();
    squares.dedup();
    squares
}

/// What follows the two squares of a move's text.
pub(super) fn tail<'t>(game: &Game, text: &'t str) -> &'t str {
    parts(game, text).map_or("", |(_, _, tail)| tail)
}

/// Checks that a text has the form of a move, so that no mistyped move passes for an illegal one.
///
/// # Errors
/// What would be right.
pub(super) fn check_form(game: &Game, text: &str) -> Result<(), String> {
    if text == "pass" {
        return Ok(());
    }
    let is_move = parts(game, text).is_some_and(|(_, _, tail)| is_tail(game, tail));
    if is_move {
        Ok(())
    } else {
        Err(format!(
            "`{text}` is no move's text: write two squares of the board and what follows them, such as \
             a2a3, c3e5xd4, a7a8=Q, d4d7<> or f6f6~f7, or write pass"
        ))
    }
}

/// Checks that a text is the name of a square.
///
/// # Errors
/// It is none.
pub(super) fn check_square(game: &Game, name: &str) -> Result<(), String> {
    match game.geometry().parse(name) {
        Some(_) => Ok(()),
        None => Err(format!("the board has no square `{name}`")),
    }
}

type MoveParts<'t> = (crate::board::Square, crate::board::Square, &'t str);

fn parts<'t>(game: &Game, text: &'t str) -> Option<MoveParts<'t>> {
    let (from, rest) = game.geometry().read(text)?;
    let (to, tail) = game.geometry().read(rest)?;
    Some((from, to, tail))
}

fn is_tail(game: &Game, mut tail: &str) -> bool {
    while !tail.is_empty() {
        let rest = if let Some(rest) = tail.strip_prefix(['x', '~']) {
            game.geometry().read(rest).map(|(_, rest)| rest)
        } else if let Some(piece) = tail.strip_prefix('=') {
            let known = game.spec().pieces.iter().any(|known| known.text == piece);
            known.then_some("")
        } else {
            tail.strip_prefix("<>")
        };
        match rest {
            Some(rest) => tail = rest,
            None => return false,
        }
    }
    true
}
