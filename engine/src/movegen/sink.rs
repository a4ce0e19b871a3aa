//! Where generated moves go: into a list or into a count, promotions worked out on the way.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::Code;
use crate::position::Position;
use crate::tables::{Condition, Promotion, PromotionTargets, Rules, Traits};

/// Takes the moves that generators find.
pub(crate) trait Sink<const W: usize> {
    /// Plain moves to each of some squares that never promote.
    fn plain(&mut self, from: Square, targets: SquareSet<W>);

    /// One move that never promotes, or the choice of a promotion.
    fn fixed(&mut self, one: Move);

    /// Plain moves of a piece by its own power to each of some squares, with its promotions.
    #[inline(always)]
    fn targets(
        &mut self,
        rules: &Rules<W>,
        position: &Position<W>,
        from: Square,
        traits: Traits,
        targets: SquareSet<W>,
    ) {
        let mut plain = targets;
        if let Some(promotion) = traits.promotion() {
            let eligible = rules.promotions[promotion].eligible(from, targets);
            plain = targets - eligible;
            eligible.for_each(|to| self.single(rules, position, traits, Move::plain(from, to)));
        }
        self.plain(from, plain);
    }

    /// One move by a piece's own power, with its promotions.
    #[inline]
    fn single(&mut self, rules: &Rules<W>, position: &Position<W>, traits: Traits, one: Move) {
        for_each_choice(rules, position, traits, one, |choice| self.fixed(choice));
    }

    /// The squares of the pieces whose moves are wanted; some moves of others may come with them.
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
    fn fixed(&mut self, one: Move) {
        self.push(one);
    }
}

/// Counts moves.
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
    fn targets(
        &mut self,
        rules: &Rules<W>,
        position: &Position<W>,
        from: Square,
        traits: Traits,
        targets: SquareSet<W>,
    ) {
        self.plain(from, targets);
        if let Some(promotion) = traits.promotion() {
            let promotion = &rules.promotions[promotion];
            let eligible = promotion.eligible(from, targets);
            if !eligible.is_empty() {
                let (choices, stay) = promotion.counts(rules, position, from, eligible);
                self.moves += u64::from(choices);
                self.moves -= u64::from(eligible.count() - stay);
            }
        }
    }
}

/// Calls `visit` with the move as it is, where it may be made so, and with each promotion.
pub(super) fn for_each_choice<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    traits: Traits,
    one: Move,
    mut visit: impl FnMut(Move),
) {
    let Some(promotion) = traits.promotion() else {
        return visit(one);
    };
    let promotion = &rules.promotions[promotion];
    let eligible = promotion.eligible(one.from, SquareSet::of(one.to));
    if eligible.is_empty() {
        return visit(one);
    }
    let mut removed: SquareSet<W> = one.victims().iter().copied().collect();
    if one.kind != MoveKind::Swap {
        removed.insert(one.to);
    }
    let mut stays = true;
    let can_choose = |choice: &PromotionTargets<W>| {
        choice.is_open(rules, position, removed) && !choice.allowed(one.from, eligible).is_empty()
    };
    for (at, choice) in promotion.choices.iter().enumerate() {
        // Two choices may be of one piece, for different reasons.
        let said = |before: &PromotionTargets<W>| before.to == choice.to && can_choose(before);
        let is_new = !promotion.has_doubles || !promotion.choices[..at].iter().any(said);
        if can_choose(choice) && is_new {
            stays &= !promotion.compulsory;
            let (_, piece) = choice.to.piece().expect("a promotion is to a piece");
            visit(one.promoting(piece));
        }
    }
    if stays {
        visit(one);
    }
}

impl<const W: usize> PromotionTargets<W> {
    /// Whether the owner may make the choice with a move that removes the pieces on some squares.
    #[inline(always)]
    fn is_open(&self, rules: &Rules<W>, position: &Position<W>, removed: SquareSet<W>) -> bool {
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
                    rules.left.count(position.left(), code)
                } else {
                    0
                };
                standing(position, &[code]).count() + gone < at_first
            }
        }
    }

    /// Those of some target squares for which the choice is open.
    #[inline(always)]
    fn open(
        &self,
        rules: &Rules<W>,
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

/// The squares on which pieces of some codes stand.
fn standing<const W: usize>(position: &Position<W>, codes: &[Code]) -> SquareSet<W> {
    let stands = |square: &Square| codes.contains(&position.at(*square));
    position.occupied().iter().filter(stands).collect()
}

impl<const W: usize> Promotion<W> {
    /// Of moves to `eligible` squares: how many promotions they allow, and how many of them can
    /// be made without promoting.
    #[inline(always)]
    fn counts(
        &self,
        rules: &Rules<W>,
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
        let stay = if self.compulsory {
            (eligible - bound).count()
        } else {
            eligible.count()
        };
        (promotions, stay)
    }
}
