//! Late move reductions.

use super::worker::Worker;

/// A move that may be reduced.
#[derive(Clone, Copy, Debug)]
pub(super) struct LateMove {
    pub depth: i32,
    /// Moves before it.
    pub number: i32,
    pub is_quiet: bool,
    pub is_pv: bool,
    pub was_pv: bool,
    pub is_cut: bool,
    pub is_improving: bool,
    pub in_check: bool,
    pub gives_check: bool,
    /// Whether many of the moves before were refuted by a cutoff.
    pub has_cutoffs: bool,
    /// Its statistics.
    pub history: i32,
}

impl<const W: usize> Worker<'_, W> {
    /// The reduction by depth and move number alone, in 256ths of a ply.
    #[inline(always)]
    pub(super) fn base_reduction(&self, depth: i32, number: i32) -> i32 {
        let logs = log2(depth) * log2(number) * self.params.lmr_slope / 256;
        self.params.lmr_base + logs
    }

    /// By how many plies a move is reduced.
    pub(super) fn reduction(&self, late: LateMove) -> i32 {
        let params = &self.params;
        let mut reduction = self.base_reduction(late.depth, late.number);
        if !late.is_quiet {
            reduction /= 2;
        }
        if late.is_cut {
            reduction += params.lmr_cut_node;
        }
        if !late.is_improving {
            reduction += params.lmr_not_improving;
        }
        if late.has_cutoffs {
            reduction += params.lmr_cutoffs;
        }
        reduction -= 256 * i32::from(late.is_pv);
        reduction -= 128 * i32::from(late.was_pv);
        reduction -= 256 * i32::from(late.in_check);
        reduction -= 256 * i32::from(late.gives_check);
        reduction -= 256 * late.history / params.lmr_history_divisor;
        reduction >> 8
    }
}

/// The binary logarithm of a positive number, in sixteenths. It is linear between powers of two, and
/// the same on every machine.
fn log2(number: i32) -> i32 {
    let whole = number.max(1).ilog2();
    let rest = ((number.max(1) << 4) >> whole) - 16;
    16 * whole as i32 + rest
}
