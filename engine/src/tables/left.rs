//! Counts of pieces that removed themselves from the board, which promotion does not bring back.

use super::promotion::{Condition, Promotion};
use crate::piece::Code;

/// The number of pieces of some codes that have removed themselves, in four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Left(u64);

impl Left {
    /// A Zobrist key of the counts; 0 if none has.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The codes that are counted.
#[derive(Debug)]
pub(crate) struct LeftCodes(Vec<Code>);

const MAX_COUNT: u64 = 15;

impl LeftCodes {
    /// The codes on which a promotion depends.
    pub(super) fn compile<const W: usize>(promotions: &[Promotion<W>]) -> LeftCodes {
        let choices = promotions.iter().flat_map(|promotion| &promotion.choices);
        let counted = choices.filter_map(|choice| match choice.condition {
            Condition::Fewer { code, captured, .. } => captured.then_some(code),
            _ => None,
        });
        let mut codes: Vec<Code> = counted.collect();
        codes.sort_unstable_by_key(|code| code.index());
        codes.dedup();
        LeftCodes(codes)
    }

    /// The codes that are counted, in a fixed order.
    pub(crate) fn codes(&self) -> &[Code] {
        &self.0
    }

    /// The number of pieces of a code that have removed themselves.
    pub(crate) fn count(&self, left: Left, code: Code) -> u32 {
        let shift = self.shift(code);
        shift.map_or(0, |shift| (left.0 >> shift & MAX_COUNT) as u32)
    }

    /// The counts after one more piece has removed itself.
    pub(crate) fn with(&self, left: Left, code: Code) -> Left {
        match self.shift(code) {
            Some(shift) if (left.0 >> shift & MAX_COUNT) < MAX_COUNT => Left(left.0 + (1 << shift)),
            _ => left,
        }
    }

    fn shift(&self, code: Code) -> Option<usize> {
        let at = self.0.iter().position(|known| *known == code);
        at.map(|at| 4 * at)
    }
}
