//! Pieces by what users call them.

use tradewind_engine::input::did_you_mean;
use tradewind_engine::rules::{PieceSpec, RuleSpec};

/// The piece with this symbol, or with this name, great letters or small.
pub fn find<'s>(spec: &'s RuleSpec, text: &str) -> Option<&'s PieceSpec> {
    let is_called =
        |piece: &&PieceSpec| piece.text == text || piece.name.eq_ignore_ascii_case(text);
    spec.pieces.iter().find(is_called)
}

/// That there is no such piece, what may have been meant, and which there are.
pub fn unknown(spec: &RuleSpec, text: &str) -> String {
    let known: Vec<String> = (spec.pieces.iter())
        .map(|piece| format!("{} ({})", piece.name, piece.text))
        .collect();
    let names = spec.pieces.iter();
    let names = names.flat_map(|piece| [piece.name.as_str(), piece.text.as_str()]);
    format!(
        "there is no piece `{text}` here{}; there are {}",
        did_you_mean(text, names),
        known.join(", ")
    )
}
