//! The tables of a chameleon and its moves: it may capture several pieces at once, each in its own
//! way.

use super::power::{Actor, Hurdles};
use crate::betza::Mode;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::Code;
use crate::reach::{Ray, RayTable};

/// The tables of a chameleon of one colour.
#[derive(Debug, Default)]
pub(crate) struct Prey {
    /// By square: the lines of its moves, long leaps and swaps.
    pub rays: RayTable,
    /// By code: flags for the captures of pieces of that code.
    pub ways: Vec<u8>,
    /// By square: rays of captures by replacement, with the enemy's code.
    pub steps: Vec<(Code, RayTable)>,
    /// By square: rays of captures by hopping, with the enemy's code and what it hops over.
    pub hops: Vec<(Code, Hurdles, RayTable)>,
}

pub(super) const BY_APPROACH: u8 = 1;
pub(super) const BY_WITHDRAWAL: u8 = 2;
pub(super) const BY_LONG_LEAP: u8 = 4;
/// Swapped.
pub(super) const BY_SWAPPING: u8 = 8;
/// Captured when passed on the way to a hopper.
pub(super) const BY_LEAPING: u8 = 16;

impl Prey {
    /// Adds captures of pieces of a code.
    pub(crate) fn learn(&mut self, code: Code, ways: u8) {
        self.ways[code.index()] |= ways;
    }

    /// Whether pieces of a code are captured in a way.
    #[inline(always)]
    fn takes(&self, code: Code, way: u8) -> bool {
        self.ways[code.index()] & way != 0
    }

    /// Finds the captures and swaps; returns the squares to which it can move without capturing.
    #[inline]
    pub(crate) fn moves<const W: usize>(
        &self,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let mut quiet = SquareSet::EMPTY;
        for ray in &self.rays[actor.from.index()] {
            self.along(actor, ray, &mut quiet, found);
        }
        let from = actor.from.index();
        let each = |ways: &[(_, RayTable)], visit: &mut dyn FnMut(_, &Ray)| {
            for (prey, table) in ways {
                table[from].iter().for_each(|ray| visit(*prey, ray));
            }
        };
        each(&self.steps, &mut |prey, ray| {
            for (at, &to) in ray.within_range().iter().enumerate() {
                if actor.board.at(to) == prey {
                    let victims = self.around(actor, ray, at);
                    found(Move::removing(actor.from, to, victims));
                }
                if actor.occupied().contains(to) {
                    break;
                }
            }
        });
        for (prey, hurdles, table) in &self.hops {
            for ray in table[from].iter().filter(|ray| ray.mode != Mode::Move) {
                let is_occupied = |square| actor.occupied().contains(square);
                hurdles.landings(ray, is_occupied, |at, to| {
                    if actor.board.at(to) == *prey {
                        let mut victims = self.around(actor, ray, at);
                        let leapt = ray.within_range()[..at].iter().copied();
                        let is_taken = |square: &_| self.is_prey(actor, *square, BY_LEAPING);
                        victims |= leapt.filter(is_taken).collect();
                        found(Move::removing(actor.from, to, victims));
                    }
                });
            }
        }
        quiet
    }

    /// Finds plain moves along a ray, over long leapers, and the swap at its end.
    fn along<const W: usize>(
        &self,
        actor: &Actor<'_, W>,
        ray: &Ray,
        quiet: &mut SquareSet<W>,
        found: &mut impl FnMut(Move),
    ) {
        let mut passed = SquareSet::EMPTY;
        let mut just_passed = false;
        for (at, &to) in ray.within_range().iter().enumerate() {
            let occupied = actor.occupied().contains(to);
            if !occupied {
                just_passed = false;
                if ray.mode != Mode::Capture {
                    let victims = passed | self.around(actor, ray, at);
                    if victims.is_empty() {
                        quiet.insert(to)
                    } else {
                        found(Move::removing(actor.from, to, victims))
                    }
                }
                continue;
            }
            if just_passed {
                return;
            }
            let victims = || passed | self.around(actor, ray, at);
            if self.takes(actor.board.at(to), BY_SWAPPING) && actor.may_swap(to) {
                found(Move::swap(actor.from, to, victims()));
            }
            if !actor.own.contains(to) && ray.mode != Mode::Move {
                found(Move::removing(actor.from, to, victims()));
            }
            if !self.is_prey(actor, to, BY_LONG_LEAP) {
                return;
            }
            just_passed = true;
            passed.insert(to);
        }
    }

    /// The captures by approach and withdrawal of a move to square `at` of a ray.
    #[inline(always)]
    fn around<const W: usize>(&self, actor: &Actor<'_, W>, ray: &Ray, at: usize) -> SquareSet<W> {
        let mut victims = SquareSet::EMPTY;
        for (square, way) in [(ray.next(at), BY_APPROACH), (ray.behind, BY_WITHDRAWAL)] {
            if let Some(square) = square.filter(|&square| self.is_prey(actor, square, way)) {
                victims.insert(square);
            }
        }
        victims
    }

    /// Whether an enemy on a square is captured in a way.
    #[inline(always)]
    fn is_prey<const W: usize>(&self, actor: &Actor<'_, W>, square: Square, way: u8) -> bool {
        actor.enemy.contains(square) && self.takes(actor.board.at(square), way)
    }
}
