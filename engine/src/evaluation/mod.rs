//! What a position is worth, without looking ahead: a sum of terms with weights.
//!
//! The evaluation is linear in its weights and tapered: each term has one weight for a full board
//! and one for an empty one. [`Evaluator::trace`] gives the coefficients, so that weights can be
//! fitted without knowing what they stand for.

mod origin;
mod shipped;
mod term;
mod weights;

pub use origin::Origin;
pub use term::Term;
pub use weights::{UNTUNED, USUAL_LAZY, Weight, Weights, WeightsError};

use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::rules::PieceType;
use crate::tables::Rules;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middlegame and an endgame value in sixteenths of a hundredth of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pair {
    middle: i32,
    end: i32,
}

impl Pair {
    fn of(weight: Weight) -> Pair {
        let fixed = |weight: f64| (weight * 16.0).round() as i32;
        Pair {
            middle: fixed(weight.middle),
            end: fixed(weight.end),
        }
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair {
            middle: self.middle + other.middle,
            end: self.end + other.end,
        }
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair {
            middle: -self.middle,
            end: -self.end,
        }
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, times: i32) -> Pair {
        Pair {
            middle: self.middle * times,
            end: self.end * times,
        }
    }
}

/// The evaluation of a rule set with some weights.
#[derive(Debug)]
pub struct Evaluator<const W: usize> {
    /// By slot: material, promotion, centre and advance of a piece on a square.
    placement: Vec<Pair>,
    /// By code: each square that it can go to.
    mobility: Vec<Pair>,
    /// By code: what it is worth in exchanges, in hundredths of a pawn.
    values: Vec<i32>,
    /// By square: the square and those next to it.
    around: Vec<SquareSet<W>>,
    shield: Pair,
    attackers: Pair,
    relay: Pair,
    immobilized: Pair,
    bare: Pair,
    tempo: Pair,
    /// Whether a bare royal loses.
    bare_loses: bool,
    /// How many pieces make a full board.
    full: i32,
    /// As in [`Weights`].
    lazy: i32,
}

/// One term in one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coefficient {
    /// The term.
    pub term: Term,
    /// How often it occurs for White less how often for Black.
    pub count: f64,
}

impl<const W: usize> Evaluator<W> {
    /// Makes the tables of some weights.
    pub fn new(rules: &Rules<W>, weights: &Weights) -> Evaluator<W> {
        let board = &rules.geometry;
        let spec = &rules.spec;
        let pair = |term| Pair::of(weights.get(term));
        let codes = 1 + 2 * spec.pieces.len();
        let mut evaluator = Evaluator {
            placement: vec![Pair::default(); codes * board.squares()],
            mobility: vec![Pair::default(); codes],
            values: vec![0; codes],
            around: board.all().map(|square| around(board, square)).collect(),
            shield: pair(Term::Shield),
            attackers: pair(Term::Attackers),
            relay: pair(Term::Relay),
            immobilized: pair(Term::Immobilized),
            bare: pair(Term::Bare),
            tempo: pair(Term::Tempo),
            bare_loses: spec.end.bare.can_lose(),
            full: full_board(rules),
            lazy: weights.lazy,
        };
        for code in Code::all(spec.pieces.len()) {
            let Some((color, piece)) = code.piece() else {
                continue;
            };
            let worth = weights.get(Term::Material(piece));
            evaluator.values[code.index()] = worth.average() as i32;
            evaluator.mobility[code.index()] = pair(Term::Mobility(piece));
            for square in board.all() {
                let mut sum = Pair::default();
                for (term, count) in placement_terms(rules, color, piece, square) {
                    let weight = weights.get(term);
                    sum += Pair::of(Weight {
                        middle: weight.middle * count,
                        end: weight.end * count,
                    });
                }
                evaluator.placement[rules.slot(code, square)] = sum;
            }
        }
        evaluator
    }

    /// What a piece is worth in exchanges, in hundredths of a pawn; royals are worth nothing.
    #[inline(always)]
    pub(crate) fn value(&self, code: Code) -> i32 {
        self.values[code.index()]
    }

