//! Moves that end nowhere: changing the owner of an enemy, and destroying oneself with one.
//!
//! A Cuckoo on a4 takes over the enemy on a5; a Swapper on g5 removes itself and the enemy on h6:
//! ```text
//! 5 n                  6 . p
//! 4 Cu  a4a4~a5        5 S .   g5g5xg5xh6
//!   a                    g h
//! ```

use super::special::Actor;
use crate::board::SquareSet;
use crate::moves::Move;
use crate::tables::Rules;

impl<const W: usize> Actor<'_, W> {
    pub(super) fn ends_nowhere(&self, rules: &Rules<W>, found: &mut impl FnMut(Move)) {
        let powers = &rules.powers[self.code.index()];
        let at = self.from.index();
        if let Some(reach) = powers.converts.get(at) {
            let seen = reach.sees(&rules.arena, self.occupied()) & self.enemy;
            let stay = Move::plain(self.from, self.from);
            seen.for_each(|square| found(stay.converting(square)));
        }
        let mut destroyed = SquareSet::EMPTY;
        if let Some(reach) = powers.destroys.get(at) {
            destroyed |= reach.sees(&rules.arena, self.occupied()) & self.enemy;
        }
        for (prey, table) in powers.chameleon.iter().flat_map(|tables| &tables.destroys) {
            let seen = table[at].sees(&rules.arena, self.occupied());
            let prey = |square: &_| self.position.at(*square) == *prey;
            destroyed |= seen.iter().filter(prey).collect();
        }
        destroyed.for_each(|enemy| {
            let both = SquareSet::<W>::of(enemy) | SquareSet::of(self.from);
            found(Move::removing(self.from, self.from, both));
        });
    }
}
