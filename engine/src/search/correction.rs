//! Correction history: the mean error of the static evaluation in positions with the same pawns,
//! material or last move, by which later evaluations are corrected.

use super::history::PieceTo;
use super::score::bounded;
use crate::evaluation::PieceSums;
use crate::piece::Color;

/// Counters per table and side to move.
const SIZE: usize = 1 << 12;
/// Units of a counter per centipawn.
const GRAIN: i32 = 256;
/// The maximum of a counter, and the maximum correction by all tables.
const MAX_CORRECTION: i32 = 64 * GRAIN;
/// The depth from which an error counts in full.
const FULL_DEPTH: i32 = 16;

#[derive(Debug)]
pub(super) struct Corrections {
    /// By pawns, material and last move, each for White and Black to move.
    tables: [Vec<i32>; 3],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CorrectionKeys([usize; 3]);

impl CorrectionKeys {
    #[inline(always)]
    pub(super) fn new(side: Color, sums: &PieceSums, prev: Option<PieceTo>) -> CorrectionKeys {
        let place = |key: u64| {
            let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            side.index() * SIZE + hash as usize % SIZE
        };
        CorrectionKeys([
            place(sums.pawn_key),
            place(sums.material_key),
            place(prev.map_or(0, |prev| u64::from(prev) + 1)),
        ])
    }
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            tables: [(); 3].map(|()| vec![0; 2 * SIZE]),
        }
    }

    /// A corrected static evaluation, in centipawns. `weight` scales the correction, in 128ths.
    #[inline(always)]
    pub(super) fn corrected(&self, keys: CorrectionKeys, static_eval: i32, weight: i32) -> i32 {
        let tables = self.tables.iter().zip(keys.0);
        let sum: i32 = tables.map(|(table, key)| table[key]).sum();
        bounded(static_eval + sum * weight / (128 * GRAIN))
    }

    /// Updates the counters with the error of a static evaluation, found by a search to a depth.
    pub(super) fn update(&mut self, keys: CorrectionKeys, depth: i32, error: i32) {
        let weight = depth.min(FULL_DEPTH);
        let target = (error * GRAIN).clamp(-MAX_CORRECTION, MAX_CORRECTION);
        for (table, key) in self.tables.iter_mut().zip(keys.0) {
            table[key] += (target - table[key]) * weight / (8 * FULL_DEPTH);
        }
    }
}
