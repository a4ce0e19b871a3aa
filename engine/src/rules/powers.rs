//! Reading the `powers` of a piece.

use super::read::Names;
use super::spec::{ApproachEffect, CastlingTarget, Leave, PieceSpec, Power};
use crate::betza::{self, Betza, Mode};
use crate::board::Geometry;
use crate::toml_file::{Node, Reader, Table, Value, closest, describe};

/// The powers by name, each with the keys that it takes.
const POWERS: &[(&str, &[&str])] = &[
    ("hop", &["over"]),
    ("igui", &["targets"]),
    ("relay", &["to", "moves", "landing"]),
    ("skip-slide", &["along", "skip"]),
    ("bent", &["first", "then"]),
    ("double-step", &["rank", "along"]),
    ("castle", &["with", "steps", "to"]),
    ("regent", &["becomes"]),
    ("hurdle", &["along"]),
    ("trample", &["along"]),
    ("strike", &["over"]),
    ("pass", &[]),
    ("convert", &["targets"]),
    ("swap", &["with", "back", "by_own_chameleons"]),
    ("immobilize", &["at", "may_leave"]),
    ("immune", &[]),
    ("approach", &["effect", "line", "optional"]),
    ("withdrawal", &[]),
    ("overtake", &["along", "by_leaping_chameleons"]),
    ("mutual-destruction", &["targets"]),
    ("chameleon", &[]),
];