    /// What a quiet move of a piece changes in its placement with all pieces on the board, in
    /// sixteenths of a hundredth of a pawn.
    #[inline(always)]
    pub(crate) fn placement_gain(
        &self,
        rules: &Rules<W>,
        code: Code,
        from: Square,
        to: Square,
    ) -> i32 {
        let at = |square| self.placement[rules.slot(code, square)].middle;
        at(to) - at(from)
    }

    /// What the position is worth to the side to move, in hundredths of a pawn.
    pub fn evaluate(&self, rules: &Rules<W>, position: &Position<W>) -> i32 {
        let placed = self.placed(rules, position);
        self.tapered(position, placed + self.active(rules, position))
    }

    /// The same, but for a position that is so far outside of the bounds that what the pieces do
    /// there does not matter: then what they are worth where they stand. Tells whether it is exact.
    #[inline]
    pub(crate) fn evaluate_within(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        alpha: i32,
        beta: i32,
    ) -> (i32, bool) {
        let placed = self.placed(rules, position);
        let rough = self.tapered(position, placed);
        if rough + self.lazy <= alpha || rough - self.lazy >= beta {
            return (rough, false);
        }
        let exact = self.tapered(position, placed + self.active(rules, position));
        (exact, true)
    }

    #[inline(always)]
    fn tapered(&self, position: &Position<W>, sum: Pair) -> i32 {
        let pieces = (position.occupied().count() as i32).min(self.full);
        (sum.middle * pieces + sum.end * (self.full - pieces)) / (self.full * 16)
    }

    /// What the pieces are worth to the side to move where they stand, and the right to move.
    #[inline(always)]
    fn placed(&self, rules: &Rules<W>, position: &Position<W>) -> Pair {
        let us = position.side();
        let side = |color| {
            let mut sum = Pair::default();
            position.pieces(color).for_each(|square| {
                sum += self.placement[rules.slot(position.at(square), square)];
            });
            sum + self.bareness(position.pieces(color))
        };
        side(us) - side(us.other()) + self.tempo
    }

    /// What the pieces do, for the side to move.
    fn active(&self, rules: &Rules<W>, position: &Position<W>) -> Pair {
        let us = position.side();
        self.side(rules, position, us) - self.side(rules, position, us.other())
    }

    /// What one side's pieces do for it.
    fn side(&self, rules: &Rules<W>, position: &Position<W>, us: Color) -> Pair {
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let around_enemy = self.around_royals(position, us.other());
        let mut sum = Pair::default();
        let mut attackers = 0;
        own.for_each(|square| {
            let code = position.at(square);
            let targets = rules.reach(code, square).targets(&rules.arena, own, enemy);
            sum += self.mobility[code.index()] * targets.count() as i32;
            attackers += i32::from(!(targets & around_enemy).is_empty());
        });
        sum += self.shield * (self.around_royals(position, us) & own).count() as i32;
        sum += -(self.attackers * (attackers * attackers));
        sum + self.support(rules, position, us)
    }

    /// The squares next to a side's royals.
    #[inline(always)]
    fn around_royals(&self, position: &Position<W>, color: Color) -> SquareSet<W> {
        let royals = position.royals(color);
        let mut around = SquareSet::EMPTY;
        royals.for_each(|royal| around |= self.around[royal.index()]);
        around - royals
    }

    /// What pieces that act on others are worth where they stand.
    fn support(&self, rules: &Rules<W>, position: &Position<W>, us: Color) -> Pair {
        let (helped, held) = support_counts(rules, position, us);
        self.relay * helped + self.immobilized * held
    }

    #[inline(always)]
    fn bareness(&self, own: SquareSet<W>) -> Pair {
        match self.bare_loses {
            true => self.bare * bareness(own),
            false => Pair::default(),
        }
    }

