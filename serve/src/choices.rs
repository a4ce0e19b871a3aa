//! The clicks that choose a move: a piece, a target, where several moves have both in common an entry of a menu, and the square
//! of a wall.

use serde::Serialize;
use std::collections::BTreeMap;
use tradewind_engine::board::Square;
use tradewind_engine::moves::MoveKind;
use tradewind_engine::rules::PieceType;
use tradewind_engine::{Game, Move, Rules};

/// A legal move, and how to choose it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The text of the move.
    pub text: String,
    /// The place to click first: a square, or for a drop the number of its piece type after those of the squares; `None` for a
    /// pass, which has a button.
    pub from: Option<u16>,
    /// The square to click next: the target; for a piece that stays, its first victim or itself.
    pub target: Option<u8>,
    /// The square to click last: that of the wall that it builds.
    pub wall: Option<u8>,
    /// What the move does, in words that no other move with the same squares has.
    pub label: String,
    /// What happens on the target.
    pub kind: TargetKind,
}

/// What a move does on the target that is clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// The piece moves there.
    Move,
    /// It captures there.
    Take,
    /// It acts there and stays where it is.
    Stay,
}

/// The place of a piece type in hand: the number of its type, after those of the squares.
pub fn hand_place(rules: &Rules, piece: PieceType) -> u16 {
    (rules.geometry().squares() + piece.index()) as u16
}

/// The choices of all legal moves, in the order of the moves.
pub fn choices(rules: &Rules, game: &Game) -> Vec<Choice> {
    let all = game.legal_moves().iter();
    let mut all: Vec<Choice> = all.map(|&mv| choice(rules, game, mv)).collect();
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for one in &all {
        *counts.entry(key(one)).or_default() += 1;
    }
    for one in &mut all {
        if counts[&key(one)] > 1 {
            one.label = format!("{} ({})", one.label, one.text);
        }
    }
    all
}

fn key(one: &Choice) -> (Option<u16>, [Option<u8>; 2], String) {
    (one.from, [one.target, one.wall], one.label.clone())
}

fn choice(rules: &Rules, game: &Game, mv: Move) -> Choice {
    let text = game.move_text(mv);
    if mv.kind == MoveKind::Pass {
        return Choice {
            text,
            from: None,
            target: None,
            wall: None,
            label: "pass".to_string(),
            kind: TargetKind::Move,
        };
    }
    let side = game.side();
    let enemy_on = |square: Square| game.at(square).is_some_and(|(color, _)| color != side);
    let stays = mv.to == mv.from && !matches!(mv.kind, MoveKind::Drop | MoveKind::Castle);
    let swaps = mv.kind == MoveKind::Swap;
    let on_target = (!stays && !swaps && enemy_on(mv.to)).then_some(mv.to);
    let captured: Vec<Square> = on_target
        .into_iter()
        .chain(mv.victims().iter().copied())
        .collect();
    let target = if stays {
        let others = mv.victims().iter().copied().chain(mv.converted());
        let mut others = others.filter(|&square| square != mv.from);
        others.next().unwrap_or(mv.from)
    } else {
        mv.named_target()
    };
    let captures_there = on_target.is_some() || swaps && captured.iter().any(|&one| enemy_on(one));
    let kind = match (stays, captures_there) {
        (true, _) => TargetKind::Stay,
        (false, true) => TargetKind::Take,
        (false, false) => TargetKind::Move,
    };
    Choice {
        text,
        from: Some(match mv.dropped() {
            Some(piece) => hand_place(rules, piece),
            None => mv.from.0.into(),
        }),
        target: Some(target.0),
        wall: mv.wall().map(|square| square.0),
        label: label(rules, game, mv, &captured),
        kind,
    }
}

/// What a move does, in words.
fn label(rules: &Rules, game: &Game, mv: Move, captured: &[Square]) -> String {
    let (spec, board) = (rules.spec(), rules.geometry());
    let name = |square: Square| match game.at(square) {
        Some((_, piece)) => format!("{} {}", spec.piece(piece).name, board.name(square)),
        None => board.name(square).to_string(),
    };
    let mut parts = Vec::new();
    let stays = mv.to == mv.from;
    match mv.kind {
        MoveKind::Castle => parts.push("castle".to_string()),
        MoveKind::Drop => {
            let piece = mv.dropped().map_or("", |piece| &spec.piece(piece).name);
            parts.push(format!("drop {piece}"));
        }
        MoveKind::Swap => parts.push(format!("swap with {}", name(mv.to))),
        _ if stays => parts.push("stay".to_string()),
        _ => parts.push(format!("move to {}", board.name(mv.to))),
    }
    let others = captured.iter().filter(|&&square| square != mv.from);
    let others: Vec<String> = others.map(|&square| name(square)).collect();
    if !others.is_empty() {
        parts.push(format!("capture {}", others.join(" and ")));
    }
    if let Some(square) = mv.converted() {
        parts.push(format!("convert {}", name(square)));
    }
    if mv.removes_itself() {
        parts.push("leave the board".to_string());
    }
    if let Some(piece) = mv.promotion() {
        parts.push(format!("become {}", spec.piece(piece).name));
    }
    parts.join(", ")
}
