//! The scale of a network: centipawns per unit of log-odds.

use std::collections::BTreeMap;
use tradewind_stats::logistic;

/// The range of scales, in centipawns per unit of log-odds.
const SCALES: (f64, f64) = (50.0, 5_000.0);
/// The number of bisections that find the scale.
const BISECTIONS: u32 = 30;

/// By score in centipawns: the number of positions and their half points.
#[derive(Default)]
pub(super) struct ResultsByScore(BTreeMap<i16, [u64; 2]>);

impl ResultsByScore {
    /// Adds a position.
    pub fn add(&mut self, score: i16, half_points: u8) {
        let [positions, sum] = self.0.entry(score).or_default();
        *positions += 1;
        *sum += u64::from(half_points);
    }

    /// Centipawns per unit of log-odds, by logistic regression of results on scores without an intercept.
    pub fn scale(&self) -> f64 {
        // The derivative of the loss in the log-odds per centipawn.
        let slope = |scale: f64| -> f64 {
            let parts = self.0.iter().map(|(&score, &[positions, half_points])| {
                let (score, points) = (f64::from(score), half_points as f64 / 2.0);
                (positions as f64 * logistic(score / scale) - points) * score
            });
            parts.sum()
        };
        let (mut low, mut high) = SCALES;
        for _ in 0..BISECTIONS {
            let middle = (low * high).sqrt();
            if slope(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        (low * high).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_results_is_found() {
        let mut results = ResultsByScore::default();
        for score in (-600..=600).step_by(50) {
            let wins = 1_000.0 * logistic(f64::from(score) / 300.0);
            for game in 0..1_000 {
                results.add(score, 2 * u8::from(f64::from(game) + 0.5 < wins));
            }
        }
        let scale = results.scale();
        assert!((scale - 300.0).abs() < 1.0, "{scale}");
    }
}
