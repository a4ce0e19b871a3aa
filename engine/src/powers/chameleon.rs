//! Chameleons: they capture each enemy in its own way, several at once.
//!
//! A Chameleon on b1 that goes to d1 captures the Withdrawer behind it and the Advancer ahead:
//! ```text
//! 1 w C . (C) a        b1d1xa1xe1
//!   a b c  d  e
//! ```
//!
//! The powers of the enemy decide how it is captured, see [`CaptureRule`].

use super::approach::{self, ApproachEffect};
use super::immobilize::{Held, IMMOBILIZE};
use super::long_leap::LONG_LEAP;
use super::mutual_destruction::DESTROY;
use super::power::*;
use super::prey::{self, Prey};
use super::steps::Steps;
use super::swap::SWAP;
use super::withdrawal;

const HOPPER_CAPTURE: &str = "∪ only to capture, over at least one piece in between";

/// Captures each enemy in that enemy's own way, along the lines of its plain moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chameleon;

impl PowerInfo for Chameleon {
    fn check(&self, context: &CheckContext<'_>) {
        let on_lines = [PowerKind::Approach, PowerKind::Withdrawal];
        if on_lines.into_iter().any(|kind| context.piece.has(kind)) {
            let message = "a chameleon approaches and withdraws as its prey does";
            context.fault(message, "leave out `approach` and `withdrawal`");
        }
        context.acts_on_moves();
        context.captures_lines();
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        type Words = (u8, &'static str, &'static str);
        let mut described: Vec<(Words, Vec<String>)> = Vec::new();
        for piece in &rules.pieces {
            for rule in capture_rules(piece) {
                let text = match rule {
                    CaptureRule::Swap { own: true, .. } => format!("{} of either side", piece.text),
                    _ => piece.text.to_string(),
                };
                let words = rule.words();
                match described.iter_mut().find(|(known, _)| *known == words) {
                    Some((_, pieces)) => pieces.push(text),
                    None => described.push((words, vec![text])),
                }
            }
        }
        described.sort_unstable_by_key(|((place, ..), _)| *place);
        let mut parts: Vec<String> = Vec::new();
        let mut last = "";
        for ((_, verb, how), pieces) in described {
            let shown = if last == verb { "" } else { verb };
            parts.push(format!("{shown}{}{how}", listed(pieces, "and")));
            last = verb;
        }
        let colon = if parts.is_empty() { "" } else { ": " };
        let parts = parts.join(", ");
        format!("does to each enemy what that enemy does{colon}{parts}")
    }

    fn draw(&self, rules: &RuleSetView<'_>, piece: &PieceView<'_>, picture: &mut Picture<'_>) {
        let Some(own) = piece.moves else {
            return;
        };
        // The symbols of the enemies that are captured alike.
        let mut ways: Vec<(Layer, Vec<&str>)> = Vec::new();
        for enemy in &rules.pieces {
            for layer in capture_rules(enemy).filter_map(|rule| rule.layer(own)) {
                let is_same = |(known, _): &&mut (Layer, _)| {
                    known.title == layer.title && known.marks == layer.marks
                };
                match ways.iter_mut().find(is_same) {
                    Some((_, of)) => of.push(enemy.text),
                    None => ways.push((layer, vec![enemy.text])),
                }
            }
        }
        for (mut layer, of) in ways {
            layer.title = format!("{}, of {}", layer.title, of.join(" "));
            layer.apart = true;
            picture.add(layer);
        }
    }

    fn mobility(&self, piece: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        density.captures(piece.moves, from)
    }

    fn explains(&self, act: Act, _: &PlayedMove<'_>) -> bool {
        matches!(act, Act::Removes(_))
    }
}

