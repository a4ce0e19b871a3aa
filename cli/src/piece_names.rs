//! Finding pieces by symbol or name.

use tradewind_engine::input::did_you_mean;
use tradewind_engine::rules::{PieceSpec, RuleSpec};

/// The piece with this symbol or name; names are case-insensitive.
pub fn find<'s>(spec: &'s RuleSpec, text: &str) -> Option<&'s PieceSpec> {
    let is_called =
        |piece: &&PieceSpec| piece.text == text || piece.name.eq_ignore_ascii_case(text);
    spec.pieces.iter().find(is_called)
}

/// The message that there is no such piece, with the nearest one and a list of all.
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
