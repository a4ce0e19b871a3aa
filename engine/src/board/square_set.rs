//! Sets of squares as bitboards of one, two or four words.

use super::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// A set of squares: bit `i % 64` of word `i / 64` stands for square `i`.
///
/// The operators are those of sets: `&` intersection, `|` union, `-` difference. `!` complements
/// within the words, so it may hold bits beyond the board; it is meant to be intersected at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SquareSet<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> SquareSet<W> {
    /// The set without squares.
    pub const EMPTY: Self = SquareSet([0; W]);

    /// Every bit of every word.
    pub const ALL: Self = SquareSet([u64::MAX; W]);

    /// The set of one square.
    #[inline(always)]
    pub fn of(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    /// Adds a square.
    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        self.0[square.word::<W>()] |= 1 << (square.0 % 64);
    }

    /// Takes a square out.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.0[square.word::<W>()] &= !(1 << (square.0 % 64));
    }

    /// Adds the square if `condition` holds; without a branch.
    #[inline(always)]
    pub(crate) fn insert_if(&mut self, square: Square, condition: bool) {
        self.0[square.word::<W>()] |= u64::from(condition) << (square.0 % 64);
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub fn contains(self, square: Square) -> bool {
        self.0[square.word::<W>()] >> (square.0 % 64) & 1 != 0
    }

    /// Whether the set holds no square.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the two sets have no square in common.
    #[inline(always)]
    pub fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// Number of squares in the set.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest square of the set.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square(
            (word * 64) as u8 + self.0[word].trailing_zeros() as u8,
        ))
    }

    /// Whether the set holds two squares or more.
    #[inline(always)]
    pub fn is_many(self) -> bool {
        self.count() > 1
    }

    /// Calls `visit` for every square, in ascending order.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(Square)) {
        for (word, &bits) in self.0.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                visit(Square((word * 64) as u8 + bits.trailing_zeros() as u8));
                bits &= bits - 1;
            }
        }
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(self) -> SquareIter<W> {
        SquareIter { rest: self }
    }

    /// Every bit up to and with the lowest of the set; all bits when the set is empty.
    #[inline(always)]
    pub(crate) fn up_to_first(self) -> Self {
        let mut open = u64::MAX;
        SquareSet(self.0.map(|word| {
            let mask = (word ^ word.wrapping_sub(1)) & open;
            open = if word == 0 { open } else { 0 };
            mask
        }))
    }

    /// Every bit from the highest of the set (with it) upwards; all bits when the set is empty.
    #[inline(always)]
    pub(crate) fn down_to_last(self) -> Self {
        let mut masks = [0; W];
        let mut open = u64::MAX;
        for (mask, &word) in masks.iter_mut().zip(&self.0).rev() {
            // `word | 1` makes the shift defined; an empty word gives all bits.
            *mask = (u64::MAX << (63 - (word | 1).leading_zeros())) & open;
            open = if word == 0 { open } else { 0 };
        }
        SquareSet(masks)
    }
}

impl<const W: usize> FromIterator<Square> for SquareSet<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl<const W: usize> IntoIterator for SquareSet<W> {
    type Item = Square;
    type IntoIter = SquareIter<W>;

    fn into_iter(self) -> SquareIter<W> {
        self.iter()
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct SquareIter<const W: usize> {
    rest: SquareSet<W>,
}

impl<const W: usize> Iterator for SquareIter<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.rest.first()?;
        self.rest.remove(square);
        Some(square)
    }
}

impl<const W: usize> Not for SquareSet<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        SquareSet(self.0.map(|word| !word))
    }
}

/// Word-by-word operators, once for the plain and once for the assigning form.
macro_rules! set_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $operator:tt) => {
        impl<const W: usize> $trait for SquareSet<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                self.$assign(other);
                self
            }
        }
        impl<const W: usize> $assign_trait for SquareSet<W> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $operator other;
                }
            }
        }
    };
}

set_operator!(BitAnd bitand BitAndAssign bitand_assign &=);
set_operator!(BitOr bitor BitOrAssign bitor_assign |=);

impl<const W: usize> Sub for SquareSet<W> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[u8]) -> SquareSet<4> {
        squares.iter().map(|&s| Square(s)).collect()
    }

    #[test]
    fn sets_count_and_list_their_squares() {
        let some = set(&[0, 63, 64, 127, 128, 190]);
        assert_eq!(some.count(), 6);
        assert_eq!(some.iter().collect::<SquareSet<4>>(), some);
        assert_eq!(
            some.iter().map(|s| s.0).collect::<Vec<_>>(),
            [0, 63, 64, 127, 128, 190]
        );
        assert_eq!((some - set(&[63, 128])).count(), 4);
        assert!(some.is_disjoint(set(&[1, 65])));
    }

    #[test]
    fn masks_at_the_ends_of_a_set() {
        for first in 0..=255 {
            let some = set(&[first, 255]);
            let expected: SquareSet<4> = (0..=first).map(Square).collect();
            assert_eq!(some.up_to_first(), expected, "{first}");
            let some = set(&[0, first]);
            let expected: SquareSet<4> = (first..=255).map(Square).collect();
            assert_eq!(some.down_to_last(), expected, "{first}");
        }
        assert_eq!(SquareSet::<4>::EMPTY.up_to_first(), SquareSet::ALL);
        assert_eq!(SquareSet::<4>::EMPTY.down_to_last(), SquareSet::ALL);
    }
}