impl PowerImpl for Chameleon {
    const NAME: &'static str = "chameleon";
    const KEYS: &'static [&'static str] = &[];
    const MAKES: MoveKinds = MoveKinds::Far;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = ();

    fn read(_: &PowerReader<'_>) -> Option<Self> {
        Some(Chameleon)
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        let Some(moves) = context.piece.moves else {
            return;
        };
        let mut prey = Prey {
            rays: context.rays(moves),
            ways: vec![0; 1 + 2 * context.pieces.len()],
            ..Prey::default()
        };
        for (at, piece) in context.pieces.iter().enumerate() {
            let enemy = Code::new(context.color.other(), PieceType(at as u8));
            for rule in capture_rules(piece) {
                match rule {
                    CaptureRule::Replacement(captures) => {
                        prey.steps.push((enemy, context.rays(&captures)));
                    }
                    CaptureRule::Approach => prey.learn(enemy, prey::BY_APPROACH),
                    CaptureRule::Withdrawal => prey.learn(enemy, prey::BY_WITHDRAWAL),
                    CaptureRule::LongLeap { leaping } => {
                        let leaping = if leaping { prey::BY_LEAPING } else { 0 };
                        prey.learn(enemy, prey::BY_LONG_LEAP | leaping);
                    }
                    CaptureRule::Swap { back, own } => {
                        prey.learn(enemy, prey::BY_SWAPPING);
                        if own {
                            prey.learn(enemy.of(context.color), prey::BY_SWAPPING);
                        }
                        tables.swap.not_back |= !back;
                    }
                    CaptureRule::Hopper(along, hurdles) => {
                        prey.hops.push((enemy, hurdles, context.rays(along)));
                    }
                    CaptureRule::Destroy(targets) => {
                        let targets = context.reach(targets);
                        tables.mutual_destruction.prey.push((enemy, targets));
                    }
                    CaptureRule::Immobilize(at, may_leave) => tables.immobilize.prey.push(Held {
                        prey: enemy,
                        squares: context.alone(at),
                        may_leave,
                    }),
                }
            }
        }
        tables.steps = Steps::Chameleon(prey);
        let captures = moves.terms.iter().any(|term| term.mode != Mode::Move);
        tables.may_coincide |=
            captures || moves.crosses_itself() || context.pieces.iter().any(captures_twice);
    }
}

impl CaptureRule<'_> {
    /// The description: its place among others, and the words around the symbols of enemies.
    fn words(&self) -> (u8, &'static str, &'static str) {
        match self {
            CaptureRule::Replacement(_) => (0, "captures ", " by replacement"),
            CaptureRule::Approach => (1, "captures ", " by approach"),
            CaptureRule::Withdrawal => (2, "captures ", " by withdrawal"),
            CaptureRule::LongLeap { .. } => (3, "captures ", " by long leap"),
            CaptureRule::Hopper(..) => (4, "captures ", " by hopping"),
            CaptureRule::Swap { .. } => (5, "swaps with ", ""),
            CaptureRule::Destroy(_) => (6, "removes itself with ", ""),
            CaptureRule::Immobilize(..) => (7, "immobilizes ", ""),
        }
    }

    /// The notation by which it moves onto the enemy's square, if it does.
    fn onto(&self) -> Option<&Betza> {
        match self {
            CaptureRule::Replacement(captures) => Some(captures),
            CaptureRule::Hopper(along, _) => Some(along),
            _ => None,
        }
    }

    /// The drawing of the rule, for a chameleon with these moves.
    fn layer(&self, own: &Betza) -> Option<Layer> {
        let over = |title, sign, along| {
            Layer::of(title, sign, drawing::walked(along, 1, usize::MAX), along)
        };
        let on = |title, sign, at| Layer::of(title, sign, drawing::seen(at), at);
        Some(match self {
            CaptureRule::Replacement(captures) => by_replacement(captures),
            CaptureRule::Approach => return approach::example(own, ApproachEffect::Capture, false),
            CaptureRule::Withdrawal => return withdrawal::example(own),
            CaptureRule::LongLeap { .. } => over("long leap", LONG_LEAP, own),
            CaptureRule::Swap { .. } => on("swap", SWAP, own),
            CaptureRule::Hopper(along, _) => over("hopper", HOPPER_CAPTURE, along),
            CaptureRule::Destroy(targets) => on("mutual destruction", DESTROY, targets),
            CaptureRule::Immobilize(at, _) => on("immobilize", IMMOBILIZE, at),
        })
    }
}

/// The drawing of captures by replacement.
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

/// The rules by which a chameleon captures a piece: those of its powers, and its plain captures.
fn capture_rules<'p>(piece: &PieceView<'p>) -> impl Iterator<Item = CaptureRule<'p>> {
    let captures = piece.moves.map(Betza::capturing);
    let captures = captures.filter(|moves| !moves.terms.is_empty());
    let captures = captures.filter(|_| !piece.has(PowerKind::Chameleon));
    let by_power = (piece.powers.iter()).filter_map(|power| power.info().capture_rule());
    by_power.chain(captures.map(CaptureRule::Replacement))
}

/// Whether a piece may move onto another by two moves, so that a chameleon may do the same.
fn captures_twice(prey: &PieceView<'_>) -> bool {
    let rules: Vec<CaptureRule<'_>> = capture_rules(prey).collect();
    let onto: Vec<&Betza> = rules.iter().filter_map(CaptureRule::onto).collect();
    onto.len() > 1 || onto.iter().any(|betza| betza.crosses_itself())
}
