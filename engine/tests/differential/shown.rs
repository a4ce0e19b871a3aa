//! Counts of the events in the compared positions: moves of each piece, promotions, powers, and
//! combinations of powers. A comparison in which one of them never occurs proves less than it seems.

use crate::reference::CHESS960;
use std::collections::BTreeMap;
use tradewind_engine::board::Square;
use tradewind_engine::moves::MoveKind;
use tradewind_engine::rules::Power;
use tradewind_engine::{Game, Move, Rules};

/// Counts of everything that occurred, by name.
pub type Shown = BTreeMap<String, u64>;

/// The events that must occur in each family of rule sets besides every piece and promotion.
pub const MEETINGS: &[(&str, &[&str])] = &[
    (
        "typhoon",
        &[
            "pass",
            "convert",
            "convert a royal",
            "move and convert",
            "swap with a friend",
            "swap with an enemy",
            "swap with a royal",
            "leave",
            "a royal leaves",
            "strike without moving",
            "strike two",
            "capture of three or more",
            "approach of a line",
            "an immobilized relayer",
            "an immobilized piece relayed",
            "an immobilized immobilizer",
            "several royals",
        ],
    ),
    (
        "rococo",
        &[
            "swap with a friend",
            "swap with an enemy",
            "swap with a royal",
            "a swap that may not be taken back",
            "mutual destruction",
            "leave",
            "an immobilized immobilizer",
            "C takes A",
            "C takes W",
            "C takes L",
            "C takes K",
            "C takes P",
            "C takes two kinds at once",
            "C swaps with S",
            "C swaps and takes",
            "C destroys S",
            "to edge 0",
            "to edge 9",
            "to edge x",
            "to edge y",
            "from edge to edge",
        ],
    ),
    ("rococo-pushme-pullyu", &["C takes U", "U takes two"]),
    (
        CHESS960,
        &[
            "castle to its own square",
            "castle to the partner's square",
            "castle elsewhere",
        ],
    ),
];

/// Notes what the moves of a position show.
pub fn note(rules: &Rules, game: &Game, shown: &mut Shown) {
    for name in of_position(rules, game) {
        *shown.entry(name).or_default() += 1;
    }
    for &one in game.legal_moves() {
        for name in of_move(rules, game, one) {
            *shown.entry(name).or_default() += 1;
        }
    }
}

/// The names of everything that a rule set must show.
pub fn wanted(rules: &Rules) -> Vec<String> {
    let spec = rules.spec();
    let mut all: Vec<String> = spec.pieces.iter().map(|piece| piece.text.clone()).collect();
    for piece in &spec.pieces {
        for choice in piece.promotion.iter().flat_map(|promotion| &promotion.to) {
            all.push(format!("{}={}", piece.text, spec.piece(choice.to).text));
        }
    }
    let family = MEETINGS.iter().filter(|(id, _)| *id == spec.id);
    all.extend(family.flat_map(|(_, names)| names.iter().map(ToString::to_string)));
    all
}

fn text(rules: &Rules, game: &Game, square: Square) -> String {
    let piece = game.at(square).map(|(_, piece)| rules.spec().piece(piece));
    piece.map(|piece| piece.text.clone()).unwrap_or_default()
}

fn is_royal(rules: &Rules, game: &Game, square: Square) -> bool {
    game.at(square)
        .is_some_and(|(_, piece)| rules.spec().piece(piece).royal)
}

fn is_own(game: &Game, square: Square) -> bool {
    game.at(square)
        .is_some_and(|(owner, _)| owner == game.side())
}

fn has(rules: &Rules, game: &Game, square: Square, wanted: fn(&Power) -> bool) -> bool {
    game.at(square)
        .is_some_and(|(_, piece)| rules.spec().piece(piece).powers.iter().any(wanted))
}

fn immobilizes(power: &Power) -> bool {
    matches!(power, Power::Immobilize { .. })
}

/// Whether an enemy Immobilizer stands next to a square.
fn is_immobilized(rules: &Rules, game: &Game, square: Square) -> bool {
    let board = rules.geometry();
    let owner = game.at(square).map(|(owner, _)| owner);
    game.occupied().into_iter().any(|other| {
        let files = (board.file(other) - board.file(square)).abs();
        let ranks = (board.rank(other) - board.rank(square)).abs();
        files.max(ranks) == 1
            && game.at(other).map(|(owner, _)| owner) != owner
            && has(rules, game, other, immobilizes)
    })
}

