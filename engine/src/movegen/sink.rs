//! Where generated moves go: into a list or into a count, promotions worked out on the way.

use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{Choice, Promotion, Rules, Traits};

/// Takes the moves that generators find.
pub(crate) trait Sink<const W: usize> {
    /// Moves of a piece by its own power to each of some squares, with its promotions.
    fn targets(
        &mut self,
        rules: &Rules<W>,
        position: &Position<W>,
        from: Square,
        traits: Traits,
        targets: SquareSet<W>,
    );

    /// Moves to each of some squares that never promote.
    fn relayed(&mut self, from: Square, targets: SquareSet<W>);

    /// One move by a piece's own power, with its promotions.
    fn single(&mut self, rules: &Rules<W>, position: &Position<W>, traits: Traits, one: Move);
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Counter {
    pub moves: u64,
}

impl<const W: usize> Sink<W> for Counter {
    #[inline(always)]
    fn targets(
        &mut self,
        rules: &Rules<W>,
        position: &Position<W>,
        from: Square,
        traits: Traits,
        targets: SquareSet<W>,
    ) {
        self.moves += u64::from(targets.count());
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

    #[inline(always)]
    fn relayed(&mut self, _: Square, targets: SquareSet<W>) {
        self.moves += u64::from(targets.count());
    }

    #[inline]
    fn single(&mut self, rules: &Rules<W>, position: &Position<W>, traits: Traits, one: Move) {
        for_each_choice(rules, position, traits, one, |_| self.moves += 1);
    }
}

impl<const W: usize> Sink<W> for Vec<Move> {
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
        plain.for_each(|to| self.push(Move::plain(from, to)));
    }

    #[inline(always)]
    fn relayed(&mut self, from: Square, targets: SquareSet<W>) {
        targets.for_each(|to| self.push(Move::plain(from, to)));
    }

    #[inline]
    fn single(&mut self, rules: &Rules<W>, position: &Position<W>, traits: Traits, one: Move) {
        for_each_choice(rules, position, traits, one, |choice| self.push(choice));
    }
}

/// Calls `visit` with the move as it is, where it may be made so, and with each promotion.
fn for_each_choice<const W: usize>(
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
    let mut stays = true;
    for choice in &promotion.choices {
        if promotion.is_open(rules, position, choice)
            && !choice.allowed(one.from, eligible).is_empty()
        {
            stays &= !promotion.compulsory;
            let (_, piece) = choice.to.piece().expect("a promotion is to a piece");
            visit(one.promoting(piece));
        }
    }
    if stays {
        visit(one);
    }
}

impl<const W: usize> Promotion<W> {
    /// Whether the owner may make a choice now.
    #[inline(always)]
    fn is_open(&self, rules: &Rules<W>, position: &Position<W>, choice: &Choice<W>) -> bool {
        choice.unless.is_none_or(|other| {
            let own = position.pieces(position.side());
            debug_assert!(other.index() < rules.traits.len());
            !own.iter().any(|square| position.at(square) == other)
        })
    }

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
        for choice in &self.choices {
            if self.is_open(rules, position, choice) {
                let allowed = choice.allowed(from, eligible);
                promotions += allowed.count();
                bound |= allowed;
            }
        }
        let stay = match self.compulsory {
            true => (eligible - bound).count(),
            false => eligible.count(),
        };
        (promotions, stay)
    }
}
