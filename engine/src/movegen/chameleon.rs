//! Chameleons: capturing each enemy in that enemy's own way, several at once.
//!
//! A Chameleon on b1 that goes to d1 takes the Withdrawer behind it and the Advancer ahead, and a
//! Long Leaper that it passes over:
//! ```text
//! 1 w C . (C) a        b1d1xa1xe1
//!   a b c  d  e
//! ```

use super::special::Actor;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::reach::{Ray, RayTable};
use crate::rules::Mode;
use crate::tables::{
    BY_APPROACH, BY_LEAPING, BY_OVERTAKING, BY_SWAPPING, BY_WITHDRAWAL, Chameleon,
};

impl<const W: usize> Actor<'_, W> {
    /// Returns the squares to which it can move without capturing anything.
    pub(super) fn chameleon(
        &self,
        tables: &Chameleon<W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let mut quiet = SquareSet::EMPTY;
        for ray in &tables.rays[self.from.index()] {
            self.along(ray, tables, &mut quiet, found);
        }
        let from = self.from.index();
        let each = |ways: &[(_, RayTable)], visit: &mut dyn FnMut(_, &Ray)| {
            for (prey, table) in ways {
                table[from].iter().for_each(|ray| visit(*prey, ray));
            }
        };
        each(&tables.steps, &mut |prey, ray| {
            for (at, &to) in ray.within_range().iter().enumerate() {
                if self.position.at(to) == prey {
                    let victims = self.around(ray, at, tables);
                    found(Move::removing(self.from, to, victims));
                }
                if self.occupied().contains(to) {
                    break;
                }
            }
        });
        each(&tables.hurdles, &mut |prey, ray| {
            let mut leapt = SquareSet::<W>::EMPTY;
            for (at, &to) in ray.within_range().iter().enumerate() {
                if self.position.at(to) == prey && !leapt.is_empty() {
                    let mut victims = self.around(ray, at, tables);
                    let taken = |square: &_| self.is_prey(*square, tables, BY_LEAPING);
                    victims |= leapt.iter().filter(taken).collect();
                    found(Move::removing(self.from, to, victims));
                }
                leapt.insert_if(to, self.occupied().contains(to));
            }
        });
        quiet
    }

    /// Plain moves along a ray, over overtakers, and the swap at its end.
    fn along(
        &self,
        ray: &Ray,
        tables: &Chameleon<W>,
        quiet: &mut SquareSet<W>,
        found: &mut impl FnMut(Move),
    ) {
        let mut passed = SquareSet::EMPTY;
        let mut just_passed = false;
        for (at, &to) in ray.within_range().iter().enumerate() {
            let occupied = self.occupied().contains(to);
            if !occupied {
                just_passed = false;
                if ray.mode != Mode::Capture {
                    let victims = passed | self.around(ray, at, tables);
                    match victims.is_empty() {
                        true => quiet.insert(to),
                        false => found(Move::removing(self.from, to, victims)),
                    }
                }
                continue;
            }
            if just_passed {
                return;
            }
            let own = self.own.contains(to);
            if tables.takes(self.position.at(to), BY_SWAPPING) && self.may_swap(to) {
                let victims = passed | self.around(ray, at, tables);
                found(Move::swap(self.from, to, victims));
            }
            if !own && ray.mode != Mode::Move {
                let victims = passed | self.around(ray, at, tables);
                found(Move::removing(self.from, to, victims));
            }
            if !self.is_prey(to, tables, BY_OVERTAKING) {
                return;
            }
            just_passed = true;
            passed.insert(to);
        }
    }

    /// What a move to the square of a ray numbered `at` captures ahead of it and behind.
    #[inline(always)]
    fn around(&self, ray: &Ray, at: usize, tables: &Chameleon<W>) -> SquareSet<W> {
        let mut victims = SquareSet::EMPTY;
        let (ahead, behind) = (ray.next(at), ray.behind);
        if self.enemy.contains_on_board(ahead) && self.is_prey(ahead, tables, BY_APPROACH) {
            victims.insert(ahead);
        }
        if self.enemy.contains_on_board(behind) && self.is_prey(behind, tables, BY_WITHDRAWAL) {
            victims.insert(behind);
        }
        victims
    }

    /// Whether an enemy stands on a square that is captured in a way.
    #[inline(always)]
    fn is_prey(&self, square: Square, tables: &Chameleon<W>, way: u8) -> bool {
        self.enemy.contains(square) && tables.takes(self.position.at(square), way)
    }
}
