//! Boards as text.

use std::fmt::Write as _;
use tradewind_engine::board::Square;
use tradewind_engine::{Color, Game, Play};

/// The legend of empty edge squares.
pub const EDGE_SIGN: &str = "  : edge square, where only a capture may end";

/// A position as text, White at the bottom: symbols of pieces, `·` for an empty square, `:` for an
/// empty edge square, each passed through `shown`.
pub fn drawn(game: &Game, play: &Play, shown: impl Fn(Square, String) -> String) -> String {
    let board = game.geometry();
    let spec = game.spec();
    let width = spec
        .pieces
        .iter()
        .map(|piece| piece.text.len())
        .max()
        .unwrap_or(1)
        + 1;
    let (right, top) = (board.files() - 1, board.ranks() - 1);
    let mut drawn = String::new();
    for rank in (0..board.ranks()).rev() {
        let mut line = format!("{:>4} ", board.rank_name(rank));
        for file in 0..board.files() {
            let square = board.at(file, rank);
            let piece = square.and_then(|square| play.at(square));
            let rim = file == 0 || file == right || rank == 0 || rank == top;
            let text = match piece {
                Some((Color::White, piece)) => spec.piece(piece).text.clone(),
                Some((Color::Black, piece)) => spec.piece(piece).text.to_lowercase(),
                None if spec.edge && rim => ":".to_string(),
                None => "·".to_string(),
            };
            let gap = width - text.chars().count();
            line += &match square {
                Some(square) => shown(square, text),
                None => text,
            };
            line += &" ".repeat(gap);
        }
        let _ = writeln!(drawn, "{}", line.trim_end());
    }
    let names: String = (0..board.files())
        .map(|file| format!("{:<width$}", board.file_name(file)))
        .collect();
    let _ = writeln!(drawn, "     {}", names.trim_end());
    drawn
}
