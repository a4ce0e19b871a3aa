//! Drawings of pieces, as `tradewind rules show` prints them, with the signs and the words beside
//! them: the cases of `diagrams/cases.txt`, checked against the rules of the games.
//!
//! A header is `=== RULES: PIECE`; the input, if any, is a rule file that extends those rules.

mod snapshot;

use std::fs;
use tradewind_engine::Rules;
use tradewind_engine::tables::diagram;

#[test]
fn every_piece_has_its_drawing() {
    snapshot::check("diagrams/cases.txt", |header, input| {
        let (id, name) = header.split_once(": ").expect("rules and a piece");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("changed.toml");
        fs::write(&file, format!("extends = \"{id}\"\n{input}\n")).expect("a file is written");
        let path = file.display().to_string();
        let rules = Rules::load(if input.is_empty() { id } else { &path }, &[]);
        let rules = rules.unwrap_or_else(|fault| panic!("{header}: {fault}"));
        drawn(&rules, name)
    });
}

/// The drawings of a piece under their titles, each with its legend; its powers and its promotion
/// in words.
fn drawn(rules: &Rules, name: &str) -> String {
    let spec = rules.spec();
    let piece = (spec.piece_types())
        .find(|&piece| spec.piece(piece).name == name)
        .unwrap_or_else(|| panic!("there is no {name}"));
    let mut lines = Vec::new();
    for drawing in diagram(spec, piece) {
        let width = |row: &String| row.chars().count();
        let widths: Vec<usize> = drawing.rows.iter().map(width).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "{name}");
        lines.push(drawing.title);
        lines.extend(drawing.rows.iter().map(|row| row.trim_end().to_string()));
        lines.extend(drawing.legend.iter().map(ToString::to_string));
    }
    let piece = spec.piece(piece);
    let powers = piece.powers.iter().map(|power| spec.power_text(power));
    let promotion = piece
        .promotion
        .iter()
        .map(|promotion| spec.promotion_text(promotion));
    lines.extend(powers.chain(promotion).map(|text| format!("- {text}")));
    lines.join("\n")
}
