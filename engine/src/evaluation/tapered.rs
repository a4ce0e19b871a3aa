//! Pairs of a middlegame and an endgame value.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A value for a full board and one for an empty board. Between them it is interpolated by the
/// number of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered<T> {
    /// For a full board.
    pub middlegame: T,
    /// For an empty board.
    pub endgame: T,
}

/// The weight of a term, in centipawns.
pub type Weight = Tapered<f64>;

impl Weight {
    /// The mean of middlegame and endgame.
    pub fn average(self) -> f64 {
        (self.middlegame + self.endgame) / 2.0
    }

    /// The weight in sixteenths of a centipawn.
    pub(super) fn fixed(self) -> Tapered<i32> {
        let fixed = |weight: f64| (weight * 16.0).round() as i32;
        Tapered {
            middlegame: fixed(self.middlegame),
            endgame: fixed(self.endgame),
        }
    }
}

impl Tapered<i32> {
    /// The value with `pieces` of `full` pieces on the board, in centipawns, from sixteenths.
    #[inline(always)]
    pub(super) fn interpolate(self, pieces: i32, full: i32) -> i32 {
        (self.middlegame * pieces + self.endgame * (full - pieces)) / (full * 16)
    }
}

impl<T: Add<Output = T>> Add for Tapered<T> {
    type Output = Tapered<T>;
    #[inline(always)]
    fn add(self, other: Tapered<T>) -> Tapered<T> {
        Tapered {
            middlegame: self.middlegame + other.middlegame,
            endgame: self.endgame + other.endgame,
        }
    }
}

impl<T: Copy + Add<Output = T>> AddAssign for Tapered<T> {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered<T>) {
        *self = *self + other;
    }
}

impl<T: Sub<Output = T>> Sub for Tapered<T> {
    type Output = Tapered<T>;
    #[inline(always)]
    fn sub(self, other: Tapered<T>) -> Tapered<T> {
        Tapered {
            middlegame: self.middlegame - other.middlegame,
            endgame: self.endgame - other.endgame,
        }
    }
}

impl<T: Copy + Mul<Output = T>> Mul<T> for Tapered<T> {
    type Output = Tapered<T>;
    #[inline(always)]
    fn mul(self, times: T) -> Tapered<T> {
        Tapered {
            middlegame: self.middlegame * times,
            endgame: self.endgame * times,
        }
    }
}
