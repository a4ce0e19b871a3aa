//! A position as text for people.

use std::cmp::Reverse;
use std::fmt::Write as _;
use tradewind_engine::board::Square;
use tradewind_engine::search::Searcher;
use tradewind_engine::{Color, Game, Rules};

/// The legend of empty edge squares.
pub const EDGE_SIGN: &str = "  : edge square, where only a capture may end";

/// Draws a position with White at the bottom: pieces by their symbols, `·` for an empty square, `:` for an empty
/// edge square, nothing for a hole. `style` may decorate the text of a square.
pub fn draw_board(rules: &Rules, game: &Game, style: impl Fn(Square, String) -> String) -> String {
    let board = rules.geometry();
    let spec = rules.spec();
    let lengths = spec.pieces.iter().map(|piece| piece.text.len());
    let width = lengths.max().unwrap_or(1) + 1;
    let (right, top) = (board.files() - 1, board.ranks() - 1);
    let mut drawing = String::new();
    for rank in (0..board.ranks()).rev() {
        let mut line = format!("{:>4} ", board.rank_name(rank));
        for file in 0..board.files() {
            let square = board.at(file, rank);
            let rim = file == 0 || file == right || rank == 0 || rank == top;
            let text = match square.and_then(|square| game.at(square)) {
                Some((Color::White, piece)) => spec.piece(piece).text.clone(),
                Some((Color::Black, piece)) => spec.piece(piece).text.to_lowercase(),
                None if square.is_some_and(|square| board.is_hole(square)) => " ".to_string(),
                None if spec.edge && rim => ":".to_string(),
                None => "·".to_string(),
            };
            let gap = width - text.chars().count();
            line += &match square {
                Some(square) => style(square, text),
                None => text,
            };
            line += &" ".repeat(gap);
        }
        let _ = writeln!(drawing, "{}", line.trim_end());
    }
    let names: String = (0..board.files())
        .map(|file| format!("{:<width$}", board.file_name(file)))
        .collect();
    let _ = writeln!(drawing, "     {}", names.trim_end());
    drawing
}

/// The values of the pieces of a position by the network, one line per side, the most valuable piece first. Empty if the evaluation
/// has no network.
pub fn piece_values(rules: &Rules, searcher: &Searcher, game: &Game) -> Vec<String> {
    let mut all = searcher.piece_worth(game);
    all.sort_by_key(|one| Reverse(one.centipawns));
    let (spec, board) = (rules.spec(), rules.geometry());
    let mut lines = Vec::new();
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let own = all.iter().filter(|one| one.color == color);
        let own: Vec<String> = own
            .map(|one| {
                let piece = &spec.piece(one.piece).text;
                let pawns = f64::from(one.centipawns) / 100.0;
                format!("{piece} {} {pawns:.2}", board.name(one.square))
            })
            .collect();
        if !own.is_empty() {
            lines.push(format!(
                "value of {name}'s pieces, in pawns: {}",
                own.join(", ")
            ));
        }
    }
    lines
}
