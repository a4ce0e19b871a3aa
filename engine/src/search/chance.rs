//! Chance in the play of a searcher, so that players that would always play the same game play
//! different ones.

use super::table::short_key;
use crate::moves::Move;

/// A small error in the evaluation of every position, which follows from the position's key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Noise {
    /// The largest error, in hundredths of a pawn.
    pub most: u32,
    pub seed: u64,
}

impl Noise {
    #[inline(always)]
    pub(super) fn of(self, key: u64) -> i32 {
        if self.most == 0 {
            return 0;
        }
        let width = u64::from(2 * self.most + 1);
        (((mixed(key, self.seed) >> 32) * width) >> 32) as i32 - self.most as i32
    }
}

/// The drawing of moves by their scores: chances in proportion to `exp(score / degrees)`.
///
/// The move with the highest `score + degrees · g` is drawn so, when each `g` is drawn from the
/// standard Gumbel distribution (the Gumbel-max trick; E. J. Gumbel, "Statistical Theory of Extreme
/// Values", 1954). So a move's bonus is known before the search, which looks for the best sum as it
/// would for the best score and need not know the scores of the other moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Temperature {
    /// In hundredths of a pawn.
    pub degrees: u32,
    pub seed: u64,
}

impl Temperature {
    /// What is added to the score of a move in the position with a key.
    pub(super) fn bonus(self, key: u64, one: Move) -> i32 {
        if self.degrees == 0 {
            return 0;
        }
        let place = key ^ u64::from(short_key(one)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // The middle of one of 2³² equal parts of 0 to 1. Logarithms of the machine's own library
        // could differ in the last bit.
        let share = ((mixed(place, !self.seed) >> 32) as f64 + 0.5) / 4_294_967_296.0;
        let gumbel = -libm::log(-libm::log(share));
        libm::round(f64::from(self.degrees) * gumbel) as i32
    }
}

/// A key with the seed spread over all its bits, by the finisher of SplitMix64.
#[inline(always)]
fn mixed(key: u64, seed: u64) -> u64 {
    let mut mixed = key ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
