//! A network's values of the pieces of a position, as text.

use tradewind_engine::search::Searcher;
use tradewind_engine::{Color, Game, Play};

/// A line for each side, the most valuable piece first; none if the evaluation has no network.
pub fn piece_lines(game: &Game, searcher: &Searcher, play: &Play) -> Vec<String> {
    let mut all = searcher.piece_worth(play);
    all.sort_by_key(|one| std::cmp::Reverse(one.centipawns));
    let (spec, board) = (game.spec(), game.geometry());
    let line = |color: Color, name: &str| {
        let own = all.iter().filter(|one| one.color == color).map(|one| {
            let piece = &spec.piece(one.piece).text;
            let pawns = f64::from(one.centipawns) / 100.0;
            format!("{piece} {} {pawns:.2}", board.name(one.square))
        });
        let own: Vec<String> = own.collect();
        (!own.is_empty()).then(|| format!("worth of {name}'s pieces, in pawns: {}", own.join(", ")))
    };
    let sides = [(Color::White, "White"), (Color::Black, "Black")];
    sides
        .into_iter()
        .filter_map(|(color, name)| line(color, name))
        .collect()
}
