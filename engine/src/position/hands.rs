//! The pieces in hand.

use super::Position;
use crate::moves::Move;
use crate::piece::{Color, PieceType};
use crate::rules::MAX_HAND_TYPES;
use crate::tables::RuleTables;

/// The number of pieces in hand, by side and by place in [`HandTables::types`].
///
/// [`HandTables::types`]: crate::tables::HandTables::types
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hands([[u8; MAX_HAND_TYPES]; 2]);

impl Hands {
    #[inline(always)]
    pub(crate) fn count(&self, color: Color, at: usize) -> u32 {
        self.0[color.index()][at].into()
    }

    pub(crate) fn add(&mut self, color: Color, at: usize) {
        let count = &mut self.0[color.index()][at];
        *count = count.saturating_add(1);
    }

    fn remove(&mut self, color: Color, at: usize) {
        let count = &mut self.0[color.index()][at];
        *count = count.saturating_sub(1);
    }

    /// Whether a side has none.
    pub(crate) fn is_empty(&self, color: Color) -> bool {
        self.0[color.index()] == [0; MAX_HAND_TYPES]
    }

    fn total(&self) -> u32 {
        self.0
            .as_flattened()
            .iter()
            .map(|&count| u32::from(count))
            .sum()
    }

    /// A Zobrist key of the counts; 0 if both hands are empty.
    pub(crate) fn key(&self) -> u64 {
        const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
        let words = self.0.as_flattened().chunks_exact(8);
        let mixed = words.fold(0_u64, |key, word| {
            let word = word
                .iter()
                .fold(0, |word, &count| word << 8 | u64::from(count));
            (key.rotate_left(23) ^ word).wrapping_mul(PRIME)
        });
        (mixed ^ mixed >> 32).wrapping_mul(PRIME)
    }
}

impl<const W: usize> Position<W> {
    /// The pieces that a side has in hand, in the order of the rule set.
    pub(crate) fn hand(
        &self,
        rules: &RuleTables<W>,
        color: Color,
    ) -> impl Iterator<Item = PieceType> {
        rules.hands.all().flat_map(move |(at, piece, _)| {
            std::iter::repeat_n(piece, self.hands.count(color, at) as usize)
        })
    }

    /// The number of pieces on the board and in hand. A position with another number never recurs.
    #[inline(always)]
    pub(crate) fn total_pieces(&self, rules: &RuleTables<W>) -> u32 {
        let has_hands = rules.hands.exist();
        self.occupied().count() + if has_hands { self.hands.total() } else { 0 }
    }

    /// The hands after a move.
    #[inline(never)]
    pub(super) fn hands_after(&self, rules: &RuleTables<W>, mv: Move) -> Hands {
        let (us, them) = (self.side, self.side.other());
        let mut hands = self.hands;
        if let Some(at) = mv.dropped().and_then(|piece| rules.hands.place(piece)) {
            hands.remove(us, at);
        }
        let on_target = mv.replaces().then_some(mv.to);
        for &square in mv.victims().iter().chain(&on_target) {
            let kept = rules.hands.kept(self.at(square));
            if let Some(at) = kept.filter(|_| self.pieces(them).contains(square)) {
                hands.add(us, at);
            }
        }
        // What explodes goes to the other side's hand, the captor too.
        for square in self.blast(rules, mv) {
            let (code, keeper) = match self.at(square) {
                _ if square == mv.to => (self.after_promotion(mv), them),
                code if self.pieces(us).contains(square) => (code, them),
                code => (code, us),
            };
            if let Some(at) = rules.hands.kept(code) {
                hands.add(keeper, at);
            }
        }
        hands
    }
}
