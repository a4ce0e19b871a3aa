//! The position that the other program speaks of, and how it is shown.

use crate::board;
use std::fmt::Write as _;
use tradewind_engine::notation::{self, Notation, quote};
use tradewind_engine::{Color, Ending, Game, Outcome, Play};

/// Reads the words behind `position`: the position after the moves up to the first that cannot be played, and what is wrong with that
/// one. Draws that must be claimed are the other program's to claim.
pub fn read(
    game: &Game,
    notation: Notation,
    words: &[String],
) -> Result<(Play, Option<String>), String> {
    let end = words.iter().position(|word| word == "moves");
    let (place, moves) = words.split_at(end.unwrap_or(words.len()));
    let mut play = begin(game, place)?;
    for (number, text) in (1..).zip(moves.iter().skip(1)) {
        let Some(found) = notation.find(game, &play, text) else {
            let text = quote(text);
            let fault = match play.over() {
                Some(over) => format!("move {number}, {text}, cannot be played: {}", explain(over)),
                None => format!("move {number}, {text}, is not legal there"),
            };
            return Ok((play, Some(fault)));
        };
        play.play_unchecked(found);
    }
    Ok((play, None))
}

fn begin(game: &Game, place: &[String]) -> Result<Play, String> {
    let place: Vec<&str> = place.iter().map(String::as_str).collect();
    match place.as_slice() {
        ["startpos"] => start(game),
        ["array", number] => {
            let known = (number.parse().ok()).and_then(|number| game.start(number));
            let known = known.map(Play::leaving_claims);
            known.ok_or_else(|| format!("there is no array {}", quote(number)))
        }
        ["fen", fields @ ..] => {
            notation::position(game, &fields.join(" ")).map(Play::leaving_claims)
        }
        _ => Err(
            "write `position startpos`, `position array N` or `position fen TEXT`, \
                  then `moves` and the moves"
                .to_string(),
        ),
    }
}

/// The first array, in a game of which another program says who claims a draw.
pub fn start(game: &Game) -> Result<Play, String> {
    let first = game.spec().array_numbers().first().copied().unwrap_or(0);
    let play = game.start(first).map(Play::leaving_claims);
    play.ok_or_else(|| "the rule set has no array to start from".to_string())
}

/// How a game is over.
pub fn explain((outcome, ending): (Outcome, Ending)) -> String {
    let who = match outcome {
        Outcome::Win(Color::White) => "White has won",
        Outcome::Win(Color::Black) => "Black has won",
        Outcome::Draw => "a draw",
    };
    format!("the game is over: {who} ({})", ending.name())
}

/// A drawing of the board, then a line each for the position text, the standard FEN if there is
/// one, the legal moves, and the result: `*` while the game goes on, else `w`, `b` or `draw` and
/// what ended it.
pub fn show(game: &Game, notation: Notation, play: &Play) -> String {
    let text = play.text();
    let mut shown = board::drawn(game, play, |_, text| text);
    let _ = writeln!(shown, "text: {text}");
    let fen = notation::text(game, play);
    if fen != text {
        let _ = writeln!(shown, "fen: {fen}");
    }
    let moves = play.legal_moves().iter();
    let mut moves: Vec<String> = moves.map(|&one| notation.write(game, play, one)).collect();
    moves.sort();
    let _ = writeln!(shown, "moves: {}", moves.join(" "));
    let _ = match play.over() {
        None => write!(shown, "result: *"),
        Some((outcome, ending)) => {
            write!(shown, "result: {} {}", outcome.text(), ending.name())
        }
    };
    shown
}
