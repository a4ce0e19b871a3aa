//! Legality in games with check. Where every capture of the rule set is a plain leap or on a straight
//! line, legal moves are found by pins and checks. Where captures are too varied for that, moves that
//! could expose the own royal are made and checked.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::BareRule;
use crate::tables::RuleTables;
use arrayvec::ArrayVec;

type Pins<const W: usize> = ArrayVec<(Square, SquareSet<W>), 32>;

impl<const W: usize> RuleTables<W> {
    pub(super) fn pinned<S: Sink<W>>(&self, position: &Position<W>, sink: &mut S) {
        let us = position.side;
        let Some(royal) = position.royals(us).first() else {
            self.pseudo_legal(position, |_, targets| targets, sink);
            self.by_history(position, || true, sink);
            return self.drops(position, SquareSet::ALL, sink);
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
        self.drops(position, answers, sink);
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

    /// Removes the moves that leave the royal attacked from a list, from index `first` on.
    pub(super) fn keep_tried(&self, position: &Position<W>, moves: &mut Vec<Move>, first: usize) {
        let us = position.side;
        if position.royals(us).is_empty() {
            return;
        }
        let is_shielded = position.has_regent(self, us);
        let candidates = if is_shielded {
            // Only a move of the regent can matter: it leaves the board, promotes, or replaces a
            // royal that leaves.
            position.regents(self, us)
        } else {
            self.pin_candidates(position)
        };
        // A regent may attack more squares as the new royal.
        let crowning = if self.has_regent && !is_shielded {
            position.royals(us.other())
        } else {
            SquareSet::EMPTY
        };
        let mut at = 0;
        moves.retain(|&mv| {
            at += 1;
            let is_plain = mv.kind == MoveKind::Plain && mv.victims().is_empty();
            let stays = !candidates.contains(mv.from) && !mv.removes_itself();
            let stays = stays && (mv.kind == MoveKind::Pass || !crowning.contains(mv.to));
            // A new royal may be attacked where it promotes.
            let crowns = self.spec.end.several_royals && mv.promotion().is_some();
            let explodes = self.explosion.is_some() && position.is_noisy(mv);
            let harmless = (is_plain || is_shielded)
                && stays
                && !explodes
                && !crowns
                && self.walls.is_none()
                && !self.spec.end.no_checks;
            at <= first || harmless || self.is_safe_after(position, mv)
        });
    }

    /// The squares whose pieces may be pinned, and those of the royals of the side to move.
    pub(super) fn pin_candidates(&self, position: &Position<W>) -> SquareSet<W> {
        let them = position.side.other();
        if self.attacks.has_far {
            return SquareSet::ALL;
        }
        let royals = position.royals(position.side);
        let mut candidates = royals;
        for royal in royals {
            if self.is_attacked(position, royal, them) {
                return SquareSet::ALL;
            }
            candidates |= self.attacks.danger[royal.index()];
        }
        if self.has_blockable_relay(position, them) {
            return SquareSet::ALL;
        }
        candidates
    }

    /// Whether a move leaves no own royal attacked, or wins at once.
    pub(super) fn is_safe_after(&self, position: &Position<W>, mv: Move) -> bool {
        let us = position.side;
        let next = position.after(self, mv);
        let may_lose = self.attacks.has_far || self.explosion.is_some() || self.walls.is_some();
        if may_lose && next.royals(us).is_empty() {
            return false;
        }
        let bares = self.spec.end.bare == BareRule::Loses && next.is_bare(us.other());
        // A royal that exploded, or was captured together with its regent.
        let may_take = self.has_regent || self.explosion.is_some();
        let takes_royal = may_take && next.royals(us.other()).is_empty();
        let gives_check = self.spec.end.no_checks && self.in_check(&next, us.other());
        !gives_check && (bares || takes_royal || !self.in_check(&next, us))
    }
}
