//! Methods that need no games: publications (`data/published`), theory and tuned weights.

use super::{Method, MethodValues, PieceGames};
use crate::dataset::Wanted;
use crate::row::{Row, RowCondition, Subject, TARGETS, unit_of};
use serde::Deserialize;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_engine::theory::{in_pawns, mobility};
use tradewind_stats::Estimate;

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../data/published/", $name, ".csv"))
    };
}

const FILES: [(&str, &str); 5] = [
    ("AlphaZero", file!("alphazero-2020")),
    ("Kaufman", file!("kaufman-1999")),
    ("Muller", file!("muller")),
    ("Fairy-Max", file!("fairy-max")),
    ("Jocly", file!("jocly")),
];

/// Values by publications: of the rule set itself, or else of a piece of the same name in any game.
pub(crate) const PUBLICATIONS: Method = Method {
    name: "published",
    quantity: "publications",
    wanted: |_| Wanted::default(),
    estimate: by_publications,
};

fn by_publications(games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
    let spec = games.spec;
    let mut found = MethodValues::default();
    for (name, text) in FILES {
        let (values, sources) = of_file(text, spec);
        let known = spec.piece_types().zip(&values);
        let rows = known.filter(|(_, value)| value.is_some());
        found.rows.extend(rows.map(|(piece, value)| Row {
            condition: RowCondition::Publication(name),
            value: *value,
            ..Row::new(PUBLICATIONS.name, Subject::piece(spec, piece), "pawns")
        }));
        if !sources.is_empty() {
            let sources = sources.join("; ");
            let note = format!("{name}: {sources}. In pawns, without intervals.");
            found.notes.push(note);
        }
    }
    Ok((!found.rows.is_empty()).then_some(found))
}

/// The values by one publication of the pieces of a rule set, by piece type and in pawns, and their
/// sources.
fn of_file(text: &str, spec: &RuleSpec) -> (Vec<Option<f64>>, Vec<String>) {
    let id = slug(&spec.name);
    let mut values = vec![None; spec.pieces.len()];
    let mut sources = Vec::new();
    let mut own = vec![false; spec.pieces.len()];
    for line in lines(text) {
        let is_own = line.rules.split(' ').any(|rules| rules == id);
        let at = spec
            .pieces
            .iter()
            .position(|piece| piece.name == line.piece);
        let Some(at) = at.filter(|_| is_own || line.rules == "*") else {
            continue;
        };
        if own[at] && !is_own {
            continue;
        }
        own[at] |= is_own;
        values[at] = Some(line.value);
        if !sources.contains(&line.source) {
            sources.push(line.source);
        }
    }
    (values, sources)
}

#[derive(Deserialize)]
struct PublishedLine {
    source: String,
    rules: String,
    piece: String,
    value: f64,
}

/// The lines of a file; a test reads all of them.
fn lines(text: &str) -> Vec<PublishedLine> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().filter_map(Result::ok).collect()
}

/// A name as part of a file name: `Scirocco (2009)` is `scirocco-2009`.
pub fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

/// The percentages of occupied squares for which mobility is given: an endgame, a middlegame, a full
/// board.
const CROWDED: [u32; 3] = [10, 30, 50];

/// Values by the law for leapers, from a piece's mobility.
pub(crate) const LEAPER_LAW: Method = Method {
    name: "theory",
    quantity: "theory",
    wanted: |_| Wanted::default(),
    estimate: by_leaper_law,
};

fn by_leaper_law(games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
    let spec = games.spec;
    let mut rows = Vec::new();
    for (piece, value) in spec.piece_types().zip(in_pawns(spec)) {
        let subject = Subject::piece(spec, piece);
        rows.push(Row {
            value: Some(value),
            ..Row::new(LEAPER_LAW.name, subject.clone(), "pawns")
        });
        rows.extend(CROWDED.map(|percent| Row {
            condition: RowCondition::Crowded(percent),
            value: Some(mobility(
                spec,
                spec.piece(piece),
                f64::from(percent) / 100.0,
            )),
            ..Row::new(LEAPER_LAW.name, subject.clone(), TARGETS)
        }));
    }
    Ok(Some(MethodValues {
        rows,
        notes: vec![
            "Theory: 1.1 · N · (30 + 5N/8) for a piece that can move to N squares on average on a board that is 30 % full \
             (H. G. Muller's law for leapers), in pawns: 1.3 times the smallest value of a pawn, for its promotion. A \
             move that cannot capture counts a third, one that can only capture two thirds. A rule of thumb without an \
             interval."
                .to_string(),
        ],
        ..MethodValues::default()
    }))
}

/// Values by the tuned evaluation that comes with the rule set.
pub(crate) const TUNED_WEIGHTS: Method = Method {
    name: "weights",
    quantity: "tuned weights",
    wanted: |_| Wanted::default(),
    estimate: by_weights,
};

fn by_weights(games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
    let (spec, unit) = (games.spec, games.unit);
    // The rule set may be a copy that an experiment keeps.
    let Ok(original) = rules::load(&slug(&spec.name), &[]) else {
        return Ok(None);
    };
    let values = Weights::tuned_values(&original);
    let is_unit = |(piece, ends): &(_, [f64; 3])| *piece == unit && *ends == [1.0; 3];
    let is_same = original.fingerprint_text() == spec.fingerprint_text();
    if !is_same || !values.iter().any(is_unit) {
        return Ok(None);
    }
    let rows = values.into_iter().map(|(piece, [value, low, high])| {
        Row::new(
            TUNED_WEIGHTS.name,
            Subject::piece(spec, piece),
            unit_of(spec, unit),
        )
        .with_estimate(Some(Estimate { value, low, high }))
    });
    Ok(Some(MethodValues {
        rows: rows.collect(),
        notes: vec![
            "Weights: the value of one more piece in the tuned evaluation that comes with the rule set, fitted to \
             other games."
                .to_string(),
        ],
        ..MethodValues::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::{built_in, load};

    #[test]
    fn every_published_value_is_of_a_piece() {
        let specs: Vec<RuleSpec> = (built_in().iter())
            .map(|id| load(id, &[]).expect("a rule set"))
            .collect();
        for (name, text) in FILES {
            let lines = lines(text);
            assert_eq!(lines.len() + 1, text.lines().count(), "{name}");
            for line in lines {
                let of = |spec: &&RuleSpec| {
                    line.rules == "*" || line.rules.split(' ').any(|id| id == slug(&spec.name))
                };
                let has = |spec: &RuleSpec| spec.pieces.iter().any(|one| one.name == line.piece);
                let is_known = specs.iter().filter(of).any(has);
                assert!(is_known, "{name}: {} in {}", line.piece, line.rules);
                assert!(line.value > 0.0 && !line.source.is_empty());
            }
        }
    }

    #[test]
    fn a_value_of_the_game_itself_comes_first() {
        let spec = load("shatranj", &[]).expect("a rule set");
        let knight = spec.find("N").expect("a knight").index();
        let values = FILES.map(|(_, text)| of_file(text, &spec).0[knight]);
        assert_eq!(values.iter().flatten().collect::<Vec<_>>(), [&4.5]);
    }
}
