//! A linear scale with round numbers.

use super::text::with_minus;
use crate::format::{fixed, round_step};

/// A linear scale from numbers to places along a horizontal axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// The number at the left end.
    pub min: f64,
    /// The number at the right end.
    pub max: f64,
    /// The left end in units.
    pub left: f64,
    /// The right end in units.
    pub right: f64,
}

impl Axis {
    /// The place of a number, which may lie outside.
    pub fn at(self, number: f64) -> f64 {
        let share = (number - self.min) / (self.max - self.min);
        self.left + share * (self.right - self.left)
    }

    /// The ends in units.
    pub fn ends(self) -> (f64, f64) {
        (self.left, self.right)
    }

    /// Round numbers along the axis, at least 45 units apart, with their labels.
    pub fn ticks(self) -> Vec<(f64, String)> {
        let per_unit = (self.max - self.min) / (self.right - self.left);
        let step = round_step(45.0 * per_unit);
        let decimals = (-libm::log10(step).floor()).clamp(0.0, 6.0) as usize;
        let first = (self.min / step - 1e-9).ceil() as i64;
        let last = (self.max / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|place| {
                let number = place as f64 * step;
                (number, with_minus(&fixed(number, decimals)))
            })
            .collect()
    }
}
