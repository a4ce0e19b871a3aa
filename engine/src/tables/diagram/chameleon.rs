//! What a chameleon does to each enemy: a board for every way in which one of them captures.

use super::layers::{Layer, approach, plain_marks, withdrawal};
use super::signs::{DESTROY, HURDLE_CAPTURE, IMMOBILIZE, OVERTAKE, SWAP};
use super::squares::{Squares, radius, seen, walked};
use crate::rules::{ApproachEffect, Betza, Mode, PieceSpec, Power, RuleSpec};

/// A way to capture, and the symbols of the enemies that are captured so.
struct Way<'s> {
    layer: Layer,
    of: Vec<&'s str>,
}

/// The layers of a chameleon: one for each way in which pieces of the rule set capture.
pub(super) fn layers(spec: &RuleSpec, chameleon: &PieceSpec) -> Vec<Layer> {
    let mut ways: Vec<Way<'_>> = Vec::new();
    for enemy in &spec.pieces {
        for layer in all_of(chameleon, enemy) {
            let known = ways
                .iter_mut()
                .find(|way| way.layer.title == layer.title && way.layer.marks == layer.marks);
            match known {
                Some(way) => way.of.push(&enemy.text),
                None => ways.push(Way {
                    layer,
                    of: vec![&enemy.text],
                }),
            }
        }
    }
    let named = ways.into_iter().map(|Way { layer, of }| Layer {
        title: format!("{}, of {}", layer.title, of.join(" ")),
        apart: true,
        ..layer
    });
    named.collect()
}

/// What a chameleon does to one kind of enemy.
fn all_of(chameleon: &PieceSpec, enemy: &PieceSpec) -> Vec<Layer> {
    let Some(own) = &chameleon.moves else {
        return Vec::new();
    };
    let one = |title: &str, sign, squares: Squares, betza: &Betza| {
        Some(Layer::new(title, vec![(sign, squares)], radius(betza)))
    };
    let by_power = enemy.powers.iter().filter_map(|power| match power {
        Power::Approach {
            effect: ApproachEffect::Capture,
            ..
        } => approach(chameleon, ApproachEffect::Capture, false),
        Power::Withdrawal => withdrawal(chameleon),
        Power::Overtake { .. } => one("overtake", OVERTAKE, walked(own, 1, usize::MAX), own),
        Power::Swap { .. } => one("swap", SWAP, seen(own), own),
        Power::Hurdle { along } => one(
            "hurdle",
            HURDLE_CAPTURE,
            walked(along, 1, usize::MAX),
            along,
        ),
        Power::MutualDestruction { targets } => {
            one("mutual destruction", DESTROY, seen(targets), targets)
        }
        Power::Immobilize { at, .. } => one("immobilize", IMMOBILIZE, seen(at), at),
        _ => None,
    });
    let mut layers: Vec<Layer> = by_power.collect();
    layers.extend(replacement(enemy));
    layers
}

/// Captures by coming onto an enemy, as that enemy does, unless it does so in more than one step.
fn replacement(enemy: &PieceSpec) -> Option<Layer> {
    let mut captures = enemy.moves.clone()?;
    captures
        .terms
        .retain(|term| term.mode != Mode::Move && !term.lame);
    if captures.terms.is_empty() || enemy.powers.contains(&Power::Chameleon) {
        return None;
    }
    for term in &mut captures.terms {
        term.mode = Mode::Capture;
    }
    let widest = radius(&captures);
    let plain = PieceSpec {
        moves: Some(captures),
        powers: Vec::new(),
        ..enemy.clone()
    };
    let mut marks = plain_marks(&plain);
    marks.retain(|(_, squares)| !squares.is_empty());
    Some(Layer::new("replacement", marks, widest))
}