    /// The coefficients of a position that are not 0, seen from White, and the share of the pieces
    /// that is on the board: the evaluation is the sum of count × (share × middle + (1 − share) ×
    /// end), but for rounding.
    pub fn trace(&self, rules: &Rules<W>, position: &Position<W>) -> (Vec<Coefficient>, f64) {
        let mut counts: Vec<Coefficient> = Vec::new();
        let mut add = |term: Term, count: f64| {
            if count != 0.0 {
                match counts.iter_mut().find(|known| known.term == term) {
                    Some(known) => known.count += count,
                    None => counts.push(Coefficient { term, count }),
                }
            }
        };
        for us in Color::BOTH {
            let sign = if us == Color::White { 1.0 } else { -1.0 };
            let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
            let around_enemy = self.around_royals(position, us.other());
            let mut attackers = 0;
            for square in own {
                let code = position.at(square);
                let Some((_, piece)) = code.piece() else {
                    continue;
                };
                for (term, count) in placement_terms(rules, us, piece, square) {
                    add(term, sign * count);
                }
                let targets = rules.reach(code, square).targets(&rules.arena, own, enemy);
                add(Term::Mobility(piece), sign * f64::from(targets.count()));
                attackers += i32::from(!(targets & around_enemy).is_empty());
            }
            let shield = (self.around_royals(position, us) & own).count();
            let (helped, held) = support_counts(rules, position, us);
            add(Term::Shield, sign * f64::from(shield));
            add(Term::Attackers, -sign * f64::from(attackers * attackers));
            add(Term::Relay, sign * f64::from(helped));
            add(Term::Immobilized, sign * f64::from(held));
            if self.bare_loses {
                add(Term::Bare, sign * f64::from(bareness(own)));
            }
        }
        let mover = if position.side() == Color::White {
            1.0
        } else {
            -1.0
        };
        add(Term::Tempo, mover);
        let pieces = (position.occupied().count() as i32).min(self.full);
        (counts, f64::from(pieces) / f64::from(self.full))
    }
}

/// The terms that depend on a piece and its square alone.
fn placement_terms<const W: usize>(
    rules: &Rules<W>,
    color: Color,
    piece: PieceType,
    square: Square,
) -> impl Iterator<Item = (Term, f64)> {
    let board = &rules.geometry;
    let (file, rank) = (board.file(square), board.rank(square));
    let advanced = match color {
        Color::White => rank,
        Color::Black => board.ranks() - 1 - rank,
    };
    let inside = file.min(board.files() - 1 - file) + rank.min(board.ranks() - 1 - rank);
    let average = (board.files() + board.ranks()) as f64 / 4.0 - 1.0;
    let code = Code::new(color, piece);
    let prospect = rules.prospect(code, square);
    let promotion = prospect.map(|prospect| (Term::Promotion(piece), prospect));
    [
        Some((Term::Material(piece), 1.0)),
        Some((Term::Center(piece), f64::from(inside) - average)),
        Some((Term::Advance(piece), f64::from(advanced))),
        promotion,
    ]
    .into_iter()
    .flatten()
}

/// How many friends receive relays, and how many enemies are held.
fn support_counts<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    us: Color,
) -> (i32, i32) {
    let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
    let (mut helped, mut held) = (0, 0);
    position.auras(us).for_each(|square| {
        let powers = &rules.powers[position.at(square).index()];
        for relay in &powers.relay {
            let receivers = relay.receivers(&rules.arena, square, own, enemy);
            helped += receivers.count() as i32;
        }
        if let Some(squares) = powers.immobilize.squares.get(square.index()) {
            held += (*squares & enemy).count() as i32;
        }
    });
    (helped, held)
}

/// How many pieces fewer than six a side has.
fn bareness<const W: usize>(own: SquareSet<W>) -> i32 {
    (6 - own.count() as i32).max(0)
}

fn full_board<const W: usize>(rules: &Rules<W>) -> i32 {
    let first = rules.spec.array_numbers().first().copied();
    let pieces = first.and_then(|first| Position::start(rules, first));
    pieces
        .map_or(32, |start| start.occupied().count() as i32)
        .max(2)
}

fn around<const W: usize>(board: &Geometry, square: Square) -> SquareSet<W> {
    let near = |other: &Square| {
        let files = board.file(*other) - board.file(square);
        let ranks = board.rank(*other) - board.rank(square);
        files.abs().max(ranks.abs()) <= 1
    };
    board.all().filter(near).collect()
}
