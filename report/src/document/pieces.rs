//! Drawings of the moves of pieces in HTML.

use crate::diagram::{element, words};
use crate::plot::PlotError;
use crate::plot::boards::{board_svg, legend, sign_svg};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::tables::{Diagram, diagram};
use tradewind_files::escape;

/// The side of a square.
const SQUARE: f64 = 16.0;

fn legend_html(drawn: &[Diagram]) -> Result<String, PlotError> {
    let line = |line: &'static str| {
        let (svg, meaning) = sign_svg(line, SQUARE)?;
        Ok(format!(
            "<li>{} {}</li>\n",
            element(&svg),
            escape::html(&meaning)
        ))
    };
    let lines = legend(drawn).into_iter().map(line);
    let list = lines.collect::<Result<String, PlotError>>()?;
    Ok(format!("<ul class=\"signs\">\n{list}</ul>\n"))
}

/// Drawings of all pieces with their names and a legend.
///
/// # Errors
/// The drawing library fails.
pub fn pieces(spec: &RuleSpec) -> Result<String, PlotError> {
    let mut html = String::from("<div class=\"pieces\">\n");
    let mut all: Vec<Diagram> = Vec::new();
    for piece in spec.piece_types() {
        let own = spec.piece(piece);
        let drawn = diagram(spec, piece);
        html += &format!(
            "<div class=\"piece\"><h4>{} ({})</h4>{}</div>\n",
            escape::html(&own.name),
            escape::html(&own.text),
            drawing(spec, piece, &drawn)?
        );
        all.extend(drawn);
    }
    Ok(format!("{html}</div>\n{}", legend_html(&all)?))
}

/// The drawing of a piece with a legend.
///
/// # Errors
/// The drawing library fails.
pub fn piece_drawing(spec: &RuleSpec, piece: PieceType) -> Result<String, PlotError> {
    let drawn = diagram(spec, piece);
    let html = drawing(spec, piece, &drawn)?;
    let legend = legend_html(&drawn)?;
    Ok(format!("<div class=\"piece\">{html}</div>\n{legend}"))
}

/// The diagrams of a piece with its properties in words.
fn drawing(spec: &RuleSpec, piece: PieceType, drawn: &[Diagram]) -> Result<String, PlotError> {
    let boards = drawn.iter().enumerate().map(board);
    let boards = boards.collect::<Result<String, PlotError>>()?;
    Ok(format!(
        "{boards}<p>{}</p>",
        escape::html(&words(spec, spec.piece(piece)))
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
