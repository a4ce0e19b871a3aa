//! Tables for finding attacks.

use super::{RuleTables, Traits};
use crate::betza::{Betza, Mode, greatest_common_divisor};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::powers::{MoveKinds, PowerKind, Seen, Tables};
use crate::reach::{Reach, ReachTable, reach_table};
use crate::rules::{BareRule, RoyalRule, RuleSpec};

/// The method of generating legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Legality {
    /// There is no check: every move is legal.
    Free,
    /// Every capture is a plain leap or on a straight line, so that pins and checks decide.
    Pins,
    /// Moves that may expose the own royal are made and checked.
    Trial,
}

/// Tables for finding attacks backwards from the target square.
#[derive(Debug, Default)]
pub(crate) struct Attacks<const W: usize> {
    /// By the attacker's colour and the target: the squares from which a leap attacks the target.
    pub leap_sources: [Vec<SquareSet<W>>; 2],
    /// By slot: the squares that a piece attacks on straight lines on an empty board.
    pub line_targets: Vec<SquareSet<W>>,
    /// By square: the straight lines along which some piece could attack it.
    pub sight: ReachTable<W>,
    /// By pair of squares: those between them on a line of `sight`. Only for [`Legality::Pins`].
    between: Vec<SquareSet<W>>,
    squares: usize,
    /// By square: the squares whose vacation may open an attack on it. Only for [`Legality::Trial`].
    pub danger: Vec<SquareSet<W>>,
    /// By square: the squares on a line with it or within two steps. Only with `has_far`.
    pub aligned: Vec<SquareSet<W>>,
    /// By square: its rank and file. Only where royals may not face each other.
    pub orthogonals: ReachTable<W>,
    /// Whether there are pieces whose captures the backward search does not find.
    pub has_odd: bool,
    /// Whether pieces change squares besides start and target in ways that `danger` does not cover.
    pub has_far: bool,
}

impl<const W: usize> Attacks<W> {
    /// The squares strictly between two squares of one line.
    #[inline(always)]
    pub(crate) fn between(&self, a: Square, b: Square) -> SquareSet<W> {
        self.between[a.index() * self.squares + b.index()]
    }
}

/// Whether a piece type has captures that the backward search does not find: all except leaps and
/// straight lines of single steps.
pub(crate) fn is_odd(spec: &RuleSpec, piece: usize) -> bool {
    let piece = &spec.pieces[piece];
    let odd_moves = piece.moves.iter().any(Betza::has_odd_captures);
    let odd_power = (piece.powers.iter()).any(|power| matches!(power.info().seen(), Seen::Odd));
    odd_moves || odd_power
}

/// The method that a rule set needs.
pub(crate) fn legality(spec: &RuleSpec) -> Legality {
    if spec.end.royal != RoyalRule::Check {
        return Legality::Free;
    }
    let odd = (0..spec.pieces.len()).any(|piece| is_odd(spec, piece));
    let powers = || spec.pieces.iter().flat_map(|piece| &piece.powers);
    let lends = powers().any(|power| matches!(power.info().seen(), Seen::Lent));
    let regent = powers().any(|power| power.kind() == PowerKind::Regent);
    // A move that bares the other side may leave the own royal attacked.
    let bare_wins = spec.end.bare == BareRule::Loses;
    let end = &spec.end;
    let other = end.several_royals || end.no_facing || end.no_checks || spec.frozen.is_some();
    let changes_more = spec.explosion.is_some() || spec.walls.is_some();
    if odd || lends || regent || spec.edge || bare_wins || other || changes_more {
        Legality::Trial
    } else {
        Legality::Pins
    }
}

