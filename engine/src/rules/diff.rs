//! Differences of two rule sets, in words.

use super::spec::{ArraySpec, BlackArray, PieceSpec, RuleSpec};
use crate::piece::PieceType;

/// A difference of two rule sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleDifference {
    /// The property, such as `Harpy (Ha) moves`.
    pub what: String,
    /// The value in the first rule set; `None` without it.
    pub from: Option<String>,
    /// The value in the second.
    pub to: Option<String>,
}

/// All differences of two rule sets, apart from names and sources.
pub fn diff(from: &RuleSpec, to: &RuleSpec) -> Vec<RuleDifference> {
    let mut differences = Vec::new();
    let mut compare = |what: String, from: Option<String>, to: Option<String>| {
        if from != to {
            differences.push(RuleDifference { what, from, to });
        }
    };
    compare("board".to_string(), Some(board(from)), Some(board(to)));
    let texts = from
        .pieces
        .iter()
        .chain(&to.pieces)
        .map(|piece| &piece.text);
    let mut seen: Vec<&String> = Vec::new();
    for text in texts {
        if seen.contains(&text) {
            continue;
        }
        seen.push(text);
        let find = |spec: &'_ RuleSpec| spec.find(text).map(|piece| facts(spec, spec.piece(piece)));
        match (find(from), find(to)) {
            (Some((name, before)), Some((_, after))) => {
                for ((key, before), (_, after)) in before.into_iter().zip(after) {
                    compare(format!("{name} ({text}) {key}"), before, after);
                }
            }
            (before, after) => {
                let words = |facts: &Option<(String, PieceFacts)>| {
                    facts.as_ref().map(|(_, facts)| summary(facts))
                };
                let name = before
                    .as_ref()
                    .or(after.as_ref())
                    .map_or("", |(name, _)| name.as_str());
                compare(format!("{name} ({text})"), words(&before), words(&after));
            }
        }
    }
    compare("arrays".to_string(), Some(numbers(from)), Some(numbers(to)));
    let rows = |spec: &RuleSpec| spec.arrays.first().map(|array| white_rows(spec, array));
    compare("array 0".to_string(), rows(from), rows(to));
    let black = |spec: &RuleSpec| spec.arrays.first().map(|array| black_side(spec, array));
    compare("array 0, Black".to_string(), black(from), black(to));
    let end = |spec: &RuleSpec| -> Vec<String> {
        spec.end
            .to_string()
            .split("; ")
            .map(str::to_string)
            .collect()
    };
    let (before, after) = (end(from), end(to));
    for at in 0..before.len().max(after.len()) {
        compare(
            "end of the game".to_string(),
            before.get(at).cloned(),
            after.get(at).cloned(),
        );
    }
    let options: Vec<_> = from
        .options
        .iter()
        .chain(&to.options)
        .map(|option| &option.name)
        .collect();
    for (at, name) in options.iter().enumerate() {
        let help = |spec: &RuleSpec| {
            let option = spec.options.iter().find(|option| option.name == **name)?;
            Some(format!("{} ({})", option.help, option.values.join(", ")))
        };
        if !options[..at].contains(name) {
            compare(format!("option {name}"), help(from), help(to));
        }
    }
    differences
}

/// The pieces of the second rule set that are missing in the first or move differently there.
/// Promotions do not count.
pub fn new_pieces(from: &RuleSpec, to: &RuleSpec) -> Vec<PieceType> {
    let moving = |spec: &RuleSpec, piece: PieceType| {
        let (_, mut facts) = facts(spec, spec.piece(piece));
        facts.retain(|(key, _)| *key != "promotion");
        facts
    };
    let is_new = |piece: &PieceType| {
        let known = from.find(&to.piece(*piece).text);
        known.is_none_or(|known| moving(from, known) != moving(to, *piece))
    };
    to.piece_types().filter(is_new).collect()
}

pub(super) type PieceFacts = Vec<(&'static str, Option<String>)>;

/// The name and properties of a piece, always with the same keys in the same order.
pub(super) fn facts(spec: &RuleSpec, piece: &PieceSpec) -> (String, PieceFacts) {
    let powers: Vec<String> = piece
        .powers
        .iter()
        .map(|power| spec.power_text(power))
        .collect();
    let flag = |holds: bool, word: &str| holds.then(|| word.to_string());
    let facts = vec![
        ("moves", piece.moves.as_ref().map(ToString::to_string)),
        ("powers", (!powers.is_empty()).then(|| powers.join("; "))),
        (
            "promotion",
            piece
                .promotion
                .as_ref()
                .map(|promotion| spec.promotion_text(promotion)),
        ),
        ("royal", flag(piece.royal, "yes")),
        ("pawn", flag(piece.pawn, "yes")),
    ];
    (piece.name.clone(), facts)
}

fn summary(facts: &PieceFacts) -> String {
    let said = facts
        .iter()
        .filter_map(|(key, fact)| fact.as_ref().map(|fact| format!("{key}: {fact}")));
    said.collect::<Vec<_>>().join("; ")
}

fn board(spec: &RuleSpec) -> String {
    let files: String = spec.files.iter().collect();
    format!(
        "files {files}, {} ranks from {}",
        spec.ranks, spec.first_rank
    )
}

fn numbers(spec: &RuleSpec) -> String {
    let numbers = spec.array_numbers();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

fn row_text(spec: &RuleSpec, rows: &[Vec<Option<PieceType>>]) -> String {
    let square = |piece: &Option<_>| piece.map_or("-", |piece| spec.piece(piece).text.as_str());
    let rows = rows
        .iter()
        .map(|row| row.iter().map(square).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join(" / ")
}

fn white_rows(spec: &RuleSpec, array: &ArraySpec) -> String {
    row_text(spec, &array.rows)
}

fn black_side(spec: &RuleSpec, array: &ArraySpec) -> String {
    match &array.black {
        BlackArray::Rotated => "rotated half a turn".to_string(),
        BlackArray::Mirrored => "mirrored top to bottom".to_string(),
        BlackArray::Rows(rows) => row_text(spec, rows),
    }
}
