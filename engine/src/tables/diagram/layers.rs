//! Which squares carry which sign: one layer for the plain moves, and one a power.

use super::signs::*;
use super::squares::{
    Squares, away, beyond, board, centre, doubled, every_direction, radius, seen, unlimited, walked,
};
use crate::board::Square;
use crate::piece::Color;
use crate::reach::{Arena, Reach};
use crate::rules::{ApproachEffect, Betza, Mode, PieceSpec, Power};
use crate::tables::compile::plain_reach;

/// What one board shows.
pub(super) struct Layer {
    /// What it is about.
    pub title: String,
    /// The squares of each sign; the first sign of a square is drawn.
    pub marks: Vec<(&'static str, Squares)>,
    /// How many squares on each side show what there is to see; only the marked part when
    /// `None`.
    pub radius: Option<i32>,
    /// Whether it needs a board of its own.
    pub apart: bool,
    /// What stands in the middle, when it is not the piece.
    pub centre: Option<&'static str>,
}

impl Layer {
    pub(super) fn new(
        title: impl Into<String>,
        marks: Vec<(&'static str, Squares)>,
        radius: i32,
    ) -> Layer {
        Layer {
            title: title.into(),
            marks,
            radius: Some(radius),
            apart: false,
            centre: None,
        }
    }

    /// The plain moves, and the powers that are moves of the same kind.
    pub(super) fn moves(piece: &PieceSpec) -> Layer {
        let mut parts = piece.clone();
        parts
            .powers
            .retain(|power| matches!(power, Power::SkipSlide { .. }));
        let mut layer = Layer::new("", plain_marks(&parts), 1);
        let mut widest = piece.moves.as_ref().map_or(1, radius);
        for power in &piece.powers {
            match power {
                Power::SkipSlide { along, skip } => {
                    let passed = walked(along, 0, usize::from(*skip));
                    layer.marks.push((PASSED, passed));
                    widest = widest.max(radius(along));
                }
                Power::Bent { first, then } => {
                    parts.moves = None;
                    parts.powers = vec![power.clone()];
                    let mut arena = Arena::default();
                    let bent = reach(&parts, &mut arena);
                    let [second, ..] = bent.lines_by_mode(&arena);
                    layer.marks.push((LEAP_MOVE, bent.move_leaps));
                    layer.marks.push((SECOND_LEG, second));
                    widest = widest.max(radius(first)).max(match unlimited(then) {
                        true => radius(then),
                        false => radius(first) + radius(then),
                    });
                }
                Power::DoubleStep { along, .. } => {
                    let step = walked(&doubled(along), 1, 2);
                    layer.marks.push((DOUBLE_STEP, step));
                    widest = widest.max(2);
                }
                _ => {}
            }
        }
        layer.radius = Some(widest);
        layer
    }

    /// The powers that squares can show, in the order of the rule file.
    pub(super) fn powers(piece: &PieceSpec) -> Vec<Layer> {
        let is_relay = |power: &&Power| matches!(power, Power::Relay { .. });
        let several_relays = piece.powers.iter().filter(is_relay).count() > 1;
        let mut layers = Vec::new();
        for power in &piece.powers {
            match power {
                Power::Relay { to, moves, landing } => {
                    let mut receivers = receivers(to, moves, landing.as_ref());
                    receivers.apart = several_relays;
                    let within = receivers
                        .marks
                        .iter()
                        .any(|(sign, squares)| *sign == RELAY_WITHIN && !squares.is_empty());
                    let sign = if within { "±" } else { "+" };
                    let lent = Layer {
                        apart: true,
                        centre: Some(sign),
                        ..Layer::moves(&PieceSpec {
                            moves: Some(moves.clone()),
                            powers: Vec::new(),
                            ..piece.clone()
                        })
                    };
                    layers.push(receivers);
                    layers.push(Layer {
                        title: format!("{moves} for a {sign}"),
                        ..lent
                    });
                }
                Power::Approach { effect, line, .. } => {
                    layers.extend(approach(piece, *effect, *line));
                }
                Power::Withdrawal => layers.extend(withdrawal(piece)),
                _ => layers.extend(single(power)),
            }
        }
        layers
    }

    /// Whether no square carries a sign of both.
    pub(super) fn is_disjoint(&self, other: &Layer) -> bool {
        self.all().is_disjoint(other.all())
    }

    /// Every marked square.
    pub(super) fn all(&self) -> Squares {
        let mut all = Squares::EMPTY;
        self.marks.iter().for_each(|(_, squares)| all |= *squares);
        all
    }

    /// Adds what another layer shows.
    pub(super) fn join(&mut self, other: Layer) {
        self.marks.extend(other.marks);
        self.radius = self.radius.max(other.radius);
    }
}

/// The layer of a power with squares of its own.
fn single(power: &Power) -> Option<Layer> {
    let one = |title: &str, sign, betza: &Betza| {
        let first = match betza.terms.iter().any(|term| term.range > 1) {
            true => ", first piece in line",
            false => "",
        };
        let marks = vec![(sign, seen(betza))];
        Layer::new(format!("{title}{first}"), marks, radius(betza))
    };
    Some(match power {
        Power::Hop { over } => Layer::new("hop", vec![(HOP, beyond(over))], 2),
        Power::Strike { over } => {
            let marks = vec![(IGUI, seen(over)), (STRIKE, beyond(over))];
            Layer::new("strike", marks, 2)
        }
        Power::Igui { targets } => one("igui", IGUI, targets),
        Power::Hurdle { along } => {
            let marks = vec![(HURDLE, walked(along, 1, usize::MAX))];
            Layer::new("hurdle", marks, radius(along))
        }
        Power::Trample { along } => {
            Layer::new("trample", vec![(TRAMPLE, seen(along))], radius(along))
        }
        Power::Overtake { along, .. } => {
            let marks = vec![(OVERTAKE, walked(along, 1, usize::MAX))];
            Layer::new("overtake", marks, radius(along))
        }
        Power::Convert { targets } => one("convert", CONVERT, targets),
        Power::Swap { with, .. } => one("swap", SWAP, with),
        Power::MutualDestruction { targets } => one("mutual destruction", DESTROY, targets),
        Power::Immobilize { at, .. } => one("immobilize", IMMOBILIZE, at),
        Power::Relay { .. }
        | Power::SkipSlide { .. }
        | Power::Bent { .. }
        | Power::DoubleStep { .. }
        | Power::Castle { .. }
        | Power::Regent { .. }
        | Power::Pass
        | Power::Immune
        | Power::Approach { .. }
        | Power::Withdrawal
        | Power::Chameleon => return None,
    })
}

/// The friends that receive a relay, and where it must end.
fn receivers(to: &Betza, moves: &Betza, landing: Option<&Betza>) -> Layer {
    let mut widest = radius(to);
    let to = seen(to);
    let end = landing.map_or(Squares::EMPTY, seen);
    widest = widest.max(landing.map_or(1, radius));
    let marks = vec![(RELAY_WITHIN, to & end), (RELAY, to), (RELAY_END, end)];
    Layer::new(format!("relay of {moves}"), marks, widest)
}

/// An example of a plain move after which the enemy ahead is captured or converted.
pub(super) fn approach(piece: &PieceSpec, effect: ApproachEffect, line: bool) -> Option<Layer> {
    let (step, far) = example(piece)?;
    let sign = match effect {
        ApproachEffect::Capture => VICTIM,
        ApproachEffect::Convert => CONVERT,
    };
    let victims = if line { 2 } else { 1 };
    let ahead = (1..=victims).filter_map(|more| away(step, far + more));
    let marks = vec![
        (LANDING, away(step, far).into_iter().collect()),
        (sign, ahead.collect()),
    ];
    Some(cropped("approach", marks))
}

/// An example of a plain move after which the enemy behind its start is captured.
pub(super) fn withdrawal(piece: &PieceSpec) -> Option<Layer> {
    let (step, far) = example(piece)?;
    let one = |squares: Option<Square>| squares.into_iter().collect();
    let marks = vec![
        (LANDING, one(away(step, far))),
        (VICTIM, one(away(step, -1))),
    ];
    Some(cropped("withdrawal", marks))
}

fn cropped(title: &str, marks: Vec<(&'static str, Squares)>) -> Layer {
    Layer {
        radius: None,
        apart: true,
        ..Layer::new(title, marks, 0)
    }
}

/// A plain move without capturing, to the right if there is one: its step and how many of them.
fn example(piece: &PieceSpec) -> Option<((i32, i32), i32)> {
    let terms = piece.moves.iter().flat_map(|moves| &moves.terms);
    let steps: Vec<_> = terms
        .filter(|term| term.mode != Mode::Capture)
        .flat_map(|term| {
            term.leaps
                .iter()
                .map(|&leap| (leap, i32::from(term.range.min(2))))
        })
        .collect();
    let right = steps.iter().find(|(step, _)| *step == (1, 0));
    right.or(steps.first()).copied()
}

/// The signs of plain moves and slides.
pub(super) fn plain_marks(piece: &PieceSpec) -> Vec<(&'static str, Squares)> {
    let mut arena = Arena::default();
    let reach = reach(piece, &mut arena);
    let [both, only_move, only_capture] = reach.lines_by_mode(&arena);
    let moved = reach.move_leaps | only_move;
    let captured = reach.capture_leaps | only_capture;
    let near: Squares = (walked(&every_direction(), 0, 1)) & moved & captured;
    vec![
        (LEAP, reach.leaps | (reach.move_leaps & reach.capture_leaps)),
        (SLIDE, both | (only_move & only_capture)),
        (LEAP, near),
        (MIXED, moved & captured),
        (LEAP_MOVE, reach.move_leaps),
        (LEAP_CAPTURE, reach.capture_leaps),
        (SLIDE_MOVE, only_move),
        (SLIDE_CAPTURE, only_capture),
    ]
}

fn reach(piece: &PieceSpec, arena: &mut Arena<3>) -> Reach<3> {
    plain_reach(piece, &board(), Color::White, centre(), arena)
}
