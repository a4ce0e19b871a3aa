//! Drawings of the moves of pieces in HTML.

use crate::diagram::{element, words};
use crate::plot::PlotError;
use crate::plot::boards::{board_svg, sign_svg};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::tables::{Diagram, diagram};
use tradewind_files::escape;

/// The side of a square.
const SQUARE: f64 = 16.0;

fn add_signs(signs: &mut Vec<&'static str>, drawn: &[Diagram]) {
    for &sign in drawn.iter().flat_map(|one| &one.legend) {
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
}

fn legend_html(signs: &[&'static str]) -> Result<String, PlotError> {
    let line = |line: &&'static str| {
        let (svg, meaning) = sign_svg(line, SQUARE)?;
        Ok(format!(
            "<li>{} {}</li>\n",
            element(&svg),
            escape::html(&meaning)
        ))
    };
    let list = signs
        .iter()
        .map(line)
        .collect::<Result<String, PlotError>>()?;
    Ok(format!("<ul class=\"signs\">\n{list}</ul>\n"))
}

/// Drawings of all pieces with a legend.
///
/// # Errors
/// The drawing library fails.
pub fn pieces(spec: &RuleSpec) -> Result<String, PlotError> {
    drawings(spec, spec.piece_types())
}

/// Drawings of some pieces with a legend.
///
/// # Errors
/// The drawing library fails.
pub fn drawings(
    spec: &RuleSpec,
    pieces: impl Iterator<Item = PieceType>,
) -> Result<String, PlotError> {
    let mut html = String::from("<div class=\"pieces\">\n");
    let mut signs: Vec<&'static str> = Vec::new();
    for piece in pieces {
        let drawn = diagram(spec, piece);
        add_signs(&mut signs, &drawn);
        html += &piece_html(spec, piece, &drawn)?;
    }
    Ok(format!("{html}</div>\n{}", legend_html(&signs)?))
}

/// The drawings of a piece with its name and its properties in words.
fn piece_html(spec: &RuleSpec, piece: PieceType, drawn: &[Diagram]) -> Result<String, PlotError> {
    let piece = spec.piece(piece);
    let boards = drawn.iter().enumerate().map(board);
    Ok(format!(
        "<div class=\"piece\"><h4>{} ({})</h4>{}<p>{}</p></div>\n",
        escape::html(&piece.name),
        escape::html(&piece.text),
        boards.collect::<Result<String, PlotError>>()?,
        escape::html(&words(spec, piece))
    ))
}

/// A drawing; those after the first have a title.
fn board((at, diagram): (usize, &Diagram)) -> Result<String, PlotError> {
    let title = escape::html(&diagram.title);
    let svg = board_svg(diagram, SQUARE)?;
    let named = format!("<svg role=\"img\" aria-label=\"{title}\" ");
    let svg = element(&svg).replacen("<svg ", &named, 1);
    Ok(match at {
        0 => svg,
        _ => format!("<p>{title}</p>{svg}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    #[test]
    fn a_knight_has_eight_leaps() {
        let spec = load("chess", &[]).expect("chess");
        let knight = spec.find("N").expect("a knight");
        let drawn = diagram(&spec, knight);
        let drawn: Result<Vec<String>, PlotError> = drawn.iter().enumerate().map(board).collect();
        let [one] = &drawn.expect("it is drawn")[..] else {
            panic!("one board")
        };
        // Eight leaps, and the paper behind the letter.
        assert_eq!(one.matches("<circle").count(), 8 + 1);
        assert_eq!(one.matches("\nN\n").count(), 1, "{one}");
        assert!(
            pieces(&spec)
                .expect("drawn")
                .contains(" leap, to move or capture</li>")
        );
    }
}
