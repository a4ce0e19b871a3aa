//! Only the moves that change the material: captures, conversions and promotions.

use super::Sink;
use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::tables::{Legality, Rules, Traits};

/// Lets through what changes the material.
struct Noisy<'m, const W: usize> {
    enemy: SquareSet<W>,
    moves: &'m mut Vec<Move>,
}

impl<const W: usize> Rules<W> {
    /// Appends the legal moves that capture, convert or promote.
    pub(crate) fn generate_noisy(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let enemy = position.pieces(position.side().other());
        match self.legality {
            Legality::Free => self.free(position, &mut Noisy { enemy, moves }),
            Legality::Pins => self.pinned(position, &mut Noisy { enemy, moves }),
            Legality::Trial => {
                let first = moves.len();
                self.tried(position, moves);
                let mut kept = first;
                for at in first..moves.len() {
                    if is_noisy(moves[at], enemy) {
                        moves[kept] = moves[at];
                        kept += 1;
                    }
                }
                moves.truncate(kept);
            }
        }
    }
}

fn is_noisy<const W: usize>(one: Move, enemy: SquareSet<W>) -> bool {
    let captures = enemy.contains_on_board(one.to) && one.kind == MoveKind::Plain;
    captures
        || !one.victims().is_empty()
        || one.promotion().is_some()
        || one.kind == MoveKind::Convert
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
        let mut noisy = targets & self.enemy;
        if let Some(promotion) = traits.promotion() {
            noisy |= rules.promotions[promotion].eligible(from, targets);
        }
        noisy.for_each(|to| self.single(rules, position, traits, Move::plain(from, to)));
    }

    #[inline(always)]
    fn relayed(&mut self, from: Square, targets: SquareSet<W>) {
        (targets & self.enemy).for_each(|to| self.moves.push(Move::plain(from, to)));
    }

    fn fixed(&mut self, one: Move) {
        if is_noisy(one, self.enemy) {
            self.moves.push(one);
        }
    }

    #[inline]
    fn single(&mut self, rules: &Rules<W>, position: &Position<W>, traits: Traits, one: Move) {
        let first = self.moves.len();
        Sink::<W>::single(self.moves, rules, position, traits, one);
        let enemy = self.enemy;
        let mut kept = first;
        for at in first..self.moves.len() {
            if is_noisy(self.moves[at], enemy) {
                self.moves[kept] = self.moves[at];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }
}
