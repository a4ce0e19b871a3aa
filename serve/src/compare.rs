//! Two rule sets side by side: boards, what differs, and the pieces that differ with their drawings.

use crate::catalog::Compiled;
use crate::position::{RulesView, changes, drawing, first_squares, rules_view};
use serde::Serialize;
use tradewind_engine::rules::{self, PieceType, RuleSpec};

/// Maximum number of pieces that are drawn.
const MAX_DRAWN: usize = 16;

/// Two rule sets.
#[derive(Clone, Debug, Serialize)]
pub struct CompareView {
    sides: [SideView; 2],
    /// The property, the first and the second.
    changes: Vec<[String; 3]>,
    pieces: Vec<ComparedPiece>,
    /// Number of pieces that differ and are not drawn.
    undrawn: usize,
}

#[derive(Clone, Debug, Serialize)]
struct SideView {
    view: RulesView,
    /// The first array.
    squares: Vec<i32>,
}

/// A piece that differs: its name and drawing in each rule set that has it.
#[derive(Clone, Debug, Serialize)]
struct ComparedPiece {
    text: String,
    drawings: [Option<[String; 2]>; 2],
}

/// Two rule sets side by side.
///
/// # Errors
/// A piece cannot be drawn.
pub fn compare_view(both: [&Compiled; 2]) -> Result<CompareView, String> {
    let [one, other] = both.map(|compiled| compiled.rules.spec());
    let texts = |spec: &RuleSpec, pieces: Vec<PieceType>| -> Vec<String> {
        let texts = pieces
            .into_iter()
            .map(|piece| spec.piece(piece).text.clone());
        texts.collect()
    };
    let mut differing = texts(one, rules::new_pieces(other, one));
    for text in texts(other, rules::new_pieces(one, other)) {
        if !differing.contains(&text) {
            differing.push(text);
        }
    }
    let drawn = |spec: &RuleSpec, text: &str| -> Result<Option<[String; 2]>, String> {
        let Some(piece) = spec.find(text) else {
            return Ok(None);
        };
        Ok(Some([
            spec.piece(piece).name.clone(),
            drawing(spec, piece)?,
        ]))
    };
    let undrawn = differing.len().saturating_sub(MAX_DRAWN);
    differing.truncate(MAX_DRAWN);
    let pieces = differing.into_iter().map(|text| {
        let drawings = [drawn(one, &text)?, drawn(other, &text)?];
        Ok(ComparedPiece { text, drawings })
    });
    let side = |compiled: &Compiled| SideView {
        view: rules_view(&compiled.rules),
        squares: first_squares(&compiled.rules),
    };
    Ok(CompareView {
        sides: both.map(side),
        changes: changes(one, other),
        pieces: pieces.collect::<Result<_, String>>()?,
        undrawn,
    })
}
