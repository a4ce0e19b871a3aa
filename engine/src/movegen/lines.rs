//! Approach and withdrawal: what a plain move does to the enemy ahead of its end or behind its
//! start.
//!
//! An Advancer on a1 that goes to c1 takes the enemy on d1; a Withdrawer on b1 that goes away to
//! d1 takes the enemy on a1:
//! ```text
//! 1 A . (A) p        a1c1xd1        1 p W . (W)        b1d1xa1
//!   a b  c  d                         a b c  d
//! ```

use super::special::Actor;
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::reach::Ray;
use crate::rules::{ApproachEffect, Mode};
use crate::tables::{Approach, Lines};

impl<const W: usize> Actor<'_, W> {
    /// Returns the squares to which it can move without capturing anything.
    pub(super) fn lines(&self, lines: &Lines, found: &mut impl FnMut(Move)) -> SquareSet<W> {
        let mut quiet = SquareSet::EMPTY;
        for ray in &lines.rays[self.from.index()] {
            let mut behind = SquareSet::EMPTY;
            if lines.withdrawal {
                behind.insert_if_on_board(ray.behind);
                behind &= self.enemy;
            }
            for (at, &to) in ray.within_range().iter().enumerate() {
                let occupied = self.occupied().contains(to);
                let may_land = match ray.mode {
                    Mode::Both => !self.own.contains(to),
                    Mode::Move => !occupied,
                    Mode::Capture => self.enemy.contains(to),
                };
                if may_land {
                    let mut land = |victims: SquareSet<W>, converted| {
                        let one = Move::removing(self.from, to, victims);
                        match converted {
                            Some(square) => found(one.converting(square)),
                            None if victims.is_empty() && !occupied => quiet.insert(to),
                            None => found(one),
                        }
                    };
                    self.approach(lines.approach, ray, at, behind, &mut land);
                }
                if occupied {
                    break;
                }
            }
        }
        quiet
    }

    /// Gives `land` what is captured, and what is converted, by coming to the square of a ray
    /// numbered `at`.
    #[inline(always)]
    fn approach(
        &self,
        approach: Option<Approach>,
        ray: &Ray,
        at: usize,
        behind: SquareSet<W>,
        land: &mut impl FnMut(SquareSet<W>, Option<Square>),
    ) {
        let ahead = ray.next(at);
        let approached = approach.filter(|_| self.enemy.contains_on_board(ahead));
        let Some(approach) = approached else {
            return land(behind, None);
        };
        if approach.optional {
            land(behind, None);
        }
        match approach.effect {
            ApproachEffect::Convert => land(behind, Some(ahead)),
            ApproachEffect::Capture => {
                let mut victims = behind;
                let reach = if approach.line { usize::MAX } else { 1 };
                ray.squares[at + 1..]
                    .iter()
                    .take(reach)
                    .take_while(|square| self.enemy.contains(**square))
                    .for_each(|&square| victims.insert(square));
                land(victims, None);
            }
        }
    }
}
