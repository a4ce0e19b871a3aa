//! Comparing the drawings of a piece and the words beside them.

use tradewind_engine::Game;
use tradewind_engine::rules::PieceSpec;
use tradewind_engine::tables::diagram;

pub fn game(rules: &str) -> Game {
    Game::load(rules, &[]).unwrap_or_else(|fault| panic!("{rules}: {fault}"))
}

pub fn named<'g>(game: &'g Game, name: &str) -> &'g PieceSpec {
    let mut pieces = game.spec().pieces.iter();
    pieces
        .find(|piece| piece.name == name)
        .unwrap_or_else(|| panic!("there is no {name}"))
}

/// Compares the drawings of a piece, one below the other under their titles, and the signs that
/// their legends explain.
#[track_caller]
pub fn drawn(rules: &str, name: &str, expected: &str, signs: &str) {
    let game = game(rules);
    let piece = game.spec().find(&named(&game, name).text);
    let drawings = diagram(game.spec(), piece.expect("every piece has a text"));
    let mut lines = Vec::new();
    let mut legend: Vec<&str> = Vec::new();
    for drawing in &drawings {
        lines.push(drawing.title.as_str());
        lines.extend(drawing.rows.iter().map(|row| row.trim_end()));
        let widths = drawing.rows.iter().map(|row| row.chars().count());
        assert_eq!(
            widths.min(),
            drawing.rows.iter().map(|row| row.chars().count()).max()
        );
        legend.extend(&drawing.legend);
    }
    let expected: Vec<&str> = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let shown = lines.join("\n");
    assert_eq!(lines, expected, "\n{shown}");
    let mut explained = String::new();
    for sign in legend.iter().filter_map(|line| line.chars().next()) {
        if !explained.contains(sign) {
            explained.push(sign);
        }
    }
    assert_eq!(explained, signs, "{legend:?}");
}

/// Compares what is said of the powers of a piece.
#[track_caller]
pub fn said(rules: &str, name: &str, expected: &[&str]) {
    let game = game(rules);
    let powers = &named(&game, name).powers;
    let texts: Vec<_> = powers
        .iter()
        .map(|power| game.spec().power_text(power))
        .collect();
    assert_eq!(texts, expected);
}
