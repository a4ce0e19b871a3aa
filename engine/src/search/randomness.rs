//! Random play: evaluation noise and a temperature, so that equal players play different games.

use super::transposition::move_key;
use crate::moves::Move;

/// A size in centipawns and a seed, of which noise and bonuses are functions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Randomness {
    /// The maximum error of noise, or the temperature.
    pub cp: u32,
    pub seed: u64,
}

impl Randomness {
    /// The error of the static evaluation of the position with a key, in centipawns.
    #[inline(always)]
    pub(super) fn error(self, key: u64) -> i32 {
        if self.cp == 0 {
            return 0;
        }
        let width = u64::from(2 * self.cp + 1);
        (((hash(key, self.seed) >> 32) * width) >> 32) as i32 - self.cp as i32
    }

    /// The bonus of a root move in the position with a key, in centipawns, which samples moves with
    /// probabilities in proportion to `exp(score / cp)`.
    ///
    /// This is the Gumbel-max trick (E. J. Gumbel, "Statistical Theory of Extreme Values", 1954): the
    /// move with the highest `score + cp · g` has that probability if each `g` is drawn from the
    /// standard Gumbel distribution. The bonus `cp · g` is known before the search, which maximises
    /// the sum without knowing the scores of the other moves.
    pub(super) fn bonus(self, key: u64, mv: Move) -> i32 {
        if self.cp == 0 {
            return 0;
        }
        let move_in_position = key ^ u64::from(move_key(mv)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // The middle of one of 2³² equal parts of 0..1. `libm`, since the platform's logarithm may
        // differ in the last bit.
        let uniform = ((hash(move_in_position, !self.seed) >> 32) as f64 + 0.5) / 4_294_967_296.0;
        let gumbel = -libm::log(-libm::log(uniform));
        libm::round(f64::from(self.cp) * gumbel) as i32
    }
}

/// The SplitMix64 finalizer of a key and a seed.
#[inline(always)]
fn hash(key: u64, seed: u64) -> u64 {
    let mut mixed = key ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
