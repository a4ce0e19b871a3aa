//! Whether a piece could be captured: looking back from its square, and forward from pieces whose
//! captures looking back does not find.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::tables::{Legality, Rules, Traits};

impl<const W: usize> Rules<W> {
    /// The squares of `attackers` whose pieces (all of colour `by`) could capture on `target` by
    /// leaps and straight lines past the pieces of `occupied`.
    #[inline(always)]
    pub(crate) fn plain_attackers(
        &self,
        position: &Position<W>,
        target: Square,
        by: Color,
        attackers: SquareSet<W>,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let tables = &self.attacks;
        let mut found = SquareSet::EMPTY;
        (tables.leap_sources[by.index()][target.index()] & attackers).for_each(|from| {
            let reach = self.reach(position.at(from), from);
            found.insert_if(from, reach.capturing_leaps().contains(target));
        });
        let seen = tables.sight[target.index()].sees(&self.arena, occupied);
        (seen & attackers).for_each(|from| {
            let slot = self.slot(position.at(from), from);
            found.insert_if(from, tables.line_targets[slot].contains(target));
        });
        found
    }

    /// Whether some piece of colour `by` could capture the piece on `target`, which is of the
    /// other colour.
    pub(crate) fn is_attacked(&self, position: &Position<W>, target: Square, by: Color) -> bool {
        let attackers = self.active(position, by);
        let occupied = position.occupied();
        let plain = self.plain_attackers(position, target, by, attackers, occupied);
        !plain.is_empty()
            || (self.attacks.has_odd && self.odd_attack(position, attackers, target))
            || (self.has_relay
                && self.attacks_by_relay(position, position.auras(by) & attackers, target, by))
    }

    fn odd_attack(&self, position: &Position<W>, attackers: SquareSet<W>, target: Square) -> bool {
        attackers.iter().any(|from| {
            let code = position.at(from);
            self.traits(code).is(Traits::ODD)
                && self.captures(position, from, code).contains(target)
        })
    }

    /// Squares among which are those of all enemies that a piece could capture or convert by its own
    /// powers if it were its side's turn, and of no other enemies.
    #[inline(always)]
    pub(crate) fn captures(
        &self,
        position: &Position<W>,
        from: Square,
        code: Code,
    ) -> SquareSet<W> {
        if !self.traits(code).is(Traits::SPECIAL) {
            return self
                .reach(code, from)
                .sees(&self.arena, position.occupied());
        }
        self.special_captures(position, from)
    }

    #[inline(never)]
    fn special_captures(&self, position: &Position<W>, from: Square) -> SquareSet<W> {
        let actor = self.actor(position, from);
        let mut squares = SquareSet::EMPTY;
        let mut note = |one: Move| {
            squares.insert_if(one.to, one.kind != MoveKind::Swap);
            one.victims()
                .iter()
                .for_each(|&victim| squares.insert(victim));
            one.converted()
                .iter()
                .for_each(|&square| squares.insert(square));
        };
        let targets = self.moves_of(position, &actor, &mut note);
        self.powers[position.at(from).index()].staying(&actor, &mut note);
        (squares | targets) & actor.enemy
    }

    /// Whether a side's royal could be captured if the other side were to move, and nothing
    /// shields it.
    pub fn in_check(&self, position: &Position<W>, color: Color) -> bool {
        let by = color.other();
        let attacked = position
            .royals(color)
            .iter()
            .any(|royal| self.is_attacked(position, royal, by));
        attacked && !position.has_regent(self, color)
    }

    /// Whether a legal move gives check.
    pub(crate) fn gives_check(&self, position: &Position<W>, mv: Move) -> bool {
        let us = position.side();
        let royals = position.royals(us.other());
        let is_plain = mv.kind == MoveKind::Plain && mv.victims().is_empty();
        let Some(royal) = royals.first() else {
            return false;
        };
        if self.legality != Legality::Pins || !is_plain || royals.is_many() {
            let next = position.after(self, mv);
            return self.in_check(&next, next.side());
        }
        let mut occupied = position.occupied();
        occupied.remove(mv.from);
        occupied.insert(mv.to);
        let code = (mv.promotion()).map_or(position.at(mv.from), |piece| Code::new(us, piece));
        let by_leap = self.reach(code, mv.to).capturing_leaps().contains(royal);
        let on_line = self.attacks.line_targets[self.slot(code, mv.to)].contains(royal);
        if by_leap || (on_line && (self.attacks.between(mv.to, royal) & occupied).is_empty()) {
            return true;
        }
        let seen = self.attacks.sight[royal.index()].sees(&self.arena, position.occupied());
        if !seen.contains(mv.from) {
            return false;
        }
        let mut others = position.pieces(us);
        others.remove(mv.from);
        let attackers = self.plain_attackers(position, royal, us, others, occupied);
        !attackers.is_empty()
    }

    /// As [`Rules::in_check`], but of the pieces whose captures looking back does not find only those are
    /// looked at that stand on a line with the royal or near it: cheaper, and never true where that is not.
    pub(crate) fn is_seen_in_check(&self, position: &Position<W>, color: Color) -> bool {
        let by = color.other();
        let attackers = self.active(position, by);
        let occupied = position.occupied();
        let attacked = position.royals(color).iter().any(|royal| {
            let plain = self.plain_attackers(position, royal, by, attackers, occupied);
            let near = attackers & self.attacks.aligned[royal.index()];
            !plain.is_empty() || self.odd_attack(position, near, royal)
        });
        attacked && !position.has_regent(self, color)
    }
}
