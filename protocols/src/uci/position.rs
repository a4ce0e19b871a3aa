//! Arguments of `position`, and the output of `d`.

use crate::draw_board;
use crate::history::first_array;
use std::fmt::Write as _;
use tradewind_engine::notation::{self, Notation, quote};
use tradewind_engine::{Color, Ending, Game, Outcome, Rules};

/// Sets up a position and plays the moves up to the first that is not legal. Also returns the error about that move.
/// Draws must be claimed by the other program.
pub fn set_up(
    rules: &Rules,
    notation: Notation,
    arguments: &[String],
) -> Result<(Game, Option<String>), String> {
    let end = arguments.iter().position(|word| word == "moves");
    let (start, moves) = arguments.split_at(end.unwrap_or(arguments.len()));
    let mut game = start_position(rules, start)?;
    for (number, text) in (1..).zip(moves.iter().skip(1)) {
        let Some(mv) = notation.find(rules, &game, text) else {
            let text = quote(text);
            let error = match game.over() {
                Some(over) => {
                    format!("move {number}, {text}, cannot be played: {}", explain(over))
                }
                None => format!("move {number}, {text}, is not legal"),
            };
            return Ok((game, Some(error)));
        };
        game.play_unchecked(mv);
    }
    Ok((game, None))
}

fn start_position(rules: &Rules, arguments: &[String]) -> Result<Game, String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["startpos"] => first_array(rules),
        ["array", number] => {
            let game = (number.parse().ok()).and_then(|number| rules.start(number));
            let game = game.map(Game::leaving_claims);
            game.ok_or_else(|| format!("there is no array {}", quote(number)))
        }
        ["fen", fields @ ..] => {
            notation::position(rules, &fields.join(" ")).map(Game::leaving_claims)
        }
        _ => Err(
            "write `position startpos`, `position array N` or `position fen FEN`, \
             then `moves` and the moves"
                .to_string(),
        ),
    }
}

/// Describes the result of a game.
pub fn explain((outcome, ending): (Outcome, Ending)) -> String {
    let result = match outcome {
        Outcome::Win(Color::White) => "White has won",
        Outcome::Win(Color::Black) => "Black has won",
        Outcome::Draw => "a draw",
    };
    format!("the game is over: {result} ({})", ending.name())
}

/// The drawn board, then one line each for the position in this program's notation, its standard FEN if there is
/// one, the legal moves, and the result: `*` for a game in progress, else `w`, `b` or `draw` and the termination.
pub fn show(rules: &Rules, notation: Notation, game: &Game) -> String {
    let text = game.text();
    let mut shown = draw_board(rules, game, |_, text| text);
    let _ = writeln!(shown, "text: {text}");
    let fen = notation::text(rules, game);
    if fen != text {
        let _ = writeln!(shown, "fen: {fen}");
    }
    let moves = game.legal_moves().iter();
    let mut moves: Vec<String> = moves.map(|&mv| notation.write(rules, game, mv)).collect();
    moves.sort();
    let _ = writeln!(shown, "moves: {}", moves.join(" "));
    let _ = match game.over() {
        None => write!(shown, "result: *"),
        Some((outcome, ending)) => write!(shown, "result: {} {}", outcome.text(), ending.name()),
    };
    shown
}