fn of_position(rules: &Rules, game: &Game) -> Vec<String> {
    let mut names = Vec::new();
    let mut royals = 0;
    for square in game.occupied().into_iter().filter(|&at| is_own(game, at)) {
        royals += u32::from(is_royal(rules, game, square));
        if is_immobilized(rules, game, square) {
            if has(rules, game, square, |power| {
                matches!(power, Power::Relay { .. })
            }) {
                names.push("an immobilized relayer".to_string());
            }
            if has(rules, game, square, immobilizes) {
                names.push("an immobilized immobilizer".to_string());
            }
        }
    }
    if royals > 1 {
        names.push("several royals".to_string());
    }
    if game.text().contains("swap=") {
        names.push("a swap that may not be taken back".to_string());
    }
    names
}

fn of_move(rules: &Rules, game: &Game, one: Move) -> Vec<String> {
    if one.kind == MoveKind::Pass {
        return vec!["pass".to_string()];
    }
    let piece = text(rules, game, one.from);
    let mut names = vec![piece.clone()];
    let mut add = |holds: bool, name: &str| {
        if holds {
            names.push(name.to_string());
        }
    };
    let stays = one.from == one.to;
    let victims = one.victims();
    let royal_moves = is_royal(rules, game, one.from);
    if let Some(converted) = one.converted() {
        add(stays, "convert");
        add(!stays, "move and convert");
        add(is_royal(rules, game, converted), "convert a royal");
    }
    if one.kind == MoveKind::Swap {
        add(is_own(game, one.to), "swap with a friend");
        add(!is_own(game, one.to), "swap with an enemy");
        add(is_royal(rules, game, one.to), "swap with a royal");
        add(piece == "C", "C swaps with S");
        add(piece == "C" && !victims.is_empty(), "C swaps and takes");
    }
    if one.kind == MoveKind::Castle {
        let to_partner = is_own(game, one.to) && !stays;
        add(stays, "castle to its own square");
        add(to_partner, "castle to the partner's square");
        add(!stays && !to_partner, "castle elsewhere");
    }
    if one.removes_itself() {
        add(victims.len() == 1, "leave");
        add(victims.len() == 1 && royal_moves, "a royal leaves");
        add(victims.len() == 2, "mutual destruction");
        add(victims.len() == 2 && piece == "C", "C destroys S");
    } else {
        let strikes = has(rules, game, one.from, |power| {
            matches!(power, Power::Strike { .. })
        });
        let taken = game.at(one.to).is_some() && one.kind == MoveKind::Plain && !stays;
        add(strikes && stays, "strike without moving");
        add(strikes && taken && !victims.is_empty(), "strike two");
        add(victims.len() >= 3, "capture of three or more");
        let lines = has(
            rules,
            game,
            one.from,
            |power| matches!(power, Power::Approach(approach) if approach.line),
        );
        add(lines && victims.len() > 1, "approach of a line");
        add(piece == "U" && victims.len() == 2, "U takes two");
        let immobilized = is_immobilized(rules, game, one.from);
        add(immobilized && !stays, "an immobilized piece relayed");
        if piece == "C" {
            let mut kinds: Vec<String> = victims.iter().map(|&at| text(rules, game, at)).collect();
            if taken {
                kinds.push(text(rules, game, one.to));
            }
            for kind in &kinds {
                add(true, &format!("C takes {kind}"));
            }
            kinds.sort();
            kinds.dedup();
            add(kinds.len() > 1, "C takes two kinds at once");
        }
        of_edges(rules, one, &mut add);
    }
    if let Some(to) = one.promotion() {
        add(true, &format!("{piece}={}", rules.spec().piece(to).text));
    }
    names
}

/// Moves to an edge square, by the edge.
fn of_edges(rules: &Rules, one: Move, add: &mut impl FnMut(bool, &str)) {
    let (board, spec) = (rules.geometry(), rules.spec());
    if !spec.edge || one.from == one.to {
        return;
    }
    let edges = |square| {
        [
            (board.rank(square) == 0, "0"),
            (board.rank(square) == board.ranks() - 1, "9"),
            (board.file(square) == 0, "x"),
            (board.file(square) == board.files() - 1, "y"),
        ]
    };
    for (holds, name) in edges(one.to) {
        add(holds, &format!("to edge {name}"));
    }
    let on_edge = |square| edges(square).iter().any(|(holds, _)| *holds);
    add(on_edge(one.from) && on_edge(one.to), "from edge to edge");
}
