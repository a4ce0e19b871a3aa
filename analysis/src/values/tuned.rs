//! The third method: what pieces are worth by the tuned weights of a rule set.

use super::ValueSet;
use super::published::slug;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules;
use tradewind_stats::estimate::Estimate;

impl ValueSet {
    /// By piece type: its value by the tuned weights that come with the rule set, where they are in
    /// the same unit; empty when there are none.
    pub fn tuned(&self) -> Vec<Option<Estimate>> {
        // The rule set may be a copy that an experiment has kept.
        let Ok(original) = rules::load(&slug(&self.spec.name), &[]) else {
            return Vec::new();
        };
        let values = Weights::tuned_values(&original);
        let is_unit = |(piece, [value, low, high]): &(_, [f64; 3])| {
            *piece == self.unit && [value, low, high] == [&1.0; 3]
        };
        let is_same = original.fingerprint_text() == self.spec.fingerprint_text();
        if !is_same || !self.has_units() || !values.iter().any(is_unit) {
            return Vec::new();
        }
        let mut found = vec![None; self.spec.pieces.len()];
        for (piece, [value, low, high]) in values {
            found[piece.index()] = Some(Estimate { value, low, high });
        }
        found
    }
}
