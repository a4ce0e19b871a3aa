//! Pieces without their squares, and positions of them as numbers.

use crate::board::Square;
use crate::piece::{Code, Color};
use arrayvec::ArrayVec;

/// The maximum number of pieces: with more, any board has too many positions.
pub(super) const MAX_PIECES: usize = 6;

/// Pieces in ascending order of their codes.
pub(super) type Material = ArrayVec<Code, MAX_PIECES>;

/// The positions of some pieces, numbered: one number for each placement and side to move. Some
/// numbers are unused, since two pieces cannot share a square.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub material: Material,
    /// The number of its first position.
    pub first: u64,
}

impl Class {
    /// The count of numbers of a class.
    pub fn size(material: &Material, squares: usize) -> u64 {
        2 * (squares as u64).pow(material.len() as u32)
    }

    /// The number of a position, given by its pieces and squares in ascending order.
    pub fn number(
        &self,
        squares: usize,
        side: Color,
        on: impl Iterator<Item = (Code, Square)>,
    ) -> u64 {
        let places = on.fold(0, |places, (_, square)| {
            places * squares as u64 + square.index() as u64
        });
        self.first + 2 * places + side.index() as u64
    }

    /// The position with a number; `None` if the number is unused.
    pub fn place(
        &self,
        squares: usize,
        number: u64,
    ) -> Option<(Color, ArrayVec<(Code, Square), MAX_PIECES>)> {
        let number = number - self.first;
        let side = Color::BOTH[(number % 2) as usize];
        let mut places = number / 2;
        let mut on: ArrayVec<(Code, Square), MAX_PIECES> = ArrayVec::new();
        for &code in self.material.iter().rev() {
            let square = Square((places % squares as u64) as u8);
            places /= squares as u64;
            // Equal pieces stand in ascending order: their other orders are the same position.
            let is_taken = on
                .iter()
                .any(|&(other, at)| at == square || (other == code && at < square));
            if is_taken {
                return None;
            }
            on.push((code, square));
        }
        on.reverse();
        Some((side, on))
    }
}
