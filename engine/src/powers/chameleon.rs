//! Chameleons: capturing each enemy in that enemy's own way, several at once.
//!
//! A Chameleon on b1 that goes to d1 takes the Withdrawer behind it and the Advancer ahead, and a
//! Long Leaper that it passes over:
//! ```text
//! 1 w C . (C) a        b1d1xa1xe1
//!   a b c  d  e
//! ```
//!
//! What it does to a piece is what the powers of that piece teach it, see [`Lesson`].

use super::approach::{self, ApproachEffect};
use super::immobilize::{Held, IMMOBILIZE};
use super::long_leap::LONG_LEAP;
use super::mutual_destruction::DESTROY;
use super::parts::*;
use super::prey::{self, Prey};
use super::steps::Steps;
use super::swap::SWAP;
use super::withdrawal;

const HOPPER_CAPTURE: &str = "∪ only to capture, over at least one piece in between";

/// Captures each enemy in that enemy's own way, along the lines of its plain moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chameleon;

impl Facts for Chameleon {
    fn notation(&self) -> Vec<&Betza> {
        vec![]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, checking: &Checking<'_>) {
        let on_lines = [PowerKind::Approach, PowerKind::Withdrawal];
        if on_lines.into_iter().any(|kind| checking.piece.has(kind)) {
            checking.fault(
                "a chameleon approaches and withdraws as its prey does",
                "leave out `approach` and `withdrawal`",
            );
        }
        checking.acts_on_moves();
        checking.captures_lines();
    }

    fn describe(&self, setting: &Setting<'_>) -> String {
        let mut told: Vec<(Told, Vec<String>)> = Vec::new();
        for piece in setting.pieces {
            for lesson in lessons(piece) {
                let Some(way) = lesson.told() else {
                    continue;
                };
                let text = match lesson {
                    Lesson::Swap { own: true, .. } => format!("{} of either side", piece.text),
                    _ => piece.text.to_string(),
                };
                match told.iter_mut().find(|(known, _)| *known == way) {
                    Some((_, pieces)) => pieces.push(text),
                    None => told.push((way, vec![text])),
                }
            }
        }
        told.sort_unstable_by_key(|(way, _)| way.place);
        let mut parts: Vec<String> = Vec::new();
        let mut last = "";
        for (way, pieces) in told {
            let does = if last == way.does { "" } else { way.does };
            parts.push(format!("{does}{}{}", listed(pieces, "and"), way.how));
            last = way.does;
        }
        let does = "does to each enemy what that enemy does";
        if parts.is_empty() {
            does.to_string()
        } else {
            format!("{does}: {}", parts.join(", "))
        }
    }

    fn draw(&self, setting: &Setting<'_>, piece: &Bearer<'_>, picture: &mut Picture<'_>) {
        let Some(own) = piece.moves else {
            return;
        };
        // The symbols of the enemies that are captured alike.
        let mut ways: Vec<(Layer, Vec<&str>)> = Vec::new();
        for enemy in setting.pieces {
            for layer in lessons(enemy).filter_map(|lesson| lesson.layer(own)) {
                let is_same = |(known, _): &&mut (Layer, _)| {
                    known.title == layer.title && known.marks == layer.marks
                };
                match ways.iter_mut().find(is_same) {
                    Some((_, of)) => of.push(enemy.text),
                    None => ways.push((layer, vec![enemy.text])),
                }
            }
        }
        picture
            .layers
            .extend(ways.into_iter().map(|(layer, of)| Layer {
                title: format!("{}, of {}", layer.title, of.join(" ")),
                apart: true,
                ..layer
            }));
    }

    fn mobility(&self, piece: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        CAPTURE_ONLY
            * piece
                .moves
                .iter()
                .map(|moves| crowd.targets(moves, from, 0))
                .sum::<f64>()
    }

    fn explains(&self, act: Act, _: &Played<'_>) -> bool {
        matches!(act, Act::Removes(_))
    }
}

impl Ability for Chameleon {
    const NAME: &'static str = "chameleon";
    const KEYS: &'static [&'static str] = &[];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Far,
        may_coincide: true,
    };
    type Tables<const W: usize> = ();

    fn read(_: &Reading<'_>) -> Option<Self> {
        Some(Chameleon)
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        let Some(moves) = making.piece.moves else {
            return;
        };
        let mut prey = Prey::new(making.rays(moves), 1 + 2 * making.pieces.len());
        for (at, piece) in making.pieces.iter().enumerate() {
            let enemy = Code::new(making.color.other(), PieceType(at as u8));
            for lesson in lessons(piece) {
                match lesson {
                    Lesson::Nothing => {}
                    Lesson::Replacement(captures) => {
                        prey.steps.push((enemy, making.rays(&captures)));
                    }
                    Lesson::Approach => prey.learn(enemy, prey::BY_APPROACH),
                    Lesson::Withdrawal => prey.learn(enemy, prey::BY_WITHDRAWAL),
                    Lesson::LongLeap { leaping } => {
                        let leaping = if leaping { prey::BY_LEAPING } else { 0 };
                        prey.learn(enemy, prey::BY_LONG_LEAP | leaping);
                    }
                    Lesson::Swap { back, own } => {
                        prey.learn(enemy, prey::BY_SWAPPING);
                        if own {
                            prey.learn(enemy.of(making.color), prey::BY_SWAPPING);
                        }
                        tables.swap.not_back |= !back;
                    }
                    Lesson::Hopper(along) => prey.hops.push((enemy, making.rays(along))),
                    Lesson::Destroy(targets) => {
                        let targets = making.reach(targets);
                        tables.mutual_destruction.prey.push((enemy, targets));
                    }
                    Lesson::Immobilize(at, may_leave) => {
                        let squares = making.alone(at);
                        tables.immobilize.prey.push(Held {
                            prey: enemy,
                            squares,
                            may_leave,
                        });
                    }
                }
            }
        }
        tables.steps = Steps::Chameleon(prey);
        let captures = moves.terms.iter().any(|term| term.mode != Mode::Move);
        tables.may_coincide |=
            captures || moves.crosses_itself() || making.pieces.iter().any(captures_twice);
    }

    generates_nothing!();
}