/// The directions in which pieces slide, with their mirror images.
fn sight_steps(spec: &RuleSpec) -> Vec<(i32, i32)> {
    let mut steps = Vec::new();
    for piece in &spec.pieces {
        let added = piece
            .powers
            .iter()
            .filter_map(|power| match power.info().seen() {
                Seen::Slides(slides) => Some(slides),
                Seen::Nothing | Seen::Lent | Seen::Odd => None,
            });
        for term in (piece.moves.iter().chain(added)).flat_map(|slides| &slides.terms) {
            for &(file, rank) in &term.leaps {
                if term.range > 1 && greatest_common_divisor(file, rank) == 1 {
                    steps.extend([(file, rank), (-file, -rank), (file, -rank), (-file, rank)]);
                }
            }
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Whether some piece changes distant squares other than its start and target.
fn is_far(spec: &RuleSpec) -> bool {
    let mut powers = spec.pieces.iter().flat_map(|piece| &piece.powers);
    powers.any(|power| matches!(power.entry().makes, MoveKinds::Far | MoveKinds::Staying))
}

/// Compiles the tables of a rule set from all its others.
pub(crate) fn compile<const W: usize>(rules: &mut RuleTables<W>) -> Attacks<W> {
    let (spec, board, arena) = (&rules.spec, &rules.geometry, &mut rules.arena);
    let squares = board.squares();
    let steps = sight_steps(spec);
    let sight = reach_table(board, Color::White, arena, |builder| {
        for &step in &steps {
            builder.slide(Mode::Both, step, u8::MAX, 0);
        }
    });
    let orthogonals = match spec.end.no_facing {
        false => ReachTable::new(),
        true => reach_table(board, Color::White, arena, |builder| {
            for step in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                builder.slide(Mode::Both, step, u8::MAX, 0);
            }
        }),
    };
    let mut leap_sources = [(); 2].map(|()| vec![SquareSet::EMPTY; squares]);
    let mut line_targets = vec![SquareSet::EMPTY; rules.reach.len()];
    for code in Code::all(spec.pieces.len()) {
        let Some((color, _)) = code.piece() else {
            continue;
        };
        for from in board.all() {
            let slot = code.index() * squares + from.index();
            line_targets[slot] = rules.reach[slot].capturing_lines(arena);
            for target in rules.reach[slot].capturing_leaps() {
                leap_sources[color.index()][target.index()].insert(from);
            }
        }
    }
    let mut attacks = Attacks {
        leap_sources,
        line_targets,
        sight,
        squares,
        has_far: is_far(spec) || rules.powers.iter().any(Tables::has_immobility),
        has_odd: rules.traits.iter().any(|traits| traits.is(Traits::ODD)),
        ..Attacks::default()
    };
    if attacks.has_far {
        attacks.aligned = (board.all()).map(|square| aligned(board, square)).collect();
    }
    match rules.legality {
        Legality::Free => {}
        Legality::Pins => attacks.between = between(board, &steps),
        Legality::Trial => attacks.danger = danger(rules, &orthogonals),
    }
    attacks.orthogonals = orthogonals;
    attacks
}

/// The squares on a rank, file or diagonal with a square, and those within two steps of it.
fn aligned<const W: usize>(board: &Geometry, square: Square) -> SquareSet<W> {
    let is_aligned = |other: &Square| {
        let (files, ranks) = board.offset(square, *other);
        let (files, ranks) = (files.abs(), ranks.abs());
        files == 0 || ranks == 0 || files == ranks || files.max(ranks) <= 2
    };
    board.all().filter(is_aligned).collect()
}

fn between<const W: usize>(board: &Geometry, steps: &[(i32, i32)]) -> Vec<SquareSet<W>> {
    let squares = board.squares();
    let mut table = vec![SquareSet::EMPTY; squares * squares];
    for from in board.all() {
        for step in steps {
            let mut passed = SquareSet::EMPTY;
            for to in (1..).map_while(|far| board.away(from, *step, far)) {
                table[from.index() * squares + to.index()] = passed;
                passed.insert(to);
            }
        }
    }
    table
}

/// Finds the squares that block some capture, by trying every single blocker.
fn danger<const W: usize>(rules: &RuleTables<W>, orthogonals: &ReachTable<W>) -> Vec<SquareSet<W>> {
    let mut danger = vec![SquareSet::EMPTY; rules.geometry.squares()];
    let mut try_blockers = |reach: &Reach<W>| {
        for blocker in rules.geometry.all() {
            for target in reach.held_up(&rules.arena, blocker) {
                danger[target.index()].insert(blocker);
            }
        }
    };
    rules
        .reach
        .iter()
        .chain(orthogonals)
        .for_each(&mut try_blockers);
    let iguis = rules.powers.iter().flat_map(|powers| &powers.igui);
    iguis.for_each(&mut try_blockers);
    for hop in (rules.powers.iter()).flat_map(|powers| powers.hop.iter().flatten()) {
        danger[hop.victim.index()].insert(hop.landing);
    }
    danger
}
