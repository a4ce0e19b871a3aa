//! Drawings of the moves of pieces in HTML.

use crate::format::joined;
use std::fmt::Write;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::tables::{Diagram, diagram};
use tradewind_files::escape;

/// The side of a square.
const SQUARE: usize = 16;

/// Drawings of all pieces with a legend.
pub fn pieces(spec: &RuleSpec) -> String {
    drawings(spec, spec.piece_types())
}

/// Drawings of some pieces with a legend.
pub fn drawings(spec: &RuleSpec, pieces: impl Iterator<Item = PieceType>) -> String {
    let mut html = String::from("<div class=\"pieces\">\n");
    let mut signs: Vec<&'static str> = Vec::new();
    for piece in pieces {
        let drawn = diagram(spec, piece);
        for &sign in drawn.iter().flat_map(|one| &one.legend) {
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        }
        let piece = spec.piece(piece);
        let boards: String = drawn.iter().enumerate().map(board).collect();
        let promotion = piece.promotion.as_ref();
        let promotion = promotion.map(|one| format!("promotion: {}", spec.promotion_text(one)));
        let royal = piece.royal.then(|| "royal".to_string());
        let moves = piece.moves.as_ref().map(ToString::to_string);
        let powers = piece.powers.iter().map(|power| spec.power_text(power));
        let words = royal.into_iter().chain(moves);
        let words = joined(words.chain(powers).chain(promotion), "; ");
        // Writing to a string cannot fail.
        let _ = writeln!(
            html,
            "<div class=\"piece\"><h4>{} ({})</h4>{boards}<p>{}</p></div>",
            escape::html(&piece.name),
            escape::html(&piece.text),
            escape::html(&words.unwrap_or_default())
        );
    }
    let list: String = (signs.iter())
        .map(|sign| format!("<li>{}</li>\n", escape::html(sign)))
        .collect();
    format!("{html}</div>\n<ul class=\"signs\">\n{list}</ul>\n")
}

/// A drawing; those after the first have a title.
fn board((at, diagram): (usize, &Diagram)) -> String {
    match at {
        0 => svg(diagram),
        _ => format!("<p>{}</p>{}", escape::html(&diagram.title), svg(diagram)),
    }
}

/// Draws a diagram, which has two characters per square: the first is its sign; letters are the piece.
fn svg(diagram: &Diagram) -> String {
    let rows: Vec<Vec<char>> = diagram
        .rows
        .iter()
        .map(|row| row.chars().collect())
        .collect();
    let files = rows
        .iter()
        .map(|row| row.len().div_ceil(2))
        .max()
        .unwrap_or(0);
    let (width, height) = (files * SQUARE, rows.len() * SQUARE);
    let mut svg = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{}\">",
        escape::html(&diagram.title)
    );
    for (y, row) in rows.iter().enumerate() {
        for x in 0..files {
            let at = |place: usize| row.get(place).copied().unwrap_or(' ');
            let sign = at(2 * x);
            let is_piece = sign.is_alphabetic();
            let shade = if (x + y) % 2 == 0 {
                "--light"
            } else {
                "--tint"
            };
            let (left, top) = (x * SQUARE, y * SQUARE);
            let _ = write!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\" \
                 fill=\"var({shade})\" stroke=\"var(--line)\" stroke-width=\".5\"/>"
            );
            let text = if is_piece {
                // A symbol of three letters begins before its square.
                let first = if x > 0 && at(2 * x - 1).is_alphabetic() {
                    2 * x - 1
                } else {
                    2 * x
                };
                (first..2 * x + 2).map(at).collect::<String>()
            } else {
                sign.to_string()
            };
            let text = text.trim();
            if text.is_empty() || text == "·" {
                continue;
            }
            let (colour, size, weight) = match (is_piece, sign) {
                (true, _) => ("--ink", if text.len() > 2 { 8 } else { 10 }, 700),
                (_, '●' | '◆' | '◐' | '∩' | '▲' | '■') => ("--both", 13, 400),
                (_, '○' | '◇' | '△' | '□' | '◉') => ("--move", 13, 400),
                _ => ("--take", 13, 700),
            };
            let (middle, base) = (left + SQUARE / 2, top + 12);
            let _ = write!(
                svg,
                "<text x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\" font-size=\"{size}\" \
                 font-weight=\"{weight}\" fill=\"var({colour})\">{}</text>",
                escape::html(text)
            );
        }
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    #[test]
    fn a_knight_has_eight_leaps() {
        let spec = load("chess", &[]).expect("chess");
        let knight = spec.find("N").expect("a knight");
        let drawn: Vec<String> = diagram(&spec, knight).iter().map(svg).collect();
        let [one] = &drawn[..] else {
            panic!("one board")
        };
        assert_eq!(one.matches('●').count(), 8);
        assert_eq!(one.matches(">N<").count(), 1);
        assert_eq!(one.matches("<rect").count(), 25);
        assert!(pieces(&spec).contains("<li>● leap"));
    }
}
