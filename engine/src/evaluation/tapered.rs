//! Pairs of a middlegame and an endgame value.

use super::weights::Weight;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A middlegame and an endgame value, in sixteenths of a centipawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tapered {
    pub middlegame: i32,
    pub endgame: i32,
}

impl From<Weight> for Tapered {
    fn from(weight: Weight) -> Tapered {
        let fixed = |weight: f64| (weight * 16.0).round() as i32;
        Tapered {
            middlegame: fixed(weight.middlegame),
            endgame: fixed(weight.endgame),
        }
    }
}

impl Tapered {
    /// The value with `pieces` of `full` pieces on the board, in centipawns.
    #[inline(always)]
    pub(super) fn interpolate(self, pieces: i32, full: i32) -> i32 {
        (self.middlegame * pieces + self.endgame * (full - pieces)) / (full * 16)
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered {
            middlegame: self.middlegame + other.middlegame,
            endgame: self.endgame + other.endgame,
        }
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered {
            middlegame: self.middlegame - other.middlegame,
            endgame: self.endgame - other.endgame,
        }
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, times: i32) -> Tapered {
        Tapered {
            middlegame: self.middlegame * times,
            endgame: self.endgame * times,
        }
    }
}