/// A lesson in words, and when it is told.
#[derive(PartialEq, Eq)]
struct Told {
    place: u8,
    does: &'static str,
    how: &'static str,
}

impl Lesson<'_> {
    fn told(&self) -> Option<Told> {
        let (place, does, how) = match self {
            Lesson::Nothing => return None,
            Lesson::Replacement(_) => (0, "captures ", " by replacement"),
            Lesson::Approach => (1, "captures ", " by approach"),
            Lesson::Withdrawal => (2, "captures ", " by withdrawal"),
            Lesson::LongLeap { .. } => (3, "captures ", " by long leap"),
            Lesson::Hopper(_) => (4, "captures ", " by hopping"),
            Lesson::Swap { .. } => (5, "swaps with ", ""),
            Lesson::Destroy(_) => (6, "removes itself with ", ""),
            Lesson::Immobilize(..) => (7, "immobilizes ", ""),
        };
        Some(Told { place, does, how })
    }

    /// How it comes onto the enemy, where it does.
    fn ways_onto(&self) -> Option<&Betza> {
        match self {
            Lesson::Replacement(captures) => Some(captures),
            Lesson::Hopper(along) => Some(along),
            Lesson::Nothing
            | Lesson::Approach
            | Lesson::Withdrawal
            | Lesson::LongLeap { .. }
            | Lesson::Swap { .. }
            | Lesson::Destroy(_)
            | Lesson::Immobilize(..) => None,
        }
    }

    /// The squares that show it, for a chameleon with these moves.
    fn layer(&self, own: &Betza) -> Option<Layer> {
        let one = |title: &str, sign, squares, betza: &Betza| {
            Layer::new(title, vec![(sign, squares)], drawing::radius(betza))
        };
        let over = |along: &Betza| drawing::walked(along, 1, usize::MAX);
        match self {
            Lesson::Nothing => None,
            Lesson::Replacement(captures) => Some(by_replacement(captures)),
            Lesson::Approach => approach::example(own, ApproachEffect::Capture, false),
            Lesson::Withdrawal => withdrawal::example(own),
            Lesson::LongLeap { .. } => Some(one("long leap", LONG_LEAP, over(own), own)),
            Lesson::Swap { .. } => Some(one("swap", SWAP, drawing::seen(own), own)),
            Lesson::Hopper(along) => Some(one("hopper", HOPPER_CAPTURE, over(along), along)),
            Lesson::Destroy(targets) => {
                let seen = drawing::seen(targets);
                Some(one("mutual destruction", DESTROY, seen, targets))
            }
            Lesson::Immobilize(at, _) => Some(one("immobilize", IMMOBILIZE, drawing::seen(at), at)),
        }
    }
}

/// Captures by coming onto an enemy.
fn by_replacement(captures: &Betza) -> Layer {
    let mut captures = captures.clone();
    for term in &mut captures.terms {
        term.mode = Mode::Capture;
    }
    let mut layer = drawing::moves(&captures);
    layer.title = "replacement".to_string();
    layer.marks.retain(|(_, squares)| !squares.is_empty());
    layer
}

/// What a chameleon learns from a piece: from each of its powers, and from its plain captures.
fn lessons<'p>(piece: &Bearer<'p>) -> impl Iterator<Item = Lesson<'p>> {
    let captures = piece.moves.map(Betza::capturing);
    let captures = captures.filter(|moves| !moves.terms.is_empty());
    let captures = captures.filter(|_| !piece.has(PowerKind::Chameleon));
    let by_power = piece.powers.iter().map(|power| power.facts().lesson());
    by_power.chain(captures.map(Lesson::Replacement))
}

/// Whether a piece may come onto another in two ways at once, so that a chameleon may do the same.
fn captures_twice(prey: &Bearer<'_>) -> bool {
    let lessons: Vec<Lesson<'_>> = lessons(prey).collect();
    let ways: Vec<&Betza> = lessons.iter().filter_map(Lesson::ways_onto).collect();
    ways.len() > 1 || ways.iter().any(|way| way.crosses_itself())
}