/// Reads one power.
pub(crate) fn read(
    node: &Node,
    names: &Names<'_>,
    board: &Geometry,
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
        "hop" => Some(Power::Hop {
            over: adjacent(
                &table,
                "over",
                "the squares leapt over, such as \"W\" or \"F\"",
            )?,
        }),
        "igui" => Some(Power::Igui {
            targets: plain(&table, "targets", "the squares captured on, such as \"K\"")?,
        }),
        "relay" => Some(Power::Relay {
            to: plain(
                &table,
                "to",
                "which friends receive, seen from the relayer, such as \"K\"",
            )?,
            moves: betza::need(&table, "moves", "the moves that are lent, such as \"N\"")?,
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
        "double-step" => double_step(&table, i64::from(board.ranks())),
        "castle" => castle(&table, names, board),
        "regent" => Some(Power::Regent {
            becomes: (table.need("becomes", "the text of the royal that it becomes"))
                .and_then(|node| names.piece(reader, node))?,
        }),
        "hurdle" => Some(Power::Hurdle {
            along: lines(&table)?,
        }),
        "trample" => Some(Power::Trample {
            along: lines(&table)?,
        }),
        "strike" => Some(Power::Strike {
            over: adjacent(&table, "over", "the squares struck at, such as \"fW\"")?,
        }),
        "pass" => Some(Power::Pass),
        "convert" => Some(Power::Convert {
            targets: plain(
                &table,
                "targets",
                "the squares it converts on, such as \"W\"",
            )?,
        }),
        "swap" => Some(Power::Swap {
            with: plain(&table, "with", "the squares it swaps with, such as \"Q\"")?,
            back: table.get("back").map_or(Some(true), |node| {
                reader.choice(node, &[("allowed", true), ("forbidden", false)])
            })?,
            by_own_chameleons: table.truth("by_own_chameleons").unwrap_or(true),
        }),
        "immobilize" => {
            let leave = [
                ("any", Leave::Any),
                ("non-royal", Leave::NonRoyal),
                ("none", Leave::None),
            ];
            Some(Power::Immobilize {
                at: leaps(&table, "at", "the squares on which it does, such as \"K\"")?,
                may_leave: table
                    .get("may_leave")
                    .map_or(Some(Leave::None), |node| reader.choice(node, &leave))?,
            })
        }
        "immune" => Some(Power::Immune),
        "approach" => approach(&table),
        "withdrawal" => Some(Power::Withdrawal),
        "overtake" => Some(Power::Overtake {
            along: lines(&table)?,
            by_leaping_chameleons: table.truth("by_leaping_chameleons").unwrap_or(true),
        }),
        "mutual-destruction" => Some(Power::MutualDestruction {
            targets: plain(&table, "targets", "the squares it reaches, such as \"K\"")?,
        }),
        _ => Some(Power::Chameleon),
    }
}

fn double_step(table: &Table<'_>, ranks: i64) -> Option<Power> {
    let straight_ahead = "fW";
    let along = match table.get("along") {
        Some(_) => adjacent(table, "along", "the single steps, such as \"fF\"")?,
        None => betza::parse(straight_ahead).ok()?,
    };
    let last = match along.text == straight_ahead {
        true => (ranks - 2).max(1),
        false => ranks,
    };
    let node = table.need(
        "rank",
        "the rank it starts from, counted from the owner's side; a list of ranks, or \"any\"",
    )?;
    let rank = |node: &Node| table.reader.number(node, 1, last).map(|rank| rank as u8);
    let ranks = match &node.value {
        Value::Text(text) if text == "any" => None,
        Value::List(items) if !items.is_empty() => {
            let ranks: Option<Vec<u8>> = items.iter().map(rank).collect();
            let mut ranks = ranks?;
            ranks.sort_unstable();
            ranks.dedup();
            Some(ranks)
        }
        _ => Some(vec![rank(node)?]),
    };
    Some(Power::DoubleStep { ranks, along })
}

fn castle(table: &Table<'_>, names: &Names<'_>, board: &Geometry) -> Option<Power> {
    let reader = table.reader;
    let node = table.need(
        "with",
        "the partner's text, such as \"R\", or a list of texts",
    )?;
    let items = match &node.value {
        Value::List(items) if !items.is_empty() => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let with: Option<Vec<_>> = (items.iter())
        .map(|node| names.piece(reader, node))
        .collect();
    let king = match (table.get("steps"), table.get("to")) {
        (None, None) => CastlingTarget::Steps(2),
        (Some(steps), None) => CastlingTarget::Steps(reader.number(steps, 1, 30)? as u8),
        (None, Some(to)) => {
            let square = |node: &Node| {
                let square = board.parse(reader.text(node)?);
                if square.is_none() {
                    let message = format!("{} is no square of the board", describe(node));
                    reader.fault(
                        &node.place,
                        message,
                        "write squares of White's such as \"g1\"",
                    );
                }
                square.map(|square| (board.file(square) as u8, board.rank(square) as u8))
            };
            let squares: Option<Vec<_>> = (reader.list(to, "`to`").iter()).map(square).collect();
            CastlingTarget::Squares(squares?)
        }
        (Some(_), Some(to)) => {
            let message = "it is said twice where the king goes";
            reader.fault(&to.place, message, "keep either `steps` or `to`");
            return None;
        }
    };
    Some(Power::Castle { with: with?, king })
}

fn approach(table: &Table<'_>) -> Option<Power> {
    let effects = [
        ("capture", ApproachEffect::Capture),
        ("convert", ApproachEffect::Convert),
    ];
    let effect = table
        .get("effect")
        .map_or(Some(ApproachEffect::Capture), |node| {
            table.reader.choice(node, &effects)
        })?;
    let line = table.truth("line").unwrap_or(false);
    if line && effect == ApproachEffect::Convert {
        table.reader.fault(
            &table.get("line")?.place,
            "a whole line cannot be converted",
            "leave out `line`, or write effect = \"capture\"",
        );
    }
    Some(Power::Approach {
        effect,
        line,
        optional: table.truth("optional").unwrap_or(false),
    })
}

/// Lines that are walked a step at a time.
fn lines(table: &Table<'_>) -> Option<Betza> {
    let along = riders(table, "along", "the lines, such as \"Q\" or \"R3\"")?;
    where_only(table, "along", along)
}

/// Notation of single steps to adjacent squares.
fn adjacent(table: &Table<'_>, key: &str, remedy: &str) -> Option<Betza> {
    let over = plain(table, key, remedy)?;
    let step = |leap: &(i32, i32)| leap.0.abs().max(leap.1.abs()) == 1;
    if !(over.terms.iter()).all(|term| term.range == 1 && term.leaps.iter().all(step)) {
        table.reader.fault(
            &table.get(key)?.place,
            format!("`{key}` is not over adjacent squares: \"{over}\""),
            "use W, F, K and direction letters",
        );
        return None;
    }
    Some(over)
}

/// Notation of leaps only.
fn leaps(table: &Table<'_>, key: &str, remedy: &str) -> Option<Betza> {
    let betza = plain(table, key, remedy)?;
    if betza.terms.iter().any(|term| term.range > 1 || term.lame) {
        table.reader.fault(
            &table.get(key)?.place,
            format!("`{key}` is not a text of leaps"),
            "use atoms without ranges, such as K or WD",
        );
        return None;
    }
    Some(betza)
}

/// Notation that only says where: `m` and `c` make no sense in it.
fn plain(table: &Table<'_>, key: &str, remedy: &str) -> Option<Betza> {
    let betza = betza::need(table, key, remedy)?;
    where_only(table, key, betza)
}

fn where_only(table: &Table<'_>, key: &str, betza: Betza) -> Option<Betza> {
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
    let betza = betza::need(table, key, remedy)?;
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

impl Power {
    /// Everything in it that is written in Betza notation.
    fn notation(&self) -> impl Iterator<Item = &Betza> {
        let all: [Option<&Betza>; 3] = match self {
            Power::Hop { over } | Power::Strike { over } => [Some(over), None, None],
            Power::Igui { targets }
            | Power::Convert { targets }
            | Power::MutualDestruction { targets } => [Some(targets), None, None],
            Power::Relay { to, moves, landing } => [Some(to), Some(moves), landing.as_ref()],
            Power::SkipSlide { along, .. }
            | Power::Hurdle { along }
            | Power::Trample { along }
            | Power::Overtake { along, .. } => [Some(along), None, None],
            Power::Bent { first, then } => [Some(first), Some(then), None],
            Power::Swap { with, .. } => [Some(with), None, None],
            Power::Immobilize { at, .. } => [Some(at), None, None],
            Power::DoubleStep { along, .. } => [Some(along), None, None],
            Power::Castle { .. }
            | Power::Regent { .. }
            | Power::Pass
            | Power::Immune
            | Power::Approach { .. }
            | Power::Withdrawal
            | Power::Chameleon => [None, None, None],
        };
        all.into_iter().flatten()
    }
}

impl PieceSpec {
    /// How many words of Betza notation its moves and powers have.
    pub(crate) fn words(&self) -> usize {
        let powers = self.powers.iter().flat_map(Power::notation);
        let all = self.moves.iter().chain(powers);
        all.map(|betza| betza.text.split(' ').count()).sum()
    }
}
