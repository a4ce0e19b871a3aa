//! Sinks of generated moves: lists, counts and filters. Promotions are expanded on the way.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, PieceType};
use crate::position::Position;
use crate::tables::{Condition, Promotion, PromotionTargets, RuleTables, Traits};

pub(crate) trait Sink<const W: usize> {
    /// Plain moves to some squares that do not promote.
    fn plain(&mut self, from: Square, targets: SquareSet<W>);

    /// One move after the choice of its promotion.
    fn fixed(&mut self, mv: Move);

    /// Drops of a piece in hand on some squares.
    #[inline]
    fn drops(&mut self, piece: PieceType, targets: SquareSet<W>) {
        targets.for_each(|to| self.fixed(Move::drop(piece, to)));
    }

    /// Plain moves of a piece to some squares, with its promotions.
    #[inline(always)]
    fn targets(
        &mut self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        from: Square,
        traits: Traits,
        targets: SquareSet<W>,
    ) {
        let mut plain = targets;
        if let Some(promotion) = traits.promotion() {
            let taken = || position.pieces(position.side.other());
            let eligible = rules.promotions[promotion].eligible(from, targets, taken);
            plain = targets - eligible;
            eligible.for_each(|to| self.single(rules, position, traits, Move::plain(from, to)));
        }
        self.plain(from, plain);
    }

    /// One move of a piece, with its promotions.
    #[inline]
    fn single(&mut self, rules: &RuleTables<W>, position: &Position<W>, traits: Traits, mv: Move) {
        for_each_choice(rules, position, traits, mv, |choice| self.fixed(choice));
    }

    /// The squares of the pieces whose moves are wanted; moves of other pieces may be generated too.
    #[inline(always)]
    fn movers(&self) -> SquareSet<W> {
        SquareSet::ALL
    }
}

impl<const W: usize> Sink<W> for Vec<Move> {
    #[inline(always)]
    fn plain(&mut self, from: Square, targets: SquareSet<W>) {
        targets.for_each(|to| self.push(Move::plain(from, to)));
    }

    #[inline(always)]
    fn fixed(&mut self, mv: Move) {
        self.push(mv);
    }
}

#[derive(Default)]
pub(crate) struct Counter {
    pub moves: u64,
}

impl<const W: usize> Sink<W> for Counter {
    #[inline(always)]
    fn plain(&mut self, _: Square, targets: SquareSet<W>) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn fixed(&mut self, _: Move) {
        self.moves += 1;
    }

    #[inline(always)]
    fn drops(&mut self, _: PieceType, targets: SquareSet<W>) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn targets(
        &mut self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        from: Square,
        traits: Traits,
        targets: SquareSet<W>,
    ) {
        self.plain(from, targets);
        if let Some(promotion) = traits.promotion() {
            let promotion = &rules.promotions[promotion];
            let taken = || position.pieces(position.side.other());
            let eligible = promotion.eligible(from, targets, taken);
            if !eligible.is_empty() {
                let (choices, stay) = promotion.counts(rules, position, from, eligible);
                self.moves += u64::from(choices);
                self.moves -= u64::from(eligible.count() - stay);
            }
        }
    }
}

impl<const W: usize> Sink<W> for () {
    #[inline(always)]
    fn plain(&mut self, _: Square, _: SquareSet<W>) {}

    #[inline(always)]
    fn fixed(&mut self, _: Move) {}
}

/// Lists moves that change the material, and gives the others to another sink.
pub(super) struct Split<'m, Q, const W: usize> {
    pub position: &'m Position<W>,
    pub noisy: &'m mut Vec<Move>,
    pub quiets: &'m mut Q,
}

impl<Q: Sink<W>, const W: usize> Sink<W> for Split<'_, Q, W> {
    #[inline(always)]
    fn plain(&mut self, from: Square, targets: SquareSet<W>) {
        let enemy = self.position.pieces(self.position.side.other());
        self.noisy.plain(from, targets & enemy);
        self.quiets.plain(from, targets - enemy);
    }

    #[inline(always)]
    fn fixed(&mut self, mv: Move) {
        if self.position.is_noisy(mv) {
            self.noisy.push(mv);
        } else {
            self.quiets.fixed(mv);
        }
    }
}

/// Lists the moves of the pieces on some squares.
pub(super) struct OfSome<'m, const W: usize> {
    pub movers: SquareSet<W>,
    pub moves: &'m mut Vec<Move>,
}

impl<const W: usize> Sink<W> for OfSome<'_, W> {
    #[inline(always)]
    fn plain(&mut self, from: Square, targets: SquareSet<W>) {
        self.moves.plain(from, targets);
    }

    #[inline(always)]
    fn fixed(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    #[inline(always)]
    fn movers(&self) -> SquareSet<W> {
        self.movers
    }
}

