//! What pieces are worth by the tuned weights of a rule set.

use super::{Method, MethodValues, PieceGames, published::slug};
use crate::dataset::Wanted;
use crate::row::{Row, Subject, unit_of};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules;
use tradewind_stats::estimate::Estimate;

/// What a piece more comes to in the evaluation that comes with the rule set.
pub struct TunedWeights;

impl Method for TunedWeights {
    fn name(&self) -> &'static str {
        "weights"
    }

    fn quantity(&self) -> &'static str {
        "tuned weights"
    }

    fn wanted(&self, _: bool) -> Wanted {
        Wanted::default()
    }

    fn estimate(&self, games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
        let (spec, unit) = (games.spec, games.unit);
        // The rule set may be a copy that an experiment has kept.
        let Ok(original) = rules::load(&slug(&spec.name), &[]) else {
            return Ok(None);
        };
        let values = Weights::tuned_values(&original);
        let is_unit = |(piece, ends): &(_, [f64; 3])| *piece == unit && *ends == [1.0; 3];
        let is_same = original.fingerprint_text() == spec.fingerprint_text();
        if !is_same || !values.iter().any(is_unit) {
            return Ok(None);
        }
        let rows = values.into_iter().map(|(piece, [value, low, high])| {
            Row::new(
                self.name(),
                Subject::piece(spec, piece),
                unit_of(spec, unit),
            )
            .with_estimate(Some(Estimate { value, low, high }))
        });
        Ok(Some(MethodValues {
            rows: rows.collect(),
            notes: vec![
                "Weights: what a piece more comes to in the tuned evaluation that comes with the rule set, \
                 fitted to games of its own."
                    .to_string(),
            ],
            ..MethodValues::default()
        }))
    }
}
