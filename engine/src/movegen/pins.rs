//! Legal moves by pins and checks, where every capture of the rule set is a plain leap or on a
//! straight line.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::position::Position;
use crate::tables::RuleTables;
use arrayvec::ArrayVec;

type Pins<const W: usize> = ArrayVec<(Square, SquareSet<W>), 32>;

impl<const W: usize> RuleTables<W> {
    pub(super) fn pinned<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        let us = position.side;
        let Some(royal) = position.royals(us).first() else {
            return self.pseudo_legal(position, |_, targets| targets, sink);
        };
        let enemy = position.pieces(us.other());
        let occupied = position.occupied();
        let checkers = self.plain_attackers(position, royal, us.other(), enemy, occupied);
        // A check is parried by capturing the checker or, on a line, by interposing; a double check
        // only by the royal.
        // Nothing can block a leap.
        let leaps = |checker| {
            let reach = self.reach(position.at(checker), checker);
            reach.capturing_leaps().contains(royal)
        };
        let answers = match checkers.first() {
            None => SquareSet::ALL,
            Some(_) if checkers.is_many() => SquareSet::EMPTY,
            Some(checker) if leaps(checker) => checkers,
            Some(checker) => self.attacks.between(royal, checker) | checkers,
        };
        let mut pinned = SquareSet::<W>::EMPTY;
        let mut pins = Pins::new();
        self.find_pins(position, royal, &mut |square, line| {
            pinned.insert(square);
            pins.push((square, line));
        });
        let allow = |from: Square, targets: SquareSet<W>| {
            if from == royal {
                return self.safe_steps(position, royal, targets);
            }
            let mut targets = targets & answers;
            if pinned.contains(from) {
                for &(square, line) in &pins {
                    if square == from {
                        targets &= line;
                    }
                }
            }
            targets
        };
        self.pseudo_legal(position, allow, sink);
        self.by_history(position, || checkers.is_empty(), sink);
    }

    /// Calls `pin` with each pinned piece and its allowed target squares.
    #[inline(always)]
    pub(super) fn find_pins(
        &self,
        position: &Position<W>,
        royal: Square,
        pin: &mut impl FnMut(Square, SquareSet<W>),
    ) {
        let us = position.side;
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let occupied = own | enemy;
        let sight = &self.attacks.sight[royal.index()];
        let blockers = sight.sees(&self.arena, occupied) & own;
        if blockers.is_empty() {
            return;
        }
        let seen_past = sight.sees(&self.arena, occupied - blockers);
        (seen_past & enemy).for_each(|sniper| {
            let slot = self.slot(position.at(sniper), sniper);
            if self.attacks.line_targets[slot].contains(royal) {
                let line = self.attacks.between(royal, sniper);
                // Without a blocker, the sniper gives check.
                if let Some(square) = (line & blockers).first() {
                    pin(square, line | SquareSet::of(sniper));
                }
            }
        });
    }

    #[inline(always)]
    fn safe_steps(
        &self,
        position: &Position<W>,
        royal: Square,
        targets: SquareSet<W>,
    ) -> SquareSet<W> {
        let them = position.side.other();
        let mut occupied = position.occupied();
        occupied.remove(royal);
        let mut safe = targets;
        targets.for_each(|to| {
            let mut attackers = position.pieces(them);
            attackers.remove(to);
            if !self
                .plain_attackers(position, to, them, attackers, occupied)
                .is_empty()
            {
                safe.remove(to);
            }
        });
        safe
    }
}