/// Calls `visit` with each promotion of a move, and with the move itself unless it must promote.
pub(super) fn for_each_choice<const W: usize>(
    rules: &RuleTables<W>,
    position: &Position<W>,
    traits: Traits,
    mv: Move,
    mut visit: impl FnMut(Move),
) {
    let Some(promotion) = traits.promotion() else {
        return visit(mv);
    };
    let promotion = &rules.promotions[promotion];
    let removed = || {
        let mut removed: SquareSet<W> = mv.victims().iter().copied().collect();
        if mv.kind != MoveKind::Swap {
            removed.insert(mv.to);
        }
        removed
    };
    let target = SquareSet::of(mv.to);
    let taken = || match removed().is_disjoint(position.pieces(position.side.other())) {
        true => SquareSet::EMPTY,
        false => target,
    };
    let eligible = promotion.eligible(mv.from, target, taken);
    if eligible.is_empty() {
        return visit(mv);
    }
    let removed = removed();
    let mut stays = true;
    let can_choose = |choice: &PromotionTargets<W>| {
        choice.is_open(rules, position, removed) && !choice.allowed(mv.from, eligible).is_empty()
    };
    for (at, choice) in promotion.choices.iter().enumerate() {
        // Two choices may be of the same piece, with different conditions.
        let is_same = |before: &PromotionTargets<W>| before.to == choice.to && can_choose(before);
        let is_new = !promotion.has_doubles || !promotion.choices[..at].iter().any(is_same);
        if can_choose(choice) && is_new {
            stays &= !promotion.must.contains(mv.to);
            let (_, piece) = choice.to.piece().expect("a promotion is to a piece");
            visit(mv.promoting(piece));
        }
    }
    if stays {
        visit(mv);
    }
}

impl<const W: usize> PromotionTargets<W> {
    /// Whether the condition holds for a move that removes the pieces on some squares.
    #[inline(always)]
    fn is_open(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        removed: SquareSet<W>,
    ) -> bool {
        match self.condition {
            Condition::Always => true,
            Condition::OwnerLacks(code) => standing(position, &[code]).is_empty(),
            Condition::NoneOnBoard(codes) => (standing(position, &codes) - removed).is_empty(),
            Condition::SomeOnBoard(codes) => !(standing(position, &codes) - removed).is_empty(),
            Condition::Fewer {
                code,
                at_first,
                captured,
            } => {
                let gone = if captured {
                    rules.left.count(position.left, code)
                } else {
                    0
                };
                standing(position, &[code]).count() + gone < at_first
            }
        }
    }

    /// The target squares for which the condition holds.
    #[inline(always)]
    fn open(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        targets: SquareSet<W>,
    ) -> SquareSet<W> {
        let captured_last = |codes: &[Code]| {
            let standing = standing(position, codes);
            if standing.is_many() {
                SquareSet::EMPTY
            } else if standing.is_empty() {
                targets
            } else {
                targets & standing
            }
        };
        match self.condition {
            Condition::Always => targets,
            Condition::NoneOnBoard(codes) => captured_last(&codes),
            Condition::SomeOnBoard(codes) => targets - captured_last(&codes),
            _ if self.is_open(rules, position, SquareSet::EMPTY) => targets,
            _ => SquareSet::EMPTY,
        }
    }
}

/// The squares of the pieces with some codes.
fn standing<const W: usize>(position: &Position<W>, codes: &[Code]) -> SquareSet<W> {
    let stands = |square: &Square| codes.contains(&position.at(*square));
    position.occupied().iter().filter(stands).collect()
}

impl<const W: usize> Promotion<W> {
    /// For moves to `eligible` squares: the number of promotions, and of moves that need not promote.
    #[inline(always)]
    fn counts(
        &self,
        rules: &RuleTables<W>,
        position: &Position<W>,
        from: Square,
        eligible: SquareSet<W>,
    ) -> (u32, u32) {
        let mut promotions = 0;
        let mut bound = SquareSet::EMPTY;
        let allowed = |choice: &PromotionTargets<W>| {
            choice.allowed(from, choice.open(rules, position, eligible))
        };
        for (at, choice) in self.choices.iter().enumerate() {
            let mut new = allowed(choice);
            bound |= new;
            if self.has_doubles {
                let before = self.choices[..at]
                    .iter()
                    .filter(|before| before.to == choice.to);
                before.for_each(|before| new = new - allowed(before));
            }
            promotions += new.count();
        }
        (promotions, (eligible - (bound & self.must)).count())
    }
}
