//! What the compared positions have shown: pieces that move, promotions, powers, and powers that
//! meet. A comparison in which one of them never occurred would prove less than it seems.

use std::collections::BTreeMap;
use tradewind_engine::board::Square;
use tradewind_engine::moves::MoveKind;
use tradewind_engine::rules::Power;
use tradewind_engine::{Game, Move, Play};

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
];

/// Notes what the moves of a position show.
pub fn note(game: &Game, play: &Play, shown: &mut Shown) {
    for name in of_position(game, play) {
        *shown.entry(name).or_default() += 1;
    }
    for &one in play.legal_moves() {
        for name in of_move(game, play, one) {
            *shown.entry(name).or_default() += 1;
        }
    }
}

/// The names of everything that a rule set must show.
pub fn wanted(game: &Game) -> Vec<String> {
    let spec = game.spec();
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

fn text(game: &Game, play: &Play, square: Square) -> String {
    let piece = play.at(square).map(|(_, piece)| game.spec().piece(piece));
    piece.map(|piece| piece.text.clone()).unwrap_or_default()
}

fn is_royal(game: &Game, play: &Play, square: Square) -> bool {
    play.at(square)
        .is_some_and(|(_, piece)| game.spec().piece(piece).royal)
}

fn is_own(play: &Play, square: Square) -> bool {
    play.at(square)
        .is_some_and(|(owner, _)| owner == play.side())
}

fn has(game: &Game, play: &Play, square: Square, wanted: fn(&Power) -> bool) -> bool {
    play.at(square)
        .is_some_and(|(_, piece)| game.spec().piece(piece).powers.iter().any(wanted))
}

fn immobilizes(power: &Power) -> bool {
    matches!(power, Power::Immobilize { .. })
}

/// Whether an enemy Immobilizer stands next to a square.
fn is_immobilized(game: &Game, play: &Play, square: Square) -> bool {
    let board = game.geometry();
    let owner = play.at(square).map(|(owner, _)| owner);
    play.occupied().into_iter().any(|other| {
        let files = (board.file(other) - board.file(square)).abs();
        let ranks = (board.rank(other) - board.rank(square)).abs();
        files.max(ranks) == 1
            && play.at(other).map(|(owner, _)| owner) != owner
            && has(game, play, other, immobilizes)
    })
}

fn of_position(game: &Game, play: &Play) -> Vec<String> {
    let mut names = Vec::new();
    let mut royals = 0;
    for square in play.occupied().into_iter().filter(|&at| is_own(play, at)) {
        royals += u32::from(is_royal(game, play, square));
        if is_immobilized(game, play, square) {
            if has(game, play, square, |power| {
                matches!(power, Power::Relay { .. })
            }) {
                names.push("an immobilized relayer".to_string());
            }
            if has(game, play, square, immobilizes) {
                names.push("an immobilized immobilizer".to_string());
            }
        }
    }
    if royals > 1 {
        names.push("several royals".to_string());
    }
    if play.text().contains("swap=") {
        names.push("a swap that may not be taken back".to_string());
    }
    names
}

fn of_move(game: &Game, play: &Play, one: Move) -> Vec<String> {
    if one.kind == MoveKind::Pass {
        return vec!["pass".to_string()];
    }
    let piece = text(game, play, one.from);
    let mut names = vec![piece.clone()];
    let mut add = |holds: bool, name: &str| {
        if holds {
            names.push(name.to_string());
        }
    };
    let stays = one.from == one.to;
    let victims = one.victims();
    let royal_moves = is_royal(game, play, one.from);
    if let Some(converted) = one.converted() {
        add(stays, "convert");
        add(!stays, "move and convert");
        add(is_royal(game, play, converted), "convert a royal");
    }
    if one.kind == MoveKind::Swap {
        add(is_own(play, one.to), "swap with a friend");
        add(!is_own(play, one.to), "swap with an enemy");
        add(is_royal(game, play, one.to), "swap with a royal");
        add(piece == "C", "C swaps with S");
        add(piece == "C" && !victims.is_empty(), "C swaps and takes");
    }
    if one.removes_itself() {
        add(victims.len() == 1, "leave");
        add(victims.len() == 1 && royal_moves, "a royal leaves");
        add(victims.len() == 2, "mutual destruction");
        add(victims.len() == 2 && piece == "C", "C destroys S");
    } else {
        let strikes = has(game, play, one.from, |power| {
            matches!(power, Power::Strike { .. })
        });
        let taken = play.at(one.to).is_some() && one.kind == MoveKind::Plain && !stays;
        add(strikes && stays, "strike without moving");
        add(strikes && taken && !victims.is_empty(), "strike two");
        add(victims.len() >= 3, "capture of three or more");
        let lines = has(
            game,
            play,
            one.from,
            |power| matches!(power, Power::Approach(approach) if approach.line),
        );
        add(lines && victims.len() > 1, "approach of a line");
        add(piece == "U" && victims.len() == 2, "U takes two");
        let immobilized = is_immobilized(game, play, one.from);
        add(immobilized && !stays, "an immobilized piece relayed");
        if piece == "C" {
            let mut kinds: Vec<String> = victims.iter().map(|&at| text(game, play, at)).collect();
            if taken {
                kinds.push(text(game, play, one.to));
            }
            for kind in &kinds {
                add(true, &format!("C takes {kind}"));
            }
            kinds.sort();
            kinds.dedup();
            add(kinds.len() > 1, "C takes two kinds at once");
        }
        of_edges(game, one, &mut add);
    }
    if let Some(to) = one.promotion() {
        add(true, &format!("{piece}={}", game.spec().piece(to).text));
    }
    names
}

/// Moves to an edge square, by the edge.
fn of_edges(game: &Game, one: Move, add: &mut impl FnMut(bool, &str)) {
    let (board, spec) = (game.geometry(), game.spec());
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
