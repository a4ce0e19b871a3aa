//! Only the moves that change the material: captures, conversions and promotions.

use super::sink::{Sink, for_each_choice, keep_from};
use crate::board::{Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{Legality, Rules, Traits};

/// Lets through what changes the material.
struct Noisy<'m, const W: usize> {
    position: &'m Position<W>,
    moves: &'m mut Vec<Move>,
}

impl<const W: usize> Rules<W> {
    /// Appends the legal moves that capture, convert or promote.
    pub(crate) fn generate_noisy(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        match self.legality {
            Legality::Free => self.free(position, &mut Noisy { position, moves }),
            Legality::Pins => self.pinned(position, &mut Noisy { position, moves }),
            Legality::Trial => {
                let first = moves.len();
                self.tried(position, moves);
                keep_from(moves, first, |one| position.is_noisy(one));
            }
        }
    }
}

impl<const W: usize> Sink<W> for Noisy<'_, W> {
    #[inline(always)]
    fn targets(
        &mut self,
        rules: &Rules<W>,
        position: &Position<W>,
        from: Square,
        traits: Traits,
        targets: SquareSet<W>,
    ) {
        let mut noisy = targets & position.pieces(position.side().other());
        if let Some(promotion) = traits.promotion() {
            noisy |= rules.promotions[promotion].eligible(from, targets);
        }
        noisy.for_each(|to| self.single(rules, position, traits, Move::plain(from, to)));
    }

    #[inline(always)]
    fn relayed(&mut self, from: Square, targets: SquareSet<W>) {
        let enemy = self.position.pieces(self.position.side().other());
        (targets & enemy).for_each(|to| self.moves.push(Move::plain(from, to)));
    }

    fn fixed(&mut self, one: Move) {
        if self.position.is_noisy(one) {
            self.moves.push(one);
        }
    }

    #[inline]
    fn single(&mut self, rules: &Rules<W>, position: &Position<W>, traits: Traits, one: Move) {
        for_each_choice(rules, position, traits, one, |choice| {
            if position.is_noisy(choice) {
                self.moves.push(choice);
            }
        });
    }
}
