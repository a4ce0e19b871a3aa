//! Attacks on a square: found backwards from the square, and forwards from the pieces whose
//! captures the backward search does not find.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::position::Position;
use crate::rules::CheckRule;
use crate::tables::{Legality, RuleTables, Traits, Walls};

impl<const W: usize> RuleTables<W> {
    /// The squares of `attackers` (pieces of colour `by`) that attack `target` by leaps or straight
    /// lines, blocked by `occupied`.
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

    /// Whether a piece of colour `by` attacks `target`, which holds a royal of the other colour or
    /// would hold it.
    pub(crate) fn is_attacked(&self, position: &Position<W>, target: Square, by: Color) -> bool {
        !self.is_shielded(position, target, by)
            && (self.could_capture(position, target, by) || self.is_faced(position, target, by))
    }

    /// Whether a piece of colour `by` could capture a piece of the other colour on `target`, checks aside.
    pub(crate) fn could_capture(&self, position: &Position<W>, target: Square, by: Color) -> bool {
        let attackers = self.captors(position, by);
        self.captures_plainly(position, target, by, attackers)
            || (self.attacks.has_odd && self.odd_attack(position, attackers, target))
            || (self.has_relay
                && self.attacks_by_relay(position, position.auras(by) & attackers, target, by))
    }

    /// Whether one of some pieces could capture on `target` by a plain move. An iron piece that the same move would have to
    /// capture, such as one behind a withdrawer, prevents it.
    #[inline(always)]
    fn captures_plainly(
        &self,
        position: &Position<W>,
        target: Square,
        by: Color,
        attackers: SquareSet<W>,
    ) -> bool {
        let plain = self.plain_attackers(position, target, by, attackers, position.occupied());
        if !self.has_iron {
            return !plain.is_empty();
        }
        plain.iter().any(|from| {
            let code = position.at(from);
            !self.traits(code).is(Traits::SPECIAL)
                || self.captures(position, from, code).contains(target)
        })
    }

    /// Whether a capture on a square would blow up a royal of the captor's side, which may not be.
    #[inline(always)]
    fn is_shielded(&self, position: &Position<W>, target: Square, by: Color) -> bool {
        self.explosion.as_ref().is_some_and(|explosion| {
            explosion.shields && !explosion.beside(target).is_disjoint(position.royals(by))
        })
    }

    /// The pieces of a side that can capture: a royal that would become a wall there cannot.
    #[inline(always)]
    fn captors(&self, position: &Position<W>, by: Color) -> SquareSet<W> {
        let petrified = |walls: &Walls<W>| {
            let royals = position.royals(by).iter();
            let royals = royals.filter(|square| walls.petrified[position.at(*square).index()]);
            royals.collect()
        };
        let lost = self.walls.as_ref().map_or(SquareSet::EMPTY, petrified);
        self.active(position, by) - lost
    }

    fn odd_attack(&self, position: &Position<W>, attackers: SquareSet<W>, target: Square) -> bool {
        attackers.iter().any(|from| {
            let code = position.at(from);
            self.traits(code).is(Traits::ODD)
                && self.captures(position, from, code).contains(target)
        })
    }

    /// The squares of the enemies that a piece could capture or convert by its own powers if its
    /// side were to move; other squares may be included, but no other enemies.
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
        let mut mark = |mv: Move| {
            if self.takes_iron(position, mv, actor.enemy) {
                return;
            }
            squares.insert_if(mv.to, mv.kind != MoveKind::Swap);
            let converted = mv.converted();
            let changed = mv.victims().iter().chain(&converted);
            changed.for_each(|&square| squares.insert(square));
        };
        let targets = self.moves_of(position, &actor, &mut mark);
        self.powers[position.at(from).index()].staying(&actor, &mut mark);
        (squares | targets) & actor.enemy
    }

    /// Whether a royal of a side is attacked (of several as the rules say), and no regent shields it.
    pub fn in_check(&self, position: &Position<W>, color: Color) -> bool {
        let by = color.other();
        let royals = position.royals(color);
        let is_attacked = |royal| self.is_attacked(position, royal, by);
        let attacked = match self.spec.end.check {
            CheckRule::Any => royals.iter().any(is_attacked),
            CheckRule::All => !royals.is_empty() && royals.iter().all(is_attacked),
            CheckRule::Last => !royals.is_many() && royals.iter().any(is_attacked),
        };
        attacked && !position.has_regent(self, color)
    }

    /// Whether a royal on `target` would face one of colour `by`, where it may not.
    #[inline(always)]
    fn is_faced(&self, position: &Position<W>, target: Square, by: Color) -> bool {
        self.spec.end.no_facing && {
            let seen = &self.attacks.orthogonals[target.index()];
            !(seen.sees(&self.arena, position.occupied()) & position.royals(by)).is_empty()
        }
    }

    pub(crate) fn gives_check(&self, position: &Position<W>, mv: Move) -> bool {
        let us = position.side;
        let royals = position.royals(us.other());
        let is_plain =
            matches!(mv.kind, MoveKind::Plain | MoveKind::Drop) && mv.victims().is_empty();
        let Some(royal) = royals.first() else {
            return false;
        };
        if self.legality != Legality::Pins || !is_plain || royals.is_many() {
            let next = position.after(self, mv);
            return self.in_check(&next, next.side);
        }
        let mut occupied = position.occupied();
        occupied.remove(mv.from);
        occupied.insert(mv.to);
        let code = (mv.promotion()).map_or(position.mover(mv), |piece| Code::new(us, piece));
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

    /// As [`RuleTables::in_check`], but finds odd attacks only by pieces on a line with the royal or
    /// near it: cheaper, and without false positives.
    pub(crate) fn is_seen_in_check(&self, position: &Position<W>, color: Color) -> bool {
        let by = color.other();
        let attackers = self.captors(position, by);
        let attacked = position.royals(color).iter().any(|royal| {
            let near = attackers & self.attacks.aligned[royal.index()];
            !self.is_shielded(position, royal, by)
                && (self.captures_plainly(position, royal, by, attackers)
                    || self.odd_attack(position, near, royal)
                    || self.is_faced(position, royal, by))
        });
        attacked && !position.has_regent(self, color)
    }
}
