//! Reading the `powers` of a piece.

use super::betza::{Betza, Mode};
use super::read::Names;
use super::reader::{Reader, Table};
use super::source::closest;
use super::spec::Power;
use super::tree::Node;

/// The powers by name, each with the keys that it takes.
const POWERS: &[(&str, &[&str])] = &[
    ("hop", &["over"]),
    ("igui", &["targets"]),
    ("relay", &["to", "moves", "landing"]),
    ("skip-slide", &["along", "skip"]),
    ("bent", &["first", "then"]),
    ("double-step", &["rank"]),
    ("castle", &["with"]),
    ("regent", &["becomes"]),
];

/// Reads one power.
pub(crate) fn read(
    node: &Node,
    names: &Names<'_>,
    ranks: i64,
    reader: &Reader<'_>,
) -> Option<Power> {
    let Some(name_node) = node.get("power") else {
        let known: Vec<_> = POWERS.iter().map(|(name, _)| *name).collect();
        reader.fault(
            &node.place,
            "a power without its name",
            format!("write {{ power = \"…\" }} with one of {}", known.join(", ")),
        );
        return None;
    };
    let name = reader.text(name_node)?;
    let Some((_, keys)) = POWERS.iter().find(|(known, _)| *known == name) else {
        let known = POWERS.iter().map(|(name, _)| *name);
        let guess = closest(name, known.clone()).map(|guess| format!("did you mean \"{guess}\"? "));
        let list: Vec<_> = known.collect();
        let remedy = format!(
            "{}the powers are {}",
            guess.unwrap_or_default(),
            list.join(", ")
        );
        reader.fault(
            &name_node.place,
            format!("there is no power \"{name}\""),
            remedy,
        );
        return None;
    };
    let mut allowed = vec!["power"];
    allowed.extend(*keys);
    let what = format!("power \"{name}\"");
    let table = reader.table(node, &what, &allowed);
    match name {
        "hop" => {
            let over = plain(
                &table,
                "over",
                "the squares leapt over, such as \"W\" or \"F\"",
            )?;
            let steps = over.terms.iter().all(|term| {
                term.range == 1
                    && term
                        .leaps
                        .iter()
                        .all(|leap| leap.0.abs().max(leap.1.abs()) == 1)
            });
            if !steps {
                reader.fault(
                    &table.get("over")?.place,
                    format!("a hop over \"{over}\" is not over an adjacent square"),
                    "use W, F, K and direction letters",
                );
            }
            Some(Power::Hop { over })
        }
        "igui" => Some(Power::Igui {
            targets: plain(&table, "targets", "the squares captured on, such as \"K\"")?,
        }),
        "relay" => Some(Power::Relay {
            to: plain(
                &table,
                "to",
                "which friends receive, seen from the relayer, such as \"K\"",
            )?,
            moves: table.need_betza("moves", "the moves that are lent, such as \"N\"")?,
            landing: match table.get("landing") {
                Some(_) => Some(plain(&table, "landing", "squares seen from the relayer")?),
                None => None,
            },
        }),
        "skip-slide" => Some(Power::SkipSlide {
            along: riders(&table, "along", "the lines it slides on, such as \"R\"")?,
            skip: table
                .get("skip")
                .map_or(Some(1), |node| reader.number(node, 1, 10))? as u8,
        }),
        "bent" => Some(Power::Bent {
            first: plain(&table, "first", "the first step, such as \"F\"")?,
            then: riders(&table, "then", "the slide after it, such as \"R\"")?,
        }),
        "double-step" => Some(Power::DoubleStep {
            rank: (table.need(
                "rank",
                "the rank it starts from, counted from the owner's side",
            ))
            .and_then(|node| reader.number(node, 1, ranks - 2))? as u8,
        }),
        "castle" => Some(Power::Castle {
            with: (table.need("with", "the partner's text, such as \"R\""))
                .and_then(|node| names.piece(reader, node))?,
        }),
        _ => Some(Power::Regent {
            becomes: (table.need("becomes", "the text of the royal that it becomes"))
                .and_then(|node| names.piece(reader, node))?,
        }),
    }
}

/// Notation that only says where: `m` and `c` make no sense in it.
fn plain(table: &Table<'_>, key: &str, remedy: &str) -> Option<Betza> {
    let betza = table.need_betza(key, remedy)?;
    if betza.terms.iter().any(|term| term.mode != Mode::Both) {
        let place = &table.get(key)?.place;
        table.reader.fault(
            place,
            format!("`{key}` says where, not when"),
            "leave out the letters m and c",
        );
        return None;
    }
    Some(betza)
}

/// Notation of riders only.
fn riders(table: &Table<'_>, key: &str, remedy: &str) -> Option<Betza> {
    let betza = table.need_betza(key, remedy)?;
    if betza.terms.iter().any(|term| term.range == 1) {
        let place = &table.get(key)?.place;
        table.reader.fault(
            place,
            format!("`{key}` is not a slide"),
            "use R, B, Q, a range such as R4, or a doubled letter",
        );
        return None;
    }
    Some(betza)
}
